// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each loop around kernels carries the number of its step. Where loops are branches, all of them take from one number.

#include "LoopLimit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace emmy;

/// About a second of branches, and as long for calls of malloc.
static constexpr int64_t kMaxBranches = int64_t(1) << 26;
static constexpr int64_t kBranchesOfCall = int64_t(1) << 10;

static Value getNumber(OpBuilder &builder, Location loc, int64_t number) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(number));
}

static Value getAddress(OpBuilder &builder, Location loc, const void *address) {
  auto type = LLVM::LLVMPointerType::get(builder.getContext());
  return LLVM::IntToPtrOp::create(builder, loc, type, getNumber(builder, loc, reinterpret_cast<intptr_t>(address)));
}

/// Sets a flag of this process where a condition holds, and leaves it where not.
static void setFlag(OpBuilder &builder, Location loc, bool &flag, Value condition) {
  Type type = builder.getI8Type();
  Value address = getAddress(builder, loc, &flag);
  Value value = LLVM::ZExtOp::create(builder, loc, type, condition);
  Value known = LLVM::LoadOp::create(builder, loc, type, address);
  LLVM::StoreOp::create(builder, loc, LLVM::OrOp::create(builder, loc, known, value), address);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static void limitLoop(scf::WhileOp loop, int64_t maxSteps, bool &wasCut) {
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  auto getNumber = [&](int64_t number) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(number));
  };
  SmallVector<Value> inits(loop.getInits());
  inits.push_back(getNumber(0));
  SmallVector<Type> types(loop.getResultTypes());
  types.push_back(builder.getI64Type());
  auto limited = scf::WhileOp::create(builder, loc, types, inits);
  limited.getBefore().takeBody(loop.getBefore());
  limited.getAfter().takeBody(loop.getAfter());

  Value step = limited.getBeforeBody()->addArgument(builder.getI64Type(), loc);
  scf::ConditionOp condition = limited.getConditionOp();
  builder.setInsertionPoint(condition);
  Value isMore = condition.getCondition();
  Value isFew = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, step, getNumber(maxSteps));
  Value holds = arith::AndIOp::create(builder, loc, isMore, isFew);
  setFlag(builder, loc, wasCut, arith::XOrIOp::create(builder, loc, isMore, holds));
  condition.getConditionMutable().assign(holds);
  condition.getArgsMutable().append(step);

  Value current = limited.getAfterBody()->addArgument(builder.getI64Type(), loc);
  scf::YieldOp yield = limited.getYieldOp();
  builder.setInsertionPoint(yield);
  Value next = arith::AddIOp::create(builder, loc, current, getNumber(1));
  yield.getResultsMutable().append(next);
  loop.replaceAllUsesWith(limited.getResults().drop_back());
  loop.erase();
}

void LoopLimit::limitLoops(ModuleOp module) {
  module.getContext()->getOrLoadDialect<LLVM::LLVMDialect>();
  SmallVector<scf::WhileOp> loops;
  // Kernels have none.
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    function.walk([&](scf::WhileOp loop) { loops.push_back(loop); });
  for (scf::WhileOp loop : loops)
    limitLoop(loop, maxSteps, wasCut);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Takes some from a number of this process; what is left.
static Value take(OpBuilder &builder, Location loc, int64_t &number, int64_t count) {
  Value address = getAddress(builder, loc, &number);
  Value left = LLVM::LoadOp::create(builder, loc, builder.getI64Type(), address);
  left = LLVM::SubOp::create(builder, loc, left, getNumber(builder, loc, count));
  LLVM::StoreOp::create(builder, loc, left, address);
  return left;
}

/// The edges by which a function goes back to where it was: (terminator, which of its successors).
static SmallVector<std::pair<Operation *, unsigned>> getBackEdges(LLVM::LLVMFuncOp function) {
  SmallVector<std::pair<Operation *, unsigned>> edges;
  DominanceInfo dominance(function);
  for (Block &block : function.getBody())
    for (auto [number, successor] : llvm::enumerate(block.getSuccessors()))
      if (dominance.dominates(successor, &block))
        edges.push_back({block.getTerminator(), number});
  return edges;
}

void LoopLimit::limitBranches(ModuleOp module) {
  maxBranches = kMaxBranches;
  SymbolTable symbols(module);
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    function.walk([&](LLVM::CallOp call) {
      auto callee = call.getCallee() ? symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee()) : nullptr;
      OpBuilder builder(call);
      if (callee && callee.isExternal())
        take(builder, call.getLoc(), branches, kBranchesOfCall);
    });
    auto edges = getBackEdges(function);
    if (edges.empty())
      continue;
    // What an interrupted function gives is of no account: the run is none.
    Location loc = function.getLoc();
    Block *end = new Block();
    function.getBody().push_back(end);
    OpBuilder builder = OpBuilder::atBlockEnd(end);
    setFlag(builder, loc, wasCut, LLVM::ConstantOp::create(builder, loc, builder.getBoolAttr(true)));
    Type type = function.getFunctionType().getReturnType();
    SmallVector<Value> results;
    if (!isa<LLVM::LLVMVoidType>(type))
      results.push_back(LLVM::ZeroOp::create(builder, loc, type));
    LLVM::ReturnOp::create(builder, loc, results);
    for (auto [terminator, number] : edges) {
      Block *header = terminator->getSuccessor(number), *edge = new Block();
      function.getBody().push_back(edge);
      edge->addArguments(header->getArgumentTypes(), SmallVector<Location>(header->getNumArguments(), loc));
      terminator->setSuccessor(edge, number);
      builder.setInsertionPointToEnd(edge);
      Value left = take(builder, loc, branches, 1);
      Value isMore = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::sgt, left, ::getNumber(builder, loc, 0));
      LLVM::CondBrOp::create(builder, loc, isMore, header, edge->getArguments(), end, ValueRange());
    }
  }
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

void LoopLimit::reset() {
  wasCut = false;
  branches = maxBranches;
}

std::string LoopLimit::getReason() const {
  if (!wasCut)
    return "";
  return countsSteps() ? "a loop takes more than " + std::to_string(maxSteps) + " steps"
                       : "the loops take more than " + std::to_string(maxBranches) + " steps in all";
}
