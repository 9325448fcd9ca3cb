// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// .npy files: a magic number, a version, a header in Python's syntax, and the bytes.

#include "Emmy/Support/HostArray.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace emmy;
using llvm::StringRef;

static constexpr llvm::StringLiteral magic("\x93NUMPY");

/// How a dtype is spelled in a header.
static std::string getDescription(StringRef dtype) {
  std::string size = std::to_string(getDtypeSize(dtype.str()));
  if (dtype == "i1")
    return "|b1";
  // What numpy has no name for is stored as its bits.
  if (dtype == "bf16")
    return "<u2";
  if (dtype.starts_with("f8"))
    return "|u1";
  StringRef kind = dtype.starts_with("f") ? "f" : dtype.starts_with("u") ? "u" : "i";
  return (size == "1" ? "|" : "<") + kind.str() + size;
}

/// The text after `'key':` in a header.
static std::optional<StringRef> getField(StringRef header, StringRef key) {
  size_t position = header.find(("'" + key + "':").str());
  if (position == StringRef::npos)
    return std::nullopt;
  return header.substr(position + key.size() + 3).ltrim();
}

std::optional<HostArray> emmy::readNpy(const std::string &path, const std::string &dtype, std::string &error) {
  auto fail = [&](const llvm::Twine &message) {
    error = (path + ": " + message).str();
    return std::nullopt;
  };
  if (getDtypeSize(dtype) == 0)
    return HostArray::create(dtype, {}, error); // which says what it knows
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file)
    return fail("expected a readable file, but got: " + file.getError().message());
  StringRef data = (*file)->getBuffer();
  if (!data.consume_front(magic) || data.size() < 4)
    return fail("expected a .npy file, but got another format");
  unsigned version = static_cast<unsigned char>(data[0]);
  unsigned lengthBytes = version == 1 ? 2 : 4;
  if (version > 3 || data.size() < 2 + lengthBytes)
    return fail("expected version 1, 2 or 3 of the format, but got " + llvm::Twine(version));
  const char *length = data.data() + 2;
  size_t headerSize = version == 1 ? llvm::support::endian::read16le(length) : llvm::support::endian::read32le(length);
  data = data.drop_front(2 + lengthBytes);
  if (data.size() < headerSize)
    return fail("expected a header of " + llvm::Twine(headerSize) + " bytes, but the file ends");
  StringRef header = data.take_front(headerSize);
  data = data.drop_front(headerSize);

  std::optional<StringRef> description = getField(header, "descr"), order = getField(header, "fortran_order"),
                           dims = getField(header, "shape");
  if (!description || !order || !dims || !dims->consume_front("("))
    return fail("expected a header with descr, fortran_order and shape, but got " + header.rtrim());
  std::string expected = getDescription(dtype);
  StringRef found = description->drop_front().split('\'').first;
  bool isRaw = (expected == "<u2" && found == "<V2") || (expected == "|u1" && found == "|V1");
  if (found != expected && !isRaw)
    return fail("expected elements of type " + expected + " (" + dtype + "), but got " + found);
  std::vector<int64_t> shape;
  llvm::SmallVector<StringRef> sizes;
  dims->split(')').first.split(sizes, ',', -1, /*KeepEmpty=*/false);
  for (StringRef size : sizes) {
    if (size.trim().empty())
      continue;
    if (size.trim().getAsInteger(10, shape.emplace_back()) || shape.back() < 0)
      return fail("expected sizes in the shape, but got '" + size + "'");
  }
  if (order->starts_with("True") && llvm::count_if(shape, [](int64_t size) { return size != 1; }) > 1)
    return fail("expected an array in C order, but got one in Fortran order");
  std::optional<HostArray> array = HostArray::create(dtype, shape, error);
  if (!array)
    return fail(std::string(error));
  if (data.size() != array->bytes.size())
    return fail("expected " + llvm::Twine(array->bytes.size()) + " bytes of elements, but got " +
                llvm::Twine(data.size()));
  llvm::copy(data, array->bytes.begin());
  return array;
}

bool emmy::writeNpy(const std::string &path, const HostArray &array, std::string &error) {
  std::string header = "{'descr': '" + getDescription(array.dtype) + "', 'fortran_order': False, 'shape': (";
  for (int64_t size : array.shape)
    header += std::to_string(size) + ", ";
  header += "), }";
  // The elements start at a multiple of 64 bytes.
  size_t prefix = magic.size() + 4;
  header.append(63 - (prefix + header.size()) % 64, ' ');
  header += '\n';
  std::error_code code;
  llvm::raw_fd_ostream os(path, code, llvm::sys::fs::OF_None);
  if (code) {
    error = path + ": expected a writable file, but got: " + code.message();
    return false;
  }
  char version[4] = {1, 0, static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  os << magic;
  os.write(version, sizeof(version));
  os << header;
  os.write(array.bytes.data(), array.bytes.size());
  return true;
}
