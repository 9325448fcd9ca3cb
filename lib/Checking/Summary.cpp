// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the checks of passes said, for people.

#include "Emmy/Checking/EachPass.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace emmy;

void emmy::printChecks(const std::vector<PassCheck> &checks, llvm::raw_ostream &os) {
  unsigned unchanged = 0;
  for (const PassCheck &check : checks) {
    if (check.outcome == PassCheck::Outcome::unchanged) {
      ++unchanged;
      continue;
    }
    os << "  " << check.pass << ": ";
    switch (check.outcome) {
    case PassCheck::Outcome::sameBits:
      os << check.elements << " elements have the same bits";
      break;
    case PassCheck::Outcome::close:
      os << check.elements << " elements are within the tolerance";
      break;
    case PassCheck::Outcome::differs:
      os << "differs";
      break;
    default:
      os << "not compared";
    }
    if (!check.effects.empty())
      os << " (" << llvm::join(check.effects, ", ") << ")";
    os << (check.detail.empty() ? "" : ": ") << check.detail << '\n';
  }
  os << "checked " << checks.size() << " passes, of which " << unchanged << " changed nothing, on "
     << countCompared(checks) << " elements\n";
}

int64_t emmy::countCompared(const std::vector<PassCheck> &checks) {
  int64_t total = 0;
  for (const PassCheck &check : checks)
    total += check.elements;
  return total;
}
