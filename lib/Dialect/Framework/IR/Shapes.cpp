// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on shapes: dims from the end, broadcasting, sizes with -1, slice bounds, chunks.

#include "Emmy/Dialect/Framework/IR/Framework.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

Extents framework::getShape(Type type) { return *getExtents(cast<RankedTensorType>(type)); }
Extents framework::getShape(Value tensor) { return getShape(tensor.getType()); }

InFlightDiagnostic framework::emitUnreachable() { llvm_unreachable("the operation verifies"); }

//===----------------------------------------------------------------------===//
// Dims
//===----------------------------------------------------------------------===//

FailureOr<int64_t> framework::normalizeDim(int64_t dim, int64_t rank, EmitError emitError) {
  int64_t bound = std::max<int64_t>(rank, 1);
  if (dim < -bound || dim >= bound)
    return emitError() << "expected a dim from " << -bound << " to " << bound - 1 << ", but got " << dim;
  return dim < 0 ? dim + bound : dim;
}

FailureOr<SmallVector<int64_t>> framework::normalizeDims(std::optional<ArrayRef<int64_t>> dims, int64_t rank,
                                                         EmitError emitError, bool emptyIsAll) {
  if (!dims || (dims->empty() && emptyIsAll))
    return llvm::to_vector(llvm::seq<int64_t>(rank));
  SmallVector<int64_t> result;
  for (int64_t dim : *dims) {
    FailureOr<int64_t> normalized = normalizeDim(dim, rank, emitError);
    if (failed(normalized))
      return failure();
    if (llvm::is_contained(result, *normalized))
      return emitError() << "expected each dim once, but got dim " << *normalized << " twice";
    result.push_back(*normalized);
  }
  return result;
}

Extents framework::getReducedShape(ArrayRef<ExtentAttr> shape, ArrayRef<int64_t> dims, bool keepDim) {
  Extents result;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim)))
      result.push_back(extent);
    else if (keepDim)
      result.push_back(ExtentAttr::getConstant(extent.getContext(), 1));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Broadcasting and reshaping
//===----------------------------------------------------------------------===//

static bool isOne(ExtentAttr extent) { return extent.getConstantValue() == 1; }

FailureOr<Extents> framework::broadcast(ArrayRef<Extents> shapes, EmitError emitError) {
  Extents result;
  for (auto [index, shape] : llvm::enumerate(shapes)) {
    if (index == 0) {
      result = shape;
      continue;
    }
    if (shape.size() > result.size()) {
      size_t added = shape.size() - result.size();
      result.insert(result.begin(), shape.begin(), shape.begin() + added);
    }
    size_t offset = result.size() - shape.size();
    for (auto [dim, extent] : llvm::enumerate(shape)) {
      ExtentAttr &current = result[offset + dim];
      if (isOne(current))
        current = extent;
      else if (!isOne(extent) && extent != current)
        return emitError() << "expected dim " << dim << " of operand #" << index << " to broadcast with extent "
                           << current.str() << ", but got " << extent.str();
    }
  }
  return result;
}

LogicalResult framework::checkBroadcastsTo(ArrayRef<ExtentAttr> shape, ArrayRef<ExtentAttr> target, StringRef what,
                                           EmitError emitError) {
  if (shape.size() > target.size())
    return emitError() << "expected " << what << " to have at most rank " << target.size() << ", but got "
                       << shape.size();
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    ExtentAttr expected = target[target.size() - shape.size() + dim];
    if (!isOne(extent) && extent != expected)
      return emitError() << "expected dim " << dim << " of " << what << " to broadcast to extent " << expected.str()
                         << ", but got " << extent.str();
  }
  return success();
}

FailureOr<Extents> framework::resolveSizes(ArrayRef<ExtentAttr> input, ArrayRef<ExtentAttr> sizes,
                                           EmitError emitError) {
  Extents result(sizes);
  MLIRContext *context = nullptr;
  if (!input.empty())
    context = input[0].getContext();
  else if (!sizes.empty())
    context = sizes[0].getContext();
  else
    return result;
  ExtentAttr count = getNumElements(context, input), known = ExtentAttr::getConstant(context, 1);
  std::optional<size_t> unknown;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    std::optional<int64_t> constant = size.getConstantValue();
    if (constant == -1) {
      if (unknown)
        return emitError() << "expected at most one size -1, but got them for dims " << *unknown << " and " << dim;
      unknown = dim;
      continue;
    }
    if (constant && *constant < 0)
      return emitError() << "expected sizes of at least 0 or -1, but got " << *constant << " for dim " << dim;
    known = known * size;
  }
  if (!unknown) {
    if (known != count)
      return emitError() << "expected sizes with " << count.str() << " elements in all, but got " << known.str();
    return result;
  }
  std::optional<ExtentAttr> quotient = known.getConstantValue() == 0 ? std::nullopt : divideExactly(count, known);
  if (!quotient)
    return emitError() << "expected the number of elements " << count.str() << " to be divisible by " << known.str()
                       << ", the product of the other sizes";
  result[*unknown] = *quotient;
  return result;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static std::optional<std::pair<ExtentAttr, ExtentAttr>> matchFunction(ExtentAttr extent, ExtentFunction function) {
  if (extent.getMonomials().size() != 1 || extent.getMonomials()[0].size() != 1 || extent.getCoefficients()[0] != 1)
    return std::nullopt;
  auto atom = dyn_cast<ExtentAtomAttr>(extent.getMonomials()[0][0]);
  if (!atom || atom.getFunction() != function)
    return std::nullopt;
  return std::pair(atom.getLhs(), atom.getRhs());
}

/// Never negative, as symbols are not.
static bool isNonNegative(ExtentAttr extent) {
  for (auto [coefficient, monomial] : llvm::zip_equal(extent.getCoefficients(), extent.getMonomials())) {
    if (coefficient < 0)
      return false;
    for (Attribute attribute : monomial) {
      auto atom = dyn_cast<ExtentAtomAttr>(attribute);
      if (!atom)
        continue;
      bool lhs = isNonNegative(atom.getLhs()), rhs = isNonNegative(atom.getRhs());
      bool isMax = atom.getFunction() == ExtentFunction::max;
      if (isMax ? !lhs && !rhs : !lhs || !rhs)
        return false;
    }
  }
  return true;
}

bool framework::isAtMost(ExtentAttr lhs, ExtentAttr rhs) {
  if (isNonNegative(rhs - lhs))
    return true;
  if (auto sides = matchFunction(lhs, ExtentFunction::min))
    if (isAtMost(sides->first, rhs) || isAtMost(sides->second, rhs))
      return true;
  if (auto sides = matchFunction(rhs, ExtentFunction::max))
    return isAtMost(lhs, sides->first) || isAtMost(lhs, sides->second);
  return false;
}

/// The bound with a negative constant counted from the end, and the same clamped to the dim.
static std::pair<ExtentAttr, ExtentAttr> getBound(ExtentAttr bound, ExtentAttr size) {
  ExtentAttr zero = ExtentAttr::getConstant(size.getContext(), 0);
  if (std::optional<int64_t> constant = bound.getConstantValue(); constant && *constant < 0)
    bound = bound + size;
  ExtentAttr clamped = bound;
  if (!isAtMost(clamped, size))
    clamped = ExtentAttr::getFunction(ExtentFunction::min, clamped, size);
  if (!isAtMost(zero, clamped))
    clamped = ExtentAttr::getFunction(ExtentFunction::max, clamped, zero);
  return {bound, clamped};
}

SliceBounds framework::getSliceBounds(ExtentAttr size, RangeAttr range) {
  MLIRContext *context = size.getContext();
  auto [rawStart, start] = getBound(range.getStart(), size);
  ExtentAttr end = range.getEnd();
  // An end that no dim reaches is Python's way to write none.
  if (!end || end.getConstantValue().value_or(0) == std::numeric_limits<int64_t>::max())
    end = size;
  auto [rawEnd, clampedEnd] = getBound(end, size);
  auto divide = [&](ExtentAttr length) {
    return ExtentAttr::getFunction(ExtentFunction::ceildiv, length, ExtentAttr::getConstant(context, range.getStep()));
  };
  ExtentAttr length = clampedEnd - start;
  if (!isAtMost(start, clampedEnd))
    length = ExtentAttr::getFunction(ExtentFunction::max, length, ExtentAttr::getConstant(context, 0));
  return {start, divide(length), divide(rawEnd - rawStart), rawStart, rawEnd, range.getStep()};
}

FailureOr<Extents> framework::getChunkSizes(ExtentAttr size, int64_t chunks, EmitError emitError) {
  MLIRContext *context = size.getContext();
  // Each chunk is a result of the operation.
  constexpr int64_t most = 1 << 16;
  if (chunks < 1 || chunks > most)
    return emitError() << "expected 1 to " << most << " chunks, but got " << chunks;
  std::optional<int64_t> constant = size.getConstantValue();
  if (!constant) {
    std::optional<ExtentAttr> part = divideExactly(size, ExtentAttr::getConstant(context, chunks));
    if (!part)
      return emitError() << "expected an extent that is a multiple of " << chunks << ", but got " << size.str();
    return Extents(chunks, *part);
  }
  if (*constant == 0)
    return Extents(chunks, size);
  int64_t part = llvm::divideCeil(*constant, chunks);
  Extents sizes;
  for (int64_t start = 0; start < *constant; start += part)
    sizes.push_back(ExtentAttr::getConstant(context, std::min(part, *constant - start)));
  return sizes;
}
