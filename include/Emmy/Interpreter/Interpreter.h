// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs programs of the tensor level on host memory, as plainly as their meaning is written. It shares no code with the
// lowerings and has scalar functions of its own, so that comparing with it says something.

#ifndef EMMY_INTERPRETER_INTERPRETER_H
#define EMMY_INTERPRETER_INTERPRETER_H

#include "Emmy/Interpreter/HostTensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/StringMap.h"

namespace emmy {

/// The results of `function`, whose body holds ops of the tensor dialect, `emmy.size`, and `arith` on indices.
///
/// `sizes` gives the values of symbolic extents; those that an argument's shape binds (a dim whose extent is one
/// symbol) may be left out. The tensor dialect is loaded in the context. Sums and products of floats narrower than f64
/// are accumulated in f64 and rounded once. A loop takes `maxSteps` steps at most, or any number where that is 0.
/// Failure, after an error at the op, where inputs do not fit the function, an op is none of the above, a loop takes
/// longer, or an index map leaves its source.
mlir::FailureOr<llvm::SmallVector<HostTensor>> interpret(mlir::func::FuncOp function, llvm::ArrayRef<HostTensor> inputs,
                                                         const llvm::StringMap<int64_t> &sizes = {},
                                                         int64_t maxSteps = 0);

} // namespace emmy

#endif // EMMY_INTERPRETER_INTERPRETER_H
