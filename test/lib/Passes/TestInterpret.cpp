// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-test-interpret: runs every function without arguments in the interpreter and prints its results, one a line:
// `@name #number: sizes [elements]`.

#include "TestPasses.h"

#include "Emmy/Interpreter/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {
struct TestInterpretPass : public PassWrapper<TestInterpretPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestInterpretPass)
  TestInterpretPass() = default;
  TestInterpretPass(const TestInterpretPass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "emmy-test-interpret"; }
  StringRef getDescription() const final { return "Run functions without arguments and print their results"; }
  ListOption<std::string> sizes{*this, "sizes", llvm::cl::desc("Values of symbols: seq=3,batch=2")};

  void runOnOperation() override {
    llvm::StringMap<int64_t> values;
    for (const std::string &binding : sizes) {
      auto [name, text] = StringRef(binding).split('=');
      int64_t value;
      if (text.getAsInteger(10, value)) {
        getOperation().emitError("expected sizes as name=number, but got ") << binding;
        return signalPassFailure();
      }
      values[name] = value;
    }
    bool anyFailed = false;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal() || function.getNumArguments() > 0)
        continue;
      FailureOr<SmallVector<emmy::HostTensor>> results = emmy::interpret(function, {}, values);
      if (failed(results)) {
        anyFailed = true;
        continue;
      }
      for (auto [index, result] : llvm::enumerate(*results)) {
        llvm::outs() << '@' << function.getName() << " #" << index << ": ";
        llvm::interleave(result.shape, llvm::outs(), "x");
        llvm::outs() << (result.shape.empty() ? "" : "x") << result.elementType << ' ' << result.str() << '\n';
      }
    }
    if (anyFailed)
      signalPassFailure();
  }
};
} // namespace

void emmy::test::registerTestInterpretPass() { PassRegistration<TestInterpretPass>(); }
