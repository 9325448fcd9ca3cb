// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of the tensor level are never stored.

#include "Emmy/Dialect/Tensor/IR/VirtualValues.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace emmy::tensor {

/// Whether the extent is positive when its symbols are large.
static bool isPositiveForLargeSizes(ExtentAttr extent) {
  if (extent.getMonomials().empty())
    return false;
  // Monomials come by degree descending.
  size_t degree = extent.getMonomials().front().size();
  for (auto [coefficient, monomial] : llvm::zip_equal(extent.getCoefficients(), extent.getMonomials())) {
    if (monomial.size() != degree)
      break;
    if (coefficient < 0)
      return false;
  }
  return true;
}

static ExtentAttr getNumPositions(RankedTensorType type) {
  return emmy::getNumElements(type.getContext(), *emmy::getExtents(type));
}

bool VirtualValues::hasMorePositionsThanInputs(ElementwiseOp op) {
  // Stored values that are read through virtual ones, each counted once.
  llvm::SetVector<Value> seen(op.getInputs().begin(), op.getInputs().end());
  ExtentAttr numRead = ExtentAttr::getConstant(op.getContext(), 0);
  for (size_t next = 0; next < seen.size(); ++next) {
    Value value = seen[next];
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      continue;
    if (isVirtual(value))
      seen.insert(value.getDefiningOp()->operand_begin(), value.getDefiningOp()->operand_end());
    else
      numRead = numRead + getNumPositions(type);
  }
  return isPositiveForLargeSizes(getNumPositions(op.getType()) - numRead);
}

bool VirtualValues::isVirtual(Operation *op) {
  if (auto indexMap = dyn_cast<IndexMapOp>(op))
    return indexMap.getNumPieces() <= maxVirtualPieces;
  if (isa<IotaOp, ConstantOp>(op))
    return true;
  auto elementwise = dyn_cast<ElementwiseOp>(op);
  if (!elementwise)
    return false;
  if (auto known = answers.find(op); known != answers.end())
    return known->second;
  bool answer = hasMorePositionsThanInputs(elementwise);
  answers[op] = answer;
  return answer;
}

bool isVirtual(Operation *op) { return VirtualValues().isVirtual(op); }

} // namespace emmy::tensor
