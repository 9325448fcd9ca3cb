// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy.while, which repeats functions of tensors. Few files know it: to all others it is an operation like any other.

#ifndef EMMY_DIALECT_BASE_IR_WHILE_H
#define EMMY_DIALECT_BASE_IR_WHILE_H

#include "Emmy/Dialect/Base/IR/Base.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#define GET_OP_CLASSES
#include "Emmy/Dialect/Base/IR/WhileOp.h.inc"

#endif // EMMY_DIALECT_BASE_IR_WHILE_H
