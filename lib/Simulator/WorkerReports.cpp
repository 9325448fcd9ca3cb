// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How findings in a kernel name threads, blocks and elements.

#include "Worker.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

using namespace emmy::simulator;

static std::string printTriple(uint64_t x, uint64_t y, uint64_t z) {
  return "(" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + ")";
}

std::string Worker::describeBlock(uint64_t block) const {
  return "block " + printTriple(block % launch.grid[0], block / launch.grid[0] % launch.grid[1],
                                block / launch.grid[0] / launch.grid[1]);
}

std::string Worker::describeThread(unsigned thread) const {
  const uint32_t *size = kernel.block;
  return "thread " + printTriple(thread % size[0], thread / size[0] % size[1], thread / size[0] / size[1]);
}

std::string Worker::describeBuffer(const Site &site) const {
  switch (site.memory) {
  case Site::Memory::global:
    return "'" + kernel.arguments[site.buffer].name + "'";
  case Site::Memory::shared:
    return kernel.shared.size() == 1 ? "the shared buffer" : "shared buffer #" + std::to_string(site.buffer);
  default:
    return kernel.local.size() == 1 ? "the local buffer" : "local buffer #" + std::to_string(site.buffer);
  }
}

void Worker::report(Kind kind, const Site &site, std::string message, const Site *other, std::string otherDescription) {
  if (isSilent)
    return;
  Finding finding;
  finding.kind = kind;
  finding.kernel = kernel.name;
  finding.message = describeBlock(number) + ": " + std::move(message);
  finding.operation = site.operation;
  finding.other = other ? other->operation : nullptr;
  finding.otherDescription = std::move(otherDescription);
  session.report(std::move(finding), number);
}

void Worker::fault(Warp &warp, const Site &site, uint32_t mask, Fault fault) {
  std::string thread = describeThread(warp, llvm::countr_zero(mask));
  switch (fault) {
  case Fault::overflow:
    return report(Kind::overflow, site,
                  "expected index arithmetic within 32 bits, but got a result that wraps in " + thread);
  case Fault::divisionByZero:
    return report(Kind::divisionByZero, site, "expected a divisor other than 0, but got 0 in " + thread);
  case Fault::endlessLoop:
    return report(Kind::endlessLoop, site,
                  "expected a positive step, but got one that never ends the loop in " + thread);
  }
}
