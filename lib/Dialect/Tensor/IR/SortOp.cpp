// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sort: builder, inference, verifier.

#include "Assembly.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace emmy::tensor;

void SortOp::build(OpBuilder &builder, OperationState &state, ValueRange inputs, int64_t dim, bool descending) {
  state.addOperands(inputs);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.dim = builder.getI64IntegerAttr(dim);
  if (descending)
    properties.descending = builder.getUnitAttr();
  state.addTypes(inputs.getTypes());
}

LogicalResult SortOp::inferReturnTypes(MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
                                       OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  llvm::append_range(types, operands.getTypes());
  return success();
}

LogicalResult SortOp::verify() {
  if (getInputs().empty())
    return emitOpError("expected at least one operand, the keys, but got none");
  auto keys = cast<RankedTensorType>(getInputs().front().getType());
  if (failed(verifyDims([&] { return emitOpError(); }, getDimAttr().getInt(), keys.getRank())))
    return failure();
  for (auto [number, input] : llvm::enumerate(getInputs()))
    if (!haveSameShape(cast<RankedTensorType>(input.getType()), keys))
      return emitOpError("expected operands of the shape of ")
             << keys << ", but got " << input.getType() << " for operand #" << number;
  return success();
}
