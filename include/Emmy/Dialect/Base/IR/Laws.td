// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The laws table: every scalar function and every monoid that the levels compute with, what is true of it, and which upstream
// operation computes it where there is one. It is the one source of the enumerations in ODS, of the C++ table and of the Python
// table. It holds laws, never values. No pass may switch on a function's name where a law decides.

#ifndef EMMY_DIALECT_BASE_IR_LAWS_TD
#define EMMY_DIALECT_BASE_IR_LAWS_TD

include "mlir/IR/EnumAttr.td"

/// How the result type of a function follows from its operands.
class Emmy_ResultKind<string n> { string name = n; }
def Emmy_SameResult : Emmy_ResultKind<"same">;      // the common operand type
def Emmy_BoolResult : Emmy_ResultKind<"bool">;      // i1
def Emmy_FreeResult : Emmy_ResultKind<"free">;      // written on the op (conversions)
def Emmy_SelectResult : Emmy_ResultKind<"select">;  // i1 first, then two of the result type

/// One scalar function.
///  * floatOp, intOp, unsignedOp, boolOp: the upstream operation for that class of operand ("" = not defined there,
///    "library" = a function of the math library named emmy_<name>_<type>, "expand" = a formula in the scalar expansion).
///  * flops: floating-point operations counted in reports.
///  * ulpF32, ulpF64: the largest error in units in the last place of the result, measured against an oracle of higher precision; "0"
///    where the result is exact, or is by definition what a sequence of rounded operations gives. 16-bit floats compute in f32.
class Emmy_Function<string name, int id, int arity_, Emmy_ResultKind result_ = Emmy_SameResult>
    : I32EnumCase<name, id> {
  int arity = arity_;
  Emmy_ResultKind result = result_;
  string floatOp = "";
  string intOp = "";
  string unsignedOp = intOp;
  string boolOp = "";
  bit commutative = false;
  // Exact in the sense that (a . b) . c == a . (b . c) bit for bit; floats only by licence.
  bit associativeInt = false;
  bit associativeFloat = false;   // exact for floats too (maximum, minimum)
  bit idempotent = false;
  bit involution = false;         // f(f(x)) == x
  // f(x, e) == x bit for bit; where the function is commutative, f(e, x) == x too.
  string identityInt = "";
  string identityFloat = "";
  list<string> distributesOver = [];
  // (source monoid, target monoid): f(a (+) b) = f(a) (x) f(b)
  list<list<string>> homomorphisms = [];
  list<int> affineIn = [];        // operands in which the function is affine when the others are fixed
  int monotone = 0;               // +1 increasing, -1 decreasing
  string inverse = "";
  // f(g(a, b), b) = a for this g, which is the cheaper one, on the reals: f(a, b) is then g(a, f(e, b)), where e is the
  // identity of g.
  string quotientOf = "";
  int flops = 1;
  string ulpF32 = "0";
  string ulpF64 = ulpF32;
}

class Emmy_Library<string name, int id, string f32Bound, string f64Bound, int arity_ = 1> : Emmy_Function<name, id, arity_> {
  let floatOp = "library";
  let ulpF32 = f32Bound;
  let ulpF64 = f64Bound;
}
class Emmy_Compare<string name, int id> : Emmy_Function<name, id, 2, Emmy_BoolResult>;

// Arithmetic.
def Emmy_Fn_Negate : Emmy_Function<"negate", 0, 1> { let floatOp = "arith.negf"; let intOp = "expand"; let involution = true; let monotone = -1; let affineIn = [0]; }
def Emmy_Fn_Absolute : Emmy_Function<"absolute", 1, 1> { let floatOp = "math.absf"; let intOp = "math.absi"; let unsignedOp = "identity"; let idempotent = true; }
def Emmy_Fn_Sign : Emmy_Function<"sign", 2, 1> { let floatOp = "expand"; let intOp = "expand"; let idempotent = true; let monotone = 1; }
def Emmy_Fn_Add : Emmy_Function<"add", 3, 2> { let ulpF32 = "0.5"; let floatOp = "arith.addf"; let intOp = "arith.addi"; let commutative = true; let associativeInt = true; let identityInt = "0"; let identityFloat = "-0.0"; let affineIn = [0, 1]; }
def Emmy_Fn_Subtract : Emmy_Function<"subtract", 4, 2> { let ulpF32 = "0.5"; let floatOp = "arith.subf"; let intOp = "arith.subi"; let identityInt = "0"; let identityFloat = "0.0"; let affineIn = [0, 1]; }
def Emmy_Fn_Multiply : Emmy_Function<"multiply", 5, 2> { let ulpF32 = "0.5"; let floatOp = "arith.mulf"; let intOp = "arith.muli"; let boolOp = "arith.andi"; let commutative = true; let associativeInt = true; let identityInt = "1"; let identityFloat = "1.0"; let distributesOver = ["add", "subtract"]; let affineIn = [0, 1]; }
def Emmy_Fn_Divide : Emmy_Function<"divide", 6, 2> { let ulpF32 = "0.5"; let floatOp = "arith.divf"; let identityFloat = "1.0"; let affineIn = [0]; let quotientOf = "multiply"; }
def Emmy_Fn_TruncDivide : Emmy_Function<"trunc_divide", 7, 2> { let floatOp = "expand"; let intOp = "expand"; let unsignedOp = "expand"; }
def Emmy_Fn_FloorDivide : Emmy_Function<"floor_divide", 8, 2> { let floatOp = "library"; let intOp = "expand"; let unsignedOp = "expand"; }
def Emmy_Fn_Remainder : Emmy_Function<"remainder", 9, 2> { let floatOp = "library"; let intOp = "expand"; let unsignedOp = "expand"; }
def Emmy_Fn_Fmod : Emmy_Function<"fmod", 10, 2> { let floatOp = "library"; let intOp = "expand"; let unsignedOp = "expand"; }
def Emmy_Fn_Maximum : Emmy_Function<"maximum", 11, 2> { let floatOp = "library"; let intOp = "arith.maxsi"; let unsignedOp = "arith.maxui"; let boolOp = "arith.ori"; let commutative = true; let associativeInt = true; let associativeFloat = true; let idempotent = true; let monotone = 1; }
def Emmy_Fn_Minimum : Emmy_Function<"minimum", 12, 2> { let floatOp = "library"; let intOp = "arith.minsi"; let unsignedOp = "arith.minui"; let boolOp = "arith.andi"; let commutative = true; let associativeInt = true; let associativeFloat = true; let idempotent = true; let monotone = 1; }
def Emmy_Fn_Fma : Emmy_Function<"fma", 13, 3> { let ulpF32 = "0.5"; let floatOp = "math.fma"; let affineIn = [0, 1, 2]; let flops = 2; }

// Roots, exponentials, trigonometry: the math library, or a correctly rounded primitive.
def Emmy_Fn_Sqrt : Emmy_Function<"sqrt", 20, 1> { let ulpF32 = "0.5"; let floatOp = "math.sqrt"; let monotone = 1; }
def Emmy_Fn_Rsqrt : Emmy_Library<"rsqrt", 21, "1.55", "1.55"> { let monotone = -1; }
def Emmy_Fn_Exp : Emmy_Library<"exp", 22, "1.1", "1.0"> { let monotone = 1; let inverse = "log"; let homomorphisms = [["add", "multiply"]]; }
def Emmy_Fn_Exp2 : Emmy_Library<"exp2", 23, "0.9", "0.9"> { let monotone = 1; let inverse = "log2"; let homomorphisms = [["add", "multiply"]]; }
def Emmy_Fn_Expm1 : Emmy_Library<"expm1", 24, "1.6", "1.8"> { let monotone = 1; let inverse = "log1p"; }
def Emmy_Fn_Log : Emmy_Library<"log", 25, "0.9", "0.85"> { let monotone = 1; let inverse = "exp"; let homomorphisms = [["multiply", "add"]]; }
def Emmy_Fn_Log2 : Emmy_Library<"log2", 26, "1.0", "0.7"> { let monotone = 1; let inverse = "exp2"; let homomorphisms = [["multiply", "add"]]; }
def Emmy_Fn_Log10 : Emmy_Library<"log10", 27, "0.95", "0.7"> { let monotone = 1; let homomorphisms = [["multiply", "add"]]; }
def Emmy_Fn_Log1p : Emmy_Library<"log1p", 28, "1.55", "1.4"> { let monotone = 1; let inverse = "expm1"; }
def Emmy_Fn_Sin : Emmy_Library<"sin", 29, "0.85", "0.85">;
def Emmy_Fn_Cos : Emmy_Library<"cos", 30, "0.85", "0.85">;
def Emmy_Fn_Tan : Emmy_Library<"tan", 31, "1.1", "1.05">;
def Emmy_Fn_Asin : Emmy_Library<"asin", 32, "0.7", "0.7"> { let monotone = 1; }
def Emmy_Fn_Acos : Emmy_Library<"acos", 33, "0.65", "0.65"> { let monotone = -1; }
def Emmy_Fn_Atan : Emmy_Library<"atan", 34, "1.1", "1.45"> { let monotone = 1; }
def Emmy_Fn_Atan2 : Emmy_Library<"atan2", 35, "1.1", "1.25", 2>;
def Emmy_Fn_Sinh : Emmy_Library<"sinh", 36, "1.65", "1.65"> { let monotone = 1; }
def Emmy_Fn_Cosh : Emmy_Library<"cosh", 37, "1.5", "1.45">;
def Emmy_Fn_Tanh : Emmy_Library<"tanh", 38, "1.25", "1.3"> { let monotone = 1; }
def Emmy_Fn_Asinh : Emmy_Library<"asinh", 39, "1.7", "1.55"> { let monotone = 1; }
def Emmy_Fn_Acosh : Emmy_Library<"acosh", 40, "1.45", "1.4"> { let monotone = 1; }
def Emmy_Fn_Atanh : Emmy_Library<"atanh", 41, "1.6", "1.45"> { let monotone = 1; }
def Emmy_Fn_Erf : Emmy_Library<"erf", 42, "1.0", "1.05"> { let monotone = 1; }
def Emmy_Fn_Erfc : Emmy_Library<"erfc", 43, "2.3", "2.3"> { let monotone = -1; }
def Emmy_Fn_Power : Emmy_Library<"pow", 44, "1.05", "1.0", 2> { let intOp = "expand"; let unsignedOp = "expand"; }

// Rounding and inspection.
def Emmy_Fn_Floor : Emmy_Function<"floor", 50, 1> { let floatOp = "math.floor"; let intOp = "identity"; let idempotent = true; let monotone = 1; }
def Emmy_Fn_Ceil : Emmy_Function<"ceil", 51, 1> { let floatOp = "math.ceil"; let intOp = "identity"; let idempotent = true; let monotone = 1; }
def Emmy_Fn_Trunc : Emmy_Function<"trunc", 52, 1> { let floatOp = "math.trunc"; let intOp = "identity"; let idempotent = true; let monotone = 1; }
def Emmy_Fn_Round : Emmy_Function<"round", 53, 1> { let floatOp = "math.roundeven"; let intOp = "identity"; let idempotent = true; let monotone = 1; }
def Emmy_Fn_IsNan : Emmy_Function<"isnan", 54, 1, Emmy_BoolResult> { let floatOp = "expand"; let intOp = "expand"; let boolOp = "expand"; }
def Emmy_Fn_IsInf : Emmy_Function<"isinf", 55, 1, Emmy_BoolResult> { let floatOp = "expand"; let intOp = "expand"; let boolOp = "expand"; }
def Emmy_Fn_Signbit : Emmy_Function<"signbit", 56, 1, Emmy_BoolResult> { let floatOp = "expand"; let intOp = "expand"; let boolOp = "expand"; }
def Emmy_Fn_Copysign : Emmy_Function<"copysign", 57, 2> { let floatOp = "math.copysign"; }

// Logic and bits. On i1 the bitwise functions are the logical ones.
def Emmy_Fn_And : Emmy_Function<"bitwise_and", 60, 2> { let intOp = "arith.andi"; let boolOp = "arith.andi"; let commutative = true; let associativeInt = true; let idempotent = true; let identityInt = "-1"; let distributesOver = ["bitwise_or", "bitwise_xor"]; }
def Emmy_Fn_Or : Emmy_Function<"bitwise_or", 61, 2> { let intOp = "arith.ori"; let boolOp = "arith.ori"; let commutative = true; let associativeInt = true; let idempotent = true; let identityInt = "0"; let distributesOver = ["bitwise_and"]; }
def Emmy_Fn_Xor : Emmy_Function<"bitwise_xor", 62, 2> { let intOp = "arith.xori"; let boolOp = "arith.xori"; let commutative = true; let associativeInt = true; let identityInt = "0"; }
def Emmy_Fn_Not : Emmy_Function<"bitwise_not", 63, 1> { let intOp = "expand"; let boolOp = "expand"; let involution = true; }
def Emmy_Fn_ShiftLeft : Emmy_Function<"shift_left", 64, 2> { let intOp = "expand"; let unsignedOp = "expand"; }
def Emmy_Fn_ShiftRight : Emmy_Function<"shift_right", 65, 2> { let intOp = "expand"; let unsignedOp = "expand"; }

// Comparison and selection.
def Emmy_Fn_Equal : Emmy_Compare<"equal", 70> { let floatOp = "cmp:oeq"; let intOp = "cmp:eq"; let boolOp = "cmp:eq"; let commutative = true; }
def Emmy_Fn_NotEqual : Emmy_Compare<"not_equal", 71> { let floatOp = "cmp:une"; let intOp = "cmp:ne"; let boolOp = "cmp:ne"; let commutative = true; }
def Emmy_Fn_Less : Emmy_Compare<"less", 72> { let floatOp = "cmp:olt"; let intOp = "cmp:slt"; let unsignedOp = "cmp:ult"; let boolOp = "cmp:ult"; }
def Emmy_Fn_LessEqual : Emmy_Compare<"less_equal", 73> { let floatOp = "cmp:ole"; let intOp = "cmp:sle"; let unsignedOp = "cmp:ule"; let boolOp = "cmp:ule"; }
def Emmy_Fn_Greater : Emmy_Compare<"greater", 74> { let floatOp = "cmp:ogt"; let intOp = "cmp:sgt"; let unsignedOp = "cmp:ugt"; let boolOp = "cmp:ugt"; }
def Emmy_Fn_GreaterEqual : Emmy_Compare<"greater_equal", 75> { let floatOp = "cmp:oge"; let intOp = "cmp:sge"; let unsignedOp = "cmp:uge"; let boolOp = "cmp:uge"; }
def Emmy_Fn_Select : Emmy_Function<"select", 76, 3, Emmy_SelectResult> { let floatOp = "arith.select"; let intOp = "arith.select"; let boolOp = "arith.select"; let flops = 0; }

// Conversion: the only function that rounds to a narrower type. The bits of a value as another type of the same width.
def Emmy_Fn_Convert : Emmy_Function<"convert", 80, 1, Emmy_FreeResult> { let floatOp = "expand"; let intOp = "expand"; let boolOp = "expand"; let flops = 0; }
def Emmy_Fn_Bitcast : Emmy_Function<"bitcast", 81, 1, Emmy_FreeResult> { let floatOp = "expand"; let intOp = "expand"; let flops = 0; }

def Emmy_ScalarFunction : I32Enum<"ScalarFunction", "a scalar function of the laws table", [
    Emmy_Fn_Negate, Emmy_Fn_Absolute, Emmy_Fn_Sign, Emmy_Fn_Add, Emmy_Fn_Subtract, Emmy_Fn_Multiply, Emmy_Fn_Divide,
    Emmy_Fn_TruncDivide, Emmy_Fn_FloorDivide, Emmy_Fn_Remainder, Emmy_Fn_Fmod, Emmy_Fn_Maximum, Emmy_Fn_Minimum, Emmy_Fn_Fma,
    Emmy_Fn_Sqrt, Emmy_Fn_Rsqrt, Emmy_Fn_Exp, Emmy_Fn_Exp2, Emmy_Fn_Expm1, Emmy_Fn_Log, Emmy_Fn_Log2, Emmy_Fn_Log10,
    Emmy_Fn_Log1p, Emmy_Fn_Sin, Emmy_Fn_Cos, Emmy_Fn_Tan, Emmy_Fn_Asin, Emmy_Fn_Acos, Emmy_Fn_Atan, Emmy_Fn_Atan2,
    Emmy_Fn_Sinh, Emmy_Fn_Cosh, Emmy_Fn_Tanh, Emmy_Fn_Asinh, Emmy_Fn_Acosh, Emmy_Fn_Atanh, Emmy_Fn_Erf, Emmy_Fn_Erfc,
    Emmy_Fn_Power, Emmy_Fn_Floor, Emmy_Fn_Ceil, Emmy_Fn_Trunc, Emmy_Fn_Round, Emmy_Fn_IsNan, Emmy_Fn_IsInf, Emmy_Fn_Signbit,
    Emmy_Fn_Copysign, Emmy_Fn_And, Emmy_Fn_Or, Emmy_Fn_Xor, Emmy_Fn_Not, Emmy_Fn_ShiftLeft, Emmy_Fn_ShiftRight,
    Emmy_Fn_Equal, Emmy_Fn_NotEqual, Emmy_Fn_Less, Emmy_Fn_LessEqual, Emmy_Fn_Greater, Emmy_Fn_GreaterEqual, Emmy_Fn_Select,
    Emmy_Fn_Convert, Emmy_Fn_Bitcast]> {
  let cppNamespace = "::emmy";
}

/// One monoid: a combination with an identity. `function` combines two components; argmax and argmin combine (value, index).
class Emmy_MonoidCase<string name, int id, string function_> : I32EnumCase<name, id> {
  string function = function_;
  int components = 1;
  // Identities by class of element; "lowest" and "highest" are the ends of the type's order (-inf and +inf for floats).
  string identityFloat = "";
  string identityInt = "";
  // "any" where the order and the shape of the tree never change bits; "tree" where floats depend on it.
  string order = "any";
}
def Emmy_Monoid_Sum : Emmy_MonoidCase<"sum", 0, "add"> { let identityFloat = "0.0"; let identityInt = "0"; let order = "tree"; }
def Emmy_Monoid_Product : Emmy_MonoidCase<"product", 1, "multiply"> { let identityFloat = "1.0"; let identityInt = "1"; let order = "tree"; }
def Emmy_Monoid_Max : Emmy_MonoidCase<"max", 2, "maximum"> { let identityFloat = "lowest"; let identityInt = "lowest"; }
def Emmy_Monoid_Min : Emmy_MonoidCase<"min", 3, "minimum"> { let identityFloat = "highest"; let identityInt = "highest"; }
def Emmy_Monoid_All : Emmy_MonoidCase<"all", 4, "bitwise_and"> { let identityInt = "-1"; }
def Emmy_Monoid_Any : Emmy_MonoidCase<"any", 5, "bitwise_or"> { let identityInt = "0"; }
def Emmy_Monoid_Xor : Emmy_MonoidCase<"bitwise_xor", 6, "bitwise_xor"> { let identityInt = "0"; }
def Emmy_Monoid_ArgMax : Emmy_MonoidCase<"argmax", 7, "maximum"> { let components = 2; let identityFloat = "lowest"; let identityInt = "lowest"; }
def Emmy_Monoid_ArgMin : Emmy_MonoidCase<"argmin", 8, "minimum"> { let components = 2; let identityFloat = "highest"; let identityInt = "highest"; }

def Emmy_Monoid : I32Enum<"Monoid", "a monoid of the laws table", [
    Emmy_Monoid_Sum, Emmy_Monoid_Product, Emmy_Monoid_Max, Emmy_Monoid_Min, Emmy_Monoid_All, Emmy_Monoid_Any, Emmy_Monoid_Xor,
    Emmy_Monoid_ArgMax, Emmy_Monoid_ArgMin]> {
  let cppNamespace = "::emmy";
}

#endif // EMMY_DIALECT_BASE_IR_LAWS_TD
