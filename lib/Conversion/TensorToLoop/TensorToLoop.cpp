// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-convert-tensor-to-loop. In: functions of emmy_tensor ops and index arithmetic. Out: one emmy_loop.kernel for
// each value that is stored; no emmy_tensor op remains. Legal because a kernel computes exactly what its op and the
// virtual values it reads mean. Fails where a dense constant has too many elements to be code, or a sort is left.

#include "Lifting.h"

#include "Emmy/Conversion/TensorToLoop/Passes.h"
#include "Emmy/Dialect/Tensor/IR/VirtualValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Iterators.h"

#include "llvm/ADT/SetVector.h"

namespace emmy {
#define GEN_PASS_DEF_CONVERTTENSORTOLOOPPASS
#include "Emmy/Conversion/TensorToLoop/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

/// Elements of a constant that are written as code.
static constexpr int64_t maxCodedElements = 1024;

/// Whether the use needs its tensor in memory.
static bool isStoringUse(OpOperand &use) {
  Operation *user = use.getOwner();
  if (!isa<TensorDialect>(user->getDialect()))
    return true;
  if (auto gather = dyn_cast<GatherOp>(user))
    return use.get() == gather.getSource() && use.getOperandNumber() == 0;
  auto scatter = dyn_cast<ScatterOp>(user);
  return scatter && use.getOperandNumber() == scatter.getDestMutable().getOperandNumber();
}

/// Whether the ops of the tensor level that `value` is computed from, through virtual ones, read `leaf`.
static bool readsThroughVirtual(ValueRange values, Value leaf, VirtualValues &virtualValues) {
  llvm::SetVector<Value> seen(values.begin(), values.end());
  for (size_t next = 0; next < seen.size(); ++next) {
    if (seen[next] == leaf)
      return true;
    if (virtualValues.isVirtual(seen[next]))
      seen.insert(seen[next].getDefiningOp()->operand_begin(), seen[next].getDefiningOp()->operand_end());
  }
  return false;
}

/// An update in place of a tensor that it also reads works on a copy.
static void copyDestinations(ArrayRef<Operation *> ops, VirtualValues &virtualValues) {
  for (Operation *op : ops) {
    auto scatter = dyn_cast<ScatterOp>(op);
    if (!scatter)
      continue;
    SmallVector<Value> read(scatter.getIndices());
    read.push_back(scatter.getUpdates());
    Value dest = scatter.getDest();
    if (!readsThroughVirtual(read, dest, virtualValues))
      continue;
    OpBuilder builder(op);
    auto type = cast<RankedTensorType>(dest.getType());
    Value copy = IndexMapOp::create(builder, dest.getLoc(), type, dest, builder.getMultiDimIdentityMap(type.getRank()));
    scatter.getDestMutable().set(copy);
  }
}

namespace {
struct ConvertTensorToLoopPass : emmy::impl::ConvertTensorToLoopPassBase<ConvertTensorToLoopPass> {
  void runOnOperation() override {
    for (func::FuncOp function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && failed(convert(function)))
        return signalPassFailure();
  }

  LogicalResult convert(func::FuncOp function) {
    SmallVector<Operation *> ops;
    auto collect = [&] {
      ops.clear();
      function.walk([&](Operation *op) {
        if (isa<TensorDialect>(op->getDialect()))
          ops.push_back(op);
      });
    };
    collect();
    for (Operation *op : ops)
      if (isa<SortOp>(op))
        return op->emitOpError("expected no sort, but got one; run emmy-tensor-expand-sort first");
    for (Operation *op : ops)
      if (auto constant = dyn_cast<ConstantOp>(op))
        if (auto elements = dyn_cast<ElementsAttr>(constant.getValue());
            elements && !constant.getSplat() && elements.getNumElements() > maxCodedElements)
          return op->emitOpError("expected at most ") << maxCodedElements << " elements of a constant, but got "
                                                      << elements.getNumElements() << "; make it a parameter";
    VirtualValues virtualValues;
    copyDestinations(ops, virtualValues);
    collect();
    for (Operation *op : ops)
      virtualValues.isVirtual(op);
    markRoundings(ops);

    loop::HostSizes sizes(function.front());
    for (Operation *op : ops) {
      bool isVirtual = virtualValues.isVirtual(op);
      if (op->use_empty() || (isVirtual && llvm::none_of(op->getUses(), isStoringUse)))
        continue;
      loop::KernelOp kernel = lift(op, sizes);
      ++numKernels;
      // What is computed where it is read stays so, but where the use needs it in memory.
      bool isRecomputed = isVirtual && !isa<ElementwiseOp>(op);
      for (auto [result, stored] : llvm::zip_equal(op->getResults(), kernel.getResults()))
        result.replaceUsesWithIf(stored, [&](OpOperand &use) { return !isRecomputed || isStoringUse(use); });
    }
    for (Operation *op : llvm::reverse(ops))
      op->erase();
    eraseUnusedIndexCode(function);
    return success();
  }

  loop::KernelOp lift(Operation *op, loop::HostSizes &sizes) {
    OpBuilder host(op);
    loop::KernelBuilder kernel(host, sizes);
    SmallVector<Location> parts;
    if (auto reduce = dyn_cast<ReduceOp>(op))
      liftReduce(kernel, reduce, parts);
    else if (auto scan = dyn_cast<ScanOp>(op))
      liftScan(kernel, scan, parts);
    else if (auto scatter = dyn_cast<ScatterOp>(op))
      liftScatter(kernel, scatter, parts);
    else
      liftPointwise(kernel, op, parts);
    return kernel.finish(loop::getKernelLocation(&getContext(), parts));
  }

  /// Sizes and index arithmetic that only index maps read.
  void eraseUnusedIndexCode(func::FuncOp function) {
    function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (!isa<loop::KernelOp>(op) && isOpTriviallyDead(op))
        op->erase();
    });
  }
};
} // namespace
