// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on shapes that type inference and conversions share: dims from the end, broadcasting, sizes with -1, slice
// bounds. Functions that can fail report the numbers that are wrong through `emitError`.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_SHAPES_H
#define EMMY_DIALECT_FRAMEWORK_IR_SHAPES_H

#include "Emmy/Dialect/Framework/IR/Framework.h"

namespace emmy::framework {

using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;
using Extents = llvm::SmallVector<ExtentAttr>;

/// Reports errors of type inference at `location`, named for the operation. (Without a location at an unknown one: a
/// diagnostic that is not active would count as success.)
inline auto getEmitter(mlir::MLIRContext *context, std::optional<mlir::Location> location, llvm::StringRef name) {
  return [=]() -> mlir::InFlightDiagnostic {
    return mlir::emitError(location.value_or(mlir::UnknownLoc::get(context))) << "'" << name << "' op ";
  };
}

/// For what an operation that verifies cannot get wrong.
mlir::InFlightDiagnostic emitUnreachable();

/// The extents of a tensor value whose dynamic dims are known to be named.
Extents getShape(mlir::Value tensor);
Extents getShape(mlir::Type type);

/// A dim in [0, rank) from one in [-rank, rank). Rank 0 counts as rank 1, as in PyTorch.
mlir::FailureOr<int64_t> normalizeDim(int64_t dim, int64_t rank, EmitError emitError);

/// The same for lists; equal dims are an error. An absent or empty list means all dims where `emptyIsAll`.
mlir::FailureOr<llvm::SmallVector<int64_t>> normalizeDims(std::optional<llvm::ArrayRef<int64_t>> dims, int64_t rank,
                                                          EmitError emitError, bool emptyIsAll = false);

/// The extents of several shapes broadcast together, aligned at the last dim.
mlir::FailureOr<Extents> broadcast(llvm::ArrayRef<Extents> shapes, EmitError emitError);

/// Whether `shape` broadcasts to `target` without changing it.
mlir::LogicalResult checkBroadcastsTo(llvm::ArrayRef<ExtentAttr> shape, llvm::ArrayRef<ExtentAttr> target,
                                      llvm::StringRef what, EmitError emitError);

/// The sizes of a reshape with its -1 resolved; an error when the number of elements changes.
mlir::FailureOr<Extents> resolveSizes(llvm::ArrayRef<ExtentAttr> input, llvm::ArrayRef<ExtentAttr> sizes,
                                      EmitError emitError);

/// Start, length and step of a slice of a dim; all within the dim. `rawStart`, `rawEnd` and `promised`, the length, are
/// without clamping.
struct SliceBounds {
  ExtentAttr start, length, promised, rawStart, rawEnd;
  int64_t step;
};
SliceBounds getSliceBounds(ExtentAttr size, RangeAttr range);

/// The sizes of the parts of a chunked dim.
mlir::FailureOr<Extents> getChunkSizes(ExtentAttr size, int64_t chunks, EmitError emitError);

/// Whether lhs <= rhs whatever the symbols are.
bool isAtMost(ExtentAttr lhs, ExtentAttr rhs);

/// The shape without the reduced dims, or with 1 in their place.
Extents getReducedShape(llvm::ArrayRef<ExtentAttr> shape, llvm::ArrayRef<int64_t> dims, bool keepDim);

} // namespace emmy::framework

#endif // EMMY_DIALECT_FRAMEWORK_IR_SHAPES_H
