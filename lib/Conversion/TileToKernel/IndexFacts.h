// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known about the index values of a kernel: their ranges, from extents and declared sizes, and their divisors.
// Facts decide the width of index arithmetic, the alignment of vector accesses, and which divisions are simple.

#ifndef EMMY_LIB_CONVERSION_TILETOKERNEL_INDEXFACTS_H
#define EMMY_LIB_CONVERSION_TILETOKERNEL_INDEXFACTS_H

#include "Emmy/Interfaces/NestInterfaces.h"

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/DenseMap.h"

namespace emmy {

/// All values from `low` to `high`; the ends saturate at those of int64_t, which stand for "unknown".
struct IndexRange {
  int64_t low = std::numeric_limits<int64_t>::min();
  int64_t high = std::numeric_limits<int64_t>::max();

  bool isWithin32() const {
    return low >= std::numeric_limits<int32_t>::min() && high <= std::numeric_limits<int32_t>::max();
  }
};

class IndexFacts {
public:
  explicit IndexFacts(KernelOpInterface kernel) : kernel(kernel) {}

  /// The range of an index value of the kernel.
  IndexRange getRange(mlir::Value value);
  /// The range of an affine expression; `operands` are its dims, then its symbols.
  IndexRange getRange(mlir::AffineExpr expr, mlir::ValueRange operands, unsigned numDims);
  /// A number that divides the value always; 0 where the value is 0.
  uint64_t getDivisor(mlir::Value value);
  uint64_t getDivisor(mlir::AffineExpr expr, mlir::ValueRange operands, unsigned numDims);
  /// Whether the expression and all of its parts fit into 32 bits.
  bool isWithin32(mlir::AffineExpr expr, mlir::ValueRange operands, unsigned numDims);

private:
  IndexRange computeRange(mlir::Value value);
  IndexRange getScalarRange(mlir::BlockArgument argument);
  IndexRange getArgumentRange(mlir::BlockArgument argument);
  SymbolOp getSymbol(mlir::BlockArgument argument);

  KernelOpInterface kernel;
  llvm::DenseMap<mlir::Value, IndexRange> ranges;
};

} // namespace emmy

#endif // EMMY_LIB_CONVERSION_TILETOKERNEL_INDEXFACTS_H
