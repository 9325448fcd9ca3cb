// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the sweeps of a kernel and the elements that each touches.

#include "Sweeps.h"
#include "ElementSet.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::report;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The sizes of a tensor's dims.
static FailureOr<SmallVector<int64_t>> getSizes(RankedTensorType type, const SymbolValues &symbols, Operation *op) {
  FailureOr<SmallVector<ExtentAttr>> extents = getExtents(type);
  if (failed(extents))
    return op->emitError("expected tensors whose dynamic dims are named, but got ") << type;
  SmallVector<int64_t> sizes;
  for (ExtentAttr extent : *extents) {
    std::optional<int64_t> size = extent.evaluate([&](StringRef name) -> std::optional<int64_t> {
      auto value = symbols.find(name);
      return value == symbols.end() ? std::nullopt : std::optional<int64_t>(value->second);
    });
    if (!size)
      return op->emitError("expected a value of extent ") << extent.str() << ", but got none";
    sizes.push_back(*size);
  }
  return sizes;
}

/// Elements of less than a byte are packed when there are several.
static int64_t getBytes(Type elementType, int64_t numElements) {
  return llvm::divideCeil(
      numElements * std::max<int64_t>(elementType.isInteger(1) ? 8 : elementType.getIntOrFloatBitWidth(), 1), 8);
}

FailureOr<int64_t> emmy::report::getTensorBytes(RankedTensorType type, const SymbolValues &symbols, Operation *op) {
  FailureOr<SmallVector<int64_t>> sizes = getSizes(type, symbols, op);
  if (failed(sizes))
    return failure();
  return getBytes(type.getElementType(), llvm::product_of(*sizes));
}

//===----------------------------------------------------------------------===//
// Sweeps
//===----------------------------------------------------------------------===//

using Sweep = SmallVector<AccessOpInterface>;

/// Appends the accesses to a buffer in a block that stand in no nest, and the sweeps of the nests in it.
static void collectSweeps(Operation *op, Value buffer, bool isStore, Sweep &direct, std::vector<Sweep> &sweeps) {
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps()) {
      if (auto access = dyn_cast<AccessOpInterface>(inner)) {
        if (access.getBuffer() == buffer && access.isStore() == isStore)
          direct.push_back(access);
      } else if (!isNest(&inner)) {
        collectSweeps(&inner, buffer, isStore, direct, sweeps);
      } else {
        Sweep own;
        size_t first = sweeps.size();
        collectSweeps(&inner, buffer, isStore, own, sweeps);
        // What a nest accesses beside its inner nests belongs to the first of those.
        if (own.empty())
          continue;
        if (sweeps.size() == first)
          sweeps.push_back({});
        sweeps[first].append(own);
      }
    }
}

static std::vector<Sweep> findSweeps(Operation *kernel, Value buffer, bool isStore) {
  Sweep direct;
  std::vector<Sweep> sweeps;
  collectSweeps(kernel, buffer, isStore, direct, sweeps);
  if (direct.empty())
    return sweeps;
  if (sweeps.empty())
    sweeps.push_back({});
  sweeps.front().append(direct);
  return sweeps;
}

//===----------------------------------------------------------------------===//
// Touched elements
//===----------------------------------------------------------------------===//

/// Marks the axes whose variables a value is computed from, also through data.
static void markRelevant(Value value, ArrayRef<Axis> axes, SmallVectorImpl<bool> &isRelevant, DenseSet<Value> &seen) {
  if (!seen.insert(value).second)
    return;
  for (auto [number, axis] : llvm::enumerate(axes))
    if (axis.inductionVar == value && !isRelevant[number]) {
      isRelevant[number] = true;
      // The position on an axis is inside its extent.
      if (auto extent = dyn_cast<Value>(axis.extent))
        markRelevant(extent, axes, isRelevant, seen);
    }
  if (Operation *op = value.getDefiningOp())
    for (Value operand : op->getOperands())
      markRelevant(operand, axes, isRelevant, seen);
}

namespace {
/// The elements that accesses of one sweep touch.
class Footprint {
public:
  Footprint(KernelOpInterface kernel, const Bindings &sizes, ArrayRef<int64_t> shape)
      : kernel(kernel), sizes(sizes), shape(shape), elements(llvm::product_of(shape)) {}

  void add(AccessOpInterface access);
  int64_t count() { return std::min(elements.count() + dataElements, llvm::product_of(shape)); }

  bool isEstimate = false;

private:
  Answer visit(AccessOpInterface access, Box &box);
  /// The values of operands: of the dims, then of the symbols.
  Answer evaluateOperands(ValueRange operands, Box &box, SmallVectorImpl<Form> &forms);
  Answer evaluateGuard(AccessOpInterface access, Box &box);
  Answer evaluateAddress(AccessOpInterface access, Box &box);

  KernelOpInterface kernel;
  const Bindings &sizes;
  ArrayRef<int64_t> shape;
  ElementSet elements;
  /// At most so many more are touched at positions that depend on data.
  int64_t dataElements = 0;
};
} // namespace

void Footprint::add(AccessOpInterface access) {
  SmallVector<Axis> axes = getAxes(access->getBlock(), kernel);
  SmallVector<bool> isRelevant(axes.size(), false);
  DenseSet<Value> seen;
  for (Value index : access.getIndices())
    markRelevant(index, axes, isRelevant, seen);
  for (Value index : access.getGuardOperands())
    markRelevant(index, axes, isRelevant, seen);
  // A variable that an extent depends on decides whether there are iterations.
  for (const Axis &axis : axes)
    if (auto extent = dyn_cast<Value>(axis.extent))
      markRelevant(extent, axes, isRelevant, seen);
  isEstimate |= !visitBoxes(axes, sizes, isRelevant, [&](Box &box) { return visit(access, box); });
}

Answer Footprint::evaluateOperands(ValueRange operands, Box &box, SmallVectorImpl<Form> &forms) {
  for (Value operand : operands) {
    Answer answer = box.evaluate(operand);
    if (!answer.isKnown())
      return answer;
    forms.push_back(answer.form);
  }
  return Answer::getKnown({});
}

/// 1 or 0.
Answer Footprint::evaluateGuard(AccessOpInterface access, Box &box) {
  std::optional<IntegerSet> guard = access.getGuard();
  if (!guard)
    return Answer::getKnown(Form::getConstant(1));
  SmallVector<Form> forms;
  Answer operands = evaluateOperands(access.getGuardOperands(), box, forms);
  if (!operands.isKnown())
    return operands;
  ArrayRef<Form> dims = ArrayRef<Form>(forms).take_front(guard->getNumDims());
  ArrayRef<Form> symbols = ArrayRef<Form>(forms).drop_front(guard->getNumDims());
  std::optional<Answer> split;
  for (auto [number, constraint] : llvm::enumerate(guard->getConstraints())) {
    Answer answer = box.evaluate(constraint, dims, symbols);
    if (answer.isKnown())
      answer = box.compare(answer.form, guard->isEq(number));
    // One constraint that fails is enough.
    if (answer.isKnown() && answer.form.constant == 0)
      return answer;
    if (!answer.isKnown() && (!split || answer.kind == Answer::Kind::split))
      split = answer;
  }
  return split ? *split : Answer::getKnown(Form::getConstant(1));
}

/// The row-major number of the element.
Answer Footprint::evaluateAddress(AccessOpInterface access, Box &box) {
  SmallVector<Form> forms;
  Answer operands = evaluateOperands(access.getIndices(), box, forms);
  if (!operands.isKnown())
    return operands;
  AffineMap map = access.getMap();
  Form address;
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), shape)) {
    Answer answer = box.evaluate(expr, ArrayRef<Form>(forms).take_front(map.getNumDims()),
                                 ArrayRef<Form>(forms).drop_front(map.getNumDims()));
    if (!answer.isKnown())
      return answer;
    address = report::add(answer.form, address, size);
  }
  return box.resolve(address);
}

static ElementSet::Steps getSteps(const Box &box, unsigned variable, int64_t stride) {
  return {stride, box.getRange(variable).high - box.getRange(variable).low + 1};
}

Answer Footprint::visit(AccessOpInterface access, Box &box) {
  Answer guard = evaluateGuard(access, box);
  if (guard.kind == Answer::Kind::split)
    return guard;
  if (guard.isKnown() && guard.form.constant == 0)
    return guard;
  isEstimate |= !guard.isKnown();
  Answer address = evaluateAddress(access, box);
  if (address.kind == Answer::Kind::split)
    return address;
  if (address.kind == Answer::Kind::data) {
    // Somewhere: at most one element for every iteration that matters.
    int64_t count = 1;
    for (unsigned variable = 0; variable < box.getNumVariables(); ++variable)
      count *= getSteps(box, variable, 1).count;
    dataElements += count;
    isEstimate = true;
    return address;
  }
  SmallVector<ElementSet::Steps> pattern;
  int64_t first = address.form.constant;
  for (auto [variable, stride] : address.form.terms) {
    pattern.push_back(getSteps(box, variable, stride));
    first += stride * box.getRange(variable).low;
  }
  isEstimate |= !elements.add(first, pattern);
  return address;
}

FailureOr<KernelTraffic> emmy::report::measureTraffic(KernelOpInterface kernel, const SymbolValues &symbols) {
  KernelTraffic traffic;
  Bindings sizes = bindSizes(kernel, symbols);
  auto measure = [&](BlockArgument buffer, RankedTensorType type) -> LogicalResult {
    FailureOr<SmallVector<int64_t>> shape = getSizes(type, symbols, kernel);
    if (failed(shape))
      return failure();
    BufferTraffic &entry = traffic.buffers.emplace_back();
    for (bool isStore : {false, true})
      for (const Sweep &sweep : findSweeps(kernel, buffer, isStore)) {
        Footprint footprint(kernel, sizes, *shape);
        for (AccessOpInterface access : sweep)
          footprint.add(access);
        int64_t bytes = getBytes(type.getElementType(), footprint.count());
        (isStore ? entry.bytesWritten : entry.bytesRead) += bytes;
        ++(isStore ? entry.writeSweeps : entry.readSweeps);
        traffic.isEstimate |= footprint.isEstimate;
      }
    traffic.bytesRead += entry.bytesRead;
    traffic.bytesWritten += entry.bytesWritten;
    return success();
  };
  for (auto [index, input] : llvm::enumerate(kernel.getInputs()))
    if (failed(measure(kernel.getInputArgument(index), cast<RankedTensorType>(input.getType()))))
      return failure();
  for (auto [index, tie] : llvm::enumerate(kernel.getTied()))
    if (tie < 0 &&
        failed(measure(kernel.getResultArgument(index), cast<RankedTensorType>(kernel->getResult(index).getType()))))
      return failure();
  return traffic;
}
