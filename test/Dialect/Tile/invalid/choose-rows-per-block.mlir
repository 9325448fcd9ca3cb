// RUN: emmy-opt %s --emmy-tile-choose-schedule="target=sm_90 overrides=family=rows,rows=1024" --verify-diagnostics
// RUN: emmy-opt %s --emmy-tile-choose-schedule="target=sm_90 overrides=family=rows,rows=4" | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK: i0 = [block, thread 4]
// Rows of more threads than a block has.
func.func @rows(%l: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'rows' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l : tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (64) {
      emmy_tile.for parallel (%j) in (64) {
        %v = emmy_tile.load %lb[%i, %j] : memref<64x64xf32>
        emmy_tile.store %v, %out[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return %z : tensor<64x64xf32>
}
