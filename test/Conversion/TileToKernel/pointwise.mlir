// RUN: emmy-opt %s --emmy-convert-tile-to-kernel --canonicalize --cse | FileCheck %s

// A pointwise kernel: the block's and the thread's number, one vector access for four lanes, the entry over buffers.

module attributes {emmy.target = "sm_90"} {
// CHECK: emmy_kernel.module @kernels attributes {target = "sm_90"} {
// CHECK: emmy_kernel.func @k_double(%[[X:.*]]: memref<?xf32, #gpu.address_space<global>>, %[[OUT:.*]]: memref<?xf32, #gpu.address_space<global>>)
// CHECK-SAME: attributes {block = array<i32: 64, 1, 1>}
// CHECK-DAG: %[[C256:.*]] = arith.constant 256 : i64
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i64
// CHECK-DAG: %[[THREAD:.*]] = emmy_kernel.thread_id x : i32
// CHECK-DAG: %[[BLOCK:.*]] = emmy_kernel.block_id x : i32
// CHECK-DAG: %[[T:.*]] = arith.extsi %[[THREAD]] : i32 to i64
// CHECK-DAG: %[[B:.*]] = arith.extsi %[[BLOCK]] : i32 to i64
// CHECK-DAG: %[[START:.*]] = arith.muli %[[B]], %[[C256]] overflow<nsw> : i64
// CHECK-DAG: %[[OFFSET:.*]] = arith.muli %[[T]], %[[C4]] overflow<nsw> : i64
// CHECK: %[[I:.*]] = arith.addi %[[START]], %[[OFFSET]] overflow<nsw> : i64
// CHECK: %[[V:.*]] = emmy_kernel.load %[[X]][%[[I]] : i64] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
// CHECK: emmy_kernel.store %{{.*}}, %[[OUT]][%[[I]] : i64] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
// CHECK: emmy_kernel.return

// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[IN:.*]]: memref<?xf32> {emmy.dims = #emmy.dims<[256*n]>}, %[[RESULT:.*]]: memref<?xf32> {{.*}}, %[[N:.*]]: index {emmy.symbol = "n"}
// CHECK: emmy_kernel.launch @kernels::@k_double grid(%[[N]]) args(%[[IN]], %[[RESULT]] : memref<?xf32>, memref<?xf32>)
emmy.symbol @n
func.func @main(%x: tensor<?xf32, #emmy.dims<[256*n]>>) -> tensor<?xf32, #emmy.dims<[256*n]>> {
  %n = emmy.size @n
  %r = emmy_tile.kernel ins(%x : tensor<?xf32, #emmy.dims<[256*n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[256*n]>> attributes {threads = 64 : i64} {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    emmy_tile.for block (%b) in (%size) {
      emmy_tile.for thread (%t) in (64) stride [1] {
        emmy_tile.for vector (%v) in (4) {
          %e = emmy_tile.load %in[%b * 256 + %t * 4 + %v] : memref<?xf32>
          %d = arith.addf %e, %e : f32
          emmy_tile.store %d, %out[%b * 256 + %t * 4 + %v] : memref<?xf32>
        }
      }
    }
  } loc("double")
  return %r : tensor<?xf32, #emmy.dims<[256*n]>>
}
}
