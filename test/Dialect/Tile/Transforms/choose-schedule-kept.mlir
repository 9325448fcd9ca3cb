// RUN: emmy-opt %s --emmy-tile-choose-schedule="overrides=threads=64" | FileCheck %s

// A schedule that is written stays, whatever the options say, and a kernel in scheduled form gets none; the others are chosen.
// CHECK-LABEL: func.func @kept
// CHECK: schedule = #emmy_tile.schedule<threads = 32, axes = [i0 = [block, thread 16]]>
// CHECK: attributes {threads = 8 : i64} {
// CHECK: schedule = #emmy_tile.schedule<threads = 64,
func.func @kept(%x: tensor<96xf32>) -> tensor<96xf32> {
  %a = emmy_tile.kernel ins(%x : tensor<96xf32>) -> tensor<96xf32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [i0 = [block, thread 16]]>} {
  ^bb0(%in: memref<96xf32>, %out: memref<96xf32>):
    emmy_tile.for parallel (%i) in (96) {
      %v = emmy_tile.load %in[%i] : memref<96xf32>
      emmy_tile.store %v, %out[%i] : memref<96xf32>
    }
  }
  %b = emmy_tile.kernel ins(%a : tensor<96xf32>) -> tensor<96xf32> attributes {threads = 8 : i64} {
  ^bb0(%in: memref<96xf32>, %out: memref<96xf32>):
    emmy_tile.for block (%b) in (12) {
      emmy_tile.for thread (%t) in (8) stride [1] {
        %v = emmy_tile.load %in[%b * 8 + %t] : memref<96xf32>
        emmy_tile.store %v, %out[%b * 8 + %t] : memref<96xf32>
      }
    }
  }
  %c = emmy_tile.kernel ins(%b : tensor<96xf32>) -> tensor<96xf32> {
  ^bb0(%in: memref<96xf32>, %out: memref<96xf32>):
    emmy_tile.for parallel (%i) in (96) {
      %v = emmy_tile.load %in[%i] : memref<96xf32>
      emmy_tile.store %v, %out[%i] : memref<96xf32>
    }
  }
  return %c : tensor<96xf32>
}
