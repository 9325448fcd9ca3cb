// RUN: emmy-translate --emmy-kernel-to-cuda %s | FileCheck %s
// RUN: emmy-translate --emmy-kernel-to-ptx %s | FileCheck %s --check-prefix=PTX

// Shared buffers of more than 48 KiB together are parts of memory that the launch provides, at aligned offsets; a kernel that needs
// less keeps arrays of its own.

#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

module attributes {emmy.target = "sm_90"} {
  emmy_kernel.module @kernels attributes {target = "sm_90"} {
    // CHECK: extern __shared__ __align__(128) unsigned char dsm[];
    // PTX: .extern .shared .align 128 .b8 dsm[];
    // CHECK: // 32 threads a block, 49156 bytes of shared memory.
    // CHECK: k_large
    // PTX-LABEL: .entry k_large(
    emmy_kernel.func @k_large(%out: memref<32xf32, #global> loc("out"), %dsm: i32 loc("dsm")) attributes {block = array<i32: 32, 1, 1>} {
      %t = emmy_kernel.thread_id x : i32 loc("t")
      %c31 = arith.constant 31 : i32
      %one = arith.constant 1.0 : f32
      // Nothing accesses the first one.
      // CHECK-NEXT: {{.*}}threadIdx.x
      // CHECK-NEXT: float *const second = reinterpret_cast<float *>(dsm + 128);
      %first = emmy_kernel.shared : memref<31xf32, #shared> loc("first")
      %second = emmy_kernel.shared : memref<12257xf32, #shared> loc("second")
      %i = arith.subi %c31, %t overflow<nsw> : i32
      %odd = arith.andi %i, %dsm : i32
      // CHECK-NEXT: second[t] = 1.0f;
      emmy_kernel.store %one, %second[%t : i32] : memref<12257xf32, #shared>
      // CHECK-NEXT: __syncthreads();  // protects second, first
      emmy_kernel.barrier protects(%second, %first : memref<12257xf32, #shared>, memref<31xf32, #shared>)
      // The array's name is nobody else's.
      // CHECK-NEXT: out[t] = second[(31 - t) & dsm_1];
      // PTX: mov.b64 %rd{{[0-9]+}}, dsm;
      %v = emmy_kernel.load %second[%odd : i32] : memref<12257xf32, #shared>
      emmy_kernel.store %v, %out[%t : i32] : memref<32xf32, #global>
      emmy_kernel.return
    }
    // CHECK: // 32 threads a block, 49152 bytes of shared memory.
    // CHECK: k_small
    emmy_kernel.func @k_small(%out: memref<32xf32, #global> loc("out")) attributes {block = array<i32: 32, 1, 1>} {
      %t = emmy_kernel.thread_id x : i32 loc("t")
      %one = arith.constant 1.0 : f32
      // CHECK: alignas(128) __shared__ float all[12288];
      %all = emmy_kernel.shared : memref<12288xf32, #shared> loc("all")
      emmy_kernel.store %one, %all[%t : i32] : memref<12288xf32, #shared>
      %v = emmy_kernel.load %all[%t : i32] : memref<12288xf32, #shared>
      emmy_kernel.store %v, %out[%t : i32] : memref<32xf32, #global>
      emmy_kernel.return
    }
  }
  // CHECK-LABEL: cudaError_t emmy_main(
  // CHECK: if (cudaError_t status = cudaFuncSetAttribute(k_large, cudaFuncAttributeMaxDynamicSharedMemorySize, 49156))
  // CHECK-NEXT: return status;
  // CHECK-NEXT: if (cudaError_t status = cudaLaunchKernel(k_large, dim3(1), dim3(32), arguments, 49156, stream))
  // CHECK-NOT: cudaFuncSetAttribute
  // CHECK: if (cudaError_t status = cudaLaunchKernel(k_small, dim3(1), dim3(32), arguments, 0, stream))
  func.func @main(%out: memref<32xf32> loc("out"), %more: memref<32xf32> loc("more")) {
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    emmy_kernel.launch @kernels::@k_large grid(%c1) args(%out, %one : memref<32xf32>, i32)
    emmy_kernel.launch @kernels::@k_small grid(%c1) args(%more : memref<32xf32>)
    return
  }
}
