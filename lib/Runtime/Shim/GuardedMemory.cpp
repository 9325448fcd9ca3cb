// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One allocation holds guard, copy, guard, copy … guard.

#include "GuardedMemory.h"
#include "Launch.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace emmy::shim;

/// What the CUDA allocator aligns to.
static constexpr size_t kAlignment = 256;
static constexpr size_t kGuardBytes = 4096;
static constexpr unsigned char kGuardByte = 0xa5;

static size_t getPaddedBytes(size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment + kGuardBytes; }

GuardedMemory::GuardedMemory(const std::vector<Region> &regions, size_t workspaceBytes, unsigned char poison,
                             bool inPlace)
    : inPlace(inPlace) {
  std::vector<size_t> blockOf;
  for (const Region &region : regions) {
    auto found = std::find_if(blocks.begin(), blocks.end(),
                              [&](const Block &block) { return region.data && block.region.data == region.data; });
    blockOf.push_back(size_t(found - blocks.begin()));
    if (found == blocks.end())
      blocks.push_back({region, region.data});
    else
      found->region.bytes = std::max(found->region.bytes, region.bytes);
  }
  blocks.push_back({{nullptr, workspaceBytes, "the workspace"}, nullptr});

  memoryBytes = kGuardBytes;
  for (const Block &block : blocks)
    if (!inPlace || !block.region.data)
      memoryBytes += getPaddedBytes(block.region.bytes);
  memory = static_cast<char *>(aligned_alloc(kGuardBytes, (memoryBytes + kGuardBytes - 1) / kGuardBytes * kGuardBytes));
  if (!memory)
    return;
  memset(memory, kGuardByte, memoryBytes);
  char *next = memory + kGuardBytes;
  for (Block &block : blocks) {
    if (inPlace && block.region.data)
      continue;
    block.copy = next;
    next += getPaddedBytes(block.region.bytes);
    if (block.region.data)
      memcpy(block.copy, block.region.data, block.region.bytes);
    else
      memset(block.copy, poison, block.region.bytes);
  }
  workspace = blocks.back().copy;
  for (size_t block : blockOf)
    pointers.push_back(blocks[block].copy);
}

GuardedMemory::~GuardedMemory() { free(memory); }

std::vector<Buffer> GuardedMemory::getBuffers() const {
  std::vector<Buffer> buffers;
  for (const Block &block : blocks)
    if (block.region.data || block.region.bytes)
      buffers.push_back({reinterpret_cast<uintptr_t>(block.copy), block.region.bytes, block.region.name});
  std::sort(buffers.begin(), buffers.end(), [](const Buffer &a, const Buffer &b) { return a.base < b.base; });
  return buffers;
}

std::string GuardedMemory::copyBack() {
  auto findDamage = [](const char *begin, const char *end) {
    return std::find_if(begin, end, [](char byte) { return static_cast<unsigned char>(byte) != kGuardByte; });
  };
  std::string damage;
  const char *previousEnd = memory;
  for (const Block &block : blocks) {
    if (inPlace && block.region.data)
      continue;
    const char *found = findDamage(previousEnd, block.copy);
    if (found != block.copy && damage.empty())
      damage = format("expected no writes outside of buffers, but got one at "
                      "offset %lld of %s (%zu bytes)",
                      (long long)(found - block.copy), block.region.name.c_str(), block.region.bytes);
    previousEnd = block.copy + block.region.bytes;
    const char *end = block.copy + getPaddedBytes(block.region.bytes) - kGuardBytes / 2;
    found = findDamage(previousEnd, end);
    if (found != end && damage.empty())
      damage = format("expected no writes outside of buffers, but got one at "
                      "offset %lld of %s (%zu bytes)",
                      (long long)(found - block.copy), block.region.name.c_str(), block.region.bytes);
    previousEnd = end;
    if (block.region.data && block.region.bytes)
      memcpy(block.region.data, block.copy, block.region.bytes);
  }
  return damage;
}
