// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory between pages that nobody may touch, so that what a wrong program reads or writes beyond an end is a fault and
// not somebody else's value.

#ifndef EMMY_LIB_EXECUTION_GUARDEDMEMORY_H
#define EMMY_LIB_EXECUTION_GUARDEDMEMORY_H

#include <cstddef>

namespace emmy {

class GuardedMemory {
public:
  /// Which end of the memory is right beside forbidden pages; the other one is up to a page away from them, and what is
  /// in between has all bits set.
  enum class Side { begin, end };

  /// So many bytes, all bits set. `alignment` is a power of two, at most a page. Empty where the system has no memory.
  GuardedMemory(size_t bytes, Side side, size_t alignment);
  GuardedMemory(GuardedMemory &&other);
  ~GuardedMemory();

  char *getBase() const { return base; }
  /// Whether the bytes around the memory are as they were.
  bool isIntact() const;

  /// As malloc and free, on such memory; what compiled code calls by these names.
  static void *allocate(size_t bytes);
  static void release(void *pointer);

private:
  char *mapping = nullptr, *usable = nullptr, *base = nullptr;
  size_t mappedBytes = 0, usableBytes = 0, bytes = 0;
};

} // namespace emmy

#endif // EMMY_LIB_EXECUTION_GUARDEDMEMORY_H
