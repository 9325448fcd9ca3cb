// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounding errors made visible. Every place where a float is rounded may round otherwise in a program that means the
// same; how far that moves a result is what a comparison has to allow, and it depends on the program: a sum of terms
// that cancel moves by more than its own size. So it is measured: the same program with its roundings moved is run.
// A rounding that the program asks for stays where it is: nobody may leave it out, or do it elsewhere. What it rounds
// may have moved, though, and be rounded to a neighbour then.

#include "Differences.h"

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/IR/Laws.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace emmy;

/// By how many units in the last place roundings may move the result of an operation; 0 where it is exact, or rounds
/// because the program asks for it.
static double getErrorBound(Operation *op) {
  if (auto apply = dyn_cast<ApplyOp>(op)) {
    const FunctionLaws &laws = getLaws(apply.getFunction());
    return getElementTypeOrSelf(apply.getType()).isF64() ? laws.ulpF64 : laws.ulpF32;
  }
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCallee().starts_with("emmy_") ? 1 : 0;
  if (isa<arith::TruncFOp>(op))
    return op->hasAttr("emmy.implied") ? 1 : 0;
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp, math::FmaOp, math::SqrtOp>(op) ? 1 : 0;
}

static Value getConstant(OpBuilder &builder, Location loc, Type type, Attribute element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    element = DenseElementsAttr::get(shaped, element);
  return arith::ConstantOp::create(builder, loc, type, cast<TypedAttr>(element));
}

/// A condition that holds of about half of all numbers, another half for another `salt`.
static Value hash(OpBuilder &builder, Location loc, Value number, unsigned salt) {
  unsigned width = getElementTypeOrSelf(number).getIntOrFloatBitWidth();
  Type element = builder.getIntegerType(width), type = element;
  if (auto shaped = dyn_cast<ShapedType>(number.getType()))
    type = shaped.clone(element);
  auto get = [&](uint64_t value) {
    return getConstant(builder, loc, type, builder.getIntegerAttr(element, APInt(width, value, false, true)));
  };
  Value bits = arith::BitcastOp::create(builder, loc, type, number);
  Value mixed = arith::MulIOp::create(builder, loc, bits, get(0x9e3779b97f4a7c15ull + 0x6a09e667f3bcc908ull * salt));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, mixed, get(0));
}

void checking::perturbRoundings(ModuleOp module, unsigned variant) {
  const Perturbation &perturbation = kPerturbations[variant];
  SmallVector<std::pair<Operation *, double>> rounded;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Inside of a function of the library, errors are not one unit of its result.
    if (auto function = dyn_cast<func::FuncOp>(op);
        function && function.getName().starts_with("emmy_") && function.getName() != "emmy_main")
      return WalkResult::skip();
    if (op->getNumResults() == 1 && isa<FloatType>(getElementTypeOrSelf(op->getResult(0))))
      if (double bound = getErrorBound(op); bound > 0)
        rounded.push_back({op, bound});
    return WalkResult::advance();
  });
  for (auto [op, bound] : rounded) {
    Value result = op->getResult(0);
    Type type = result.getType();
    Location loc = op->getLoc();
    auto floatType = cast<FloatType>(getElementTypeOrSelf(type));
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    // What is added uses the result as it is.
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : result.getUses())
      uses.push_back(&use);
    double step =
        perturbation.units * std::max(std::ceil(bound), 1.0) * std::ldexp(1.0, 1 - int(floatType.getFPMantissaWidth()));
    auto getFactor = [&](double factor) {
      return getConstant(builder, loc, type, builder.getFloatAttr(floatType, factor));
    };
    Value factor;
    if (perturbation.way == Perturbation::Way::scattered)
      factor = arith::SelectOp::create(builder, loc, hash(builder, loc, result, variant), getFactor(1 + step),
                                       getFactor(1 - step));
    else
      factor = getFactor(perturbation.way == Perturbation::Way::up ? 1 + step : 1 - step);
    Value moved = arith::MulFOp::create(builder, loc, result, factor);
    for (OpOperand *use : uses)
      use->set(moved);
  }
}
