// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The evaluation of a kernel for many blocks and iterations at once.

#ifndef EMMY_LIB_ANALYSIS_REPORT_ACCESSCOUNTER_H
#define EMMY_LIB_ANALYSIS_REPORT_ACCESSCOUNTER_H

#include "ControlSlice.h"
#include "IssuedAccesses.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace emmy::report {

/// How many values of lanes are computed before ranges of blocks and iterations are no longer halved.
constexpr int64_t kBudget = int64_t(1) << 27;

/// A value in every thread of a block: one range where all have the same.
using Lanes = llvm::SmallVector<Interval, 1>;
/// How often each thread runs the current operation.
using Weights = llvm::SmallVector<int64_t>;

/// Inclusive ranges of block coordinates.
using BlockRange = std::array<Interval, 3>;

/// Counts the accesses of one launch.
class AccessCounter {
public:
  explicit AccessCounter(const Launch &launch)
      : launch(launch), kernel(launch.kernel), slice(launch.kernel), numThreads(kernel.getNumThreads()) {}

  IssuedAccesses run();

private:
  void countBlocks(const BlockRange &range);

  // False where a condition is not the same for all blocks or iterations that are evaluated together, or where the
  // elements of a copy that are valid are not.
  bool evaluate(mlir::Block *block, const Weights &weights);
  bool countCopy(kernel::AsyncCopyOp op, const Weights &weights);
  void countAccess(mlir::Operation *op, const Weights &weights);

  // Branches and loops (AccessCounterControl.cpp).
  bool evaluate(mlir::scf::IfOp op, const Weights &weights);
  bool evaluate(mlir::scf::ForOp op, const Weights &weights);
  bool evaluateOneByOne(mlir::scf::ForOp op, const Weights &weights, llvm::ArrayRef<int64_t> trips);
  bool evaluateIterations(mlir::scf::ForOp op, const Weights &weights, llvm::ArrayRef<int64_t> trips, int64_t first,
                          int64_t count);

  // Values.
  Lanes getThreadId(kernel::Dimension dimension);
  Lanes evaluateArithmetic(mlir::Operation *op);
  Interval get(mlir::Value value, unsigned lane) const;
  unsigned getNumLanes(mlir::ValueRange operands) const;
  /// Values after a branch or an iteration: those of `taken` lanes are replaced by the yielded ones.
  Lanes select(const Lanes &before, mlir::Value yielded, const Weights &weights);

  const Launch &launch;
  kernel::FuncOp kernel;
  ControlSlice slice;
  unsigned numThreads;
  BlockRange blocks;
  llvm::DenseMap<mlir::Value, Lanes> values;
  /// What the evaluated blocks access, once each.
  IssuedAccesses current;
  IssuedAccesses total;
  /// Whether an unknown condition counts as true, since nothing is left to halve.
  bool isGuessing = false;
  int64_t spent = 0;
};

} // namespace emmy::report

#endif // EMMY_LIB_ANALYSIS_REPORT_ACCESSCOUNTER_H
