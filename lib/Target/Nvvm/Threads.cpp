// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the threads of a warp or a block do together.

#include "KernelConverter.h"

using namespace mlir;
using namespace emmy::nvvm;
namespace kernel = emmy::kernel;

Value KernelConverter::shuffleWord(kernel::ShuffleOp op, Value word) {
  Location loc = op.getLoc();
  NVVM::ShflKind kind = op.getMode() == kernel::ShuffleMode::xor_lane ? NVVM::ShflKind::bfly
                        : op.getMode() == kernel::ShuffleMode::down   ? NVVM::ShflKind::down
                        : op.getMode() == kernel::ShuffleMode::up     ? NVVM::ShflKind::up
                                                                      : NVVM::ShflKind::idx;
  // The clamp: the group's lanes in bits 8 to 12, the last lane (the first one for up) below.
  int64_t clamp = (32 - op.getWidth()) << 8 | (kind == NVVM::ShflKind::up ? 0 : 31);
  return NVVM::ShflOp::create(builder, loc, word.getType(), getInteger(loc, 32, -1), word, op.getOffset(),
                              getInteger(loc, 32, clamp), kind, UnitAttr());
}

void KernelConverter::convertShuffle(kernel::ShuffleOp op) {
  Location loc = op.getLoc();
  Type type = op.getType();
  Type i32 = builder.getI32Type();
  unsigned bits = type.getIntOrFloatBitWidth();
  Value value = op.getValue();
  Type integer = builder.getIntegerType(bits);
  if (type != integer)
    value = LLVM::BitcastOp::create(builder, loc, integer, value);
  Value result;
  if (bits == 64) {
    Value half = getInteger(loc, 64, 32);
    Value low = shuffleWord(op, LLVM::TruncOp::create(builder, loc, i32, value));
    Value high = LLVM::LShrOp::create(builder, loc, value, half);
    high = shuffleWord(op, LLVM::TruncOp::create(builder, loc, i32, high));
    low = LLVM::ZExtOp::create(builder, loc, integer, low);
    high = LLVM::ShlOp::create(builder, loc, LLVM::ZExtOp::create(builder, loc, integer, high), half);
    result = LLVM::OrOp::create(builder, loc, low, high);
  } else {
    Value word = bits < 32 ? LLVM::ZExtOp::create(builder, loc, i32, value).getResult() : value;
    result = shuffleWord(op, word);
    if (bits < 32)
      result = LLVM::TruncOp::create(builder, loc, integer, result);
  }
  if (type != integer)
    result = LLVM::BitcastOp::create(builder, loc, type, result);
  op.replaceAllUsesWith(result);
  op.erase();
}

void KernelConverter::convertBarrier(kernel::BarrierOp op) {
  Location loc = op.getLoc();
  if (op.getId())
    NVVM::BarrierOp::create(builder, loc, TypeRange(), getInteger(loc, 32, *op.getId()),
                            getInteger(loc, 32, *op.getThreads()), NVVM::BarrierReductionAttr(), Value());
  else
    NVVM::BarrierOp::create(builder, loc);
  op.erase();
}
