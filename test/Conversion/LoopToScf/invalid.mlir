// RUN: emmy-opt %s --emmy-convert-loop-to-scf --split-input-file --verify-diagnostics

// Everything that has no lowering is told at once, before anything is changed.
func.func @level(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-error @+1 {{expected emmy_loop.kernel, but got a kernel of another level}}
  %y = emmy_tile.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>, %yb: memref<4xf32>):
  }
  // expected-error @+1 {{expected emmy_loop.kernel, but got a kernel of another level}}
  %z = emmy_tile.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>, %yb: memref<4xf32>):
  }
  return %y, %z : tensor<4xf32>, tensor<4xf32>
}

// -----

// What runs on a GPU, and accesses of another level, are no scalar code.
func.func @body(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>, %yb: memref<4xf32>):
    emmy_loop.for parallel (%i) in (4) {
      // expected-error @+1 {{expected scalar code and operations of emmy_loop in a kernel, but got 'gpu.thread_id'}}
      %t = gpu.thread_id x
      // expected-error @+1 {{expected scalar code and operations of emmy_loop in a kernel, but got 'emmy_tile.load'}}
      %v = emmy_tile.load %xb[%i] : memref<4xf32>
      emmy_loop.store %v, %yb[%i] : memref<4xf32>
    }
  }
  return %y : tensor<4xf32>
}
