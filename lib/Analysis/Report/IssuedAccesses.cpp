// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts accesses. A range of blocks, or of iterations of a loop, is evaluated at once with its coordinate as a range
// of integers: when every condition comes out the same for all of it, its accesses are those of one times their number.
// Otherwise the range is halved.

#include "IssuedAccesses.h"
#include "AccessCounter.h"

using namespace emmy;
using namespace emmy::report;

static int64_t getLength(Interval range) { return range.high - range.low + 1; }

void AccessCounter::countBlocks(const BlockRange &range) {
  auto *longest = std::max_element(range.begin(), range.end(),
                                   [](Interval lhs, Interval rhs) { return getLength(lhs) < getLength(rhs); });
  bool isOne = getLength(*longest) == 1;
  int64_t count = getLength(range[0]) * getLength(range[1]) * getLength(range[2]);
  auto attempt = [&](const BlockRange &tried) {
    blocks = tried;
    current = {};
    values.clear();
    for (auto [argument, known] : llvm::zip_equal(kernel.getBody().getArguments(), launch.arguments))
      values[argument] = Lanes{known};
    return evaluate(&kernel.getBody().front(), Weights(numThreads, 1));
  };
  bool isKnown = attempt(range);
  if (!isKnown && !isOne && spent <= kBudget) {
    size_t dim = longest - range.begin();
    BlockRange left = range, right = range;
    left[dim].high = range[dim].low + getLength(range[dim]) / 2 - 1;
    right[dim].low = left[dim].high + 1;
    countBlocks(left);
    countBlocks(right);
    return;
  }
  if (!isKnown) {
    // One block stands for all.
    BlockRange middle;
    for (auto [point, part] : llvm::zip_equal(middle, range))
      point = Interval::getPoint(part.low + getLength(part) / 2);
    isGuessing = true;
    attempt(middle);
    isGuessing = false;
    current.isEstimate |= !isOne;
  }
  total.loads += current.loads * count;
  total.stores += current.stores * count;
  total.bytesLoaded += current.bytesLoaded * count;
  total.bytesStored += current.bytesStored * count;
  total.isEstimate |= current.isEstimate;
}

IssuedAccesses AccessCounter::run() {
  BlockRange all;
  for (auto [range, size] : llvm::zip_equal(all, launch.grid)) {
    if (size <= 0)
      return {};
    range = {0, size - 1};
  }
  countBlocks(all);
  return total;
}

IssuedAccesses emmy::report::countIssuedAccesses(const Launch &launch) { return AccessCounter(launch).run(); }
