// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates the entry of a module of the kernel level.

#include "HostLaunches.h"

#include "Emmy/Dialect/Base/IR/Base.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::report;

namespace {
class HostEvaluator {
public:
  void addArguments(ModuleOp module, func::FuncOp entry, const SymbolValues &symbols);
  LogicalResult evaluate(Operation *op);

  HostProgram program;

private:
  Interval get(Value value) const {
    auto found = values.find(value);
    return found == values.end() ? Interval::getAll(value.getType()) : found->second;
  }
  FailureOr<int64_t> getKnown(Value value, Operation *op) const;
  FailureOr<int64_t> getBytes(MemRefType type, ValueRange sizes, Operation *op) const;
  LogicalResult addLaunch(kernel::LaunchOp op);

  llvm::DenseMap<Value, Interval> values;
  unsigned depth = 0; ///< of loops
};
} // namespace

/// The index arguments are the symbols, in the order of the module.
void HostEvaluator::addArguments(ModuleOp module, func::FuncOp entry, const SymbolValues &symbols) {
  auto arguments = llvm::make_filter_range(entry.getArguments(), [](Value value) { return value.getType().isIndex(); });
  for (auto [argument, symbol] : llvm::zip(arguments, module.getOps<SymbolOp>())) {
    auto value = symbols.find(symbol.getSym());
    assert(value != symbols.end() && "every symbol has a value");
    values[argument] = Interval::getPoint(value->second);
  }
}

FailureOr<int64_t> HostEvaluator::getKnown(Value value, Operation *op) const {
  Interval range = get(value);
  if (!range.isPoint())
    return op->emitOpError("expected sizes that are computed from the symbols by arith, but got ") << value;
  return range.low;
}

FailureOr<int64_t> HostEvaluator::getBytes(MemRefType type, ValueRange sizes, Operation *op) const {
  int64_t bytes = kernel::getElementBytes(type.getElementType());
  for (int64_t size : type.getShape())
    bytes *= ShapedType::isDynamic(size) ? 1 : size;
  for (Value value : sizes) {
    FailureOr<int64_t> size = getKnown(value, op);
    if (failed(size))
      return failure();
    bytes *= *size;
  }
  return bytes;
}

LogicalResult HostEvaluator::addLaunch(kernel::LaunchOp op) {
  Launch launch;
  launch.isRepeated = depth > 0;
  launch.kernel = SymbolTable::lookupNearestSymbolFrom<kernel::FuncOp>(op, op.getKernelAttr());
  for (auto [dim, value] : llvm::enumerate(op.getGrid())) {
    FailureOr<int64_t> size = getKnown(value, op);
    if (failed(size))
      return failure();
    launch.grid[dim] = *size;
  }
  for (Value argument : op.getArguments())
    launch.arguments.push_back(get(argument));
  program.launches.push_back(std::move(launch));
  return success();
}

LogicalResult HostEvaluator::evaluate(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](kernel::LaunchOp launch) { return addLaunch(launch); })
      .Case([&](kernel::AllocOp alloc) -> LogicalResult {
        FailureOr<int64_t> bytes = getBytes(cast<MemRefType>(alloc.getMemref().getType()), alloc.getSizes(), op);
        if (failed(bytes))
          return failure();
        program.workspaceBytes += llvm::alignTo(*bytes, kernel::kWorkspaceAlignment);
        return success();
      })
      .Case([&](kernel::CopyOp copy) -> LogicalResult {
        FailureOr<int64_t> bytes = getBytes(cast<MemRefType>(copy.getSource().getType()), copy.getSizes(), op);
        if (failed(bytes))
          return failure();
        program.bytesCopied += *bytes;
        return success();
      })
      .Case([&](scf::WhileOp loop) -> LogicalResult {
        // How often it runs depends on data.
        ++depth;
        for (Block *block : {loop.getBeforeBody(), loop.getAfterBody()})
          for (Operation &inner : *block)
            if (failed(evaluate(&inner)))
              return failure();
        --depth;
        return success();
      })
      .Default([&](Operation *other) -> LogicalResult {
        if (isEvaluated(other)) {
          SmallVector<Interval> operands =
              llvm::map_to_vector(other->getOperands(), [&](Value value) { return get(value); });
          values[other->getResult(0)] = report::evaluate(other, operands);
          return success();
        }
        if (other->getNumRegions())
          return other->emitOpError("expected straight-line code in the host program, but got this");
        return success();
      });
}

FailureOr<HostProgram> emmy::report::evaluateHostProgram(func::FuncOp entry, const SymbolValues &symbols) {
  HostEvaluator evaluator;
  evaluator.addArguments(entry->getParentOfType<ModuleOp>(), entry, symbols);
  for (Operation &op : entry.getBody().front())
    if (failed(evaluator.evaluate(&op)))
      return failure();
  return std::move(evaluator.program);
}
