// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands kept in registers: where several inner loops of one iteration read the same elements, each by the same
// thread, the elements are loaded once.

#include "ScheduleApplier.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

namespace {
/// An index operand as a staging sees it: a value from outside of its scope, or a position along an axis inside.
struct ScopedOperand {
  Value outer;
  unsigned plan = 0, axis = 0;
};
} // namespace

/// Whether two plans put the same positions on the same threads.
static bool isCongruent(const AxisPlan &a, const AxisPlan &b) {
  if (a.attr.getSplits() != b.attr.getSplits() || a.axes.size() != b.axes.size())
    return false;
  for (auto [x, y] : llvm::zip_equal(a.axes, b.axes))
    if (x.getExtent() != y.getExtent())
      return false;
  return true;
}

/// Whether a plan's factors can be dims of a buffer in registers: static, on threads or unrolled.
static bool fitsRegisters(const AxisPlan &plan) {
  for (const KernelAxis &axis : plan.axes)
    if (ShapedType::isDynamic(axis.getStaticExtent()))
      return false;
  if (!plan.attr.hasBinding(Binding::thread))
    return false;
  return llvm::all_of(plan.attr.getSplits(), [](SplitAttr split) {
    return llvm::is_contained({Binding::thread, Binding::unroll, Binding::vector}, split.getBinding());
  });
}

/// Whether the load varies with every thread factor of the loops around it inside of the scope: then the thread that
/// runs it follows from the coordinates of the element.
bool ScheduleApplier::coversThreads(Operation *scope, LoadOp load, ArrayRef<unsigned> used) {
  for (Operation *loop = load->getParentOp(); loop != scope; loop = loop->getParentOp())
    for (unsigned number : getPlans(loop))
      if (plans[number].attr.hasBinding(Binding::thread) && !llvm::is_contained(used, number))
        return false;
  return true;
}

SmallVector<StagedLoads> ScheduleApplier::getStagedLoads(StagingAttr staging) {
  LoopNestOpInterface scope = axes[staging.getAxis()].loop;
  Value buffer = kernel.getBodyBlock()->getArgument(staging.getOperands().front());
  struct Candidate {
    LoadOp load;
    SmallVector<ScopedOperand> operands;
    SmallVector<unsigned> plans; // inside the scope, in order of first use
  };
  SmallVector<SmallVector<Candidate>> classes;
  scope->walk([&](LoadOp load) {
    if (load.getBuffer() != buffer || load.getGuard())
      return;
    Candidate candidate{load, {}, {}};
    for (Value operand : load.getIndices()) {
      auto it = planOfInductionVar.find(operand);
      if (it != planOfInductionVar.end() &&
          scope->isProperAncestor(plans[it->second.first].axes.front().loop.getOperation())) {
        candidate.operands.push_back({{}, it->second.first, it->second.second});
        if (!llvm::is_contained(candidate.plans, it->second.first))
          candidate.plans.push_back(it->second.first);
        continue;
      }
      if (scope->isProperAncestor(operand.getParentBlock()->getParentOp()))
        return; // computed inside the scope
      candidate.operands.push_back({operand});
    }
    if (candidate.plans.empty() || !coversThreads(scope, load, candidate.plans) ||
        !llvm::all_of(candidate.plans, [&](unsigned number) { return fitsRegisters(plans[number]); }))
      return;
    auto matches = [&](const Candidate &other) {
      LoadOp otherLoad = other.load;
      if (otherLoad.getMap() != load.getMap() || other.plans.size() != candidate.plans.size())
        return false;
      for (auto [a, b] : llvm::zip_equal(candidate.plans, other.plans))
        if (!isCongruent(plans[a], plans[b]) ||
            spans.getInnerSpan(plans[a].axes.front().loop) != spans.getInnerSpan(plans[b].axes.front().loop))
          return false;
      for (auto [a, b] : llvm::zip_equal(candidate.operands, other.operands)) {
        if (a.outer != b.outer || a.axis != b.axis)
          return false;
        if (!a.outer && llvm::find(candidate.plans, a.plan) - candidate.plans.begin() !=
                            llvm::find(other.plans, b.plan) - other.plans.begin())
          return false;
      }
      return true;
    };
    auto *it = llvm::find_if(classes, [&](ArrayRef<Candidate> members) { return matches(members.front()); });
    if (it != classes.end())
      it->push_back(std::move(candidate));
    else
      classes.emplace_back().push_back(std::move(candidate));
  });
  SmallVector<StagedLoads> result;
  for (ArrayRef<Candidate> members : classes) {
    if (members.size() < 2)
      continue;
    StagedLoads &loads = result.emplace_back();
    for (const Candidate &member : members) {
      loads.loads.push_back(member.load);
      loads.plans.push_back(member.plans);
    }
  }
  return result;
}

LogicalResult ScheduleApplier::checkRegisters(StagingAttr staging) {
  std::string axis = schedule.getAxisName(staging.getAxis());
  if (staging.getOperands().size() != 1)
    return kernel.emitOpError("expected one operand in a staging in registers, but got ")
           << staging.getOperands().size();
  if (!isa<ForOp>(axes[staging.getAxis()].loop))
    return kernel.emitOpError("expected a staging in registers at an axis of a loop, but got ") << axis;
  if (getStagedLoads(staging).empty())
    return kernel.emitOpError("expected several loads of operand ")
           << staging.getOperands().front() << " inside of " << axis
           << " that read the same elements in the same threads, with static unrolled factors, to stage it in "
              "registers";
  return success();
}

int64_t ScheduleApplier::countStagedRegisters(StagingAttr staging) {
  int64_t count = 0;
  for (const StagedLoads &loads : getStagedLoads(staging)) {
    int64_t elements = 1;
    for (unsigned number : loads.plans.front()) {
      const AxisPlan &plan = plans[number];
      int64_t extent = 1;
      for (const KernelAxis &axis : plan.axes)
        extent *= axis.getStaticExtent();
      for (SplitAttr split : plan.attr.getSplits())
        if (split.getBinding() != Binding::thread)
          elements *= split.getSize() ? split.getSize() : llvm::divideCeil(extent, plan.attr.getInnerSize());
    }
    count += elements;
  }
  return count;
}

void ScheduleApplier::emitRegisterStages(ForOp op) {
  for (StagingAttr staging : schedule.getStagings()) {
    if (staging.getSpace() != StagingSpace::registers || axes[staging.getAxis()].loop != op)
      continue;
    for (StagedLoads &group : getStagedLoads(staging)) {
      LoadOp load = group.loads.front();
      SmallVector<std::pair<unsigned, unsigned>> dims; // plan in order of the loads' plans, split
      SmallVector<int64_t> extents, strides, threadDims;
      SmallVector<Binding> bindings;
      for (auto [position, number] : llvm::enumerate(group.plans.front())) {
        AxisPlan &plan = plans[number];
        Operation *loop = plan.axes.front().loop;
        for (unsigned other : getPlans(loop))
          setUpPlan(plans[other]);
        int64_t stride = 0;
        for (const LoopGroup &loopGroup : getGroups(loop))
          if (loopGroup.binding == Binding::thread)
            for (auto [factor, factorStride] : llvm::zip_equal(loopGroup.factors, getThreadStrides(loop, loopGroup)))
              if (factor.first == &plan)
                stride = factorStride;
        for (unsigned split = 0; split < plan.getNumSplits(); ++split) {
          bool isThread = plan.getBinding(split) == Binding::thread;
          if (!isThread && plan.isTrivial(split))
            continue;
          if (isThread)
            threadDims.push_back(dims.size());
          dims.push_back({position, split});
          extents.push_back(plan.getStaticSize(split));
          bindings.push_back(plan.getBinding(split));
          strides.push_back(isThread ? stride : 0);
        }
      }
      Type element = cast<MemRefType>(load.getBuffer().getType()).getElementType();
      auto type = MemRefType::get(extents, element, MemRefLayoutAttrInterface(),
                                  RegistersAttr::get(builder.getContext(), threadDims));
      auto fill = [&](OpBuilder &, Location, ValueRange ivs) {
        for (auto [dim, iv] : llvm::zip_equal(dims, ivs))
          plans[group.plans.front()[dim.first]].positions[dim.second] = pool.dim(iv);
        llvm::append_range(active, group.plans.front());
        Value value = createLoad(load, element);
        active.truncate(active.size() - group.plans.front().size());
        for (auto dim : dims)
          plans[group.plans.front()[dim.first]].positions[dim.second] = {};
        return value;
      };
      auto stage = StageOp::create(builder, load.getLoc(), type, extents, bindings, strides, AffineMap(), fill);
      for (auto [member, memberPlans] : llvm::zip_equal(group.loads, group.plans))
        staged[member] = {stage.getBuffer(), memberPlans, dims};
    }
  }
}

bool ScheduleApplier::emitStagedLoad(LoadOp op) {
  if (auto slab = slabs.find(op); slab != slabs.end()) {
    mapping.map(op.getResult(), loadSlab(slab->second, op.getLoc(), op.getResult().getType()));
    return true;
  }
  auto it = staged.find(op);
  if (it == staged.end())
    return false;
  SmallVector<AffineExpr> exprs;
  for (auto [position, split] : it->second.dims) {
    AffineExpr expr = plans[it->second.plans[position]].positions[split];
    exprs.push_back(expr ? expr : pool.constant(0));
  }
  IndexPool::Map map = pool.finish(exprs);
  mapping.map(op.getResult(), LoadOp::create(builder, op.getLoc(), it->second.buffer, map.map, map.operands,
                                             IntegerSet(), ValueRange(), Value(), op.getResult().getType()));
  return true;
}
