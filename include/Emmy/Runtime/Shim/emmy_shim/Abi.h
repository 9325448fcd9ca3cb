// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The boundary between a CUDA C++ file compiled as host C++ and the library
// that runs it: launch descriptors, block and warp synchronisation, atomics,
// and the memory-access hook of checked builds. Plain C types only, so that
// code made by other means (for instance JIT-compiled IR) can call it too.

#ifndef EMMY_RUNTIME_SHIM_ABI_H
#define EMMY_RUNTIME_SHIM_ABI_H

#include <stddef.h>
#include <stdint.h>

/// Raised whenever a structure or a function below changes its meaning; part
/// of the cache key of compiled programs.
#define EMMY_SHIM_ABI_VERSION 1

/// The largest dynamic shared memory of one block, in bytes.
#define EMMY_SHIM_MAX_SHARED_BYTES 232448

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// One loaded program. It lives in the program itself; `runtime` belongs to
/// the library, which fills it at the first launch.
struct EmmyShimModule {
  unsigned abiVersion;
  /// Whether memory accesses call emmyShimAccess.
  int checked;
  /// The calling worker's copy of the dynamic shared memory array.
  unsigned char *(*dynamicShared)(void);
  void *runtime;
};

/// One kernel launch. `invoke` calls `function` with the parameters that
/// `args` points to, as cudaLaunchKernel defines it.
struct EmmyShimLaunch {
  const void *function;
  void (*invoke)(const void *function, void **args);
  void **args;
  unsigned grid[3];
  unsigned block[3];
  size_t sharedBytes;
  struct EmmyShimModule *module;
};

/// Runs a launch to its end; returns a cudaError_t.
int emmyShimLaunch(const struct EmmyShimLaunch *launch);
/// Allows a kernel more than 48 KiB of dynamic shared memory; returns a
/// cudaError_t.
int emmyShimSetMaxDynamicShared(struct EmmyShimModule *module, const void *function, int bytes);
/// Makes a kernel known whose code is in no loaded file, such as one that was
/// compiled in memory: its name, and the most threads of a block (0: any). All
/// of its shared memory is dynamic. Called for each kernel of such a module
/// before the first launch.
void emmyShimDescribeKernel(struct EmmyShimModule *module, const void *function, const char *name,
                            unsigned launchBound);
/// The calling worker's dynamic shared memory, for such modules: as much as a
/// block may have.
unsigned char *emmyShimBlockMemory(void);
/// Called when a program is unloaded.
void emmyShimReleaseModule(struct EmmyShimModule *module);

/// Device memory; what is allocated here is known to the bounds check.
int emmyShimMalloc(void **pointer, size_t bytes);
int emmyShimFree(void *pointer);
/// Copies or fills device memory; returns a cudaError_t.
int emmyShimCopy(void *to, const void *from, size_t bytes);
int emmyShimFill(void *to, int byte, size_t bytes);
/// The last error of the calling thread; `clear` resets it.
int emmyShimTakeError(int clear);

/// Which block-wide reduction a barrier carries.
enum EmmyShimBarrierKind {
  EMMY_SHIM_BARRIER_PLAIN,
  EMMY_SHIM_BARRIER_COUNT,
  EMMY_SHIM_BARRIER_AND,
  EMMY_SHIM_BARRIER_OR
};

/// Waits for all threads of the block that have not returned. `line` is the
/// source line, for reports. Returns the reduction of `predicate`.
int emmyShimBarrier(int kind, int predicate, int line);
/// Waits until `threads` threads of the block have arrived at the named barrier.
void emmyShimNamedBarrier(unsigned id, unsigned threads, int line);
/// Waits for the lanes of `mask`.
void emmyShimSyncWarp(uint32_t mask, int line);
/// Every lane of `mask` gives `value` and takes the value of lane `source`.
uint64_t emmyShimShuffle(uint32_t mask, uint64_t value, int source, int line);
/// The lanes of `mask` whose `predicate` is not zero.
uint32_t emmyShimBallot(uint32_t mask, int predicate, int line);
/// Every lane of `mask` takes the values of all of them; returns the lanes
/// that took part. The other entries of `values` are left alone.
uint32_t emmyShimExchange(uint32_t mask, uint64_t value, uint64_t *values, int line);

/// All 32 lanes of a warp read `count` matrices of eight rows of 16 bytes. Lane
/// 8 * m + r gives row r of matrix m; `result` takes four bytes of each matrix:
/// of row lane / 4, or as two elements of 16 bits of column lane / 4.
void emmyShimLoadMatrix(const void *row, int count, int transposes, void *result, int line);
/// All 32 lanes multiply their fragments by an atom of the table of matrix
/// instructions.
void emmyShimMultiplyMatrices(const char *atom, const void *left, const void *right, const void *accumulator,
                              void *result, int saturates, int line);

/// Atomic read-modify-write operations; each returns the old value.
enum EmmyShimAtomicKind {
  EMMY_SHIM_ATOMIC_ADD,
  EMMY_SHIM_ATOMIC_AND,
  EMMY_SHIM_ATOMIC_OR,
  EMMY_SHIM_ATOMIC_XOR,
  EMMY_SHIM_ATOMIC_EXCHANGE,
  EMMY_SHIM_ATOMIC_SIGNED_MIN,
  EMMY_SHIM_ATOMIC_SIGNED_MAX,
  EMMY_SHIM_ATOMIC_UNSIGNED_MIN,
  EMMY_SHIM_ATOMIC_UNSIGNED_MAX,
  EMMY_SHIM_ATOMIC_FLOAT_ADD
};
uint32_t emmyShimAtomic32(int kind, void *address, uint32_t value);
uint64_t emmyShimAtomic64(int kind, void *address, uint64_t value);
uint16_t emmyShimCompareSwap16(void *address, uint16_t expected, uint16_t value);
uint32_t emmyShimCompareSwap32(void *address, uint32_t expected, uint32_t value);
uint64_t emmyShimCompareSwap64(void *address, uint64_t expected, uint64_t value);

/// Begins to copy the first `validBytes` from global to shared memory; the
/// others of `bytes` become zero.
void emmyShimAsyncCopy(void *target, const void *source, int bytes, int validBytes, int line);
/// The calling thread's copies since the last call are a group.
void emmyShimAsyncCommit(void);
/// Waits for all groups but the last `allBut`.
void emmyShimAsyncWait(int allBut);

/// Ends the launch with an error that names the calling thread.
void emmyShimTrap(int line) __attribute__((noreturn));
void emmyShimAssertFailed(const char *expression, const char *file, int line) __attribute__((noreturn));

/// Orders the memory accesses of the calling thread for all blocks.
void emmyShimFence(void);

/// What a memory access does; one access can do both (an atomic does).
enum EmmyShimAccessKind { EMMY_SHIM_LOAD = 1, EMMY_SHIM_STORE = 2, EMMY_SHIM_ATOMIC = 4 };
/// Counts and checks an access of a checked build, before it happens.
void emmyShimAccess(const void *address, size_t bytes, int kind);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // EMMY_RUNTIME_SHIM_ABI_H
