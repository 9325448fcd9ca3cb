// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-test-virtual-values: marks every op of the tensor level with `test.virtual = true | false`.

#include "TestPasses.h"

#include "Emmy/Dialect/Tensor/IR/VirtualValues.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {
struct TestVirtualValuesPass : public PassWrapper<TestVirtualValuesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestVirtualValuesPass)

  StringRef getArgument() const final { return "emmy-test-virtual-values"; }
  StringRef getDescription() const final { return "Mark which values are never stored"; }

  void runOnOperation() override {
    emmy::tensor::VirtualValues values;
    getOperation().walk([&](Operation *op) {
      if (!isa_and_present<emmy::tensor::TensorDialect>(op->getDialect()))
        return;
      bool answer = values.isVirtual(op);
      if (answer != emmy::tensor::isVirtual(op))
        op->emitError("expected the same answer twice, but got ") << answer << " first";
      op->setAttr("test.virtual", BoolAttr::get(op->getContext(), answer));
    });
  }
};
} // namespace

void emmy::test::registerTestVirtualValuesPass() { PassRegistration<TestVirtualValuesPass>(); }
