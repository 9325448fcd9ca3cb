// RUN: emmy-opt %s --emmy-convert-loop-to-tile | FileCheck %s
// RUN: emmy-opt %s --emmy-convert-loop-to-tile --emmy-convert-loop-to-tile | FileCheck %s

// Every operation of a loop kernel becomes the tile operation of the same form.
// CHECK-NOT: emmy_loop
// CHECK-LABEL: func.func @kernel
func.func @kernel(%x: tensor<4x3xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x3xi1>) {
  // CHECK: emmy_tile.kernel ins(%{{.*}}, %{{.*}} : tensor<4x3xf32>, tensor<4xf32>) -> (tied(1) tensor<4xf32>, tensor<4x3xi1>) {
  %r:2 = emmy_loop.kernel ins(%x, %y : tensor<4x3xf32>, tensor<4xf32>) -> (tied(1) tensor<4xf32>, tensor<4x3xi1>) {
  ^bb0(%in: memref<4x3xf32>, %out: memref<4xf32>, %flags: memref<4x3xi8>):
    %zero = arith.constant 0.0 : f32
    // CHECK: emmy_tile.alloc : memref<3xf32>
    %local = emmy_loop.local : memref<3xf32>
    // CHECK: emmy_tile.for parallel
    emmy_loop.for parallel (%i) in (4) {
      // CHECK: emmy_tile.reduce (
      %s = emmy_loop.reduce (%r) in (3) init(%zero : f32) {
        // CHECK: emmy_tile.load {{.*}} if {{.*}} else
        %v = emmy_loop.load %in[%i, %r - 1] if (%r - 1 >= 0) else %zero : memref<4x3xf32>
        // CHECK: emmy_tile.yield
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_loop.yield %c : f32
      } finish {
      ^bb0(%a: f32):
        %c = arith.negf %a : f32
        emmy_loop.yield %c : f32
      } -> (f32)
      // CHECK: emmy_tile.store
      emmy_loop.store %s, %out[%i] : memref<4xf32>
      // CHECK: emmy_tile.scan reverse
      emmy_loop.scan reverse (%r) in (3) init(%zero : f32) {
        %v = emmy_loop.load %in[%i, %r] : memref<4x3xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_loop.yield %c : f32
      } emit {
      ^bb0(%j: index, %p: f32):
        %positive = arith.cmpf ogt, %p, %zero : f32
        emmy_loop.store %positive, %flags[%i, %j] : i1, memref<4x3xi8>
      }
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4x3xi1>
}
