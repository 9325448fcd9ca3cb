// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets of elements: a few runs as they are, many as bits.

#include "ElementSet.h"

#include <algorithm>
#include <limits>

using namespace emmy::report;

/// Where runs become bits, and how many runs one pattern may have.
static constexpr size_t maxRuns = 1024;
static constexpr int64_t maxPieces = int64_t(1) << 28;

void ElementSet::addRun(int64_t first, int64_t length) {
  int64_t last = std::min(first + length, numElements);
  first = std::max<int64_t>(first, 0);
  if (first >= last)
    return;
  if (!bits.empty()) {
    bits.set(first, last);
    return;
  }
  // Most runs continue the last one.
  if (!runs.empty() && first <= runs.back().second && last >= runs.back().first) {
    runs.back() = {std::min(first, runs.back().first), std::max(last, runs.back().second)};
    return;
  }
  runs.push_back({first, last});
  if (runs.size() <= maxRuns || numElements > std::numeric_limits<unsigned>::max())
    return;
  bits.resize(numElements);
  for (auto [begin, end] : runs)
    bits.set(begin, end);
}

bool ElementSet::add(int64_t first, llvm::ArrayRef<Steps> pattern) {
  llvm::SmallVector<Steps> steps;
  for (Steps step : pattern) {
    if (step.count <= 1 || step.stride == 0)
      continue;
    if (step.stride < 0) {
      first += step.stride * (step.count - 1);
      step.stride = -step.stride;
    }
    steps.push_back(step);
  }
  llvm::sort(steps, [](Steps lhs, Steps rhs) { return lhs.stride < rhs.stride; });
  // Steps that leave no gap make one run.
  int64_t run = 1;
  size_t outer = 0;
  for (; outer < steps.size() && steps[outer].stride <= run; ++outer)
    run += steps[outer].stride * (steps[outer].count - 1);
  llvm::SmallVector<Steps> rest(steps.begin() + outer, steps.end());
  int64_t pieces = 1, hull = run;
  for (Steps step : rest) {
    pieces = pieces > maxPieces ? pieces : pieces * step.count;
    hull += step.stride * (step.count - 1);
  }
  if (pieces > maxPieces) {
    addRun(first, hull);
    return false;
  }
  llvm::SmallVector<int64_t> position(rest.size(), 0);
  while (true) {
    addRun(first, run);
    size_t dim = 0;
    for (; dim < rest.size(); ++dim) {
      first += rest[dim].stride;
      if (++position[dim] < rest[dim].count)
        break;
      first -= rest[dim].stride * rest[dim].count;
      position[dim] = 0;
    }
    if (dim == rest.size())
      return true;
  }
}

int64_t ElementSet::count() {
  if (!bits.empty())
    return bits.count();
  std::sort(runs.begin(), runs.end());
  int64_t total = 0, end = 0;
  for (auto [first, last] : runs) {
    total += std::max<int64_t>(0, last - std::max(first, end));
    end = std::max(end, last);
  }
  return total;
}
