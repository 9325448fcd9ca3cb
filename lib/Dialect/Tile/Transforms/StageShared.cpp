// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values kept in shared memory: all threads of a block compute the tile of a value together, in the order in which it
// lies in global memory, and read it in any order.

#include "ScheduleApplier.h"

#include "Emmy/Dialect/Base/IR/Targets.h"
#include "KernelStructure.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

//===----------------------------------------------------------------------===//
// What a value is computed from
//===----------------------------------------------------------------------===//

void ScheduleApplier::collectSources(Value value, Operation *scope, Sources &sources) {
  if (auto it = planOfInductionVar.find(value); it != planOfInductionVar.end()) {
    if (scope->isAncestor(plans[it->second.first].axes.front().loop.getOperation()))
      sources.plans.insert(it->second.first);
    return;
  }
  Operation *op = value.getDefiningOp();
  if (!op || !scope->isProperAncestor(op))
    return;
  if (auto load = dyn_cast<LoadOp>(op)) {
    auto argument = dyn_cast<BlockArgument>(load.getBuffer());
    if (!argument || argument.getArgNumber() >= kernel.getInputs().size()) {
      sources.isPure = false;
      return;
    }
    if (!llvm::is_contained(sources.loads, load))
      sources.loads.push_back(load);
    sources.operands.insert(argument.getArgNumber());
  } else if (op->getNumRegions() || !isMemoryEffectFree(op)) {
    sources.isPure = false;
    return;
  }
  for (Value operand : op->getOperands())
    collectSources(operand, scope, sources);
}

ScheduleApplier::Sources ScheduleApplier::getSources(Value value, Operation *scope) {
  Sources sources;
  collectSources(value, scope, sources);
  return sources;
}

/// A conversion to a wider float, which is done again where the value is read.
static Value peelWidening(Value value) {
  Operation *op = value.getDefiningOp();
  bool converts = isa_and_present<arith::ExtFOp>(op);
  if (auto apply = dyn_cast_or_null<ApplyOp>(op))
    converts = apply.getFunction() == ScalarFunction::convert;
  if (!converts || op->getNumOperands() != 1)
    return value;
  Type from = op->getOperand(0).getType(), to = value.getType();
  bool widens = isa<FloatType>(from) && isa<FloatType>(to) && from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
  return widens ? op->getOperand(0) : value;
}

SmallVector<Value> ScheduleApplier::getStagedValues(StagingAttr staging) {
  LoopNestOpInterface loop = axes[staging.getAxis()].loop;
  SmallVector<Value> values;
  if (isa<ForOp>(loop)) {
    // An operand at a loop: its loads, read where they stand.
    loop->walk([&](LoadOp load) {
      auto argument = dyn_cast<BlockArgument>(load.getBuffer());
      if (argument && argument.getArgNumber() == staging.getOperands().front() && load->getParentOp() == loop &&
          staging.getOperands().size() == 1 && getSources(load.getResult(), loop).isPure)
        values.push_back(load.getResult());
    });
    return values;
  }
  // At a reduction: the largest values of its lift that are computed from these operands.
  Operation *scope = loop->getParentOp();
  auto matches = [&](Value value) {
    Sources sources = getSources(value, scope);
    return sources.isPure && ArrayRef(sources.operands.takeVector()) == staging.getOperands();
  };
  llvm::SmallPtrSet<Value, 8> seen;
  std::function<void(Value)> visit = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || !scope->isProperAncestor(op) || !seen.insert(value).second)
      return;
    if (matches(value) && !value.getType().isInteger(1)) {
      values.push_back(peelWidening(value));
      return;
    }
    for (Value operand : op->getOperands())
      visit(operand);
  };
  for (Value yielded : loop.getIterationRegion().front().getTerminator()->getOperands())
    visit(yielded);
  return values;
}

LogicalResult ScheduleApplier::checkShared(StagingAttr staging) {
  LoopNestOpInterface loop = axes[staging.getAxis()].loop;
  std::string axis = schedule.getAxisName(staging.getAxis());
  if (getStagedValues(staging).empty())
    return kernel.emitOpError("expected a value in the body of ")
           << axis << " that is computed from operands [" << staging.getOperands() << "] alone, to stage it in shared "
           << "memory, but got none";
  if (auto reduce = dyn_cast<ReduceOp>(loop.getOperation())) {
    auto outer = dyn_cast<ForOp>(reduce->getParentOp());
    if (!outer)
      return kernel.emitOpError("expected reduction axis ")
             << axis << " with operands in shared memory to stand in a parallel loop";
    return checkTiled(outer);
  }
  if (!isa<ForOp>(loop.getOperation()))
    return kernel.emitOpError("expected a staging in shared memory at an axis of a loop or a reduction, but got ")
           << axis;
  if (loop->getParentOp() != kernel)
    return kernel.emitOpError("expected a staging in shared memory at an outermost loop, but got ") << axis;
  for (unsigned number : getPlans(loop))
    for (SplitAttr split : plans[number].attr.getSplits().drop_front(plans[number].getTileStart()))
      if (!split.getSize())
        return kernel.emitOpError("expected a block factor on axis ")
               << schedule.getAxisName(plans[number].firstAxis) << ", of which a tile is staged in shared memory";
  return success();
}

//===----------------------------------------------------------------------===//
// Slabs
//===----------------------------------------------------------------------===//

/// The distance in memory of one step along a plan's last axis; far where it is unknown or zero.
static int64_t getMemoryStep(ArrayRef<LoadOp> loads, const AxisPlan &plan) {
  constexpr int64_t far = std::numeric_limits<int64_t>::max();
  int64_t nearest = far;
  for (LoadOp load : loads) {
    std::optional<int64_t> step = getStep(load, plan.axes.back().getInductionVar());
    if (step && *step != 0)
      nearest = std::min(nearest, std::abs(*step));
  }
  return nearest;
}

/// The widest vector along a plan for these loads.
static int64_t getFillWidth(ArrayRef<LoadOp> loads, const AxisPlan &plan) {
  int64_t extent = plan.axes.back().getStaticExtent(), tile = plan.getTileSize(plan.getTileStart());
  int64_t width = TargetFacts::vectorBytes;
  for (LoadOp load : loads) {
    Value index = plan.axes.back().getInductionVar();
    std::optional<int64_t> step = getStep(load, index);
    if (!step || *step > 1 || *step < 0 || load.getGuard())
      return 1;
    if (*step == 0)
      continue;
    Type element = cast<MemRefType>(load.getBuffer().getType()).getElementType();
    width = std::min<int64_t>(width, TargetFacts::vectorBytes / llvm::divideCeil(element.getIntOrFloatBitWidth(), 8));
    while (width > 1 && !isAligned(load, index, width))
      width /= 2;
  }
  if (ShapedType::isDynamic(extent))
    return 1;
  while (width > 1 && (extent % width || tile % width))
    width /= 2;
  return std::max<int64_t>(width, 1);
}

ScheduleApplier::Slab ScheduleApplier::emitSlab(Value value, Operation *scope) {
  Location loc = value.getLoc();
  Sources sources = getSources(value, scope);
  Slab slab;
  SmallVector<unsigned> fillOrder; // slowest first
  for (unsigned number : sources.plans) {
    setUpPlan(plans[number]);
    if (plans[number].getTileSize(plans[number].getTileStart()) > 1)
      slab.plans.push_back(number);
  }
  // In the buffer: reductions outside, so that what neighbouring threads read lies together. On the way in: as in
  // memory.
  auto isReduction = [&](unsigned number) { return plans[number].attr.getKinds().front() == AxisKind::reduction; };
  llvm::sort(slab.plans,
             [&](unsigned a, unsigned b) { return isReduction(a) != isReduction(b) ? isReduction(a) : a < b; });
  fillOrder = slab.plans;
  llvm::stable_sort(fillOrder, [&](unsigned a, unsigned b) {
    return getMemoryStep(sources.loads, plans[a]) > getMemoryStep(sources.loads, plans[b]);
  });
  auto getTile = [&](unsigned number) { return plans[number].getTileSize(plans[number].getTileStart()); };

  int64_t total = 1;
  for (unsigned number : slab.plans)
    total *= getTile(number);
  int64_t width = fillOrder.empty() ? 1 : getFillWidth(sources.loads, plans[fillOrder.back()]);
  int64_t threads = std::min(schedule.getThreads(), total / width);
  while ((total / width) % threads)
    --threads;
  int64_t rounds = total / width / threads;

  // Threads that walk along another dim than the buffer's last write to different banks when rows are shifted against
  // each other.
  Type element = value.getType();
  if (auto load = value.getDefiningOp<LoadOp>())
    element = cast<MemRefType>(load.getBuffer().getType()).getElementType();
  SmallVector<int64_t> shape = llvm::map_to_vector(slab.plans, getTile);
  if (!slab.plans.empty() && slab.plans.back() != fillOrder.back()) {
    int64_t perWord = std::max<int64_t>(32 / element.getIntOrFloatBitWidth(), 1);
    int64_t pad = std::max<int64_t>(32 / getTile(fillOrder.back()), 1) * perWord;
    const AxisPlan &last = plans[slab.plans.back()];
    if (last.attr.hasBinding(Binding::vector))
      pad = llvm::alignTo(pad, last.getStaticSize(last.getNumSplits() - 1));
    shape.back() += pad;
  }

  // (round, thread, lane) -> positions, in fill order.
  MLIRContext *context = builder.getContext();
  SmallVector<int64_t> extents, strides;
  SmallVector<Binding> bindings;
  auto addAxis = [&](int64_t extent, Binding binding, int64_t stride) {
    extents.push_back(extent);
    bindings.push_back(binding);
    strides.push_back(stride);
    return getAffineDimExpr(extents.size() - 1, context);
  };
  AffineExpr zero = getAffineConstantExpr(0, context);
  AffineExpr round = rounds > 1 ? addAxis(rounds, rounds <= 16 ? Binding::unroll : Binding::sequential, 0) : zero;
  AffineExpr thread = addAxis(threads, Binding::thread, 1);
  AffineExpr lane = width > 1 ? addAxis(width, Binding::vector, 0) : zero;
  AffineExpr rest = round * threads + thread;
  llvm::DenseMap<unsigned, AffineExpr> coordinates;
  for (size_t i = fillOrder.size(); i-- > 0;) {
    bool fastest = i + 1 == fillOrder.size();
    int64_t size = getTile(fillOrder[i]) / (fastest ? width : 1);
    AffineExpr coordinate = i == 0 ? rest : rest % size;
    rest = rest.floorDiv(size);
    coordinates[fillOrder[i]] = fastest ? coordinate * width + lane : coordinate;
  }
  SmallVector<AffineExpr> layout =
      llvm::map_to_vector(slab.plans, [&](unsigned number) { return coordinates[number]; });
  auto type = MemRefType::get(shape, element, MemRefLayoutAttrInterface(), SharedAttr::get(context));

  auto fill = [&](OpBuilder &, Location, ValueRange ivs) {
    SmallVector<AffineExpr> dims = llvm::map_to_vector(ivs, [&](Value iv) { return pool.dim(iv); });
    for (unsigned number : slab.plans) {
      plans[number].tilePosition = coordinates[number].replaceDims(dims);
      plans[number].tileFrom = plans[number].getTileStart();
    }
    size_t before = active.size();
    llvm::append_range(active, sources.plans);
    Value filled;
    inScope([&] {
      if (auto load = value.getDefiningOp<LoadOp>()) {
        filled = createLoad(load, element);
        return;
      }
      filled = lookup(value);
      // A value computed from what is not there is zero, as a load of it.
      if (Value inside = getInsideCondition(loc, sources.plans.getArrayRef()))
        filled = arith::SelectOp::create(builder, loc, inside, filled, getZero(element));
    });
    active.truncate(before);
    for (unsigned number : slab.plans)
      plans[number].tilePosition = {};
    return filled;
  };
  bool identity = llvm::equal(shape, extents) && AffineMap::get(extents.size(), 0, layout, context).isIdentity();
  auto map = identity ? AffineMap() : AffineMap::get(extents.size(), 0, layout, context);
  slab.buffer = StageOp::create(builder, loc, type, extents, bindings, strides, map, fill).getBuffer();
  return slab;
}

/// The element of a slab at the positions inside of the tile.
Value ScheduleApplier::loadSlab(const Slab &slab, Location loc, Type type) {
  SmallVector<AffineExpr> exprs =
      llvm::map_to_vector(slab.plans, [&](unsigned number) { return plans[number].getLocal(pool); });
  IndexPool::Map map = pool.finish(exprs);
  return LoadOp::create(builder, loc, slab.buffer, map.map, map.operands, IntegerSet(), ValueRange(), Value(), type);
}

void ScheduleApplier::emitSharedStages(ForOp op) {
  for (StagingAttr staging : schedule.getStagings())
    if (staging.getSpace() == StagingSpace::shared && axes[staging.getAxis()].loop == op)
      for (Value value : getStagedValues(staging))
        slabs[value.getDefiningOp()] = emitSlab(value, op);
}

//===----------------------------------------------------------------------===//
// Values computed anew
//===----------------------------------------------------------------------===//

/// A value of an enclosing loop's body, computed where it is used; it is forgotten when the scope ends.
Value ScheduleApplier::rematerialize(Value old) {
  Operation *op = old.getDefiningOp();
  emitOp(*op);
  if (rematerialized)
    llvm::append_range(*rematerialized, op->getResults());
  return mapping.lookup(old);
}

void ScheduleApplier::inScope(function_ref<void()> body) {
  SmallVector<Value> values;
  SmallVector<Value> *enclosing = std::exchange(rematerialized, &values);
  body();
  rematerialized = enclosing;
  for (Value value : values)
    mapping.erase(value);
}
