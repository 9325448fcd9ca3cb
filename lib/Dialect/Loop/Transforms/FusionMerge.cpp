// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The merge of a producer into a consumer: operands join, loops split, the producer's element is written at each place,
// and the loads of it go.

#include "Fusion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The argument of an operand, which is added where the kernel does not have it.
static Value getInputArgument(KernelOp kernel, Value tensor) {
  for (auto [number, input] : llvm::enumerate(kernel.getInputs()))
    if (input == tensor)
      return kernel.getInputArgument(number);
  unsigned number = kernel.getInputs().size();
  kernel.getInputsMutable().append(tensor);
  return kernel.getBodyBlock()->insertArgument(number, getBufferType(cast<RankedTensorType>(tensor.getType())),
                                               tensor.getLoc());
}

static Value getScalarArgument(KernelOp kernel, Value scalar) {
  for (auto [number, other] : llvm::enumerate(kernel.getScalars()))
    if (other == scalar)
      return kernel.getScalarArgument(number);
  unsigned number = kernel.getInputs().size() + kernel.getScalars().size();
  kernel.getScalarsMutable().append(scalar);
  return kernel.getBodyBlock()->insertArgument(number, scalar.getType(), scalar.getLoc());
}

static Value getSizeArgument(KernelOp kernel, StringRef name, Value size) {
  if (Value argument = kernel.getSizeArgument(name))
    return argument;
  SmallVector<Value> sizes(kernel.getSizes());
  SmallVector<Attribute> names(kernel.getSizeNames().getValue());
  auto *place = llvm::find_if(names, [&](Attribute other) { return cast<StringAttr>(other).getValue() > name; });
  unsigned position = place - names.begin();
  Builder builder(kernel.getContext());
  names.insert(names.begin() + position, builder.getStringAttr(name));
  sizes.insert(sizes.begin() + position, size);
  kernel.getSizesMutable().assign(sizes);
  kernel.setSizeNamesAttr(builder.getArrayAttr(names));
  unsigned number = kernel.getInputs().size() + kernel.getScalars().size() + position;
  return kernel.getBodyBlock()->insertArgument(number, builder.getIndexType(),
                                               NameLoc::get(builder.getStringAttr(name), size.getLoc()));
}

/// Maps the producer's arguments, but its results', to arguments of the consumer.
static void mapArguments(KernelOp producer, KernelOp consumer, IRMapping &mapping) {
  for (auto [number, input] : llvm::enumerate(producer.getInputs()))
    mapping.map(producer.getInputArgument(number), getInputArgument(consumer, input));
  for (auto [number, scalar] : llvm::enumerate(producer.getScalars()))
    mapping.map(producer.getScalarArgument(number), getScalarArgument(consumer, scalar));
  for (auto [number, name, size] : llvm::enumerate(producer.getSizeNames(), producer.getSizes()))
    mapping.map(producer.getSizeArgument(number), getSizeArgument(consumer, cast<StringAttr>(name).getValue(), size));
}

/// The kernel with more fresh results.
static KernelOp addResults(KernelOp kernel, TypeRange types, ArrayRef<Location> locations) {
  OpBuilder builder(kernel);
  SmallVector<Type> all(kernel.getResultTypes());
  llvm::append_range(all, types);
  SmallVector<int64_t> tied(kernel.getTied());
  tied.append(types.size(), -1);
  SmallVector<StringRef> names;
  for (Attribute name : kernel.getSizeNames())
    names.push_back(cast<StringAttr>(name).getValue());
  auto wider = KernelOp::create(builder, kernel.getLoc(), kernel.getInputs(), kernel.getScalars(), names,
                                kernel.getSizes(), all, tied);
  wider.getRegion().takeBody(kernel.getRegion());
  for (auto [type, loc] : llvm::zip_equal(types, locations))
    wider.getBodyBlock()->addArgument(getBufferType(cast<RankedTensorType>(type)), loc);
  kernel->replaceAllUsesWith(wider->getResults().take_front(kernel.getNumResults()));
  kernel->erase();
  return wider;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

ForOp loop::splitLoops(ForOp loops, ArrayRef<unsigned> outerAxes) {
  OpBuilder builder(loops);
  SmallVector<OpFoldResult> extents = loops.getMixedExtents(), outer, inner;
  for (auto [axis, extent] : llvm::enumerate(extents))
    (llvm::is_contained(outerAxes, unsigned(axis)) ? outer : inner).push_back(extent);
  auto outerLoops = ForOp::create(builder, loops.getLoc(), Binding::parallel, outer);
  builder.setInsertionPointToStart(&outerLoops.getRegion().front());
  auto innerLoops = ForOp::create(builder, loops.getLoc(), Binding::parallel, inner);
  unsigned nextOuter = 0, nextInner = 0;
  Block *source = &loops.getRegion().front(), *target = &innerLoops.getRegion().front();
  for (BlockArgument axis : source->getArguments()) {
    bool isOuter = llvm::is_contained(outerAxes, axis.getArgNumber());
    Value replacement =
        isOuter ? outerLoops.getRegion().getArgument(nextOuter++) : innerLoops.getRegion().getArgument(nextInner++);
    replacement.setLoc(axis.getLoc());
    axis.replaceAllUsesWith(replacement);
  }
  target->getTerminator()->erase();
  target->getOperations().splice(target->end(), source->getOperations());
  loops->erase();
  return outerLoops;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// Where cloned code runs: the space of the place, the expressions of values that stand for coordinates, and the guard.
struct Site {
  explicit Site(IndexSpace space) : space(std::move(space)) {}
  IndexSpace space;
  DenseMap<Value, AffineExpr> composed;
  Guard guard;
};
} // namespace

/// The expressions of an access's operands at a site.
static SmallVector<AffineExpr> getOperandExprs(IndexSpace &space, OperandRange operands,
                                               const DenseMap<Value, AffineExpr> &composed) {
  SmallVector<AffineExpr> exprs;
  for (Value operand : operands) {
    AffineExpr known = composed.lookup(operand);
    exprs.push_back(known ? known : getIndexExpr(space, operand));
  }
  return exprs;
}

static AffineExpr replaceOperands(AffineExpr expr, ArrayRef<AffineExpr> exprs, unsigned numDims) {
  return expr.replaceDimsAndSymbols(exprs.take_front(numDims), exprs.drop_front(numDims));
}

/// The cloned load at the site's coordinates, under its guard. The load itself is replaced where it changes.
static Value composeLoad(LoadOp load, const Site &site) {
  auto uses = [&](OperandRange operands) {
    return llvm::any_of(operands, [&](Value operand) { return site.composed.contains(operand); });
  };
  if (site.guard.isAlways() && !uses(load.getIndices()) && !uses(load.getGuardOperands()))
    return load;
  IndexSpace space = site.space;
  AffineMap map = load.getMap();
  SmallVector<AffineExpr> operands = getOperandExprs(space, load.getIndices(), site.composed), coords;
  for (AffineExpr expr : map.getResults())
    coords.push_back(space.simplify(replaceOperands(expr, operands, map.getNumDims())));
  Guard guard = site.guard;
  if (std::optional<IntegerSet> set = load.getGuard()) {
    operands = getOperandExprs(space, load.getGuardOperands(), site.composed);
    for (auto [expr, flag] : llvm::zip_equal(set->getConstraints(), set->getEqFlags()))
      guard = space.conjoin(guard, replaceOperands(expr, operands, set->getNumDims()), flag);
  }
  OpBuilder builder(load);
  Value other = load.getElseValue();
  if (!other && !guard.isAlways())
    other = arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getZeroAttr(load.getType()));
  Value replacement = other;
  if (!guard.isNever) {
    AppliedMap access = space.apply(coords);
    AppliedGuard condition;
    if (guard.hasSet())
      condition = space.apply(guard.set);
    replacement = LoadOp::create(builder, load.getLoc(), load.getBuffer(), access.map, access.operands, condition.set,
                                 condition.operands, guard.isAlways() ? Value() : other, load.getType());
  }
  load.replaceAllUsesWith(replacement);
  load.erase();
  return replacement;
}

namespace {
/// The producer's elements at one place.
struct Elements {
  SmallVector<Value> results;
  Value condition; ///< of the guard; null without one
};
} // namespace

static Elements writeElements(OpBuilder &builder, Producer &producer, Instance &instance, IRMapping mapping) {
  LoadOp load = instance.loads.front();
  Location loc = load.getLoc();
  // The place sees fewer loops than the load, but all that its coordinates need.
  Site site(getIndexSpace(load));
  IndexSpace &space = site.space;
  SmallVector<AffineExpr> coords = getCoordinates(space, load);
  Guard guard = site.guard = getGuard(space, load);
  if (producer.loops)
    for (BlockArgument axis : producer.loops.getRegion().getArguments()) {
      AffineExpr coord = coords[producer.dimOfAxis[instance.result][axis.getArgNumber()]];
      Value index = space.materialize(builder, loc, coord);
      mapping.map(axis, index);
      if (!isa<AffineDimExpr>(coord))
        site.composed[index] = coord;
    }
  Elements elements;
  for (Operation &op : *producer.inner) {
    if (isa<StoreOp>(op) || op.hasTrait<OpTrait::IsTerminator>())
      continue;
    Operation *clone = builder.clone(op, mapping);
    if (auto cloned = dyn_cast<LoadOp>(clone)) {
      mapping.map(op.getResult(0), composeLoad(cloned, site));
      continue;
    }
    clone->walk([&](LoadOp inner) { composeLoad(inner, site); });
  }
  for (StoreOp store : producer.stores)
    elements.results.push_back(mapping.lookupOrDefault(store.getValue()));
  if (guard.hasSet())
    elements.condition = space.materialize(builder, loc, guard.set);
  else if (guard.isNever)
    elements.condition = arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getBoolAttr(false));
  return elements;
}

//===----------------------------------------------------------------------===//
// The merge
//===----------------------------------------------------------------------===//

KernelOp loop::merge(Edge &edge) {
  Producer &producer = edge.producer;
  KernelOp kernel = producer.kernel, consumer = edge.consumer;
  size_t firstKept = consumer.getNumResults();
  if (!edge.kept.empty()) {
    SmallVector<Type> types;
    SmallVector<Location> locations;
    for (unsigned result : edge.kept) {
      types.push_back(kernel.getResult(result).getType());
      locations.push_back(kernel.getResultArgument(result).getLoc());
    }
    consumer = addResults(consumer, types, locations);
  }
  IRMapping arguments;
  mapArguments(kernel, consumer, arguments);

  // What the producer computes before its loops goes before all loops.
  OpBuilder builder(consumer.getContext());
  if (producer.loops) {
    builder.setInsertionPointToStart(consumer.getBodyBlock());
    for (Operation &op : *kernel.getBodyBlock())
      if (&op != producer.loops && !op.hasTrait<OpTrait::IsTerminator>())
        builder.clone(op, arguments);
  }
  SmallVector<bool> isStored(edge.kept.size());
  for (Instance &instance : edge.instances) {
    if (instance.split) {
      ForOp outer = splitLoops(instance.split, instance.outerAxes);
      instance.before = &outer.getRegion().front().front();
    }
    builder.setInsertionPoint(instance.before);
    // A kernel without loops has its index arithmetic among its elements.
    Elements elements = writeElements(builder, producer, instance, arguments);
    for (auto [number, result] : llvm::enumerate(edge.kept)) {
      if (isStored[number] || result != instance.result || !instance.canStore)
        continue;
      IndexSpace space = getIndexSpace(instance.loads.front());
      AppliedMap access = space.apply(getCoordinates(space, instance.loads.front()));
      StoreOp::create(builder, kernel.getLoc(), elements.results[result],
                      consumer.getResultArgument(firstKept + number), access.map, access.operands);
      isStored[number] = true;
    }
    for (LoadOp load : instance.loads) {
      Value value = elements.results[instance.result];
      if (elements.condition) {
        builder.setInsertionPoint(load);
        value = arith::SelectOp::create(builder, load.getLoc(), elements.condition, value, load.getElseValue());
      }
      load.replaceAllUsesWith(value);
      load.erase();
    }
  }
  // The value is no operand any more.
  for (size_t number = consumer.getInputs().size(); number-- > 0;)
    if (consumer.getInputs()[number].getDefiningOp() == kernel) {
      consumer.getBodyBlock()->eraseArgument(number);
      consumer.getInputsMutable().erase(number);
      SmallVector<int64_t> tied(consumer.getTied());
      for (int64_t &tie : tied)
        tie -= tie > int64_t(number);
      consumer.setTied(tied);
    }
  Operation *last = consumer;
  for (Operation *op : edge.moved) {
    op->moveAfter(last);
    last = op;
  }
  for (auto [number, result] : llvm::enumerate(edge.kept))
    kernel.getResult(result).replaceAllUsesWith(consumer.getResult(firstKept + number));
  if (edge.isEliminated)
    kernel->erase();
  return consumer;
}

KernelOp loop::mergeSideBySide(Producer &first, Producer &second) {
  KernelOp source = first.kernel, target = second.kernel;
  size_t firstResult = target.getNumResults();
  SmallVector<Location> locations;
  for (unsigned result = 0; result < source.getNumResults(); ++result)
    locations.push_back(source.getResultArgument(result).getLoc());
  SmallVector<Location> parts = {source.getLoc(), target.getLoc()};
  target = addResults(target, source.getResultTypes(), locations);
  target->setLoc(getKernelLocation(target.getContext(), parts));
  IRMapping mapping;
  mapArguments(source, target, mapping);
  for (unsigned result = 0; result < source.getNumResults(); ++result)
    mapping.map(source.getResultArgument(result), target.getResultArgument(firstResult + result));
  OpBuilder builder(target.getContext());
  if (first.loops) {
    builder.setInsertionPointToStart(target.getBodyBlock());
    for (Operation &op : *source.getBodyBlock())
      if (&op != first.loops && !op.hasTrait<OpTrait::IsTerminator>())
        builder.clone(op, mapping);
    for (auto [axis, other] :
         llvm::zip_equal(first.loops.getRegion().getArguments(), second.loops.getRegion().getArguments()))
      mapping.map(axis, other);
  }
  builder.setInsertionPoint(second.inner->getTerminator());
  for (Operation &op : *first.inner)
    if (!op.hasTrait<OpTrait::IsTerminator>())
      builder.clone(op, mapping);
  source->replaceAllUsesWith(target->getResults().drop_front(firstResult));
  source->erase();
  return target;
}
