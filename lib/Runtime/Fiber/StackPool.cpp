// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stacks are mapped in chunks, so that telling whether an address lies on a
// stack is a short search.

#include "StackPool.h"

#include <sys/mman.h>

using namespace emmy::fiber;

StackPool::~StackPool() {
  for (char *chunk : chunks)
    munmap(chunk, bytes * kStacksPerChunk);
}

int StackPool::take() {
  if (unused.empty()) {
    void *chunk = mmap(nullptr, bytes * kStacksPerChunk, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (chunk == MAP_FAILED)
      return -1;
    chunks.push_back(static_cast<char *>(chunk));
    int first = int(chunks.size() - 1) * kStacksPerChunk;
    for (int i = kStacksPerChunk - 1; i >= 0; --i) {
      // Without the guard page everything still works.
      (void)mprotect(chunks.back() + i * bytes, kGuardBytes, PROT_NONE);
      unused.push_back(first + i);
    }
  }
  int stack = unused.back();
  unused.pop_back();
  return stack;
}

void StackPool::giveAll() {
  unused.clear();
  for (int i = int(chunks.size()) * kStacksPerChunk - 1; i >= 0; --i)
    unused.push_back(i);
}

void *StackPool::top(int stack) const { return getBottom(stack) + bytes - stack * 320 % 4096; }

bool StackPool::contains(uintptr_t address) const {
  for (char *chunk : chunks)
    if (address - reinterpret_cast<uintptr_t>(chunk) < bytes * kStacksPerChunk)
      return true;
  return false;
}
