// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of findings.

#include "Descriptions.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

using namespace emmy::simulator;

static std::string printTriple(uint64_t x, uint64_t y, uint64_t z) {
  return "(" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + ")";
}

std::string emmy::simulator::describeBlock(const Launch &launch, uint64_t block) {
  return "block " + printTriple(block % launch.grid[0], block / launch.grid[0] % launch.grid[1],
                                block / launch.grid[0] / launch.grid[1]);
}

std::string emmy::simulator::describeThread(const Launch &launch, unsigned thread) {
  const uint32_t *size = launch.kernel.block;
  return "thread " + printTriple(thread % size[0], thread / size[0] % size[1], thread / size[0] / size[1]);
}

std::string emmy::simulator::describeBuffer(const Launch &launch, const Site &site) {
  const KernelInfo &kernel = launch.kernel;
  switch (site.memory) {
  case Site::Memory::global:
    return "'" + kernel.arguments[site.buffer].name + "'";
  case Site::Memory::shared:
    return kernel.shared.size() == 1 ? "the shared buffer" : "shared buffer #" + std::to_string(site.buffer);
  default:
    return kernel.local.size() == 1 ? "the local buffer" : "local buffer #" + std::to_string(site.buffer);
  }
}

const char *emmy::simulator::getVerb(AccessKind kind) {
  return kind == AccessKind::load ? "load" : kind == AccessKind::store ? "store" : "atomic";
}

const char *emmy::simulator::getVerb(const Site &site) {
  return getVerb(site, site.isAtomic                                                               ? AccessKind::atomic
                       : llvm::isa<emmy::kernel::LoadOp, emmy::kernel::LdmatrixOp>(site.operation) ? AccessKind::load
                                                                                                   : AccessKind::store);
}

const char *emmy::simulator::getVerb(const Site &site, AccessKind kind) {
  return site.isCopy ? "asynchronous copy" : getVerb(kind);
}

std::string emmy::simulator::getArticleAndVerb(const Site &site, AccessKind kind) {
  std::string verb = getVerb(site, kind);
  return (verb.front() == 'a' ? "an " : "a ") + verb;
}
