// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In: an entry function of kernels over tensors. Out: the same program over buffers, its intermediate results allocated
// and freed. Fails, listing all of them, where an operation on tensors is no kernel.

#include "Emmy/Conversion/HostProgram/HostProgram.h"

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

namespace {
/// One conversion of one entry function.
class Converter {
public:
  Converter(ModuleOp module, func::FuncOp entry, LowerKernelFn lowerKernel)
      : module(module), entry(entry), lowerKernel(lowerKernel), builder(module.getContext()) {}

  LogicalResult run();

private:
  LogicalResult check();
  void addArguments();
  void assignOutputs();
  void lower(KernelOpInterface kernel);
  void lowerConstant(arith::ConstantOp constant);
  void lowerReturn(func::ReturnOp op);
  /// The input that a tied result takes over: a kernel's result that nothing else uses.
  bool canWriteInPlace(KernelOpInterface kernel, unsigned input);
  Value allocate(Location loc, RankedTensorType type);
  Value getSize(StringRef symbol) { return sizes.lookup(symbol); }

  ModuleOp module;
  func::FuncOp entry;
  LowerKernelFn lowerKernel;
  OpBuilder builder;
  llvm::DenseMap<StringRef, Value> sizes;
  llvm::DenseMap<Value, Value> buffers; ///< tensor to buffer
  llvm::DenseMap<Value, Value> outputs; ///< returned tensor to the output that it is computed in
  SmallVector<Value> outputArguments;
  SmallVector<Value> owned; ///< allocated here
};
} // namespace

/// Everything that can be wrong, before anything is changed.
LogicalResult Converter::check() {
  bool isLegal = true;
  auto expect = [&](bool holds, Operation *op, const Twine &expected) {
    if (!holds)
      op->emitError("expected ") << expected << " in the host program, but got " << op->getName();
    isLegal &= holds;
  };
  if (!entry.getBody().hasOneBlock()) {
    entry.emitError("expected an entry of one block, but got ") << entry.getBody().getBlocks().size();
    return failure();
  }
  llvm::DenseSet<StringRef> symbols;
  for (auto symbol : module.getOps<SymbolOp>())
    symbols.insert(symbol.getSym());
  for (Operation &op : entry.getBody().front()) {
    if (isa<KernelOpInterface>(op) || isa<func::ReturnOp>(op))
      continue;
    if (auto size = dyn_cast<SizeOp>(op)) {
      if (!symbols.contains(size.getSymbol())) {
        op.emitError("expected emmy.symbol @") << size.getSymbol() << " in the module, but got none";
        isLegal = false;
      }
      continue;
    }
    bool hasTensors = llvm::any_of(op.getOperandTypes(), isTensor) || llvm::any_of(op.getResultTypes(), isTensor);
    expect(!hasTensors || isa<arith::ConstantOp>(op), &op, "kernels and constants as the only operations on tensors");
    expect(op.getNumRegions() == 0 && !op.hasTrait<OpTrait::IsTerminator>(), &op, "straight-line code up to a return");
  }
  auto checkType = [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    SmallVector<StringAttr> named;
    FailureOr<SmallVector<ExtentAttr>> extents = failure();
    if (tensor)
      extents = getExtents(tensor);
    if (failed(extents)) {
      entry.emitError("expected tensors whose dynamic dims are named, but got ") << type;
      isLegal = false;
      return;
    }
    for (ExtentAttr extent : *extents)
      extent.collectSymbols(named);
    for (StringAttr name : named)
      if (!symbols.contains(name.getValue())) {
        entry.emitError("expected emmy.symbol @") << name.getValue() << " in the module, but got none";
        isLegal = false;
      }
  };
  llvm::for_each(entry.getArgumentTypes(), checkType);
  llvm::for_each(entry.getResultTypes(), checkType);
  return success(isLegal);
}

static RankedTensorType getTensorType(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Appends the output buffers and the symbols' values to the arguments, and maps tensor arguments to theirs.
void Converter::addArguments() {
  Block &block = entry.getBody().front();
  auto returned = cast<func::ReturnOp>(block.getTerminator());
  unsigned inputs = block.getNumArguments();
  for (unsigned i = 0; i < inputs; ++i) {
    BlockArgument tensor = block.getArgument(i);
    // The buffer stands behind the tensors until nothing uses those.
    buffers[tensor] = block.addArgument(getBufferType(getTensorType(tensor)), tensor.getLoc());
  }
  for (auto [i, value] : llvm::enumerate(returned.getOperands())) {
    auto name = entry.getResultAttrOfType<StringAttr>(i, "emmy.name");
    Location loc = name ? Location(NameLoc::get(name, value.getLoc())) : value.getLoc();
    outputArguments.push_back(block.addArgument(getBufferType(getTensorType(value)), loc));
  }
  for (auto symbol : module.getOps<SymbolOp>())
    sizes[symbol.getSym()] = block.addArgument(builder.getIndexType(),
                                               NameLoc::get(builder.getStringAttr(symbol.getSym()), symbol.getLoc()));
}

bool Converter::canWriteInPlace(KernelOpInterface kernel, unsigned input) {
  Value value = kernel.getInputs()[input];
  return value.hasOneUse() && isa_and_nonnull<KernelOpInterface>(value.getDefiningOp());
}

/// The first return of a kernel's result is computed in the output's buffer, and so is what it takes over in place.
void Converter::assignOutputs() {
  Block &block = entry.getBody().front();
  for (auto [value, output] : llvm::zip_equal(block.getTerminator()->getOperands(), outputArguments))
    if (isa_and_nonnull<KernelOpInterface>(value.getDefiningOp()))
      outputs.try_emplace(value, output);
  for (auto kernel : llvm::reverse(block.getOps<KernelOpInterface>()))
    for (auto [tie, result] : llvm::zip_equal(kernel.getTied(), kernel->getResults()))
      if (tie >= 0 && outputs.contains(result) && canWriteInPlace(kernel, tie))
        outputs.try_emplace(kernel.getInputs()[tie], outputs.lookup(result));
}

Value Converter::allocate(Location loc, RankedTensorType type) {
  SmallVector<Value> dynamic;
  FailureOr<SmallVector<ExtentAttr>> extents = getExtents(type);
  for (auto [size, extent] : llvm::zip_equal(type.getShape(), *extents))
    if (ShapedType::isDynamic(size))
      dynamic.push_back(extent.materialize(builder, loc, [&](StringRef name) { return getSize(name); }));
  Value buffer = memref::AllocOp::create(builder, loc, getBufferType(type), dynamic);
  owned.push_back(buffer);
  return buffer;
}

void Converter::lower(KernelOpInterface kernel) {
  Location loc = kernel.getLoc();
  SmallVector<Value> arguments;
  for (Value input : kernel.getInputs())
    arguments.push_back(buffers.lookup(input));
  auto getResultBuffer = [&](Value result) {
    Value output = outputs.lookup(result);
    return output ? output : allocate(loc, getTensorType(result));
  };
  SmallVector<Value> fresh;
  for (auto [tie, result] : llvm::zip_equal(kernel.getTied(), kernel->getResults())) {
    if (tie < 0) {
      fresh.push_back(buffers[result] = getResultBuffer(result));
      continue;
    }
    if (!canWriteInPlace(kernel, tie)) {
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
void Converter::lowerConstant(arith::ConstantOp constant) {
  MemRefType type = getBufferType(getTensorType(constant));
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

/// Copies into the outputs what was not computed there.
void Converter::lowerReturn(func::ReturnOp op) {
  for (auto [value, output] : llvm::zip_equal(op.getOperands(), outputArguments))
    if (buffers.lookup(value) != output)
      memref::CopyOp::create(builder, op.getLoc(), buffers.lookup(value), output);
  func::ReturnOp::create(builder, op.getLoc());
}

/// Frees every allocated buffer after the last operation that uses it.
static void insertDeallocations(OpBuilder &builder, Block &block, ArrayRef<Value> owned) {
  for (Value buffer : owned) {
    Operation *last = buffer.getDefiningOp();
    for (Operation *user : buffer.getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      if (ancestor && last->isBeforeInBlock(ancestor))
        last = ancestor;
    }
    builder.setInsertionPointAfter(last);
    memref::DeallocOp::create(builder, buffer.getLoc(), buffer);
  }
}

LogicalResult Converter::run() {
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

  addArguments();
  assignOutputs();
  SmallVector<Operation *> done;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    builder.setInsertionPoint(&op);
    if (auto kernel = dyn_cast<KernelOpInterface>(op)) {
      lower(kernel);
    } else if (auto size = dyn_cast<SizeOp>(op)) {
      size.replaceAllUsesWith(getSize(size.getSymbol()));
    } else if (auto constant = dyn_cast<arith::ConstantOp>(op); constant && isTensor(constant.getType())) {
      lowerConstant(constant);
    } else if (auto terminator = dyn_cast<func::ReturnOp>(op)) {
      lowerReturn(terminator);
    } else {
      continue;
    }
    done.push_back(&op);
  }
  for (Operation *op : llvm::reverse(done))
    op->erase();
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
  insertDeallocations(builder, block, owned);
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
    if (failed(Converter(module, function, lowerKernel).run()))
      return failure();
  return success();
}
