// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds a kernel whose operands become known while its body is written.

#include "Emmy/Dialect/Loop/Utils/KernelBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

HostSizes::HostSizes(Block &entry) : entry(entry) {}

Value HostSizes::get(StringRef symbol) {
  Value &value = values[symbol.str()];
  if (!value) {
    OpBuilder builder = OpBuilder::atBlockBegin(&entry);
    Location loc = NameLoc::get(builder.getStringAttr(symbol));
    value = SizeOp::create(builder, loc, builder.getIndexType(), symbol);
  }
  return value;
}

IndexRange loop::getSymbolRange(Operation *from, StringRef symbol) {
  MLIRContext *context = from->getContext();
  while (from && !isa<ModuleOp>(from))
    from = from->getParentOp();
  if (from)
    for (SymbolOp op : cast<ModuleOp>(from).getOps<SymbolOp>())
      if (op.getSym() == symbol)
        return IndexRange::getConstant(context, op.getMin(), op.getMax());
  return IndexRange::getConstant(context, 0);
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

KernelBuilder::KernelBuilder(OpBuilder &host, HostSizes &sizes)
    : body(host.getContext()), space(host.getContext()), host(host), sizes(sizes), block(new Block()) {
  region.push_back(block);
  body.setInsertionPointToEnd(block);
}

OpBuilder KernelBuilder::getPrologue() {
  // The body is part of no op yet, so the block does not know its context.
  OpBuilder builder(body.getContext());
  builder.setInsertionPointToStart(block);
  if (lastOfPrologue)
    builder.setInsertionPointAfter(lastOfPrologue);
  return builder;
}

Value KernelBuilder::addArgument(Type type, Location loc) { return block->addArgument(type, loc); }

Value KernelBuilder::getInput(Value tensor) {
  for (auto [value, buffer] : inputs)
    if (value == tensor)
      return buffer;
  Value buffer = addArgument(getBufferType(cast<RankedTensorType>(tensor.getType())), tensor.getLoc());
  inputs.push_back({tensor, buffer});
  return buffer;
}

Value KernelBuilder::getScalar(Value scalar) {
  for (auto [value, argument] : scalars)
    if (value == scalar)
      return argument;
  Value argument = addArgument(scalar.getType(), scalar.getLoc());
  scalars.push_back({scalar, argument});
  return argument;
}

Value KernelBuilder::getSize(StringRef symbol) {
  Value &argument = symbols[symbol.str()];
  if (!argument) {
    argument = addArgument(body.getIndexType(), NameLoc::get(body.getStringAttr(symbol)));
    space.getSymbol(argument, getSymbolRange(host.getInsertionBlock()->getParentOp(), symbol));
  }
  return argument;
}

Value KernelBuilder::addResult(RankedTensorType type) {
  Value buffer = addArgument(getBufferType(type), body.getUnknownLoc());
  results.push_back({type, buffer, -1});
  return buffer;
}

Value KernelBuilder::addTiedResult(Value tensor) {
  Value buffer = getInput(tensor);
  int64_t number = 0;
  while (inputs[number].first != tensor)
    ++number;
  results.push_back({cast<RankedTensorType>(tensor.getType()), buffer, number});
  return buffer;
}

Value KernelBuilder::getConstant(TypedAttr value) {
  Value &constant = constants[value];
  if (!constant) {
    OpBuilder builder = getPrologue();
    constant = arith::ConstantOp::create(builder, builder.getUnknownLoc(), value);
    lastOfPrologue = constant.getDefiningOp();
  }
  return constant;
}

Value KernelBuilder::getZero(Type type) { return getConstant(body.getZeroAttr(type)); }

//===----------------------------------------------------------------------===//
// Index arithmetic of the host
//===----------------------------------------------------------------------===//

AffineExpr KernelBuilder::getExtent(ExtentAttr extent) {
  return getExtentExpr(
      extent, [&](StringRef symbol) { return space.getSymbol(getSize(symbol)); },
      [&](ExtentAttr computed) {
        return space.getSymbol(cast<Value>(getLoopExtent(computed)), IndexRange::getConstant(body.getContext(), 0));
      });
}

OpFoldResult KernelBuilder::getLoopExtent(ExtentAttr extent) {
  if (std::optional<int64_t> constant = extent.getConstantValue())
    return body.getIndexAttr(*constant);
  Value &value = extents[extent];
  if (!value) {
    // Arguments are no operations: the prologue grows only by what is computed from them.
    OpBuilder builder = getPrologue();
    value = extent.materialize(builder, builder.getUnknownLoc(), [&](StringRef symbol) { return getSize(symbol); });
    if (Operation *op = value.getDefiningOp())
      lastOfPrologue = op;
  }
  return value;
}

AffineExpr KernelBuilder::getHostIndex(Value value) {
  if (AffineExpr expr = hostIndices.lookup(value))
    return expr;
  AffineExpr expr;
  APInt constant;
  Operation *op = value.getDefiningOp();
  if (matchPattern(value, m_ConstantInt(&constant)))
    expr = space.getConstant(constant.getSExtValue());
  else if (auto size = dyn_cast_or_null<SizeOp>(op))
    expr = space.getSymbol(getSize(size.getSymbol()));
  else if (isa_and_nonnull<arith::AddIOp>(op))
    expr = getHostIndex(op->getOperand(0)) + getHostIndex(op->getOperand(1));
  else if (isa_and_nonnull<arith::SubIOp>(op))
    expr = getHostIndex(op->getOperand(0)) - getHostIndex(op->getOperand(1));
  else if (isa_and_nonnull<arith::MulIOp>(op))
    expr = getHostIndex(op->getOperand(0)) * getHostIndex(op->getOperand(1));
  else if (op && op->getName().getDialectNamespace() == "arith" && op->getNumResults() == 1 &&
           llvm::all_of(op->getOperandTypes(), [](Type type) { return type.isIndex() || type.isInteger(1); })) {
    // The same arithmetic inside the kernel.
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      OpBuilder builder = getPrologue();
      Value inside = operand.getType().isIndex() ? space.materialize(builder, op->getLoc(), getHostIndex(operand))
                                                 : getScalar(operand);
      if (Operation *last = inside.getDefiningOp();
          last && last->getBlock() == block && (!lastOfPrologue || lastOfPrologue->isBeforeInBlock(last)))
        lastOfPrologue = last;
      operands.push_back(inside);
    }
    OpBuilder builder = getPrologue();
    Operation *clone = builder.clone(*op);
    clone->setOperands(operands);
    lastOfPrologue = clone;
    expr = space.getSymbol(clone->getResult(0));
  } else {
    expr = space.getSymbol(getScalar(value));
  }
  hostIndices[value] = expr;
  return expr;
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

KernelOp KernelBuilder::finish(Location loc) {
  // Every symbol of the operands' and results' extents is among the sizes.
  SmallVector<StringAttr> names;
  auto collect = [&](Type type) {
    SmallVector<ExtentAttr> extents = *getExtents(cast<RankedTensorType>(type));
    for (ExtentAttr extent : extents)
      extent.collectSymbols(names);
  };
  for (auto [tensor, buffer] : inputs)
    collect(tensor.getType());
  for (const Result &result : results)
    collect(result.type);
  for (StringAttr name : names)
    getSize(name.getValue());

  SmallVector<Value> inputValues, scalarValues, sizeValues, arguments;
  SmallVector<StringRef> sizeNames;
  SmallVector<Type> types;
  SmallVector<int64_t> tied;
  for (auto [value, argument] : inputs) {
    inputValues.push_back(value);
    arguments.push_back(argument);
  }
  for (auto [value, argument] : scalars) {
    scalarValues.push_back(value);
    arguments.push_back(argument);
  }
  for (auto &[name, argument] : symbols) {
    sizeNames.push_back(name);
    sizeValues.push_back(sizes.get(name));
    arguments.push_back(argument);
  }
  for (const Result &result : results) {
    types.push_back(result.type);
    tied.push_back(result.tied);
    if (result.tied < 0)
      arguments.push_back(result.buffer);
  }
  auto kernel = KernelOp::create(host, loc, inputValues, scalarValues, sizeNames, sizeValues, types, tied);
  Block *target = kernel.getBodyBlock();
  for (auto [argument, final] : llvm::zip_equal(arguments, target->getArguments()))
    argument.replaceAllUsesWith(final);
  target->getOperations().splice(target->begin(), block->getOperations());
  return kernel;
}
