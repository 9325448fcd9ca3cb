// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of a kernel that decides which accesses to global memory are made, and how often: the accesses, the control
// flow around them, and the integer arithmetic that it depends on. Where an access goes does not matter here.

#ifndef EMMY_LIB_ANALYSIS_REPORT_CONTROLSLICE_H
#define EMMY_LIB_ANALYSIS_REPORT_CONTROLSLICE_H

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "llvm/ADT/DenseSet.h"

namespace emmy::report {

class ControlSlice {
public:
  explicit ControlSlice(kernel::FuncOp kernel);

  /// The operations of a block that belong to the slice, in order.
  llvm::ArrayRef<mlir::Operation *> getOperations(mlir::Block *block) const;
  /// Whether the value decides what is accessed.
  bool contains(mlir::Value value) const { return values.contains(value); }

private:
  bool isNeeded(mlir::Operation *op);
  void addOperation(mlir::Operation *op);
  void addValue(mlir::Value value);
  void propagate(mlir::Value value);

  llvm::DenseMap<mlir::Operation *, bool> needed;
  llvm::DenseSet<mlir::Operation *> operations;
  llvm::DenseSet<mlir::Value> values;
  llvm::SmallVector<mlir::Value> worklist;
  llvm::DenseMap<mlir::Block *, llvm::SmallVector<mlir::Operation *>> blocks;
};

/// Whether the operation is an access to global memory.
bool isGlobalAccess(mlir::Operation *op);

} // namespace emmy::report

#endif // EMMY_LIB_ANALYSIS_REPORT_CONTROLSLICE_H
