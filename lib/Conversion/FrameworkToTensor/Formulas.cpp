// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators that are formulas of several functions, written as formulas. `x` are the operands in the
// compute type and the result's shape; the value is rounded to the result's type afterwards.

#include "Rules.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

using Inputs = ArrayRef<Expr>;

static double getOr(std::optional<APFloat> attribute, double fallback) {
  return attribute ? attribute->convertToDouble() : fallback;
}

static bool isBool(Expr x) { return x.getElementType().isInteger(1); }

/// factor * x, of bools whether both hold; x itself where there is no factor.
static Expr scale(Expr x, Attribute factor) {
  if (!factor)
    return x;
  return isBool(x) ? getScalar(x, factor) & x : getScalar(x, factor) * x;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Of bools, addition is or.
static Expr add(AddOp op, Inputs x) {
  Expr scaled = scale(x[1], op.getAlphaAttr());
  return isBool(x[0]) ? x[0] | scaled : x[0] + scaled;
}
static Expr sub(SubOp op, Inputs x) { return x[0] - scale(x[1], op.getAlphaAttr()); }

/// The exponents that PyTorch computes without a power.
static Expr power(PowOp op, Inputs x) {
  std::optional<double> exponent;
  if (ArrayAttr scalars = op.getScalarsAttr()) {
    if (auto number = dyn_cast<FloatAttr>(scalars[1]))
      exponent = number.getValueAsDouble();
    else if (auto integer = dyn_cast<IntegerAttr>(scalars[1]); integer && !isa<BoolAttr>(integer))
      exponent = integer.getInt();
  }
  bool isFloat = isa<FloatType>(x[0].getElementType());
  if (isBool(x[0]))
    return x[0] | !x[1];
  if (exponent == 2)
    return x[0] * x[0];
  if (exponent == 3)
    return x[0] * x[0] * x[0];
  if (exponent == 0.5 && isFloat)
    return sqrt(x[0]);
  if (exponent == -0.5 && isFloat)
    return rsqrt(x[0]);
  if (exponent == -1.0 && isFloat)
    return 1.0 / x[0];
  if (exponent == -2.0 && isFloat)
    return 1.0 / (x[0] * x[0]);
  return apply(ScalarFunction::pow, x);
}

static Expr lerp(LerpOp, Inputs x) {
  Expr distance = x[1] - x[0];
  return select(abs(x[2]) < 0.5, x[0] + x[2] * distance, x[1] - distance * (1.0 - x[2]));
}

static void populateArithmetic(RewritePatternSet &patterns) {
  addFormula<AddOp>(patterns, add);
  addFormula<SubOp>(patterns, sub);
  addFormula<PowOp>(patterns, power);
  addFormula<LerpOp>(patterns, lerp);
  addFormula<SignOp>(patterns, [](SignOp, Inputs x) { return isBool(x[0]) ? x[0] : apply(ScalarFunction::sign, x); });
  addFormula<FracOp>(patterns, [](FracOp, Inputs x) { return x[0] - trunc(x[0]); });
  addFormula<SquareOp>(patterns, [](SquareOp, Inputs x) { return x[0] * x[0]; });
  addFormula<ReciprocalOp>(patterns, [](ReciprocalOp, Inputs x) { return 1.0 / x[0]; });
  addFormula<ClampOp>(patterns, [](ClampOp, Inputs x) { return min(max(x[0], x[1]), x[2]); });
  addFormula<MaskedFillOp>(patterns, [](MaskedFillOp, Inputs x) { return select(x[1], x[2], x[0]); });
  addFormula<AddcmulOp>(patterns, [](AddcmulOp op, Inputs x) { return x[0] + scale(x[1], op.getValueAttr()) * x[2]; });
  addFormula<AddcdivOp>(patterns, [](AddcdivOp op, Inputs x) { return x[0] + scale(x[1], op.getValueAttr()) / x[2]; });
  addFormula<IsfiniteOp>(patterns, [](IsfiniteOp, Inputs x) { return !(isNan(x[0]) | isInf(x[0])); });
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

/// The error function, or the approximation by tanh.
static Expr gelu(GeluOp op, Inputs inputs) {
  Expr x = inputs[0];
  if (op.getApproximate().value_or(Approximation::none) == Approximation::none)
    return x * 0.5 * (1.0 + erf(x * M_SQRT1_2));
  return 0.5 * x * (1.0 + tanh(M_SQRT2 * M_2_SQRTPI * 0.5 * (x + 0.044715 * (x * x * x))));
}

static Expr elu(Expr x, double alpha, double scale, double inputScale) {
  auto times = [](Expr value, double factor) { return factor == 1 ? value : value * factor; };
  return select(x > 0.0, times(x, scale), times(expm1(times(x, inputScale)), alpha * scale));
}

static Expr hardtanh(HardtanhOp op, Inputs x) {
  Expr low = op.getMinValAttr() ? getScalar(x[0], op.getMinValAttr()) : x[0].constant(-1);
  Expr high = op.getMaxValAttr() ? getScalar(x[0], op.getMaxValAttr()) : x[0].constant(1);
  return min(max(x[0], low), high);
}

static Expr softplus(SoftplusOp op, Inputs x) {
  double beta = getOr(op.getBeta(), 1), threshold = getOr(op.getThreshold(), 20);
  Expr scaled = beta == 1 ? x[0] : x[0] * beta;
  Expr smooth = log1p(exp(scaled));
  return select(scaled > threshold, x[0], beta == 1 ? smooth : smooth / beta);
}

/// min(max(x + 3, 0), 6): six times the hard sigmoid.
static Expr ramp(Expr x) { return min(max(x + 3.0, 0.0), 6.0); }

static void populateActivations(RewritePatternSet &patterns) {
  addFormula<SigmoidOp>(patterns, [](SigmoidOp, Inputs x) { return 1.0 / (1.0 + exp(-x[0])); });
  addFormula<SiluOp>(patterns, [](SiluOp, Inputs x) { return x[0] / (1.0 + exp(-x[0])); });
  addFormula<ReluOp>(patterns, [](ReluOp, Inputs x) { return max(x[0], 0.0); });
  addFormula<Relu6Op>(patterns, [](Relu6Op, Inputs x) { return min(max(x[0], 0.0), 6.0); });
  addFormula<GeluOp>(patterns, gelu);
  addFormula<LeakyReluOp>(patterns, [](LeakyReluOp op, Inputs x) {
    return select(x[0] > 0.0, x[0], x[0] * getOr(op.getNegativeSlope(), 0.01));
  });
  addFormula<EluOp>(patterns, [](EluOp op, Inputs x) {
    return elu(x[0], getOr(op.getAlpha(), 1), getOr(op.getScale(), 1), getOr(op.getInputScale(), 1));
  });
  addFormula<CeluOp>(
      patterns, [](CeluOp op, Inputs x) { return elu(x[0], getOr(op.getAlpha(), 1), 1, 1 / getOr(op.getAlpha(), 1)); });
  addFormula<SeluOp>(patterns, [](SeluOp, Inputs x) {
    return elu(x[0], 1.6732632423543772848170429916717, 1.0507009873554804934193349852946, 1);
  });
  addFormula<HardtanhOp>(patterns, hardtanh);
  addFormula<HardsigmoidOp>(patterns, [](HardsigmoidOp, Inputs x) { return ramp(x[0]) / 6.0; });
  addFormula<HardswishOp>(patterns, [](HardswishOp, Inputs x) { return x[0] * ramp(x[0]) / 6.0; });
  addFormula<SoftplusOp>(patterns, softplus);
  addFormula<MishOp>(patterns, [](MishOp, Inputs x) { return x[0] * tanh(log1p(exp(x[0]))); });
  addFormula<LogsigmoidOp>(patterns, [](LogsigmoidOp, Inputs x) { return min(x[0], 0.0) - log1p(exp(-abs(x[0]))); });
  addFormula<SoftsignOp>(patterns, [](SoftsignOp, Inputs x) { return x[0] / (1.0 + abs(x[0])); });
}

void emmy::populateFormulaRules(RewritePatternSet &patterns) {
  populateArithmetic(patterns);
  populateActivations(patterns);
}
