// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators. Each is one record: how its element types follow from its operands, which classes of elements it accepts,
// and the scalar function of the laws table that computes it. Operators without such a function are formulas of several.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKELEMENTWISE_TD
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKELEMENTWISE_TD

include "Emmy/Dialect/Framework/IR/FrameworkBase.td"

/// Classes of element types that an operator accepts, as a mask on the promoted type.
class Accepts<int mask_> { int mask = mask_; }
def Any : Accepts<7>;
def Number : Accepts<6>;      // integers and floats, no bools
def OnlyFloat : Accepts<4>;
def OnlyInteger : Accepts<2>;
def Bits : Accepts<3>;        // integers and bools

/// How the element types follow, which are accepted, and the function of the laws table (or empty) that computes it.
class Info<string rule_, Accepts accepts_, string function_> {
  string rule = rule_;
  Accepts accepts = accepts_;
  string function = function_;
  string text = "::emmy::framework::TypeRule::" # rule # ", " # accepts.mask # ", "
      # !if(!empty(function), "std::nullopt", "::emmy::ScalarFunction::" # function);
}

/// `meaning` is the formula that the documentation shows. An operator whose treatment depends on an attribute has several infos, and
/// `variant` is the C++ expression that picks one for `op`.
class EmmyFramework_ElementwiseOp<string mnemonic, int arity, list<Info> infos, string meaning,
    list<EmmyFramework_Clause> clauses, string variant = "0"> : EmmyFramework_Op<mnemonic,
        (ins Variadic<EmmyFramework_Tensor>:$operands, OptionalAttr<ArrayAttr>:$scalars), arity, clauses,
        [DeclareOpInterfaceMethods<EmmyFramework_ElementwiseOpInterface>]> {
  let summary = meaning;
  let scalars = true;
  let moreDeclarations = [{
    template <typename OpOrAdaptor> static const ::emmy::framework::ElementwiseInfo &getInfo(OpOrAdaptor op) {
      static const ::emmy::framework::ElementwiseInfo infos[] = { }]
      # !interleave(!foreach(info, infos, "{ " # arity # ", " # info.text # " }"), ", ") # [{ };
      return infos[}] # variant # [{];
    }
  }];
  let moreDefinitions = [{
    const ::emmy::framework::ElementwiseInfo &$cppClass::getElementwiseInfo() { return getInfo(*this); }
    ::mlir::LogicalResult $cppClass::inferReturnTypes(::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::emmy::framework::detail::inferElementwise(context, location, getOperationName(), adaptor.getOperands(),
          adaptor.getScalarsAttr(), getInfo(adaptor), types);
    }
  }];
}

class Unary<string mnemonic, string rule, Accepts accepts, string function, string meaning,
    list<EmmyFramework_Clause> clauses = []>
    : EmmyFramework_ElementwiseOp<mnemonic, 1, [Info<rule, accepts, function>], meaning, clauses>;
class Binary<string mnemonic, string rule, Accepts accepts, string function, string meaning,
    list<EmmyFramework_Clause> clauses = []>
    : EmmyFramework_ElementwiseOp<mnemonic, 2, [Info<rule, accepts, function>], meaning, clauses>;
class Ternary<string mnemonic, string rule, Accepts accepts, string function, string meaning,
    list<EmmyFramework_Clause> clauses = []>
    : EmmyFramework_ElementwiseOp<mnemonic, 3, [Info<rule, accepts, function>], meaning, clauses>;

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

def EmmyFramework_AbsOp : Unary<"abs", "promote", Number, "absolute", "|x|">;
def EmmyFramework_NegOp : Unary<"neg", "promote", Number, "negate", "-x; integers wrap">;
def EmmyFramework_SignOp : Unary<"sign", "promote", Any, "", "-1, 0 or 1; NaN gives 0">;
def EmmyFramework_FloorOp : Unary<"floor", "promote", Number, "floor", "the largest integer not above x">;
def EmmyFramework_CeilOp : Unary<"ceil", "promote", Number, "ceil", "the smallest integer not below x">;
def EmmyFramework_TruncOp : Unary<"trunc", "promote", Number, "trunc", "x rounded towards zero">;
def EmmyFramework_RoundOp : Unary<"round", "promote", Number, "round", "x rounded to nearest, ties to even">;
def EmmyFramework_FracOp : Unary<"frac", "promote", OnlyFloat, "", "x - trunc(x)">;
def EmmyFramework_SquareOp : Unary<"square", "promote", Number, "", "x * x">;
def EmmyFramework_BitwiseNotOp : Unary<"bitwise_not", "promote", Bits, "bitwise_not", "every bit inverted; of bools, the logical not">;

def EmmyFramework_ExpOp : Unary<"exp", "promote_float", Any, "exp", "e^x">;
def EmmyFramework_Exp2Op : Unary<"exp2", "promote_float", Any, "exp2", "2^x">;
def EmmyFramework_Expm1Op : Unary<"expm1", "promote_float", Any, "expm1", "e^x - 1, exact near 0">;
def EmmyFramework_LogOp : Unary<"log", "promote_float", Any, "log", "natural logarithm">;
def EmmyFramework_Log2Op : Unary<"log2", "promote_float", Any, "log2", "logarithm to base 2">;
def EmmyFramework_Log10Op : Unary<"log10", "promote_float", Any, "log10", "logarithm to base 10">;
def EmmyFramework_Log1pOp : Unary<"log1p", "promote_float", Any, "log1p", "log(1 + x), exact near 0">;
def EmmyFramework_SqrtOp : Unary<"sqrt", "promote_float", Any, "sqrt", "square root">;
def EmmyFramework_RsqrtOp : Unary<"rsqrt", "promote_float", Any, "rsqrt", "1 / sqrt(x)">;
def EmmyFramework_ReciprocalOp : Unary<"reciprocal", "promote_float", Any, "", "1 / x">;
def EmmyFramework_SinOp : Unary<"sin", "promote_float", Any, "sin", "sine">;
def EmmyFramework_CosOp : Unary<"cos", "promote_float", Any, "cos", "cosine">;
def EmmyFramework_TanOp : Unary<"tan", "promote_float", Any, "tan", "tangent">;
def EmmyFramework_AsinOp : Unary<"asin", "promote_float", Any, "asin", "arc sine">;
def EmmyFramework_AcosOp : Unary<"acos", "promote_float", Any, "acos", "arc cosine">;
def EmmyFramework_AtanOp : Unary<"atan", "promote_float", Any, "atan", "arc tangent">;
def EmmyFramework_SinhOp : Unary<"sinh", "promote_float", Any, "sinh", "hyperbolic sine">;
def EmmyFramework_CoshOp : Unary<"cosh", "promote_float", Any, "cosh", "hyperbolic cosine">;
def EmmyFramework_TanhOp : Unary<"tanh", "promote_float", Any, "tanh", "hyperbolic tangent">;
def EmmyFramework_AsinhOp : Unary<"asinh", "promote_float", Any, "asinh", "inverse hyperbolic sine">;
def EmmyFramework_AcoshOp : Unary<"acosh", "promote_float", Any, "acosh", "inverse hyperbolic cosine">;
def EmmyFramework_AtanhOp : Unary<"atanh", "promote_float", Any, "atanh", "inverse hyperbolic tangent">;
def EmmyFramework_ErfOp : Unary<"erf", "promote_float", Any, "erf", "error function">;
def EmmyFramework_ErfcOp : Unary<"erfc", "promote_float", Any, "erfc", "1 - erf(x), exact for large x">;

def EmmyFramework_SigmoidOp : Unary<"sigmoid", "promote_float", Any, "", "1 / (1 + exp(-x))">;
def EmmyFramework_ReluOp : Unary<"relu", "promote", Number, "", "max(x, 0); NaN stays">;
def EmmyFramework_Relu6Op : Unary<"relu6", "promote", Number, "", "min(max(x, 0), 6); NaN stays">;
def EmmyFramework_SiluOp : Unary<"silu", "promote", OnlyFloat, "", "x / (1 + exp(-x))">;
def EmmyFramework_GeluOp : Unary<"gelu", "promote", OnlyFloat, "",
    "x/2 (1 + erf(x/sqrt 2)), or with approximate(tanh) x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))",
    [OptEnum<"approximate", EmmyFramework_ApproximationAttr>]>;
def EmmyFramework_LeakyReluOp : Unary<"leaky_relu", "promote", OnlyFloat, "", "x > 0 ? x : negative_slope x (0.01)",
    [OptFloat<"negative_slope">]>;
def EmmyFramework_EluOp : Unary<"elu", "promote", OnlyFloat, "",
    "x > 0 ? scale x : scale alpha (exp(input_scale x) - 1); all 1 by default",
    [OptFloat<"alpha">, OptFloat<"scale">, OptFloat<"input_scale">]>;
def EmmyFramework_CeluOp : Unary<"celu", "promote", OnlyFloat, "", "x > 0 ? x : alpha (exp(x/alpha) - 1)", [OptFloat<"alpha">]>;
def EmmyFramework_SeluOp : Unary<"selu", "promote", OnlyFloat, "",
    "1.0507009873554804934193349852946 (x > 0 ? x : 1.6732632423543772848170429916717 (exp(x) - 1))">;
def EmmyFramework_HardtanhOp : Unary<"hardtanh", "promote", Number, "", "x clamped to min_val (-1) and max_val (1)",
    [OptScalar<"min_val">, OptScalar<"max_val">]>;
def EmmyFramework_HardsigmoidOp : Unary<"hardsigmoid", "promote", OnlyFloat, "", "min(max(x + 3, 0), 6) / 6">;
def EmmyFramework_HardswishOp : Unary<"hardswish", "promote", OnlyFloat, "", "x min(max(x + 3, 0), 6) / 6">;
def EmmyFramework_SoftplusOp : Unary<"softplus", "promote", OnlyFloat, "",
    "beta x > threshold ? x : log1p(exp(beta x)) / beta; beta 1, threshold 20", [OptFloat<"beta">, OptFloat<"threshold">]>;
def EmmyFramework_MishOp : Unary<"mish", "promote", OnlyFloat, "", "x tanh(log1p(exp(x)))">;
def EmmyFramework_LogsigmoidOp : Unary<"logsigmoid", "promote", OnlyFloat, "", "min(x, 0) - log1p(exp(-|x|))">;
def EmmyFramework_SoftsignOp : Unary<"softsign", "promote_float", Number, "", "x / (1 + |x|)">;

def EmmyFramework_LogicalNotOp : Unary<"logical_not", "truth", Any, "bitwise_not", "x == 0">;
def EmmyFramework_IsnanOp : Unary<"isnan", "compare", Any, "isnan", "whether x is NaN">;
def EmmyFramework_IsinfOp : Unary<"isinf", "compare", Any, "isinf", "whether x is an infinity">;
def EmmyFramework_IsfiniteOp : Unary<"isfinite", "compare", Any, "", "whether x is neither NaN nor an infinity">;
def EmmyFramework_SignbitOp : Unary<"signbit", "compare", Any, "signbit", "whether the sign bit is set">;

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

def EmmyFramework_AddOp : Binary<"add", "promote", Any, "", "x + alpha y; of bools, or", [OptScalar<"alpha">]>;
def EmmyFramework_SubOp : Binary<"sub", "promote", Number, "", "x - alpha y", [OptScalar<"alpha">]>;
def EmmyFramework_MulOp : Binary<"mul", "promote", Any, "multiply", "x y; of bools, and">;
def EmmyFramework_DivOp : EmmyFramework_ElementwiseOp<"div", 2, [
    Info<"promote_float", Any, "divide">, Info<"promote", Number, "trunc_divide">, Info<"promote", Number, "floor_divide">],
    "x / y; with rounding(trunc) or rounding(floor) the rounded quotient in the promoted type",
    [OptEnum<"rounding", EmmyFramework_RoundingAttr>], "static_cast<int>(op.getRounding().value_or(Rounding::none))">;
def EmmyFramework_FloorDivideOp : Binary<"floor_divide", "promote", Number, "floor_divide", "Python's x // y">;
def EmmyFramework_RemainderOp : Binary<"remainder", "promote", Number, "remainder", "Python's x % y: the sign of y">;
def EmmyFramework_FmodOp : Binary<"fmod", "promote", Number, "fmod", "C's fmod: the sign of x">;
def EmmyFramework_PowOp : Binary<"pow", "promote", Any, "", "x^y">;
def EmmyFramework_MaximumOp : Binary<"maximum", "promote", Any, "maximum", "the larger; NaN if one is NaN">;
def EmmyFramework_MinimumOp : Binary<"minimum", "promote", Any, "minimum", "the smaller; NaN if one is NaN">;
def EmmyFramework_ClampMinOp : Binary<"clamp_min", "promote", Any, "maximum", "max(x, lower bound); NaN if one is NaN">;
def EmmyFramework_ClampMaxOp : Binary<"clamp_max", "promote", Any, "minimum", "min(x, upper bound); NaN if one is NaN">;
def EmmyFramework_Atan2Op : Binary<"atan2", "promote_float", Any, "atan2", "angle of the point (y, x)">;
def EmmyFramework_CopysignOp : Binary<"copysign", "promote_float", Any, "copysign", "|x| with the sign of y">;

def EmmyFramework_BitwiseAndOp : Binary<"bitwise_and", "promote", Bits, "bitwise_and", "and of the bits">;
def EmmyFramework_BitwiseOrOp : Binary<"bitwise_or", "promote", Bits, "bitwise_or", "or of the bits">;
def EmmyFramework_BitwiseXorOp : Binary<"bitwise_xor", "promote", Bits, "bitwise_xor", "exclusive or of the bits">;
def EmmyFramework_BitwiseLeftShiftOp : Binary<"bitwise_left_shift", "promote", OnlyInteger, "shift_left", "x << y; 0 from the width on">;
def EmmyFramework_BitwiseRightShiftOp : Binary<"bitwise_right_shift", "promote", OnlyInteger, "shift_right",
    "x >> y, arithmetic for signed x; the sign alone from the width on">;
def EmmyFramework_LogicalAndOp : Binary<"logical_and", "truth", Any, "bitwise_and", "x != 0 and y != 0">;
def EmmyFramework_LogicalOrOp : Binary<"logical_or", "truth", Any, "bitwise_or", "x != 0 or y != 0">;
def EmmyFramework_LogicalXorOp : Binary<"logical_xor", "truth", Any, "bitwise_xor", "whether exactly one of x and y is not 0">;

def EmmyFramework_EqOp : Binary<"eq", "compare", Any, "equal", "x == y">;
def EmmyFramework_NeOp : Binary<"ne", "compare", Any, "not_equal", "x != y">;
def EmmyFramework_LtOp : Binary<"lt", "compare", Any, "less", "x < y">;
def EmmyFramework_LeOp : Binary<"le", "compare", Any, "less_equal", "x <= y">;
def EmmyFramework_GtOp : Binary<"gt", "compare", Any, "greater", "x > y">;
def EmmyFramework_GeOp : Binary<"ge", "compare", Any, "greater_equal", "x >= y">;

//===----------------------------------------------------------------------===//
// Three operands
//===----------------------------------------------------------------------===//

def EmmyFramework_WhereOp : Ternary<"where", "choose", Any, "select", "condition ? x : y">;
def EmmyFramework_ClampOp : Ternary<"clamp", "promote", Number, "", "min(max(x, lower), upper); NaN if one is NaN">;
def EmmyFramework_MaskedFillOp : Ternary<"masked_fill", "first", Any, "", "mask ? value : x; the value is cast to the type of x">;
def EmmyFramework_LerpOp : Ternary<"lerp", "promote", OnlyFloat, "", "x + weight (y - x), from the nearer end">;
def EmmyFramework_AddcmulOp : Ternary<"addcmul", "promote", Number, "", "x + value y z", [OptScalar<"value">]>;
def EmmyFramework_AddcdivOp : Ternary<"addcdiv", "promote", OnlyFloat, "", "x + value y / z", [OptScalar<"value">]>;

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKELEMENTWISE_TD
