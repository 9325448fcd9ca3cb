// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks are mapped when they are first needed and kept. Each has an
// inaccessible page below it. The usable tops are spread over the cache sets:
// page-aligned tops of hundreds of stacks would fall into the same few.

#ifndef EMMY_LIB_RUNTIME_FIBER_STACKPOOL_H
#define EMMY_LIB_RUNTIME_FIBER_STACKPOOL_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emmy::fiber {

class StackPool {
public:
  /// Stacks of so many bytes; only what is touched takes memory.
  explicit StackPool(size_t bytes = 1024 * 1024) : bytes(bytes) {}
  StackPool(const StackPool &) = delete;
  StackPool &operator=(const StackPool &) = delete;
  ~StackPool();

  /// Takes a stack; returns its number, or -1 when there is no memory.
  int take();
  /// Gives a stack back. Its contents stay until it is taken again.
  void give(int stack) { unused.push_back(stack); }
  /// Gives all stacks back.
  void giveAll();

  void *top(int stack) const;
  /// Whether `address` lies on a stack, or on any stack of this pool.
  bool contains(int stack, uintptr_t address) const {
    return address - reinterpret_cast<uintptr_t>(getBottom(stack)) < bytes;
  }
  bool contains(uintptr_t address) const;

private:
  static constexpr size_t kGuardBytes = 4096;
  static constexpr int kStacksPerChunk = 32;

  char *getBottom(int stack) const { return chunks[stack / kStacksPerChunk] + stack % kStacksPerChunk * bytes; }

  size_t bytes;
  std::vector<char *> chunks;
  std::vector<int> unused;
};

} // namespace emmy::fiber

#endif // EMMY_LIB_RUNTIME_FIBER_STACKPOOL_H
