// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds accesses of two threads to the same memory that nothing orders, of
// which at least one writes and at least one is not atomic. Each byte has a
// shadow of who wrote it last and who has read it since.
//
// Blocks run one after another, and warps of a block until they wait at a
// barrier or return. So what two blocks, or two warps between barriers, have
// read cannot be written by the first of them any more, and it is enough to
// remember the first.

#ifndef EMMY_LIB_RUNTIME_SHIM_RACES_H
#define EMMY_LIB_RUNTIME_SHIM_RACES_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace emmy::shim {

/// The access that another one conflicts with.
struct Race {
  /// The byte, from the start of the memory.
  size_t offset;
  unsigned thread;
  bool isStore;
  /// For global memory: the block, if it is another one.
  bool isOtherBlock = false;
  uint64_t block = 0;
};

/// The shared memory of one block after another. Barriers order all threads,
/// named ones the warps that meet, __syncwarp the lanes that it names; shuffles
/// and votes order no memory. Where warps meet at named barriers, of several
/// readers that nothing orders only the first is remembered, so that a race with
/// another one may be missed.
class SharedRaces {
public:
  void startBlock(size_t bytes, unsigned numThreads);
  void passBarrier() { ++epoch; }
  void syncWarp(unsigned warp, uint32_t lanes);
  /// These warps have met at a named barrier.
  void meet(uint32_t warps);

  /// Records an access; returns whether it races, with the other one in `race`.
  bool access(unsigned thread, size_t offset, size_t bytes, int kind, Race &race);

private:
  struct Cell {
    uint32_t block = 0; // of all that follows
    uint32_t writeEpoch;
    uint32_t writeClock;
    uint32_t readEpoch;
    uint32_t readClock; // the smallest of all lanes
    uint32_t readLanes; // none: nobody has read since the last write
    uint32_t writeMeeting, readMeeting;
    uint16_t writer;
    uint16_t reader; // the first one; all lanes are of its warp
    bool isWritten;
    bool isAtomic;
  };
  struct WarpClocks {
    uint32_t clock[32];
    /// Up to which clock of another lane a lane has seen everything.
    uint32_t known[32][32];
    /// The number of the warp's last named barrier, and of each other warp's up
    /// to which the warp has seen everything.
    uint32_t meeting;
    uint32_t knownMeeting[32];
  };
  bool isOrdered(unsigned thread, unsigned other, uint32_t otherEpoch, uint32_t otherClock,
                 uint32_t otherMeeting) const;
  bool isOrderedAfterReads(unsigned thread, const Cell &cell) const;

  uint32_t block = 0;
  uint32_t epoch = 0;
  uint32_t numMeetings = 0;
  std::vector<Cell> cells;
  std::vector<WarpClocks> warps;
};

/// Global memory during one launch. Nothing orders two blocks; barriers order
/// the threads of one. Accesses of one warp are taken to be ordered.
class GlobalRaces {
public:
  /// Forgets everything; `sizes` are the sizes of the buffers.
  void startLaunch(const std::vector<size_t> &sizes);

  bool access(uint64_t block, unsigned thread, uint32_t epoch, size_t buffer, size_t offset, size_t bytes, int kind,
              Race &race);

private:
  struct Access {
    uint32_t block;
    uint32_t epoch : 20;
    uint32_t thread : 10;
    uint32_t isValid : 1;
    uint32_t isAtomic : 1;
  };
  struct Cell {
    Access write, read;
  };
  static constexpr size_t kPageBytes = 1024;
  struct Page {
    uint64_t launch = 0;
    Cell cells[kPageBytes];
  };
  Cell &getCell(size_t buffer, size_t offset);
  static bool isOrdered(const Access &earlier, const Access &now);

  uint64_t launch = 0;
  std::vector<std::vector<std::unique_ptr<Page>>> pages;
};

} // namespace emmy::shim

#endif // EMMY_LIB_RUNTIME_SHIM_RACES_H
