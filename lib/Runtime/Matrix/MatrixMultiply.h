// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a matrix instruction computes: the one definition that both simulators execute, so that their bits are equal.

#ifndef EMMY_LIB_RUNTIME_MATRIX_MATRIXMULTIPLY_H
#define EMMY_LIB_RUNTIME_MATRIX_MATRIXMULTIPLY_H

#include "Emmy/Dialect/Base/IR/MatrixAtoms.h"

#include <cstddef>

namespace emmy::matrix {

constexpr unsigned kLanes = 32;

/// The fragments of a warp: element e of lane l is at lanes[l] + e * stride.
template <typename Byte>
struct Fragment {
  Byte *lanes[kLanes];
  size_t stride;
};
using SourceFragment = Fragment<const char>;
using ResultFragment = Fragment<char>;

/// result = left · right + accumulator; the result may lie where the accumulator does.
///
/// Floats: every element starts as that of the accumulator, and the products along k are added to it one after the
/// other, each in one rounding to f32 of the exact product and the sum so far, as an fma does it; f16 accumulators are
/// widened before and rounded once after. Of a tf32 operand the lower 13 bits count as zeros. Subnormals are kept.
/// Integers: exact, then the low 32 bits, or where `saturates` the nearest i32.
void multiply(const MatrixAtom &atom, const SourceFragment &left, const SourceFragment &right,
              const SourceFragment &accumulator, const ResultFragment &result, bool saturates);

} // namespace emmy::matrix

#endif // EMMY_LIB_RUNTIME_MATRIX_MATRIXMULTIPLY_H
