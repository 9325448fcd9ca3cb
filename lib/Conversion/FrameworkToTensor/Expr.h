// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formulas on tensors. An Expr is a tensor value with the operators of a formula: operands broadcast as in PyTorch,
// numbers take the type of the tensor beside them, and each operation becomes one operation of the tensor level.
// Conversions of element types are never implicit.

#ifndef EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_EXPR_H
#define EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_EXPR_H

#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Dialect/Framework/IR/Framework.h"
#include "Emmy/Dialect/Tensor/IR/IndexMaps.h"
#include "Emmy/Dialect/Tensor/IR/Tensor.h"

namespace emmy {

using framework::Extents;

class Expr {
public:
  Expr(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value) : builder(&builder), loc(loc), value(value) {}

  operator mlir::Value() const { return value; }
  mlir::OpBuilder &getBuilder() const { return *builder; }
  mlir::Location getLoc() const { return loc; }
  mlir::RankedTensorType getType() const { return mlir::cast<mlir::RankedTensorType>(value.getType()); }
  mlir::Type getElementType() const { return getType().getElementType(); }
  Extents getShape() const { return *getExtents(getType()); }
  int64_t getRank() const { return getType().getRank(); }

  /// Another value of the same formula.
  Expr with(mlir::Value other) const { return Expr(*builder, loc, other); }
  /// A constant with the type of this tensor, or with this shape and another element type.
  Expr constant(double number) const;
  Expr constant(double number, mlir::Type elementType) const;

private:
  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;
};

/// One function of the laws table at every position of the broadcast operands.
Expr apply(ScalarFunction function, llvm::ArrayRef<Expr> operands);

#define EMMY_UNARY(name, function)                                                                                     \
  inline Expr name(Expr x) { return apply(ScalarFunction::function, {x}); }
EMMY_UNARY(operator-, negate)
EMMY_UNARY(operator!, bitwise_not)
EMMY_UNARY(abs, absolute)
EMMY_UNARY(exp, exp)
EMMY_UNARY(expm1, expm1)
EMMY_UNARY(log, log)
EMMY_UNARY(log1p, log1p)
EMMY_UNARY(tanh, tanh)
EMMY_UNARY(erf, erf)
EMMY_UNARY(sqrt, sqrt)
EMMY_UNARY(rsqrt, rsqrt)
EMMY_UNARY(trunc, trunc)
EMMY_UNARY(isNan, isnan)
EMMY_UNARY(isInf, isinf)
#undef EMMY_UNARY

#define EMMY_BINARY(name, function)                                                                                    \
  inline Expr name(Expr x, Expr y) { return apply(ScalarFunction::function, {x, y}); }                                 \
  inline Expr name(Expr x, double y) { return name(x, x.constant(y)); }                                                \
  inline Expr name(double x, Expr y) { return name(y.constant(x), y); }
EMMY_BINARY(operator+, add)
EMMY_BINARY(operator-, subtract)
EMMY_BINARY(operator*, multiply)
EMMY_BINARY(operator/, divide)
EMMY_BINARY(operator<, less)
EMMY_BINARY(operator>, greater)
EMMY_BINARY(operator<=, less_equal)
EMMY_BINARY(operator>=, greater_equal)
EMMY_BINARY(operator==, equal)
EMMY_BINARY(operator!=, not_equal)
EMMY_BINARY(max, maximum)
EMMY_BINARY(min, minimum)
#undef EMMY_BINARY
inline Expr operator&(Expr x, Expr y) { return apply(ScalarFunction::bitwise_and, {x, y}); }
inline Expr operator|(Expr x, Expr y) { return apply(ScalarFunction::bitwise_or, {x, y}); }

inline Expr select(Expr condition, Expr x, Expr y) { return apply(ScalarFunction::select, {condition, x, y}); }
inline Expr select(Expr condition, Expr x, double y) { return select(condition, x, x.constant(y)); }
inline Expr select(Expr condition, double x, Expr y) { return select(condition, y.constant(x), y); }

/// The value in another element type; itself where that is its type.
Expr convert(Expr x, mlir::Type elementType, tensor::ConvertOrigin origin = tensor::ConvertOrigin::implied);

/// The type in which arithmetic on the element type computes: f32 for narrower floats, itself otherwise.
mlir::Type getComputeType(mlir::Type elementType);
/// The value in its compute type.
inline Expr widen(Expr x) { return convert(x, getComputeType(x.getElementType())); }

/// The value broadcast to a shape, dims aligned at the end.
Expr broadcastTo(Expr x, llvm::ArrayRef<ExtentAttr> shape);
Expr reshape(Expr x, llvm::ArrayRef<ExtentAttr> shape);

/// Combines along dims (in any order, possibly none); reduced dims stay with extent 1 under `keepDim`. Narrow floats
/// accumulate in f32 and the result has the accumulator's type.
Expr reduce(Monoid monoid, Expr x, llvm::ArrayRef<int64_t> dims, bool keepDim, mlir::Type accumulator = {});
inline Expr sum(Expr x, llvm::ArrayRef<int64_t> dims, bool keepDim, mlir::Type accumulator = {}) {
  return reduce(Monoid::sum, x, dims, keepDim, accumulator);
}
/// The number of elements along dims, as a number or a rank-0 tensor of the element type of x.
Expr getCount(Expr x, llvm::ArrayRef<int64_t> dims);
/// The mean along dims; dims stay with extent 1.
Expr mean(Expr x, llvm::ArrayRef<int64_t> dims);

/// An extent as a rank-0 tensor.
Expr getExtentValue(Expr like, ExtentAttr extent, mlir::Type elementType);

/// A Python scalar at every position of a tensor type; a float for an integer type is truncated.
mlir::Value createScalar(mlir::OpBuilder &builder, mlir::Location loc, mlir::RankedTensorType type,
                         mlir::Attribute scalar);
/// The same with the type of a tensor.
inline Expr getScalar(Expr like, mlir::Attribute scalar) {
  return like.with(createScalar(like.getBuilder(), like.getLoc(), like.getType(), scalar));
}

} // namespace emmy

#endif // EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_EXPR_H
