// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of a run as JSON.

#include "Steps.h"

#include "Emmy/Runtime/Shim/emmy_shim/Abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace emmy;
using namespace emmy::retarget;
namespace json = llvm::json;

Steps::Steps(llvm::ArrayRef<RetargetBuffer> buffers) {
  for (const RetargetBuffer &buffer : buffers)
    regions.push_back({nullptr, buffer.bytes});
}

void Steps::setBuffers(void *const *pointers) {
  for (auto [i, region] : llvm::enumerate(regions))
    region.base = static_cast<const char *>(pointers[i]);
}

void Steps::addAllocation(const void *base, size_t bytes) {
  regions.push_back({static_cast<const char *>(base), bytes});
  steps.push_back(json::Object{{"allocate", int64_t(bytes)}});
}

json::Value Steps::describe(const void *address, size_t bytes) const {
  const char *place = static_cast<const char *>(address);
  for (auto [i, region] : llvm::enumerate(regions))
    if (place >= region.base && place < region.base + std::max<size_t>(region.bytes, 1))
      return json::Object{{"buffer", int64_t(i)}, {"offset", int64_t(place - region.base)}};
  // A constant of the host program, which a device has no copy of.
  return json::Object{{"constant", llvm::toHex(llvm::StringRef(place, bytes), /*LowerCase=*/true)}};
}

void Steps::addCopy(const void *target, const void *source, size_t bytes) {
  steps.push_back(
      json::Object{{"copy", int64_t(bytes)}, {"target", describe(target, bytes)}, {"source", describe(source, bytes)}});
}

void Steps::addLaunch(llvm::StringRef kernel, const EmmyShimLaunch &request, uint64_t dynamicSharedBytes,
                      llvm::ArrayRef<unsigned> parameters, const int64_t *arguments) {
  json::Array described;
  for (auto [i, bytes] : llvm::enumerate(parameters)) {
    int64_t bits = arguments[2 * i];
    if (bytes)
      // As text: JSON's numbers are not exact.
      described.push_back(
          json::Object{{"bits", llvm::utohexstr(uint64_t(bits), /*LowerCase=*/true)}, {"bytes", bytes}});
    else
      described.push_back(describe(reinterpret_cast<const void *>(bits), size_t(arguments[2 * i + 1])));
  }
  auto toArray = [](const unsigned (&numbers)[3]) { return json::Array{numbers[0], numbers[1], numbers[2]}; };
  steps.push_back(json::Object{{"kernel", kernel.str()},
                               {"grid", toArray(request.grid)},
                               {"block", toArray(request.block)},
                               {"shared_bytes", int64_t(request.sharedBytes)},
                               {"dynamic_shared_bytes", int64_t(dynamicSharedBytes)},
                               {"arguments", std::move(described)}});
}

std::string Steps::print() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::formatv("{0:2}", json::Value(json::Array(steps)));
  return text;
}
