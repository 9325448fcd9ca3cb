// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of matrix instructions, and what they are. The labels C1, C2, ... are those of the operations'
// descriptions.

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::kernel;

/// The bytes of a row of a matrix that is loaded.
static constexpr int64_t kRowBytes = 16;

/// The elements of a rank-1 vector; 0 for any other type.
static int64_t getLength(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 && !vector.isScalable() ? vector.getNumElements() : 0;
}

//===----------------------------------------------------------------------===//
// emmy_kernel.ldmatrix
//===----------------------------------------------------------------------===//

unsigned LdmatrixOp::getNumMatrices() {
  auto type = cast<VectorType>(getResult().getType());
  return type.getNumElements() * getElementBytes(type.getElementType()) / 4;
}

LogicalResult LdmatrixOp::verify() {
  MemRefType memref = getMemref().getType();
  Type element = memref.getElementType();
  int64_t elementBytes = getElementBytes(element);
  if (getSpace(memref) != gpu::AddressSpace::Workgroup || elementBytes > 4)
    return emitOpError("expected a buffer in workgroup memory with elements of 8, 16 or 32 bits, but got ") << memref;
  Type type = getResult().getType();
  int64_t bytes = getLength(type) * elementBytes;
  if (getElementTypeOrSelf(type) != element || !llvm::is_contained({4, 8, 16}, bytes))
    return emitOpError("expected the result to be a rank-1 vector of ")
           << element << " with 4, 8 or 16 bytes, but got " << type;
  if (getTranspose() && elementBytes != 2)
    return emitOpError("expected elements of 16 bits to transpose, but got ") << element;
  if (memref.hasStaticShape() && memref.getNumElements() * elementBytes % kRowBytes != 0)
    return emitOpError("expected a buffer of rows of 16 bytes, but got ")
           << memref.getNumElements() * elementBytes << " bytes";
  return verifyTarget(*this, kLeastMatrixLoadTarget, "ldmatrix");
}

//===----------------------------------------------------------------------===//
// emmy_kernel.mma
//===----------------------------------------------------------------------===//

/// What a tensor core reads elements of the type as, or nothing.
static std::optional<MatrixElement> getElement(Type type, bool isAccumulator, bool isUnsigned) {
  if (type.isF16())
    return MatrixElement::f16;
  if (isAccumulator)
    return type.isF32()         ? std::optional(MatrixElement::f32)
           : type.isInteger(32) ? std::optional(MatrixElement::s32)
                                : std::nullopt;
  return type.isBF16()       ? std::optional(MatrixElement::bf16)
         : type.isF32()      ? std::optional(MatrixElement::tf32)
         : type.isInteger(8) ? std::optional(isUnsigned ? MatrixElement::u8 : MatrixElement::s8)
                             : std::nullopt;
}

const MatrixAtom *MmaOp::getAtom() {
  auto left = getElement(getElementTypeOrSelf(getLeft().getType()), false, getUnsignedLeft());
  auto right = getElement(getElementTypeOrSelf(getRight().getType()), false, getUnsignedRight());
  auto accumulator = getElement(getElementTypeOrSelf(getAccumulator().getType()), true, false);
  ArrayRef<int32_t> shape = getShape();
  if (!left || !right || !accumulator || shape.size() != 3)
    return nullptr;
  return findMatrixAtom(shape[0], shape[1], shape[2], *left, *right, *accumulator);
}

LogicalResult MmaOp::verify() {
  Type left = getElementTypeOrSelf(getLeft().getType()), right = getElementTypeOrSelf(getRight().getType()),
       sum = getElementTypeOrSelf(getAccumulator().getType());
  for (auto [isSet, type, what] : {std::tuple(getUnsignedLeft(), left, "left operand to be unsigned"),
                                   std::tuple(getUnsignedRight(), right, "right operand to be unsigned"),
                                   std::tuple(getSaturate(), sum, "accumulator to saturate")})
    if (isSet && !type.isInteger())
      return emitOpError("expected an integer ") << what << ", but got " << type;
  const MatrixAtom *atom = getAtom();
  if (!atom) {
    SmallVector<StringRef> names;
    for (const MatrixAtom &known : kMatrixAtoms)
      names.push_back(known.name);
    InFlightDiagnostic error = emitOpError("expected shape and element types of a matrix instruction, but got ");
    error << "[" << getShape() << "] with " << left << ", " << right << " and " << sum;
    error.attachNote() << "there are " << llvm::join(names, ", ");
    return error;
  }
  for (auto [type, layout, what] : {std::tuple(getLeft().getType(), atom->leftLayout, "left operand"),
                                    std::tuple(getRight().getType(), atom->rightLayout, "right operand"),
                                    std::tuple(getAccumulator().getType(), atom->accumulatorLayout, "accumulator")})
    if (getLength(type) != layout->numElements)
      return emitOpError("expected the ") << what << " of " << atom->name << " to be a rank-1 vector of "
                                          << layout->numElements << " elements, but got " << type;
  return verifyTarget(*this, atom->leastTarget, atom->name);
}
