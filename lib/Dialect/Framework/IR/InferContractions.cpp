// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Result types of products of matrices, and of attention.

#include "Checks.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

using Types = SmallVectorImpl<Type>;

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static LogicalResult checkEqual(ExtentAttr expected, ExtentAttr actual, StringRef what, EmitError emitError) {
  if (expected == actual)
    return success();
  return emitError() << "expected " << what << " to be equal, but got " << expected.str() << " and " << actual.str();
}

//===----------------------------------------------------------------------===//
// Products of matrices
//===----------------------------------------------------------------------===//

LogicalResult MatmulOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                         Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  Extents lhs = getShape(adaptor.getLhs()), rhs = getShape(adaptor.getRhs());
  if (failed(checkSameElementType(adaptor.getOperands(), emitError)) ||
      failed(checkRank(adaptor.getLhs(), 0, 1, anyRank, emitError)) ||
      failed(checkRank(adaptor.getRhs(), 1, 1, anyRank, emitError)))
    return failure();
  size_t contracted = rhs.size() == 1 ? 0 : rhs.size() - 2;
  if (failed(checkEqual(lhs.back(), rhs[contracted], "the contracted extents", emitError)))
    return failure();
  Extents lhsBatch(lhs.begin(), lhs.end() - std::min<size_t>(lhs.size(), 2));
  Extents rhsBatch(rhs.begin(), rhs.begin() + contracted);
  FailureOr<Extents> result = broadcast({lhsBatch, rhsBatch}, emitError);
  if (failed(result))
    return failure();
  if (lhs.size() > 1)
    result->push_back(lhs[lhs.size() - 2]);
  if (rhs.size() > 1)
    result->push_back(rhs.back());
  types.push_back(getTensorType(*result, getElementType(adaptor.getLhs())));
  return success();
}

/// The shape of a product of two matrices, or of two batches of matrices.
static FailureOr<Extents> inferProduct(Value lhs, Value rhs, size_t rank, unsigned firstIndex, EmitError emitError) {
  if (failed(checkRank(lhs, firstIndex, rank, rank, emitError)) ||
      failed(checkRank(rhs, firstIndex + 1, rank, rank, emitError)))
    return failure();
  Extents left = getShape(lhs), right = getShape(rhs);
  if (failed(checkEqual(left[rank - 1], right[rank - 2], "the contracted extents", emitError)) ||
      (rank == 3 && failed(checkEqual(left[0], right[0], "the batch extents", emitError))))
    return failure();
  left[rank - 1] = right[rank - 1];
  return left;
}

LogicalResult BmmOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                      Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  FailureOr<Extents> shape = inferProduct(adaptor.getLhs(), adaptor.getRhs(), 3, 0, emitError);
  if (failed(checkSameElementType(adaptor.getOperands(), emitError)) || failed(shape))
    return failure();
  types.push_back(getTensorType(*shape, getElementType(adaptor.getLhs())));
  return success();
}

static LogicalResult inferSumWithProduct(ValueRange operands, size_t rank, EmitError emitError, Types &types) {
  FailureOr<Extents> shape = inferProduct(operands[1], operands[2], rank, 1, emitError);
  if (failed(checkSameElementType(operands, emitError)) || failed(shape) ||
      failed(checkBroadcastsTo(getShape(operands[0]), *shape, "operand #0", emitError)))
    return failure();
  types.push_back(getTensorType(*shape, getElementType(operands[0])));
  return success();
}

LogicalResult AddmmOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                        Types &types) {
  return inferSumWithProduct(adaptor.getOperands(), 2, getEmitter(context, location, getOperationName()), types);
}

LogicalResult BaddbmmOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                          Types &types) {
  return inferSumWithProduct(adaptor.getOperands(), 3, getEmitter(context, location, getOperationName()), types);
}

LogicalResult LinearOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
                                         Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  if (failed(checkSameElementType(adaptor.getOperands(), emitError)) ||
      failed(checkRank(adaptor.getInput(), 0, 1, anyRank, emitError)) ||
      failed(checkRank(adaptor.getWeight(), 1, 1, 2, emitError)))
    return failure();
  Extents shape = getShape(adaptor.getInput()), weight = getShape(adaptor.getWeight());
  if (failed(checkEqual(shape.back(), weight.back(), "the last extents of input and weight", emitError)))
    return failure();
  shape.pop_back();
  if (weight.size() == 2)
    shape.push_back(weight[0]);
  if (adaptor.getBias()) {
    Extents expected;
    if (weight.size() == 2)
      expected.push_back(weight[0]);
    if (getShape(adaptor.getBias()) != expected)
      return emitError() << "expected a bias of type " << getTensorType(expected, getElementType(adaptor.getBias()))
                         << ", but got " << adaptor.getBias().getType();
  }
  types.push_back(getTensorType(shape, getElementType(adaptor.getInput())));
  return success();
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// Heads of key and value repeated to those of the query.
static LogicalResult repeatHeads(Extents &shape, ArrayRef<ExtentAttr> query, StringRef what, EmitError emitError) {
  if (shape.size() < 3)
    return emitError() << "expected a " << what << " of rank 3 at least with enable_gqa, but got rank " << shape.size();
  ExtentAttr &heads = shape[shape.size() - 3];
  ExtentAttr wanted = query[query.size() - 3];
  if (!heads.getConstantValue() || !divideExactly(wanted, heads))
    return emitError() << "expected heads of the " << what << " that divide those of the query, but got " << heads.str()
                       << " and " << wanted.str();
  heads = wanted;
  return success();
}

LogicalResult ScaledDotProductAttentionOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                                                            Adaptor adaptor, Types &types) {
  auto emitError = getEmitter(context, location, getOperationName());
  ValueRange operands = adaptor.getOperands().take_front(3);
  if (failed(checkSameElementType(operands, emitError)))
    return failure();
  Type elementType = getElementType(operands[0]);
  if (!isa<FloatType>(elementType))
    return emitError() << "expected operands of float type, but got " << elementType;
  for (auto [index, operand] : llvm::enumerate(operands))
    if (failed(checkRank(operand, index, 2, anyRank, emitError)))
      return failure();
  Extents query = getShape(operands[0]), key = getShape(operands[1]), value = getShape(operands[2]);
  if (adaptor.getEnableGqa()) {
    if (failed(checkRank(operands[0], 0, 3, anyRank, emitError)) || failed(repeatHeads(key, query, "key", emitError)) ||
        failed(repeatHeads(value, query, "value", emitError)))
      return failure();
  }
  if (failed(checkEqual(query.back(), key.back(), "the last extents of query and key", emitError)) ||
      failed(checkEqual(key[key.size() - 2], value[value.size() - 2], "the numbers of keys and values", emitError)))
    return failure();
  auto getBatch = [](Extents shape) { return Extents(shape.begin(), shape.end() - 2); };
  FailureOr<Extents> batch = broadcast({getBatch(query), getBatch(key), getBatch(value)}, emitError);
  if (failed(batch))
    return failure();
  if (Value mask = adaptor.getAttnMask()) {
    if (adaptor.getIsCausal())
      return emitError() << "expected a mask or is_causal, but got both";
    Type maskType = getElementType(mask);
    if (!maskType.isInteger(1) && !isa<FloatType>(maskType))
      return emitError() << "expected a mask of bool or float type, but got " << maskType;
    Extents scores = *batch;
    scores.append({query[query.size() - 2], key[key.size() - 2]});
    if (failed(checkBroadcastsTo(getShape(mask), scores, "the mask", emitError)))
      return failure();
  }
  batch->append({query[query.size() - 2], value.back()});
  types.push_back(getTensorType(*batch, elementType));
  return success();
}
