// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interfaces of kernels of loops, and the buffer types inside kernels.

#include "Emmy/Interfaces/NestInterfaces.h"

using namespace mlir;

#include "Emmy/Interfaces/NestInterfaces.cpp.inc"

Type emmy::getBufferElementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth() == 1 ? 8 : integer.getWidth());
  return type;
}

MemRefType emmy::getBufferType(RankedTensorType type) {
  return MemRefType::get(type.getShape(), getBufferElementType(type.getElementType()));
}
