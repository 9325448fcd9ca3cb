// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of virtual values, shapes, and the order in which ops run.

#include "Evaluator.h"

#include "IndexArithmetic.h"

#include "Emmy/Dialect/Base/IR/While.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace emmy::interpreter {

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

int64_t linearize(ArrayRef<int64_t> shape, ArrayRef<int64_t> coordinates) {
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

void Evaluator::fail(Operation *op, const Twine &message) {
  if (!hasFailed)
    op->emitOpError(message);
  hasFailed = true;
}

int64_t Evaluator::getIndex(Value value) {
  auto known = indices.find(value);
  if (known != indices.end())
    return known->second;
  std::optional<int64_t> index = evaluate(value, sizes);
  hasFailed |= !index;
  return indices[value] = index.value_or(0);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void Node::write(ArrayRef<int64_t> coordinates, Scalar value) {
  storeScalar(element, value, stored->bytes.data() + linearize(shape, coordinates) * element.size);
}

Node &Evaluator::getNode(Value value) {
  auto known = nodes.find(value);
  if (known != nodes.end())
    return *known->second;
  FailureOr<SmallVector<int64_t>> shape = getShape(getType(value), value.getLoc());
  hasFailed |= failed(shape);
  // Nothing to visit where the shape is not known.
  SmallVector<int64_t> sizes = succeeded(shape) ? *shape : SmallVector<int64_t>(getType(value).getRank(), 0);
  Node &node = *(nodes[value] = std::make_unique<Node>(
                     Node{value.getLoc(), Element(getType(value).getElementType()), std::move(sizes), {}, {}}));
  if (Operation *op = value.getDefiningOp())
    llvm::TypeSwitch<Operation *>(op)
        .Case<tensor::ElementwiseOp, tensor::IndexMapOp, tensor::ConstantOp, tensor::IotaOp>(
            [&](auto op) { prepare(node, op); });
  return node;
}

SmallVector<Node *, 3> Evaluator::getNodes(ValueRange values) {
  return llvm::map_to_vector<3>(values, [&](Value value) { return &getNode(value); });
}

Node *Evaluator::allocate(Value value) {
  if (!value)
    return nullptr;
  Node &node = getNode(value);
  node.stored = HostTensor::create(node.shape, getType(value).getElementType());
  return &node;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Scalar Evaluator::at(const Node &node, ArrayRef<int64_t> coordinates) {
  if (node.stored)
    return loadScalar(node.element, node.stored->bytes.data() + linearize(node.shape, coordinates) * node.element.size);
  return node.compute ? node.compute(coordinates) : Scalar();
}

void Evaluator::prepare(Node &node, tensor::ElementwiseOp op) {
  // The element that was asked for last: a value that is read twice at one position is not computed twice, so shared
  // operands of operands do not multiply.
  struct Last {
    Coordinates coordinates;
    Scalar element;
  };
  node.compute = [inputs = getNodes(op.getInputs()), function = op.getFunction(), saturate = op.getSaturate(),
                  result = node.element, last = std::optional<Last>()](ArrayRef<int64_t> coordinates) mutable {
    if (last && coordinates == ArrayRef(last->coordinates))
      return last->element;
    SmallVector<Scalar, 3> operands;
    for (Node *input : inputs)
      operands.push_back(at(*input, coordinates));
    const Element &operand = inputs.back()->element;
    Scalar element = function == ScalarFunction::convert   ? convert(operands[0], operand, result, saturate)
                     : function == ScalarFunction::bitcast ? bitcast(operands[0], operand, result)
                                                           : apply(function, operands, operand, result);
    last = {Coordinates(coordinates), element};
    return element;
  };
}

void Evaluator::prepare(Node &node, tensor::IndexMapOp op) {
  struct Piece {
    Node *source;
    std::optional<IndexSet> guard; ///< none for the last piece
    SmallVector<IndexFunction, 4> map;
  };
  // Symbols are evaluated when an element is asked for: where there is none, nobody needs to know them.
  node.compute = [this, op, pieces = SmallVector<Piece, 1>()](ArrayRef<int64_t> coordinates) mutable {
    if (pieces.empty()) {
      SmallVector<int64_t, 4> symbols;
      for (Value symbol : op.getSymbols())
        symbols.push_back(getIndex(symbol));
      for (unsigned number = 0; number < op.getNumPieces(); ++number) {
        Piece &piece = pieces.emplace_back(Piece{&getNode(op.getSources()[number]), {}, {}});
        if (number + 1 < op.getNumPieces())
          piece.guard.emplace(op.getGuard(number), symbols);
        for (AffineExpr expr : op.getMap(number).getResults())
          piece.map.push_back(IndexFunction(expr, symbols));
      }
    }
    const Piece &piece =
        *llvm::find_if(pieces, [&](const Piece &piece) { return !piece.guard || piece.guard->contains(coordinates); });
    Coordinates sourceCoordinates;
    for (auto [dim, function] : llvm::enumerate(piece.map)) {
      int64_t coordinate = function(coordinates), size = piece.source->shape[dim];
      if (coordinate < 0 || coordinate >= size) {
        std::string place =
            llvm::join(llvm::map_range(coordinates, [](int64_t at) { return std::to_string(at); }), ", ");
        fail(op, "expected coordinates in 0.." + Twine(size) + " along dim " + Twine(dim) + " of source #" +
                     Twine(&piece - pieces.begin()) + ", but got " + Twine(coordinate) + " at result coordinates [" +
                     place + "]");
        return Scalar();
      }
      sourceCoordinates.push_back(coordinate);
    }
    return at(*piece.source, sourceCoordinates);
  };
}

static Scalar getScalar(Attribute value, const Element &element) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return Scalar::getInteger(wrapTo(element, static_cast<int64_t>(integer.getValue().getZExtValue())));
  llvm::APFloat number = cast<FloatAttr>(value).getValue();
  bool losesInfo;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return Scalar::getFloat(number.convertToDouble());
}

void Evaluator::prepare(Node &node, tensor::ConstantOp op) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements || elements.isSplat()) {
    Attribute value = elements ? elements.getSplatValue<Attribute>() : op.getValue();
    node.compute = [scalar = getScalar(value, node.element)](ArrayRef<int64_t>) { return scalar; };
    return;
  }
  std::vector<Scalar> scalars;
  for (Attribute value : elements.getValues<Attribute>())
    scalars.push_back(getScalar(value, node.element));
  node.compute = [scalars = std::move(scalars), shape = node.shape](ArrayRef<int64_t> coordinates) {
    return scalars[linearize(shape, coordinates)];
  };
}

void Evaluator::prepare(Node &node, tensor::IotaOp op) {
  node.compute = [element = node.element, dim = op.getDimAttr().getInt()](ArrayRef<int64_t> coordinates) {
    return Scalar::getInteger(wrapTo(element, coordinates[dim]));
  };
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

FailureOr<HostTensor> Evaluator::get(Value value) {
  Node &node = getNode(value);
  if (node.stored)
    return *node.stored;
  HostTensor tensor = HostTensor::create(node.shape, getType(value).getElementType());
  char *bytes = tensor.bytes.data();
  // In the order of memory.
  forEachCoordinate(node.shape, [&](ArrayRef<int64_t> coordinates) {
    if (!hasFailed)
      storeScalar(node.element, at(node, coordinates), bytes);
    bytes += node.element.size;
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
      .Case<WhileOp>([&](WhileOp loop) { runWhile(loop); })
      .Default([&](Operation *unknown) {
        // Index arithmetic is evaluated where it is asked for.
        bool isIndexArithmetic = isa_and_present<arith::ArithDialect>(unknown->getDialect()) &&
                                 llvm::all_of(unknown->getResultTypes(), [](Type type) { return type.isIndex(); });
        if (!isIndexArithmetic)
          fail(unknown, "expected an op of the tensor dialect, emmy.size or index arithmetic, but got this");
      });
  return failure(hasFailed);
}

} // namespace emmy::interpreter
