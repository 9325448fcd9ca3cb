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

/// How a program may be changed without meaning something else, and how far results may be away in terms of what that
/// shows: what a comparison has to allow is measured by it.
struct Perturbation {
  enum class Way {
    up,            ///< every rounded result is larger
    down,          ///< and smaller
    scattered,     ///< either, by the bits of the result
    positiveZeros, ///< every zero is a positive one
    negativeZeros, ///< and a negative one
  };
  Way way = Way::up;
  int units = 1;     ///< in the last place, by which results move
  double scale = 1;  ///< results may be away so many times as far as they moved
  unsigned salt = 0; ///< which of them move up where they are scattered
};
void perturb(mlir::ModuleOp module, const Perturbation &perturbation);

/// How close two forms of a program are.
struct Tolerance {
  bool isExact = true;             ///< all bits, with one NaN; else results are rounded elsewhere
  bool hasFreeZeros = false;       ///< a zero may have the other sign
  bool overflowsElsewhere = false; ///< what is not finite is not compared

  /// What to run the program with to measure how far it moves.
  llvm::SmallVector<Perturbation> getPerturbations() const;
};

/// The outcomes of a trial: of the program itself, and then of its perturbations.
using PerturbedRuns = llvm::function_ref<llvm::ArrayRef<Outcome>()>;

/// The first element of `got` that differs from `expected`; nothing where they agree. Counts the elements that were
/// compared.
///
/// Where bits are compared, they may differ where the sign of a zero decides, if that is free. Else a float may be away
/// from what is expected by four units in its last place, or by what rounding moves the finite elements of its tensor,
/// and integers and non-finite numbers are equal where rounding does not move them.
std::optional<Difference> findDifference(const Outcome &expected, const Outcome &got, const Tolerance &tolerance,
                                         PerturbedRuns getPerturbed, int64_t &compared);

} // namespace emmy::checking

#endif // EMMY_LIB_CHECKING_DIFFERENCES_H
