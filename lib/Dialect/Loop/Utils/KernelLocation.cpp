// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The location of a kernel: where everything that it computes came from, under one name.

#include "Emmy/Dialect/Loop/Utils/KernelBuilder.h"
#include "Emmy/Support/Locations.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace emmy;

/// Marks the fused location that holds the parts of a kernel.
static constexpr llvm::StringLiteral kernelMark = "kernel";

/// Adds the parts of a kernel's location, or the location itself.
static void collectParts(Location loc, llvm::SetVector<Location> &parts) {
  Location inner = isa<NameLoc>(loc) ? cast<NameLoc>(loc).getChildLoc() : loc;
  auto fused = dyn_cast<FusedLocWith<StringAttr>>(inner);
  if (!fused || fused.getMetadata().getValue() != kernelMark) {
    if (!isa<UnknownLoc>(loc))
      parts.insert(loc);
    return;
  }
  for (Location part : fused.getLocations())
    parts.insert(part);
}

Location loop::getKernelLocation(MLIRContext *context, ArrayRef<Location> locations) {
  llvm::SetVector<Location> parts;
  for (Location loc : locations)
    collectParts(loc, parts);
  if (parts.empty())
    return UnknownLoc::get(context);
  llvm::SetVector<StringRef> names;
  for (Location part : parts)
    if (StringRef name = getNameHint(part); !name.empty())
      names.insert(name);
  Location loc = parts.size() == 1 ? parts.front()
                                   : FusedLoc::get(context, parts.getArrayRef(), StringAttr::get(context, kernelMark));
  if (names.empty() || parts.size() == 1)
    return loc;
  // The first two and the last say enough.
  SmallVector<StringRef> shown(names.getArrayRef());
  if (shown.size() > 3)
    shown = {names[0], names[1], names.back()};
  return NameLoc::get(StringAttr::get(context, llvm::join(shown, "_")), loc);
}
