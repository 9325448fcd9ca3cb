// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which translation an operation has. Those that are one operation of the NVVM dialect are written here.

#include "KernelConverter.h"
#include "Matrices.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy::nvvm;
namespace kernel = emmy::kernel;

Value KernelConverter::getInteger(Location loc, unsigned bits, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getIntegerAttr(builder.getIntegerType(bits), value));
}

Value KernelConverter::convertId(Operation *op, kernel::Dimension dimension, bool isThread) {
  Location loc = op->getLoc();
  int64_t limit = isThread                            ? block[static_cast<int>(dimension)]
                  : dimension == kernel::Dimension::x ? 2147483647
                                                      : 65535;
  auto range = LLVM::ConstantRangeAttr::get(builder.getContext(), APInt(32, 0), APInt(32, limit));
  Type i32 = builder.getI32Type();
  switch (dimension) {
  case kernel::Dimension::x:
    return isThread ? NVVM::ThreadIdXOp::create(builder, loc, i32, range).getResult()
                    : NVVM::BlockIdXOp::create(builder, loc, i32, range).getResult();
  case kernel::Dimension::y:
    return isThread ? NVVM::ThreadIdYOp::create(builder, loc, i32, range).getResult()
                    : NVVM::BlockIdYOp::create(builder, loc, i32, range).getResult();
  case kernel::Dimension::z:
    return isThread ? NVVM::ThreadIdZOp::create(builder, loc, i32, range).getResult()
                    : NVVM::BlockIdZOp::create(builder, loc, i32, range).getResult();
  }
  llvm_unreachable("all dimensions are handled");
}

void KernelConverter::convert() {
  SmallVector<Operation *> operations;
  function.walk([&](Operation *op) {
    operations.push_back(op);
    if (auto shared = dyn_cast<kernel::SharedOp>(op))
      sharedOffsets[op] = kernel::getSharedOffset(shared);
    else if (auto copy = dyn_cast<kernel::AsyncCopyOp>(op))
      elementTypes[op] = copy.getTarget().getType().getElementType();
  });
  for (Operation *op : operations) {
    builder.setInsertionPoint(op);
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](kernel::ThreadIdOp id) {
          id.replaceAllUsesWith(convertId(id, id.getDimension(), true));
          id.erase();
        })
        .Case([&](kernel::BlockIdOp id) {
          id.replaceAllUsesWith(convertId(id, id.getDimension(), false));
          id.erase();
        })
        .Case([&](kernel::LoadOp load) { convertLoad(load); })
        .Case([&](kernel::StoreOp store) { convertStore(store); })
        .Case([&](kernel::SharedOp shared) { convertShared(shared); })
        .Case([&](kernel::LocalOp local) { convertLocal(local); })
        .Case([&](kernel::AtomicOp atomic) { convertAtomic(atomic); })
        .Case([&](kernel::ShuffleOp shuffle) { convertShuffle(shuffle); })
        .Case([&](kernel::LdmatrixOp load) {
          Value address = getAddress(load, load.getOperand(0), load.getIndex(), load.getType());
          load.replaceAllUsesWith(emmy::nvvm::convertMatrixLoad(load, address, builder));
          load.erase();
        })
        .Case([&](kernel::MmaOp mma) {
          mma.replaceAllUsesWith(emmy::nvvm::convertMatrixMultiply(mma, builder));
          mma.erase();
        })
        .Case([&](kernel::BarrierOp barrier) { convertBarrier(barrier); })
        .Case([&](kernel::AsyncCopyOp copy) { convertAsyncCopy(copy); })
        .Case([&](kernel::AsyncCommitOp commit) {
          NVVM::CpAsyncCommitGroupOp::create(builder, commit.getLoc());
          commit.erase();
        })
        .Case([&](kernel::AsyncWaitOp wait) {
          NVVM::CpAsyncWaitGroupOp::create(builder, wait.getLoc(), wait.getAllBut());
          wait.erase();
        })
        .Case([&](kernel::ReturnOp end) {
          LLVM::ReturnOp::create(builder, end.getLoc(), ValueRange{});
          end.erase();
        });
  }
}
