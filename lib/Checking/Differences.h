// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where two runs of a program differ, and how much they may.

#ifndef EMMY_LIB_CHECKING_DIFFERENCES_H
#define EMMY_LIB_CHECKING_DIFFERENCES_H

#include "Runs.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace emmy::checking {

/// One element that differs by more than it may.
struct Difference {
  unsigned output = 0;
  std::vector<int64_t> index;
  std::string expected, got;
  double allowed = 0;    ///< 0 where bits are compared
  std::string elsewhere; ///< what is wrong besides: shapes, reports of the run
};

/// expected element [1, 3] of output 'y' to be 0.5, but got 0.25: `value` says whose element it is.
std::string describe(const Difference &difference, const std::string &value);

/// How far rounding moves the outputs of a trial: outcomes of the program with every rounded result moved by about one
/// unit in the last place.
using PerturbedRuns = llvm::function_ref<llvm::ArrayRef<Outcome>()>;

/// The first element of `got` that differs from `expected`; nothing where they agree. Counts the elements that were
/// compared.
///
/// Bits are compared where `exactly`, with one NaN; else a float may be away from what is expected by four units in its
/// last place, or by four times what rounding moves the finite elements of its tensor, and integers and non-finite
/// numbers are equal where rounding does not move them.
std::optional<Difference> findDifference(const Outcome &expected, const Outcome &got, bool exactly,
                                         PerturbedRuns getPerturbed, int64_t &compared);

/// Moves the result of every rounded operation outside of the math library by about one unit in its last place: up or
/// down, by a choice for each operation that differs from variant to variant.
void perturbRoundings(mlir::ModuleOp module, unsigned variant);
constexpr unsigned kNumPerturbations = 3;

} // namespace emmy::checking

#endif // EMMY_LIB_CHECKING_DIFFERENCES_H
