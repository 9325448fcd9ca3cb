// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory that a run works on: copies of the caller's buffers, aligned as a
// GPU allocates them and with guard bytes between them, so that no access
// beyond one buffer can be mistaken for one to another, and damage to the
// guards is found afterwards.

#ifndef EMMY_LIB_RUNTIME_SHIM_GUARDEDMEMORY_H
#define EMMY_LIB_RUNTIME_SHIM_GUARDEDMEMORY_H

#include "Session.h"

#include <string>
#include <vector>

namespace emmy::shim {

struct Region {
  char *data;
  size_t bytes;
  std::string name;
};

class GuardedMemory {
public:
  /// Copies the regions, or refers to them when `inPlace`; regions with the
  /// same address share one copy. The workspace is new in both cases and filled
  /// with `poison`.
  GuardedMemory(const std::vector<Region> &regions, size_t workspaceBytes, unsigned char poison, bool inPlace);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  /// Whether there was enough memory.
  bool isValid() const { return memory != nullptr; }
  /// One pointer for each region.
  void **getPointers() { return pointers.data(); }
  void *getWorkspace() const { return workspace; }
  std::vector<Buffer> getBuffers() const;

  /// Copies the contents back; returns what is wrong with the guards, or an
  /// empty string.
  std::string copyBack();

private:
  struct Block {
    Region region;
    char *copy;
  };
  std::vector<Block> blocks;
  std::vector<void *> pointers;
  void *workspace = nullptr;
  bool inPlace;
  char *memory = nullptr;
  size_t memoryBytes = 0;
};

} // namespace emmy::shim

#endif // EMMY_LIB_RUNTIME_SHIM_GUARDEDMEMORY_H
