// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ types and literals.

#include "Types.h"

#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <cstdlib>

using namespace mlir;
using namespace emmy::cuda;

/// The name of a float of 8 bits, which C++ only moves; empty for other types.
static std::string getSmallFloatName(Type type, Prelude &prelude) {
  StringRef name = llvm::TypeSwitch<Type, StringRef>(type)
                       .Case([](Float8E4M3FNType) { return "float8_e4m3fn"; })
                       .Case([](Float8E5M2Type) { return "float8_e5m2"; })
                       .Case([](Float8E4M3FNUZType) { return "float8_e4m3fnuz"; })
                       .Case([](Float8E5M2FNUZType) { return "float8_e5m2fnuz"; })
                       .Default(StringRef());
  if (!name.empty())
    prelude.types[name.str()] = ("using " + name + " = uint8_t; // its bits\n").str();
  return name.str();
}

std::string emmy::cuda::getScalarTypeName(Type type, Prelude &prelude) {
  if (type.isIndex())
    return "int64_t";
  if (type.isInteger(1))
    return "bool";
  if (type.isInteger(32))
    return "int";
  if (type.isInteger(8) || type.isInteger(16) || type.isInteger(64))
    return "int" + std::to_string(type.getIntOrFloatBitWidth()) + "_t";
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (type.isF16()) {
    prelude.usesHalf = true;
    return "__half";
  }
  if (type.isBF16()) {
    prelude.usesBfloat16 = true;
    return "__nv_bfloat16";
  }
  return getSmallFloatName(type, prelude);
}

StringRef emmy::cuda::getWrappingTypeName(Type type) {
  return type.isIndex() || type.isInteger(64) ? "uint64_t" : "uint32_t";
}

StringRef emmy::cuda::getUnsignedTypeName(Type type) {
  return type.isInteger(8) ? "uint8_t" : type.isInteger(16) ? "uint16_t" : getWrappingTypeName(type);
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// CUDA's own vector type of this shape, or nothing.
static StringRef getBuiltinVector(VectorType type) {
  Type element = type.getElementType();
  int64_t count = type.getNumElements();
  if (element.isF32())
    return count == 2 ? "float2" : count == 4 ? "float4" : "";
  if (element.isF64())
    return count == 2 ? "double2" : "";
  if (element.isInteger(32))
    return count == 2 ? "int2" : count == 4 ? "int4" : "";
  return "";
}

std::string emmy::cuda::getVectorTypeName(VectorType type, Prelude &prelude) {
  std::string element = getScalarTypeName(type.getElementType(), prelude);
  if (type.getNumElements() == 1 || element.empty())
    return element;
  if (StringRef builtin = getBuiltinVector(type); !builtin.empty())
    return builtin.str();
  std::string count = std::to_string(type.getNumElements());
  Type elementType = type.getElementType();
  std::string name =
      (elementType.isF16()           ? "halfx"
       : elementType.isBF16()        ? "bfloat16x"
       : elementType.isF32()         ? "floatx"
       : elementType.isF64()         ? "doublex"
       : isa<FloatType>(elementType) ? element + "x"
                                     : "int" + std::to_string(elementType.getIntOrFloatBitWidth()) + "x") +
      count;
  // Only vectors of a power of two of bytes are in memory; all are aligned as such.
  int64_t bytes = llvm::PowerOf2Ceil(type.getNumElements() * kernel::getElementBytes(elementType));
  prelude.types[name] =
      "struct alignas(" + std::to_string(bytes) + ") " + name + " {\n  " + element + " at[" + count + "];\n};\n";
  return name;
}

std::string emmy::cuda::getVectorElement(VectorType type, StringRef vector, int64_t index) {
  if (type.getNumElements() == 1)
    return vector.str();
  if (!getBuiltinVector(type).empty())
    return (vector + "." + StringRef("xyzw").substr(index, 1)).str();
  return (vector + ".at[" + Twine(index) + "]").str();
}

Expression emmy::cuda::makeVector(VectorType type, ArrayRef<std::string> elements, Prelude &prelude) {
  if (type.getNumElements() == 1)
    return {elements.front(), Precedence::ternary};
  std::string name = getVectorTypeName(type, prelude);
  std::string list = llvm::join(elements, ", ");
  if (!getBuiltinVector(type).empty())
    return makeCall("make_" + name, list);
  return {name + "{{" + list + "}}"};
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

/// The shortest decimal digits that read back as the same number.
static std::string printShortest(const APFloat &value, bool isSingle) {
  double number = isSingle ? value.convertToFloat() : value.convertToDouble();
  char buffer[64];
  if (number == std::nearbyint(number) && std::fabs(number) < 1e16) {
    snprintf(buffer, sizeof(buffer), "%.1f", number);
    return isSingle ? std::string(buffer) + "f" : buffer;
  }
  for (int digits = 1; digits <= 17; ++digits) {
    snprintf(buffer, sizeof(buffer), "%.*g", digits, number);
    if (isSingle ? strtof(buffer, nullptr) == static_cast<float>(number) : strtod(buffer, nullptr) == number)
      break;
  }
  std::string text = buffer;
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return isSingle ? text + "f" : text;
}

static Expression makeFloatLiteral(FloatAttr attr, Prelude &prelude) {
  APFloat value = attr.getValue();
  Type type = attr.getType();
  std::string bits = "0x" + llvm::toString(value.bitcastToAPInt(), 16, /*Signed=*/false, /*formatAsCLiteral=*/false,
                                           /*UpperCase=*/false);
  if (emmy::isSmallFloat(type))
    return {bits};
  if (!type.isF32() && !type.isF64()) {
    getScalarTypeName(type, prelude);
    return makeCall(type.isF16() ? "__ushort_as_half" : "__ushort_as_bfloat16", bits);
  }
  if (value.isInfinity()) {
    Expression infinity = type.isF32() ? Expression{"INFINITY"} : makeCall("double", "INFINITY");
    return value.isNegative() ? Expression{"-" + infinity.text, Precedence::unary} : infinity;
  }
  if (!value.isFinite())
    return type.isF32() ? makeCall("__int_as_float", "int(" + bits + ")")
                        : makeCall("__longlong_as_double", "(long long)" + bits);
  std::string text = printShortest(value, type.isF32());
  return {text, value.isNegative() ? Precedence::unary : Precedence::primary};
}

Expression emmy::cuda::makeLiteral(TypedAttr attr, Prelude &prelude) {
  if (auto value = dyn_cast<FloatAttr>(attr))
    return makeFloatLiteral(value, prelude);
  if (auto vector = dyn_cast<DenseElementsAttr>(attr)) {
    SmallVector<std::string> elements;
    for (Attribute element : vector.getValues<Attribute>())
      elements.push_back(makeLiteral(cast<TypedAttr>(element), prelude).text);
    return makeVector(cast<VectorType>(vector.getType()), elements, prelude);
  }
  APInt value = cast<IntegerAttr>(attr).getValue();
  if (attr.getType().isInteger(1))
    return {value.isZero() ? "false" : "true"};
  // The smallest number of int and of int64_t has no literal of its own; that of a narrower type is one of int.
  if (value.isMinSignedValue() && value.getBitWidth() >= 32)
    return {value.getBitWidth() == 64 ? "INT64_MIN" : "int(0x80000000u)"};
  std::string text = llvm::toString(value, 10, /*Signed=*/true);
  if (!value.isSignedIntN(32))
    text += "ll";
  return {text, value.isNegative() ? Precedence::unary : Precedence::primary};
}

Expression emmy::cuda::makeUnsignedLiteral(const APInt &value) {
  std::string text = value.ult(4096) ? llvm::toString(value, 10, /*Signed=*/false)
                                     : "0x" + llvm::toString(value, 16, /*Signed=*/false, /*formatAsCLiteral=*/false,
                                                             /*UpperCase=*/false);
  return {text + (value.isIntN(32) ? "u" : "ull"), Precedence::primary, /*isUnsigned=*/true};
}

//===----------------------------------------------------------------------===//
// Prelude
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kFloorDivide = R"(
__host__ __device__ __forceinline__ int64_t emmy_floordiv(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
)";
static constexpr llvm::StringLiteral kCeilDivide = R"(
__host__ __device__ __forceinline__ int64_t emmy_ceildiv(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  return a % b != 0 && (a < 0) == (b < 0) ? quotient + 1 : quotient;
}
)";

void Prelude::print(raw_ostream &os) const {
  os << "#include <cuda_runtime.h>\n";
  if (usesHalf)
    os << "#include <cuda_fp16.h>\n";
  if (usesBfloat16)
    os << "#include <cuda_bf16.h>\n";
  os << "#include <cmath>\n#include <cstdint>\n";
  for (auto &[name, definition] : types)
    os << "\n" << definition;
  if (helpers.count("emmy_floordiv"))
    os << kFloorDivide;
  if (helpers.count("emmy_ceildiv"))
    os << kCeilDivide;
  if (!ptxHelpers.empty()) {
    os << "\n#ifdef __CUDACC__ // where there is no GPU, the headers have them\n";
    for (auto &[name, definition] : ptxHelpers)
      os << "\n" << definition;
    os << "\n#endif\n";
  }
  if (usesDynamicShared)
    os << "\nextern __shared__ __align__(" << kernel::kSharedAlignment << ") unsigned char dsm[];\n";
}
