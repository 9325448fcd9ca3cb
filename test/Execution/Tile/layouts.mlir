// RUN: %python %S/Inputs/layouts.py %s

// Changes of layout through shared memory, static and dynamic, with a batch and with another operand; buffers on chip of one thread and
// of a block; loops that run in order beside parallel ones.
emmy.symbol @m
emmy.symbol @n
func.func @main(%x: tensor<?x?xf32, #emmy.dims<[m, n]>> {emmy.name = "x"}, %y: tensor<3x40x33xf16> {emmy.name = "y"},
                %z: tensor<3x33x40xf16> {emmy.name = "z"}, %f: tensor<40x33xi1> {emmy.name = "f"}, %p: tensor<6xi64> {emmy.name = "p"})
    -> (tensor<?x?xf32, #emmy.dims<[n, m]>> {emmy.name = "transposed"}, tensor<3x33x40xf16> {emmy.name = "added"},
        tensor<33x40xi1> {emmy.name = "flags"}, tensor<4x6xi64> {emmy.name = "local"}, tensor<6xi64> {emmy.name = "shared"}, tensor<5xi64> {emmy.name = "scattered"}) {
  %m = emmy.size @m
  %n = emmy.size @n
  %transposed = emmy_loop.kernel ins(%x : tensor<?x?xf32, #emmy.dims<[m, n]>>) sizes(@m = %m, @n = %n) -> tensor<?x?xf32, #emmy.dims<[n, m]>> {
  ^bb0(%in: memref<?x?xf32>, %ms: index, %ns: index, %out: memref<?x?xf32>):
    emmy_loop.for parallel (%i, %j) in (%ns, %ms) {
      %v = emmy_loop.load %in[%j, %i] : memref<?x?xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i, %j] : memref<?x?xf32>
    }
  } loc("transposed")
  %added = emmy_loop.kernel ins(%y, %z : tensor<3x40x33xf16>, tensor<3x33x40xf16>) -> tensor<3x33x40xf16> {
  ^bb0(%in: memref<3x40x33xf16>, %other: memref<3x33x40xf16>, %out: memref<3x33x40xf16>):
    emmy_loop.for parallel (%c, %i, %j) in (3, 33, 40) {
      %v = emmy_loop.load %in[%c, %j, %i] : memref<3x40x33xf16>
      %w = emmy_loop.load %other[%c, %i, %j] : memref<3x33x40xf16>
      %s = arith.addf %v, %w : f16
      emmy_loop.store %s, %out[%c, %i, %j] : memref<3x33x40xf16>
    }
  } loc("added")
  %flags = emmy_loop.kernel ins(%f : tensor<40x33xi1>) -> tensor<33x40xi1> {
  ^bb0(%in: memref<40x33xi8>, %out: memref<33x40xi8>):
    emmy_loop.for parallel (%i, %j) in (33, 40) {
      %v = emmy_loop.load %in[%j, %i] : memref<40x33xi8> -> i1
      emmy_loop.store %v, %out[%i, %j] : i1, memref<33x40xi8>
    }
  } loc("flags")
  %local = emmy_loop.kernel ins(%p : tensor<6xi64>) -> tensor<4x6xi64> {
  ^bb0(%in: memref<6xi64>, %out: memref<4x6xi64>):
    emmy_loop.for parallel (%i) in (4) {
      %row = emmy_loop.local : memref<6xi64>
      %k = arith.index_cast %i : index to i64
      emmy_loop.for parallel (%j) in (6) {
        %v = emmy_loop.load %in[%j] : memref<6xi64>
        %w = arith.muli %v, %k : i64
        emmy_loop.store %w, %row[%j] : memref<6xi64>
      }
      emmy_loop.for parallel (%j) in (6) {
        %v = emmy_loop.load %row[-%j + 5] : memref<6xi64>
        emmy_loop.store %v, %out[%i, %j] : memref<4x6xi64>
      }
    }
  } loc("local")
  %shared = emmy_loop.kernel ins(%p : tensor<6xi64>) -> tensor<6xi64> {
  ^bb0(%in: memref<6xi64>, %out: memref<6xi64>):
    %row = emmy_loop.local : memref<6xi64>
    emmy_loop.for parallel (%j) in (6) {
      %v = emmy_loop.load %in[%j] : memref<6xi64>
      emmy_loop.store %v, %row[%j] : memref<6xi64>
    }
    emmy_loop.for parallel (%j) in (6) {
      %v = emmy_loop.load %row[-%j + 5] : memref<6xi64>
      emmy_loop.store %v, %out[%j] : memref<6xi64>
    }
  } loc("shared")
  // The last of equal targets wins: the loop runs in order, after the one that writes everything.
  %scattered = emmy_loop.kernel ins(%p : tensor<6xi64>) -> tensor<5xi64> {
  ^bb0(%in: memref<6xi64>, %out: memref<5xi64>):
    %none = arith.constant -1 : i64
    emmy_loop.for parallel (%j) in (5) {
      emmy_loop.store %none, %out[%j] : memref<5xi64>
    }
    emmy_loop.for sequential (%j) in (6) {
      %v = emmy_loop.load %in[%j] : memref<6xi64>
      %at = arith.index_cast %v : i64 to index
      %w = emmy_loop.load %out[%at] : memref<5xi64>
      %k = arith.index_cast %j : index to i64
      %s = arith.addi %w, %k : i64
      emmy_loop.store %s, %out[%at] : memref<5xi64>
    }
  } loc("scattered")
  return %transposed, %added, %flags, %local, %shared, %scattered
      : tensor<?x?xf32, #emmy.dims<[n, m]>>, tensor<3x33x40xf16>, tensor<33x40xi1>, tensor<4x6xi64>, tensor<6xi64>, tensor<5xi64>
}
