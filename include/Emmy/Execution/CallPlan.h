// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a program with a function @prepare is called: which of its arguments the caller gives, and which @prepare makes
// of the parameters that the caller gives. A caller sees parameters, and nothing of what is prepared of them.

#ifndef EMMY_EXECUTION_CALLPLAN_H
#define EMMY_EXECUTION_CALLPLAN_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace emmy {

struct CallPlan {
  /// An input of the entry: a parameter, a prepared value, or, where both are empty, the caller's next input.
  struct Argument {
    std::string parameter, prepared;
  };
  /// A result of @prepare.
  struct Result {
    std::string name;
    llvm::SmallVector<int64_t> shape;
    size_t bytes = 0;
  };

  std::vector<Argument> arguments;
  std::vector<std::string> parameters; ///< that @prepare takes, by key
  std::vector<Result> results;
  unsigned numSymbols = 0; ///< whose values @prepare is given, and does not need

  /// The plan of a module of the tensor level or below; nothing where it has no @prepare.
  static std::optional<CallPlan> read(mlir::ModuleOp module);
};

} // namespace emmy

#endif // EMMY_EXECUTION_CALLPLAN_H
