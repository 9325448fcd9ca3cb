// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names in locations.

#include "Emmy/Support/Locations.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

StringRef emmy::getNameHint(Location loc) {
  return llvm::TypeSwitch<LocationAttr, StringRef>(loc)
      .Case([](NameLoc name) { return name.getName().strref(); })
      .Case([](CallSiteLoc call) { return getNameHint(call.getCallee()); })
      .Case([](FusedLoc fused) {
        for (Location part : llvm::reverse(fused.getLocations()))
          if (StringRef hint = getNameHint(part); !hint.empty())
            return hint;
        return StringRef();
      })
      .Default([](LocationAttr) { return StringRef(); });
}

Location emmy::getRoleLocation(Location origin, StringRef role) {
  // A name stands outside of the names that it is made of, so that printers find it first.
  if (auto name = dyn_cast<NameLoc>(origin))
    origin = name.getChildLoc();
  return NameLoc::get(StringAttr::get(origin.getContext(), role), origin);
}
