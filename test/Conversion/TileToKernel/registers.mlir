// RUN: emmy-opt --emmy-convert-tile-to-kernel %s | FileCheck %s

// Arrays of registers: one that lives in one block is its values; one that a loop carries stays an array.

module attributes {emmy.target = "sm_90"} {
  // The elements are read as they were written last.
  // CHECK-LABEL: emmy_kernel.func @k_
  // CHECK-NOT: emmy_kernel.local
  // CHECK: [[A:%.*]] = emmy_kernel.load %arg0
  // CHECK: [[B:%.*]] = emmy_kernel.load %arg0
  // CHECK: [[SQUARE:%.*]] = arith.mulf [[A]], [[A]] : f32
  // CHECK: [[SUM:%.*]] = arith.addf [[SQUARE]], [[B]] : f32
  // CHECK-NEXT: emmy_kernel.store [[SUM]], %out

  // CHECK-LABEL: emmy_kernel.func @k_
  // CHECK: [[ARRAY:%.*]] = emmy_kernel.local
  // CHECK: emmy_kernel.store {{.*}}, [[ARRAY]]
  // CHECK: scf.for %i1 =
  // CHECK: emmy_kernel.load [[ARRAY]]
  // CHECK: emmy_kernel.store {{.*}}, [[ARRAY]]
  // CHECK: emmy_kernel.load [[ARRAY]]

  // One whose elements a loop counts is not its values, although it lives in one block.
  // CHECK-LABEL: emmy_kernel.func @k_
  // CHECK: scf.for [[K:%.*]] =
  // CHECK: [[COUNTED:%.*]] = emmy_kernel.local
  // CHECK: emmy_kernel.store {{.*}}, [[COUNTED]]
  // CHECK: emmy_kernel.load [[COUNTED]]
  func.func @main(%x: tensor<64x8xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x8xf32>) {
    %values = emmy_tile.kernel ins(%x : tensor<64x8xf32>) -> tensor<64xf32> attributes {threads = 64 : i64} {
    ^bb0(%in: memref<64x8xf32>, %out: memref<64xf32>):
      emmy_tile.for thread (%t) in (64) stride [1] {
        %pair = emmy_tile.alloc : memref<64x2xf32, #emmy_tile.registers<[0]>>
        emmy_tile.for unroll (%u) in (2) {
          %v = emmy_tile.load %in[%t, %u] : memref<64x8xf32>
          emmy_tile.store %v, %pair[%t, %u] : memref<64x2xf32, #emmy_tile.registers<[0]>>
        }
        %a = emmy_tile.load %pair[%t, 0] : memref<64x2xf32, #emmy_tile.registers<[0]>>
        %square = arith.mulf %a, %a : f32
        emmy_tile.store %square, %pair[%t, 0] : memref<64x2xf32, #emmy_tile.registers<[0]>>
        %again = emmy_tile.load %pair[%t, 0] : memref<64x2xf32, #emmy_tile.registers<[0]>>
        %b = emmy_tile.load %pair[%t, 1] : memref<64x2xf32, #emmy_tile.registers<[0]>>
        %sum = arith.addf %again, %b : f32
        emmy_tile.store %sum, %out[%t] : memref<64xf32>
      }
    }
    %carried = emmy_tile.kernel ins(%x : tensor<64x8xf32>) -> tensor<64xf32> attributes {threads = 64 : i64} {
    ^bb0(%in: memref<64x8xf32>, %out: memref<64xf32>):
      %zero = arith.constant 0.0 : f32
      emmy_tile.for thread (%t) in (64) stride [1] {
        %sum = emmy_tile.alloc : memref<64x1xf32, #emmy_tile.registers<[0]>>
        emmy_tile.store %zero, %sum[%t, 0] : memref<64x1xf32, #emmy_tile.registers<[0]>>
        emmy_tile.for sequential (%k) in (8) {
          %v = emmy_tile.load %in[%t, %k] : memref<64x8xf32>
          %before = emmy_tile.load %sum[%t, 0] : memref<64x1xf32, #emmy_tile.registers<[0]>>
          %after = arith.addf %before, %v : f32
          emmy_tile.store %after, %sum[%t, 0] : memref<64x1xf32, #emmy_tile.registers<[0]>>
        }
        %total = emmy_tile.load %sum[%t, 0] : memref<64x1xf32, #emmy_tile.registers<[0]>>
        emmy_tile.store %total, %out[%t] : memref<64xf32>
      }
    }
    %counted = emmy_tile.kernel ins(%x : tensor<64x8xf32>) -> tensor<64x8xf32> attributes {threads = 64 : i64} {
    ^bb0(%in: memref<64x8xf32>, %out: memref<64x8xf32>):
      emmy_tile.for thread (%t) in (64) stride [1] {
        emmy_tile.for sequential (%k) in (8) {
          %row = emmy_tile.alloc : memref<64x8xf32, #emmy_tile.registers<[0]>>
          %v = emmy_tile.load %in[%t, %k] : memref<64x8xf32>
          emmy_tile.store %v, %row[%t, %k] : memref<64x8xf32, #emmy_tile.registers<[0]>>
          %again = emmy_tile.load %row[%t, %k] : memref<64x8xf32, #emmy_tile.registers<[0]>>
          emmy_tile.store %again, %out[%t, %k] : memref<64x8xf32>
        }
      }
    }
    return %values, %carried, %counted : tensor<64xf32>, tensor<64xf32>, tensor<64x8xf32>
  }
}
