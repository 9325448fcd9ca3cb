// RUN: emmy-translate --emmy-kernel-to-cuda %s | FileCheck %s

// A block reduction: a strided loop for each thread, shuffles in the warp, shared memory between warps; dynamic sizes, an
// intermediate result, and storage in 16-bit floats.

#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

module attributes {emmy.target = "sm_90"} {
  emmy.symbol @rows {max = 65536}
  emmy.symbol @columns {min = 1, max = 4096, multiple = 2}

  emmy_kernel.module @kernels attributes {target = "sm_90"} {
    // CHECK: // 64 threads a block, 8 bytes of shared memory.
    // CHECK-NEXT: extern "C" __global__ void __launch_bounds__(64) k_row_sum(const __half *__restrict__ x, float *__restrict__ sum, int columns) {
    emmy_kernel.func @k_row_sum(%x: memref<?xf16, #global> loc("x"), %sum: memref<?xf32, #global> loc("sum"), %columns: i32 loc("columns")) attributes {block = array<i32: 64, 1, 1>} {
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c5 = arith.constant 5 : i32
      %c31 = arith.constant 31 : i32
      %c64 = arith.constant 64 : i32
      // CHECK: const int row = int(blockIdx.x);
      %row = emmy_kernel.block_id x : i32 loc("row")
      // CHECK-NEXT: const int t = int(threadIdx.x);
      %t = emmy_kernel.thread_id x : i32 loc("t")
      // CHECK-NEXT: alignas(128) __shared__ float warps[2];
      %warps = emmy_kernel.shared : memref<2xf32, #shared> loc("warps")
      %start = arith.muli %row, %columns overflow<nsw> : i32
      // CHECK: float partial = 0.0f;
      // CHECK-NEXT: for (int [[K:.*]] = t; [[K]] < columns; [[K]] += 64) {
      // CHECK-NEXT:   partial = partial + __half2float(x[{{.*}} + [[K]]]);
      // CHECK-NEXT: }
      %partial = scf.for %k = %t to %columns step %c64 iter_args(%acc = %zero) -> f32 : i32 {
        %i = arith.addi %start, %k overflow<nsw> : i32
        %v = emmy_kernel.load %x[%i : i32] : memref<?xf16, #global> loc("v")
        %w = arith.extf %v : f16 to f32
        %next = arith.addf %acc, %w : f32
        scf.yield %next : f32
      } loc("partial")
      %c16 = arith.constant 16 : i32
      // CHECK: const float [[OTHER:.*]] = __shfl_xor_sync(0xffffffffu, partial, 16);
      %y = emmy_kernel.shuffle xor %partial, %c16 : f32
      %lanes = arith.addf %partial, %y : f32 loc("lanes")
      %lane = arith.andi %t, %c31 : i32
      // CHECK: if ((t & 31) == 0) {
      %first = arith.cmpi eq, %lane, %c0 : i32
      scf.if %first {
        %warp = arith.shrsi %t, %c5 : i32
        // What the branch alone needs is computed there.
        // CHECK-NEXT: warps[t >> 5] = partial + [[OTHER]];
        emmy_kernel.store %lanes, %warps[%warp : i32] : memref<2xf32, #shared>
      }
      // CHECK: __syncthreads();  // protects warps
      emmy_kernel.barrier protects(%warps : memref<2xf32, #shared>)
      %a = emmy_kernel.load %warps[%c0 : i32] : memref<2xf32, #shared>
      %b = emmy_kernel.load %warps[%c1 : i32] : memref<2xf32, #shared>
      %total = arith.addf %a, %b : f32
      %isZero = arith.cmpi eq, %t, %c0 : i32
      // CHECK: if (t == 0) {
      // CHECK-NEXT: sum[row] = {{.*}};
      scf.if %isZero {
        emmy_kernel.store %total, %sum[%row : i32] : memref<?xf32, #global>
      }
      emmy_kernel.return
    }

    emmy_kernel.func @k_copy(%x: memref<?xf32, #global> loc("x"), %out: memref<?xf32, #global> loc("out")) attributes {block = array<i32: 1, 1, 1>} {
      %i = emmy_kernel.block_id x : i32 loc("i")
      %v = emmy_kernel.load %x[%i : i32] : memref<?xf32, #global>
      emmy_kernel.store %v, %out[%i : i32] : memref<?xf32, #global>
      emmy_kernel.return
    }
  }

  // CHECK-LABEL: extern "C" int64_t emmy_workspace_bytes(const int64_t *sizes) {
  // CHECK-NEXT: const int64_t rows = sizes[0];
  // CHECK-NEXT: int64_t bytes = 256;
  // CHECK-NEXT: bytes += (rows * 4 + 255) / 256 * 256;
  // CHECK-NEXT: return bytes;

  // CHECK-LABEL: extern "C" cudaError_t emmy_main
  // CHECK: const int64_t columns = sizes[1];
  // CHECK: if (rows < 0 || rows > 65536)
  // CHECK-NEXT: return cudaErrorInvalidValue;
  // CHECK: if (columns < 1 || columns > 4096 || columns % 2 != 0)
  // CHECK: float *scratch = reinterpret_cast<float *>(static_cast<char *>(workspace) + 0);
  // CHECK-NEXT: float *sum = reinterpret_cast<float *>(static_cast<char *>(workspace) + 256);
  // CHECK: if (rows > 0) {
  // CHECK-NEXT: if (rows > 2147483647)
  // CHECK-NEXT: return cudaErrorInvalidConfiguration;
  // CHECK-NEXT: void *arguments[] = {(void *)&x, (void *)&sum, (void *)&i0};
  // CHECK-NEXT: if (cudaError_t status = cudaLaunchKernel(k_row_sum, dim3(unsigned(rows)), dim3(64), arguments, 0, stream))
  // CHECK-NEXT: return status;
  // CHECK: cudaMemcpyAsync(out, sum, rows * 4, cudaMemcpyDeviceToDevice, stream)
  func.func @main(%x: memref<?x?xf16> loc("x"), %out: memref<?xf32> loc("out"), %out2: memref<10xf32> loc("out2"), %rows: index loc("rows"), %columns: index loc("columns")) {
    %c10 = arith.constant 10 : index
    %scratch = emmy_kernel.alloc() : memref<10xf32> loc("scratch")
    %sum = emmy_kernel.alloc(%rows) : memref<?xf32> loc("sum")
    %n = arith.index_cast %columns : index to i32
    emmy_kernel.launch @kernels::@k_row_sum grid(%rows) args(%x, %sum, %n : memref<?x?xf16>, memref<?xf32>, i32)
    emmy_kernel.launch @kernels::@k_copy grid(%c10) args(%scratch, %out2 : memref<10xf32>, memref<10xf32>)
    emmy_kernel.copy %sum to %out sizes(%rows) : memref<?xf32>
    return
  }
}
