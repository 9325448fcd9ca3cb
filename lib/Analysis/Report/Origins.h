// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a kernel comes from, as its location tells.

#ifndef EMMY_LIB_ANALYSIS_REPORT_ORIGINS_H
#define EMMY_LIB_ANALYSIS_REPORT_ORIGINS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"

#include <string>
#include <vector>

namespace emmy::report {

/// The operators of a module of the framework level, by their locations.
class Operators {
public:
  explicit Operators(mlir::ModuleOp framework);

  /// The operators that a location is made of, in order: mnemonics of the framework level, else the names in the
  /// location.
  std::vector<std::string> getNames(mlir::Location loc) const;

private:
  void collect(mlir::Location loc, std::vector<std::string> &names, llvm::DenseSet<mlir::Location> &seen) const;

  llvm::DenseMap<mlir::Location, std::string> mnemonics;
};

/// file:line of everything in a location, in order, without repetition.
std::vector<std::string> getLines(mlir::Location loc);

/// The last of them, such as that of the operator whose value a kernel's result is; empty where there is none.
std::string getLastLine(mlir::Location loc);

} // namespace emmy::report

#endif // EMMY_LIB_ANALYSIS_REPORT_ORIGINS_H
