// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of target facts.

#include "Emmy/Dialect/Base/IR/Targets.h"

#include "llvm/ADT/StringExtras.h"

using namespace emmy;

static constexpr int64_t KiB = 1024;

// clang-format off
static constexpr TargetFacts targets[] = {
// name      SMs  smem/blk   static    thr
  {"sm_75",   40,  64 * KiB, 48 * KiB, 1024}, // T4
  {"sm_80",  108, 163 * KiB, 48 * KiB, 1024}, // A100
  {"sm_86",   82,  99 * KiB, 48 * KiB, 1024}, // RTX 3090
  {"sm_89",  128,  99 * KiB, 48 * KiB, 1024}, // RTX 4090
  {"sm_90",  132, 227 * KiB, 48 * KiB, 1024}, // H100
  {"sm_100", 148, 227 * KiB, 48 * KiB, 1024}, // B200
  {"sm_120", 170,  99 * KiB, 48 * KiB, 1024}, // RTX 5090
};
// clang-format on

llvm::ArrayRef<TargetFacts> emmy::getTargets() { return targets; }

const TargetFacts *emmy::lookupTarget(llvm::StringRef name) {
  if (name.starts_with("sm_") && !name.empty() && (name.back() == 'a' || name.back() == 'f'))
    name = name.drop_back();
  for (const TargetFacts &target : targets)
    if (target.name == name)
      return &target;
  return nullptr;
}

std::string emmy::getTargetNames() {
  std::string names;
  llvm::raw_string_ostream os(names);
  llvm::interleaveComma(targets, os, [&](const TargetFacts &target) { os << target.name; });
  return names;
}
