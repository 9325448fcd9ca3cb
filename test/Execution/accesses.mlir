// RUN: %python %S/Inputs/accesses.py %s loop tile

// Guards, else values, bools in bytes, data-dependent indices, semi-affine maps with negative numerators, intermediate results.
emmy.symbol @n
func.func @main(%x: tensor<?xf32, #emmy.dims<[n]>>, %m: tensor<?xi1, #emmy.dims<[n]>>, %p: tensor<5xi64>)
    -> (tensor<?xf32, #emmy.dims<[n + 2]>> {emmy.name = "padded"}, tensor<?xi1, #emmy.dims<[n]>> {emmy.name = "flipped"},
        tensor<5xf32> {emmy.name = "gathered"}, tensor<9x3xi64> {emmy.name = "divided"}) {
  %n = emmy.size @n
  %pad, %f = emmy_loop.kernel ins(%x, %m : tensor<?xf32, #emmy.dims<[n]>>, tensor<?xi1, #emmy.dims<[n]>>) sizes(@n = %n)
      -> (tensor<?xf32, #emmy.dims<[n + 2]>>, tensor<?xi1, #emmy.dims<[n]>>) {
  ^bb0(%xb: memref<?xf32>, %mb: memref<?xi8>, %ns: index, %pb: memref<?xf32>, %fb: memref<?xi8>):
    %c2 = arith.constant 2 : index
    %end = arith.addi %ns, %c2 : index
    %fill = arith.constant -1.0 : f32
    %true = arith.constant true
    emmy_loop.for parallel (%i) in (%end) {
      %v = emmy_loop.load %xb[%i - 1] if (%i - 1 >= 0, symbol(%ns) - %i >= 0) else %fill : memref<?xf32>
      emmy_loop.store %v, %pb[%i] : memref<?xf32>
      // Stores of the same loop under a guard of their own.
      %b = emmy_loop.load %mb[symbol(%ns) - 1 - %i] if (symbol(%ns) - 1 - %i >= 0) else %true : memref<?xi8> -> i1
      %c = arith.xori %b, %true : i1
      emmy_loop.store %c, %fb[%i] if (symbol(%ns) - 1 - %i >= 0) : i1, memref<?xi8>
    }
  }
  %g = emmy_loop.kernel ins(%pad, %p : tensor<?xf32, #emmy.dims<[n + 2]>>, tensor<5xi64>) sizes(@n = %n) -> tensor<5xf32> {
  ^bb0(%pb: memref<?xf32>, %ib: memref<5xi64>, %ns: index, %gb: memref<5xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (5) {
      %k = emmy_loop.load %ib[%i] : memref<5xi64>
      %index = arith.index_cast %k : i64 to index
      %v = emmy_loop.load %pb[%index] if (%index >= 0, symbol(%ns) + 1 - %index >= 0) else %zero : memref<?xf32>
      emmy_loop.store %v, %gb[%i] : memref<5xf32>
    }
  }
  // Quotients of -4 .. 4 by a constant and by a symbol, written where a map of the same kind says.
  %d = emmy_loop.kernel sizes(@n = %n) -> tensor<9x3xi64> {
  ^bb0(%ns: index, %db: memref<9x3xi64>):
    %table = emmy_loop.local : memref<32xi64>
    emmy_loop.for sequential (%i) in (32) {
      %v = arith.index_cast %i : index to i64
      emmy_loop.store %v, %table[%i] : memref<32xi64>
    }
    emmy_loop.for parallel (%i) in (9) {
      %a = emmy_loop.load %table[(%i - 4) floordiv symbol(%ns) + 8] : memref<32xi64>
      emmy_loop.store %a, %db[%i, 0] : memref<9x3xi64>
      %b = emmy_loop.load %table[(%i - 4) mod symbol(%ns) + 8] : memref<32xi64>
      emmy_loop.store %b, %db[%i, 1] : memref<9x3xi64>
      %c = emmy_loop.load %table[(%i - 4) ceildiv 3 + 8] : memref<32xi64>
      emmy_loop.store %c, %db[%i, 2] : memref<9x3xi64>
    }
  }
  return %pad, %f, %g, %d : tensor<?xf32, #emmy.dims<[n + 2]>>, tensor<?xi1, #emmy.dims<[n]>>, tensor<5xf32>, tensor<9x3xi64>
}
