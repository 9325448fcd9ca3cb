// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// A kernel as it comes from the loop level: nothing is bound, and a buffer on chip has no place yet.
// CHECK-LABEL: func.func @kernel
func.func @kernel(%x: tensor<4x3xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x3xi1>) {
  // CHECK: emmy_tile.kernel ins(%{{.*}}, %{{.*}} : tensor<4x3xf32>, tensor<4xf32>) -> (tied(1) tensor<4xf32>, tensor<4x3xi1>) {
  %r:2 = emmy_tile.kernel ins(%x, %y : tensor<4x3xf32>, tensor<4xf32>) -> (tied(1) tensor<4xf32>, tensor<4x3xi1>) {
  ^bb0(%in: memref<4x3xf32>, %out: memref<4xf32>, %flags: memref<4x3xi8>):
    %zero = arith.constant 0.0 : f32
    // CHECK: emmy_tile.alloc : memref<3xf32>
    %local = emmy_tile.alloc : memref<3xf32>
    emmy_tile.for parallel (%i) in (4) {
      // CHECK: emmy_tile.reduce (%{{.*}}) in (3) init(%{{.*}} : f32) {
      %s = emmy_tile.reduce (%r) in (3) init(%zero : f32) {
        %v = emmy_tile.load %in[%i, %r - 1] if (%r - 1 >= 0) else %zero : memref<4x3xf32>
        emmy_tile.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      // CHECK: } finish {
      } finish {
      ^bb0(%a: f32):
        %c = arith.negf %a : f32
        emmy_tile.yield %c : f32
      } -> (f32)
      emmy_tile.store %s, %out[%i] : memref<4xf32>
      // CHECK: emmy_tile.scan reverse (%{{.*}}) in (3) init(%{{.*}} : f32) {
      emmy_tile.scan reverse (%r) in (3) init(%zero : f32) {
        %v = emmy_tile.load %in[%i, %r] : memref<4x3xf32>
        emmy_tile.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      // CHECK: } emit {
      } emit {
      ^bb0(%j: index, %p: f32):
        %positive = arith.cmpf ogt, %p, %zero : f32
        emmy_tile.store %positive, %flags[%i, %j] : i1, memref<4x3xi8>
      }
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4x3xi1>
}
