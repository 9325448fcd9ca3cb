// RUN: emmy-opt %s --emmy-convert-loop-to-tile --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// Each operation stays where it came from.
// CHECK: emmy_tile.kernel
// CHECK: emmy_tile.for
// CHECK: emmy_tile.load {{.*}} loc("model.py":3:1)
// CHECK: emmy_tile.store {{.*}} loc("model.py":4:1)
// CHECK: } loc("model.py":2:1)
// CHECK: } loc("copy"("model.py":1:1))
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%in: memref<4xf32>, %out: memref<4xf32>):
    emmy_loop.for parallel (%i) in (4) {
      %v = emmy_loop.load %in[%i] : memref<4xf32> loc("model.py":3:1)
      emmy_loop.store %v, %out[%i] : memref<4xf32> loc("model.py":4:1)
    } loc("model.py":2:1)
  } loc("copy"("model.py":1:1))
  return %y : tensor<4xf32>
}
