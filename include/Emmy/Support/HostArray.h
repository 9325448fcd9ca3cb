// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays in host memory, and their .npy files.

#ifndef EMMY_SUPPORT_HOSTARRAY_H
#define EMMY_SUPPORT_HOSTARRAY_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
struct fltSemantics;
} // namespace llvm

namespace emmy {

/// A contiguous row-major array. `dtype` is an element type as the signature spells it: f32, bf16, f8E5M2, i1, ui8, …
struct HostArray {
  std::string dtype;
  std::vector<int64_t> shape;
  std::vector<char> bytes;

  int64_t getNumElements() const;
  /// The element at a flat position as a number (exact for everything but large 64-bit integers).
  double getNumber(int64_t position) const;
  void setNumber(int64_t position, double value);
  /// `dtype[2x3] = [...]`
  std::string str() const;

  /// An array of zeros; nothing, and a message, for a dtype that is not known and a shape that memory does not hold.
  static std::optional<HostArray> create(const std::string &dtype, std::vector<int64_t> shape, std::string &error);
};

/// Bytes of an element; 0 for a dtype that is not known.
unsigned getDtypeSize(const std::string &dtype);

/// The format of a float dtype; null for other dtypes.
const llvm::fltSemantics *getFloatSemantics(const std::string &dtype);

/// Reads a .npy file as an array of `dtype`; bf16 and floats of 8 bits are stored as their bits, in
/// unsigned integers. Nothing, and a message, where the file
/// is no such array.
std::optional<HostArray> readNpy(const std::string &path, const std::string &dtype, std::string &error);

bool writeNpy(const std::string &path, const HostArray &array, std::string &error);

/// The same numbers for the same seed on every machine: floats in [-1, 1), integers in [-4, 4), unsigned ones in [0,
/// 8), bools.
void fillRandom(HostArray &array, uint64_t seed);

} // namespace emmy

#endif // EMMY_SUPPORT_HOSTARRAY_H
