// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-loop-simplify. In and out: kernels of the loop level that compute the same. Legal because scalar code has no
// effects, and loads of buffers that no store of the kernel writes give the same value wherever they stand. Never
// fails.

#include "Fusion.h"

#include "Emmy/Dialect/Loop/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Iterators.h"

#include "llvm/ADT/ScopedHashTable.h"

namespace emmy {
#define GEN_PASS_DEF_LOOPSIMPLIFYPASS
#include "Emmy/Dialect/Loop/Transforms/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

//===----------------------------------------------------------------------===//
// Index maps
//===----------------------------------------------------------------------===//

/// Gives a load its map and guard in the simplest form over operands in the order of the loops, so that equal loads
/// look equal.
static void simplifyLoad(LoadOp load) {
  IndexSpace space = getIndexSpace(load);
  AppliedMap access = space.apply(loop::getCoordinates(space, load));
  if (access.map != load.getMap() || !llvm::equal(access.operands, load.getIndices())) {
    load.setMap(access.map);
    load.getIndicesMutable().assign(access.operands);
  }
  if (!load.getGuard())
    return;
  Guard guard = loop::getGuard(space, load);
  if (guard.isNever) {
    load.replaceAllUsesWith(load.getElseValue());
    load.erase();
    return;
  }
  if (guard.isAlways()) {
    load.removeGuardAttr();
    load.getGuardOperandsMutable().clear();
    load.getElseValueMutable().clear();
    return;
  }
  AppliedGuard condition = space.apply(guard.set);
  if (condition.set != *load.getGuard() || !llvm::equal(condition.operands, load.getGuardOperands())) {
    load.setGuard(condition.set);
    load.getGuardOperandsMutable().assign(condition.operands);
  }
}

//===----------------------------------------------------------------------===//
// Invariant code
//===----------------------------------------------------------------------===//

static bool isScalarCode(Operation &op) {
  return op.getNumRegions() == 0 && op.getNumResults() > 0 && isMemoryEffectFree(&op);
}

/// Moves scalar code that does not depend on the nest before it.
static void hoistInvariants(LoopNestOpInterface nest) {
  auto isOutside = [&](Value value) {
    Region *region = value.getParentRegion();
    return !nest->isAncestor(region->getParentOp());
  };
  for (Region &region : nest->getRegions())
    for (Block &block : region)
      for (Operation &op : llvm::make_early_inc_range(block))
        if (isScalarCode(op) && isSpeculatable(&op) && llvm::all_of(op.getOperands(), isOutside))
          op.moveBefore(nest);
}

//===----------------------------------------------------------------------===//
// Equal code
//===----------------------------------------------------------------------===//

namespace {
struct OperationInfo : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(const_cast<Operation *>(op), OperationEquivalence::directHashValue,
                                             OperationEquivalence::ignoreHashValue,
                                             OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *lhs, const Operation *rhs) {
    if (lhs == rhs)
      return true;
    if (lhs == getTombstoneKey() || lhs == getEmptyKey() || rhs == getTombstoneKey() || rhs == getEmptyKey())
      return false;
    return OperationEquivalence::isEquivalentTo(const_cast<Operation *>(lhs), const_cast<Operation *>(rhs),
                                                OperationEquivalence::IgnoreLocations);
  }
};
using Known = llvm::ScopedHashTable<Operation *, Operation *, OperationInfo>;
} // namespace

/// Replaces code by equal code that dominates it. Nests are few levels deep, so this recursion is too.
static void shareEqualCode(Block &block, KernelOp kernel, Known &known) {
  Known::ScopeTy scope(known);
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto load = dyn_cast<LoadOp>(op);
    if (isScalarCode(op) || (load && isFromConstantBuffer(load, kernel))) {
      if (Operation *other = known.lookup(&op)) {
        op.replaceAllUsesWith(other);
        op.erase();
      } else {
        known.insert(&op, &op);
      }
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        shareEqualCode(inner, kernel, known);
  }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static void eraseUnusedOperands(KernelOp kernel) {
  Block *body = kernel.getBodyBlock();
  for (size_t number = kernel.getScalars().size(); number-- > 0;)
    if (kernel.getScalarArgument(number).use_empty()) {
      body->eraseArgument(kernel.getScalarArgument(number).getArgNumber());
      kernel.getScalarsMutable().erase(number);
    }
  SmallVector<int64_t> tied(kernel.getTied());
  for (size_t number = kernel.getInputs().size(); number-- > 0;) {
    if (!kernel.getInputArgument(number).use_empty() || llvm::is_contained(tied, int64_t(number)))
      continue;
    body->eraseArgument(number);
    kernel.getInputsMutable().erase(number);
    for (int64_t &tie : tied)
      tie -= tie > int64_t(number);
    kernel.setTied(tied);
  }
}

void loop::simplifyKernel(KernelOp kernel) {
  SmallVector<LoadOp> loads;
  kernel->walk([&](LoadOp load) { loads.push_back(load); });
  for (LoadOp load : loads)
    simplifyLoad(load);
  kernel->walk<WalkOrder::PostOrder>([](LoopNestOpInterface nest) { hoistInvariants(nest); });
  Known known;
  shareEqualCode(*kernel.getBodyBlock(), kernel, known);
  kernel.getRegion().walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
  eraseUnusedOperands(kernel);
}

namespace {
struct LoopSimplifyPass : emmy::impl::LoopSimplifyPassBase<LoopSimplifyPass> {
  void runOnOperation() override {
    getOperation()->walk([](KernelOp kernel) { simplifyKernel(kernel); });
  }
};
} // namespace
