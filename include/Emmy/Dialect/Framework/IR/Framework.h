// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The framework dialect: PyTorch's operators with PyTorch's type promotion, broadcasting and shapes.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORK_H
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORK_H

#include "Emmy/Dialect/Base/IR/Base.h"

#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Emmy/Dialect/Framework/IR/FrameworkDialect.h.inc"
#include "Emmy/Dialect/Framework/IR/FrameworkEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Emmy/Dialect/Framework/IR/FrameworkAttributes.h.inc"

#include "Emmy/Dialect/Framework/IR/Promotion.h"
#include "Emmy/Dialect/Framework/IR/Shapes.h"
#include "Emmy/Dialect/Framework/IR/Syntax.h"

#include "Emmy/Dialect/Framework/IR/FrameworkOpInterfaces.h.inc"

#define GET_OP_CLASSES
#include "Emmy/Dialect/Framework/IR/FrameworkOps.h.inc"

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORK_H
