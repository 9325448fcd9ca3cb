// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses a schedule from a kernel's structure, a target's facts and what the user fixed. One function per family of
// schedules; the first that fits a kernel decides, the plain one fits every kernel.

#ifndef EMMY_LIB_DIALECT_TILE_TRANSFORMS_SCHEDULECHOOSER_H
#define EMMY_LIB_DIALECT_TILE_TRANSFORMS_SCHEDULECHOOSER_H

#include "Emmy/Dialect/Base/IR/Targets.h"
#include "KernelStructure.h"

namespace emmy::tile {

/// What the user fixed; 0 where it is free.
struct ScheduleOverrides {
  int64_t threads = 0; // of a block
  int64_t vector = 0;  // elements of a vector access
  int64_t rows = 0;    // rows of a block
  std::string family;  // plain, pointwise, rows, contraction, transpose

  /// From "threads=256,vector=4".
  static mlir::FailureOr<ScheduleOverrides> parse(llvm::StringRef text,
                                                  llvm::function_ref<mlir::InFlightDiagnostic()> emitError);
};

/// A schedule under construction: one list of splits per axis, or per group of collapsed axes.
class ScheduleBuilder {
public:
  explicit ScheduleBuilder(const KernelStructure &structure) : structure(structure) {}

  using Splits = llvm::SmallVector<std::pair<Binding, int64_t>>;
  /// All axes of a loop, collapsed into one.
  void set(mlir::Operation *loop, const Splits &splits);
  /// One axis.
  void setAxis(unsigned axis, const Splits &splits);
  /// Everything inside a region of `parent` that is not set yet runs in order in one thread.
  void setSequential(mlir::Operation *parent);
  void stage(llvm::ArrayRef<int64_t> operands, unsigned axis, StagingSpace space);

  ScheduleAttr build(int64_t threads) const;

private:
  struct Entry {
    unsigned numAxes;
    Splits splits;
  };
  const KernelStructure &structure;
  std::map<unsigned, Entry> entries; // by first axis
  llvm::SmallVector<StagingAttr> stagings;
};

struct ChooserContext {
  const KernelStructure &structure;
  const TargetFacts &target;
  const ScheduleOverrides &overrides;
};

/// One thread per point of the outermost parallel loops; everything inside in order. Fits every kernel.
ScheduleAttr choosePlain(const ChooserContext &context);
/// Loops without loops inside: blocks, threads and vectors along the collapsed axes.
ScheduleAttr choosePointwise(const ChooserContext &context);
/// Reductions and loops along rows: one block, or a group of threads of a block, a row.
ScheduleAttr chooseRows(const ChooserContext &context);
/// Reductions that use what they load many times: tiles in shared memory, results in registers.
ScheduleAttr chooseContraction(const ChooserContext &context);
/// Pointwise loops that read along another axis than they write: tiles through shared memory.
ScheduleAttr chooseTranspose(const ChooserContext &context);

} // namespace emmy::tile

#endif // EMMY_LIB_DIALECT_TILE_TRANSFORMS_SCHEDULECHOOSER_H
