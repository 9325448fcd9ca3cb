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

/// The target of programs that name none.
inline constexpr llvm::StringLiteral defaultTarget = "sm_90";

/// One GPU architecture, with the sizes of a widely used part of it.
struct TargetFacts {
  llvm::StringLiteral name;

  // The whole device.
  int64_t multiprocessors;

  // One block.
  int64_t sharedBytesPerBlock;       // with the opt-in attribute
  int64_t staticSharedBytesPerBlock; // without
  int64_t threadsPerBlock;

  static constexpr int64_t warpSize = 32;
  static constexpr int64_t gridX = 2147483647;
  static constexpr int64_t vectorBytes = 16;
};

/// All known targets, in order of their names' numbers.
llvm::ArrayRef<TargetFacts> getTargets();

/// The facts of a target (`sm_90`; an architecture suffix as in `sm_90a` is allowed), or null.
const TargetFacts *lookupTarget(llvm::StringRef name);

/// "sm_75, sm_80, ...": for error messages.
std::string getTargetNames();

} // namespace emmy

#endif // EMMY_DIALECT_BASE_IR_TARGETS_H
