// Asynchronous copies and named barriers, right and wrong.
#include <cuda_runtime.h>
#include <stdint.h>

#ifdef __CUDACC__
static __device__ __forceinline__ void emmy_async_copy_4(void *target, const void *source, int valid_bytes = 4) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
               :
               : "r"(uint32_t(__cvta_generic_to_shared(target))), "l"(__cvta_generic_to_global(source)), "r"(valid_bytes)
               : "memory");
}
static __device__ __forceinline__ void emmy_async_commit() { asm volatile("cp.async.commit_group;" : : : "memory"); }
template <int all_but>
static __device__ __forceinline__ void emmy_async_wait() {
  asm volatile("cp.async.wait_group %0;" : : "n"(all_but) : "memory");
}
#endif

// The copies of `variant` 0 are what they should be.
extern "C" __global__ void k_copies(const int *x, int *out, int variant) {
  __shared__ int tile[128];
  int t = int(threadIdx.x);
  tile[t] = tile[t + 64] = -5;
  emmy_async_copy_4(&tile[t], &x[t], t % 2 ? 4 : 2);
  emmy_async_commit();
  if (variant == 1)
    emmy_async_copy_4(&tile[t], &x[t]);
  emmy_async_copy_4(&tile[t + 64], &x[variant == 2 ? t + 1 : t], variant == 3 ? 5 : 4);
  emmy_async_commit();
  emmy_async_wait<1>();
  int first = tile[t];
  int early = variant == 4 ? tile[t + 64] : 0;
  if (variant == 5)
    return;
  emmy_async_wait<0>();
  if (variant != 6)
    __syncthreads();
  out[t] = first + early;
  out[t + 64] = tile[127 - t];
  if (variant == 7)
    emmy_async_copy_4(reinterpret_cast<char *>(tile) + 2, &x[t]);
}

// Two pairs of warps that meet at barriers of their own, each pair twice.
extern "C" __global__ void k_pairs(const int *x, int *out, int variant) {
  __shared__ int tile[128];
  int t = int(threadIdx.x), pair = t / 64;
  tile[t] = x[t % 64] + pair;
  if (variant == 1 && t >= 96)
    return;
  __barrier_sync_count(1u + unsigned(pair), variant == 2 && t >= 32 ? 96 : 64);
  int v = tile[(variant == 3 ? 0 : 64 * pair) + 63 - t % 64];
  __barrier_sync_count(1u + unsigned(pair), 64);
  tile[t] = v + 1;
  if (variant == 4 && t >= 64)
    tile[t - 64] = v;
  __barrier_sync_count(1u + unsigned(pair), 64);
  out[t] = tile[64 * pair + 63 - t % 64];
}

// sizes: which kernel, which variant.
extern "C" cudaError_t emmy_main(void **buffers, const int64_t *sizes, void *workspace, cudaStream_t stream) {
  (void)workspace;
  int variant = int(sizes[1]);
  void *args[] = {&buffers[0], &buffers[1], &variant};
  return cudaLaunchKernel(sizes[0] ? k_pairs : k_copies, dim3(1), dim3(sizes[0] ? 128 : 64), args, 0, stream);
}
