// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module of the kernel level as one that executes: a host entry that calls the runtime, and a function for each warp.

#ifndef EMMY_LIB_SIMULATOR_PROGRAMLOWERING_H
#define EMMY_LIB_SIMULATOR_PROGRAMLOWERING_H

#include "Warp.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace emmy::simulator {

/// Removes what no kernel needs, such as loads that nobody uses: target code does not make them either.
void eraseDeadOperations(mlir::ModuleOp module);

/// A module of upstream dialects that calls the runtime by the names of getHookSymbol; `info` receives what the runtime
/// has to know. `module` is kept: sites point to its operations. Null, with an error, where an operation is not of the
/// kernel level.
mlir::OwningOpRef<mlir::ModuleOp> lowerProgram(mlir::ModuleOp module, bool checked, ProgramInfo &info);

/// The hooks of the host program, in its order: a launch, an allocation, a copy, a read, a step of a loop.
struct HostHooks {
  /// `arguments`: a pair for each of the kernel's: the bits of a scalar and 0, or an address and a number of bytes.
  void (*launch)(int32_t operation, int32_t kernel, int64_t x, int64_t y, int64_t z, const int64_t *arguments);
  void *(*allocate)(int32_t operation, int64_t bytes);
  void (*copy)(int32_t operation, void *target, const void *source, int64_t bytes);
  /// The bits of an element of so many bytes; after an error they are of no account.
  int64_t (*read)(int32_t operation, const void *source, int64_t bytes);
  /// False after an error: loops end, whatever their conditions say.
  bool (*goesOn)();
};

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_PROGRAMLOWERING_H
