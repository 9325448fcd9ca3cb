// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparison of outcomes.

#include "Differences.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <cstring>

using namespace emmy;
using namespace emmy::checking;
using llvm::StringRef;

static bool isFloat(const std::string &dtype) { return getFloatSemantics(dtype) != nullptr; }

/// The gap between neighbouring numbers of a dtype at a finite value.
static double getUlp(const std::string &dtype, double value) {
  const llvm::fltSemantics &format = *getFloatSemantics(dtype);
  int digits = llvm::APFloat::semanticsPrecision(format);
  int smallest = llvm::APFloat::semanticsMinExponent(format) - digits + 1;
  int exponent = smallest;
  if (value != 0)
    exponent = std::max(std::ilogb(value) - digits + 1, smallest);
  return std::ldexp(1.0, exponent);
}

static bool hasSameBitsAt(const HostArray &lhs, const HostArray &rhs, int64_t position, unsigned size) {
  if (std::memcmp(lhs.bytes.data() + position * size, rhs.bytes.data() + position * size, size) == 0)
    return true;
  return isFloat(lhs.dtype) && std::isnan(lhs.getNumber(position)) && std::isnan(rhs.getNumber(position));
}

/// All digits: large integers are no doubles.
static std::string printInteger(const HostArray &array, int64_t position) {
  unsigned size = getDtypeSize(array.dtype), unused = 64 - 8 * size;
  uint64_t bits = 0;
  std::memcpy(&bits, array.bytes.data() + position * size, size);
  bool isSigned = array.dtype[0] == 'i' && array.dtype != "i1";
  return isSigned ? std::to_string(int64_t(bits << unused) >> unused) : std::to_string(bits);
}

static std::string printNumber(const HostArray &array, int64_t position) {
  if (!isFloat(array.dtype))
    return printInteger(array, position);
  double value = array.getNumber(position);
  if (std::isnan(value))
    return "nan";
  char buffer[40];
  std::snprintf(buffer, sizeof(buffer), array.dtype == "f64" ? "%.17g" : "%.9g", value);
  return buffer;
}

static std::vector<int64_t> unravel(int64_t position, const std::vector<int64_t> &shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    index[i] = position % shape[i];
    position /= shape[i];
  }
  return index;
}

static std::string printList(const std::vector<int64_t> &numbers) {
  return llvm::join(llvm::map_range(numbers, [](int64_t number) { return std::to_string(number); }), ", ");
}

static std::string printType(const HostArray &array) { return array.dtype + "[" + printList(array.shape) + "]"; }

namespace {
/// What perturbations do to one output.
struct Sensitivity {
  double allowed = 0; ///< distance between finite elements
  llvm::SmallVector<const HostArray *> runs;

  /// Whether they alone change an element, such as one that is no finite number.
  bool isUndecided(int64_t position) const {
    unsigned size = getDtypeSize(runs.front()->dtype);
    for (const HostArray *run : llvm::drop_begin(runs))
      if (!hasSameBitsAt(*runs.front(), *run, position, size))
        return true;
    return false;
  }
};
} // namespace

/// The outcomes are of the program itself and then of its perturbations; those that were not run say nothing.
static Sensitivity measure(llvm::ArrayRef<Outcome> perturbed, llvm::ArrayRef<Perturbation> perturbations,
                           unsigned output) {
  Sensitivity result;
  for (auto [number, outcome] : llvm::enumerate(perturbed)) {
    if (output >= outcome.outputs.size())
      continue;
    const HostArray &run = outcome.outputs[output];
    result.runs.push_back(&run);
    const HostArray &plain = *result.runs.front();
    if (number == 0 || !isFloat(plain.dtype))
      continue;
    for (int64_t i = 0, e = plain.getNumElements(); i < e; ++i) {
      double distance = std::abs(run.getNumber(i) - plain.getNumber(i));
      if (std::isfinite(distance))
        result.allowed = std::max(result.allowed, perturbations[number - 1].scale * distance);
    }
  }
  return result;
}

llvm::SmallVector<Perturbation> Tolerance::getPerturbations() const {
  using Way = Perturbation::Way;
  llvm::SmallVector<Perturbation> perturbations;
  // Where all roundings go one way, nothing can go further. As they come they mostly cancel each other, as those of
  // another order of a sum do: four times that is far. Where it is four units at once, conversions that the program
  // asks for, and comparisons, show on which numbers they jump.
  if (!isExact)
    perturbations.append({{Way::up},
                          {Way::down},
                          {Way::scattered, 1, 4, 1},
                          {Way::scattered, 1, 4, 2},
                          {Way::scattered, 4, 1, 3},
                          {Way::scattered, 4, 1, 4}});
  if (hasFreeZeros)
    perturbations.append({{Way::positiveZeros}, {Way::negativeZeros}});
  return perturbations;
}

std::optional<Difference> checking::findDifference(const Outcome &expected, const Outcome &got,
                                                   const Tolerance &tolerance, PerturbedRuns getPerturbed,
                                                   int64_t &compared) {
  Difference difference;
  if (!got.error.empty()) {
    difference.elsewhere = got.error;
    return difference;
  }
  if (expected.outputs.size() != got.outputs.size()) {
    difference.elsewhere = "expected " + std::to_string(expected.outputs.size()) + " results, but got " +
                           std::to_string(got.outputs.size());
    return difference;
  }
  for (auto [number, want, have] : llvm::enumerate(expected.outputs, got.outputs)) {
    difference.output = number;
    if (want.dtype != have.dtype || want.shape != have.shape) {
      difference.elsewhere = "expected a result " + printType(want) + ", but got " + printType(have);
      return difference;
    }
    unsigned size = getDtypeSize(want.dtype);
    std::optional<Sensitivity> sensitivity;
    for (int64_t i = 0, e = want.getNumElements(); i < e; ++i, ++compared) {
      if (hasSameBitsAt(want, have, i, size))
        continue;
      double wanted = want.getNumber(i), value = have.getNumber(i), distance = std::abs(wanted - value);
      if (tolerance.hasFreeZeros && isFloat(want.dtype) && wanted == 0 && value == 0)
        continue;
      bool isFinite = isFloat(want.dtype) && std::isfinite(distance);
      if (!tolerance.isExact && isFinite && distance <= 4 * getUlp(want.dtype, wanted))
        continue;
      if (!tolerance.isExact && !isFinite && isFloat(want.dtype) && tolerance.overflowsElsewhere) {
        --compared;
        continue;
      }
      if (!tolerance.isExact || tolerance.hasFreeZeros) {
        if (!sensitivity)
          sensitivity = measure(getPerturbed(), tolerance.getPerturbations(), number);
        bool isRounded = !tolerance.isExact && isFinite;
        difference.allowed = isRounded ? std::max(sensitivity->allowed, 4 * getUlp(want.dtype, wanted)) : 0;
        if (isRounded && distance <= difference.allowed)
          continue;
        if (!isRounded && !sensitivity->runs.empty() && sensitivity->isUndecided(i)) {
          --compared;
          continue;
        }
      }
      difference.index = unravel(i, want.shape);
      difference.expected = printNumber(want, i);
      difference.got = printNumber(have, i);
      return difference;
    }
  }
  return std::nullopt;
}

std::string checking::describe(const Difference &difference, const std::string &value) {
  if (!difference.elsewhere.empty())
    return difference.elsewhere;
  std::string text =
      "expected element [" + printList(difference.index) + "] of " + value + " to be " + difference.expected;
  if (difference.allowed > 0) {
    char buffer[32];
    std::snprintf(buffer, sizeof(buffer), "%.3g", difference.allowed);
    text += std::string(" within ") + buffer;
  }
  return text + ", but got " + difference.got;
}
