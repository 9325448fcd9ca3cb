// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A set of elements of a buffer, by their row-major numbers.

#ifndef EMMY_LIB_ANALYSIS_REPORT_ELEMENTSET_H
#define EMMY_LIB_ANALYSIS_REPORT_ELEMENTSET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace emmy::report {

class ElementSet {
public:
  explicit ElementSet(int64_t numElements) : numElements(numElements) {}

  /// One dim of a regular pattern: `count` steps of `stride` elements.
  struct Steps {
    int64_t stride, count;
  };

  /// Adds first + sum of i_k * stride_k for all 0 <= i_k < count_k; elements outside of the buffer are ignored. Returns
  /// false when the pattern has too many pieces; then its hull is added.
  bool add(int64_t first, llvm::ArrayRef<Steps> pattern);
  int64_t count();

private:
  void addRun(int64_t first, int64_t length);

  int64_t numElements;
  /// Disjoint or not; while they are few.
  std::vector<std::pair<int64_t, int64_t>> runs;
  llvm::BitVector bits;
};

} // namespace emmy::report

#endif // EMMY_LIB_ANALYSIS_REPORT_ELEMENTSET_H
