// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The phases of a compilation, in order, and what a module in each of them may contain.

#ifndef EMMY_PIPELINES_PHASE_H
#define EMMY_PIPELINES_PHASE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace emmy {

/// One level of the stack. A module is in the phase of the highest level that it still has operations of.
enum class Phase { framework, tensor, loop, tile, kernel };

llvm::StringRef stringifyPhase(Phase phase);
std::optional<Phase> symbolizePhase(llvm::StringRef name);
llvm::ArrayRef<Phase> getPhases();

/// The dialect of a phase: emmy_<phase>.
llvm::StringRef getDialectNamespace(Phase phase);

/// The phase of a module; nothing for a module without operations of any level.
std::optional<Phase> getPhase(mlir::ModuleOp module);

} // namespace emmy

#endif // EMMY_PIPELINES_PHASE_H
