// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators and lines from locations.

#include "Origins.h"

#include "Emmy/Pipelines/Phase.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::report;

Operators::Operators(ModuleOp framework) {
  if (!framework)
    return;
  framework.walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (dialect == getDialectNamespace(Phase::framework) && !isa<UnknownLoc>(op->getLoc()))
      mnemonics.try_emplace(op->getLoc(), op->getName().stripDialect().str());
  });
}

void Operators::collect(Location loc, std::vector<std::string> &names, DenseSet<Location> &seen) const {
  if (!seen.insert(loc).second)
    return;
  if (auto found = mnemonics.find(loc); found != mnemonics.end()) {
    names.push_back(found->second);
    return;
  }
  llvm::TypeSwitch<LocationAttr>(loc)
      .Case([&](FusedLoc fused) {
        for (Location part : fused.getLocations())
          collect(part, names, seen);
      })
      .Case([&](CallSiteLoc call) { collect(call.getCallee(), names, seen); })
      .Case([&](NameLoc name) {
        // A name above named parts names them together; one above lines is the operator's.
        size_t before = names.size();
        collect(name.getChildLoc(), names, seen);
        if (names.size() == before)
          names.push_back(name.getName().str());
      });
}

std::vector<std::string> Operators::getNames(Location loc) const {
  std::vector<std::string> names;
  DenseSet<Location> seen;
  collect(loc, names, seen);
  return names;
}

static std::string printLine(FileLineColLoc line) {
  return (line.getFilename().strref() + ":" + Twine(line.getLine())).str();
}

static void collectLines(Location loc, std::vector<std::string> &lines) {
  llvm::TypeSwitch<LocationAttr>(loc)
      .Case([&](FileLineColLoc line) {
        std::string text = printLine(line);
        if (!llvm::is_contained(lines, text))
          lines.push_back(text);
      })
      .Case([&](FusedLoc fused) {
        for (Location part : fused.getLocations())
          collectLines(part, lines);
      })
      .Case([&](CallSiteLoc call) { collectLines(call.getCallee(), lines); })
      .Case([&](NameLoc name) { collectLines(name.getChildLoc(), lines); });
}

std::vector<std::string> emmy::report::getLines(Location loc) {
  std::vector<std::string> lines;
  collectLines(loc, lines);
  return lines;
}

std::string emmy::report::getLastLine(Location loc) {
  return llvm::TypeSwitch<LocationAttr, std::string>(loc)
      .Case([&](FileLineColLoc line) { return printLine(line); })
      .Case([&](FusedLoc fused) {
        for (Location part : llvm::reverse(fused.getLocations()))
          if (std::string line = getLastLine(part); !line.empty())
            return line;
        return std::string();
      })
      .Case([&](CallSiteLoc call) { return getLastLine(call.getCallee()); })
      .Case([&](NameLoc name) { return getLastLine(name.getChildLoc()); })
      .Default([](LocationAttr) { return std::string(); });
}
