// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors in host memory.

#include "Emmy/Interpreter/HostTensor.h"

#include "Scalar.h"

#include "llvm/Support/Format.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::interpreter;

int64_t HostTensor::getElementSize(Type elementType) {
  return llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
}

int64_t HostTensor::getNumElements() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

HostTensor HostTensor::create(ArrayRef<int64_t> shape, Type elementType) {
  HostTensor tensor{SmallVector<int64_t>(shape), elementType, {}};
  tensor.bytes.resize(tensor.getNumElements() * getElementSize(elementType));
  return tensor;
}

std::string HostTensor::str() const {
  Element element(elementType);
  int64_t size = getElementSize(elementType);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  for (int64_t index = 0, count = getNumElements(); index < count; ++index) {
    Scalar value = loadScalar(element, bytes.data() + index * size);
    if (index > 0)
      os << ", ";
    if (!element.isFloat() && element.isUnsigned)
      os << static_cast<uint64_t>(value.integer);
    else if (!element.isFloat())
      os << value.integer;
    else if (std::isnan(value.number))
      os << "nan"; // whose sign says nothing
    else
      os << llvm::format(element.isF64() ? "%.17g" : "%.9g", value.number);
  }
  os << ']';
  return text;
}
