// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the base dialect.

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/IR/While.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace emmy;

#include "Emmy/Dialect/Base/IR/BaseDialect.cpp.inc"

void EmmyDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "Emmy/Dialect/Base/IR/BaseOps.cpp.inc"
      >();
  addOperations<WhileOp>();
}

Operation *EmmyDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}
