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

/// How far rounding moves the outputs of a trial: outcomes of the program as it is, then of its variants with every
/// rounded result moved.
using PerturbedRuns = llvm::function_ref<llvm::ArrayRef<Outcome>()>;

/// The first element of `got` that differs from `expected`; nothing where they agree. Counts the elements that were
/// compared.
///
/// Bits are compared where `exactly`, with one NaN; else a float may be away from what is expected by four units in its
/// last place, or by four times what rounding moves the finite elements of its tensor, and integers and non-finite
/// numbers are equal where rounding does not move them.
std::optional<Difference> findDifference(const Outcome &expected, const Outcome &got, bool exactly,
                                         PerturbedRuns getPerturbed, int64_t &compared);

/// A way to move the results of rounded operations, and how far results may be away in terms of what that shows.
struct Perturbation {
  enum class Way { up, down, scattered } way; ///< scattered: either, by the bits of the result
  int units;                                  ///< in the last place
  double scale;
};

/// Where all roundings go one way, nothing can go further. As they come they mostly cancel each other, as those of
/// another order of a sum do: four times that is far. Where it is four units at once, conversions that the program asks
/// for, and comparisons, show on which numbers they jump.
constexpr Perturbation kPerturbations[] = {{Perturbation::Way::up, 1, 1},        {Perturbation::Way::down, 1, 1},
                                           {Perturbation::Way::scattered, 1, 4}, {Perturbation::Way::scattered, 1, 4},
                                           {Perturbation::Way::scattered, 4, 1}, {Perturbation::Way::scattered, 4, 1}};
constexpr unsigned kNumPerturbations = std::size(kPerturbations);

/// Moves the result of every rounded operation outside of the math library, as this variant does. Roundings that the
/// program itself asks for are not moved.
void perturbRoundings(mlir::ModuleOp module, unsigned variant);

} // namespace emmy::checking

#endif // EMMY_LIB_CHECKING_DIFFERENCES_H
