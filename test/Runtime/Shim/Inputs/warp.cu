// Shuffles and votes with whole and partial masks.
#include <cuda_runtime.h>
#include <stdint.h>

template <typename T> __device__ __forceinline__ T shuffle(int kind, unsigned mask, T value, int by, int width) {
  switch (kind) {
  case 0:
    return __shfl_sync(mask, value, by, width);
  case 1:
    return __shfl_up_sync(mask, value, unsigned(by), width);
  case 2:
    return __shfl_down_sync(mask, value, unsigned(by), width);
  default:
    return __shfl_xor_sync(mask, value, by, width);
  }
}

extern "C" __global__ void __launch_bounds__(64)
    k_shuffle(long long *__restrict__ out, int kind, unsigned mask, int by, int width, int bits) {
  int lane = int(threadIdx.x % 32);
  long long result = -2;
  if (mask >> lane & 1) {
    long long value = 1000 + int(threadIdx.x);
    if (bits == 64)
      result = shuffle(kind, mask, value << 33, by, width) >> 33;
    else if (bits == 32)
      result = shuffle(kind, mask, int(value), by, width);
    else
      result = (long long)shuffle(kind, mask, double(value), by, width);
  }
  out[threadIdx.x] = result;
}

// Two halves of a warp go their own ways, several times, and meet in between.
extern "C" __global__ void __launch_bounds__(32) k_two_groups(int *__restrict__ out) {
  int lane = int(threadIdx.x), value = lane;
  for (int i = 0; i < 3; ++i) {
    if (lane < 16) {
      value += __shfl_xor_sync(0x0000ffffu, value, 1);
      value += __shfl_xor_sync(0x0000ffffu, value, 2);
    } else {
      value -= __shfl_xor_sync(0xffff0000u, value, 3);
    }
    __syncwarp();
    value += __shfl_xor_sync(0xffffffffu, value, 16);
  }
  out[lane] = value;
}

// Lanes return one by one; those that are left still meet.
extern "C" __global__ void __launch_bounds__(32) k_returning(unsigned *__restrict__ out, unsigned mask) {
  int lane = int(threadIdx.x) ^ int(mask);
  for (int i = 0; i < 32; ++i) {
    if (lane == i)
      return;
    unsigned votes = __ballot_sync(0xffffffffu, 1);
    if (lane == 31)
      out[i] = votes;
  }
}

extern "C" __global__ void __launch_bounds__(32) k_votes(int *__restrict__ out, unsigned mask) {
  int lane = int(threadIdx.x);
  if (!(mask >> lane & 1))
    return;
  int *row = &out[lane * 5];
  row[0] = int(__ballot_sync(mask, lane % 3 == 0));
  row[1] = __any_sync(mask, lane == 7);
  row[2] = __all_sync(mask, lane != 7);
  row[3] = __reduce_add_sync(mask, lane);
  row[4] = int(__reduce_max_sync(mask, unsigned(lane)));
}

// sizes: which kernel, then its numbers.
extern "C" cudaError_t emmy_main(void **buffers, const int64_t *sizes, void *workspace, cudaStream_t stream) {
  (void)workspace;
  void *out = buffers[0];
  int kind = int(sizes[1]), by = int(sizes[3]), width = int(sizes[4]), bits = int(sizes[5]);
  unsigned mask = unsigned(sizes[2]);
  if (sizes[0] == 0) {
    void *args[] = {&out, &kind, &mask, &by, &width, &bits};
    return cudaLaunchKernel(k_shuffle, dim3(1), dim3(64), args, 0, stream);
  }
  void *args[] = {&out, &mask};
  if (sizes[0] == 1)
    return cudaLaunchKernel(k_two_groups, dim3(1), dim3(32), args, 0, stream);
  if (sizes[0] == 2)
    return cudaLaunchKernel(k_returning, dim3(1), dim3(32), args, 0, stream);
  return cudaLaunchKernel(k_votes, dim3(1), dim3(32), args, 0, stream);
}
