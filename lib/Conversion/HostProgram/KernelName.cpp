// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of kernels, from the program that they came from.

#include "Emmy/Conversion/HostProgram/HostProgram.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace emmy;

/// How many names a kernel's name is made of at most; a kernel fused from more is named by the first and the last.
static constexpr unsigned maxNames = 4;

/// The names in a location, outermost first; a name's own child location says where it stands, not what it is.
static void collectNames(Location loc, llvm::SetVector<StringRef> &names) {
  if (auto name = dyn_cast<NameLoc>(loc))
    names.insert(name.getName().getValue());
  else if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      collectNames(part, names);
}

std::string emmy::getKernelName(Operation *kernel) {
  llvm::SetVector<StringRef> found;
  collectNames(kernel->getLoc(), found);
  SmallVector<StringRef> names(found.getArrayRef());
  if (names.empty())
    names.push_back("kernel");
  if (names.size() > maxNames)
    names.erase(names.begin() + maxNames - 1, names.end() - 1);
  std::string result = "k_" + llvm::join(names, "_");
  for (char &c : result)
    if (!llvm::isAlnum(c))
      c = '_';
  return result;
}
