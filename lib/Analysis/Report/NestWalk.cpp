// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks the iterations of nests box by box.

#include "NestWalk.h"

#include "Emmy/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::report;

/// How many boxes are looked at for one access.
static constexpr int64_t maxBoxes = int64_t(1) << 20;

bool emmy::report::isNest(Operation *op) { return isa<LoopNestOpInterface, tile::StageOp>(op); }

/// Appends the axes of a nest that its region with the block runs over, last first.
static void addAxes(Operation *op, Block *block, SmallVectorImpl<Axis> &axes) {
  Builder builder(op->getContext());
  if (auto stage = dyn_cast<tile::StageOp>(op)) {
    for (auto [extent, variable] : llvm::reverse(llvm::zip_equal(stage.getExtents(), stage.getInductionVars())))
      axes.push_back({builder.getIndexAttr(extent), variable});
    return;
  }
  auto loop = cast<LoopNestOpInterface>(op);
  Region *region = block->getParent();
  if (auto reduction = dyn_cast<ReductionOpInterface>(op)) {
    if (region == reduction.getFinishRegion())
      return;
    if (region == reduction.getEmitRegion()) {
      axes.push_back({loop.getMixedExtents().front(), block->getArgument(0)});
      return;
    }
    if (region == &reduction.getCombine()) {
      for (OpFoldResult extent : llvm::reverse(loop.getMixedExtents()))
        axes.push_back({extent, Value()});
      return;
    }
  }
  SmallVector<OpFoldResult> extents = loop.getMixedExtents();
  for (auto [extent, variable] : llvm::reverse(llvm::zip_equal(extents, loop.getInductionVars())))
    axes.push_back({extent, variable});
}

SmallVector<Axis> emmy::report::getAxes(Block *block, Operation *kernel) {
  SmallVector<Axis> axes;
  for (Operation *op = block->getParentOp(); op && op != kernel; block = op->getBlock(), op = op->getParentOp())
    if (isNest(op))
      addAxes(op, block, axes);
  std::reverse(axes.begin(), axes.end());
  return axes;
}

Bindings emmy::report::bindSizes(KernelOpInterface kernel, const SymbolValues &symbols) {
  Bindings bindings;
  for (auto [index, name] : llvm::enumerate(kernel.getSizeNames()))
    if (auto value = symbols.find(cast<StringAttr>(name).getValue()); value != symbols.end())
      bindings[kernel.getSizeArgument(index)] = Form::getConstant(value->second);
  return bindings;
}

namespace {
class BoxVisitor {
public:
  BoxVisitor(ArrayRef<Axis> axes, ArrayRef<bool> isRelevant, const Bindings &bindings,
             llvm::function_ref<Answer(Box &)> visit)
      : axes(axes), isRelevant(isRelevant), bindings(bindings), visit(visit) {}

  bool run() {
    walk(Box(bindings));
    return isComplete;
  }

private:
  void walk(Box box);
  void split(const Box &box, const Answer &answer);
  Answer getExtent(Box &box, const Axis &axis);

  ArrayRef<Axis> axes;
  ArrayRef<bool> isRelevant;
  const Bindings &bindings;
  llvm::function_ref<Answer(Box &)> visit;
  int64_t numBoxes = 0;
  bool isComplete = true;
};
} // namespace

Answer BoxVisitor::getExtent(Box &box, const Axis &axis) {
  if (auto attribute = dyn_cast<Attribute>(axis.extent))
    return Answer::getKnown(Form::getConstant(cast<IntegerAttr>(attribute).getInt()));
  Answer answer = box.evaluate(cast<Value>(axis.extent));
  return answer.isKnown() ? box.getConstant(answer.form) : answer;
}

void BoxVisitor::split(const Box &box, const Answer &answer) {
  walk(box.getPart(answer, /*isUpper=*/false));
  walk(box.getPart(answer, /*isUpper=*/true));
}

void BoxVisitor::walk(Box box) {
  if (++numBoxes > maxBoxes) {
    isComplete = false;
    return;
  }
  // The next axes, until a box is split.
  while (box.getNumVariables() < axes.size()) {
    unsigned number = box.getNumVariables();
    Answer extent = getExtent(box, axes[number]);
    if (extent.kind == Answer::Kind::split)
      return split(box, extent);
    isComplete &= extent.isKnown();
    int64_t size = extent.isKnown() ? extent.form.constant : 1;
    if (size <= 0)
      return;
    box.addVariable({0, isRelevant[number] ? size - 1 : 0});
  }
  Answer answer = visit(box);
  if (answer.kind == Answer::Kind::split)
    split(box, answer);
}

bool emmy::report::visitBoxes(ArrayRef<Axis> axes, const Bindings &sizes, ArrayRef<bool> isRelevant,
                              llvm::function_ref<Answer(Box &)> visit) {
  Bindings bindings = sizes;
  for (auto [number, axis] : llvm::enumerate(axes))
    if (axis.inductionVar)
      bindings[axis.inductionVar] = Form::getAtom(number);
  return BoxVisitor(axes, isRelevant, bindings, visit).run();
}

int64_t emmy::report::countExecutions(Block *block, Operation *kernel, const Bindings &sizes, bool &isEstimate) {
  int64_t count = 0;
  SmallVector<Axis> axes = getAxes(block, kernel);
  SmallVector<bool> isRelevant(axes.size(), true);
  bool isComplete = visitBoxes(axes, sizes, isRelevant, [&](Box &box) {
    int64_t size = 1;
    for (unsigned variable = 0; variable < box.getNumVariables(); ++variable)
      size *= box.getRange(variable).high - box.getRange(variable).low + 1;
    count += size;
    return Answer::getKnown({});
  });
  isEstimate |= !isComplete;
  return count;
}
