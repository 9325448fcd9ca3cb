// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs emitted CUDA C++ on the CPU: compiles a `.cu` text as host C++ with a
// compiler that is found at run time, loads it and calls its `emmy_main`. A
// plain C interface of its own library; nothing of MLIR and no GPU is needed.
//
//   char *error = NULL;
//   EmmySimulateProgram *program = emmySimulateCompile(text, NULL, &error);
//   EmmySimulateBuffer buffers[] = {{x, 4096, "x"}, {out, 4096, "out"}};
//   EmmySimulateReport *report = emmySimulateRun(program, buffers, 2, sizes, NULL);
//   if (emmySimulateGetErrorCode(report))
//     puts(emmySimulateGetErrorText(report));

#ifndef EMMY_RUNTIME_SIMULATE_H
#define EMMY_RUNTIME_SIMULATE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// A compiled and loaded program.
typedef struct EmmySimulateProgram EmmySimulateProgram;
/// What one run did and how it ended.
typedef struct EmmySimulateReport EmmySimulateReport;

/// Zero is the default of every member.
typedef struct EmmySimulateCompileOptions {
  /// The compiler; null is $EMMY_CXX, or else the first of clang++-22, clang++
  /// and g++ that is on the path.
  const char *compiler;
  /// More arguments for it.
  const char *const *arguments;
  size_t numArguments;
  /// Where compiled programs are kept; null is $EMMY_CACHE_DIR, or else emmy in
  /// the user's cache folder.
  const char *cacheDirectory;
  /// Where the headers that stand in for CUDA's lie; null is beside the
  /// library.
  const char *shimDirectory;
  /// Whether to count and check memory accesses: exactly those that the text
  /// spells are made, unoptimised.
  int checked;
} EmmySimulateCompileOptions;

/// Compiles the text of a `.cu` file and loads it. Returns null and sets
/// `*error`, to be freed by emmySimulateFreeText, when that fails. `options`
/// can be null.
EmmySimulateProgram *emmySimulateCompile(const char *source, const EmmySimulateCompileOptions *options, char **error);

/// Loads a program that was compiled before.
EmmySimulateProgram *emmySimulateLoad(const char *libraryPath, char **error);

/// A program that the caller has compiled in memory: emmySimulateRun calls
/// `main` as it calls `emmy_main`. It allocates what it needs itself
/// (emmyShimMalloc), and describes its kernels (emmyShimDescribeKernel).
typedef int EmmySimulateMain(void **buffers, const int64_t *sizes, void *workspace, void *stream);
EmmySimulateProgram *emmySimulateCreate(EmmySimulateMain *main);

/// The shared library that the program was loaded from; empty where the caller
/// has compiled it.
const char *emmySimulateGetLibraryPath(const EmmySimulateProgram *program);
/// Unloads a program; null is allowed.
void emmySimulateUnload(EmmySimulateProgram *program);
void emmySimulateFreeText(char *text);

/// Memory that a program works on. It can be null when `bytes` is 0.
typedef struct EmmySimulateBuffer {
  void *data;
  int64_t bytes;
  /// For reports; null is "buffer #<number>".
  const char *name;
} EmmySimulateBuffer;

/// Zero is the default of every member.
typedef struct EmmySimulateRunOptions {
  /// How many host threads run blocks; 0 is $EMMY_SHIM_THREADS, or else as many
  /// as are worth it. Results do not depend on it.
  unsigned workers;
  /// A byte that shared memory and the workspace are filled with, plus 1; 0 is
  /// all bits set: NaN, or -1.
  unsigned poisonPlusOne;
  /// Whether kernels work on the buffers in place, instead of on copies between
  /// guard bytes that are checked afterwards.
  int inPlace;
} EmmySimulateRunOptions;

/// Calls `emmy_main` with the buffers, in order, the sizes, and a workspace of
/// as many bytes as `emmy_workspace_bytes` says. Buffers that have the same
/// address are one buffer. The caller deletes the report.
EmmySimulateReport *emmySimulateRun(EmmySimulateProgram *program, const EmmySimulateBuffer *buffers, size_t numBuffers,
                                    const int64_t *sizes, const EmmySimulateRunOptions *options);
void emmySimulateDeleteReport(EmmySimulateReport *report);

/// 0, or the number of a CUDA error; the text says what was expected, what was
/// found and where.
int emmySimulateGetErrorCode(const EmmySimulateReport *report);
const char *emmySimulateGetErrorText(const EmmySimulateReport *report);

/// Accesses to one kind of memory, by width: 1, 2, 4, 8, 16 bytes and any
/// other. An atomic is a load and a store.
typedef struct EmmySimulateAccesses {
  uint64_t loads[6];
  uint64_t stores[6];
  uint64_t bytesLoaded;
  uint64_t bytesStored;
} EmmySimulateAccesses;

/// One kernel launch. Accesses and atomics are counted in checked programs
/// only.
typedef struct EmmySimulateLaunch {
  const char *kernel;
  unsigned grid[3];
  unsigned block[3];
  uint64_t sharedBytes;
  EmmySimulateAccesses global;
  EmmySimulateAccesses shared;
  uint64_t atomics;
  /// Barriers that blocks have passed.
  uint64_t barriers;
} EmmySimulateLaunch;

size_t emmySimulateGetNumLaunches(const EmmySimulateReport *report);
/// The launch with that number, in the order of the host code. Its name lives
/// as long as the report.
EmmySimulateLaunch emmySimulateGetLaunch(const EmmySimulateReport *report, size_t number);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // EMMY_RUNTIME_SIMULATE_H
