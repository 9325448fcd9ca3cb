// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors in host memory: what the interpreter takes and gives.

#ifndef EMMY_INTERPRETER_HOSTTENSOR_H
#define EMMY_INTERPRETER_HOSTTENSOR_H

#include "mlir/IR/BuiltinTypes.h"

#include <string>
#include <vector>

namespace emmy {

/// A dense row-major tensor. Elements are little-endian in whole bytes: a bool is one byte (0 or 1), `iN` and `uiN`
/// take N / 8 bytes rounded up.
struct HostTensor {
  llvm::SmallVector<int64_t> shape;
  mlir::Type elementType;
  std::vector<char> bytes;

  /// Zeros.
  static HostTensor create(llvm::ArrayRef<int64_t> shape, mlir::Type elementType);
  /// The bytes of one element.
  static int64_t getElementSize(mlir::Type elementType);

  int64_t getNumElements() const;
  /// The elements in order, as text: numbers with as many digits as tell them apart, `inf`, `nan`, and 0 or 1 for
  /// bools.
  std::string str() const;
};

} // namespace emmy

#endif // EMMY_INTERPRETER_HOSTTENSOR_H
