// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code that runs on a device: what target code is made of.

#ifndef EMMY_DIALECT_KERNEL_UTILS_DEVICECODE_H
#define EMMY_DIALECT_KERNEL_UTILS_DEVICECODE_H

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace emmy::kernel {

/// All kernels of a program, and the functions that they call.
struct DeviceCode {
  llvm::SmallVector<FuncOp> kernels; ///< in order
  /// Callees come before their callers. Of equal functions of several modules there is one.
  llvm::SmallVector<mlir::func::FuncOp> functions;
};

/// The device code below `op`. Every function has a body and does not call itself, and no two kernels or functions
/// have one name, as target code is one scope; fails with an error where that is not so.
///
/// ```
/// FailureOr<DeviceCode> code = collectDeviceCode(module);
/// for (func::FuncOp function : code->functions) ...
/// ```
mlir::FailureOr<DeviceCode> collectDeviceCode(mlir::Operation *op);

} // namespace emmy::kernel

#endif // EMMY_DIALECT_KERNEL_UTILS_DEVICECODE_H
