// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions and monoids of the laws table as words in the text of operations: custom<Keyword>.

#ifndef EMMY_DIALECT_BASE_IR_KEYWORDS_H
#define EMMY_DIALECT_BASE_IR_KEYWORDS_H

#include "Emmy/Dialect/Base/IR/Base.h"

#include "mlir/IR/OpImplementation.h"

namespace emmy {

mlir::ParseResult parseKeyword(mlir::OpAsmParser &parser, ScalarFunctionAttr &function);
mlir::ParseResult parseKeyword(mlir::OpAsmParser &parser, MonoidAttr &monoid);
void printKeyword(mlir::OpAsmPrinter &printer, mlir::Operation *op, ScalarFunctionAttr function);
void printKeyword(mlir::OpAsmPrinter &printer, mlir::Operation *op, MonoidAttr monoid);

} // namespace emmy

#endif // EMMY_DIALECT_BASE_IR_KEYWORDS_H
