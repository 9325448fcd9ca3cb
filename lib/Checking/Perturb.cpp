// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may be otherwise in a program that means the same, made visible. Every place where a float is rounded may round
// otherwise, and under a licence a zero may have the other sign; how far that moves a result is what a comparison has
// to allow, and it depends on the program: a sum of terms that cancel moves by more than its own size. So it is
// measured: the same program, changed so, is run.
// A rounding that the program asks for stays where it is: nobody may leave it out, or do it elsewhere. What it rounds
// may have moved, though, and be rounded to a neighbour then.

#include "Differences.h"

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Dialect/Tensor/IR/Tensor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::checking;

/// Whether a value is made of floats.
static bool isOfFloats(Value value) { return isa<FloatType>(getElementTypeOrSelf(value)); }

/// By how many units in the last place roundings may move the result of an operation; 0 where it is exact, or rounds
/// because the program asks for it.
static double getErrorBound(Operation *op) {
  auto getBound = [&](ScalarFunction function) {
    const FunctionLaws &laws = getLaws(function);
    return getElementTypeOrSelf(op->getResult(0)).isF64() ? laws.ulpF64 : laws.ulpF32;
  };
  if (auto apply = dyn_cast<ApplyOp>(op))
    return getBound(apply.getFunction());
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCallee().starts_with("emmy_") && !call.getCallee().starts_with("emmy_convert_") ? 1 : 0;
  if (isa<arith::TruncFOp>(op))
    return op->hasAttr("emmy.implied") ? 1 : 0;
  if (auto elementwise = dyn_cast<tensor::ElementwiseOp>(op)) {
    if (elementwise.getFunction() == ScalarFunction::convert)
      return elementwise.getOrigin() == tensor::ConvertOrigin::implied ? 1 : 0;
    return getBound(elementwise.getFunction());
  }
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp, math::FmaOp, math::SqrtOp, tensor::ReduceOp,
             tensor::ScanOp>(op)
             ? 1
             : 0;
}

/// A function of floats on a value of any level.
static Value apply(OpBuilder &builder, Location loc, ScalarFunction function, ValueRange operands) {
  Type type = operands[0].getType();
  if (isa<RankedTensorType>(type))
    return tensor::ElementwiseOp::create(builder, loc, function, operands);
  OperationState state(loc, getLaws(function).floatOp, operands, {type});
  return builder.create(state)->getResult(0);
}

static Value createConstant(OpBuilder &builder, Location loc, Type type, TypedAttr value) {
  if (auto tensorType = dyn_cast<RankedTensorType>(type))
    return tensor::ConstantOp::create(builder, loc, tensorType, value);
  if (auto shaped = dyn_cast<ShapedType>(type))
    value = DenseElementsAttr::get(shaped, value);
  return arith::ConstantOp::create(builder, loc, type, value);
}

static Value createNumber(OpBuilder &builder, Location loc, Type type, double number) {
  return createConstant(builder, loc, type, builder.getFloatAttr(cast<FloatType>(getElementTypeOrSelf(type)), number));
}

/// A condition that holds of about half of all numbers, another half for another `salt`.
static Value hash(OpBuilder &builder, Location loc, Value number, unsigned salt) {
  unsigned width = getElementTypeOrSelf(number).getIntOrFloatBitWidth();
  Type element = builder.getIntegerType(width), type = element;
  if (auto shaped = dyn_cast<ShapedType>(number.getType()))
    type = shaped.clone(element);
  auto get = [&](uint64_t value) {
    return createConstant(builder, loc, type, builder.getIntegerAttr(element, APInt(width, value, false, true)));
  };
  Value bits = arith::BitcastOp::create(builder, loc, type, number);
  Value mixed = arith::MulIOp::create(builder, loc, bits, get(0x9e3779b97f4a7c15ull + 0x6a09e667f3bcc908ull * salt));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, mixed, get(0));
}

/// A rounded value, moved. `number` is its place in the program: whole tensors, whose bits no operation shows, are
/// scattered by it.
static Value move(OpBuilder &builder, Location loc, Value value, double bound, size_t number,
                  const Perturbation &perturbation) {
  using Way = Perturbation::Way;
  Type type = value.getType();
  auto floatType = cast<FloatType>(getElementTypeOrSelf(type));
  double step =
      perturbation.units * std::max(std::ceil(bound), 1.0) * std::ldexp(1.0, 1 - int(floatType.getFPMantissaWidth()));
  auto getFactor = [&](bool isUp) { return createNumber(builder, loc, type, isUp ? 1 + step : 1 - step); };
  Value factor;
  if (perturbation.way == Way::scattered && !isa<RankedTensorType>(type))
    factor = arith::SelectOp::create(builder, loc, hash(builder, loc, value, perturbation.salt), getFactor(true),
                                     getFactor(false));
  else
    factor =
        getFactor(perturbation.way == Way::scattered ? (number + perturbation.salt) % 2 : perturbation.way == Way::up);
  return apply(builder, loc, ScalarFunction::multiply, {value, factor});
}

/// The value with its zeros all positive, or all negative: the sum of zeros of both signs is the positive one.
static Value unifyZeros(OpBuilder &builder, Location loc, Value value, bool isNegative) {
  auto negate = [&](Value value) { return apply(builder, loc, ScalarFunction::negate, value); };
  Value zero = createNumber(builder, loc, value.getType(), 0.0);
  if (isNegative)
    value = negate(value);
  value = apply(builder, loc, ScalarFunction::add, {value, zero});
  return isNegative ? negate(value) : value;
}

/// Replaces a value by a perturbed one behind it.
static void perturbValue(Value value, llvm::function_ref<Value(OpBuilder &, Value)> perturb) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  SmallVector<OpOperand *> uses = llvm::map_to_vector(value.getUses(), [](OpOperand &use) { return &use; });
  Value perturbed = perturb(builder, value);
  for (OpOperand *use : uses)
    use->set(perturbed);
}

void checking::perturb(ModuleOp module, const Perturbation &perturbation) {
  using Way = Perturbation::Way;
  bool isRounding = perturbation.way != Way::positiveZeros && perturbation.way != Way::negativeZeros;
  SmallVector<std::pair<Value, double>> values;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Inside of a function of the library, errors are not one unit of its result.
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      if (function.getName().starts_with("emmy_") && function.getName() != "emmy_main")
        return WalkResult::skip();
      // Whose sign is free is free in the inputs, too.
      if (!isRounding && !function.isExternal())
        for (BlockArgument argument : function.getArguments())
          if (isa<TensorType, FloatType>(argument.getType()) && isOfFloats(argument))
            values.push_back({argument, 0});
    }
    if (op->getNumResults() > 0 && isOfFloats(op->getResult(0)))
      if (double bound = getErrorBound(op); bound > 0)
        values.push_back({op->getResult(0), bound});
    return WalkResult::advance();
  });
  for (auto [number, entry] : llvm::enumerate(values)) {
    auto [value, bound] = entry;
    Location loc = value.getLoc();
    perturbValue(value, [&, number = number, bound = bound](OpBuilder &builder, Value value) {
      return isRounding ? move(builder, loc, value, bound, number, perturbation)
                        : unifyZeros(builder, loc, value, perturbation.way == Way::negativeZeros);
    });
  }
}
