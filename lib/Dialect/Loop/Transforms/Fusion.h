// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of kernel fusion: what a producer is, where a consumer needs it (legality), what merging costs (profitability),
// and the merge itself.

#ifndef EMMY_DIALECT_LOOP_TRANSFORMS_FUSION_H
#define EMMY_DIALECT_LOOP_TRANSFORMS_FUSION_H

#include "Emmy/Dialect/Loop/Transforms/FusionDecision.h"
#include "Emmy/Dialect/Loop/Utils/KernelAnalysis.h"
#include "Emmy/Dialect/Loop/Utils/KernelBuilder.h"

#include "mlir/IR/BuiltinOps.h"

namespace emmy::loop {

//===----------------------------------------------------------------------===//
// Producers
//===----------------------------------------------------------------------===//

/// A kernel whose results are each stored once at the innermost place of one parallel nest, so that an element can be
/// computed at any coordinates.
struct Producer {
  KernelOp kernel;
  /// The nest; none for a kernel without parallel axes.
  ForOp loops;
  /// Where the elements are computed.
  mlir::Block *inner = nullptr;
  /// Per result its store, and per axis of the nest the dim of the result along it.
  llvm::SmallVector<StoreOp> stores;
  llvm::SmallVector<llvm::SmallVector<unsigned>> dimOfAxis;
  bool hasReduction = false;
  bool isContraction = false;
  bool isDataDependent = false;
  int64_t instructions = 0;
};

/// The kernel as a producer; failure, with the reason, where it is none.
mlir::FailureOr<Producer> getProducer(KernelOp kernel, std::string &reason);

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

/// One place of a consumer at which the producer is computed, with the loads that it serves.
struct Instance {
  llvm::SmallVector<LoadOp> loads;
  unsigned result = 0;
  /// Loops to split first, and the axes that stay outside.
  ForOp split;
  llvm::SmallVector<unsigned> outerAxes;
  /// Where the producer is computed: before this operation, or first in the outer part of the split loops.
  mlir::Operation *before = nullptr;
  /// Extents of the loops around the place, after the split; reductions included.
  llvm::SmallVector<mlir::OpFoldResult> extents;
  bool isInReduction = false;
  /// Whether loops remain inside the place's loops.
  bool hasInnerLoops = false;
  bool hasInnerContraction = false;
  /// The lift of a contraction is around the place.
  bool isInContraction = false;
  bool isGuarded = false;
  /// Every element of the result is computed exactly once here, outside of reductions, so it can be stored.
  bool canStore = false;
};

struct Edge {
  Producer producer;
  KernelOp consumer;
  llvm::SmallVector<Instance> instances;
  /// Results of the producer that others than the consumer use.
  llvm::SmallVector<unsigned> kept;
  /// Other users of them that stand before the consumer and move behind it, with all that depends on them.
  llvm::SmallVector<mlir::Operation *> moved;
  int64_t consumerInstructions = 0;
  /// Whether the producer goes: nobody else uses it, or the merged kernel stores what they use.
  bool isEliminated = true;
};

/// Where the consumer needs the producer. Failure, with the reason, where merging is not legal.
mlir::FailureOr<Edge> getEdge(Producer producer, KernelOp consumer, std::string &reason);

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

struct FusionOptions {
  int64_t maxInstructions = 2048;
  int64_t maxContractions = 1;
  bool allowContractionOperands = false;
};

struct FusionCost {
  bool isProfitable = false;
  /// One of docs/Report.md, and the same in words.
  llvm::StringLiteral rule = "";
  std::string reason;
  FusionDecision::Numbers numbers;
};

/// Estimates with the hints of symbols.
class CostModel {
public:
  CostModel(mlir::ModuleOp module, FusionOptions options);

  FusionCost getCost(Edge &edge);
  /// Whether merging two kernels over one space, side by side, pays.
  FusionCost getHorizontalCost(KernelOp first, KernelOp second);
  /// The value of an extent under the symbols' hints.
  int64_t evaluate(ExtentAttr extent);

  FusionOptions options;

private:
  int64_t getBytes(mlir::Value tensor);
  int64_t getPoints(llvm::ArrayRef<mlir::OpFoldResult> extents);
  int64_t getFlops(mlir::Block &block);
  bool isLeftToItsProducer(Edge &edge);
  bool isEpilogue(KernelOp kernel, unsigned depth);

  llvm::StringMap<int64_t> hints;
  /// Fusion makes none and loses none.
  bool hasContractions = false;
};

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

/// Computes the producer in the consumer, whose location the caller sets and which is replaced where it gets more
/// results; the producer is erased where it is not needed any more. The merged kernel.
KernelOp merge(Edge &edge);

/// Puts the second kernel's nest into the first's, over the same axes; both are replaced. The merged kernel.
KernelOp mergeSideBySide(Producer &first, Producer &second);

/// Shares, hoists and removes what the merges left; drops unused operands.
void simplifyKernel(KernelOp kernel);

/// Splits the nest into one over the given axes around one over the others; the outer one.
ForOp splitLoops(ForOp loops, llvm::ArrayRef<unsigned> outerAxes);

} // namespace emmy::loop

#endif // EMMY_DIALECT_LOOP_TRANSFORMS_FUSION_H
