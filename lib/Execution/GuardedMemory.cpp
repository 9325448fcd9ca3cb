// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mappings with forbidden pages at both ends.

#include "GuardedMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

using namespace emmy;

/// Forbidden bytes on either side; they take addresses, not memory.
static constexpr size_t kForbidden = size_t(64) << 20;

GuardedMemory::GuardedMemory(size_t bytes, Side side, size_t alignment) : bytes(bytes) {
  size_t page = sysconf(_SC_PAGESIZE);
  usableBytes = llvm::alignTo(bytes + 1, page);
  mappedBytes = usableBytes + 2 * kForbidden;
  void *mapped = mmap(nullptr, mappedBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    return;
  mapping = static_cast<char *>(mapped);
  usable = mapping + kForbidden;
  if (mprotect(usable, usableBytes, PROT_READ | PROT_WRITE) != 0)
    return;
  std::memset(usable, 0xff, usableBytes);
  size_t start = side == Side::begin ? 0 : llvm::alignDown(usableBytes - bytes, alignment);
  base = usable + start;
}

GuardedMemory::GuardedMemory(GuardedMemory &&other)
    : mapping(std::exchange(other.mapping, nullptr)), usable(other.usable), base(other.base),
      mappedBytes(other.mappedBytes), usableBytes(other.usableBytes), bytes(other.bytes) {}

GuardedMemory::~GuardedMemory() {
  if (mapping)
    munmap(mapping, mappedBytes);
}

bool GuardedMemory::isIntact() const {
  auto isUntouched = [](char byte) { return byte == char(-1); };
  return std::all_of(usable, base, isUntouched) && std::all_of(base + bytes, usable + usableBytes, isUntouched);
}

/// A header in front of what is given out says how to release it.
void *GuardedMemory::allocate(size_t bytes) {
  constexpr size_t header = 64;
  GuardedMemory memory(bytes + header, Side::end, header);
  if (!memory.base)
    llvm::report_bad_alloc_error("expected memory for an allocation of the program, but got none");
  char *result = memory.base + header;
  new (memory.base) GuardedMemory(std::move(memory));
  return result;
}

void GuardedMemory::release(void *pointer) {
  if (!pointer)
    return;
  static_assert(sizeof(GuardedMemory) <= 64, "the header holds the mapping");
  auto *header = reinterpret_cast<GuardedMemory *>(static_cast<char *>(pointer) - 64);
  // The memory that is released holds the description of itself.
  GuardedMemory memory(std::move(*header));
}
