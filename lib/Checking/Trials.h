// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program is run on to compare it with itself: sizes and values chosen to hurt, the same for the same seed on
// every machine.

#ifndef EMMY_LIB_CHECKING_TRIALS_H
#define EMMY_LIB_CHECKING_TRIALS_H

#include "../Compiler/State.h"

#include "Emmy/Execution/CallPlan.h"
#include "Emmy/Support/HostArray.h"

#include "llvm/ADT/ArrayRef.h"

namespace emmy::checking {

/// What a program's caller knows of it: kept from the last level at which the entry says it.
struct Interface {
  Signature signature;
  SignatureExtents extents;
  std::optional<CallPlan> plan; ///< of a program with @prepare

  /// The shapes of the inputs, or of the outputs, for values of the symbols in module order; nothing where an extent is
  /// no size for them.
  std::optional<std::vector<std::vector<int64_t>>> getShapes(bool ofOutputs, llvm::ArrayRef<int64_t> symbols) const;
};

/// Which numbers the inputs hold.
enum class Values {
  random,       ///< floats in [-1, 1), small integers, bools
  ties,         ///< few different numbers, zeros of both signs among them: equal keys, sums that cancel exactly
  special,      ///< random ones, among them infinities, NaN, zeros, subnormals, and the ends of the integers
  cancellation, ///< pairs of large numbers of opposite sign, and small ones
  rows,         ///< one number for each row, the infinities, NaN and the ends of the integers among them
  uniform       ///< one number: the lowest in one input, the highest in the next
};

/// One run: a value for each symbol in module order, and what the inputs hold.
struct Trial {
  std::vector<int64_t> symbols;
  Values values = Values::random;
  uint64_t seed = 0;
  std::string description; ///< n = 7, random values
};

/// What is given by the caller.
struct GivenInputs {
  uint64_t seed = 0;
  std::vector<std::optional<HostArray>> arrays; ///< by argument; empty where nothing is given
  std::optional<std::vector<int64_t>> symbols;
};

/// Trials of a program: for symbols 0, 1, different primes, equal ones, and one more and one less than tiles have, as
/// far as their declarations allow them; for all kinds of values. None of them, and a reason for each, whose inputs and
/// outputs have more than `maxElements` elements, so the first ones are the smallest.
std::vector<Trial> chooseTrials(const Interface &interface, const GivenInputs &given, int64_t maxElements,
                                std::vector<std::string> &refused);

/// Fills an input with the numbers of a trial.
void fillInput(HostArray &array, const Trial &trial, unsigned argument);

} // namespace emmy::checking

#endif // EMMY_LIB_CHECKING_TRIALS_H
