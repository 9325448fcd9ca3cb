// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-convert-tile-to-kernel. In: an entry over tensors whose kernels are emmy_tile.kernel in scheduled form. Out: the
// entry over buffers with launches, and one emmy_kernel.module with a function for every different kernel. Fails,
// before anything is changed, listing every kernel that is not scheduled; and where a binding has no lowering.

#include "Emmy/Conversion/TileToKernel/Passes.h"

#include "KernelLowering.h"

#include "Emmy/Conversion/HostProgram/HostProgram.h"
#include "Emmy/Support/Equivalence.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringSet.h"

namespace emmy {
#define GEN_PASS_DEF_CONVERTTILETOKERNELPASS
#include "Emmy/Conversion/TileToKernel/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;
using namespace emmy::tilekernel;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The number of elements of a buffer; dynamic where it is not known.
static MemRefType getFlatType(MemRefType type) {
  int64_t size = type.hasStaticShape() ? type.getNumElements() : ShapedType::kDynamic;
  return kernel::getBufferType(size, type.getElementType(), gpu::AddressSpace::Global);
}

/// An empty function with the arguments of the tile kernel.
static kernel::FuncOp createFunction(OpBuilder &builder, tile::KernelOp source, StringRef name) {
  auto interface = cast<KernelOpInterface>(*source);
  SmallVector<Type> types;
  for (Type type : interface.getBodyBlock()->getArgumentTypes())
    types.push_back(isa<MemRefType>(type) ? Type(getFlatType(cast<MemRefType>(type))) : type);
  auto function = kernel::FuncOp::create(builder, source.getLoc(), name, builder.getFunctionType(types, {}),
                                         {static_cast<int32_t>(*source.getThreads()), 1, 1});
  // Names: those of the operands, the symbols, and the results.
  auto rename = [&](BlockArgument argument, StringRef hint) {
    if (!hint.empty())
      function.getArgument(argument.getArgNumber()).setLoc(getRoleLocation(source.getLoc(), hint));
  };
  for (auto [index, result] : llvm::enumerate(source.getResults()))
    rename(interface.getResultArgument(index), nest::getResultName(interface, index));
  for (auto [index, input] : llvm::enumerate(source.getInputs()))
    rename(interface.getInputArgument(index), getNameHint(input.getLoc()));
  for (auto [index, scalar] : llvm::enumerate(source.getScalars()))
    rename(interface.getScalarArgument(index), getNameHint(scalar.getLoc()));
  for (auto [index, size] : llvm::enumerate(source.getSizeNames()))
    rename(interface.getSizeArgument(index), cast<StringAttr>(size).getValue());
  return function;
}

/// Whether two kernels are the same but for names and locations.
static bool isSame(kernel::FuncOp lhs, kernel::FuncOp rhs) {
  return lhs.getFunctionType() == rhs.getFunctionType() && lhs.getBlock() == rhs.getBlock() &&
         OperationEquivalence::isRegionEquivalentTo(&lhs.getBody(), &rhs.getBody(),
                                                    OperationEquivalence::Flags::IgnoreLocations);
}

/// The attribute that numbers kernels by the first one that says the same. The bodies of loops are copied with it.
static constexpr llvm::StringLiteral firstEqual = "first_equal";

namespace {
/// What became of a kernel: its function, and the arguments that the code does not use.
struct Converted {
  kernel::FuncOp function;
  llvm::BitVector unused;
};

struct ConvertTileToKernelPass : public emmy::impl::ConvertTileToKernelPassBase<ConvertTileToKernelPass> {
  void runOnOperation() override;

private:
  LogicalResult check();
  void convert(OpBuilder &builder, tile::KernelOp source, ValueRange arguments);
  Converted lower(tile::KernelOp source);
  void convertMemory(func::FuncOp entry);

  kernel::ModuleOp kernels;
  /// What stands in it: by name, and by hash.
  llvm::StringSet<> names;
  llvm::DenseMap<size_t, SmallVector<kernel::FuncOp, 1>> functions;
  /// By number of the first of the kernels that say the same, what became of them.
  llvm::DenseMap<int64_t, Converted> converted;
};
} // namespace

LogicalResult ConvertTileToKernelPass::check() {
  ModuleOp module = getOperation();
  if (failed(checkKernelLevel(module, tile::KernelOp::getOperationName(), "; run --emmy-convert-loop-to-tile")))
    return failure();
  bool isLegal = true;
  module.walk([&](tile::KernelOp kernel) {
    if (kernel.getThreads()) {
      isLegal &= succeeded(KernelLowering::check(kernel));
      return;
    }
    kernel.emitOpError("expected a kernel in scheduled form, but got one without threads; run "
                       "--emmy-tile-choose-schedule and --emmy-tile-apply-schedule");
    isLegal = false;
  });
  return success(isLegal);
}

/// Computes a value of the kernel's body on the host, from the arguments.
static Value cloneToHost(OpBuilder &builder, Value value, IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    cloneToHost(builder, operand, mapping);
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

/// The grid of a launch: the extents of the block loop, computed from the kernel's operands on the host, multiplied.
static Value createGrid(OpBuilder &builder, tile::KernelOp source, ValueRange arguments) {
  Location loc = getRoleLocation(source.getLoc(), role::size);
  IRMapping mapping;
  mapping.map(source.getRegion().getArguments(), arguments);
  int64_t constant = 1;
  Value grid;
  for (OpFoldResult extent : KernelLowering::getGridExtents(source)) {
    if (std::optional<int64_t> size = getConstantIntValue(extent)) {
      constant *= *size;
      continue;
    }
    Value size = cloneToHost(builder, cast<Value>(extent), mapping);
    grid = grid ? arith::MulIOp::create(builder, loc, grid, size).getResult() : size;
  }
  if (grid && constant == 1)
    return grid;
  Value factor = arith::ConstantIndexOp::create(builder, builder.getUnknownLoc(), constant);
  return grid ? arith::MulIOp::create(builder, loc, grid, factor).getResult() : factor;
}

/// The function of a kernel. It is that of another one where they turn out to be the same.
Converted ConvertTileToKernelPass::lower(tile::KernelOp source) {
  // A name that no kernel has yet.
  std::string base = getKernelName(source), name = base;
  for (unsigned number = 1; names.contains(name); ++number)
    name = base + "_" + std::to_string(number);
  OpBuilder moduleBuilder = OpBuilder::atBlockEnd(&kernels.getBody().front());
  kernel::FuncOp function = createFunction(moduleBuilder, source, name);
  KernelLowering(source, function).run();

  // What the code does not use is no argument.
  llvm::BitVector unused(function.getNumArguments());
  for (BlockArgument argument : function.getArguments())
    if (argument.use_empty())
      unused.set(argument.getArgNumber());
  [[maybe_unused]] LogicalResult erased = function.eraseArguments(unused);
  assert(succeeded(erased) && "a function type of fewer inputs is a function type");
  SmallVector<kernel::FuncOp, 1> &others =
      functions[llvm::hash_combine(function.getFunctionType(), hashRegion(function.getBody()))];
  if (auto *other = llvm::find_if(others, [&](kernel::FuncOp other) { return isSame(other, function); });
      other != others.end()) {
    function.erase();
    ++numShared;
    return {*other, unused};
  }
  others.push_back(function);
  names.insert(name);
  return {function, unused};
}

void ConvertTileToKernelPass::convert(OpBuilder &builder, tile::KernelOp source, ValueRange arguments) {
  Location loc = source.getLoc();
  ++numKernels;
  auto [known, isNew] = converted.try_emplace(source->getAttrOfType<IntegerAttr>(firstEqual).getInt());
  if (isNew)
    known->second = lower(source);
  else
    ++numShared;
  auto &[function, unused] = known->second;
  SmallVector<Value> operands;
  for (auto [number, value] : llvm::enumerate(arguments)) {
    if (unused.test(number))
      continue;
    if (value.getType().isIndex())
      value =
          arith::IndexCastOp::create(builder, value.getLoc(), function.getArgument(operands.size()).getType(), value);
    operands.push_back(value);
  }
  auto callee = SymbolRefAttr::get(kernels.getSymNameAttr(), {FlatSymbolRefAttr::get(function.getSymNameAttr())});
  kernel::LaunchOp::create(builder, loc, callee, createGrid(builder, source, arguments), operands);
}

//===----------------------------------------------------------------------===//
// The host
//===----------------------------------------------------------------------===//

/// What stands for a buffer before a loop: those that change places in it have the same shape.
static Value getFirst(Value buffer) {
  while (true) {
    scf::WhileOp loop;
    if (auto argument = dyn_cast<BlockArgument>(buffer))
      loop = dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp());
    else
      loop = buffer.getDefiningOp<scf::WhileOp>();
    if (!loop)
      return buffer;
    unsigned number = isa<BlockArgument>(buffer) ? cast<BlockArgument>(buffer).getArgNumber()
                                                 : cast<OpResult>(buffer).getResultNumber();
    buffer = loop.getInits()[number];
  }
}

/// The dynamic extents of a buffer of the entry: the sizes it was allocated with, or what its attribute says.
static SmallVector<Value> getDynamicSizes(OpBuilder &builder, func::FuncOp entry, Value buffer) {
  buffer = getFirst(buffer);
  if (auto alloc = buffer.getDefiningOp<kernel::AllocOp>())
    return alloc.getSizes();
  SmallVector<Value> sizes;
  auto argument = dyn_cast<BlockArgument>(buffer);
  auto dims = argument ? entry.getArgAttrOfType<DimsAttr>(argument.getArgNumber(), "emmy.dims") : DimsAttr();
  if (!dims)
    return sizes;
  auto lookup = [&](StringRef name) -> Value {
    for (BlockArgument size : entry.getArguments())
      if (auto symbol = entry.getArgAttrOfType<StringAttr>(size.getArgNumber(), "emmy.symbol");
          symbol && symbol == name)
        return size;
    llvm_unreachable("the entry takes every symbol of the module");
  };
  auto type = cast<MemRefType>(buffer.getType());
  for (auto [size, extent] : llvm::zip_equal(type.getShape(), dims.getExtents()))
    if (ShapedType::isDynamic(size))
      sizes.push_back(extent.materialize(builder, buffer.getLoc(), lookup));
  return sizes;
}

/// Allocations and copies of the host program as those of the kernel level; memory lives until the entry has run.
void ConvertTileToKernelPass::convertMemory(func::FuncOp entry) {
  entry.walk([&](Operation *op) {
    OpBuilder builder(op);
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      Value memory = kernel::AllocOp::create(builder, op->getLoc(), alloc.getType(), alloc.getDynamicSizes());
      alloc.replaceAllUsesWith(memory);
      op->erase();
    } else if (isa<memref::DeallocOp>(op)) {
      op->erase();
    } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
      // Whether a loop goes on.
      load.replaceAllUsesWith(
          kernel::ReadOp::create(builder, op->getLoc(), load.getType(), load.getMemRef()).getResult());
      op->erase();
    } else if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      SmallVector<Value> sizes = getDynamicSizes(builder, entry, copy.getSource());
      kernel::CopyOp::create(builder, op->getLoc(), copy.getSource(), copy.getTarget(), sizes);
      op->erase();
    }
  });
}

void ConvertTileToKernelPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (failed(check()))
    return signalPassFailure();
  func::FuncOp entry = expectEntry(module);
  if (!entry)
    return signalPassFailure();
  names.clear();
  functions.clear();
  converted.clear();
  OpBuilder builder(entry);
  SmallVector<Operation *> sources;
  module.walk([&](tile::KernelOp kernel) { sources.push_back(kernel); });
  for (auto [source, first] : llvm::zip_equal(sources, findFirstEquals(sources)))
    source->setAttr(firstEqual, builder.getI64IntegerAttr(first));
  kernels =
      kernel::ModuleOp::create(builder, module.getLoc(), "kernels", module->getAttrOfType<StringAttr>("emmy.target"));
  LogicalResult result =
      convertHostProgram(module, [&](OpBuilder &host, KernelOpInterface kernel, ValueRange arguments) {
        convert(host, cast<tile::KernelOp>(*kernel), arguments);
      });
  if (failed(result))
    return signalPassFailure();
  for (func::FuncOp function : getEntries(module))
    convertMemory(function);
}
