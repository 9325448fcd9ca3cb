// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch hands out the numbers of its blocks to workers, in ascending order,
// and keeps the failure of the block with the smallest number, so that what is
// reported does not depend on how many workers there are.

#ifndef EMMY_LIB_RUNTIME_SHIM_LAUNCH_H
#define EMMY_LIB_RUNTIME_SHIM_LAUNCH_H

#include "Emmy/Runtime/Shim/emmy_shim/Abi.h"
#include "Program.h"
#include "Session.h"

#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <mutex>
#include <string>

namespace emmy::shim {

// The numbers of the CUDA runtime's errors.
enum ErrorCode {
  kSuccess = 0,
  kInvalidValue = 1,
  kMemoryAllocation = 2,
  kInvalidConfiguration = 9,
  kInvalidDeviceFunction = 98,
  kIllegalAddress = 700,
  kOutOfResources = 701,
  kTimeout = 702,
  kAssertFailed = 710,
  kMisalignedAddress = 716,
  kLaunchFailure = 719
};

class Launch {
public:
  Launch(const EmmyShimLaunch &request, Program &program, Kernel &kernel, Session &session);

  /// Takes the next block; returns false when there is none, or none that could
  /// still matter.
  bool takeBlock(uint64_t &number);
  void fail(uint64_t block, int code, const std::string &text);
  void addCounters(const Counters &other);
  /// Runs all blocks; returns the error code.
  int run();

  const EmmyShimLaunch &request;
  Program &program;
  Kernel &kernel;
  Session &session;

private:
  uint64_t numBlocks;
  std::atomic<uint64_t> nextBlock{0};
  std::atomic<uint64_t> failedBlock{UINT64_MAX};
  std::mutex mutex;
  int errorCode = 0;
  std::string errorText;
  Counters counters;
};

/// The number of workers for a launch of `threads` GPU threads in `blocks`.
unsigned chooseNumWorkers(const Session &session, uint64_t blocks, uint64_t threads);

/// The arguments of printf, or of vprintf, as a string.
std::string format(const char *pattern, ...) __attribute__((format(printf, 1, 2)));
std::string formatList(const char *pattern, va_list arguments);

} // namespace emmy::shim

#endif // EMMY_LIB_RUNTIME_SHIM_LAUNCH_H
