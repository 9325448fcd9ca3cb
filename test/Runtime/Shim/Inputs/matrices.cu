// Kernels with a mistake at a matrix instruction each, chosen by sizes[0], of one block of sizes[1] threads. The functions are those
// that a file defines for a GPU and finds in the headers elsewhere.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

struct alignas(8) halfx4 {
  __half at[4];
};
struct alignas(4) halfx2 {
  __half at[2];
};

static __device__ float4 multiply(const halfx4 &a) {
  const halfx2 b = {{a.at[0], a.at[1]}};
  return emmy_mma_m16n8k8_f32_f16_f16(a, b, make_float4(0.0f, 0.0f, 0.0f, 0.0f));
}

extern "C" __global__ void k_matrices(float *out, int mistake) {
  alignas(128) __shared__ __half rows[512];
  const int t = int(threadIdx.x), lane = t % 32;
  __half *s = &rows[t / 32 * 256];
  for (int i = 0; i < 8; ++i)
    s[8 * lane + i] = __float2half_rn(1.0f);
  if (mistake != 4)
    __syncthreads();
  if (mistake == 1 && lane >= 16)
    return;
  halfx4 a = {};
  if (mistake == 2 && lane >= 16)
    a = emmy_ldmatrix_x2<halfx4>(&s[8 * (lane % 16)]);
  else
    a = emmy_ldmatrix_x2<halfx4>(&s[8 * (lane % 16) + (mistake == 3 && lane == 9 ? 4 : 0)]);
  if (mistake == 5 && lane < 8)
    __syncthreads();
  float4 d = multiply(a);
  if (mistake == 6)
    d = lane < 8 ? emmy_mma_m16n8k8_f32_f16_f16(a, halfx2{{a.at[0], a.at[1]}}, d)
                 : emmy_mma_m16n8k8_f32_f16_f16(a, halfx2{{a.at[1], a.at[0]}}, d);
  if (mistake == 7)
    emmyShimMultiplyMatrices("m1n1k1_f32_f16_f16", &a, &a, &d, &d, 0, __LINE__);
  out[t] = d.x;
}

extern "C" int64_t emmy_workspace_bytes(const int64_t *) { return 0; }

extern "C" cudaError_t emmy_main(void **buffers, const int64_t *sizes, void *, cudaStream_t stream) {
  float *out = static_cast<float *>(buffers[0]);
  int mistake = int(sizes[0]);
  void *arguments[] = {(void *)&out, (void *)&mistake};
  return cudaLaunchKernel(k_matrices, dim3(1), dim3(unsigned(sizes[1])), arguments, 0, stream);
}
