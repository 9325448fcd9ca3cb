// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host side: `emmy_workspace_bytes` adds up what the intermediate results need, `emmy_main` places them one after
// the other and launches the kernels in stream order. Sizes are checked against what the program declares, since
// kernels rely on it.

#include "HostPrinter.h"

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Support/Entry.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy::cuda;
using emmy::packedEntryName;
using emmy::packedPreparationName;
using emmy::SymbolOp;
namespace kernel = emmy::kernel;

namespace {
/// Prints one of the two functions.
class HostPrinter : public FunctionPrinter {
public:
  HostPrinter(func::FuncOp entry, Prelude &prelude, raw_indented_ostream &os, const NameTable &fileNames, bool isMain)
      : FunctionPrinter(prelude, os), entry(entry), isMain(isMain) {
    names = fileNames;
    entry.walk([&](kernel::AllocOp op) {
      if (!isDead(op))
        last = op;
    });
    for (StringRef name : {"buffers", "sizes", "workspace", "stream", "status", "arguments", "bytes"})
      names.reserve(name);
  }
  LogicalResult print(bool isPreparation);

protected:
  LogicalResult printStatement(Operation *op) override;
  /// The workspace's size needs allocations only.
  bool isRoot(Operation *op) override {
    if (isa<kernel::AllocOp>(op))
      return !isMain || !op->use_empty();
    return isMain && FunctionPrinter::isRoot(op);
  }

private:
  LogicalResult printArguments();
  void printSizeChecks();
  LogicalResult printAlloc(kernel::AllocOp op);
  LogicalResult printLaunch(kernel::LaunchOp op);
  LogicalResult printCopy(kernel::CopyOp op);
  void printRead(kernel::ReadOp op);
  LogicalResult printWhile(scf::WhileOp op);
  /// The number of bytes of a memref with these dynamic sizes.
  Expression getBytes(MemRefType type, ValueRange sizes);

  func::FuncOp entry;
  bool isMain;
  /// The last buffer that is placed.
  kernel::AllocOp last;
  /// The end of the buffers placed so far, while it is known.
  int64_t constantBytes = 0;
  bool isConstant = true;
};
} // namespace

LogicalResult HostPrinter::printArguments() {
  unsigned numBuffers = 0, numSizes = 0;
  auto symbols = entry->getParentOfType<mlir::ModuleOp>().getOps<SymbolOp>();
  unsigned numSymbols = std::distance(symbols.begin(), symbols.end());
  for (BlockArgument argument : entry.getArguments()) {
    StringRef hint = getNameHint(argument.getLoc());
    if (auto name = entry.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "emmy.name"))
      hint = name.strref();
    if (argument.getType().isIndex()) {
      std::string name = nameValue(argument, hint.empty() ? "size" : hint);
      bool isChecked = isMain && numSizes < numSymbols;
      if (isChecked || llvm::any_of(argument.getUsers(), [&](Operation *user) { return !isDead(user); }))
        os << "const int64_t " << name << " = sizes[" << numSizes << "];\n";
      ++numSizes;
      continue;
    }
    auto memref = dyn_cast<MemRefType>(argument.getType());
    if (!memref)
      return entry.emitOpError("expected memref and index arguments, but got ") << argument.getType();
    std::string type = getTypeName(memref.getElementType());
    std::string name = nameValue(argument, hint);
    if (isMain && !argument.use_empty())
      os << type << " *" << name << " = static_cast<" << type << " *>(buffers[" << numBuffers << "]);\n";
    ++numBuffers;
  }
  return success();
}

void HostPrinter::printSizeChecks() {
  SmallVector<BlockArgument> sizes;
  for (BlockArgument argument : entry.getArguments())
    if (argument.getType().isIndex())
      sizes.push_back(argument);
  unsigned index = 0;
  for (SymbolOp symbol : entry->getParentOfType<mlir::ModuleOp>().getOps<SymbolOp>()) {
    if (index == sizes.size())
      break;
    std::string name = get(sizes[index++]).text;
    os << "if (" << name << " < " << symbol.getMin();
    if (symbol.getMax())
      os << " || " << name << " > " << *symbol.getMax();
    if (symbol.getMultiple() != 1)
      os << " || " << name << " % " << symbol.getMultiple() << " != 0";
    os << ")\n  return cudaErrorInvalidValue;\n";
  }
}

Expression HostPrinter::getBytes(MemRefType type, ValueRange sizes) {
  int64_t factor = kernel::getElementBytes(type.getElementType());
  for (int64_t size : type.getShape())
    factor *= ShapedType::isDynamic(size) ? 1 : size;
  Expression bytes = {std::to_string(factor)};
  for (Value size : sizes)
    bytes = makeBinary("*", Precedence::multiplicative, get(size), bytes);
  return bytes;
}

LogicalResult HostPrinter::printAlloc(kernel::AllocOp op) {
  if (!isa<func::FuncOp>(op->getParentOp()))
    return op.emitOpError("expected to stand directly in the body of the entry, but got '")
           << op->getParentOp()->getName() << "'";
  MemRefType type = cast<MemRefType>(op.getMemref().getType());
  if (isMain) {
    std::string element = getTypeName(type.getElementType());
    os << element << " *" << nameValue(op) << " = reinterpret_cast<" << element
       << " *>(static_cast<char *>(workspace) + " << (isConstant ? std::to_string(constantBytes) : "bytes") << ");\n";
  }
  // The end of the last buffer is nobody's start.
  if (isMain && op == last)
    return success();
  Expression bytes = getBytes(type, op.getSizes());
  int64_t alignment = kernel::kWorkspaceAlignment;
  if (isConstant && type.hasStaticShape()) {
    constantBytes += llvm::alignTo(type.getNumElements() * kernel::getElementBytes(type.getElementType()), alignment);
    return success();
  }
  if (isConstant)
    os << "int64_t bytes = " << constantBytes << ";\n";
  isConstant = false;
  os << "bytes += (" << bytes.in(Precedence::additive) << " + " << alignment - 1 << ") / " << alignment << " * "
     << alignment << ";\n";
  return success();
}

LogicalResult HostPrinter::printLaunch(kernel::LaunchOp op) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<kernel::FuncOp>(op, op.getKernelAttr());
  // The grid: constants are checked here, sizes when they are known.
  SmallVector<std::string> conditions, limits, grid;
  for (auto [dim, size] : llvm::enumerate(op.getGrid())) {
    int64_t limit = dim == 0 ? 2147483647 : 65535;
    Expression text = get(size);
    APInt constant;
    if (matchPattern(size, m_ConstantInt(&constant))) {
      if (!constant.isStrictlyPositive())
        return success();
      if (constant.sgt(limit))
        return op.emitOpError("expected a grid of at most ")
               << limit << " blocks in dim " << dim << ", but got " << constant.getSExtValue();
      grid.push_back(text.text);
      continue;
    }
    conditions.push_back(text.in(Precedence::additive) + " > 0");
    limits.push_back(text.in(Precedence::additive) + " > " + std::to_string(limit));
    grid.push_back("unsigned(" + text.text + ")");
  }
  if (!conditions.empty())
    os << "if (" << llvm::join(conditions, " && ") << ") ";
  os << "{\n";
  os.indent();
  if (!limits.empty())
    os << "if (" << llvm::join(limits, " || ") << ")\n  return cudaErrorInvalidConfiguration;\n";
  SmallVector<std::string> arguments;
  for (Value argument : op.getArguments()) {
    std::string text = get(argument).text;
    if (argument.getDefiningOp() && argument.getDefiningOp()->hasTrait<OpTrait::ConstantLike>()) {
      std::string name = names.create(getNameHint(argument.getLoc()), "i");
      os << "const " << getTypeName(argument.getType()) << " " << name << " = " << text << ";\n";
      text = name;
    }
    arguments.push_back("(void *)&" + text);
  }
  StringRef argumentArray = "nullptr";
  if (!arguments.empty()) {
    os << "void *arguments[] = {" << llvm::join(arguments, ", ") << "};\n";
    argumentArray = "arguments";
  }
  ArrayRef<int32_t> block = callee.getBlock();
  std::string blockText = std::to_string(block[0]);
  if (block[1] != 1 || block[2] != 1)
    blockText += ", " + std::to_string(block[1]);
  if (block[2] != 1)
    blockText += ", " + std::to_string(block[2]);
  int64_t dynamicBytes = kernel::hasDynamicShared(callee) ? kernel::getSharedBytes(callee) : 0;
  if (dynamicBytes)
    os << "if (cudaError_t status = cudaFuncSetAttribute(" << callee.getSymName()
       << ", cudaFuncAttributeMaxDynamicSharedMemorySize, " << dynamicBytes << "))\n  return status;\n";
  os << "if (cudaError_t status = cudaLaunchKernel(" << callee.getSymName() << ", dim3(" << llvm::join(grid, ", ")
     << "), dim3(" << blockText << "), " << argumentArray << ", " << dynamicBytes << ", stream))\n  return status;\n";
  os.unindent() << "}\n";
  return success();
}

LogicalResult HostPrinter::printCopy(kernel::CopyOp op) {
  Expression bytes = getBytes(cast<MemRefType>(op.getSource().getType()), op.getSizes());
  os << "if (cudaError_t status = cudaMemcpyAsync(" << get(op.getTarget()).text << ", " << get(op.getSource()).text
     << ", " << bytes.text << ", cudaMemcpyDeviceToDevice, stream))\n  return status;\n";
  return success();
}

/// What is read is a variable of the host, there when the stream has come so far.
void HostPrinter::printRead(kernel::ReadOp op) {
  std::string source = get(op.getSource()).text;
  std::string name = nameValue(op);
  os << declare(op.getType(), name) << ";\n";
  os << "if (cudaError_t status = cudaMemcpyAsync(&" << name << ", " << source << ", sizeof(" << name
     << "), cudaMemcpyDeviceToHost, stream))\n  return status;\n";
  os << "if (cudaError_t status = cudaStreamSynchronize(stream))\n  return status;\n";
}

/// An endless loop that is left in the middle.
LogicalResult HostPrinter::printWhile(scf::WhileOp op) {
  SmallVector<std::string> carried;
  for (auto [argument, init] : llvm::zip_equal(op.getBeforeArguments(), op.getInits())) {
    std::string first = get(init).text;
    carried.push_back(nameValue(argument));
    os << declare(argument.getType(), carried.back()) << " = " << first << ";\n";
  }
  os << "while (true) {\n";
  os.indent();
  if (failed(printBlock(*op.getBeforeBody())))
    return failure();
  scf::ConditionOp condition = op.getConditionOp();
  os << "if (!" << get(condition.getCondition()).in(Precedence::unary) << ")\n  break;\n";
  for (auto [value, argument, result] : llvm::zip_equal(condition.getArgs(), op.getAfterArguments(), op.getResults())) {
    if (Operation *inside = value.getDefiningOp(); inside && op->isProperAncestor(inside))
      return op.emitOpError("expected a loop that gives what it carries, but got ") << value;
    Expression text = get(value);
    expressions[argument] = text;
    expressions[result] = text;
  }
  if (failed(printBlock(*op.getAfterBody())))
    return failure();
  printYield(op.getYieldOp(), carried);
  os.unindent() << "}\n";
  return success();
}

LogicalResult HostPrinter::printStatement(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](kernel::AllocOp alloc) { return printAlloc(alloc); })
      .Case([&](kernel::LaunchOp launch) { return printLaunch(launch); })
      .Case([&](kernel::CopyOp copy) { return printCopy(copy); })
      .Case([&](kernel::ReadOp read) {
        printRead(read);
        return success();
      })
      .Case([&](scf::WhileOp loop) { return printWhile(loop); })
      .Default([&](Operation *other) { return FunctionPrinter::printStatement(other); });
}

LogicalResult HostPrinter::print(bool isPreparation) {
  if (isMain)
    os << "\nextern \"C\" cudaError_t " << (isPreparation ? packedPreparationName : packedEntryName)
       << "(void **buffers, const int64_t *sizes, void *workspace, cudaStream_t stream) {\n";
  else
    os << "\nextern \"C\" int64_t emmy_" << (isPreparation ? "prepare_" : "")
       << "workspace_bytes(const int64_t *sizes) {\n";
  os.indent();
  if (failed(printArguments()))
    return failure();
  if (isMain)
    printSizeChecks();
  if (failed(printBlock(entry.getBody().front())))
    return failure();
  if (isMain)
    os << "return cudaSuccess;\n";
  else
    os << "return " << (isConstant ? std::to_string(constantBytes) : "bytes") << ";\n";
  os.unindent() << "}\n";
  return success();
}

LogicalResult emmy::cuda::printHost(func::FuncOp entry, bool isPreparation, Prelude &prelude,
                                    const NameTable &fileNames, raw_indented_ostream &os) {
  if (!entry.getBody().hasOneBlock() || entry.getNumResults() != 0)
    return entry.emitOpError("expected one block and no results, but got ")
           << entry.getBody().getBlocks().size() << " and " << entry.getNumResults();
  if (failed(checkTypes(entry)))
    return failure();
  for (bool isMain : {false, true})
    if (failed(HostPrinter(entry, prelude, os, fileNames, isMain).print(isPreparation)))
      return failure();
  return success();
}
