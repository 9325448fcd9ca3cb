// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated operations of the framework dialect. Type inference is beside this file, by family.

#include "Emmy/Dialect/Framework/IR/Framework.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

#define GET_OP_CLASSES
#include "Emmy/Dialect/Framework/IR/FrameworkOps.cpp.inc"
