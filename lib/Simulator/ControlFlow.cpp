// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions and loops of a warp. Where all lanes agree, control flow stays what it is. Where they may not, both sides
// of a condition run, each with the lanes that took it, and a loop runs until its last lane is through. No region runs
// without an active lane.

#include "FunctionLowering.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace emmy::simulator;
namespace kernel = emmy::kernel;

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// The class of an operation that is not an access; accesses count themselves.
static std::optional<InstructionClass> classify(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() || isa<func::CallOp>(op))
    return std::nullopt;
  if (op->getName().getDialectNamespace() == "emmy_kernel" || op->getName().getDialectNamespace() == "vector")
    return std::nullopt;
  if (isa<scf::IfOp, scf::ForOp>(op))
    return InstructionClass::control;
  bool isFloat = llvm::any_of(op->getOperandTypes(), [](Type type) { return isa<FloatType>(type); }) ||
                 llvm::any_of(op->getResultTypes(), [](Type type) { return isa<FloatType>(type); });
  if (isFloat && isa<arith::DivFOp, math::SqrtOp>(op))
    return InstructionClass::special;
  return isFloat ? InstructionClass::floating : InstructionClass::integer;
}

/// Instructions are counted by region: how many one execution makes is known here.
void FunctionLowering::enterRegion(Block &block) {
  if (!context.checked)
    return;
  RegionCosts costs;
  bool isEmpty = true;
  for (Operation &op : block.without_terminator())
    if (std::optional<InstructionClass> instruction = classify(&op)) {
      ++costs.counts[static_cast<unsigned>(*instruction)];
      isEmpty = false;
    }
  // An iteration of a loop is an instruction of its own.
  if (isa<scf::ForOp>(block.getParentOp())) {
    ++costs.counts[static_cast<unsigned>(InstructionClass::control)];
    isEmpty = false;
  }
  if (isEmpty)
    return;
  info.regions.push_back(costs);
  callHook("enter", info.regions.size() - 1);
}

SmallVector<Type> FunctionLowering::flattenTypes(TypeRange types) {
  SmallVector<Type> result;
  for (Type type : types) {
    auto vector = dyn_cast<VectorType>(type);
    result.append(vector ? vector.getNumElements() : 1, getLanesType(type));
  }
  return result;
}

FunctionLowering::Parts FunctionLowering::flatten(ValueRange sources) {
  Parts result;
  for (Value source : sources)
    llvm::append_range(result, getAllLanes(source));
  return result;
}

void FunctionLowering::unflatten(ValueRange sources, ValueRange lanes) {
  for (Value source : sources) {
    auto vector = dyn_cast<VectorType>(source.getType());
    size_t count = vector ? vector.getNumElements() : 1;
    values[source] = Parts(lanes.begin(), lanes.begin() + count);
    lanes = lanes.drop_front(count);
  }
}

FailureOr<FunctionLowering::Parts> FunctionLowering::lowerBody(Block &block) {
  if (failed(lowerBlock(block)))
    return failure();
  loc = block.getTerminator()->getLoc();
  return flatten(block.getTerminator()->getOperands());
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

LogicalResult FunctionLowering::lowerIf(scf::IfOp op) {
  Location ifLoc = loc;
  SmallVector<Type> types = flattenTypes(op.getResultTypes());
  Mask outer = mask;
  auto restore = llvm::make_scope_exit([&] { mask = outer; });
  /// One side, with its own mask; lanes that did not take it get zeros where nobody did.
  auto lowerSide = [&](Value condition, Block *thenBlock, Block *elseBlock) -> FailureOr<scf::IfOp> {
    auto branch = scf::IfOp::create(builder, ifLoc, types, condition, /*addThenBlock=*/true, /*addElseBlock=*/true);
    for (auto [target, source] : {std::pair(branch.thenBlock(), thenBlock), std::pair(branch.elseBlock(), elseBlock)}) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToEnd(target);
      Parts results;
      if (source) {
        FailureOr<Parts> lowered = lowerBody(*source);
        if (failed(lowered))
          return failure();
        results = *lowered;
      } else {
        for (Type type : types)
          results.push_back(getZero(type));
      }
      loc = ifLoc;
      scf::YieldOp::create(builder, loc, results);
    }
    return branch;
  };
  Block *elseBlock = op.elseBlock();
  if (isUniform(op.getCondition())) {
    FailureOr<scf::IfOp> branch = lowerSide(getScalar(op.getCondition()), op.thenBlock(), elseBlock);
    if (failed(branch))
      return failure();
    unflatten(op.getResults(), branch->getResults());
    return success();
  }
  // A select keeps out what the condition is in lanes that are not active.
  Value condition = getLanes(op.getCondition());
  Value none = getZero(condition.getType());
  Value taken = arith::SelectOp::create(builder, loc, outer.lanes, condition, none);
  mask = {taken, getBits(taken)};
  FailureOr<scf::IfOp> thenSide = lowerSide(isAny(mask.bits), op.thenBlock(), nullptr);
  if (failed(thenSide))
    return failure();
  if (!elseBlock)
    return success();
  Value rest = arith::SelectOp::create(builder, loc, taken, none, outer.lanes);
  mask = {rest, getBits(rest)};
  FailureOr<scf::IfOp> elseSide = lowerSide(isAny(mask.bits), elseBlock, nullptr);
  if (failed(elseSide))
    return failure();
  SmallVector<Value> results;
  for (auto [first, second] : llvm::zip_equal(thenSide->getResults(), elseSide->getResults()))
    results.push_back(arith::SelectOp::create(builder, loc, taken, first, second));
  unflatten(op.getResults(), results);
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LogicalResult FunctionLowering::lowerFor(scf::ForOp op) {
  // A step that is not positive would never end.
  APInt step;
  if (!matchPattern(op.getStep(), m_ConstantInt(&step)) || step.slt(1)) {
    Value lanes = getLanes(op.getStep());
    Value isWrong =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, lanes, getInteger(lanes.getType(), 1));
    reportWhere(isWrong, op, Fault::endlessLoop);
  }
  bool allUniform = llvm::all_of(ArrayRef<Value>{op.getLowerBound(), op.getUpperBound(), op.getStep()},
                                 [&](Value bound) { return isUniform(bound); });
  return allUniform ? lowerUniformFor(op) : lowerDivergentFor(op);
}

LogicalResult FunctionLowering::lowerUniformFor(scf::ForOp op) {
  Location forLoc = loc;
  Value step = getScalar(op.getStep());
  step = arith::MaxSIOp::create(builder, loc, step, getInteger(step.getType(), 1));
  auto loop = scf::ForOp::create(builder, loc, getScalar(op.getLowerBound()), getScalar(op.getUpperBound()), step,
                                 flatten(op.getInitArgs()), nullptr, op.getUnsignedCmp());
  {
    OpBuilder::InsertionGuard guard(builder);
    if (!loop.getBody()->empty())
      loop.getBody()->getTerminator()->erase();
    builder.setInsertionPointToEnd(loop.getBody());
    set(op.getInductionVar(), loop.getInductionVar());
    unflatten(ValueRange(op.getRegionIterArgs()), ValueRange(loop.getRegionIterArgs()));
    FailureOr<Parts> results = lowerBody(*op.getBody());
    if (failed(results))
      return failure();
    scf::YieldOp::create(builder, forLoc, *results);
  }
  loc = forLoc;
  unflatten(op.getResults(), loop.getResults());
  return success();
}

LogicalResult FunctionLowering::lowerDivergentFor(scf::ForOp op) {
  Location forLoc = loc;
  Mask outer = mask;
  auto restore = llvm::make_scope_exit([&] { mask = outer; });
  Value upper = getLanes(op.getUpperBound()), step = getLanes(op.getStep());
  step = arith::MaxSIOp::create(builder, loc, step, getInteger(step.getType(), 1));
  auto predicate = op.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  // Carried: the counter, then the values; a lane that is through keeps what it has.
  SmallVector<Value> inits = {getLanes(op.getLowerBound())};
  llvm::append_range(inits, flatten(op.getInitArgs()));
  SmallVector<Type> types(ValueRange(inits).getTypes());
  auto getActive = [&](Value counter) -> Mask {
    Value continues = arith::CmpIOp::create(builder, loc, predicate, counter, upper);
    Value lanes = arith::SelectOp::create(builder, loc, outer.lanes, continues, getZero(continues.getType()));
    return {lanes, getBits(lanes)};
  };
  auto loop = scf::WhileOp::create(builder, loc, types, inits);
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Location> locs(types.size(), loc);
  Block *before = builder.createBlock(&loop.getBefore(), {}, types, locs);
  scf::ConditionOp::create(builder, loc, isAny(getActive(before->getArgument(0)).bits), before->getArguments());
  Block *after = builder.createBlock(&loop.getAfter(), {}, types, locs);
  mask = getActive(after->getArgument(0));
  Value active = mask.lanes;
  set(op.getInductionVar(), after->getArgument(0));
  unflatten(ValueRange(op.getRegionIterArgs()), ValueRange(after->getArguments()).drop_front());
  FailureOr<Parts> results = lowerBody(*op.getBody());
  if (failed(results))
    return failure();
  loc = forLoc;
  SmallVector<Value> next = {arith::AddIOp::create(builder, loc, after->getArgument(0), step)};
  llvm::append_range(next, *results);
  for (auto [value, argument] : llvm::zip_equal(next, after->getArguments()))
    value = arith::SelectOp::create(builder, loc, active, value, argument);
  scf::YieldOp::create(builder, loc, next);
  unflatten(op.getResults(), ValueRange(loop.getResults()).drop_front());
  return success();
}
