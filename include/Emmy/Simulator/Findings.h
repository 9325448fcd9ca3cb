// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a simulated run tells: findings, and for each launch what its warps did.

#ifndef EMMY_SIMULATOR_FINDINGS_H
#define EMMY_SIMULATOR_FINDINGS_H

#include "mlir/Support/LLVM.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace emmy::simulator {

enum class Kind : uint8_t {
  race,           ///< two threads access an element, one of them writes, and nothing orders them
  barrier,        ///< not all threads of a block reach a barrier, or they are at different ones
  shuffle,        ///< a shuffle without all lanes of the warp
  matrix,         ///< a matrix instruction without all 32 lanes of a warp
  outOfBounds,    ///< an access outside of its buffer
  misaligned,     ///< a vector access that does not start at a multiple of its size
  uninitialized,  ///< a read of what nobody has written
  writtenTwice,   ///< an element of a fresh buffer that one launch writes more than once
  neverWritten,   ///< elements of a result that no launch writes
  overflow,       ///< 32-bit index arithmetic that wraps
  divisionByZero, ///< an integer divided by zero
  endlessLoop,    ///< a loop whose step is not positive
  aliasing,       ///< arguments of one launch that overlap, one of them written
  launch,         ///< a launch that a GPU refuses
  unfinishedCopy, ///< a read of what an asynchronous copy that was not waited for writes; such a copy at the end
};

/// data-race, divergent-barrier, …: the name of a kind in reports.
llvm::StringRef getKindName(Kind kind);

/// One thing that is wrong with the program, at the first place where it showed.
struct Finding {
  Kind kind = Kind::launch;
  std::string kernel;                   ///< empty for the host program
  std::string message;                  ///< what was expected, and what was found
  mlir::Operation *operation = nullptr; ///< whose location the finding has
  mlir::Operation *other = nullptr;     ///< the other party of a race; null where there is none
  std::string otherDescription;         ///< what the other party did
  uint64_t count = 1;                   ///< how often the same operations did the same wrong thing
};

/// Classes of instructions: what a warp does at once is one instruction, and each of its active lanes one lane.
enum class InstructionClass : uint8_t {
  integer,
  floating, ///< an operation on floats
  special,  ///< a division or square root of floats
  control,  ///< conditions and iterations
  globalLoad,
  globalStore,
  sharedLoad,
  sharedStore,
  local, ///< accesses of the thread's own arrays
  atomic,
  shuffle,
  barrier,
  matrix,    ///< multiplications of matrices
  asyncCopy, ///< asynchronous copies, the ends of their groups, and waits for them
};
constexpr unsigned kNumInstructionClasses = 14;

llvm::StringRef getInstructionClassName(InstructionClass instruction);

/// Traffic of the accesses to global memory in one direction.
struct GlobalTraffic {
  uint64_t requests = 0; ///< warp instructions
  uint64_t sectors = 0;  ///< aligned pieces of 32 bytes that they touch, each counted once per instruction
  uint64_t bytes = 0;    ///< what the lanes asked for
  /// The share of the moved bytes that was asked for: 1 where every lane has bytes of its own and none is wasted. Above
  /// 1 where lanes read the same bytes.
  double getEfficiency() const { return sectors ? double(bytes) / (32.0 * double(sectors)) : 1.0; }
};

/// Traffic of the accesses to shared memory in one direction.
struct SharedTraffic {
  uint64_t requests = 0;   ///< warp instructions
  uint64_t wavefronts = 0; ///< passes that the banks need
  uint64_t conflicts = 0;  ///< passes more than an access of this width without conflicts needs
  uint64_t bytes = 0;
};

struct Counters {
  GlobalTraffic globalLoads, globalStores;
  SharedTraffic sharedLoads, sharedStores;
  uint64_t barriers = 0; ///< passed by a block
  /// Multiplications and additions of matrix instructions: 2 · m · n · k each.
  uint64_t matrixFlops = 0;
  std::array<uint64_t, kNumInstructionClasses> instructions = {};
  std::array<uint64_t, kNumInstructionClasses> lanes = {};

  void add(const Counters &other);
};

struct LaunchRecord {
  std::string kernel;
  std::array<uint32_t, 3> grid = {}, block = {};
  uint64_t sharedBytes = 0;
  bool checked = false; ///< counters are of checked launches only
  Counters counters;
};

/// An access of one element by one thread, or a thread at a barrier: what a program that orders them itself starts
/// from.
struct Event {
  enum class Kind : uint8_t { load, store, atomic, barrier } kind;
  bool isShared;    ///< in shared memory, else global
  uint32_t launch;  ///< the number of the launch
  uint32_t thread;  ///< in its block
  uint32_t stamp;   ///< how many barriers the block has passed
  uint32_t buffer;  ///< the number of the argument, of the shared buffer, or of a named barrier
  uint64_t block;   ///< in the grid
  uint64_t element; ///< of the buffer; for how many threads a named barrier waits, 0 at the barrier of the block
  mlir::Operation *operation;
};

struct RunRecord {
  std::vector<Finding>
      findings; ///< in the order in which they showed; launches after the first with findings do not run
  std::vector<LaunchRecord> launches;
  std::vector<Event> events; ///< of checked runs that ask for them, in the order in which they happened
};

/// The events, one a line: kind, launch, kernel, block, thread, stamp, buffer (g0: the first argument, s0: the first
/// shared one), element, the line of the operation; separated by tabs. Of the block's barrier the last three are `-`,
/// `-` and its line, of a named one `b` and its number, the threads that it waits for, and its line.
void printEvents(const RunRecord &record, llvm::raw_ostream &os);

/// The launches as a JSON array.
std::string printLaunches(const RunRecord &record);

} // namespace emmy::simulator

#endif // EMMY_SIMULATOR_FINDINGS_H
