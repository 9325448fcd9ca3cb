// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What CUDA C++ adds to declarations, spelled for a host compiler. A shared
// variable is thread-local: all threads of a block run on one worker, one at a
// time, so that the worker's copy is the block's copy.

#ifndef EMMY_RUNTIME_SHIM_QUALIFIERS_H
#define EMMY_RUNTIME_SHIM_QUALIFIERS_H

#define __global__ __attribute__((visibility("default")))
#define __device__
#define __host__
#define __constant__
#define __shared__ thread_local
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __grid_constant__

/// The bound becomes the name of the section that holds the kernel, where the
/// runtime finds it. A bound that is not a literal after macro expansion is
/// not checked.
#define __launch_bounds__(...) EMMY_SHIM_LAUNCH_BOUNDS(__VA_ARGS__, )
#define EMMY_SHIM_LAUNCH_BOUNDS(threads, ...) __attribute__((section("emmy_launch_bounds_" #threads)))

#define EMMY_SHIM_INLINE static inline __attribute__((always_inline, unused))

#endif // EMMY_RUNTIME_SHIM_QUALIFIERS_H
