// RUN: %python %S/Inputs/reductions.py %s loop tile

// A state of two components (the first greatest value and where), a finish (the mean), a product in f16, an integer sum.
emmy.symbol @n
func.func @main(%x: tensor<4x?xf32, #emmy.dims<[4, n]>>, %h: tensor<4x?xf16, #emmy.dims<[4, n]>>, %q: tensor<4x?xi8, #emmy.dims<[4, n]>>)
    -> (tensor<4xf32> {emmy.name = "max"}, tensor<4xi64> {emmy.name = "argmax"}, tensor<4xf32> {emmy.name = "mean"},
        tensor<4xf16> {emmy.name = "product"}, tensor<i8> {emmy.name = "total"}) {
  %n = emmy.size @n
  %r:5 = emmy_loop.kernel ins(%x, %h, %q : tensor<4x?xf32, #emmy.dims<[4, n]>>, tensor<4x?xf16, #emmy.dims<[4, n]>>, tensor<4x?xi8, #emmy.dims<[4, n]>>)
      sizes(@n = %n) -> (tensor<4xf32>, tensor<4xi64>, tensor<4xf32>, tensor<4xf16>, tensor<i8>) {
  ^bb0(%xb: memref<4x?xf32>, %hb: memref<4x?xf16>, %qb: memref<4x?xi8>, %ns: index, %maxb: memref<4xf32>,
       %argb: memref<4xi64>, %meanb: memref<4xf32>, %productb: memref<4xf16>, %totalb: memref<i8>):
    %lowest = arith.constant 0xFF800000 : f32
    %none = arith.constant 9223372036854775807 : i64
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f16
    %zero8 = arith.constant 0 : i8
    emmy_loop.for parallel (%i) in (4) {
      %m, %k = emmy_loop.reduce (%r) in (%ns) init(%lowest, %none : f32, i64) {
        %v = emmy_loop.load %xb[%i, %r] : memref<4x?xf32>
        %index = arith.index_cast %r : index to i64
        emmy_loop.yield %v, %index : f32, i64
      } combine {
      ^bb0(%a: f32, %ai: i64, %b: f32, %bi: i64):
        %greater = arith.cmpf ogt, %b, %a : f32
        %equal = arith.cmpf oeq, %b, %a : f32
        %before = arith.cmpi slt, %bi, %ai : i64
        %tie = arith.andi %equal, %before : i1
        %second = arith.ori %greater, %tie : i1
        %v = arith.select %second, %b, %a : f32
        %vi = arith.select %second, %bi, %ai : i64
        emmy_loop.yield %v, %vi : f32, i64
      }
      emmy_loop.store %m, %maxb[%i] : memref<4xf32>
      emmy_loop.store %k, %argb[%i] : memref<4xi64>
      %mean = emmy_loop.reduce (%r) in (%ns) init(%zero : f32) {
        %v = emmy_loop.load %xb[%i, %r] : memref<4x?xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %s = arith.addf %a, %b : f32
        emmy_loop.yield %s : f32
      } finish {
      ^bb0(%s: f32):
        %count = arith.index_cast %ns : index to i64
        %divisor = arith.sitofp %count : i64 to f32
        %quotient = arith.divf %s, %divisor : f32
        emmy_loop.yield %quotient : f32
      } -> (f32)
      emmy_loop.store %mean, %meanb[%i] : memref<4xf32>
      %product = emmy_loop.reduce (%r) in (%ns) init(%one : f16) {
        %v = emmy_loop.load %hb[%i, %r] : memref<4x?xf16>
        emmy_loop.yield %v : f16
      } combine {
      ^bb0(%a: f16, %b: f16):
        %s = arith.mulf %a, %b : f16
        emmy_loop.yield %s : f16
      }
      emmy_loop.store %product, %productb[%i] : memref<4xf16>
    }
    %total = emmy_loop.reduce (%r, %c) in (4, %ns) init(%zero8 : i8) {
      %v = emmy_loop.load %qb[%r, %c] : memref<4x?xi8>
      emmy_loop.yield %v : i8
    } combine {
    ^bb0(%a: i8, %b: i8):
      %s = arith.addi %a, %b : i8
      emmy_loop.yield %s : i8
    }
    emmy_loop.store %total, %totalb[] : memref<i8>
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>, tensor<4xf16>, tensor<i8>
}
