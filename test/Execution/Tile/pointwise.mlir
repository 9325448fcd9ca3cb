// RUN: %python %S/Inputs/pointwise.py %s

// Pointwise kernels as blocks, threads and vectors, executed in order: static and dynamic extents, guards, gathers, bools, casts, scalars
// computed from sizes, and two nests in one kernel.
emmy.symbol @m
emmy.symbol @n
func.func @main(%x: tensor<?x?xf32, #emmy.dims<[m, n]>> {emmy.name = "x"}, %w: tensor<3x40xf32> {emmy.name = "w"},
                %p: tensor<5xi64> {emmy.name = "p"})
    -> (tensor<?x?xf32, #emmy.dims<[m, n]>> {emmy.name = "scaled"}, tensor<3x20xf32> {emmy.name = "gated"},
        tensor<?x?xi1, #emmy.dims<[m, n]>> {emmy.name = "positive"}, tensor<5x40xf32> {emmy.name = "gathered"},
        tensor<3x42xf16> {emmy.name = "padded"}, tensor<40xf32> {emmy.name = "first"}, tensor<7x3xf32> {emmy.name = "second"}) {
  %m = emmy.size @m
  %n = emmy.size @n
  %scaled = emmy_loop.kernel ins(%x : tensor<?x?xf32, #emmy.dims<[m, n]>>) sizes(@m = %m, @n = %n)
      -> tensor<?x?xf32, #emmy.dims<[m, n]>> {
  ^bb0(%in: memref<?x?xf32>, %ms: index, %ns: index, %out: memref<?x?xf32>):
    emmy_loop.for parallel (%i, %j) in (%ms, %ns) {
      %v = emmy_loop.load %in[%i, %j] : memref<?x?xf32>
      %k = arith.index_cast %j : index to i32
      %f = arith.sitofp %k : i32 to f32
      %s = arith.mulf %v, %f : f32
      emmy_loop.store %s, %out[%i, %j] : memref<?x?xf32>
    }
  } loc("scaled")
  %gated = emmy_loop.kernel ins(%w : tensor<3x40xf32>) -> tensor<3x20xf32> {
  ^bb0(%in: memref<3x40xf32>, %out: memref<3x20xf32>):
    emmy_loop.for parallel (%i, %j) in (3, 20) {
      %a = emmy_loop.load %in[%i, %j] : memref<3x40xf32>
      %b = emmy_loop.load %in[%i, %j + 20] : memref<3x40xf32>
      %s = arith.mulf %a, %b : f32
      emmy_loop.store %s, %out[%i, %j] : memref<3x20xf32>
    }
  } loc("gated")
  %positive = emmy_loop.kernel ins(%x : tensor<?x?xf32, #emmy.dims<[m, n]>>) sizes(@m = %m, @n = %n)
      -> tensor<?x?xi1, #emmy.dims<[m, n]>> {
  ^bb0(%in: memref<?x?xf32>, %ms: index, %ns: index, %out: memref<?x?xi8>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i, %j) in (%ms, %ns) {
      %v = emmy_loop.load %in[%i, %j] : memref<?x?xf32>
      %s = arith.cmpf ogt, %v, %zero : f32
      emmy_loop.store %s, %out[%i, %j] : i1, memref<?x?xi8>
    }
  } loc("positive")
  %gathered = emmy_loop.kernel ins(%w, %p : tensor<3x40xf32>, tensor<5xi64>) -> tensor<5x40xf32> {
  ^bb0(%in: memref<3x40xf32>, %at: memref<5xi64>, %out: memref<5x40xf32>):
    emmy_loop.for parallel (%i, %j) in (5, 40) {
      %k = emmy_loop.load %at[%i] : memref<5xi64>
      %row = arith.index_cast %k : i64 to index
      %v = emmy_loop.load %in[%row, %j] : memref<3x40xf32>
      emmy_loop.store %v, %out[%i, %j] : memref<5x40xf32>
    }
  } loc("gathered")
  %padded = emmy_loop.kernel ins(%w : tensor<3x40xf32>) -> tensor<3x42xf16> {
  ^bb0(%in: memref<3x40xf32>, %out: memref<3x42xf16>):
    %one = arith.constant 1.0 : f32
    emmy_loop.for parallel (%i, %j) in (3, 42) {
      %v = emmy_loop.load %in[%i, %j - 1] if (%j - 1 >= 0, 40 - %j >= 0) else %one : memref<3x40xf32>
      %h = arith.truncf %v : f32 to f16
      emmy_loop.store %h, %out[%i, %j] : memref<3x42xf16>
    }
  } loc("padded")
  %two:2 = emmy_loop.kernel ins(%w : tensor<3x40xf32>) -> (tensor<40xf32>, tensor<7x3xf32>) {
  ^bb0(%in: memref<3x40xf32>, %first: memref<40xf32>, %second: memref<7x3xf32>):
    emmy_loop.for parallel (%j) in (40) {
      %v = emmy_loop.load %in[1, %j] : memref<3x40xf32>
      emmy_loop.store %v, %first[%j] : memref<40xf32>
    }
    emmy_loop.for parallel (%i, %j) in (7, 3) {
      %v = emmy_loop.load %in[%j, %i * 2] : memref<3x40xf32>
      emmy_loop.store %v, %second[%i, %j] : memref<7x3xf32>
    }
  } loc("two")
  return %scaled, %gated, %positive, %gathered, %padded, %two#0, %two#1
      : tensor<?x?xf32, #emmy.dims<[m, n]>>, tensor<3x20xf32>, tensor<?x?xi1, #emmy.dims<[m, n]>>, tensor<5x40xf32>,
        tensor<3x42xf16>, tensor<40xf32>, tensor<7x3xf32>
}
