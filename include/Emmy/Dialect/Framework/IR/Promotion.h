// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's type promotion, in one place, and what an elementwise operator says about element types.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_PROMOTION_H
#define EMMY_DIALECT_FRAMEWORK_IR_PROMOTION_H

#include "Emmy/Dialect/Framework/IR/Framework.h"

namespace emmy::framework {

/// The categories of element types, lowest first. The values are bits of a mask.
enum class TypeClass : unsigned { Bool = 1, Integer = 2, Float = 4 };

/// The category of a supported element type; nothing for others.
std::optional<TypeClass> getTypeClass(mlir::Type elementType);

/// A tensor of a supported element type whose dynamic dims have extents.
bool isFrameworkTensor(mlir::Type type);

/// A BoolAttr, an i64 IntegerAttr or an f64 FloatAttr.
bool isPythonScalar(mlir::Attribute attribute);
TypeClass getScalarClass(mlir::Attribute scalar);

/// The common type of two element types; null where there is none (an 8-bit float with another type).
mlir::Type promoteTypes(mlir::Type lhs, mlir::Type rhs);

/// The common type of tensors and scalars: tensors with dims decide; rank-0 tensors, then scalars, only raise the
/// category. A null type and an error where there is none.
class PromotionState {
public:
  /// Fails where the types so far have no common type; all scalars have one.
  mlir::LogicalResult addTensor(mlir::RankedTensorType type);
  void addScalar(mlir::Attribute scalar);
  mlir::Type getResult() const;

private:
  mlir::Type withDims, withoutDims, wrapped;
};

/// The error of operands whose element types have no common one.
mlir::LogicalResult emitNoCommonType(mlir::ValueRange operands,
                                     llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// What distinguishes elementwise operators: see FrameworkElementwise.td.
struct ElementwiseInfo {
  int arity;
  TypeRule rule;
  /// A mask of the accepted classes of the promoted type.
  unsigned accepted;
  /// The function of the laws table that computes the operator; nothing for formulas.
  std::optional<ScalarFunction> function;

  bool accepts(TypeClass typeClass) const { return accepted & static_cast<unsigned>(typeClass); }
};

/// The element types of an elementwise operator: every operand is converted to `compute` (under the truth rule there is
/// none: each is compared with zero; under the choose and first rules conditions and masks stay i1).
struct ElementwiseTypes {
  mlir::Type compute;
  mlir::Type result;
};

/// The types that follow from the operands; `scalars` as in ElementwiseOpInterface.
mlir::FailureOr<ElementwiseTypes> getElementwiseTypes(mlir::MLIRContext *context, mlir::ValueRange operands,
                                                      mlir::ArrayAttr scalars, const ElementwiseInfo &info,
                                                      llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// The type in which sums and products of integers are given: i64 for integers and bools, itself for floats.
mlir::Type getSumType(mlir::Type elementType);

} // namespace emmy::framework

#endif // EMMY_DIALECT_FRAMEWORK_IR_PROMOTION_H
