// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops, reductions, scans, loads and stores as scf and memref code that runs every iteration in order. It works on the
// interfaces, so that it is the reference execution of the loop level and the serial elision of the tile level.

#ifndef EMMY_CONVERSION_LOOPTOSCF_NESTTOSCF_H
#define EMMY_CONVERSION_LOOPTOSCF_NESTTOSCF_H

#include "Emmy/Interfaces/NestInterfaces.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace emmy {

/// Which sums and products of 16- and 32-bit floats are accumulated in f64.
enum class WideSums {
  /// All: the reference execution.
  always,
  /// Those over threads, which combine in a tree. In order, in the narrow type, they would be less exact than any tree.
  acrossThreads,
  /// None.
  never,
};

struct NestToScfOptions {
  WideSums wideSums;
};

/// Patterns for LoopNestOpInterface, ReductionOpInterface and AccessOpInterface. An operation that implements one of
/// them and needs a lowering of its own adds a pattern of a higher benefit.
void populateNestToScfPatterns(mlir::RewritePatternSet &patterns, const NestToScfOptions &options);

/// Index arithmetic that computes the expressions of a map, semi-affine ones included: a divisor is max(divisor, 1),
/// and floordiv, ceildiv and mod are those of mathematics for negative numerators. Operands are its dims, then its
/// symbols.
llvm::SmallVector<mlir::Value> expandIndexMap(mlir::OpBuilder &builder, mlir::Location loc, mlir::AffineMap map,
                                              mlir::ValueRange operands);

/// Whether all constraints of a guard hold: an i1.
mlir::Value expandGuard(mlir::OpBuilder &builder, mlir::Location loc, mlir::IntegerSet guard,
                        mlir::ValueRange operands);

/// Puts the host program in buffer form and moves every kernel's body to a private function @k_<names> of the module.
/// Fails, before anything is changed and listing all of them, where a kernel is no `kernelName` (`remedy` says what to
/// run) or holds more than operations of its level and scalar code.
llvm::FailureOr<llvm::SmallVector<mlir::func::FuncOp>> outlineKernels(mlir::ModuleOp module, llvm::StringRef kernelName,
                                                                      llvm::StringRef remedy);

/// Lowers all loops and accesses of an outlined kernel; the patterns have one for each operation of its level.
void lowerNests(mlir::func::FuncOp kernel, const mlir::FrozenRewritePatternSet &patterns);

/// A buffer of static shape that lives as long as a call of the function around `op`: on the stack where it is small,
/// else allocated and freed.
mlir::Value createFunctionBuffer(mlir::OpBuilder &builder, mlir::Operation *op, mlir::MemRefType type);

} // namespace emmy

#endif // EMMY_CONVERSION_LOOPTOSCF_NESTTOSCF_H
