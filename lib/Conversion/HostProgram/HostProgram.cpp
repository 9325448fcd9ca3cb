// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In: an entry function of kernels over tensors, and of loops of such functions. Out: the same program over buffers,
// its intermediate results allocated and freed. Fails, listing all of them, where an operation on tensors is no kernel.

#include "HostConverter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace emmy;

std::optional<SmallVector<ExtentAttr>> emmy::getBufferExtents(MemRefType type, DictionaryAttr attributes) {
  if (auto dims = attributes ? attributes.getAs<DimsAttr>("emmy.dims") : DimsAttr())
    return SmallVector<ExtentAttr>(dims.getExtents());
  if (!type.hasStaticShape())
    return std::nullopt;
  return llvm::map_to_vector(type.getShape(),
                             [&](int64_t size) { return ExtentAttr::getConstant(type.getContext(), size); });
}

static bool isTensor(Type type) { return isa<TensorType>(type); }

/// Everything that can be wrong, before anything is changed.
LogicalResult HostConverter::check() {
  for (auto symbol : module.getOps<SymbolOp>())
    symbols.insert(symbol.getSym());
  SmallVector<func::FuncOp> functions = {entry};
  llvm::DenseSet<Operation *> known = {entry};
  bool isLegal = true;
  for (size_t next = 0; next < functions.size(); ++next) {
    func::FuncOp function = functions[next];
    if (!function.getBody().hasOneBlock()) {
      function.emitError("expected an entry of one block, but got ") << function.getBody().getBlocks().size();
      isLegal = false;
      continue;
    }
    isLegal &= checkOperations(function);
    isLegal &= checkTypes(function);
    for (auto loop : function.getOps<WhileOp>())
      for (StringRef name : {loop.getCondition(), loop.getBody()})
        if (auto repeated = module.lookupSymbol<func::FuncOp>(name); known.insert(repeated).second)
          functions.push_back(repeated);
  }
  return success(isLegal);
}

bool HostConverter::checkOperations(func::FuncOp function) {
  bool isLegal = true;
  auto expect = [&](bool holds, Operation *op, const Twine &expected) {
    if (!holds)
      op->emitError("expected ") << expected << " in the host program, but got " << op->getName();
    isLegal &= holds;
  };
  for (Operation &op : function.getBody().front()) {
    if (isa<KernelOpInterface, WhileOp>(op) || isa<func::ReturnOp>(op))
      continue;
    if (auto size = dyn_cast<SizeOp>(op)) {
      if (!symbols.contains(size.getSymbol())) {
        op.emitError("expected emmy.symbol @") << size.getSymbol() << " in the module, but got none";
        isLegal = false;
      }
      continue;
    }
    bool hasTensors = llvm::any_of(op.getOperandTypes(), isTensor) || llvm::any_of(op.getResultTypes(), isTensor);
    expect(!hasTensors || isa<arith::ConstantOp>(op), &op,
           "kernels, constants and emmy.while as the only operations on tensors");
    expect(op.getNumRegions() == 0 && !op.hasTrait<OpTrait::IsTerminator>(), &op, "straight-line code up to a return");
  }
  return isLegal;
}

bool HostConverter::checkTypes(func::FuncOp function) {
  bool isLegal = true;
  auto checkType = [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    SmallVector<StringAttr> named;
    FailureOr<SmallVector<ExtentAttr>> extents = failure();
    if (tensor)
      extents = getExtents(tensor);
    if (failed(extents)) {
      function.emitError("expected tensors whose dynamic dims are named, but got ") << type;
      isLegal = false;
      return;
    }
    for (ExtentAttr extent : *extents)
      extent.collectSymbols(named);
    for (StringAttr name : named)
      if (!symbols.contains(name.getValue())) {
        function.emitError("expected emmy.symbol @") << name.getValue() << " in the module, but got none";
        isLegal = false;
      }
  };
  llvm::for_each(function.getArgumentTypes(), checkType);
  llvm::for_each(function.getResultTypes(), checkType);
  return isLegal;
}

static RankedTensorType getRankedType(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Appends the output buffers and the symbols' values to the arguments, and maps tensor arguments to theirs.
void HostConverter::addArguments() {
  Block &block = entry.getBody().front();
  auto returned = cast<func::ReturnOp>(block.getTerminator());
  unsigned inputs = block.getNumArguments();
  for (unsigned i = 0; i < inputs; ++i) {
    BlockArgument tensor = block.getArgument(i);
    // The buffer stands behind the tensors until nothing uses those.
    buffers[tensor] = block.addArgument(getBufferType(getRankedType(tensor)), tensor.getLoc());
  }
  for (auto [i, value] : llvm::enumerate(returned.getOperands())) {
    auto name = entry.getResultAttrOfType<StringAttr>(i, "emmy.name");
    Location loc = name ? Location(NameLoc::get(name, value.getLoc())) : value.getLoc();
    outputArguments.push_back(block.addArgument(getBufferType(getRankedType(value)), loc));
  }
  for (auto symbol : module.getOps<SymbolOp>())
    sizes[symbol.getSym()] = block.addArgument(builder.getIndexType(),
                                               NameLoc::get(builder.getStringAttr(symbol.getSym()), symbol.getLoc()));
}

bool HostConverter::canTakeOver(Value value) {
  if (!value.hasOneUse())
    return false;
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return carried.contains(value);
  // What a loop gives back unchanged may be the caller's.
  return isa<KernelOpInterface>(result.getOwner()) ||
         (isa<WhileOp>(result.getOwner()) && getNext(result) != LoopInstance::Next::unchanged);
}

Value HostConverter::getTakenOver(OpResult result) {
  Value source;
  if (auto kernel = dyn_cast<KernelOpInterface>(result.getOwner())) {
    int64_t tie = kernel.getTied()[result.getResultNumber()];
    source = tie < 0 ? Value() : kernel.getInputs()[tie];
  } else if (auto loop = dyn_cast<WhileOp>(result.getOwner()); loop && getNext(result) == LoopInstance::Next::inPlace) {
    source = loop.getInits()[result.getResultNumber()];
  }
  return source && canTakeOver(source) ? source : Value();
}

void HostConverter::assignOutputs(Block &block, ValueRange returned, ArrayRef<Value> targets) {
  auto isComputed = [&](Value value) {
    auto result = dyn_cast<OpResult>(value);
    return result && (isa<KernelOpInterface>(result.getOwner()) ||
                      (isa<WhileOp>(result.getOwner()) && getNext(result) == LoopInstance::Next::inPlace));
  };
  for (auto [value, target] : llvm::zip_equal(returned, targets))
    if (target && isComputed(value))
      outputs.try_emplace(value, target);
  for (Operation &op : llvm::reverse(block))
    for (OpResult result : op.getResults())
      if (Value target = outputs.lookup(result))
        if (Value source = getTakenOver(result); source && isComputed(source))
          outputs.try_emplace(source, target);
}

/// In a loop all steps use the same memory.
Value HostConverter::allocate(Location loc, RankedTensorType type) {
  OpBuilder::InsertionGuard guard(builder);
  if (outermostLoop)
    builder.setInsertionPoint(outermostLoop);
  SmallVector<Value> dynamic;
  FailureOr<SmallVector<ExtentAttr>> extents = getExtents(type);
  for (auto [size, extent] : llvm::zip_equal(type.getShape(), *extents))
    if (ShapedType::isDynamic(size))
      dynamic.push_back(extent.materialize(builder, loc, [&](StringRef name) { return getSize(name); }));
  Value buffer = memref::AllocOp::create(builder, loc, getBufferType(type), dynamic);
  owned.push_back(buffer);
  return buffer;
}

void HostConverter::lower(KernelOpInterface kernel) {
  Location loc = kernel.getLoc();
  SmallVector<Value> arguments;
  for (Value input : kernel.getInputs())
    arguments.push_back(buffers.lookup(input));
  auto getResultBuffer = [&](Value result) {
    Value output = outputs.lookup(result);
    return output ? output : allocate(loc, getRankedType(result));
  };
  SmallVector<Value> fresh;
  for (auto [tie, result] : llvm::zip_equal(kernel.getTied(), kernel->getResults())) {
    if (tie < 0) {
      fresh.push_back(buffers[result] = getResultBuffer(result));
      continue;
    }
    if (!canTakeOver(kernel.getInputs()[tie])) {
      Value copy = getResultBuffer(result);
      memref::CopyOp::create(builder, loc, arguments[tie], copy);
      arguments[tie] = copy;
    }
    buffers[result] = arguments[tie];
  }
  llvm::append_range(arguments, kernel.getScalars());
  llvm::append_range(arguments, kernel.getSizes());
  llvm::append_range(arguments, fresh);
  lowerKernel(builder, kernel, arguments);
}

/// A constant tensor is a global of its buffer type.
void HostConverter::lowerConstant(arith::ConstantOp constant) {
  MemRefType type = getBufferType(getRankedType(constant));
  auto elements = cast<ElementsAttr>(constant.getValue());
  if (auto dense = dyn_cast<DenseIntElementsAttr>(elements); dense && dense.getElementType() != type.getElementType())
    elements = dense.mapValues(type.getElementType(),
                               [&](const APInt &value) { return value.zextOrTrunc(type.getElementTypeBitWidth()); });
  unsigned number = llvm::range_size(module.getOps<memref::GlobalOp>());
  OpBuilder moduleBuilder = OpBuilder::atBlockBegin(module.getBody());
  std::string name = "constant_" + std::to_string(number);
  memref::GlobalOp::create(moduleBuilder, constant.getLoc(), name, moduleBuilder.getStringAttr("private"), type,
                           elements, /*constant=*/true, /*alignment=*/nullptr);
  buffers[constant] = memref::GetGlobalOp::create(builder, constant.getLoc(), type, name);
}

/// Frees every allocated buffer after the last operation that uses it.
void HostConverter::insertDeallocations() {
  Block &block = entry.getBody().front();
  for (Value buffer : owned) {
    Operation *last = buffer.getDefiningOp();
    for (Operation *user : buffer.getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      if (ancestor && last->isBeforeInBlock(ancestor))
        last = ancestor;
    }
    // Its users go by other names, too.
    if (exchanged.contains(buffer))
      builder.setInsertionPoint(block.getTerminator());
    else
      builder.setInsertionPointAfter(last);
    memref::DeallocOp::create(builder, buffer.getLoc(), buffer);
  }
}

void HostConverter::lowerBlock(Block &block, function_ref<void(ArrayRef<Value>)> finish) {
  SmallVector<Operation *> done;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    builder.setInsertionPoint(&op);
    if (auto kernel = dyn_cast<KernelOpInterface>(op)) {
      lower(kernel);
    } else if (auto loop = dyn_cast<WhileOp>(op)) {
      lower(loop);
    } else if (auto size = dyn_cast<SizeOp>(op)) {
      size.replaceAllUsesWith(getSize(size.getSymbol()));
    } else if (auto constant = dyn_cast<arith::ConstantOp>(op); constant && isTensor(constant.getType())) {
      lowerConstant(constant);
    } else if (isa<func::ReturnOp>(op)) {
      finish(llvm::map_to_vector(op.getOperands(), [&](Value value) { return buffers.lookup(value); }));
    } else {
      continue;
    }
    done.push_back(&op);
  }
  for (Operation *op : llvm::reverse(done))
    op->erase();
}

LogicalResult HostConverter::run() {
  if (failed(check()))
    return failure();
  Block &block = entry.getBody().front();
  unsigned inputs = block.getNumArguments();
  SmallVector<Type> tensorTypes(entry.getArgumentTypes());
  llvm::append_range(tensorTypes, entry.getResultTypes());
  SmallVector<DictionaryAttr> attributes(inputs);
  for (unsigned i = 0; i < inputs; ++i)
    attributes[i] = entry.getArgAttrDict(i);
  for (unsigned i = 0, e = entry.getNumResults(); i < e; ++i)
    attributes.push_back(entry.getResultAttrDict(i));

  instantiate(block);
  addArguments();
  assignOutputs(block, block.getTerminator()->getOperands(), outputArguments);
  lowerBlock(block, [&](ArrayRef<Value> values) {
    // What was not computed in its output is copied there.
    Location loc = block.getTerminator()->getLoc();
    for (auto [value, output] : llvm::zip_equal(values, outputArguments))
      if (value != output)
        memref::CopyOp::create(builder, loc, value, output);
    func::ReturnOp::create(builder, loc);
  });
  loops.clear();
  block.eraseArguments(0, inputs);

  // The new signature, with what its types no longer say as attributes.
  for (auto [i, type, dictionary] : llvm::enumerate(tensorTypes, attributes)) {
    NamedAttrList list(dictionary);
    if (i >= inputs)
      list.set("emmy.result", builder.getUnitAttr());
    if (Attribute dims = cast<RankedTensorType>(type).getEncoding())
      list.set("emmy.dims", dims);
    dictionary = list.getDictionary(module.getContext());
  }
  for (auto symbol : module.getOps<SymbolOp>())
    attributes.push_back(builder.getDictionaryAttr(builder.getNamedAttr("emmy.symbol", symbol.getSymAttr())));
  entry.removeResAttrsAttr();
  entry.setType(builder.getFunctionType(block.getArgumentTypes(), {}));
  entry.setAllArgAttrs(attributes);
  insertDeallocations();
  return success();
}

LogicalResult emmy::checkKernelLevel(ModuleOp module, StringRef kernelName, StringRef remedy) {
  bool isLegal = true;
  module.walk([&](KernelOpInterface kernel) {
    if (kernel->getName().getStringRef() == kernelName)
      return;
    kernel.emitOpError("expected ") << kernelName << ", but got a kernel of another level" << remedy;
    isLegal = false;
  });
  return success(isLegal);
}

LogicalResult emmy::convertHostProgram(ModuleOp module, LowerKernelFn lowerKernel) {
  if (!expectEntry(module))
    return failure();
  for (func::FuncOp function : getEntries(module))
    if (failed(HostConverter(module, function, lowerKernel).run()))
      return failure();
  // What loops have repeated is a part of the entries now, and what none repeats any more is of no use.
  for (func::FuncOp function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (function.isPrivate() && !function.isExternal() &&
        (llvm::any_of(function.getArgumentTypes(), isTensor) || llvm::any_of(function.getResultTypes(), isTensor)))
      function.erase();
  return success();
}
