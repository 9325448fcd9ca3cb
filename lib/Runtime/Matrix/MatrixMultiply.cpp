// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix instructions: fragments are gathered into matrices by the layouts of the table, multiplied, and scattered.

#include "MatrixMultiply.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

using namespace emmy;
using namespace emmy::matrix;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

template <typename To, typename From>
static To bitCast(From value) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
  To result;
  std::memcpy(&result, &value, sizeof(To));
  return result;
}

/// Exponents of f16 and f32 differ by 112; a multiplication moves subnormals to where they are normal.
static float widenHalf(uint16_t half) {
  float magnitude = bitCast<float>(uint32_t(half & 0x7fff) << 13) * 0x1p112f;
  uint32_t bits = bitCast<uint32_t>(magnitude) | uint32_t(half & 0x8000) << 16;
  return bitCast<float>((half & 0x7c00) == 0x7c00 ? bits | 0x7f800000u : bits);
}

/// To nearest even; every NaN becomes 0x7fff.
static uint16_t narrowToHalf(float value) {
  uint32_t bits = bitCast<uint32_t>(value), magnitude = bits & 0x7fffffff;
  uint16_t sign = bits >> 16 & 0x8000;
  if (magnitude > 0x7f800000)
    return 0x7fff;
  if (magnitude >= 0x47800000) // 2^16: past the largest after rounding
    return sign | 0x7c00;
  if (magnitude < 0x38800000) // below 2^-14: in units of 2^-24, which is what the last bit of 0.5 counts
    return sign | (bitCast<uint32_t>(bitCast<float>(magnitude) + 0.5f) - bitCast<uint32_t>(0.5f));
  return sign | ((magnitude + 0xfff + (magnitude >> 13 & 1) - (112u << 23)) >> 13);
}

namespace {
// How elements are stored, and the number that arithmetic is done with.
struct Half {
  using Bits = uint16_t;
  static float read(Bits bits) { return widenHalf(bits); }
  static Bits write(float value) { return narrowToHalf(value); }
};
struct Bfloat {
  using Bits = uint16_t;
  static float read(Bits bits) { return bitCast<float>(uint32_t(bits) << 16); }
};
struct TensorFloat {
  using Bits = uint32_t;
  static float read(Bits bits) { return bitCast<float>(bits & ~0x1fffu); }
};
struct Single {
  using Bits = uint32_t;
  static float read(Bits bits) { return bitCast<float>(bits); }
  static Bits write(float value) { return bitCast<Bits>(value); }
};
struct Signed {
  using Bits = uint8_t;
  static int32_t read(Bits bits) { return int8_t(bits); }
};
struct Unsigned {
  using Bits = uint8_t;
  static int32_t read(Bits bits) { return bits; }
};
struct Word {
  using Bits = uint32_t;
  static int32_t read(Bits bits) { return int32_t(bits); }
  static Bits write(int32_t value) { return uint32_t(value); }
};

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

/// The places in a matrix of a layout's elements: of all lanes of element 0, then of element 1, ...
struct Places {
  uint16_t numbers[16 * kLanes];

  Places(const FragmentLayout &layout, unsigned numColumns) {
    for (unsigned i = 0; i < layout.numElements * kLanes; ++i)
      numbers[i] = layout.getRow(i % kLanes, i / kLanes) * numColumns + layout.getColumn(i % kLanes, i / kLanes);
  }
};

/// The places of an atom's matrices; columns of the right one and of accumulators are kMaxMatrixN apart.
struct AtomPlaces {
  Places left, right, accumulator;

  explicit AtomPlaces(const MatrixAtom &atom)
      : left(*atom.leftLayout, atom.k), right(*atom.rightLayout, kMaxMatrixN),
        accumulator(*atom.accumulatorLayout, kMaxMatrixN) {}
};

struct AllPlaces {
  AtomPlaces *atoms[kNumMatrixAtoms];
  AllPlaces() {
    for (unsigned i = 0; i < kNumMatrixAtoms; ++i)
      atoms[i] = new AtomPlaces(kMatrixAtoms[i]);
  }
  ~AllPlaces() {
    for (AtomPlaces *places : atoms)
      delete places;
  }
};
} // namespace

template <typename Element, typename Number>
static void gather(const SourceFragment &fragment, const FragmentLayout &layout, const Places &places, Number *matrix) {
  for (unsigned element = 0; element < layout.numElements; ++element)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      typename Element::Bits bits;
      std::memcpy(&bits, fragment.lanes[lane] + element * fragment.stride, sizeof(bits));
      matrix[places.numbers[element * kLanes + lane]] = Element::read(bits);
    }
}

template <typename Element, typename Number>
static void scatter(const ResultFragment &fragment, const FragmentLayout &layout, const Places &places,
                    const Number *matrix) {
  for (unsigned element = 0; element < layout.numElements; ++element)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      typename Element::Bits bits = Element::write(matrix[places.numbers[element * kLanes + lane]]);
      std::memcpy(fragment.lanes[lane] + element * fragment.stride, &bits, sizeof(bits));
    }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Factors have 24 bits at most, so a product is exact in f64; and the sum of it and an f32 rounded to f64 and then to
/// f32 is the sum rounded once, since 53 >= 2 * 24 + 2. So this is an fma, on machines that have none, too.
static void multiplyAdd(const MatrixAtom &atom, const double *left, const double *right, float *accumulator) {
  for (unsigned i = 0; i < atom.m; ++i)
    for (unsigned k = 0; k < atom.k; ++k) {
      double factor = left[i * atom.k + k];
      const double *row = right + k * kMaxMatrixN;
      float *sums = accumulator + i * kMaxMatrixN;
      for (unsigned j = 0; j < kMaxMatrixN; ++j)
        sums[j] = float(double(sums[j]) + factor * row[j]);
    }
}

static void multiplyAdd(const MatrixAtom &atom, const int32_t *left, const int32_t *right, int32_t *accumulator,
                        bool saturates) {
  for (unsigned i = 0; i < atom.m; ++i)
    for (unsigned j = 0; j < atom.n; ++j) {
      int64_t sum = accumulator[i * kMaxMatrixN + j];
      for (unsigned k = 0; k < atom.k; ++k)
        sum += left[i * atom.k + k] * right[k * kMaxMatrixN + j];
      if (saturates)
        sum = std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX);
      accumulator[i * kMaxMatrixN + j] = int32_t(uint32_t(sum));
    }
}

template <typename Factor, typename Sum>
static void multiplyFloats(const MatrixAtom &atom, const AtomPlaces &places, const SourceFragment &left,
                           const SourceFragment &right, const SourceFragment &accumulator,
                           const ResultFragment &result) {
  double a[kMaxMatrixM * kMaxMatrixK], b[kMaxMatrixK * kMaxMatrixN];
  float c[kMaxMatrixM * kMaxMatrixN];
  gather<Factor>(left, *atom.leftLayout, places.left, a);
  gather<Factor>(right, *atom.rightLayout, places.right, b);
  gather<Sum>(accumulator, *atom.accumulatorLayout, places.accumulator, c);
  multiplyAdd(atom, a, b, c);
  scatter<Sum>(result, *atom.accumulatorLayout, places.accumulator, c);
}

static void multiplyIntegers(const MatrixAtom &atom, const AtomPlaces &places, const SourceFragment &left,
                             const SourceFragment &right, const SourceFragment &accumulator,
                             const ResultFragment &result, bool saturates) {
  int32_t a[kMaxMatrixM * kMaxMatrixK], b[kMaxMatrixK * kMaxMatrixN], c[kMaxMatrixM * kMaxMatrixN];
  atom.left == MatrixElement::s8 ? gather<Signed>(left, *atom.leftLayout, places.left, a)
                                 : gather<Unsigned>(left, *atom.leftLayout, places.left, a);
  atom.right == MatrixElement::s8 ? gather<Signed>(right, *atom.rightLayout, places.right, b)
                                  : gather<Unsigned>(right, *atom.rightLayout, places.right, b);
  gather<Word>(accumulator, *atom.accumulatorLayout, places.accumulator, c);
  multiplyAdd(atom, a, b, c, saturates);
  scatter<Word>(result, *atom.accumulatorLayout, places.accumulator, c);
}

void emmy::matrix::multiply(const MatrixAtom &atom, const SourceFragment &left, const SourceFragment &right,
                            const SourceFragment &accumulator, const ResultFragment &result, bool saturates) {
  static const AllPlaces allPlaces;
  const AtomPlaces &places = *allPlaces.atoms[&atom - kMatrixAtoms];
  if (atom.isInteger())
    return multiplyIntegers(atom, places, left, right, accumulator, result, saturates);
  if (atom.left == MatrixElement::bf16)
    return multiplyFloats<Bfloat, Single>(atom, places, left, right, accumulator, result);
  if (atom.left == MatrixElement::tf32)
    return multiplyFloats<TensorFloat, Single>(atom, places, left, right, accumulator, result);
  if (atom.accumulator == MatrixElement::f16)
    return multiplyFloats<Half, Half>(atom, places, left, right, accumulator, result);
  multiplyFloats<Half, Single>(atom, places, left, right, accumulator, result);
}
