// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of one run: stored tensors, and virtual ones evaluated where they are asked for.

#ifndef EMMY_LIB_INTERPRETER_EVALUATOR_H
#define EMMY_LIB_INTERPRETER_EVALUATOR_H

#include "Scalar.h"

#include "Emmy/Dialect/Tensor/IR/VirtualValues.h"
#include "Emmy/Interpreter/HostTensor.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

#include <functional>

namespace emmy {
class WhileOp;
} // namespace emmy

namespace emmy::interpreter {

using Coordinates = llvm::SmallVector<int64_t, 6>;

/// The row-major number of a coordinate.
int64_t linearize(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> coordinates);
/// Calls `visit` at every coordinate of the shape, in row-major order.
void forEachCoordinate(llvm::ArrayRef<int64_t> shape, llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit);

/// A value of the program, and what its elements take, found once: they are asked for one by one.
struct Node {
  mlir::Location loc;
  Element element;
  llvm::SmallVector<int64_t> shape;
  std::optional<HostTensor> stored;
  /// Computes an element of a virtual value, or of one that is not stored yet; empty for what an op stores as a whole.
  std::function<Scalar(llvm::ArrayRef<int64_t>)> compute;

  void write(llvm::ArrayRef<int64_t> coordinates, Scalar value);
};

class Evaluator {
public:
  /// A loop takes `maxSteps` steps at most, or any number where that is 0.
  Evaluator(const llvm::StringMap<int64_t> &sizes, int64_t maxSteps) : sizes(sizes), maxSteps(maxSteps) {}

  /// Gives a value its tensor.
  void store(mlir::Value value, HostTensor tensor) { getNode(value).stored = std::move(tensor); }
  /// Computes what an op has to store; virtual values wait until they are asked for.
  mlir::LogicalResult run(mlir::Operation *op);
  /// The whole tensor of a value.
  mlir::FailureOr<HostTensor> get(mlir::Value value);

  /// The sizes of a tensor type's dims; failure, after an error at `loc`, where a symbol has no value.
  mlir::FailureOr<llvm::SmallVector<int64_t>> getShape(mlir::RankedTensorType type, mlir::Location loc) const;

private:
  Node &getNode(mlir::Value value);
  llvm::SmallVector<Node *, 3> getNodes(mlir::ValueRange values);
  /// How a virtual value's elements are computed.
  void prepare(Node &node, tensor::ElementwiseOp op);
  void prepare(Node &node, tensor::IndexMapOp op);
  void prepare(Node &node, tensor::ConstantOp op);
  void prepare(Node &node, tensor::IotaOp op);
  /// One element, read from memory or computed.
  static Scalar at(const Node &node, llvm::ArrayRef<int64_t> coordinates);
  static std::optional<Coordinates> getSourceCoordinates(const Node &source, llvm::ArrayRef<Node *> indices,
                                                         llvm::ArrayRef<int64_t> dims, int64_t position,
                                                         llvm::ArrayRef<int64_t> gathered);

  void runReduce(tensor::ReduceOp op);
  void runScan(tensor::ScanOp op);
  void runSort(tensor::SortOp op);
  void runGather(tensor::GatherOp op);
  void runScatter(tensor::ScatterOp op);
  void runWhile(WhileOp op);

  /// The value's node with an empty tensor; null for no value.
  Node *allocate(mlir::Value value);
  int64_t getIndex(mlir::Value value);
  /// Reports the first failure; what follows from it is no news.
  void fail(mlir::Operation *op, const llvm::Twine &message);

  const llvm::StringMap<int64_t> &sizes;
  int64_t maxSteps;
  llvm::DenseMap<mlir::Value, std::unique_ptr<Node>> nodes;
  llvm::DenseMap<mlir::Value, int64_t> indices;
  tensor::VirtualValues virtualValues;
  bool hasFailed = false;
};

} // namespace emmy::interpreter

#endif // EMMY_LIB_INTERPRETER_EVALUATOR_H
