// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who accessed an element last. Two accesses of one element by different threads, one of them a write, race unless a
// barrier of the block is between them; nothing orders blocks. Barriers are those of a whole block, so what happened
// before is told by one number: a stamp that counts barriers and blocks. Shuffles exchange registers and order nothing.

#ifndef EMMY_LIB_SIMULATOR_RACES_H
#define EMMY_LIB_SIMULATOR_RACES_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace emmy::simulator {

enum class AccessKind : uint8_t { load, store, atomic };

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

/// The accesses of one element that later ones are compared with.
struct Cell {
  Entry write;     ///< the last
  Entry firstRead; ///< of the launch: it belongs to the earliest block that read
  /// By two threads since the last barrier.
  Entry reads[2];
};

/// The time at which an access happens.
struct Now {
  uint32_t stamp;
  uint32_t blockStart;  ///< the first stamp of the block
  uint32_t launchStart; ///< the first stamp of the launch
};

/// Records an access of an element. The result is an earlier access that it races with, or nobody's.
inline Entry recordAccess(Cell &cell, const Now &now, uint32_t thread, uint32_t site, AccessKind kind) {
  Entry self(now.stamp, thread, site, kind == AccessKind::atomic);
  auto isUnordered = [&](Entry entry) {
    if (entry.getStamp() < now.launchStart)
      return false;
    if (entry.getStamp() < now.blockStart)
      return true;
    return entry.getStamp() == now.stamp && entry.getThread() != thread;
  };
  Entry race;
  if (!(kind == AccessKind::atomic && cell.write.isAtomic()) && isUnordered(cell.write))
    race = cell.write;
  if (kind == AccessKind::load) {
    if (cell.firstRead.getStamp() < now.launchStart)
      cell.firstRead = self;
    if (cell.reads[0].getStamp() != now.stamp)
      cell.reads[0] = self;
    else if (cell.reads[0].getThread() != thread && cell.reads[1].getStamp() != now.stamp)
      cell.reads[1] = self;
    return race;
  }
  if (!race.getStamp())
    for (Entry read : {cell.firstRead, cell.reads[0], cell.reads[1]})
      if (isUnordered(read)) {
        race = read;
        break;
      }
  // Of atomics by several threads only the last site is kept, and that there were several.
  bool joins = kind == AccessKind::atomic && cell.write.isAtomic() && isUnordered(cell.write);
  cell.write = joins ? Entry(now.stamp, Entry::kManyThreads, site, true) : self;
  return race;
}

/// An array of zeros that takes memory only where it is touched.
template <typename T>
class ZeroedArray {
public:
  ZeroedArray() = default;
  ZeroedArray(const ZeroedArray &) = delete;
  ~ZeroedArray() { std::free(data); }

  /// At least `count` elements. They are zeros, or what they were, unless the array has to grow.
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
