// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-test-build-index-maps: replaces unregistered ops `test.reshape`, `test.broadcast`, `test.transpose`,
// `test.slice`, `test.pad` and `test.concat` by the index maps that the builders make. Extents in their attributes are
// `#emmy.extent`s.

#include "TestPasses.h"

#include "Emmy/Dialect/Tensor/IR/IndexMaps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {

SmallVector<int64_t> getIntegers(Operation *op, StringRef name) {
  auto attribute = op->getAttrOfType<DenseI64ArrayAttr>(name);
  return attribute ? SmallVector<int64_t>(attribute.asArrayRef()) : SmallVector<int64_t>();
}

SmallVector<emmy::ExtentAttr> getExtents(Operation *op, StringRef name) {
  SmallVector<emmy::ExtentAttr> extents;
  for (Attribute extent : op->getAttrOfType<ArrayAttr>(name))
    extents.push_back(cast<emmy::ExtentAttr>(extent));
  return extents;
}

/// The builder's value for one op; null for other ops.
Value build(OpBuilder &builder, Operation *op) {
  using namespace emmy::tensor;
  Location loc = op->getLoc();
  StringRef name = op->getName().getStringRef();
  if (!name.consume_front("test."))
    return {};
  Value source = op->getOperand(0);
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  if (name == "reshape")
    return buildReshape(builder, loc, source, result);
  if (name == "broadcast" && op->hasAttr("dims"))
    return buildBroadcast(builder, loc, source, result, getIntegers(op, "dims"));
  if (name == "broadcast")
    return buildBroadcast(builder, loc, source, result);
  if (name == "transpose")
    return buildTranspose(builder, loc, source, getIntegers(op, "permutation"));
  if (name == "slice")
    return buildSlice(builder, loc, source, result, getExtents(op, "starts"), getIntegers(op, "steps"));
  if (name == "pad")
    return buildPad(builder, loc, source, op->getOperand(1), getExtents(op, "low"), getExtents(op, "high"),
                    getIntegers(op, "interior"));
  if (name == "concat")
    return buildConcat(builder, loc, op->getOperands(), getIntegers(op, "dim").front());
  return {};
}

struct TestBuildIndexMapsPass : public PassWrapper<TestBuildIndexMapsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestBuildIndexMapsPass)

  StringRef getArgument() const final { return "emmy-test-build-index-maps"; }
  StringRef getDescription() const final { return "Replace test.reshape and its like by what the builders make"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<emmy::tensor::TensorDialect>();
  }

  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      OpBuilder builder(op);
      Value value = build(builder, op);
      if (!value)
        return;
      if (value.getType() != op->getResult(0).getType())
        op->emitError("expected a value of type ") << op->getResult(0).getType() << ", but got " << value.getType();
      op->getResult(0).replaceAllUsesWith(value);
      op->erase();
    });
  }
};

} // namespace

void emmy::test::registerTestBuildIndexMapsPass() { PassRegistration<TestBuildIndexMapsPass>(); }
