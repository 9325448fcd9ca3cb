// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The base dialect: symbols, extents, the laws table's enumerations, and what else the levels share.

#ifndef EMMY_DIALECT_BASE_IR_BASE_H
#define EMMY_DIALECT_BASE_IR_BASE_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace emmy {
class ExtentAttr;
} // namespace emmy

#include "Emmy/Dialect/Base/IR/BaseDialect.h.inc"
#include "Emmy/Dialect/Base/IR/BaseEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Emmy/Dialect/Base/IR/BaseAttributes.h.inc"

#include "Emmy/Dialect/Base/IR/Extent.h"

#define GET_OP_CLASSES
#include "Emmy/Dialect/Base/IR/BaseOps.h.inc"

#endif // EMMY_DIALECT_BASE_IR_BASE_H
