// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folding emmy.apply on constants: the math library's function is run in software, so that folding gives the bits that
// the program would compute. 16-bit floats compute in f32 and round once, as when they are expanded.

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/MathLibrary/MathLibrary.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace emmy;

/// `value` rounded to `type`.
static FloatAttr convertFloat(FloatAttr value, FloatType type) {
  llvm::APFloat number = value.getValue();
  bool losesInformation;
  number.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInformation);
  return FloatAttr::get(type, number);
}

OpFoldResult ApplyOp::fold(FoldAdaptor adaptor) {
  ScalarFunction function = getFunction();
  bool isConversion = function == ScalarFunction::convert;
  auto type = dyn_cast<FloatType>(getOperands().back().getType());
  if (!type || !(isConversion || getLaws(function).floatOp == "library"))
    return {};
  auto computeType = type.getWidth() < 32 ? cast<FloatType>(Float32Type::get(getContext())) : type;
  SmallVector<Attribute> arguments;
  for (Attribute operand : adaptor.getOperands()) {
    auto number = dyn_cast_or_null<FloatAttr>(operand);
    if (!number)
      return {};
    arguments.push_back(convertFloat(number, computeType));
  }
  std::string name;
  llvm::raw_string_ostream os(name);
  os << "emmy_" << getLaws(function).name << '_' << computeType;
  if (isConversion)
    os << '_' << getType();
  Attribute result = foldMathFunction(name, arguments);
  if (auto number = dyn_cast_or_null<FloatAttr>(result))
    return convertFloat(number, cast<FloatType>(getType()));
  return result;
}
