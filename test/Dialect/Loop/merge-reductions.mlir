// RUN: emmy-opt --emmy-loop-merge-reductions %s | FileCheck %s
// RUN: emmy-opt --emmy-loop-merge-reductions --emmy-loop-merge-reductions %s | FileCheck %s

// One load feeds both components, each from its own init; a missing finish is the state itself.
// CHECK-LABEL: func.func @two
func.func @two(%x: tensor<4x9xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK-DAG: %[[LOW:.*]] = arith.constant 0xFF800000 : f32
  // CHECK: emmy_loop.for parallel (%[[I:.*]]) in (4)
  // CHECK: %[[R:.*]]:2 = emmy_loop.reduce (%[[J:.*]]) in (9) init(%[[ZERO]], %[[LOW]] : f32, f32) {
  // CHECK-NEXT: %[[V:.*]] = emmy_loop.load %{{.*}}[%[[I]], %[[J]]]
  // CHECK-NEXT: emmy_loop.yield %[[V]], %[[V]] : f32, f32
  // CHECK: ^bb0(%[[A0:.*]]: f32, %[[A1:.*]]: f32, %[[B0:.*]]: f32, %[[B1:.*]]: f32):
  // CHECK-DAG: %[[S:.*]] = arith.addf %[[A0]], %[[B0]] : f32
  // CHECK-DAG: %[[M:.*]] = emmy.apply maximum(%[[A1]], %[[B1]])
  // CHECK: emmy_loop.yield %[[S]], %[[M]] : f32, f32
  // CHECK: } finish {
  // CHECK: ^bb0(%[[F0:.*]]: f32, %[[F1:.*]]: f32):
  // CHECK: %[[D:.*]] = arith.divf %[[F0]], %{{.*}} : f32
  // CHECK: emmy_loop.yield %[[D]], %[[F1]] : f32, f32
  // CHECK-NOT: emmy_loop.reduce
  // CHECK: return
  %s, %m = emmy_loop.kernel ins(%x : tensor<4x9xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%in: memref<4x9xf32>, %sums: memref<4xf32>, %most: memref<4xf32>):
    %zero = arith.constant 0.0 : f32
    %low = arith.constant 0xFF800000 : f32
    %nine = arith.constant 9.0 : f32
    emmy_loop.for parallel (%i) in (4) {
      %a = emmy_loop.reduce (%r) in (9) init(%zero : f32) {
        %v = emmy_loop.load %in[%i, %r] : memref<4x9xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %t = arith.addf %p, %q : f32
        emmy_loop.yield %t : f32
      } finish {
      ^bb0(%p: f32):
        %d = arith.divf %p, %nine : f32
        emmy_loop.yield %d : f32
      } -> (f32)
      emmy_loop.store %a, %sums[%i] : memref<4xf32>
      %b = emmy_loop.reduce (%r) in (9) init(%low : f32) {
        %v = emmy_loop.load %in[%i, %r] : memref<4x9xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %t = emmy.apply maximum(%p, %q) : (f32, f32) -> f32
        emmy_loop.yield %t : f32
      }
      emmy_loop.store %b, %most[%i] : memref<4xf32>
    }
  }
  return %s, %m : tensor<4xf32>, tensor<4xf32>
}

// Not over one box; not of one element; and one that needs the other's result.
// CHECK-LABEL: func.func @apart
// CHECK-COUNT-4: emmy_loop.reduce
// CHECK: return
func.func @apart(%x: tensor<9x9xf32>) -> tensor<9xf32> {
  %s = emmy_loop.kernel ins(%x : tensor<9x9xf32>) -> tensor<9xf32> {
  ^bb0(%in: memref<9x9xf32>, %out: memref<9xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (9) {
      %a = emmy_loop.reduce (%r) in (9) init(%zero : f32) {
        %v = emmy_loop.load %in[%i, %r] : memref<9x9xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %t = arith.addf %p, %q : f32
        emmy_loop.yield %t : f32
      }
      %b = emmy_loop.reduce (%r) in (8) init(%zero : f32) {
        %v = emmy_loop.load %in[%i, %r] : memref<9x9xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %t = arith.addf %p, %q : f32
        emmy_loop.yield %t : f32
      }
      %c = emmy_loop.reduce (%r) in (9) init(%zero : f32) {
        %v = emmy_loop.load %in[%r, %i] : memref<9x9xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %t = arith.addf %p, %q : f32
        emmy_loop.yield %t : f32
      }
      %d = emmy_loop.reduce (%r) in (9) init(%zero : f32) {
        %v = emmy_loop.load %in[%i, %r] : memref<9x9xf32>
        %w = arith.subf %v, %a : f32
        emmy_loop.yield %w : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %t = arith.addf %p, %q : f32
        emmy_loop.yield %t : f32
      }
      %e = arith.addf %a, %b : f32
      %f = arith.addf %c, %d : f32
      %g = arith.addf %e, %f : f32
      emmy_loop.store %g, %out[%i] : memref<9xf32>
    }
  }
  return %s : tensor<9xf32>
}

// What is written through a tied operand is read where it was read.
// CHECK-LABEL: func.func @written
// CHECK-COUNT-2: emmy_loop.reduce
// CHECK: return
func.func @written(%x: tensor<9xf32>) -> tensor<9xf32> {
  %s = emmy_loop.kernel ins(%x : tensor<9xf32>) -> (tied(0) tensor<9xf32>) {
  ^bb0(%in: memref<9xf32>):
    %zero = arith.constant 0.0 : f32
    %a = emmy_loop.reduce (%r) in (9) init(%zero : f32) {
      %v = emmy_loop.load %in[%r] : memref<9xf32>
      emmy_loop.yield %v : f32
    } combine {
    ^bb0(%p: f32, %q: f32):
      %t = arith.addf %p, %q : f32
      emmy_loop.yield %t : f32
    }
    emmy_loop.store %a, %in[0] : memref<9xf32>
    %b = emmy_loop.reduce (%r) in (9) init(%zero : f32) {
      %v = emmy_loop.load %in[%r] : memref<9xf32>
      emmy_loop.yield %v : f32
    } combine {
    ^bb0(%p: f32, %q: f32):
      %t = arith.addf %p, %q : f32
      emmy_loop.yield %t : f32
    }
    emmy_loop.store %b, %in[1] : memref<9xf32>
  }
  return %s : tensor<9xf32>
}
