// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the tensor dialect, and what its types are.

#include "Emmy/Dialect/Tensor/IR/Tensor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "Emmy/Dialect/Tensor/IR/TensorDialect.cpp.inc"
#include "Emmy/Dialect/Tensor/IR/TensorEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Emmy/Dialect/Tensor/IR/TensorAttributes.cpp.inc"

namespace emmy::tensor {

/// Pure computations go wherever a call is inlined.
struct TensorInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
};

void TensorDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Emmy/Dialect/Tensor/IR/TensorAttributes.cpp.inc"
      >();
}

void TensorDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "Emmy/Dialect/Tensor/IR/TensorOps.cpp.inc"
      >();
  addInterfaces<TensorInlinerInterface>();
}

Operation *TensorDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (tensorType && isTensorType(type) && isa<TypedAttr>(value))
    return ConstantOp::create(builder, loc, tensorType, value);
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

bool isTensorType(Type type) {
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!tensorType || failed(getExtents(tensorType)))
    return false;
  Type element = tensorType.getElementType();
  if (auto integer = dyn_cast<IntegerType>(element))
    return !integer.isSigned() && integer.getWidth() <= 64 && (integer.isSignless() || integer.getWidth() > 1);
  return isa<Float64Type, Float32Type, Float16Type, BFloat16Type, Float8E4M3FNType, Float8E5M2Type, Float8E4M3FNUZType,
             Float8E5M2FNUZType>(element);
}

bool haveSameShape(RankedTensorType lhs, RankedTensorType rhs) {
  return lhs.getShape() == rhs.getShape() && lhs.getEncoding() == rhs.getEncoding();
}

RankedTensorType withElementType(RankedTensorType type, Type elementType) {
  return RankedTensorType::get(type.getShape(), elementType, type.getEncoding());
}

} // namespace emmy::tensor
