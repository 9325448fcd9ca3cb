// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop dialect.

#ifndef EMMY_DIALECT_LOOP_IR_LOOP_H
#define EMMY_DIALECT_LOOP_IR_LOOP_H

#include "Emmy/Interfaces/NestInterfaces.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "Emmy/Dialect/Loop/IR/LoopDialect.h.inc"

#define GET_OP_CLASSES
#include "Emmy/Dialect/Loop/IR/LoopOps.h.inc"

#endif // EMMY_DIALECT_LOOP_IR_LOOP_H
