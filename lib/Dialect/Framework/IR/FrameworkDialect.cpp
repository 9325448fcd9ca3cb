// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the framework dialect.

#include "Emmy/Dialect/Framework/IR/Framework.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

#include "Emmy/Dialect/Framework/IR/FrameworkDialect.cpp.inc"
#include "Emmy/Dialect/Framework/IR/FrameworkEnums.cpp.inc"
#include "Emmy/Dialect/Framework/IR/FrameworkOpInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Emmy/Dialect/Framework/IR/FrameworkAttributes.cpp.inc"

void FrameworkDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Emmy/Dialect/Framework/IR/FrameworkAttributes.cpp.inc"
      >();
}

void FrameworkDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "Emmy/Dialect/Framework/IR/FrameworkOps.cpp.inc"
      >();
}
