// RUN: emmy-translate --emmy-kernel-to-llvmir %s | FileCheck %s

// What the text of PTX does not show: how numbers are widened, the halves of a shuffle, and which buffers are only read.

#global = #gpu.address_space<global>

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // A buffer that nothing writes is read-only; stores and atomics write.
  // CHECK-LABEL: define ptx_kernel void @k_buffers(
  // CHECK-SAME: ptr addrspace(1) noalias readonly align 16 %{{[0-9]+}},
  // CHECK-SAME: ptr addrspace(1) noalias align 16 %{{[0-9]+}},
  // CHECK-SAME: ptr addrspace(1) noalias align 16 %{{[0-9]+}})
  emmy_kernel.func @k_buffers(%x: memref<64xi32, #global>, %y: memref<64xi32, #global>, %z: memref<64xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %v = emmy_kernel.load %x[%t : i32] : memref<64xi32, #global>
    emmy_kernel.store %v, %y[%t : i32] : memref<64xi32, #global>
    %old = emmy_kernel.atomic add %v, %z[%t : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }

  // A vector is one access, aligned as a whole.
  // CHECK-LABEL: define ptx_kernel void @k_vectors(
  // CHECK: load <4 x float>, ptr addrspace(1) %{{.*}}, align 16
  // CHECK: store <4 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 16
  emmy_kernel.func @k_vectors(%x: memref<64xf32, #global>, %y: memref<64xf32, #global>, %i: i32) attributes {block = array<i32: 32, 1, 1>} {
    %v = emmy_kernel.load %x[%i : i32] : memref<64xf32, #global>, vector<4xf32>
    emmy_kernel.store %v, %y[%i : i32] : memref<64xf32, #global>, vector<4xf32>
    emmy_kernel.return
  }

  // A signed index keeps its sign, an unsigned one has none.
  // CHECK-LABEL: define ptx_kernel void @k_indices(
  // CHECK: sext i32 %{{.*}} to i64
  // CHECK: zext i32 %{{.*}} to i64
  emmy_kernel.func @k_indices(%x: memref<64xi64, #global>, %a: i32) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %signed = arith.index_cast %a : i32 to index
    %first = arith.index_cast %signed : index to i64
    emmy_kernel.store %first, %x[%c0 : i32] : memref<64xi64, #global>
    %unsigned = arith.index_castui %a : i32 to index
    %second = arith.index_castui %unsigned : index to i64
    emmy_kernel.store %second, %x[%c1 : i32] : memref<64xi64, #global>
    emmy_kernel.return
  }

  // 64 bits travel as two words that do not touch each other.
  // CHECK-LABEL: define ptx_kernel void @k_shuffle(
  // CHECK: %[[LOW:.*]] = trunc i64 %[[V:.*]] to i32
  // CHECK: %[[OTHER_LOW:.*]] = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %[[LOW]], i32 1, i32 31)
  // CHECK: %[[UPPER:.*]] = lshr i64 %[[V]], 32
  // CHECK: %[[HIGH:.*]] = trunc i64 %[[UPPER]] to i32
  // CHECK: %[[OTHER_HIGH:.*]] = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %[[HIGH]], i32 1, i32 31)
  // CHECK: %[[WIDE_LOW:.*]] = zext i32 %[[OTHER_LOW]] to i64
  // CHECK: %[[WIDE_HIGH:.*]] = zext i32 %[[OTHER_HIGH]] to i64
  // CHECK: %[[SHIFTED:.*]] = shl i64 %[[WIDE_HIGH]], 32
  // CHECK: or i64 %[[WIDE_LOW]], %[[SHIFTED]]
  emmy_kernel.func @k_shuffle(%x: memref<64xi64, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c1 = arith.constant 1 : i32
    %v = emmy_kernel.load %x[%t : i32] : memref<64xi64, #global>
    %w = emmy_kernel.shuffle xor %v, %c1 width 32 : i64
    emmy_kernel.store %w, %x[%t : i32] : memref<64xi64, #global>
    emmy_kernel.return
  }
}
