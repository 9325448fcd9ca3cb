// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernels and functions a program has for a device.

#include "Emmy/Dialect/Kernel/Utils/DeviceCode.h"

#include "Emmy/Dialect/Base/IR/Laws.h"

#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::kernel;

namespace {
class Collector {
public:
  LogicalResult add(FuncOp kernel) {
    code.kernels.push_back(kernel);
    return failure(failed(addCallees(kernel)) || failed(claimName(kernel, kernel.getSymName())));
  }
  DeviceCode take() { return std::move(code); }

private:
  LogicalResult addCallees(Operation *caller);
  LogicalResult claimName(Operation *op, StringRef name);

  DeviceCode code;
  /// Functions that were met; true where their callees are known.
  DenseMap<Operation *, bool> visited;
  llvm::StringMap<Operation *> names;
};
} // namespace

LogicalResult Collector::claimName(Operation *op, StringRef name) {
  auto [known, isFirst] = names.try_emplace(name, op);
  if (isFirst)
    return success();
  InFlightDiagnostic error =
      op->emitOpError("expected kernels and functions of different names in all modules, but got another @") << name;
  error.attachNote(known->second->getLoc()) << "the other one is here";
  return error;
}

LogicalResult Collector::addCallees(Operation *caller) {
  WalkResult result = caller->walk([&](Operation *op) {
    if (computesWithSmallFloats(op)) {
      op->emitOpError("expected 8-bit floats to be moved only; run emmy-expand-apply, which computes with them in f32");
      return WalkResult::interrupt();
    }
    auto call = dyn_cast<func::CallOp>(op);
    if (!call)
      return WalkResult::advance();
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    if (callee.isExternal()) {
      call.emitOpError("expected a body of ") << call.getCalleeAttr() << "; run emmy-expand-apply to get it";
      return WalkResult::interrupt();
    }
    auto [known, isFirst] = visited.try_emplace(callee, false);
    if (!isFirst) {
      if (known->second)
        return WalkResult::advance();
      call.emitOpError("expected functions that do not call themselves, but got a call of ")
          << call.getCalleeAttr() << " in it";
      return WalkResult::interrupt();
    }
    if (failed(addCallees(callee)))
      return WalkResult::interrupt();
    visited[callee] = true;
    Operation *same = names.lookup(callee.getSymName());
    if (same &&
        OperationEquivalence::isEquivalentTo(same, callee.getOperation(), OperationEquivalence::IgnoreLocations))
      return WalkResult::advance();
    code.functions.push_back(callee);
    return WalkResult(claimName(callee, callee.getSymName()));
  });
  return failure(result.wasInterrupted());
}

FailureOr<DeviceCode> emmy::kernel::collectDeviceCode(Operation *op) {
  Collector collector;
  WalkResult result = op->walk([&](FuncOp kernel) { return WalkResult(collector.add(kernel)); });
  if (result.wasInterrupted())
    return failure();
  return collector.take();
}
