// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A session is the context of the launches that one host thread makes: how many
// workers run them, which memory they may touch, what they did and how they
// ended.

#ifndef EMMY_LIB_RUNTIME_SHIM_SESSION_H
#define EMMY_LIB_RUNTIME_SHIM_SESSION_H

#include "Races.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace emmy::shim {

/// A range of global memory. Kernels of checked builds may touch nothing else.
struct Buffer {
  uintptr_t base;
  size_t bytes;
  std::string name;
};

/// Number of accesses by width: 1, 2, 4, 8, 16 bytes and any other.
constexpr unsigned kNumWidths = 6;

struct AccessCounters {
  uint64_t loads[kNumWidths] = {};
  uint64_t stores[kNumWidths] = {};
  uint64_t bytesLoaded = 0;
  uint64_t bytesStored = 0;
};

/// What the threads of a launch did, all together.
struct Counters {
  AccessCounters global;
  AccessCounters shared;
  uint64_t atomics = 0;
  uint64_t barriers = 0;

  void add(const Counters &other);
};

struct LaunchRecord {
  std::string kernel;
  unsigned grid[3];
  unsigned block[3];
  size_t sharedBytes;
  bool checked;
  Counters counters;
};

struct Session {
  /// 0 is EMMY_SHIM_THREADS, or else one worker for each processor.
  unsigned workers = 0;
  /// What shared memory holds before a block starts: all bits set reads as
  /// NaN and as -1.
  unsigned char poison = 0xff;
  /// Sorted by address.
  std::vector<Buffer> buffers;
  /// Checked launches look for races, in memory and among blocks.
  GlobalRaces races;
  bool hasFence = false;
  std::vector<LaunchRecord> launches;
  /// The last error: a cudaError_t and what there is to say about it.
  int errorCode = 0;
  std::string errorText;

  int fail(int code, std::string text);
};

/// The calling thread's session.
Session &currentSession();

/// Makes a session the calling thread's current one for a scope.
class SessionScope {
public:
  explicit SessionScope(Session &session);
  ~SessionScope();

private:
  Session *previous;
};

} // namespace emmy::shim

#endif // EMMY_LIB_RUNTIME_SHIM_SESSION_H
