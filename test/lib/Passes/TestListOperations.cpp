// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-test-list-operations: prints the name of every operation that our dialects register, instead of the module, so
// that tests can ask of each of them what they ask of one.

#include "TestPasses.h"

#include "Emmy/InitAll.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {
struct TestListOperationsPass : public PassWrapper<TestListOperationsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestListOperationsPass)

  StringRef getArgument() const final { return "emmy-test-list-operations"; }
  StringRef getDescription() const final { return "Print the names of our operations"; }
  /// A dialect that is not loaded has no operations yet.
  void getDependentDialects(DialectRegistry &registry) const override { emmy::registerEmmyDialects(registry); }

  void runOnOperation() override {
    for (RegisteredOperationName name : getContext().getRegisteredOperations())
      if (name.getDialectNamespace().starts_with("emmy"))
        llvm::outs() << name.getStringRef() << '\n';
  }
};
} // namespace

void emmy::test::registerTestListOperationsPass() { PassRegistration<TestListOperationsPass>(); }
