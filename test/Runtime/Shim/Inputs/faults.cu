// Kernels with one mistake each, and a few that look like mistakes and are none.
#include <assert.h>
#include <cuda_runtime.h>
#include <stdint.h>

// Threads of one warp at different barriers.
extern "C" __global__ void k_divergent(float *out) {
  if (threadIdx.x < 16)
    __syncthreads();
  else
    __syncthreads();
  out[threadIdx.x] = 1.0f;
}

// One thread waits for a shuffle that the others pass by.
extern "C" __global__ void k_deadlock(float *out) {
  float v = 1.0f;
  if (threadIdx.x == 5)
    v = __shfl_sync(0xffffffffu, v, 0);
  __syncthreads();
  out[threadIdx.x] = v;
}

// Nobody waits for threads that have returned.
extern "C" __global__ void k_returned(float *out, int n) {
  if (int(threadIdx.x) >= n)
    return;
  __syncthreads();
  out[threadIdx.x] = 1.0f;
}

// The lanes of one mask at different operations.
extern "C" __global__ void k_mixed(float *out) {
  float v = 1.0f;
  if (threadIdx.x < 16)
    v = __shfl_sync(0xffffffffu, v, 0);
  else
    v = float(__ballot_sync(0xffffffffu, 1));
  out[threadIdx.x] = v;
}

extern "C" __global__ void k_foreign_mask(float *out) {
  out[threadIdx.x] = __shfl_sync(0x0000ffffu, 1.0f, 0);
}

extern "C" __global__ void k_trap(float *out, int n) {
  if (int(blockIdx.x) < n || threadIdx.x != 3)
    return;
  // The first block of those that fail does so after most others and before the second.
  volatile float *busy = &out[8 * (int(blockIdx.x) - n)];
  int steps = int(blockIdx.x) == n ? 10000000 : int(blockIdx.x) == n + 1 ? 30000000 : 0;
  for (int i = 0; i < steps; ++i)
    *busy = *busy + 1.0f;
  __trap();
}

extern "C" __global__ void k_assert(float *out, int n) {
  assert(int(threadIdx.y) < n);
  out[0] = 1.0f;
}

extern "C" __global__ void __launch_bounds__(64) k_bounded(float *out) { out[threadIdx.x] = 1.0f; }

// Past the end by n elements; before the beginning for a negative n.
extern "C" __global__ void k_store_at(float *out, int n) {
  if (threadIdx.x == 1)
    out[n] = 2.0f;
}

extern "C" __global__ void k_load_at(float *out, int n) {
  if (threadIdx.x == 1)
    out[0] = out[n];
}

extern "C" __global__ void k_load4_at(float *out, int n) {
  float4 v = *reinterpret_cast<const float4 *>(&out[n]);
  if (threadIdx.x == 0)
    out[63] = v.x + v.y + v.z + v.w;
}

extern "C" __global__ void k_atomic_at(float *out, int n) { atomicAdd(reinterpret_cast<int *>(out) + n, 1); }

extern "C" __global__ void k_shared_at(float *out, int n) {
  extern __shared__ __align__(128) unsigned char dsm[];
  __shared__ float array[8];
  if (threadIdx.x == 0) {
    array[n % 9] = 1.0f;
    reinterpret_cast<float *>(dsm)[n] = 1.0f;
    out[0] = array[n % 9];
  }
}

// What shared memory holds before anyone has written it.
extern "C" __global__ void k_stale(int *out, int n) {
  extern __shared__ __align__(128) unsigned char dsm[];
  __shared__ int array[32];
  if (threadIdx.x < 32) {
    int *dynamic = reinterpret_cast<int *>(dsm);
    out[threadIdx.x] = array[threadIdx.x];
    out[32 + threadIdx.x] = dynamic[threadIdx.x];
    array[threadIdx.x] = dynamic[threadIdx.x] = n;
  }
}

// sizes: which kernel, n, blocks, threads in x and in y.
extern "C" cudaError_t emmy_main(void **buffers, const int64_t *sizes, void *workspace, cudaStream_t stream) {
  (void)workspace;
  void *out = buffers[0];
  int n = int(sizes[1]);
  void *args[] = {&out, &n};
  const void *kernels[] = {(const void *)k_divergent, (const void *)k_deadlock,     (const void *)k_returned,
                           (const void *)k_mixed,     (const void *)k_foreign_mask, (const void *)k_trap,
                           (const void *)k_assert,    (const void *)k_bounded,      (const void *)k_store_at,
                           (const void *)k_load_at,   (const void *)k_load4_at,     (const void *)k_atomic_at,
                           (const void *)k_shared_at,    (const void *)k_stale};
  dim3 grid((unsigned(sizes[2]))), block(unsigned(sizes[3]), (unsigned(sizes[4])));
  if (sizes[0] < 0)
    return cudaErrorInvalidValue;
  switch (sizes[0]) {
  case 0:
  case 1:
  case 3:
  case 4:
  case 7: {
    typedef void Kernel(float *);
    return cudaLaunchKernel(reinterpret_cast<Kernel *>(const_cast<void *>(kernels[sizes[0]])), grid, block, args, 0, stream);
  }
  default: {
    typedef void Kernel(float *, int);
    return cudaLaunchKernel(reinterpret_cast<Kernel *>(const_cast<void *>(kernels[sizes[0]])), grid, block, args, 128, stream);
  }
  }
}
