// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that kernels are printed with. A name in a value's location wins; else axes are numbered in preorder over the
// kernel, i0, i1, … for loops and r0, r1, … for reductions and scans. Names are derived, never stored.

#include "Emmy/Interfaces/NestInterfaces.h"
#include "Emmy/Support/Locations.h"

using namespace mlir;
using namespace emmy;

/// The operation that axes are numbered in: the enclosing kernel, or the outermost operation there is.
static Operation *getNumberingScope(Operation *op) {
  while (op->getParentOp() && !isa<KernelOpInterface>(op))
    op = op->getParentOp();
  return op;
}

/// The number of axes of the same kind (loop or reduction) before `op`.
static unsigned getFirstAxisNumber(LoopNestOpInterface op) {
  bool isReduction = isa<ReductionOpInterface>(op.getOperation());
  unsigned number = 0;
  getNumberingScope(op)->walk<WalkOrder::PreOrder>([&](LoopNestOpInterface other) {
    if (other == op)
      return WalkResult::interrupt();
    if (isa<ReductionOpInterface>(other.getOperation()) == isReduction)
      number += other.getNumAxes();
    return WalkResult::advance();
  });
  return number;
}

static void setName(Value value, const Twine &fallback, OpAsmSetValueNameFn set) {
  StringRef name = getNameHint(value.getLoc());
  set(value, name.empty() ? fallback.str() : name.str());
}

void nest::nameInductionVars(LoopNestOpInterface op, Region &region, OpAsmSetValueNameFn set) {
  if (&region != &op.getIterationRegion() || region.empty())
    return;
  unsigned number = getFirstAxisNumber(op);
  StringRef prefix = isa<ReductionOpInterface>(op.getOperation()) ? "r" : "i";
  for (BlockArgument arg : op.getInductionVars())
    setName(arg, prefix + Twine(number++), set);
}

void nest::nameReductionArguments(ReductionOpInterface op, Region &region, OpAsmSetValueNameFn set) {
  auto loops = cast<LoopNestOpInterface>(op.getOperation());
  if (&region == &op.getLift())
    return nameInductionVars(loops, region, set);
  if (region.empty())
    return;
  if (&region == op.getEmitRegion()) {
    setName(region.getArgument(0), "r" + Twine(getFirstAxisNumber(loops)), set);
    for (auto [i, arg] : llvm::enumerate(region.getArguments().drop_front()))
      setName(arg, "prefix" + (region.getNumArguments() > 2 ? Twine(i) : Twine()), set);
    return;
  }
  unsigned components = op.getInits().size();
  bool isCombine = &region == &op.getCombine();
  for (auto [i, arg] : llvm::enumerate(region.getArguments())) {
    StringRef side = !isCombine ? "state" : i < components ? "a" : "b";
    setName(arg, side + (components > 1 ? Twine(i % components) : Twine()), set);
  }
}

std::string nest::getResultName(KernelOpInterface op, unsigned number) {
  return op->getNumResults() == 1 ? "out" : "out" + std::to_string(number);
}

void nest::nameKernelArguments(KernelOpInterface op, Region &region, OpAsmSetValueNameFn set) {
  if (region.empty())
    return;
  unsigned inputs = op.getInputs().size(), scalars = op.getScalars().size(), operands = op->getNumOperands();
  for (auto [i, arg] : llvm::enumerate(region.getArguments())) {
    if (i < inputs)
      setName(arg, "in" + Twine(i), set);
    else if (i < inputs + scalars)
      setName(arg, "scalar" + Twine(i - inputs), set);
    else if (i < operands)
      setName(arg, cast<StringAttr>(op.getSizeNames()[i - inputs - scalars]).getValue(), set);
    else
      setName(arg, getResultName(op, i - operands), set);
  }
}
