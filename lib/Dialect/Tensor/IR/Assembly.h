// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text forms that several ops of the tensor dialect share, and the checks behind their verifiers.

#ifndef EMMY_LIB_DIALECT_TENSOR_IR_ASSEMBLY_H
#define EMMY_LIB_DIALECT_TENSOR_IR_ASSEMBLY_H

#include "Emmy/Dialect/Base/IR/Keywords.h"
#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Dialect/Tensor/IR/Tensor.h"

#include "mlir/IR/OpImplementation.h"

namespace emmy::tensor {

/// A monoid, or `replace` for none.
mlir::ParseResult parseMonoidOrReplace(mlir::OpAsmParser &parser, MonoidAttr &monoid);
void printMonoidOrReplace(mlir::OpAsmPrinter &printer, mlir::Operation *op, MonoidAttr monoid);

/// An i64 attribute without its type.
mlir::ParseResult parseInteger(mlir::OpAsmParser &parser, mlir::IntegerAttr &value);
void printInteger(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::IntegerAttr value);

/// C1 of reduce and gather: dims increase and are dims of a tensor of this rank. Nothing is emitted on success.
mlir::LogicalResult verifyDims(llvm::function_ref<mlir::InFlightDiagnostic()> emitError, llvm::ArrayRef<int64_t> dims,
                               int64_t rank);

/// C2, C3, C4, C5 of reduce and scan, whose results must all have the shape of `expected`.
mlir::LogicalResult verifyCombination(mlir::Operation *op, Monoid monoid, mlir::Type inputElement,
                                      mlir::Type accumulator, mlir::RankedTensorType expected);

} // namespace emmy::tensor

#endif // EMMY_LIB_DIALECT_TENSOR_IR_ASSEMBLY_H
