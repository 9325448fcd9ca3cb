// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix instructions of tensor cores: their shapes and element types, the targets that have them, and which
// element of a matrix each lane of a warp holds. One table, read by verifiers, back ends, simulators and schedules; an
// atom that is not in it does not exist. Plain C++: the shim's library, which is free of LLVM, reads the table too.

#ifndef EMMY_DIALECT_BASE_IR_MATRIXATOMS_H
#define EMMY_DIALECT_BASE_IR_MATRIXATOMS_H

#include <cstdint>
#include <string>

namespace mlir {
class AffineMap;
class MLIRContext;
} // namespace mlir

namespace emmy {

/// What the bits of an element mean to a tensor core. tf32 is what it reads of an f32: sign, exponent and the upper 10
/// bits of the mantissa.
enum class MatrixElement : uint8_t { f16, bf16, tf32, f32, s8, u8, s32 };

/// `bf16`, as PTX spells it.
const char *getMatrixElementName(MatrixElement element);
/// The size of an element in a register.
unsigned getMatrixElementBytes(MatrixElement element);

/// One summand of a coordinate: (from / divisor % modulus) * factor.
struct LayoutDigit {
  enum Coordinate : uint8_t { row, column } to;
  enum Number : uint8_t { lane, element } from;
  uint8_t divisor, modulus, factor;
};

/// Which element of a matrix is element number `element` of the vector that lane number `lane` holds: a row and a
/// column, each the sum of digits of the two numbers.
struct FragmentLayout {
  /// What a lane holds.
  unsigned numElements;
  unsigned numDigits;
  LayoutDigit digits[5];

  unsigned getRow(unsigned lane, unsigned element) const { return sum(LayoutDigit::row, lane, element); }
  unsigned getColumn(unsigned lane, unsigned element) const { return sum(LayoutDigit::column, lane, element); }
  /// (lane, element) -> (row, column).
  mlir::AffineMap getMap(mlir::MLIRContext *context) const;
  std::string printMap() const;

private:
  unsigned sum(LayoutDigit::Coordinate to, unsigned lane, unsigned element) const {
    unsigned result = 0;
    for (unsigned i = 0; i < numDigits; ++i)
      if (const LayoutDigit &digit = digits[i]; digit.to == to)
        result += (digit.from == LayoutDigit::lane ? lane : element) / digit.divisor % digit.modulus * digit.factor;
    return result;
  }
};

/// D = A · B + C by one warp: A (left) is m x k, B (right) is k x n, C and D (accumulators) are m x n.
struct MatrixAtom {
  /// `m16n8k16_f32_bf16_bf16`: the shape, the accumulator, A and B.
  const char *name;
  unsigned m, n, k;
  MatrixElement left, right, accumulator;
  /// The least target that has it: 80 for sm_80.
  int leastTarget;
  const FragmentLayout *leftLayout, *rightLayout, *accumulatorLayout;

  bool isInteger() const { return accumulator == MatrixElement::s32; }
};

/// The least target that loads fragments from shared memory (ldmatrix).
constexpr int kLeastMatrixLoadTarget = 75;
/// Bounds of all atoms.
constexpr unsigned kMaxMatrixM = 16, kMaxMatrixN = 8, kMaxMatrixK = 32;

constexpr unsigned kNumMatrixAtoms = 16;
/// All atoms, those of one kind in order of k.
extern const MatrixAtom kMatrixAtoms[kNumMatrixAtoms];

/// The atom of a name; null where there is none.
const MatrixAtom *findMatrixAtom(const char *name);
/// The atom of a shape and its element types; null where there is none.
const MatrixAtom *findMatrixAtom(unsigned m, unsigned n, unsigned k, MatrixElement left, MatrixElement right,
                                 MatrixElement accumulator);

} // namespace emmy

#endif // EMMY_DIALECT_BASE_IR_MATRIXATOMS_H
