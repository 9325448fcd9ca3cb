// RUN: emmy-opt --emmy-convert-loop-to-tile --emmy-tile-choose-schedule --emmy-tile-apply-schedule --emmy-convert-tile-to-kernel %s | FileCheck %s

// A scalar that is nothing but a coordinate lies in its dim, so 32 bits hold every place; one that is added to may lie anywhere.
// Kernels that say the same are one function.
module attributes {emmy.target = "sm_90"} {
  // CHECK: emmy_kernel.func @k_kernel({{.*}}: i32, %{{.*}})
  // CHECK: emmy_kernel.func @k_kernel_1({{.*}}: i64, %{{.*}})
  // CHECK-NOT: emmy_kernel.func
  func.func @main(%x: tensor<4x9xf32>) -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %a = emmy_loop.kernel ins(%x : tensor<4x9xf32>) scalars(%c1 : index) -> (tensor<9xf32>) {
    ^bb0(%in: memref<4x9xf32>, %row: index, %out: memref<9xf32>):
      emmy_loop.for parallel (%i) in (9) {
        %v = emmy_loop.load %in[%row, %i] : memref<4x9xf32>
        emmy_loop.store %v, %out[%i] : memref<9xf32>
      }
    }
    %b = emmy_loop.kernel ins(%x : tensor<4x9xf32>) scalars(%c2 : index) -> (tensor<9xf32>) {
    ^bb0(%in: memref<4x9xf32>, %row: index, %out: memref<9xf32>):
      emmy_loop.for parallel (%i) in (9) {
        %v = emmy_loop.load %in[%row, %i] : memref<4x9xf32>
        emmy_loop.store %v, %out[%i] : memref<9xf32>
      }
    }
    %c = emmy_loop.kernel ins(%x : tensor<4x9xf32>) scalars(%c1 : index) -> (tensor<9xf32>) {
    ^bb0(%in: memref<4x9xf32>, %row: index, %out: memref<9xf32>):
      emmy_loop.for parallel (%i) in (9) {
        %v = emmy_loop.load %in[%row + 1, %i] : memref<4x9xf32>
        emmy_loop.store %v, %out[%i] : memref<9xf32>
      }
    }
    return %a, %b, %c : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
  }
}
