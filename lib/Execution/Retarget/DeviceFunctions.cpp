// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions, and the table of the intrinsics that they stand in for.

#include "DeviceFunctions.h"

#include "Emmy/Dialect/Base/IR/MatrixAtoms.h"
#include "Emmy/Runtime/Shim/emmy_shim/Abi.h"

#include "../../Runtime/Shim/BuiltinVariables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <cstdint>
#include <cstring>

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

/// bar.sync of so many threads.
static void waitForThreads(int32_t number, int32_t threads) {
  emmyShimNamedBarrier(unsigned(number), unsigned(threads), /*line=*/0);
}

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
// Asynchronous copies
//===----------------------------------------------------------------------===//

/// cp.async: the bytes are there when the thread has waited, and no earlier.
static void copyAsync(int32_t bytes, void *target, const void *source) {
  emmyShimAsyncCopy(target, source, bytes, bytes, /*line=*/0);
}
static void copyAsyncPart(int32_t bytes, void *target, const void *source, int32_t valid) {
  emmyShimAsyncCopy(target, source, bytes, valid, /*line=*/0);
}
static void commitCopies() { emmyShimAsyncCommit(); }
static void waitForCopies(int32_t allBut) { emmyShimAsyncWait(allBut); }
static void waitForAllCopies() { emmyShimAsyncWait(0); }

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// ldmatrix: `form` is twice the number of matrices, plus one where they are transposed; the argument is the address of
/// a row.
static void loadMatrix(int32_t form, const void *arguments, void *results) {
  const void *row;
  std::memcpy(&row, arguments, sizeof(row));
  emmyShimLoadMatrix(row, form / 2, form % 2, results, /*line=*/0);
}

/// mma: `form` is twice the number of the atom, plus one where it saturates; the arguments are the registers of A, B
/// and C. What an atom computes has one definition.
static void multiplyMatrices(int32_t form, const void *arguments, void *results) {
  const emmy::MatrixAtom &atom = emmy::kMatrixAtoms[form / 2];
  const char *left = static_cast<const char *>(arguments);
  const char *right = left + atom.leftLayout->numElements * emmy::getMatrixElementBytes(atom.left);
  const char *sum = right + atom.rightLayout->numElements * emmy::getMatrixElementBytes(atom.right);
  emmyShimMultiplyMatrices(atom.name, left, right, sum, results, form % 2, /*line=*/0);
}

/// `llvm.nvvm.mma.m16n8k16.row.col.f32.f32`: types are those of C and D for f16, else those of A and B, where they are
/// one only once.
static std::string getMatrixIntrinsic(const emmy::MatrixAtom &atom, bool saturates) {
  auto getName = [](emmy::MatrixElement element) { return std::string(emmy::getMatrixElementName(element)); };
  std::string name = "llvm.nvvm.mma.m" + std::to_string(atom.m) + "n" + std::to_string(atom.n) + "k" +
                     std::to_string(atom.k) + ".row.col." + (saturates ? "satfinite." : "");
  if (atom.left == emmy::MatrixElement::f16)
    return name + getName(atom.accumulator) + "." + getName(atom.accumulator);
  return name + getName(atom.left) + (atom.left == atom.right ? "" : "." + getName(atom.right));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kReadRegister = "emmy_retarget_read_register";
static constexpr llvm::StringLiteral kBarrier = "emmy_retarget_barrier";
static constexpr llvm::StringLiteral kNamedBarrier = "emmy_retarget_named_barrier";
static constexpr llvm::StringLiteral kShuffle = "emmy_retarget_shuffle";
static constexpr llvm::StringLiteral kCopy = "emmy_retarget_async_copy";
static constexpr llvm::StringLiteral kCopyPart = "emmy_retarget_async_copy_part";
static constexpr llvm::StringLiteral kCommit = "emmy_retarget_async_commit";
static constexpr llvm::StringLiteral kWait = "emmy_retarget_async_wait";
static constexpr llvm::StringLiteral kWaitForAll = "emmy_retarget_async_wait_all";
static constexpr llvm::StringLiteral kLoadMatrix = "emmy_retarget_ldmatrix";
static constexpr llvm::StringLiteral kMultiply = "emmy_retarget_mma";

static std::vector<DeviceFunction> makeTable() {
  using Form = DeviceFunction::Form;
  std::vector<DeviceFunction> table;
  auto add = [&](const std::string &intrinsic, llvm::StringRef name, int selector, Form form) {
    table.push_back({"llvm.nvvm." + intrinsic, name, selector, form});
  };
  for (auto [number, name] : llvm::enumerate(llvm::ArrayRef<llvm::StringLiteral>{"tid", "ntid", "ctaid", "nctaid"}))
    for (int dim = 0; dim < 3; ++dim)
      add("read.ptx.sreg." + name.str() + "." + "xyz"[dim], kReadRegister, int(3 * number) + dim, Form::constant);
  add("read.ptx.sreg.laneid", kReadRegister, 3 * laneid, Form::constant);
  add("barrier.cta.sync.aligned.all", kBarrier, -1, Form::direct);
  add("barrier.cta.sync.aligned.count", kNamedBarrier, -1, Form::direct);
  add("shfl.sync.up.i32", kShuffle, up, Form::direct);
  add("shfl.sync.down.i32", kShuffle, down, Form::direct);
  add("shfl.sync.bfly.i32", kShuffle, bfly, Form::direct);
  add("shfl.sync.idx.i32", kShuffle, idx, Form::direct);
  for (int bytes : {4, 8, 16})
    for (const char *cache : {"ca", "cg"}) {
      std::string copy = std::string("cp.async.") + cache + ".shared.global." + std::to_string(bytes);
      add(copy, kCopy, bytes, Form::direct);
      add(copy + ".s", kCopyPart, bytes, Form::direct);
    }
  add("cp.async.commit.group", kCommit, -1, Form::direct);
  add("cp.async.wait.group", kWait, -1, Form::direct);
  add("cp.async.wait.all", kWaitForAll, -1, Form::direct);
  for (int count : {1, 2, 4})
    for (int transposes : {0, 1})
      add("ldmatrix.sync.aligned.m8n8.x" + std::to_string(count) + (transposes ? ".trans" : "") + ".b16", kLoadMatrix,
          2 * count + transposes, Form::indirect);
  for (auto [number, atom] : llvm::enumerate(emmy::kMatrixAtoms))
    for (bool saturates : {false, true})
      if (!saturates || atom.isInteger())
        table.push_back({getMatrixIntrinsic(atom, saturates), kMultiply, int(2 * number + saturates), Form::indirect});
  return table;
}

const DeviceFunction *emmy::retarget::findDeviceFunction(llvm::StringRef intrinsic) {
  static const std::vector<DeviceFunction> table = makeTable();
  static const llvm::StringMap<const DeviceFunction *> byName = [] {
    llvm::StringMap<const DeviceFunction *> result;
    for (const DeviceFunction &function : table)
      result[function.intrinsic] = &function;
    return result;
  }();
  return byName.lookup(intrinsic);
}

std::vector<emmy::JitSymbol> emmy::retarget::getDeviceSymbols() {
  auto address = [](auto *function) { return reinterpret_cast<void *>(function); };
  return {{kReadRegister.str(), address(&readRegister)},
          {kBarrier.str(), address(&waitAtBarrier)},
          {kNamedBarrier.str(), address(&waitForThreads)},
          {kShuffle.str(), address(&shuffle)},
          {kCopy.str(), address(&copyAsync)},
          {kCopyPart.str(), address(&copyAsyncPart)},
          {kCommit.str(), address(&commitCopies)},
          {kWait.str(), address(&waitForCopies)},
          {kWaitForAll.str(), address(&waitForAllCopies)},
          {kLoadMatrix.str(), address(&loadMatrix)},
          {kMultiply.str(), address(&multiplyMatrices)},
          {kSharedMemoryFunction.str(), address(&emmyShimBlockMemory)}};
}
