// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations of the simulated device.

#include "Memory.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace emmy::simulator;

/// As the CUDA runtime aligns.
static constexpr size_t kAlignment = 256;

Allocation::Allocation(size_t bytes, std::string name, mlir::Operation *operation)
    : bytes(bytes), name(std::move(name)), operation(operation), isOwned(true), written(bytes, 0), numUnwritten(bytes) {
  // An empty buffer has an address of its own, too.
  size_t size = llvm::alignTo(std::max<size_t>(bytes, 1), kAlignment);
  base = static_cast<char *>(std::aligned_alloc(kAlignment, size));
  std::memset(base, kPoison, size);
}

Allocation::Allocation(char *base, size_t bytes, std::string name)
    : base(base), bytes(bytes), name(std::move(name)), operation(nullptr), isOwned(false), numUnwritten(0) {}

Allocation::~Allocation() {
  if (isOwned)
    std::free(base);
}

bool Allocation::isWritten(size_t offset, size_t count) const {
  if (isAllWritten())
    return true;
  return std::memchr(written.data() + offset, 0, count) == nullptr;
}

bool Allocation::isUnwritten(size_t offset, size_t count) const {
  return !isAllWritten() && std::memchr(written.data() + offset, 1, count) == nullptr;
}

void Allocation::markWritten(size_t offset, size_t count) {
  if (isAllWritten())
    return;
  size_t already = 0;
  for (size_t i = offset; i < offset + count; ++i)
    already += written[i];
  std::memset(written.data() + offset, 1, count);
  numUnwritten -= count - already;
}

void Allocation::markAllWritten() {
  written = {};
  numUnwritten = 0;
}

void Allocation::copyWritten(size_t offset, const Allocation &source, size_t sourceOffset, size_t count) {
  if (source.isAllWritten())
    return markWritten(offset, count);
  for (size_t i = 0; i < count; ++i)
    if (source.isWritten(sourceOffset + i, 1))
      markWritten(offset + i, 1);
}

size_t Allocation::getFirstUnwritten() const { return std::find(written.begin(), written.end(), 0) - written.begin(); }

Allocation &Memory::allocate(size_t bytes, std::string name, mlir::Operation *operation) {
  auto allocation = std::make_unique<Allocation>(bytes, std::move(name), operation);
  Allocation &result = *allocation;
  allocations[result.base] = std::move(allocation);
  return result;
}

Allocation &Memory::adopt(char *base, size_t bytes, std::string name) {
  std::unique_ptr<Allocation> &place = allocations[base];
  place = std::make_unique<Allocation>(base, bytes, std::move(name));
  return *place;
}

Allocation *Memory::find(const void *address) const {
  auto next = allocations.upper_bound(static_cast<const char *>(address));
  if (next == allocations.begin())
    return nullptr;
  Allocation &candidate = *std::prev(next)->second;
  size_t offset = static_cast<const char *>(address) - candidate.base;
  return offset < std::max<size_t>(candidate.bytes, 1) ? &candidate : nullptr;
}
