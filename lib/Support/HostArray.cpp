// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays in host memory.

#include "Emmy/Support/HostArray.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>
#include <memory>

using namespace emmy;
using llvm::APFloat;
using llvm::StringRef;

const llvm::fltSemantics *emmy::getFloatSemantics(const std::string &dtype) {
  return llvm::StringSwitch<const llvm::fltSemantics *>(dtype)
      .Case("f8E4M3FN", &APFloat::Float8E4M3FN())
      .Case("f8E5M2", &APFloat::Float8E5M2())
      .Case("f8E4M3FNUZ", &APFloat::Float8E4M3FNUZ())
      .Case("f8E5M2FNUZ", &APFloat::Float8E5M2FNUZ())
      .Case("f16", &APFloat::IEEEhalf())
      .Case("bf16", &APFloat::BFloat())
      .Case("f32", &APFloat::IEEEsingle())
      .Case("f64", &APFloat::IEEEdouble())
      .Default(nullptr);
}

/// The width of an integer dtype, i1 included; 0 for other dtypes.
static unsigned getIntegerWidth(StringRef dtype) {
  unsigned width = 0;
  dtype.consume_front("u");
  if (!dtype.consume_front("i") || dtype.getAsInteger(10, width))
    return 0;
  return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, width) ? width : 0;
}

unsigned emmy::getDtypeSize(const std::string &dtype) {
  if (const llvm::fltSemantics *semantics = getFloatSemantics(dtype))
    return APFloat::getSizeInBits(*semantics) / 8;
  return (getIntegerWidth(dtype) + 7) / 8;
}

int64_t HostArray::getNumElements() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

std::optional<HostArray> HostArray::create(const std::string &dtype, std::vector<int64_t> shape, std::string &error) {
  unsigned size = getDtypeSize(dtype);
  if (size == 0) {
    error = "expected a dtype such as f32, bf16, i64, ui8 or i1, but got '" + dtype + "'";
    return std::nullopt;
  }
  // Asked for first: there are no exceptions to tell that it is too much.
  int64_t bytes = size;
  bool isTooLarge = llvm::any_of(shape, [&](int64_t extent) { return llvm::MulOverflow(bytes, extent, bytes); });
  std::unique_ptr<void, decltype(&std::free)> memory(isTooLarge ? nullptr : std::malloc(std::max<int64_t>(bytes, 1)),
                                                     &std::free);
  if (!memory) {
    error = "expected an array that memory holds, but got " + dtype + "[";
    for (size_t i = 0; i < shape.size(); ++i)
      error += (i ? "x" : "") + std::to_string(shape[i]);
    error += "]";
    return std::nullopt;
  }
  memory.reset();
  HostArray array{dtype, std::move(shape), {}};
  array.bytes.resize(bytes);
  return array;
}

/// The bits of an element; dtypes are little-endian in memory, as is every host that this runs on.
static uint64_t getBits(const HostArray &array, int64_t position, unsigned size) {
  uint64_t bits = 0;
  std::memcpy(&bits, array.bytes.data() + position * size, size);
  return bits;
}

double HostArray::getNumber(int64_t position) const {
  unsigned size = getDtypeSize(dtype);
  uint64_t bits = getBits(*this, position, size);
  if (const llvm::fltSemantics *semantics = getFloatSemantics(dtype)) {
    APFloat value(*semantics, llvm::APInt(size * 8, bits));
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
    return value.convertToDouble();
  }
  if (dtype == "i1" || StringRef(dtype).starts_with("u"))
    return static_cast<double>(bits);
  return static_cast<double>(llvm::APInt(size * 8, bits).getSExtValue());
}

void HostArray::setNumber(int64_t position, double number) {
  unsigned size = getDtypeSize(dtype);
  uint64_t bits = static_cast<uint64_t>(static_cast<int64_t>(number));
  if (const llvm::fltSemantics *semantics = getFloatSemantics(dtype)) {
    APFloat value(number);
    bool losesInfo;
    value.convert(*semantics, APFloat::rmNearestTiesToEven, &losesInfo);
    bits = value.bitcastToAPInt().getZExtValue();
  }
  std::memcpy(bytes.data() + position * size, &bits, size);
}

std::string HostArray::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << dtype << '[';
  llvm::interleave(shape, os, "x");
  os << "] = [";
  for (int64_t i = 0, e = getNumElements(); i < e; ++i) {
    char buffer[32];
    std::snprintf(buffer, sizeof(buffer), "%.9g", getNumber(i));
    os << (i ? ", " : "") << buffer;
  }
  os << ']';
  return text;
}

/// A well-mixed 64-bit number for each counter value.
static uint64_t mix(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
  return value ^ (value >> 31);
}

void emmy::fillRandom(HostArray &array, uint64_t seed) {
  bool isFloat = getFloatSemantics(array.dtype) != nullptr;
  bool isUnsigned = StringRef(array.dtype).starts_with("u");
  for (int64_t i = 0, e = array.getNumElements(); i < e; ++i) {
    uint64_t bits = mix((seed + 1) * 0x9e3779b97f4a7c15ull + mix(i + 1));
    double unit = static_cast<double>(bits >> 11) * 0x1p-53;
    if (isFloat)
      array.setNumber(i, 2 * unit - 1);
    else if (array.dtype == "i1")
      array.setNumber(i, static_cast<double>(bits >> 63));
    else
      array.setNumber(i, static_cast<double>(bits >> 61) - (isUnsigned ? 0 : 4));
  }
}
