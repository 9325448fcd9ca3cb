// RUN: emmy-opt %s --emmy-tile-choose-schedule="target=sm_90 overrides=family=contraction,threads=128" --verify-diagnostics
// RUN: emmy-opt %s --emmy-tile-choose-schedule="target=sm_90 overrides=family=contraction,threads=256" | FileCheck %s

// CHECK-LABEL: func.func @threads
// CHECK: threads = 256
// A tile of results has 256 threads.
func.func @threads(%l: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'contraction' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l, %w : tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %wb: memref<64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i, %j) in (64, 64) {
      %s = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %lb[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %wb[%r, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      emmy_tile.store %s, %out[%i, %j] : memref<64x64xf32>
    }
  }
  return %z : tensor<64x64xf32>
}
