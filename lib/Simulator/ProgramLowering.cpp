// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of a program one after the other, and what the runtime has to know of each.

#include "ProgramLowering.h"
#include "FunctionLowering.h"
#include "HostLowering.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace emmy::simulator;
namespace kernel = emmy::kernel;

void emmy::simulator::eraseDeadOperations(ModuleOp module) {
  module.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

/// Adds what `value` is computed from by integer operations.
static void addIndexArithmetic(Value value, DenseSet<Operation *> &arithmetic) {
  Operation *op = value.getDefiningOp();
  if (!op || !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ShLIOp, arith::ExtSIOp, arith::IndexCastOp>(op) ||
      !arithmetic.insert(op).second)
    return;
  for (Value operand : op->getOperands())
    addIndexArithmetic(operand, arithmetic);
}

/// Arithmetic of indices, and arithmetic that promises not to wrap.
static void findIndexArithmetic(ModuleOp module, DenseSet<Operation *> &arithmetic) {
  module.walk([&](Operation *op) {
    if (auto load = dyn_cast<kernel::LoadOp>(op))
      addIndexArithmetic(load.getIndex(), arithmetic);
    else if (auto store = dyn_cast<kernel::StoreOp>(op))
      addIndexArithmetic(store.getIndex(), arithmetic);
    else if (auto atomic = dyn_cast<kernel::AtomicOp>(op))
      addIndexArithmetic(atomic.getIndex(), arithmetic);
    else if (auto matrix = dyn_cast<kernel::LdmatrixOp>(op))
      addIndexArithmetic(matrix.getIndex(), arithmetic);
    else if (auto copy = dyn_cast<kernel::AsyncCopyOp>(op))
      for (Value index : {copy.getSourceIndex(), copy.getTargetIndex()})
        addIndexArithmetic(index, arithmetic);
    else if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op); flags && flags.hasNoSignedWrap())
      arithmetic.insert(op);
  });
  // Conversions were only on the way.
  SmallVector<Operation *> all(arithmetic.begin(), arithmetic.end());
  for (Operation *op : all)
    if (op->getNumOperands() != 2)
      arithmetic.erase(op);
}

/// The name of a value as its location tells; `#number` where it has none.
static std::string getName(Location loc, StringRef prefix, unsigned number) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName().str();
  return (prefix + Twine(number)).str();
}

static KernelInfo describe(kernel::FuncOp source, unsigned number) {
  KernelInfo result;
  result.name = source.getSymName().str();
  result.symbol = "emmy_simulator_kernel_" + std::to_string(number);
  result.operation = source;
  llvm::copy(source.getBlock(), result.block);
  for (BlockArgument argument : source.getArguments()) {
    KernelInfo::Argument &info = result.arguments.emplace_back();
    info.name = getName(argument.getLoc(), "arg", argument.getArgNumber());
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type)
      continue;
    info.elementBytes = kernel::getElementBytes(type.getElementType());
    for (Operation *user : argument.getUsers()) {
      info.isRead |= isa<kernel::LoadOp, kernel::AtomicOp, kernel::AsyncCopyOp>(user);
      info.isWritten |= isa<kernel::StoreOp, kernel::AtomicOp>(user);
    }
  }
  return result;
}

OwningOpRef<ModuleOp> emmy::simulator::lowerProgram(ModuleOp module, bool checked, ProgramInfo &info) {
  module->getContext()
      ->loadDialect<arith::ArithDialect, func::FuncDialect, LLVM::LLVMDialect, memref::MemRefDialect, scf::SCFDialect,
                    vector::VectorDialect>();
  IRMapping mapping;
  OwningOpRef<ModuleOp> lowered = cast<ModuleOp>(module->clone(mapping));
  LoweringContext context(*lowered, info, checked);
  findIndexArithmetic(module, context.indexArithmetic);
  DenseMap<Operation *, unsigned> numbers;
  SmallVector<kernel::FuncOp> kernels;
  module.walk([&](kernel::FuncOp source) { kernels.push_back(source); });
  for (kernel::FuncOp source : kernels) {
    numbers[source] = info.kernels.size();
    info.kernels.push_back(describe(source, info.kernels.size()));
  }
  for (auto [source, kernel] : llvm::zip_equal(kernels, info.kernels))
    if (failed(FunctionLowering(context, &kernel).lowerKernel(source)))
      return {};
  if (failed(lowerHost(module, *lowered, mapping, numbers, info)))
    return {};
  for (auto kernels : llvm::make_early_inc_range(lowered->getOps<kernel::ModuleOp>()))
    kernels.erase();
  return lowered;
}
