// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ identifiers from locations, and what a comment can tell about where code comes from.

#ifndef EMMY_LIB_TARGET_CUDA_NAMES_H
#define EMMY_LIB_TARGET_CUDA_NAMES_H

#include "Emmy/Support/Locations.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringSet.h"

namespace emmy::cuda {

using emmy::getNameHint;

/// Lines such as `silu (layers.0.act, model.py:12)`, one for each named part of the location, in order, without
/// repetition.
llvm::SmallVector<std::string> describeLocation(mlir::Location loc);

/// Hands out identifiers that are unique in one scope and no C++ or CUDA word.
class NameTable {
public:
  NameTable();
  /// The hint as an identifier, or `fallback` where there is no hint, made unique.
  std::string create(llvm::StringRef hint, llvm::StringRef fallback);
  /// Whether a name is an identifier that is not taken.
  bool isFree(llvm::StringRef name) const;
  /// Keeps a name from being handed out.
  void reserve(llvm::StringRef name) { used.insert(name); }

private:
  llvm::StringSet<> used;
  llvm::StringMap<unsigned> counters;
};

} // namespace emmy::cuda

#endif // EMMY_LIB_TARGET_CUDA_NAMES_H
