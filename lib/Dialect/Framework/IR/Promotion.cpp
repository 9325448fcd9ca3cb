// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch's type promotion: the table of two element types, and the three priorities of operands.

#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Dialect/Framework/IR/Framework.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

std::optional<TypeClass> framework::getTypeClass(Type elementType) {
  if (elementType.isInteger(1))
    return elementType.isSignlessInteger() ? std::optional(TypeClass::Bool) : std::nullopt;
  if (auto integer = dyn_cast<IntegerType>(elementType)) {
    bool supportedWidth = llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth());
    return supportedWidth && !integer.isSigned() ? std::optional(TypeClass::Integer) : std::nullopt;
  }
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type, Float8E4M3FNType, Float8E5M2Type, Float8E4M3FNUZType,
          Float8E5M2FNUZType>(elementType))
    return TypeClass::Float;
  return std::nullopt;
}

bool framework::isFrameworkTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && getTypeClass(tensor.getElementType()) && succeeded(getExtents(tensor));
}

bool framework::isPythonScalar(Attribute attribute) {
  if (isa<BoolAttr>(attribute))
    return true;
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return integer.getType().isSignlessInteger(64);
  auto number = dyn_cast<FloatAttr>(attribute);
  return number && number.getType().isF64();
}

TypeClass framework::getScalarClass(Attribute scalar) {
  if (isa<BoolAttr>(scalar))
    return TypeClass::Bool;
  return isa<IntegerAttr>(scalar) ? TypeClass::Integer : TypeClass::Float;
}

/// Signed and unsigned: the smallest signed type that holds both, which PyTorch has for ui8 only.
static Type promoteIntegers(IntegerType lhs, IntegerType rhs) {
  if (lhs.isUnsigned() == rhs.isUnsigned())
    return lhs.getWidth() >= rhs.getWidth() ? lhs : rhs;
  auto [unsignedType, signedType] = lhs.isUnsigned() ? std::pair(lhs, rhs) : std::pair(rhs, lhs);
  if (unsignedType.getWidth() != 8)
    return {};
  return IntegerType::get(lhs.getContext(), std::max(16u, signedType.getWidth()));
}

static Type promoteFloats(FloatType lhs, FloatType rhs) {
  if (lhs == rhs)
    return lhs;
  if (isSmallFloat(lhs) || isSmallFloat(rhs))
    return {};
  if (lhs.getWidth() == rhs.getWidth())
    return Float32Type::get(lhs.getContext());
  return lhs.getWidth() > rhs.getWidth() ? lhs : rhs;
}

Type framework::promoteTypes(Type lhs, Type rhs) {
  TypeClass lhsClass = *getTypeClass(lhs), rhsClass = *getTypeClass(rhs);
  if (lhsClass != rhsClass) {
    Type higher = lhsClass > rhsClass ? lhs : rhs;
    return isSmallFloat(higher) ? Type() : higher;
  }
  if (lhsClass == TypeClass::Bool)
    return lhs;
  if (lhsClass == TypeClass::Integer)
    return promoteIntegers(cast<IntegerType>(lhs), cast<IntegerType>(rhs));
  return promoteFloats(cast<FloatType>(lhs), cast<FloatType>(rhs));
}

static LogicalResult merge(Type &state, Type type) {
  if (!state)
    state = type;
  else if (Type promoted = promoteTypes(state, type))
    state = promoted;
  else
    return failure();
  return success();
}

LogicalResult PromotionState::addTensor(RankedTensorType type) {
  return merge(type.getRank() > 0 ? withDims : withoutDims, type.getElementType());
}

void PromotionState::addScalar(Attribute scalar) {
  MLIRContext *context = scalar.getContext();
  TypeClass scalarClass = getScalarClass(scalar);
  Type type = scalarClass == TypeClass::Bool      ? Type(IntegerType::get(context, 1))
              : scalarClass == TypeClass::Integer ? Type(IntegerType::get(context, 64))
                                                  : Type(Float32Type::get(context));
  wrapped = wrapped ? promoteTypes(wrapped, type) : type;
}

/// A lower priority only raises the category.
static Type combine(Type higher, Type lower) {
  if (!higher || !lower)
    return higher ? higher : lower;
  TypeClass higherClass = *getTypeClass(higher), lowerClass = *getTypeClass(lower);
  return lowerClass > higherClass && (higherClass == TypeClass::Bool || lowerClass == TypeClass::Float)
             ? promoteTypes(higher, lower)
             : higher;
}

Type PromotionState::getResult() const { return combine(withDims, combine(withoutDims, wrapped)); }

Type framework::getSumType(Type elementType) {
  return isa<FloatType>(elementType) ? elementType : IntegerType::get(elementType.getContext(), 64);
}

//===----------------------------------------------------------------------===//
// Elementwise operators
//===----------------------------------------------------------------------===//

static std::string describe(unsigned mask) {
  SmallVector<StringRef> names;
  for (auto [typeClass, name] : {std::pair(TypeClass::Bool, "bool"), std::pair(TypeClass::Integer, "integer"),
                                 std::pair(TypeClass::Float, "float")})
    if (mask & static_cast<unsigned>(typeClass))
      names.push_back(name);
  return llvm::join(names, " or ");
}

/// Conditions and masks are bools.
static LogicalResult checkIsBool(Value operand, unsigned index, function_ref<InFlightDiagnostic()> emitError) {
  Type elementType = cast<RankedTensorType>(operand.getType()).getElementType();
  if (elementType.isInteger(1))
    return success();
  return emitError() << "expected operand #" << index << " to have i1 elements, but got " << elementType;
}

LogicalResult framework::emitNoCommonType(ValueRange operands, function_ref<InFlightDiagnostic()> emitError) {
  InFlightDiagnostic diagnostic = emitError() << "expected operands with a common element type, but got ";
  llvm::interleaveComma(operands, diagnostic,
                        [&](Value operand) { diagnostic << getElementTypeOrSelf(operand.getType()); });
  return diagnostic;
}

FailureOr<ElementwiseTypes> framework::getElementwiseTypes(MLIRContext *context, ValueRange operands, ArrayAttr scalars,
                                                           const ElementwiseInfo &info,
                                                           function_ref<InFlightDiagnostic()> emitError) {
  PromotionState state;
  auto nextOperand = operands.begin();
  for (int index = 0; index < info.arity; ++index) {
    bool takesPart = true;
    if (info.rule == TypeRule::choose)
      takesPart = index > 0;
    if (info.rule == TypeRule::first)
      takesPart = index == 0;
    bool isScalar = scalars && !isa<UnitAttr>(scalars[index]);
    if (isScalar) {
      if (takesPart)
        state.addScalar(scalars[index]);
      continue;
    }
    Value operand = *nextOperand++;
    bool isCondition = (info.rule == TypeRule::choose && index == 0) || (info.rule == TypeRule::first && index == 1);
    if (isCondition && failed(checkIsBool(operand, index, emitError)))
      return failure();
    if (takesPart && failed(state.addTensor(cast<RankedTensorType>(operand.getType()))))
      return emitNoCommonType(operands, emitError);
  }
  Type promoted = state.getResult();
  if (!promoted)
    return emitNoCommonType(operands, emitError);
  if (!info.accepts(*getTypeClass(promoted)))
    return emitError() << "expected operands of type " << describe(info.accepted) << ", but got " << promoted;
  Type boolType = IntegerType::get(context, 1);
  switch (info.rule) {
  case TypeRule::promote:
  case TypeRule::choose:
  case TypeRule::first:
    return ElementwiseTypes{promoted, promoted};
  case TypeRule::promote_float: {
    Type compute = isa<FloatType>(promoted) ? promoted : Float32Type::get(context);
    return ElementwiseTypes{compute, compute};
  }
  case TypeRule::compare:
    return ElementwiseTypes{promoted, boolType};
  case TypeRule::truth:
    return ElementwiseTypes{boolType, boolType};
  }
  llvm_unreachable("every rule has a case");
}
