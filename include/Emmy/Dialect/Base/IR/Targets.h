// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about the machines that kernels are scheduled for. They are numbers of the hardware, looked up by name;
// decisions are made elsewhere.

#ifndef EMMY_DIALECT_BASE_IR_TARGETS_H
#define EMMY_DIALECT_BASE_IR_TARGETS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace emmy {

/// One GPU architecture, with the sizes of a widely used part of it.
struct TargetFacts {
  llvm::StringLiteral name;
  llvm::StringLiteral part;

  // The whole device.
  int64_t multiprocessors;
  double clockGHz;
  double memoryGBps;
  int64_t l2Bytes;

  // One multiprocessor.
  int64_t sharedBytesPerMultiprocessor;
  int64_t registersPerMultiprocessor;
  int64_t threadsPerMultiprocessor;
  int64_t blocksPerMultiprocessor;

  // One block and one thread.
  int64_t sharedBytesPerBlock;       // with the opt-in attribute
  int64_t staticSharedBytesPerBlock; // without
  int64_t threadsPerBlock;
  int64_t registersPerThread;

  // Instructions (of one lane) that a multiprocessor issues in a cycle.
  int64_t f32PerCycle;
  int64_t f16PerCycle;
  int64_t f64PerCycle;
  int64_t i32PerCycle;
  int64_t specialPerCycle;
  int64_t sharedBytesPerCycle;
  int64_t l2BytesPerCycle; // of one multiprocessor

  // Dense matrix multiply-add on tensor cores, TFLOP/s with f16 inputs and f32 accumulation.
  double tensorTflops;

  static constexpr int64_t warpSize = 32;
  static constexpr int64_t gridX = 2147483647;
  static constexpr int64_t vectorBytes = 16;
  static constexpr int64_t sectorBytes = 32;
  static constexpr double launchMicroseconds = 3.0;
};

/// All known targets, in order of their names' numbers.
llvm::ArrayRef<TargetFacts> getTargets();

/// The facts of a target (`sm_90`; an architecture suffix as in `sm_90a` is allowed), or null.
const TargetFacts *lookupTarget(llvm::StringRef name);

/// "sm_75, sm_80, ...": for error messages.
std::string getTargetNames();

} // namespace emmy

#endif // EMMY_DIALECT_BASE_IR_TARGETS_H
