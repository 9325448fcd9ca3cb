// RUN: %python %S/Inputs/rows.py %s

// Rows and columns: reductions with the loops that use them, staged rows, short rows, a reduction of everything, states of two
// components, and scans.
emmy.symbol @m
emmy.symbol @n
func.func @main(%x: tensor<?x1000xf32, #emmy.dims<[m, 1000]>> {emmy.name = "x"}, %y: tensor<?x?xf32, #emmy.dims<[m, n]>> {emmy.name = "y"},
                %z: tensor<20x12xf16> {emmy.name = "z"}, %w: tensor<1000xf32> {emmy.name = "w"})
    -> (tensor<?x1000xf32, #emmy.dims<[m, 1000]>> {emmy.name = "softmax"}, tensor<?x1000xf32, #emmy.dims<[m, 1000]>> {emmy.name = "norm"},
        tensor<?xf32, #emmy.dims<[m]>> {emmy.name = "sums"}, tensor<?xf32, #emmy.dims<[n]>> {emmy.name = "columns"},
        tensor<20xi64> {emmy.name = "argmax"}, tensor<f32> {emmy.name = "total"}, tensor<?x?xf32, #emmy.dims<[m, n]>> {emmy.name = "prefix"},
        tensor<20x6xf32> {emmy.name = "halves"}) {
  %m = emmy.size @m
  %n = emmy.size @n
  %softmax = emmy_loop.kernel ins(%x : tensor<?x1000xf32, #emmy.dims<[m, 1000]>>) sizes(@m = %m) -> tensor<?x1000xf32, #emmy.dims<[m, 1000]>> {
  ^bb0(%in: memref<?x1000xf32>, %ms: index, %out: memref<?x1000xf32>):
    %zero = arith.constant 0.0 : f32
    %lowest = arith.constant 0xFF800000 : f32
    emmy_loop.for parallel (%i) in (%ms) {
      %max = emmy_loop.reduce (%r) in (1000) init(%lowest : f32) {
        %e = emmy_loop.load %in[%i, %r] : memref<?x1000xf32>
        emmy_loop.yield %e : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %f = emmy.apply maximum(%a, %b) : (f32, f32) -> f32
        emmy_loop.yield %f : f32
      }
      %sum = emmy_loop.reduce (%r) in (1000) init(%zero : f32) {
        %e = emmy_loop.load %in[%i, %r] : memref<?x1000xf32>
        %d = arith.subf %e, %max : f32
        %x1 = emmy.apply exp(%d) : (f32) -> f32
        emmy_loop.yield %x1 : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %f = arith.addf %a, %b : f32
        emmy_loop.yield %f : f32
      }
      emmy_loop.for parallel (%j) in (1000) {
        %e = emmy_loop.load %in[%i, %j] : memref<?x1000xf32>
        %d = arith.subf %e, %max : f32
        %x1 = emmy.apply exp(%d) : (f32) -> f32
        %q = arith.divf %x1, %sum : f32
        emmy_loop.store %q, %out[%i, %j] : memref<?x1000xf32>
      }
    }
  } loc("softmax")
  %norm = emmy_loop.kernel ins(%x, %w : tensor<?x1000xf32, #emmy.dims<[m, 1000]>>, tensor<1000xf32>) sizes(@m = %m) -> tensor<?x1000xf32, #emmy.dims<[m, 1000]>> {
  ^bb0(%in: memref<?x1000xf32>, %weight: memref<1000xf32>, %ms: index, %out: memref<?x1000xf32>):
    %zero = arith.constant 0.0 : f32
    %count = arith.constant 1000.0 : f32
    emmy_loop.for parallel (%i) in (%ms) {
      %mean = emmy_loop.reduce (%r) in (1000) init(%zero : f32) {
        %e = emmy_loop.load %in[%i, %r] : memref<?x1000xf32>
        %s = arith.mulf %e, %e : f32
        emmy_loop.yield %s : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %f = arith.addf %a, %b : f32
        emmy_loop.yield %f : f32
      } finish {
      ^bb0(%a: f32):
        %f = arith.divf %a, %count : f32
        emmy_loop.yield %f : f32
      } -> (f32)
      %root = math.sqrt %mean : f32
      emmy_loop.for parallel (%j) in (1000) {
        %e = emmy_loop.load %in[%i, %j] : memref<?x1000xf32>
        %g = emmy_loop.load %weight[%j] : memref<1000xf32>
        %d = arith.divf %e, %root : f32
        %q = arith.mulf %d, %g : f32
        emmy_loop.store %q, %out[%i, %j] : memref<?x1000xf32>
      }
    }
  } loc("norm")
  %sums = emmy_loop.kernel ins(%y : tensor<?x?xf32, #emmy.dims<[m, n]>>) sizes(@m = %m, @n = %n) -> tensor<?xf32, #emmy.dims<[m]>> {
  ^bb0(%in: memref<?x?xf32>, %ms: index, %ns: index, %out: memref<?xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (%ms) {
      %sum = emmy_loop.reduce (%r) in (%ns) init(%zero : f32) {
        %e = emmy_loop.load %in[%i, %r] : memref<?x?xf32>
        %s = emmy.apply exp(%e) : (f32) -> f32
        emmy_loop.yield %s : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %f = arith.addf %a, %b : f32
        emmy_loop.yield %f : f32
      }
      emmy_loop.store %sum, %out[%i] : memref<?xf32>
    }
  } loc("sums")
  %columns = emmy_loop.kernel ins(%y : tensor<?x?xf32, #emmy.dims<[m, n]>>) sizes(@m = %m, @n = %n) -> tensor<?xf32, #emmy.dims<[n]>> {
  ^bb0(%in: memref<?x?xf32>, %ms: index, %ns: index, %out: memref<?xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%j) in (%ns) {
      %sum = emmy_loop.reduce (%r) in (%ms) init(%zero : f32) {
        %e = emmy_loop.load %in[%r, %j] : memref<?x?xf32>
        emmy_loop.yield %e : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %f = arith.addf %a, %b : f32
        emmy_loop.yield %f : f32
      }
      emmy_loop.store %sum, %out[%j] : memref<?xf32>
    }
  } loc("columns")
  %argmax = emmy_loop.kernel ins(%z : tensor<20x12xf16>) -> tensor<20xi64> {
  ^bb0(%in: memref<20x12xf16>, %out: memref<20xi64>):
    %lowest = arith.constant 0xFC00 : f16
    %none = arith.constant 9223372036854775807 : i64
    emmy_loop.for parallel (%i) in (20) {
      %max, %at = emmy_loop.reduce (%r) in (12) init(%lowest, %none : f16, i64) {
        %e = emmy_loop.load %in[%i, %r] : memref<20x12xf16>
        %k = arith.index_cast %r : index to i64
        emmy_loop.yield %e, %k : f16, i64
      } combine {
      ^bb0(%a: f16, %ai: i64, %b: f16, %bi: i64):
        %greater = arith.cmpf ogt, %a, %b : f16
        %equal = arith.cmpf oeq, %a, %b : f16
        %before = arith.cmpi slt, %ai, %bi : i64
        %tie = arith.andi %equal, %before : i1
        %left = arith.ori %greater, %tie : i1
        %v = arith.select %left, %a, %b : f16
        %k = arith.select %left, %ai, %bi : i64
        emmy_loop.yield %v, %k : f16, i64
      }
      emmy_loop.store %at, %out[%i] : memref<20xi64>
    }
  } loc("argmax")
  %total = emmy_loop.kernel ins(%y : tensor<?x?xf32, #emmy.dims<[m, n]>>) sizes(@m = %m, @n = %n) -> tensor<f32> {
  ^bb0(%in: memref<?x?xf32>, %ms: index, %ns: index, %out: memref<f32>):
    %zero = arith.constant 0.0 : f32
    %sum = emmy_loop.reduce (%i, %j) in (%ms, %ns) init(%zero : f32) {
      %e = emmy_loop.load %in[%i, %j] : memref<?x?xf32>
      emmy_loop.yield %e : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      %f = arith.addf %a, %b : f32
      emmy_loop.yield %f : f32
    }
    emmy_loop.store %sum, %out[] : memref<f32>
  } loc("total")
  %prefix = emmy_loop.kernel ins(%y : tensor<?x?xf32, #emmy.dims<[m, n]>>) sizes(@m = %m, @n = %n) -> tensor<?x?xf32, #emmy.dims<[m, n]>> {
  ^bb0(%in: memref<?x?xf32>, %ms: index, %ns: index, %out: memref<?x?xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (%ms) {
      emmy_loop.scan (%r) in (%ns) init(%zero : f32) {
        %e = emmy_loop.load %in[%i, %r] : memref<?x?xf32>
        emmy_loop.yield %e : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %f = arith.addf %a, %b : f32
        emmy_loop.yield %f : f32
      } emit {
      ^bb0(%j: index, %p: f32):
        emmy_loop.store %p, %out[%i, %j] : memref<?x?xf32>
      }
    }
  } loc("prefix")
  %halves = emmy_loop.kernel ins(%z : tensor<20x12xf16>) -> tensor<20x6xf32> {
  ^bb0(%in: memref<20x12xf16>, %out: memref<20x6xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (20) {
      %sum = emmy_loop.reduce (%r) in (6) init(%zero : f32) {
        %e = emmy_loop.load %in[%i, %r + 6] : memref<20x12xf16>
        %s = arith.extf %e : f16 to f32
        emmy_loop.yield %s : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %f = arith.addf %a, %b : f32
        emmy_loop.yield %f : f32
      }
      emmy_loop.for parallel (%j) in (6) {
        %e = emmy_loop.load %in[%i, %j] : memref<20x12xf16>
        %g = emmy_loop.load %in[%i, %j + 6] : memref<20x12xf16>
        %s = arith.extf %e : f16 to f32
        %t = arith.extf %g : f16 to f32
        %u = arith.mulf %s, %t : f32
        %q = arith.addf %u, %sum : f32
        emmy_loop.store %q, %out[%i, %j] : memref<20x6xf32>
      }
    }
  } loc("halves")
  return %softmax, %norm, %sums, %columns, %argmax, %total, %prefix, %halves
      : tensor<?x1000xf32, #emmy.dims<[m, 1000]>>, tensor<?x1000xf32, #emmy.dims<[m, 1000]>>, tensor<?xf32, #emmy.dims<[m]>>,
        tensor<?xf32, #emmy.dims<[n]>>, tensor<20xi64>, tensor<f32>, tensor<?x?xf32, #emmy.dims<[m, n]>>, tensor<20x6xf32>
}
