// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of target facts.

#include "Emmy/Dialect/Base/IR/Targets.h"

#include "llvm/ADT/StringExtras.h"

using namespace emmy;

static constexpr int64_t KiB = 1024;
static constexpr int64_t MiB = 1024 * KiB;

// clang-format off
static const TargetFacts targets[] = {
// name      part       SMs  GHz   GB/s    L2         smem/SM    regs/SM thr/SM blk/SM smem/blk   static    thr   regs f32  f16  f64 i32 sfu shB  l2B tensor
  {"sm_75",  "T4",       40, 1.59,  320.0,   4 * MiB,  64 * KiB, 65536, 1024, 16,    64 * KiB, 48 * KiB, 1024, 255,  64, 128,  2, 64, 16, 128, 64,   65.0},
  {"sm_80",  "A100",    108, 1.41, 1555.0,  40 * MiB, 164 * KiB, 65536, 2048, 32,   163 * KiB, 48 * KiB, 1024, 255,  64, 256, 32, 64, 16, 128, 64,  312.0},
  {"sm_86",  "RTX 3090", 82, 1.70,  936.0,   6 * MiB, 100 * KiB, 65536, 1536, 16,    99 * KiB, 48 * KiB, 1024, 255, 128, 128,  2, 64, 16, 128, 64,   71.0},
  {"sm_89",  "RTX 4090",128, 2.52, 1008.0,  72 * MiB, 100 * KiB, 65536, 1536, 24,    99 * KiB, 48 * KiB, 1024, 255, 128, 128,  2, 64, 16, 128, 64,  165.0},
  {"sm_90",  "H100",    132, 1.83, 3350.0,  50 * MiB, 228 * KiB, 65536, 2048, 32,   227 * KiB, 48 * KiB, 1024, 255, 128, 256, 64, 64, 16, 128, 64,  989.0},
  {"sm_100", "B200",    148, 1.85, 8000.0, 126 * MiB, 228 * KiB, 65536, 2048, 32,   227 * KiB, 48 * KiB, 1024, 255, 128, 256, 64, 64, 16, 128, 64, 2250.0},
  {"sm_120", "RTX 5090",170, 2.41, 1792.0,  96 * MiB, 100 * KiB, 65536, 1536, 24,    99 * KiB, 48 * KiB, 1024, 255, 128, 128,  2, 128, 16, 128, 64, 209.0},
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
