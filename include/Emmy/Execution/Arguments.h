// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a run as a command line gives them.

#ifndef EMMY_EXECUTION_ARGUMENTS_H
#define EMMY_EXECUTION_ARGUMENTS_H

#include "Emmy/Compiler.h"
#include "Emmy/Support/HostArray.h"

namespace emmy {

/// An array for each argument that has one.
using OptionalArrays = std::vector<std::optional<HostArray>>;

/// Reads the arguments that have an input, X.npy in order or NAME=X.npy; nothing, and an error, where one is none.
std::optional<OptionalArrays> readInputs(const std::vector<std::string> &inputs, const Signature &signature,
                                         Diagnostics &diagnostics);

/// The symbols' values as they were given, NAME=N, or else from the shapes of inputs where a dim is a symbol alone;
/// nothing, and an error, where one has none, or one that its declaration does not allow.
std::optional<std::vector<int64_t>> bindSymbols(const std::vector<std::string> &sizes, const Signature &signature,
                                                const OptionalArrays &arrays, Diagnostics &diagnostics);

} // namespace emmy

#endif // EMMY_EXECUTION_ARGUMENTS_H
