// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions, and the table of the intrinsics that they stand in for.

#include "DeviceFunctions.h"

#include "Emmy/Runtime/Shim/emmy_shim/Abi.h"

#include "../../Runtime/Shim/BuiltinVariables.h"

#include <cstdint>

using namespace emmy::retarget;

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

namespace {
enum Register { tid, ntid, ctaid, nctaid, laneid };
} // namespace

static int32_t readRegister(int32_t number) {
  const EmmyShimCoordinates *coordinates[] = {&emmyShimThreadIdx, &emmyShimBlockDim, &emmyShimBlockIdx,
                                              &emmyShimGridDim};
  if (number == 3 * laneid)
    return emmyShimLaneIndex;
  const EmmyShimCoordinates &triple = *coordinates[number / 3];
  return int32_t(number % 3 == 0 ? triple.x : number % 3 == 1 ? triple.y : triple.z);
}

//===----------------------------------------------------------------------===//
// Barriers and shuffles
//===----------------------------------------------------------------------===//

/// bar.sync: every barrier of a number is one, wherever the instruction stands.
static void waitAtBarrier(int32_t number) { emmyShimBarrier(EMMY_SHIM_BARRIER_PLAIN, 0, number); }

namespace {
enum ShuffleMode { up, down, bfly, idx };
} // namespace

/// shfl.sync as the PTX manual defines it: `clamp` holds the last lane of a segment (the first, for up) in bits 0 to 4,
/// and in bits 8 to 12 a mask of the bits of a lane's number that tell its segment.
static int32_t shuffle(int32_t mode, int32_t mask, int32_t value, int32_t offset, int32_t clamp) {
  int32_t lane = emmyShimLaneIndex, bval = offset & 31, cval = clamp & 31, segment = clamp >> 8 & 31;
  int32_t maxLane = (lane & segment) | (cval & ~segment), minLane = lane & segment;
  int32_t source = 0;
  bool isInside = false;
  switch (mode) {
  case up:
    source = lane - bval;
    isInside = source >= maxLane;
    break;
  case down:
    source = lane + bval;
    isInside = source <= maxLane;
    break;
  case bfly:
    source = lane ^ bval;
    isInside = source <= maxLane;
    break;
  default:
    source = minLane | (bval & ~segment);
    isInside = source <= maxLane;
  }
  return int32_t(emmyShimShuffle(uint32_t(mask), uint32_t(value), isInside ? source : lane, /*line=*/0));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kReadRegister = "emmy_retarget_read_register";
static constexpr llvm::StringLiteral kBarrier = "emmy_retarget_barrier";
static constexpr llvm::StringLiteral kShuffle = "emmy_retarget_shuffle";

llvm::ArrayRef<DeviceFunction> emmy::retarget::getDeviceFunctions() {
  static constexpr DeviceFunction functions[] = {
      {"llvm.nvvm.read.ptx.sreg.tid.x", kReadRegister, 3 * tid, true},
      {"llvm.nvvm.read.ptx.sreg.tid.y", kReadRegister, 3 * tid + 1, true},
      {"llvm.nvvm.read.ptx.sreg.tid.z", kReadRegister, 3 * tid + 2, true},
      {"llvm.nvvm.read.ptx.sreg.ntid.x", kReadRegister, 3 * ntid, true},
      {"llvm.nvvm.read.ptx.sreg.ntid.y", kReadRegister, 3 * ntid + 1, true},
      {"llvm.nvvm.read.ptx.sreg.ntid.z", kReadRegister, 3 * ntid + 2, true},
      {"llvm.nvvm.read.ptx.sreg.ctaid.x", kReadRegister, 3 * ctaid, true},
      {"llvm.nvvm.read.ptx.sreg.ctaid.y", kReadRegister, 3 * ctaid + 1, true},
      {"llvm.nvvm.read.ptx.sreg.ctaid.z", kReadRegister, 3 * ctaid + 2, true},
      {"llvm.nvvm.read.ptx.sreg.nctaid.x", kReadRegister, 3 * nctaid, true},
      {"llvm.nvvm.read.ptx.sreg.nctaid.y", kReadRegister, 3 * nctaid + 1, true},
      {"llvm.nvvm.read.ptx.sreg.nctaid.z", kReadRegister, 3 * nctaid + 2, true},
      {"llvm.nvvm.read.ptx.sreg.laneid", kReadRegister, 3 * laneid, true},
      {"llvm.nvvm.barrier.cta.sync.aligned.all", kBarrier, -1, false},
      {"llvm.nvvm.shfl.sync.up.i32", kShuffle, up, false},
      {"llvm.nvvm.shfl.sync.down.i32", kShuffle, down, false},
      {"llvm.nvvm.shfl.sync.bfly.i32", kShuffle, bfly, false},
      {"llvm.nvvm.shfl.sync.idx.i32", kShuffle, idx, false},
  };
  return functions;
}

std::vector<emmy::JitSymbol> emmy::retarget::getDeviceSymbols() {
  auto address = [](auto *function) { return reinterpret_cast<void *>(function); };
  return {{kReadRegister.str(), address(&readRegister)},
          {kBarrier.str(), address(&waitAtBarrier)},
          {kShuffle.str(), address(&shuffle)},
          {kSharedMemoryFunction.str(), address(&emmyShimBlockMemory)}};
}
