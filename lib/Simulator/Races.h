// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who accessed an element. Two accesses of one element by different threads, one of them a write, race unless something
// orders them. Within a block only a barrier does, and barriers are those of the whole block, so what happened before
// is told by one number: a stamp that counts barriers and blocks. Nothing orders blocks; which of them accessed an
// element is kept as the first and the last, which does not depend on the order in which they ran.

#ifndef EMMY_LIB_SIMULATOR_RACES_H
#define EMMY_LIB_SIMULATOR_RACES_H

#include "llvm/Support/Compiler.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace emmy::simulator {

enum class AccessKind : uint8_t { load, store, atomic };

//===----------------------------------------------------------------------===//
// Within a block
//===----------------------------------------------------------------------===//

/// One access: when, by which thread of its block, and at which site. Nobody's where the stamp is 0.
class Entry {
public:
  /// In place of a thread: several threads, all of them by atomics.
  static constexpr uint32_t kManyThreads = 1024;

  Entry() = default;
  Entry(uint32_t stamp, uint32_t thread, uint32_t site, bool isAtomic)
      : bits(uint64_t(stamp) << 32 | uint64_t(isAtomic) << 31 | uint64_t(thread) << 20 | (site & 0xfffff)) {}

  uint32_t getStamp() const { return bits >> 32; }
  bool isAtomic() const { return bits >> 31 & 1; }
  uint32_t getThread() const { return bits >> 20 & 0x7ff; }
  uint32_t getSite() const { return bits & 0xfffff; }

private:
  uint64_t bits = 0;
};

/// The accesses of one element that later ones of the block are compared with.
struct Cell {
  Entry write; ///< the last
  /// By two threads since the last barrier.
  Entry reads[2];
};

/// Records an access of an element at a time. The result is an earlier access that it races with, or nobody's.
LLVM_ATTRIBUTE_ALWAYS_INLINE Entry recordAccess(Cell &cell, uint32_t stamp, uint32_t thread, uint32_t site,
                                                AccessKind kind) {
  Entry self(stamp, thread, site, kind == AccessKind::atomic);
  auto isUnordered = [&](Entry entry) { return entry.getStamp() == stamp && entry.getThread() != thread; };
  Entry race;
  if (!(kind == AccessKind::atomic && cell.write.isAtomic()) && isUnordered(cell.write))
    race = cell.write;
  if (kind == AccessKind::load) {
    if (cell.reads[0].getStamp() != stamp)
      cell.reads[0] = self;
    else if (cell.reads[0].getThread() != thread && cell.reads[1].getStamp() != stamp)
      cell.reads[1] = self;
    return race;
  }
  if (!race.getStamp())
    for (Entry read : cell.reads)
      if (isUnordered(read)) {
        race = read;
        break;
      }
  // Of atomics by several threads only the last site is kept, and that there were several.
  bool joins = kind == AccessKind::atomic && cell.write.isAtomic() && isUnordered(cell.write);
  cell.write = joins ? Entry(stamp, Entry::kManyThreads, site, true) : self;
  return race;
}

//===----------------------------------------------------------------------===//
// Of all blocks
//===----------------------------------------------------------------------===//

/// The first and the last access of one kind in the order of blocks, then threads, then sites.
class AccessSpan {
public:
  struct Access {
    uint64_t block;
    uint32_t thread, site;
  };

  bool isEmpty() const { return last == 0; }
  void add(uint64_t block, uint32_t thread, uint32_t site) {
    uint64_t bits = (block + 1) << 30 | uint64_t(thread) << 20 | (site & 0xfffff);
    last = std::max(last, bits);
    first = std::max(first, ~bits);
  }
  void add(const AccessSpan &other) {
    last = std::max(last, other.last);
    first = std::max(first, other.first);
  }
  Access getFirst() const { return decode(~first); }
  Access getLast() const { return decode(last); }

private:
  static Access decode(uint64_t bits) {
    return {(bits >> 30) - 1, uint32_t(bits >> 20 & 0x3ff), uint32_t(bits & 0xfffff)};
  }
  /// The first one is kept as its complement, so that nobody's is 0 for both.
  uint64_t first = 0, last = 0;
};

/// How an element of a buffer was accessed in a launch, in the order of AccessKind.
struct History {
  AccessSpan spans[3];

  void add(const History &other) {
    for (unsigned i = 0; i < 3; ++i)
      spans[i].add(other.spans[i]);
  }
  bool isEmpty() const { return spans[0].isEmpty() && spans[1].isEmpty() && spans[2].isEmpty(); }
  bool isWritten() const { return !spans[1].isEmpty() || !spans[2].isEmpty(); }
};

/// An array of zeros that takes memory only where it is touched.
template <typename T>
class ZeroedArray {
public:
  ZeroedArray() = default;
  ZeroedArray(const ZeroedArray &) = delete;
  ZeroedArray(ZeroedArray &&other) : data(other.data), size(other.size) {
    other.data = nullptr;
    other.size = 0;
  }
  ~ZeroedArray() { std::free(data); }

  /// At least `count` elements. They are zeros, or what they were, unless the array has to grow.
  size_t getSize() const { return size; }
  T *get(size_t count) {
    if (count > size) {
      std::free(data);
      data = static_cast<T *>(std::calloc(count, sizeof(T)));
      size = count;
    }
    return data;
  }

private:
  T *data = nullptr;
  size_t size = 0;
};

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_RACES_H
