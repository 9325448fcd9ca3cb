// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a consumer needs a producer, and whether computing it there is legal: the coordinates of each load must be
// known and in range at the place, nobody else may need a result that the merged kernel does not store, and the merge
// may not close a cycle.

#include "Fusion.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The operations around `op`, outermost first, and itself.
static SmallVector<Operation *> getPath(KernelOp kernel, Operation *op) {
  SmallVector<Operation *> path;
  for (; op != kernel; op = op->getParentOp())
    path.push_back(op);
  std::reverse(path.begin(), path.end());
  return path;
}

/// Whether the value is defined inside of the operation.
static bool isDefinedInside(Value value, Operation *op) {
  Operation *owner = isa<BlockArgument>(value) ? cast<BlockArgument>(value).getOwner()->getParentOp()
                                               : value.getDefiningOp()->getParentOp();
  return op->isAncestor(owner);
}

/// Whether each coordinate of the load lies in its extent wherever the loops run whose variables it uses; the loops
/// inside of them may not run.
static bool isInRange(LoadOp load, ArrayRef<ExtentAttr> extents, KernelOp kernel) {
  IndexSpace space(load.getContext());
  SmallVector<AffineExpr> coords = getCoordinates(space, load);
  for (auto [coord, extent] : llvm::zip_equal(coords, extents)) {
    bool isKnown = true;
    AffineExpr bound = getExtentExpr(
        extent,
        [&](StringRef symbol) -> AffineExpr {
          if (Value size = kernel.getSizeArgument(symbol))
            return getIndexExpr(space, size);
          isKnown = false;
          return space.getConstant(0);
        },
        [&](ExtentAttr) {
          isKnown = false;
          return space.getConstant(0);
        });
    // An axis of the same extent needs no proof.
    SmallVector<Value> values;
    space.collectValues(coord, values);
    if (isa<AffineDimExpr>(coord) && values.size() == 1)
      if (auto axis = dyn_cast<BlockArgument>(values[0]))
        if (auto nest = dyn_cast_or_null<LoopNestOpInterface>(axis.getOwner()->getParentOp());
            nest && loop::getExtent(nest.getMixedExtents()[axis.getArgNumber()]) == extent)
          continue;
    if (!space.isProvablyNonNegative(coord) || !isKnown || !space.isProvablyNonNegative(bound - 1 - coord))
      return false;
  }
  return true;
}

/// The shallowest place at which `values` are known, for a load at the end of `path`. Sets the split and the place.
static void findPlace(Instance &instance, ArrayRef<Operation *> path, ArrayRef<Value> values) {
  for (Operation *op : path) {
    instance.before = op;
    SmallVector<Value> missing;
    llvm::copy_if(values, std::back_inserter(missing), [&](Value value) { return isDefinedInside(value, op); });
    if (missing.empty())
      return;
    auto loops = dyn_cast<ForOp>(op);
    if (!loops || loops.getBinding() != Binding::parallel)
      continue;
    // Loops that only some of the coordinates need: the others go inside.
    SmallVector<unsigned> outer;
    for (BlockArgument axis : loops.getRegion().getArguments())
      if (llvm::is_contained(missing, axis))
        outer.push_back(axis.getArgNumber());
    bool isAll = llvm::all_of(missing, [&](Value value) {
      auto axis = dyn_cast<BlockArgument>(value);
      return axis && axis.getOwner()->getParentOp() == loops;
    });
    if (!isAll || outer.size() == loops.getNumAxes())
      continue;
    instance.split = loops;
    instance.outerAxes = outer;
    return;
  }
}

/// The extents around the place and what remains inside.
static void describePlace(Instance &instance) {
  for (LoopNestOpInterface nest : getEnclosingLoops(instance.before)) {
    llvm::append_range(instance.extents, nest.getMixedExtents());
    if (auto reduction = dyn_cast<ReductionOpInterface>(nest.getOperation())) {
      instance.isInReduction = true;
      instance.isInContraction |= isContraction(reduction);
    }
    instance.isInReduction |= nest.getBinding() == Binding::sequential;
  }
  if (instance.split) {
    SmallVector<OpFoldResult> extents = instance.split.getMixedExtents();
    for (unsigned axis : instance.outerAxes)
      instance.extents.push_back(extents[axis]);
    instance.hasInnerLoops = true;
  }
}

/// Loops and contractions beside and below the place.
static void describeInside(Instance &instance) {
  Block *block = instance.split ? &instance.split.getRegion().front() : instance.before->getBlock();
  for (Operation &op : *block) {
    instance.hasInnerLoops |= isa<ForOp>(op);
    op.walk([&](ReductionOpInterface reduction) { instance.hasInnerContraction |= isContraction(reduction); });
  }
}

/// Whether the place's loops run exactly over the result's elements, each at its own coordinates.
static bool runsOverElements(const Instance &instance, IndexSpace &space, ArrayRef<AffineExpr> coords,
                             ArrayRef<ExtentAttr> extents) {
  if (instance.isInReduction || instance.isGuarded)
    return false;
  llvm::SmallDenseSet<Value> axes;
  for (auto [coord, extent] : llvm::zip_equal(coords, extents)) {
    if (extent.getConstantValue() == 1)
      continue;
    SmallVector<Value> values;
    space.collectValues(coord, values);
    auto axis = isa<AffineDimExpr>(coord) ? dyn_cast<BlockArgument>(values[0]) : BlockArgument();
    auto nest = axis ? dyn_cast_or_null<ForOp>(axis.getOwner()->getParentOp()) : ForOp();
    if (!nest || !axes.insert(axis).second || loop::getExtent(nest.getMixedExtents()[axis.getArgNumber()]) != extent)
      return false;
  }
  return axes.size() == instance.extents.size();
}

//===----------------------------------------------------------------------===//
// Other users
//===----------------------------------------------------------------------===//

/// All operations between the users and `end` that depend on the users, in order; failure where `end` does.
static LogicalResult collectDependents(ArrayRef<Operation *> users, Operation *end,
                                       llvm::SetVector<Operation *> &dependents) {
  for (Operation *user : users)
    if (user->getBlock() == end->getBlock() && user->isBeforeInBlock(end))
      dependents.insert(user);
  for (size_t next = 0; next < dependents.size(); ++next)
    for (Operation *user : dependents[next]->getUsers()) {
      Operation *ancestor = end->getBlock()->findAncestorOpInBlock(*user);
      if (ancestor == end)
        return failure();
      if (ancestor && ancestor->isBeforeInBlock(end))
        dependents.insert(ancestor);
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

FailureOr<Edge> loop::getEdge(Producer producer, KernelOp consumer, std::string &reason) {
  auto fail = [&](const Twine &text) {
    reason = text.str();
    return failure();
  };
  KernelOp kernel = producer.kernel;
  Edge edge;
  edge.producer = producer;
  edge.consumer = consumer;
  if (consumer.getReports())
    return fail("the consumer reports errors");
  for (int64_t tie : consumer.getTied())
    if (tie >= 0) {
      Value written = consumer.getInputs()[tie];
      if (written.getDefiningOp() == kernel || llvm::is_contained(kernel.getInputs(), written))
        return fail("the consumer writes through an operand that the producer reads or makes");
    }

  // Places of the loads.
  for (auto [number, input] : llvm::enumerate(consumer.getInputs())) {
    if (input.getDefiningOp() != kernel)
      continue;
    unsigned result = cast<OpResult>(input).getResultNumber();
    SmallVector<ExtentAttr> extents = *getExtents(cast<RankedTensorType>(input.getType()));
    struct Key {
      AppliedMap map;
      AppliedGuard guard;
      Operation *place;
    };
    SmallVector<Key> keys;
    size_t firstInstance = edge.instances.size();
    for (Operation *user : consumer.getInputArgument(number).getUsers()) {
      auto load = dyn_cast<LoadOp>(user);
      if (!load)
        return fail("the consumer does more with the value than load it");
      if (load.getType() != producer.stores[result].getValue().getType())
        return fail("the consumer loads the value as another type");
      IndexSpace space = getIndexSpace(load);
      SmallVector<AffineExpr> coords = getCoordinates(space, load);
      Guard guard = getGuard(space, load);
      Instance instance;
      instance.result = result;
      instance.isGuarded = !guard.isAlways();
      instance.loads.push_back(load);
      SmallVector<Operation *> path = getPath(consumer, load);
      SmallVector<Value> values;
      for (AffineExpr coord : coords)
        space.collectValues(coord, values);
      if (guard.hasSet())
        for (AffineExpr expr : guard.set.getConstraints())
          space.collectValues(expr, values);
      if (producer.hasReduction && isInRange(load, extents, consumer))
        findPlace(instance, path, values);
      else
        instance.before = load;
      // Loads at equal coordinates share one place.
      Key key = {space.apply(coords), guard.hasSet() ? space.apply(guard.set) : AppliedGuard(),
                 instance.split ? instance.split.getOperation() : instance.before->getBlock()->getParentOp()};
      auto isSame = [&](const Key &other) {
        return other.map.map == key.map.map && other.map.operands == key.map.operands &&
               other.guard.set == key.guard.set && other.guard.operands == key.guard.operands &&
               other.place == key.place;
      };
      if (auto known = llvm::find_if(keys, isSame); known != keys.end()) {
        Instance &shared = edge.instances[firstInstance + (known - keys.begin())];
        // A reduction's regions have blocks of their own.
        if (shared.before->getBlock() == instance.before->getBlock()) {
          shared.loads.push_back(load);
          if (instance.before->isBeforeInBlock(shared.before))
            shared.before = instance.before;
          continue;
        }
      }
      describePlace(instance);
      if (producer.hasReduction)
        describeInside(instance);
      instance.canStore = runsOverElements(instance, space, coords, extents);
      keys.push_back(key);
      edge.instances.push_back(instance);
    }
  }
  unsigned numSplits = llvm::count_if(edge.instances, [](const Instance &i) { return bool(i.split); });
  if (numSplits > 1)
    return fail("the producer is needed at several depths of the consumer");

  // Other users of the results.
  SmallVector<Operation *> others;
  for (OpResult result : kernel->getResults()) {
    bool isKept = false;
    for (Operation *user : result.getUsers())
      if (user != consumer) {
        isKept = true;
        others.push_back(user);
      }
    if (isKept)
      edge.kept.push_back(result.getResultNumber());
  }
  if (edge.kept.empty())
    return edge;
  llvm::SetVector<Operation *> dependents;
  bool canKeep = llvm::all_of(edge.kept, [&](unsigned result) {
    return llvm::any_of(edge.instances, [&](const Instance &i) { return i.result == result && i.canStore; });
  });
  for (Operation *other : others)
    canKeep &= other->getBlock() == consumer->getBlock();
  if (canKeep && succeeded(collectDependents(others, consumer, dependents))) {
    // In block order: one of the other users may depend on what another one leads to.
    edge.moved = dependents.takeVector();
    llvm::sort(edge.moved, [](Operation *lhs, Operation *rhs) { return lhs->isBeforeInBlock(rhs); });
    return edge;
  }
  // The producer stays, and is computed again.
  if (producer.hasReduction)
    return fail("others use the value, which the merged kernel cannot store, and a reduction is computed once");
  edge.isEliminated = false;
  edge.kept.clear();
  return edge;
}
