// Mistakes of the host code: one for each value of the first size.
#include <cuda_runtime.h>
#include <math.h>
#include <stdint.h>

extern "C" __global__ void k_store(float *out) { out[threadIdx.x] = 1.0f; }

extern "C" __global__ void k_large(float *out) {
  __shared__ volatile float a[13000];
  a[threadIdx.x] = 1.0f;
  out[threadIdx.x] = a[threadIdx.x];
}

extern "C" __global__ void k_nested(float *out) {
  void *args[] = {&out};
  out[0] = float(cudaLaunchKernel(k_store, dim3(1), dim3(1), args, 0, nullptr));
}

static cudaError_t launch(void (*kernel)(float *), void *out) {
  void *args[] = {&out};
  return cudaLaunchKernel(kernel, dim3(1), dim3(1), args, 0, nullptr);
}

extern "C" size_t emmy_workspace_bytes(const int64_t *sizes) {
  return sizes[0] == 10 ? size_t(-1) : sizes[0] == 11 ? size_t(1) << 62 : 0;
}

extern "C" cudaError_t emmy_main(void **buffers, const int64_t *sizes, void *, cudaStream_t) {
  float value = 0;
  void *pointer = nullptr;
  switch (sizes[0]) {
  case 0:
    return cudaMalloc(static_cast<void **>(nullptr), 16);
  case 1:
    return cudaMalloc(&pointer, size_t(1) << 62);
  case 2:
    return cudaFree(&value);
  case 3:
    return cudaMemcpy(nullptr, &value, 4, cudaMemcpyDeviceToDevice);
  case 4:
    return cudaMemset(nullptr, 0, 4);
  case 5:
    return launch(k_large, buffers[0]);
  case 6:
    return launch(k_nested, buffers[0]);
  case 7:
    return launch(reinterpret_cast<void (*)(float *)>(buffers[0]), buffers[0]);
  case 8:
    // Nothing to do is no mistake.
    if (cudaError_t error = cudaMalloc(&pointer, 0))
      return error;
    if (cudaError_t error = cudaFree(nullptr))
      return error;
    if (cudaError_t error = cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDeviceToDevice))
      return error;
    return cudaMemset(nullptr, 0, 0);
  case 9:
    emmyShimModule.abiVersion = 99;
    return launch(k_store, buffers[0]);
  case 13:
    return launch(reinterpret_cast<void (*)(float *)>(static_cast<float (*)(float)>(sinf)), buffers[0]);
  default:
    return cudaSuccess;
  }
}
