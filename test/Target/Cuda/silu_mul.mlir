// RUN: emmy-translate --emmy-kernel-to-cuda %s | FileCheck %s

// A pointwise kernel with vector accesses, a function of the math library, and a static host entry.

#global = #gpu.address_space<global>

module attributes {emmy.target = "sm_90"} {
  emmy_kernel.module @kernels attributes {target = "sm_90"} {
    // CHECK: static __device__ __forceinline__ float emmy_exp_f32(float x) {
    // CHECK-NEXT:   const int whole = int(rintf(x * 1.442695f));
    // CHECK-NEXT:   return (x - float(whole) * 0.6931472f + 1.0f) * __int_as_float(int((uint32_t(whole) + 127u) << 23u));
    func.func private @emmy_exp_f32(%x: f32 loc("x")) -> f32 {
      %one = arith.constant 1.0 : f32
      %log2e = arith.constant 1.442695e+00 : f32
      %ln2 = arith.constant 6.931472e-01 : f32
      %bias = arith.constant 127 : i32
      %bits = arith.constant 23 : i32
      %scaled = arith.mulf %x, %log2e : f32
      %rounded = math.roundeven %scaled : f32
      %whole = arith.fptosi %rounded : f32 to i32 loc("whole")
      %back = arith.sitofp %whole : i32 to f32
      %reduced = arith.mulf %back, %ln2 : f32
      %rest = arith.subf %x, %reduced : f32
      %linear = arith.addf %rest, %one : f32
      %biased = arith.addi %whole, %bias : i32
      %shifted = arith.shli %biased, %bits : i32
      %scale = arith.bitcast %shifted : i32 to f32
      %result = arith.mulf %linear, %scale : f32
      return %result : f32
    }

    // CHECK: // Computes silu (act, model.py:12), mul (model.py:13).
    // CHECK-NEXT: // 256 threads a block, 0 bytes of shared memory.
    // CHECK-NEXT: extern "C" __global__ void __launch_bounds__(256) k_silu_mul(const float *__restrict__ x, float *__restrict__ out) {
    // CHECK-NEXT:   const int worker = int(blockIdx.x) * 256 + int(threadIdx.x);
    // CHECK-NEXT:   const int i0 = worker / 512;
    // CHECK-NEXT:   const int column = worker % 512 * 4;
    // CHECK-NEXT:   const int i = i0 * 4096 + column;
    // CHECK-NEXT:   const float4 left = *reinterpret_cast<const float4 *>(&x[i]);
    // CHECK-NEXT:   const float4 right = *reinterpret_cast<const float4 *>(&x[i + 2048]);
    // CHECK-NEXT:   const float silu = left.x / (emmy_exp_f32(-left.x) + 1.0f);
    // CHECK-NEXT:   const float mul = silu * right.x;
    // CHECK-NEXT:   *reinterpret_cast<float4 *>(&out[i0 * 2048 + column]) = make_float4(mul, right.y, right.z, right.w);
    // CHECK-NEXT: }
    emmy_kernel.func @k_silu_mul(%x: memref<131072xf32, #global> loc("x"), %out: memref<65536xf32, #global> loc("out")) attributes {block = array<i32: 256, 1, 1>} {
      %c4 = arith.constant 4 : i32
      %c256 = arith.constant 256 : i32
      %c2048 = arith.constant 2048 : i32
      %c4096 = arith.constant 4096 : i32
      %c512 = arith.constant 512 : i32
      %one = arith.constant 1.0 : f32
      %b = emmy_kernel.block_id x : i32
      %t = emmy_kernel.thread_id x : i32
      %base = arith.muli %b, %c256 overflow<nsw> : i32
      %worker = arith.addi %base, %t overflow<nsw> : i32 loc("worker")
      %row = arith.divsi %worker, %c512 : i32
      %column = arith.remsi %worker, %c512 : i32
      %first = arith.muli %column, %c4 overflow<nsw> : i32 loc("column")
      %rowStart = arith.muli %row, %c4096 overflow<nsw> : i32
      %left = arith.addi %rowStart, %first overflow<nsw> : i32 loc("i")
      %right = arith.addi %left, %c2048 overflow<nsw> : i32
      %l = emmy_kernel.load %x[%left : i32] : memref<131072xf32, #global>, vector<4xf32> loc("left")
      %r = emmy_kernel.load %x[%right : i32] : memref<131072xf32, #global>, vector<4xf32> loc("right")
      %l0 = vector.extract %l[0] : f32 from vector<4xf32>
      %n0 = arith.negf %l0 : f32
      %e0 = func.call @emmy_exp_f32(%n0) : (f32) -> f32
      %d0 = arith.addf %e0, %one : f32
      %s0 = arith.divf %l0, %d0 : f32 loc("silu"("model.py":12:4))
      %r0 = vector.extract %r[0] : f32 from vector<4xf32>
      %m0 = arith.mulf %s0, %r0 : f32 loc("mul"("model.py":13:4))
      %r1 = vector.extract %r[1] : f32 from vector<4xf32>
      %r2 = vector.extract %r[2] : f32 from vector<4xf32>
      %r3 = vector.extract %r[3] : f32 from vector<4xf32>
      %v = vector.from_elements %m0, %r1, %r2, %r3 : vector<4xf32>
      %c2048b = arith.constant 2048 : i32
      %outRow = arith.muli %row, %c2048b overflow<nsw> : i32
      %outIndex = arith.addi %outRow, %first overflow<nsw> : i32
      emmy_kernel.store %v, %out[%outIndex : i32] : memref<65536xf32, #global>, vector<4xf32>
      emmy_kernel.return
    } loc(fused["silu"(fused<"act">["model.py":12:4]), "mul"("model.py":13:4)])
  }

  // CHECK-LABEL: extern "C" int64_t emmy_workspace_bytes
  // CHECK-NEXT: return 0;
  // CHECK: extern "C" cudaError_t emmy_main(void **buffers, const int64_t *sizes, void *workspace, cudaStream_t stream) {
  // CHECK-NEXT:   float *x = static_cast<float *>(buffers[0]);
  // CHECK-NEXT:   float *out = static_cast<float *>(buffers[1]);
  // CHECK: cudaLaunchKernel(k_silu_mul, dim3(64), dim3(256), arguments, 0, stream)
  func.func @main(%x: memref<1x32x4096xf32> loc("x"), %out: memref<1x32x2048xf32> loc("out")) {
    %c64 = arith.constant 64 : index
    emmy_kernel.launch @kernels::@k_silu_mul grid(%c64) args(%x, %out : memref<1x32x4096xf32>, memref<1x32x2048xf32>)
    return
  }
}
