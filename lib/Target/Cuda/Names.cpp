// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ identifiers from locations.

#include "Names.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy::cuda;

/// The module path and the lines below a named location.
static void collectDetails(Location loc, SmallVectorImpl<std::string> &details) {
  auto add = [&](std::string text) {
    if (!llvm::is_contained(details, text))
      details.push_back(std::move(text));
  };
  llvm::TypeSwitch<LocationAttr>(loc)
      .Case([&](FileLineColLoc line) { add((Twine(line.getFilename().strref()) + ":" + Twine(line.getLine())).str()); })
      .Case([&](NameLoc name) { collectDetails(name.getChildLoc(), details); })
      .Case([&](CallSiteLoc call) { collectDetails(call.getCallee(), details); })
      .Case([&](FusedLoc fused) {
        if (auto path = dyn_cast_or_null<StringAttr>(fused.getMetadata()))
          add(path.str());
        for (Location part : fused.getLocations())
          collectDetails(part, details);
      });
}

static void collectDescriptions(Location loc, SmallVectorImpl<std::string> &lines) {
  llvm::TypeSwitch<LocationAttr>(loc)
      .Case([&](NameLoc name) {
        // A name above named parts names them together; one above lines is the operator's.
        size_t before = lines.size();
        collectDescriptions(name.getChildLoc(), lines);
        if (lines.size() > before)
          return;
        SmallVector<std::string> details;
        collectDetails(name.getChildLoc(), details);
        std::string line = name.getName().str();
        if (!details.empty())
          line += " (" + llvm::join(details, ", ") + ")";
        if (!llvm::is_contained(lines, line))
          lines.push_back(line);
      })
      .Case([&](CallSiteLoc call) { collectDescriptions(call.getCallee(), lines); })
      .Case([&](FusedLoc fused) {
        for (Location part : fused.getLocations())
          collectDescriptions(part, lines);
      });
}

SmallVector<std::string> emmy::cuda::describeLocation(Location loc) {
  SmallVector<std::string> lines;
  collectDescriptions(loc, lines);
  for (std::string &line : lines)
    llvm::erase_if(line, [](char c) { return !llvm::isPrint(c) || c == '\\'; });
  return lines;
}

/// Words that are no names: of C++, of CUDA, and macros of the standard headers.
static constexpr llvm::StringLiteral kReserved =
    "INFINITY NAN alignas alignof and and_eq asm assert auto bitand bitor blockDim blockIdx bool break case catch char "
    "char16_t char32_t char8_t class "
    "co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype "
    "default delete dsm "
    "dim3 do double double2 dynamic_cast else enum errno explicit export extern false float float2 float4 for friend "
    "goto gridDim if inline int int2 int4 "
    "int8_t int16_t int32_t int64_t linux long major minor mutable namespace new noexcept not not_eq nullptr operator "
    "or or_eq private "
    "protected public register reinterpret_cast requires return short signed sizeof static static_assert static_cast "
    "stderr "
    "stdin stdout struct switch template this thread_local threadIdx throw true try typedef typeid typename uint8_t "
    "uint16_t "
    "uint32_t uint64_t union unix unsigned using virtual void volatile warpSize wchar_t while xor xor_eq fmaf fma "
    "sqrtf sqrt fabsf fabs "
    "floorf floor ceilf ceil truncf trunc rintf rint copysignf copysign min max";

NameTable::NameTable() {
  SmallVector<StringRef> words;
  kReserved.split(words, ' ');
  for (StringRef word : words)
    used.insert(word);
}

bool NameTable::isFree(StringRef name) const {
  return !name.empty() && !llvm::isDigit(name[0]) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; }) && !used.contains(name);
}

std::string NameTable::create(StringRef hint, StringRef fallback) {
  std::string base;
  for (char c : hint.empty() ? fallback : hint)
    base += llvm::isAlnum(c) || c == '_' ? c : '_';
  // A name of the implementation: leading digit, leading underscore, double underscore.
  base = StringRef(base).trim('_').str();
  while (StringRef(base).contains("__"))
    base.erase(base.find("__"), 1);
  if (base.empty())
    base = "value";
  if (llvm::isDigit(base[0]))
    base = "v" + base;
  if (!hint.empty() && used.insert(base).second)
    return base;
  // Names without a hint are numbered from 0, repeated hints from 1.
  unsigned &counter = counters.try_emplace(base, hint.empty() ? 0 : 1).first->second;
  std::string name;
  do {
    name = base + (llvm::isDigit(base.back()) ? "_" : "") +
           (hint.empty()                 ? ""
            : llvm::isDigit(base.back()) ? ""
                                         : "_") +
           std::to_string(counter++);
  } while (!used.insert(name).second);
  return name;
}
