// RUN: emmy-translate --emmy-kernel-to-cuda %s | FileCheck %s

// Asynchronous copies are calls of functions that hold the PTX, of which only those are printed that are called; a named barrier is
// CUDA's own function.

#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

emmy_kernel.module @kernels attributes {target = "sm_80"} {
  // CHECK: #ifdef __CUDACC__ // where there is no GPU, the headers have them
  // CHECK: asm volatile("cp.async.commit_group;"
  // CHECK: emmy_async_copy_16(void *target
  // CHECK-NEXT:   asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
  // CHECK: static __device__ __forceinline__ void emmy_async_copy_4(void *target, const void *source, int valid_bytes = 4) {
  // CHECK-NEXT:   asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
  // CHECK-NOT: emmy_async_copy_8
  // CHECK: template <int all_but>
  // CHECK: asm volatile("cp.async.wait_group %0;" : : "n"(all_but) : "memory");
  // CHECK: #endif
  // CHECK-LABEL: k_copies(const __half *__restrict__ x, float *__restrict__ out, int n)
  emmy_kernel.func @k_copies(%x: memref<?xf16, #global> loc("x"), %out: memref<?xf32, #global> loc("out"), %n: i32 loc("n")) attributes {block = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %t = emmy_kernel.thread_id x : i32 loc("t")
    %s = emmy_kernel.shared : memref<512xf16, #shared> loc("s")
    %i = arith.muli %t, %c8 overflow<nsw> : i32
    %left = arith.subi %n, %t overflow<nsw> : i32
    // CHECK: const int [[I:.*]] = t * 8;
    // CHECK-NEXT: emmy_async_copy_16(&s{{.}}[[I]]], &x{{.}}[[I]]]);
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 8 : memref<?xf16, #global> to memref<512xf16, #shared>
    // CHECK-NEXT: emmy_async_copy_16(&s{{.}}[[I]]], &x{{.}}[[I]]], (n - t) * 2);
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 8 valid(%left) : memref<?xf16, #global> to memref<512xf16, #shared>
    // CHECK-NEXT: emmy_async_copy_4(&s{{.}}[[I]]], &x{{.}}[[I]]]);
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 2 : memref<?xf16, #global> to memref<512xf16, #shared>
    // CHECK-NEXT: emmy_async_commit();
    emmy_kernel.async_commit
    // CHECK-NEXT: emmy_async_wait<3>();
    emmy_kernel.async_wait all_but 3
    // CHECK-NEXT: emmy_async_wait<0>();
    emmy_kernel.async_wait
    // CHECK-NEXT: __barrier_sync_count(2, 64);  // protects s
    emmy_kernel.barrier id(2) threads(64) protects(%s : memref<512xf16, #shared>)
    // What is read behind the barrier stays there.
    // CHECK-NEXT: const float [[V:.*]] = __half2float(s[t]);
    // CHECK-NEXT: __syncthreads();
    // CHECK-NEXT: out[t] = [[V]];
    %v = emmy_kernel.load %s[%t : i32] : memref<512xf16, #shared>
    %w = arith.extf %v : f16 to f32
    emmy_kernel.barrier
    emmy_kernel.store %w, %out[%t : i32] : memref<?xf32, #global>
    emmy_kernel.return
  }
}
