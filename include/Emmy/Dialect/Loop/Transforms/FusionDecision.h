// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What fusion decided about two kernels, as data: which rule decided, with its numbers. emmy-loop-fuse streams one
// optimization remark of the category `fusion` for each decision; whoever wants them records them here, or lets a tool
// write them (--remarks-filter=fusion).

#ifndef EMMY_DIALECT_LOOP_TRANSFORMS_FUSIONDECISION_H
#define EMMY_DIALECT_LOOP_TRANSFORMS_FUSIONDECISION_H

#include "Emmy/Support/Remarks.h"

#include "mlir/IR/Location.h"

#include <optional>
#include <string>
#include <vector>

namespace emmy::loop {

/// Why two kernels are one now, or stay two.
struct FusionDecision {
  /// The kernels by the names of their operators, and where the value between them (or the second's) was written.
  std::string producer, consumer;
  mlir::Location location;
  /// Kernels over one space beside each other, where neither reads what the other makes.
  bool isBeside = false;
  bool isMerged = false;
  /// The rule that decided, one of docs/Report.md (a literal), and the same in words.
  llvm::StringRef rule;
  std::string reason;
  /// Of the merged kernel, instead of the two; nothing where merging is not legal, so that nothing was estimated.
  struct Numbers {
    int64_t bytesSaved = 0, recomputedFlops = 0;
    int64_t instructions = 0, instructionBudget = 0;
  };
  std::optional<Numbers> numbers;
};

/// Streams a decision to the context's remark engine; nothing where there is none.
void emitRemark(const FusionDecision &decision);

/// Adds the decisions that are made while a recorder listens.
remarks::Listener listenToFusion(std::vector<FusionDecision> &decisions);

} // namespace emmy::loop

#endif // EMMY_DIALECT_LOOP_TRANSFORMS_FUSIONDECISION_H
