// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Findings of a worker. Their text is made for the first of each kind by the same operations only.

#include "Descriptions.h"
#include "Worker.h"

using namespace emmy::simulator;

void Worker::report(Kind kind, const Site &site, llvm::function_ref<std::string()> getMessage, const Site *other,
                    llvm::function_ref<std::string()> getOtherDescription) {
  if (isSilent)
    return;
  mlir::Operation *otherOperation = other ? other->operation : nullptr;
  auto [place, isNew] = known.try_emplace({kind, site.operation, otherOperation}, findings.size());
  if (!isNew) {
    ++findings[place->second].finding.count;
    return;
  }
  Finding finding;
  finding.kind = kind;
  finding.kernel = kernel.name;
  finding.message = describeBlock(launch, number) + ": " + getMessage();
  finding.operation = site.operation;
  finding.other = otherOperation;
  if (other)
    finding.otherDescription = getOtherDescription();
  findings.push_back({std::move(finding), number});
}

void Worker::fault(Warp &warp, const Site &site, uint32_t mask, Fault fault) {
  auto getMessage = [&]() -> std::string {
    std::string thread = describeThread(launch, warp.number * kWarpSize + llvm::countr_zero(mask));
    switch (fault) {
    case Fault::overflow:
      return "expected index arithmetic within 32 bits, but got a result that wraps in " + thread;
    case Fault::divisionByZero:
      return "expected a divisor other than 0, but got 0 in " + thread;
    case Fault::endlessLoop:
      return "expected a positive step, but got one that never ends the loop in " + thread;
    }
    return {};
  };
  report(fault == Fault::overflow         ? Kind::overflow
         : fault == Fault::divisionByZero ? Kind::divisionByZero
                                          : Kind::endlessLoop,
         site, getMessage);
}
