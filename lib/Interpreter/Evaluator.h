// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of one run: stored tensors, and virtual ones evaluated where they are asked for.

#ifndef EMMY_LIB_INTERPRETER_EVALUATOR_H
#define EMMY_LIB_INTERPRETER_EVALUATOR_H

#include "Scalar.h"

#include "Emmy/Dialect/Tensor/IR/VirtualValues.h"
#include "Emmy/Interpreter/HostTensor.h"

#include "llvm/ADT/StringMap.h"

namespace emmy::interpreter {

using Coordinates = llvm::SmallVector<int64_t, 6>;

/// Calls `visit` at every coordinate of the shape, in row-major order.
void forEachCoordinate(llvm::ArrayRef<int64_t> shape, llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit);

class Evaluator {
public:
  explicit Evaluator(const llvm::StringMap<int64_t> &sizes) : sizes(sizes) {}

  /// Gives a value its tensor.
  void store(mlir::Value value, HostTensor tensor) { stored[value] = std::move(tensor); }
  /// Computes what an op has to store; virtual values wait until they are asked for.
  mlir::LogicalResult run(mlir::Operation *op);
  /// The whole tensor of a value.
  mlir::FailureOr<HostTensor> get(mlir::Value value);

  /// The sizes of a tensor type's dims; failure, after an error at `loc`, where a symbol has no value.
  mlir::FailureOr<llvm::SmallVector<int64_t>> getShape(mlir::RankedTensorType type, mlir::Location loc) const;

private:
  /// One element, read from memory or computed.
  Scalar at(mlir::Value value, llvm::ArrayRef<int64_t> coordinates);
  Scalar at(tensor::ElementwiseOp op, llvm::ArrayRef<int64_t> coordinates);
  Scalar at(tensor::IndexMapOp op, llvm::ArrayRef<int64_t> coordinates);
  Scalar at(tensor::ConstantOp op, llvm::ArrayRef<int64_t> coordinates);

  void runReduce(tensor::ReduceOp op);
  void runScan(tensor::ScanOp op);
  void runSort(tensor::SortOp op);
  void runGather(tensor::GatherOp op);
  void runScatter(tensor::ScatterOp op);

  /// An empty tensor of the value's type, stored.
  HostTensor &allocate(mlir::Value value);
  void write(HostTensor &tensor, llvm::ArrayRef<int64_t> coordinates, Scalar value);
  /// The state as the results of a reduce or scan.
  void writeResults(mlir::Value value, mlir::Value position, const Element &accumulator, llvm::ArrayRef<int64_t> at,
                    State state);
  /// The source coordinates that the index tensors give at a coordinate of the gathered tensor; nothing out of range.
  std::optional<Coordinates> getSourceCoordinates(mlir::Value source, mlir::ValueRange indices,
                                                  llvm::ArrayRef<int64_t> dims, int64_t position,
                                                  llvm::ArrayRef<int64_t> gathered);
  llvm::ArrayRef<int64_t> getSizes(mlir::Value value);
  int64_t getIndex(mlir::Value value);
  /// Remembers that the run failed; the first failure is reported.
  mlir::InFlightDiagnostic fail(mlir::Operation *op);

  const llvm::StringMap<int64_t> &sizes;
  llvm::DenseMap<mlir::Value, HostTensor> stored;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<int64_t>> shapes;
  llvm::DenseMap<mlir::Value, int64_t> indices;
  /// The element of each virtual elementwise that was asked for last: a value that is read twice at one position is not
  /// computed twice, so shared operands of operands do not multiply.
  llvm::DenseMap<mlir::Value, std::pair<Coordinates, Scalar>> lastElements;
  tensor::VirtualValues virtualValues;
  bool hasFailed = false;
};

} // namespace emmy::interpreter

#endif // EMMY_LIB_INTERPRETER_EVALUATOR_H
