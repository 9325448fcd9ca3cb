// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of virtual values, shapes, and the order in which ops run.

#include "Evaluator.h"

#include "IndexArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace emmy::interpreter {

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The row-major number of a coordinate.
static int64_t linearize(ArrayRef<int64_t> shape, ArrayRef<int64_t> coordinates) {
  int64_t number = 0;
  for (auto [size, coordinate] : llvm::zip_equal(shape, coordinates))
    number = number * size + coordinate;
  return number;
}

void forEachCoordinate(ArrayRef<int64_t> shape, function_ref<void(ArrayRef<int64_t>)> visit) {
  if (llvm::is_contained(shape, 0))
    return;
  Coordinates coordinates(shape.size(), 0);
  while (true) {
    visit(coordinates);
    size_t dim = shape.size();
    while (dim > 0 && ++coordinates[dim - 1] == shape[dim - 1])
      coordinates[--dim] = 0;
    if (dim == 0)
      return;
  }
}

//===----------------------------------------------------------------------===//
// Shapes, indices, storage
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<int64_t>> Evaluator::getShape(RankedTensorType type, Location loc) const {
  SmallVector<int64_t> shape;
  SmallVector<ExtentAttr> extents = *getExtents(type);
  for (ExtentAttr extent : extents) {
    std::optional<int64_t> size = extent.evaluate([&](StringRef symbol) -> std::optional<int64_t> {
      auto known = sizes.find(symbol);
      return known == sizes.end() ? std::nullopt : std::optional(known->second);
    });
    if (!size || *size < 0) {
      InFlightDiagnostic error = mlir::emitError(loc, "expected a size for the extent ")
                                 << extent.str() << ", but got ";
      if (size)
        error << *size;
      else
        error << "no value for its symbols";
      return failure();
    }
    shape.push_back(*size);
  }
  return shape;
}

InFlightDiagnostic Evaluator::fail(Operation *op) {
  bool isFirst = !hasFailed;
  hasFailed = true;
  return isFirst ? op->emitOpError() : InFlightDiagnostic();
}

ArrayRef<int64_t> Evaluator::getSizes(Value value) {
  auto [known, isNew] = shapes.try_emplace(value);
  if (isNew) {
    FailureOr<SmallVector<int64_t>> shape = getShape(getType(value), value.getLoc());
    hasFailed |= failed(shape);
    // Nothing to visit where the shape is not known.
    shapes[value] = succeeded(shape) ? *shape : SmallVector<int64_t>(getType(value).getRank(), 0);
  }
  return shapes[value];
}

int64_t Evaluator::getIndex(Value value) {
  auto known = indices.find(value);
  if (known != indices.end())
    return known->second;
  std::optional<int64_t> index = evaluate(value, sizes);
  hasFailed |= !index;
  return indices[value] = index.value_or(0);
}

HostTensor &Evaluator::allocate(Value value) {
  return stored[value] = HostTensor::create(getSizes(value), getType(value).getElementType());
}

void Evaluator::write(HostTensor &tensor, ArrayRef<int64_t> coordinates, Scalar value) {
  int64_t size = HostTensor::getElementSize(tensor.elementType);
  storeScalar(Element(tensor.elementType), value, tensor.bytes.data() + linearize(tensor.shape, coordinates) * size);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Scalar Evaluator::at(Value value, ArrayRef<int64_t> coordinates) {
  auto known = stored.find(value);
  if (known != stored.end()) {
    const HostTensor &tensor = known->second;
    int64_t size = HostTensor::getElementSize(tensor.elementType);
    return loadScalar(Element(tensor.elementType), tensor.bytes.data() + linearize(tensor.shape, coordinates) * size);
  }
  return llvm::TypeSwitch<Operation *, Scalar>(value.getDefiningOp())
      .Case<tensor::ElementwiseOp, tensor::IndexMapOp, tensor::ConstantOp>(
          [&](auto op) { return this->at(op, coordinates); })
      .Case<tensor::IotaOp>([&](tensor::IotaOp op) {
        Element element(op.getType().getElementType());
        return Scalar::getInteger(wrapTo(element, coordinates[op.getDimAttr().getInt()]));
      })
      .Default([&](Operation *) { return Scalar(); });
}

Scalar Evaluator::at(tensor::ElementwiseOp op, ArrayRef<int64_t> coordinates) {
  auto last = lastElements.find(op.getResult());
  if (last != lastElements.end() && coordinates == ArrayRef(last->second.first))
    return last->second.second;
  SmallVector<Scalar, 3> operands;
  for (Value input : op.getInputs())
    operands.push_back(at(input, coordinates));
  Element operand(getType(op.getInputs().back()).getElementType()), result(op.getType().getElementType());
  Scalar element = op.getFunction() == ScalarFunction::convert ? convert(operands[0], operand, result, op.getSaturate())
                                                               : apply(op.getFunction(), operands, operand, result);
  lastElements[op.getResult()] = {Coordinates(coordinates), element};
  return element;
}

Scalar Evaluator::at(tensor::IndexMapOp op, ArrayRef<int64_t> coordinates) {
  SmallVector<int64_t, 4> symbols;
  for (Value symbol : op.getSymbols())
    symbols.push_back(getIndex(symbol));
  unsigned piece = 0;
  while (piece + 1 < op.getNumPieces() && !contains(op.getGuard(piece), coordinates, symbols))
    ++piece;
  Value source = op.getSources()[piece];
  Coordinates sourceCoordinates;
  for (auto [dim, expr] : llvm::enumerate(op.getMap(piece).getResults())) {
    int64_t coordinate = evaluate(expr, coordinates, symbols), size = getSizes(source)[dim];
    if (coordinate < 0 || coordinate >= size) {
      fail(op) << "expected coordinates in 0.." << size << " along dim " << dim << " of source #" << piece
               << ", but got " << coordinate << " at result coordinates ["
               << llvm::make_range(coordinates.begin(), coordinates.end()) << "]";
      return Scalar();
    }
    sourceCoordinates.push_back(coordinate);
  }
  return at(source, sourceCoordinates);
}

Scalar Evaluator::at(tensor::ConstantOp op, ArrayRef<int64_t> coordinates) {
  Element element(op.getType().getElementType());
  Attribute value = op.getValue();
  if (auto elements = dyn_cast<DenseElementsAttr>(value)) {
    int64_t number = linearize(op.getType().getShape(), coordinates);
    value = *std::next(elements.getValues<Attribute>().begin(), number);
  }
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return Scalar::getInteger(wrapTo(element, static_cast<int64_t>(integer.getValue().getZExtValue())));
  llvm::APFloat number = cast<FloatAttr>(value).getValue();
  bool losesInfo;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return Scalar::getFloat(number.convertToDouble());
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

FailureOr<HostTensor> Evaluator::get(Value value) {
  auto known = stored.find(value);
  if (known != stored.end())
    return known->second;
  HostTensor tensor = HostTensor::create(getSizes(value), getType(value).getElementType());
  forEachCoordinate(tensor.shape, [&](ArrayRef<int64_t> coordinates) {
    if (!hasFailed)
      write(tensor, coordinates, at(value, coordinates));
  });
  if (hasFailed)
    return failure();
  return tensor;
}

LogicalResult Evaluator::run(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<tensor::IndexMapOp, tensor::ConstantOp, tensor::IotaOp, SizeOp>([](Operation *) {})
      .Case<tensor::ElementwiseOp>([&](tensor::ElementwiseOp elementwise) {
        if (virtualValues.isVirtual(op))
          return;
        FailureOr<HostTensor> tensor = get(elementwise.getResult());
        if (succeeded(tensor))
          store(elementwise.getResult(), std::move(*tensor));
      })
      .Case<tensor::ReduceOp>([&](tensor::ReduceOp reduce) { runReduce(reduce); })
      .Case<tensor::ScanOp>([&](tensor::ScanOp scan) { runScan(scan); })
      .Case<tensor::SortOp>([&](tensor::SortOp sort) { runSort(sort); })
      .Case<tensor::GatherOp>([&](tensor::GatherOp gather) { runGather(gather); })
      .Case<tensor::ScatterOp>([&](tensor::ScatterOp scatter) { runScatter(scatter); })
      .Default([&](Operation *unknown) {
        // Index arithmetic is evaluated where it is asked for.
        bool isIndexArithmetic = isa_and_present<arith::ArithDialect>(unknown->getDialect()) &&
                                 llvm::all_of(unknown->getResultTypes(), [](Type type) { return type.isIndex(); });
        if (!isIndexArithmetic)
          fail(unknown) << "expected an op of the tensor dialect, emmy.size or index arithmetic, but got this";
      });
  return failure(hasFailed);
}

} // namespace emmy::interpreter
