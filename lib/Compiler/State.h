// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is behind the facade's Program.

#ifndef EMMY_LIB_COMPILER_STATE_H
#define EMMY_LIB_COMPILER_STATE_H

#include "Emmy/Compiler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>

namespace emmy {

/// The extents of the entry's arguments and results.
struct SignatureExtents {
  std::vector<std::vector<mlir::Attribute>> inputs, results;
};

struct Program::State {
  std::shared_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The entry with its tensor types, kept when lowering replaces them by buffers.
  std::optional<Signature> signature;
  /// The extents of the signature's tensors.
  SignatureExtents extents;
  std::vector<PassCheck> passChecks;

  /// Reads the signature again where the entry still has tensor types.
  void updateSignature();
};

/// Collects what is reported in `context` while `action` runs; the action's result is passed on.
bool collectDiagnostics(mlir::MLIRContext &context, Diagnostics &diagnostics, const std::function<bool()> &action);

/// Whether the module's entry function takes buffers.
bool isBufferForm(mlir::ModuleOp module);

/// Reads the signature of the module's entry function, of tensors or of buffers; fails with a diagnostic in the
/// module's context.
std::optional<Signature> readSignature(mlir::ModuleOp module, SignatureExtents &extents);

} // namespace emmy

#endif // EMMY_LIB_COMPILER_STATE_H
