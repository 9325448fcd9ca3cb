// Kernels with accesses that nothing orders, each beside one that differs by the missing synchronisation.
#include <cuda_runtime.h>
#include <stdint.h>

// A neighbour's value; `ordered` adds the barrier.
extern "C" __global__ void k_read_after_write(float *out, int ordered) {
  __shared__ float tile[64];
  tile[threadIdx.x] = float(threadIdx.x);
  if (ordered)
    __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

// The tile is filled again in the next step, before all have read it.
extern "C" __global__ void k_write_after_read(float *out, int ordered) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int i = 0; i < 2; ++i) {
    tile[threadIdx.x] = float(i);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    if (ordered)
      __syncthreads();
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void k_write_after_write(float *out, int ordered) {
  extern __shared__ __align__(128) unsigned char dsm[];
  float *tile = reinterpret_cast<float *>(dsm);
  if (threadIdx.x == 3)
    tile[0] = 1.0f;
  if (ordered)
    __syncthreads();
  if (threadIdx.x == 40)
    tile[0] = 2.0f;
  __syncthreads();
  out[threadIdx.x] = tile[0];
}

// Within a warp __syncwarp is enough; a shuffle is not.
extern "C" __global__ void k_warp(float *out, int ordered) {
  __shared__ float tile[64];
  float v = 0.0f;
  for (int i = 0; i < 3; ++i) {
    tile[threadIdx.x] = float(i);
    if (ordered)
      __syncwarp();
    v += __shfl_xor_sync(0xffffffffu, 1.0f, 1) + tile[threadIdx.x ^ 1];
    if (ordered)
      __syncwarp();
  }
  out[threadIdx.x] = v;
}

// A synchronisation orders what was before it, not what comes after.
extern "C" __global__ void k_warp_once(float *out, int ordered) {
  __shared__ float tile[64];
  tile[threadIdx.x] = 1.0f;
  __syncwarp();
  float v = tile[threadIdx.x ^ 1];
  if (ordered)
    __syncwarp();
  tile[threadIdx.x] = 2.0f;
  out[threadIdx.x] = v;
}

// What __syncwarp does for one half of a warp is nothing for the other.
extern "C" __global__ void k_half_warp(float *out, int ordered) {
  __shared__ float tile[64];
  unsigned mask = threadIdx.x % 32 < 16 ? 0x0000ffffu : 0xffff0000u;
  tile[threadIdx.x] = 1.0f;
  __syncwarp(mask);
  out[threadIdx.x] = tile[threadIdx.x ^ (ordered ? 8u : 16u)];
}

// Atomics race with plain accesses only.
extern "C" __global__ void k_atomic(float *out, int ordered) {
  __shared__ int counter;
  if (threadIdx.x == 0)
    counter = 0;
  __syncthreads();
  atomicAdd(&counter, 1);
  if (ordered)
    __syncthreads();
  out[threadIdx.x] = float(counter);
}

// Two blocks that write one element, or own ones; in the next launch, others.
extern "C" __global__ void k_blocks_write(float *out, int ordered) {
  if (threadIdx.x == 0)
    out[ordered ? (blockIdx.x + unsigned(ordered)) % gridDim.x : 0] = 1.0f;
}

// Blocks that read what another one writes, or what the launch before has written.
extern "C" __global__ void k_blocks_read(float *out, int ordered) {
  float v = out[10];
  if (blockIdx.x == 1 && threadIdx.x == 5)
    out[ordered ? 11 : 10] = v;
}

// Threads of one block that exchange values through global memory.
extern "C" __global__ void k_global_exchange(float *out, int ordered) {
  out[threadIdx.x] = 1.0f;
  if (ordered)
    __syncthreads();
  float v = out[63 - threadIdx.x];
  if (ordered)
    __syncthreads();
  out[threadIdx.x] = v;
}

// The last block to arrive reads what the others have written, behind a fence.
extern "C" __global__ void k_last_block(float *out, int ordered) {
  __shared__ int ticket;
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1.0f;
    if (ordered)
      __threadfence();
    ticket = atomicAdd(reinterpret_cast<int *>(&out[63]), 1);
  }
  __syncthreads();
  if (threadIdx.x == 0 && ticket == int(gridDim.x) - 1)
    out[62] = out[0] + out[gridDim.x - 1];
}

// An atomic of one warp, and a plain load of another one behind it.
extern "C" __global__ void k_global_atomic(float *out, int ordered) {
  if (threadIdx.x < 32)
    atomicAdd(reinterpret_cast<int *>(out), 1);
  if (ordered)
    __syncthreads();
  if (threadIdx.x >= 32)
    out[threadIdx.x] = float(*reinterpret_cast<int *>(out));
}

// sizes: which kernel, whether it is the right one, blocks.
extern "C" cudaError_t emmy_main(void **buffers, const int64_t *sizes, void *workspace, cudaStream_t stream) {
  (void)workspace;
  typedef void Kernel(float *, int);
  Kernel *const kernels[] = {
      k_read_after_write, k_write_after_read, k_write_after_write, k_warp,       k_warp_once,    k_half_warp, k_atomic,
      k_blocks_write,     k_blocks_read,      k_global_exchange,   k_last_block, k_global_atomic};
  int ordered = int(sizes[1]);
  void *args[] = {&buffers[0], &ordered};
  cudaError_t error = cudaLaunchKernel(kernels[sizes[0]], dim3((unsigned(sizes[2]))), dim3(64), args, 256, stream);
  if (error != cudaSuccess || sizes[0] != 7)
    return error;
  ordered += ordered;
  return cudaLaunchKernel(kernels[sizes[0]], dim3((unsigned(sizes[2]))), dim3(64), args, 256, stream);
}
