// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise functions of constants.

#ifndef EMMY_LIB_DIALECT_TENSOR_TRANSFORMS_SCALARCODE_H
#define EMMY_LIB_DIALECT_TENSOR_TRANSFORMS_SCALARCODE_H

#include "Emmy/Dialect/Tensor/IR/Tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace emmy::tensor {

/// The function of an elementwise op as the scalar code that every executor runs, evaluated by the folders of its
/// operations and by the math library's own evaluator: the same bits as at run time.
class ScalarCode {
public:
  explicit ScalarCode(ElementwiseOp op);

  /// The element of the result for elements of the operands; null where an operation has no folder.
  mlir::TypedAttr evaluate(mlir::ArrayRef<mlir::Attribute> operands);

private:
  mlir::Type resultType;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
};

} // namespace emmy::tensor

#endif // EMMY_LIB_DIALECT_TENSOR_TRANSFORMS_SCALARCODE_H
