// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The structure of a kernel that schedules are chosen from.

#include "KernelStructure.h"

#include "Emmy/Analysis/Instructions.h"
#include "Emmy/Dialect/Base/IR/Targets.h"

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Strides of a dense row-major buffer; ShapedType::kDynamic outside of a dynamic dim.
static SmallVector<int64_t> getDenseStrides(MemRefType type) {
  SmallVector<int64_t> strides(type.getRank(), 1);
  int64_t stride = 1;
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    if (ShapedType::isDynamic(stride) || type.isDynamicDim(dim))
      stride = ShapedType::kDynamic;
    else
      stride *= type.getDimSize(dim);
  }
  return strides;
}

/// The constant coefficient of an operand in an expression; nothing where the expression is not linear in it.
static std::optional<int64_t> getCoefficient(AffineExpr expr, AffineExpr operand) {
  if (expr == operand)
    return 1;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 0;
  std::optional<int64_t> lhs = getCoefficient(binary.getLHS(), operand), rhs = getCoefficient(binary.getRHS(), operand);
  if (!lhs || !rhs)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return *lhs + *rhs;
  case AffineExprKind::Mul: {
    if (*lhs == 0 && *rhs == 0)
      return 0;
    if (auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS()))
      return *lhs * factor.getValue();
    return std::nullopt;
  }
  default:
    return *lhs == 0 && *rhs == 0 ? std::optional<int64_t>(0) : std::nullopt;
  }
}

/// The expressions of an access's map that stand for `index`.
static SmallVector<AffineExpr> getOperandExprs(AccessOpInterface access, Value index) {
  SmallVector<AffineExpr> exprs;
  unsigned numDims = access.getMap().getNumDims();
  for (auto [i, operand] : llvm::enumerate(access.getIndices()))
    if (operand == index)
      exprs.push_back(i < numDims ? getAffineDimExpr(i, index.getContext())
                                  : getAffineSymbolExpr(i - numDims, index.getContext()));
  return exprs;
}

std::optional<int64_t> emmy::tile::getStep(AccessOpInterface access, Value index) {
  auto type = cast<MemRefType>(access.getBuffer().getType());
  SmallVector<int64_t> strides = getDenseStrides(type);
  int64_t step = 0;
  for (auto [expr, stride] : llvm::zip_equal(access.getMap().getResults(), strides))
    for (AffineExpr operand : getOperandExprs(access, index)) {
      std::optional<int64_t> coefficient = getCoefficient(expr, operand);
      if (!coefficient || (*coefficient && ShapedType::isDynamic(stride)))
        return std::nullopt;
      if (*coefficient)
        step += *coefficient * stride;
    }
  return step;
}

/// Whether an expression is a multiple of `divisor` for all values of its operands but those in `except`.
static bool isMultiple(AffineExpr expr, int64_t divisor, ArrayRef<AffineExpr> except) {
  if (divisor == 1 || llvm::is_contained(except, expr))
    return true;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() % divisor == 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return isMultiple(binary.getLHS(), divisor, except) && isMultiple(binary.getRHS(), divisor, except);
  if (expr.getKind() == AffineExprKind::Mul)
    if (auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS()))
      return isMultiple(binary.getLHS(), divisor / std::gcd(divisor, factor.getValue()), except);
  return expr.isMultipleOf(divisor);
}

bool emmy::tile::isAligned(AccessOpInterface access, Value index, int64_t width) {
  auto type = cast<MemRefType>(access.getBuffer().getType());
  SmallVector<AffineExpr> except = getOperandExprs(access, index);
  for (auto [expr, stride] : llvm::zip_equal(access.getMap().getResults(), getDenseStrides(type))) {
    // Outside of a dynamic dim the stride is a multiple of the static size inside of it.
    int64_t known = stride;
    if (ShapedType::isDynamic(stride)) {
      known = 1;
      for (int64_t dim = type.getRank() - 1; dim >= 0 && !type.isDynamicDim(dim); --dim)
        known *= type.getDimSize(dim);
    }
    if (!isMultiple(expr, width / std::gcd(width, known), except))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

KernelStructure::KernelStructure(KernelOp kernel) : kernel(kernel), axes(getKernelAxes(kernel)) {}

SmallVector<unsigned> KernelStructure::getAxes(Operation *loop) const {
  SmallVector<unsigned> numbers;
  for (auto [number, axis] : llvm::enumerate(axes))
    if (axis.getLoop() == loop)
      numbers.push_back(number);
  return numbers;
}

int64_t KernelStructure::getExpectedExtent(const KernelAxis &axis) const {
  if (!ShapedType::isDynamic(axis.getStaticExtent()))
    return axis.getStaticExtent();
  // The size of a symbol is expected to be its hint, other extents to be large.
  constexpr int64_t usual = 1024;
  auto size = dyn_cast<BlockArgument>(cast<Value>(axis.getExtent()));
  if (!size || size.getOwner() != kernel.getBodyBlock())
    return usual;
  int64_t number = size.getArgNumber() - kernel.getInputs().size() - kernel.getScalars().size();
  if (number < 0 || number >= static_cast<int64_t>(kernel.getSizeNames().size()))
    return usual;
  auto name = cast<StringAttr>(kernel.getSizeNames()[number]);
  auto module = kernel->getParentOfType<ModuleOp>();
  if (!module)
    return usual;
  for (SymbolOp symbol : module.getOps<SymbolOp>()) {
    if (symbol.getSym() != name.getValue())
      continue;
    if (std::optional<int64_t> hint = symbol.getHint())
      return *hint;
    if (std::optional<int64_t> max = symbol.getMax())
      return *max;
  }
  return usual;
}

int64_t KernelStructure::getExpectedSize(Operation *loop) const {
  int64_t size = 1;
  for (unsigned number : getAxes(loop))
    size *= getExpectedExtent(axes[number]);
  return size;
}

std::optional<int64_t> KernelStructure::getStaticSize(Operation *loop) const {
  int64_t size = 1;
  for (int64_t extent : cast<LoopNestOpInterface>(loop).getStaticExtents()) {
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    size *= extent;
  }
  return size;
}

SmallVector<LoopNestOpInterface> KernelStructure::getLoops(Operation *parent) {
  SmallVector<LoopNestOpInterface> loops;
  for (Region &region : parent->getRegions())
    for (Operation &op : region.getOps())
      if (auto loop = dyn_cast<LoopNestOpInterface>(op))
        loops.push_back(loop);
  return loops;
}

bool KernelStructure::isParallel(Operation *loop) {
  auto op = dyn_cast<ForOp>(loop);
  return op && op.getBinding() == Binding::parallel;
}

bool KernelStructure::hasDependentNests() const {
  llvm::DenseMap<Value, llvm::SmallPtrSet<Operation *, 2>> users;
  llvm::SmallPtrSet<Value, 4> written;
  kernel->walk([&](AccessOpInterface access) {
    Operation *nest = access;
    while (nest->getParentOp() != kernel)
      nest = nest->getParentOp();
    users[access.getBuffer()].insert(nest);
    if (access.isStore())
      written.insert(access.getBuffer());
  });
  return llvm::any_of(written, [&](Value buffer) { return users[buffer].size() > 1; });
}

bool KernelStructure::hasReadWrites() const {
  llvm::SmallPtrSet<Value, 4> read, written;
  bool local = false;
  kernel->walk([&](Operation *inner) {
    local |= isa<AllocOp>(inner);
    if (auto access = dyn_cast<AccessOpInterface>(inner))
      (access.isStore() ? written : read).insert(access.getBuffer());
  });
  return local || llvm::any_of(written, [&](Value buffer) { return read.contains(buffer); });
}

/// Whether a value computed inside of a loop depends on an index.
static bool dependsOn(Value value, Value index, Operation *loop) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t next = 0; next < values.size(); ++next) {
    if (values[next] == index)
      return true;
    Operation *op = values[next].getDefiningOp();
    if (!op || !loop->isProperAncestor(op))
      continue;
    if (op->getNumRegions())
      return true;
    values.insert(op->operand_begin(), op->operand_end());
  }
  return false;
}

int64_t KernelStructure::limitUnrolling(Operation *loop, int64_t count) {
  int64_t instructions = countInstructions(loop);
  while (count > 1 && count * instructions > instructionBudget)
    count /= 2;
  return count;
}

int64_t KernelStructure::getVectorWidth(Operation *loop, int64_t limit) const {
  auto nest = cast<LoopNestOpInterface>(loop);
  if (nest.getNumAxes() == 0)
    return 1;
  Value index = nest.getInductionVars().back();
  int64_t extent = nest.getStaticExtents().back();
  if (ShapedType::isDynamic(extent) || extent <= 0)
    return 1;
  int64_t width = std::min<int64_t>(limit, TargetFacts::vectorBytes);
  bool contiguous = true;
  loop->walk([&](AccessOpInterface access) {
    std::optional<int64_t> step = getStep(access, index);
    if (!step || (*step != 0 && *step != 1) || (*step && access.getGuard()))
      contiguous = false;
    // An index that is computed from the position moves in an unknown way.
    for (Value operand : access.getIndices())
      if (operand != index && dependsOn(operand, index, loop))
        contiguous = false;
    if (!contiguous || !*step)
      return;
    Type element = cast<MemRefType>(access.getBuffer().getType()).getElementType();
    width = std::min<int64_t>(width, TargetFacts::vectorBytes / llvm::divideCeil(element.getIntOrFloatBitWidth(), 8));
    while (width > 1 && !isAligned(access, index, width))
      width /= 2;
  });
  if (!contiguous)
    return 1;
  while (width > 1 && extent % width)
    width /= 2;
  return std::max<int64_t>(width, 1);
}
