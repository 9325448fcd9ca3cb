// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the loop dialect. The code of its operations is shared with the tile level (lib/Interfaces).

#include "Emmy/Dialect/Loop/IR/Loop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

#include "Emmy/Dialect/Loop/IR/LoopDialect.cpp.inc"

#define GET_OP_CLASSES
#include "Emmy/Dialect/Loop/IR/LoopOps.cpp.inc"

LogicalResult LocalOp::verify() {
  auto type = cast<MemRefType>(getBuffer().getType());
  if (type.getMemorySpace())
    return emitOpError("expected a buffer in no memory space, but got ") << type;
  return nest::verifyLocalBuffer(*this, type);
}

void LoopDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Emmy/Dialect/Loop/IR/LoopOps.cpp.inc"
      >();
}
