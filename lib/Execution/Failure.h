// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How what reads the arguments of a run fails.

#ifndef EMMY_LIB_EXECUTION_FAILURE_H
#define EMMY_LIB_EXECUTION_FAILURE_H

#include "Emmy/Compiler.h"

#include "llvm/ADT/Twine.h"

#include <optional>

namespace emmy {

/// Adds an error, and gives nothing.
inline std::nullopt_t fail(Diagnostics &diagnostics, const llvm::Twine &message) {
  Diagnostic diagnostic;
  diagnostic.message = message.str();
  diagnostics.push_back(diagnostic);
  return std::nullopt;
}

} // namespace emmy

#endif // EMMY_LIB_EXECUTION_FAILURE_H
