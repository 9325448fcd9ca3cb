// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values seen through index maps, and functions computed over no more coordinates than their operands depend on.

#ifndef EMMY_LIB_DIALECT_TENSOR_TRANSFORMS_VIEWS_H
#define EMMY_LIB_DIALECT_TENSOR_TRANSFORMS_VIEWS_H

#include "Emmy/Dialect/Tensor/IR/Tensor.h"

#include "mlir/IR/Builders.h"

namespace emmy::tensor {

/// A value as a source that is read through one map of the value's coordinates, without symbols. A map of several
/// pieces, or with symbols, is a source itself.
struct View {
  mlir::Value source;
  mlir::AffineMap map;
};
View getView(mlir::Value value);

/// The value that reads a view over a type; the source itself where the map is the identity.
mlir::Value buildView(mlir::OpBuilder &builder, mlir::Location loc, mlir::RankedTensorType type, View view);

/// The one number of a constant; null for any other value.
mlir::TypedAttr getNumber(mlir::Value value);

/// multiply(x, 0.5): a function of values, by their names in the program, and of numbers. For remarks.
std::string describe(ElementwiseOp op);

/// Whether operands of the function may be combined in another order: on integers and on the reals.
bool isReassociable(ScalarFunction function);
/// Whether they may on elements of a type, too: on integers, and on floats where the table says so.
bool isExactlyReassociable(ScalarFunction function, mlir::Type elementType);

/// Erases an op that nothing uses, and what it alone used; tells of each before it goes.
void eraseUnused(mlir::Operation *op, llvm::function_ref<void(mlir::Operation *)> tell = {});

/// f(operands…), where all operands have one type, computed over the dims alone that an operand depends on: what is
/// repeated along a dim gives a result that is repeated along it. Every bit is that of f over all dims.
class CompactFunction {
public:
  CompactFunction(ScalarFunction function, mlir::RankedTensorType type, mlir::ArrayRef<View> operands);

  /// The bytes of what is computed; nothing where an extent is not static, or an operand is empty: it is not built
  /// then.
  std::optional<int64_t> getBytes() const;
  llvm::ArrayRef<View> getViews() const { return views; }
  /// The result over the operands' type.
  mlir::Value build(mlir::OpBuilder &builder, mlir::Location loc) const;

private:
  ScalarFunction function;
  mlir::RankedTensorType type;
  llvm::SmallVector<View> views;
  llvm::SmallVector<unsigned> dims; ///< that some operand depends on
};

} // namespace emmy::tensor

#endif // EMMY_LIB_DIALECT_TENSOR_TRANSFORMS_VIEWS_H
