// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes of the tensor level.

#ifndef EMMY_DIALECT_TENSOR_TRANSFORMS_PASSES_H
#define EMMY_DIALECT_TENSOR_TRANSFORMS_PASSES_H

#include "Emmy/Dialect/Tensor/IR/Tensor.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace emmy::tensor {

#define GEN_PASS_DECL
#include "Emmy/Dialect/Tensor/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Emmy/Dialect/Tensor/Transforms/Passes.h.inc"

} // namespace emmy::tensor

#endif // EMMY_DIALECT_TENSOR_TRANSFORMS_PASSES_H
