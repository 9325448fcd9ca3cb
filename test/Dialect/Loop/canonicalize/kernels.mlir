// RUN: emmy-opt %s --cse --canonicalize --loop-invariant-code-motion | FileCheck %s

// Kernels are values: one that nobody uses goes, equal ones are one, constants stay inside.
// CHECK-LABEL: func.func @kernels
func.func @kernels(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[Y:.*]] = emmy_loop.kernel
  %unused = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>, %yb: memref<4xf32>):
    %c = arith.constant 1.0 : f32
    emmy_loop.store %c, %yb[0] : memref<4xf32>
  }
  %a = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>, %yb: memref<4xf32>):
    // CHECK: arith.constant 2.0
    %c = arith.constant 2.0 : f32
    emmy_loop.for parallel (%i) in (4) {
      emmy_loop.store %c, %yb[%i] : memref<4xf32>
    }
  }
  // CHECK-NOT: emmy_loop.kernel
  %b = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>, %yb: memref<4xf32>):
    %c = arith.constant 2.0 : f32
    emmy_loop.for parallel (%i) in (4) {
      emmy_loop.store %c, %yb[%i] : memref<4xf32>
    }
  }
  // CHECK: return %[[Y]], %[[Y]]
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// Inside, equal loads with no write between are one, code that does not change leaves its loop, a reduction that nobody uses goes.
// CHECK-LABEL: func.func @inside
func.func @inside(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<4xf32> {
  %y = emmy_loop.kernel ins(%x, %s : tensor<4xf32>, tensor<f32>) -> tensor<4xf32> {
  // CHECK: ^bb0(%[[X:.*]]: memref<4xf32>, %[[S:.*]]: memref<f32>, %[[Y:.*]]: memref<4xf32>):
  ^bb0(%xb: memref<4xf32>, %sb: memref<f32>, %yb: memref<4xf32>):
    %zero = arith.constant 0.0 : f32
    // CHECK: %[[V:.*]] = emmy_loop.load %[[S]][] : memref<f32>
    %v = emmy_loop.load %sb[] : memref<f32>
    // CHECK: %[[W:.*]] = arith.mulf %[[V]], %[[V]]
    // CHECK-NEXT: emmy_loop.for
    emmy_loop.for parallel (%i) in (4) {
      %w = arith.mulf %v, %v : f32
      // CHECK-NEXT: %[[A:.*]] = emmy_loop.load %[[X]][%{{.*}}]
      %a = emmy_loop.load %xb[%i] : memref<4xf32>
      %b = emmy_loop.load %xb[%i] : memref<4xf32>
      // CHECK-NEXT: arith.addf %[[A]], %[[A]]
      %c = arith.addf %a, %b : f32
      %d = arith.addf %c, %w : f32
      // CHECK-NOT: emmy_loop.reduce
      %unused = emmy_loop.reduce (%r) in (4) init(%zero : f32) {
        %e = emmy_loop.load %xb[%r] : memref<4xf32>
        emmy_loop.yield %e : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %t = arith.addf %p, %q : f32
        emmy_loop.yield %t : f32
      }
      emmy_loop.store %d, %yb[%i] : memref<4xf32>
    }
  }
  return %y : tensor<4xf32>
}
