// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on host programs in buffer form.

#ifndef EMMY_CONVERSION_HOSTPROGRAM_PASSES_H
#define EMMY_CONVERSION_HOSTPROGRAM_PASSES_H

#include "Emmy/Dialect/Base/IR/Base.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace emmy {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Emmy/Conversion/HostProgram/Passes.h.inc"

} // namespace emmy

#endif // EMMY_CONVERSION_HOSTPROGRAM_PASSES_H
