// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-test-interpret: runs every function in the interpreter and prints its results, one a line:
// `@name #number: sizes [elements]`. Functions with arguments are given zeros of the types that the option `inputs`
// lists, and are left out without it.

#include "TestPasses.h"

#include "Emmy/Dialect/Tensor/IR/Tensor.h"
#include "Emmy/Interpreter/Interpreter.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {
struct TestInterpretPass : public PassWrapper<TestInterpretPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestInterpretPass)
  TestInterpretPass() = default;
  TestInterpretPass(const TestInterpretPass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "emmy-test-interpret"; }
  StringRef getDescription() const final { return "Run functions and print their results"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<emmy::tensor::TensorDialect>();
  }
  ListOption<std::string> sizes{*this, "sizes", llvm::cl::desc("Values of symbols: seq=3,batch=2")};
  ListOption<std::string> inputs{*this, "inputs", llvm::cl::desc("Shapes and element types of zeros: 4x8xf32,f16")};

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
    SmallVector<emmy::HostTensor> zeros;
    for (const std::string &input : inputs) {
      auto type = dyn_cast_or_null<RankedTensorType>(parseType("tensor<" + input + ">", &getContext()));
      if (!type || !type.hasStaticShape()) {
        getOperation().emitError("expected inputs as a shape and an element type, but got ") << input;
        return signalPassFailure();
      }
      zeros.push_back(emmy::HostTensor::create(type.getShape(), type.getElementType()));
    }
    bool anyFailed = false;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal() || (function.getNumArguments() > 0 && zeros.empty()))
        continue;
      FailureOr<SmallVector<emmy::HostTensor>> results = emmy::interpret(function, zeros, values);
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
