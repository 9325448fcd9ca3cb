// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix instructions in the NVVM dialect. A fragment is a vector of elements here, and registers of 32 bits there:
// pairs of f16, other elements in i32, one f32 or i32 of an accumulator.

#include "Matrices.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace emmy;

/// The type of a register that holds elements of `fragment`.
static Type getRegisterType(VectorType fragment, bool isAccumulator) {
  Type element = fragment.getElementType();
  if (element.isF16())
    return VectorType::get({2}, element);
  return isAccumulator ? element : IntegerType::get(element.getContext(), 32);
}

static Value getPosition(OpBuilder &builder, Location loc, int64_t position) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(position));
}

/// The registers of a fragment.
static SmallVector<Value> split(OpBuilder &builder, Location loc, Value fragment, bool isAccumulator) {
  auto type = cast<VectorType>(fragment.getType());
  int64_t count = type.getNumElements() * type.getElementTypeBitWidth() / 32;
  Value words = LLVM::BitcastOp::create(builder, loc, VectorType::get({count}, builder.getI32Type()), fragment);
  SmallVector<Value> registers;
  for (int64_t i = 0; i < count; ++i) {
    Value word = LLVM::ExtractElementOp::create(builder, loc, words, getPosition(builder, loc, i));
    Type registerType = getRegisterType(type, isAccumulator);
    if (registerType != word.getType())
      word = LLVM::BitcastOp::create(builder, loc, registerType, word);
    registers.push_back(word);
  }
  return registers;
}

/// The fragment whose registers are in a struct, or is one alone.
static Value join(OpBuilder &builder, Location loc, Value registers, VectorType type) {
  int64_t count = type.getNumElements() * type.getElementTypeBitWidth() / 32;
  bool isStruct = isa<LLVM::LLVMStructType>(registers.getType());
  Value words = LLVM::UndefOp::create(builder, loc, VectorType::get({count}, builder.getI32Type()));
  for (int64_t i = 0; i < count; ++i) {
    Value word = isStruct ? LLVM::ExtractValueOp::create(builder, loc, registers, i).getResult() : registers;
    if (!word.getType().isInteger(32))
      word = LLVM::BitcastOp::create(builder, loc, builder.getI32Type(), word);
    words = LLVM::InsertElementOp::create(builder, loc, words, word, getPosition(builder, loc, i));
  }
  return LLVM::BitcastOp::create(builder, loc, type, words);
}

static Type getStructOf(Type type, size_t count) {
  return LLVM::LLVMStructType::getLiteral(type.getContext(), SmallVector<Type>(count, type));
}

Value emmy::nvvm::convertMatrixLoad(kernel::LdmatrixOp op, Value address, OpBuilder &builder) {
  Location loc = op.getLoc();
  unsigned count = op.getNumMatrices();
  Type i32 = builder.getI32Type();
  auto shape = NVVM::LdStMatrixShapeAttr::get(builder.getContext(), 8, 8);
  Value registers = NVVM::LdMatrixOp::create(builder, loc, count == 1 ? i32 : getStructOf(i32, count), address, count,
                                             op.getTranspose() ? NVVM::MMALayout::col : NVVM::MMALayout::row, shape,
                                             NVVM::LdStMatrixEltType::B16);
  return join(builder, loc, registers, cast<VectorType>(op.getResult().getType()));
}

static NVVM::MMATypes getNvvmType(MatrixElement element) {
  // Both spell the types as PTX does.
  return *NVVM::symbolizeMMATypes(getMatrixElementName(element));
}

Value emmy::nvvm::convertMatrixMultiply(kernel::MmaOp op, OpBuilder &builder) {
  Location loc = op.getLoc();
  const MatrixAtom &atom = *op.getAtom();
  SmallVector<Value> left = split(builder, loc, op.getLeft(), /*isAccumulator=*/false);
  SmallVector<Value> right = split(builder, loc, op.getRight(), /*isAccumulator=*/false);
  SmallVector<Value> sums = split(builder, loc, op.getAccumulator(), /*isAccumulator=*/true);
  std::optional<NVVM::MMAIntOverflow> overflow;
  if (atom.isInteger())
    overflow = op.getSaturate() ? NVVM::MMAIntOverflow::satfinite : NVVM::MMAIntOverflow::wrapped;
  std::array<NVVM::MMATypes, 2> types = {getNvvmType(atom.left), getNvvmType(atom.right)};
  std::array<NVVM::MMALayout, 2> layouts = {NVVM::MMALayout::row, NVVM::MMALayout::col};
  Value registers =
      NVVM::MmaOp::create(builder, loc, getStructOf(sums.front().getType(), sums.size()), left, right, sums,
                          ArrayRef<int64_t>{atom.m, atom.n, atom.k}, std::nullopt, overflow, types, layouts);
  return join(builder, loc, registers, cast<VectorType>(op.getResult().getType()));
}
