// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the operations that the loop and the tile level declare alike. The labels are those of the operations'
// constraints.

#include "Emmy/Interfaces/NestInterfaces.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;

//===----------------------------------------------------------------------===//
// for, reduce, scan
//===----------------------------------------------------------------------===//

/// C1 of all nests: the region's arguments start with one index per extent; dynamic extents have their operands.
static LogicalResult verifyAxes(LoopNestOpInterface op, bool mayBind) {
  unsigned axes = op.getNumAxes();
  Region &body = op.getIterationRegion();
  if (body.getNumArguments() != axes ||
      llvm::any_of(body.getArgumentTypes(), [](Type type) { return !type.isIndex(); }))
    return op.emitOpError("expected ") << axes << " index arguments in its first region, but got ("
                                       << body.getArgumentTypes() << ")";
  unsigned dynamic = llvm::count(op.getStaticExtents(), ShapedType::kDynamic);
  if (dynamic != op.getDynamicExtents().size())
    return op.emitOpError("expected ") << dynamic << " operands for dynamic extents, but got "
                                       << op.getDynamicExtents().size();
  for (auto [i, extent] : llvm::enumerate(op.getStaticExtents()))
    if (extent < 0 && extent != ShapedType::kDynamic)
      return op.emitOpError("expected extent #") << i << " >= 0, but got " << extent;
  ArrayRef<int64_t> strides = op.getStrides();
  Binding binding = op.getBinding();
  if (!mayBind) {
    if (binding != Binding::parallel && binding != Binding::sequential)
      return op.emitOpError("expected binding parallel or sequential, but got ") << stringifyBinding(binding);
    if (!strides.empty())
      return op.emitOpError("expected no strides, but got ") << strides.size();
    return success();
  }
  size_t expected = binding == Binding::thread ? axes : 0;
  if (strides.size() != expected)
    return op.emitOpError("expected ") << expected << " strides of a loop bound to " << stringifyBinding(binding)
                                       << ", but got " << strides.size();
  for (auto [i, stride] : llvm::enumerate(strides))
    if (stride < 1)
      return op.emitOpError("expected stride #") << i << " >= 1, but got " << stride;
  // Whoever runs one iteration each is counted before the kernel runs.
  bool mayBeDynamic = llvm::is_contained({Binding::parallel, Binding::sequential, Binding::block}, binding);
  if (!mayBeDynamic && dynamic != 0)
    return op.emitOpError("expected static extents of a loop bound to ")
           << stringifyBinding(binding) << ", but got a dynamic one";
  return success();
}

LogicalResult nest::verifyFor(LoopNestOpInterface op, bool mayBind) { return verifyAxes(op, mayBind); }

/// C2 of reduce and scan: what a region takes and yields.
static LogicalResult verifyRegion(Operation *op, Region &region, StringRef name, TypeRange takes, TypeRange yields) {
  if (region.getArgumentTypes() != takes)
    return op->emitOpError("expected ") << name << " to take (" << takes << "), but got (" << region.getArgumentTypes()
                                        << ")";
  Block &block = region.front();
  if (block.empty() || !block.back().hasTrait<OpTrait::ReturnLike>())
    return op->emitOpError("expected ") << name << " to end with a yield";
  if (block.back().getOperandTypes() != yields)
    return block.back().emitOpError("expected ")
           << name << " to yield (" << yields << "), but got (" << block.back().getOperandTypes() << ")";
  return success();
}

/// C3 of reduce and scan: scalar code only.
static LogicalResult verifyNoAccess(Operation *op, Region &region, StringRef name) {
  WalkResult result = region.walk([&](AccessOpInterface access) {
    access.emitOpError("expected no access to buffers in ") << name;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

bool emmy::isCooperative(int64_t threads) { return threads <= 32 ? llvm::isPowerOf2_64(threads) : threads % 32 == 0; }

/// C4 of reductions of the tile level, and the binding of scans.
static LogicalResult verifyCooperation(ReductionOpInterface op, LoopNestOpInterface loops) {
  Binding binding = loops.getBinding();
  if (op.isScan()) {
    if (binding != Binding::parallel && binding != Binding::sequential)
      return op.emitOpError("expected a scan to be parallel or sequential, but got ") << stringifyBinding(binding);
    return success();
  }
  if (binding != Binding::thread)
    return success();
  if (loops.getNumAxes() != 1)
    return op.emitOpError("expected one axis of a reduction bound to thread, but got ") << loops.getNumAxes();
  int64_t extent = loops.getStaticExtents().front(), stride = loops.getStrides().front();
  if (!isCooperative(extent))
    return op.emitOpError("expected a power of two up to 32 or a multiple of 32 as the extent of a reduction bound to "
                          "thread, but got ")
           << extent;
  if (stride != 1)
    return op.emitOpError("expected stride 1 of a reduction bound to thread, but got ") << stride;
  return success();
}

LogicalResult nest::verifyReduction(ReductionOpInterface op, bool mayBind) {
  auto loops = cast<LoopNestOpInterface>(op.getOperation());
  if (failed(verifyAxes(loops, mayBind)) || failed(verifyCooperation(op, loops)))
    return failure();
  SmallVector<Type> states(op.getStateTypes());
  if (states.empty())
    return op.emitOpError("expected at least one init, but got none");
  SmallVector<Type> pairs(states);
  llvm::append_range(pairs, states);
  SmallVector<Type> indices(loops.getNumAxes(), IndexType::get(op.getContext()));
  if (failed(verifyRegion(op, op.getLift(), "lift", indices, states)) ||
      failed(verifyRegion(op, op.getCombine(), "combine", pairs, states)) ||
      failed(verifyNoAccess(op, op.getCombine(), "combine")))
    return failure();
  if (Region *emit = op.getEmitRegion()) {
    if (loops.getNumAxes() != 1)
      return op.emitOpError("expected one axis, but got ") << loops.getNumAxes();
    SmallVector<Type> takes(indices);
    llvm::append_range(takes, states);
    return verifyRegion(op, *emit, "emit", takes, {});
  }
  SmallVector<Type> results(op->getResultTypes());
  if (Region *finish = op.getFinishRegion()) {
    if (failed(verifyRegion(op, *finish, "finish", states, results)))
      return failure();
    return verifyNoAccess(op, *finish, "finish");
  }
  if (results != states)
    return op.emitOpError("expected results (")
           << TypeRange(states) << ") without finish, but got (" << TypeRange(results) << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// load, store
//===----------------------------------------------------------------------===//

LogicalResult nest::verifyAccess(AccessOpInterface op) {
  auto type = cast<MemRefType>(op.getBuffer().getType());
  AffineMap map = op.getMap();
  if (map.getNumResults() != type.getRank())
    return op.emitOpError("expected ") << type.getRank() << " indices for " << type << ", but got "
                                       << map.getNumResults();
  if (map.getNumInputs() != op.getIndices().size())
    return op.emitOpError("expected ") << map.getNumInputs() << " operands of the map, but got "
                                       << op.getIndices().size();
  unsigned guardInputs = op.getGuard() ? op.getGuard()->getNumInputs() : 0;
  if (guardInputs != op.getGuardOperands().size())
    return op.emitOpError("expected ") << guardInputs << " operands of the guard, but got "
                                       << op.getGuardOperands().size();
  Type value = op.getAccessedValue().getType(), element = type.getElementType();
  if (value != element && !(value.isInteger(1) && element.isInteger(8)))
    return op.emitOpError("expected a value of type ") << element << ", but got " << value;
  if (op.isStore())
    return success();
  Value other = op.getElseValue();
  if (op.getGuard() && !other)
    return op.emitOpError("expected an else value with its guard, but got none");
  if (!op.getGuard() && other)
    return op.emitOpError("expected a guard with its else value, but got none");
  if (other && other.getType() != value)
    return op.emitOpError("expected an else value of type ") << value << ", but got " << other.getType();
  return success();
}

LogicalResult nest::verifyLocalBuffer(Operation *op, MemRefType type) {
  if (!type.getLayout().isIdentity() || !type.getElementType().isIntOrFloat())
    return op->emitOpError("expected a buffer of integers or floats in the identity layout, but got ") << type;
  constexpr uint64_t most = std::numeric_limits<int32_t>::max();
  uint64_t elements = 1;
  for (int64_t size : type.getShape())
    elements = llvm::SaturatingMultiply<uint64_t>(elements, size);
  if (elements > most)
    return op->emitOpError("expected a buffer of at most ") << most << " elements, but got " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// kernel
//===----------------------------------------------------------------------===//

/// C3 and C7: symbols of a tensor's extents are among the sizes; a dynamic dim has an extent; elements are numbers.
static LogicalResult verifyTensor(KernelOpInterface op, RankedTensorType type, StringRef role, unsigned number) {
  if (!type.getElementType().isIntOrFloat())
    return op.emitOpError("expected elements of ")
           << role << " #" << number << " to be integers or floats, but got " << type.getElementType();
  FailureOr<SmallVector<ExtentAttr>> extents = getExtents(type);
  if (failed(extents))
    return op.emitOpError("expected extents for the dynamic dims of ")
           << role << " #" << number << ", but got " << type;
  SmallVector<StringAttr> symbols;
  for (ExtentAttr extent : *extents)
    extent.collectSymbols(symbols);
  for (StringAttr symbol : symbols)
    if (!llvm::is_contained(op.getSizeNames(), symbol))
      return op.emitOpError("expected a size for the symbol '")
             << symbol.getValue() << "' of " << role << " #" << number << ", but got " << op.getSizeNames();
  return success();
}

LogicalResult nest::verifyKernel(KernelOpInterface op) {
  if (op.getSizeNames().size() != op.getSizes().size())
    return op.emitOpError("expected ") << op.getSizes().size() << " size names, but got " << op.getSizeNames().size();
  StringRef previous;
  for (Attribute attr : op.getSizeNames()) {
    auto name = dyn_cast<StringAttr>(attr);
    if (!name || name.getValue().empty() || name.getValue() <= previous)
      return op.emitOpError("expected size names in increasing order, but got ") << op.getSizeNames();
    previous = name.getValue();
  }
  for (auto [i, scalar] : llvm::enumerate(op.getScalars()))
    if (!scalar.getType().isSignlessIntOrIndexOrFloat())
      return op.emitOpError("expected scalar #") << i << " to be a number, but got " << scalar.getType();
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    if (failed(verifyTensor(op, cast<RankedTensorType>(input.getType()), "input", i)))
      return failure();
  if (op.getTied().size() != op->getNumResults())
    return op.emitOpError("expected ") << op->getNumResults() << " entries of tied, but got " << op.getTied().size();
  SmallVector<int64_t> seen;
  for (auto [i, tie, type] : llvm::enumerate(op.getTied(), op->getResultTypes())) {
    if (failed(verifyTensor(op, cast<RankedTensorType>(type), "result", i)))
      return failure();
    if (tie == -1)
      continue;
    if (tie < 0 || tie >= int64_t(op.getInputs().size()))
      return op.emitOpError("expected result #")
             << i << " tied to one of " << op.getInputs().size() << " inputs, but got " << tie;
    if (llvm::is_contained(seen, tie))
      return op.emitOpError("expected input #") << tie << " to be tied once, but result #" << i << " ties it again";
    seen.push_back(tie);
    if (op.getInputs()[tie].getType() != type)
      return op.emitOpError("expected tied result #")
             << i << " of type " << op.getInputs()[tie].getType() << ", but got " << type;
  }
  return success();
}

/// C1 and C5: the arguments, and what may not stand inside.
LogicalResult nest::verifyKernelBody(KernelOpInterface op) {
  SmallVector<Type> expected;
  for (Value input : op.getInputs())
    expected.push_back(getBufferType(cast<RankedTensorType>(input.getType())));
  llvm::append_range(expected, op.getScalars().getTypes());
  llvm::append_range(expected, op.getSizes().getTypes());
  for (auto [tie, type] : llvm::zip_equal(op.getTied(), op->getResultTypes()))
    if (tie < 0)
      expected.push_back(getBufferType(cast<RankedTensorType>(type)));
  Block *body = op.getBodyBlock();
  if (body->getArgumentTypes() != TypeRange(expected))
    return op.emitOpError("expected body arguments (")
           << TypeRange(expected) << "), but got (" << body->getArgumentTypes() << ")";
  if (!body->empty() && body->back().hasTrait<OpTrait::IsTerminator>() && body->back().getNumOperands() != 0)
    return op.emitOpError("expected a body that yields nothing, but got ") << body->back().getOperandTypes();
  WalkResult result = body->walk([&](Operation *inner) {
    if (isa<memref::DimOp>(inner)) {
      inner->emitOpError("expected sizes as arguments of the kernel, but got memref.dim");
      return WalkResult::interrupt();
    }
    if (llvm::any_of(inner->getResultTypes(), llvm::IsaPred<TensorType>)) {
      inner->emitOpError("expected buffers and scalars inside a kernel, but got ") << inner->getResultTypes();
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
