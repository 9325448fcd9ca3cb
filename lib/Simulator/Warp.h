// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the code that is generated for a kernel and the runtime share. A kernel becomes a function that executes one
// warp in lock step: every value is 32 lanes wide, and a mask says which lanes take part. Control flow of the kernel
// level is structured, so masks come and go with its regions, and what a warp does at once is known exactly.
//
// The generated code computes; whatever touches memory or other threads is a call of the runtime. Arguments and results
// of such a call travel through the warp's own arrays, one slot for each lane.

#ifndef EMMY_LIB_SIMULATOR_WARP_H
#define EMMY_LIB_SIMULATOR_WARP_H

#include "Emmy/Dialect/Base/IR/MatrixAtoms.h"
#include "Emmy/Simulator/Findings.h"

#include <cstdint>
#include <string>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace emmy::simulator {

constexpr unsigned kWarpSize = 32;
constexpr unsigned kMaxAccessBytes = 16;
/// That of the whole block, number 0, and those with names.
constexpr unsigned kNumBarriers = 16;

class Worker;

struct alignas(64) Warp {
  /// Element numbers of an access (of the source of a copy), or the offsets of a shuffle.
  int64_t index[kWarpSize];
  /// Of an asynchronous copy: where it goes, and how many of its elements are read.
  int64_t target[kWarpSize];
  int64_t valid[kWarpSize];
  /// The values of an access: its first element for all lanes, then its second one, and so on.
  unsigned char data[kMaxAccessBytes * kWarpSize];
  /// The factors of a matrix multiplication, as `data` holds its accumulator.
  unsigned char left[kMaxAccessBytes * kWarpSize], right[kMaxAccessBytes * kWarpSize];
  /// The coordinates of the lanes in x, y and z.
  int32_t thread[3][kWarpSize];
  int32_t block[3];
  /// Lanes that exist.
  uint32_t mask;
  Worker *owner;
  uint32_t number;
};

using WarpFunction = void (*)(Warp *, const int64_t *arguments);

/// What the runtime knows of an operation that calls it.
struct Site {
  mlir::Operation *operation = nullptr;
  /// The buffer: the number of the argument, or of the shared or local buffer. For a barrier: the number of the list of
  /// the buffers that it protects.
  enum class Memory : uint8_t { none, global, shared, local } memory = Memory::none;
  unsigned buffer = 0;
  unsigned elementBytes = 0;
  unsigned numElements = 1; ///< of an access
  /// The enumerators of atomics and shuffles, and a shuffle's width; of a matrix load the number of its matrices; the
  /// number of a barrier, and the threads that it waits for where that is not 0; how many groups of copies are not
  /// waited for.
  int32_t kind = 0, width = 0;
  bool isAtomic = false;
  /// One side of an asynchronous copy; that of the target is the next site.
  bool isCopy = false;
  /// Of matrix instructions.
  const MatrixAtom *atom = nullptr;
  bool transposes = false, saturates = false;
  /// Lanes that give the address of no row have to give one all the same.
  bool needsAllRows = false;
};

/// A shared or local buffer of a kernel.
struct OnChipBuffer {
  mlir::Operation *operation;
  uint64_t offset; ///< of shared buffers in bytes, of local ones in bytes for each lane
  uint64_t numElements;
  unsigned elementBytes;
  bool isCopyTarget = false; ///< of asynchronous copies
};

/// Instructions of each class that one execution of a region makes.
struct RegionCosts {
  uint32_t counts[kNumInstructionClasses] = {};
};

/// A kernel as the runtime sees it.
struct KernelInfo {
  std::string name;
  std::string symbol; ///< of the warp function
  WarpFunction function = nullptr;
  mlir::Operation *operation = nullptr;
  uint32_t block[3] = {1, 1, 1};
  std::vector<OnChipBuffer> shared, local;
  uint64_t sharedBytes = 0, localBytes = 0;
  struct Argument {
    unsigned elementBytes = 0; ///< 0 for a scalar
    bool isRead = false, isWritten = false;
    bool isCopySource = false; ///< of asynchronous copies
    std::string name;
  };
  std::vector<Argument> arguments;
  bool hasBarrier = false, hasNamedBarrier = false, hasAsyncCopy = false;

  /// Barriers protect buffers of both kinds: the arguments' numbers, then the shared buffers'.
  unsigned getNumBuffers() const { return arguments.size() + shared.size(); }
};

/// A program as the runtime sees it. The numbers of sites and regions are the same for all kernels, since they share
/// the math functions.
struct ProgramInfo {
  std::vector<KernelInfo> kernels;
  std::vector<Site> sites;
  std::vector<RegionCosts> regions;
  std::vector<mlir::Operation *> hostOperations; ///< launches, allocations and copies
  /// What barriers protect. Number 0 is everything.
  std::vector<std::vector<unsigned>> protectedBuffers = std::vector<std::vector<unsigned>>(1);
};

/// Why generated code calls `fault`.
enum class Fault : int32_t { overflow, divisionByZero, endlessLoop };

/// The runtime's functions, as generated code calls them: a warp, the number of a site (or region), the active lanes.
struct Hooks {
  void (*load)(Warp *, int32_t site, int32_t mask);
  void (*store)(Warp *, int32_t site, int32_t mask);
  void (*atomic)(Warp *, int32_t site, int32_t mask);
  void (*shuffle)(Warp *, int32_t site, int32_t mask);
  void (*loadMatrix)(Warp *, int32_t site, int32_t mask);
  void (*multiplyMatrix)(Warp *, int32_t site, int32_t mask);
  void (*barrier)(Warp *, int32_t site, int32_t mask);
  void (*local)(Warp *, int32_t site, int32_t mask);
  void (*enter)(Warp *, int32_t region, int32_t mask);
  void (*fault)(Warp *, int32_t site, int32_t mask, int32_t fault);
  void (*asyncCopy)(Warp *, int32_t site, int32_t mask);
  void (*asyncCommit)(Warp *, int32_t site, int32_t mask);
  void (*asyncWait)(Warp *, int32_t site, int32_t mask);
};

const Hooks &getHooks(bool checked);

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_WARP_H
