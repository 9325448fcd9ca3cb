// RUN: emmy-opt --emmy-loop-simplify %s | FileCheck %s

// Equal loads of a buffer that nothing writes are shared across depths, invariant code leaves loops, unused operands go.
// CHECK-LABEL: func.func @share
// CHECK: emmy_loop.kernel ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
func.func @share(%x: tensor<4xf32>, %y: tensor<4x8xf32>, %unused: tensor<3xf32>) -> tensor<4x8xf32> {
  %r = emmy_loop.kernel ins(%x, %y, %unused : tensor<4xf32>, tensor<4x8xf32>, tensor<3xf32>) -> tensor<4x8xf32> {
  ^bb0(%xb: memref<4xf32>, %yb: memref<4x8xf32>, %ub: memref<3xf32>, %ob: memref<4x8xf32>):
    // CHECK: emmy_loop.for parallel (%i0) in (4) {
    // CHECK-NEXT: %[[A:.*]] = emmy_loop.load %in0[%i0]
    // CHECK-NEXT: %[[N:.*]] = arith.negf %[[A]]
    // CHECK-NEXT: emmy_loop.for parallel (%i1) in (8) {
    // CHECK-NEXT: %[[B:.*]] = emmy_loop.load %in1[%i0, %i1]
    // CHECK-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[N]]
    // CHECK-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[A]]
    // CHECK-NEXT: emmy_loop.store %[[T]]
    emmy_loop.for parallel (%i) in (4) {
      %a = emmy_loop.load %xb[%i] : memref<4xf32>
      emmy_loop.for parallel (%j) in (8) {
        %b = emmy_loop.load %yb[%i, %j] if (%j >= 0) else %a : memref<4x8xf32>
        %n = arith.negf %a : f32
        %s = arith.addf %b, %n : f32
        %c = emmy_loop.load %xb[%i + 0] : memref<4xf32>
        %t = arith.addf %s, %c : f32
        emmy_loop.store %t, %ob[%i, %j] : memref<4x8xf32>
      }
    }
  }
  return %r : tensor<4x8xf32>
}

// A buffer that is written is read again.
// CHECK-LABEL: func.func @written
// CHECK-COUNT-2: emmy_loop.load %in0
func.func @written(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tied(0) tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>):
    emmy_loop.for sequential (%i) in (4) {
      %a = emmy_loop.load %xb[0] : memref<4xf32>
      emmy_loop.store %a, %xb[%i] : memref<4xf32>
      %b = emmy_loop.load %xb[0] : memref<4xf32>
      emmy_loop.store %b, %xb[%i] : memref<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// The index of a prefix is an axis, too: its range drops the remainder.
// CHECK-LABEL: func.func @prefix
// CHECK: } emit {
// CHECK-NEXT: ^bb0(%[[I:.*]]: index, %[[P:.*]]: f32):
// CHECK-NEXT: %[[V:.*]] = emmy_loop.load %{{.*}}[%[[I]]] : memref<8xf32>
func.func @prefix(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.scan (%r) in (8) init(%zero : f32) {
      %v = emmy_loop.load %in[%r] : memref<8xf32>
      emmy_loop.yield %v : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      emmy_loop.yield %s : f32
    } emit {
    ^bb0(%i: index, %p: f32):
      %v = emmy_loop.load %in[%i mod 8] : memref<8xf32>
      %d = arith.subf %p, %v : f32
      emmy_loop.store %d, %out[%i] : memref<8xf32>
    }
  }
  return %y : tensor<8xf32>
}
