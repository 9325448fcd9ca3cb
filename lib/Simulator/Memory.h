// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device's memory: allocations that start at multiples of 256 bytes and know which of their bytes were written.

#ifndef EMMY_LIB_SIMULATOR_MEMORY_H
#define EMMY_LIB_SIMULATOR_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace emmy::simulator {

/// Contents of memory that nobody has written: as floats NaN, as integers -1.
constexpr unsigned char kPoison = 0xff;

class Allocation {
public:
  /// Memory for so many bytes; all of them are poison, and none is written.
  Allocation(size_t bytes, std::string name, mlir::Operation *operation);
  /// Memory of the host that only is read, such as a constant.
  Allocation(char *base, size_t bytes, std::string name);
  Allocation(const Allocation &) = delete;
  ~Allocation();

  char *base;
  size_t bytes;
  std::string name;
  mlir::Operation *operation; ///< that allocates it; null for a buffer of the caller
  bool isOutput = false;

  /// Whether the allocation is a constant of the host program.
  bool isConstant() const { return !isOwned; }
  bool isAllWritten() const { return numUnwritten == 0; }
  /// Whether none of these bytes was written.
  bool isUnwritten(size_t offset, size_t count) const;
  /// Whether all of these bytes were written.
  bool isWritten(size_t offset, size_t count) const;
  void markWritten(size_t offset, size_t count);
  void markAllWritten();
  /// As for a copy from another allocation, written as far as that one is.
  void copyWritten(size_t offset, const Allocation &source, size_t sourceOffset, size_t count);
  /// The first byte that was not written; only where not all are.
  size_t getFirstUnwritten() const;
  size_t getNumUnwritten() const { return numUnwritten; }

private:
  bool isOwned;
  std::vector<uint8_t> written; ///< 1 for each byte that is; empty where all are
  size_t numUnwritten;
};

class Memory {
public:
  Allocation &allocate(size_t bytes, std::string name, mlir::Operation *operation);
  /// Makes memory of the host known.
  Allocation &adopt(char *base, size_t bytes, std::string name);
  /// The allocation that holds an address; null where none does.
  Allocation *find(const void *address) const;

private:
  std::map<const char *, std::unique_ptr<Allocation>> allocations;
};

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_MEMORY_H
