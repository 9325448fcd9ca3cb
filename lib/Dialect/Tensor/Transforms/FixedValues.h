// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values are the same in every call of a program.

#ifndef EMMY_LIB_DIALECT_TENSOR_TRANSFORMS_FIXEDVALUES_H
#define EMMY_LIB_DIALECT_TENSOR_TRANSFORMS_FIXEDVALUES_H

#include "Views.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace emmy::tensor {

/// Answers about the values of one function, remembered until the operation is forgotten. Fixed are
/// parameters that the program does not update, constants, what is computed of fixed values of static shapes alone with
/// a static shape, and views of these, whose shapes may be dynamic.
class FixedValues {
public:
  explicit FixedValues(mlir::func::FuncOp function);

  bool isFixed(mlir::Value value) { return getAnswer(value).isFixed; }
  /// Fixed, and computed of a parameter, or one.
  bool isOfParameters(mlir::Value value) {
    Answer answer = getAnswer(value);
    return answer.isFixed && answer.hasParameter;
  }
  /// An argument that is the same in every call.
  bool isParameter(mlir::Value value) { return parameters.contains(value); }

  /// The bytes of the parameters and written-out constants that a fixed value is computed of.
  int64_t getStoredBytes(mlir::Value value);
  /// Whether a function of fixed values takes no more memory than these: what is larger is better computed where it is
  /// read.
  bool isWorthStoring(const CompactFunction &function);

  /// To be called where an operation is erased: another one may come to stand where it stood.
  void forget(mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      answers.erase(result);
  }

private:
  struct Answer {
    bool isFixed = false, hasParameter = false;
  };
  Answer getAnswer(mlir::Value value);

  llvm::DenseSet<mlir::Value> parameters;
  llvm::DenseMap<mlir::Value, Answer> answers;
};

/// The bytes of a tensor of static shape, bools taking one each.
int64_t getBytes(mlir::Type type);

} // namespace emmy::tensor

#endif // EMMY_LIB_DIALECT_TENSOR_TRANSFORMS_FIXEDVALUES_H
