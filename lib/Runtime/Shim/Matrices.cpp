// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix instructions: every lane of a warp brings its fragments, and the last one to arrive computes for all.

#include "../Matrix/MatrixMultiply.h"
#include "Worker.h"

#include <cstring>

using namespace emmy;
using namespace emmy::shim;

static constexpr unsigned kRowBytes = 16, kNumRows = 8;

namespace {
/// What a lane brings to a load. It lies on the lane's stack until all have arrived.
struct MatrixLoad {
  const char *row;
  int count, transposes;
  char *result;
  int line;
};

struct MatrixMultiply {
  const MatrixAtom *atom;
  const void *left, *right, *accumulator;
  void *result;
  int saturates;
  int line;
};
} // namespace

/// What the lanes of a warp have brought; fails where some are missing, or are at another line.
template <typename Request>
void Worker::takeRequests(unsigned warpIndex, uint32_t arrived, const char *what, Request *requests) {
  const Warp &warp = warps[warpIndex];
  unsigned first = unsigned(__builtin_ctz(arrived));
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!(arrived >> lane & 1))
      failThread(kLaunchFailure, "expected all 32 lanes of the warp at %s, but got lanes 0x%08x", what, arrived);
    requests[lane] = *reinterpret_cast<const Request *>(warp.value[lane]);
    if (requests[lane].line != requests[first].line)
      failThread(kLaunchFailure,
                 "expected all lanes of the warp at the same %s, but got one in line %d and one in line %d", what,
                 requests[first].line, requests[lane].line);
  }
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Checks and counts, in the name of each lane, what it reads.
void Worker::accessAs(unsigned thread, const void *address, size_t bytes) {
  unsigned self = currentThread;
  currentThread = thread;
  access(reinterpret_cast<uintptr_t>(address), bytes, EMMY_SHIM_LOAD);
  currentThread = self;
}

void Worker::completeMatrixLoad(unsigned warpIndex, uint32_t arrived) {
  MatrixLoad requests[kWarpSize];
  takeRequests(warpIndex, arrived, "ldmatrix", requests);
  unsigned firstThread = warpIndex * kWarpSize;
  for (int matrix = 0; matrix < requests[0].count; ++matrix)
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      char *result = requests[lane].result + 4 * matrix;
      unsigned firstRow = kNumRows * unsigned(matrix);
      if (!requests[0].transposes) {
        const char *from = requests[firstRow + lane / 4].row + lane % 4 * 4;
        if (isChecked())
          accessAs(firstThread + lane, from, 4);
        memcpy(result, from, 4);
        continue;
      }
      for (unsigned element = 0; element < 2; ++element) {
        const char *from = requests[firstRow + lane % 4 * 2 + element].row + lane / 4 * 2;
        if (isChecked())
          accessAs(firstThread + lane, from, 2);
        memcpy(result + 2 * element, from, 2);
      }
    }
}

void Worker::loadMatrix(const void *row, int count, int transposes, void *result, int line) {
  unsigned lane = currentThread % kWarpSize;
  if (lane < kNumRows * unsigned(count) && reinterpret_cast<uintptr_t>(row) % kRowBytes != 0)
    failThread(kMisalignedAddress, "expected a row of ldmatrix in line %d at a multiple of 16 bytes, but got byte %zu",
               line, size_t(reinterpret_cast<uintptr_t>(row) % kRowBytes));
  MatrixLoad request = {static_cast<const char *>(row), count, transposes, static_cast<char *>(result), line};
  warps[currentThread / kWarpSize].value[lane] = reinterpret_cast<uintptr_t>(&request);
  if (!arrive(Wait::LoadMatrix, ~0u, line))
    suspend(Wait::LoadMatrix, ~0u, line);
}

//===----------------------------------------------------------------------===//
// Multiplications
//===----------------------------------------------------------------------===//

void Worker::completeMatrixMultiply(unsigned warpIndex, uint32_t arrived) {
  MatrixMultiply requests[kWarpSize];
  takeRequests(warpIndex, arrived, "mma", requests);
  const MatrixAtom &atom = *requests[0].atom;
  matrix::SourceFragment left, right, accumulator;
  matrix::ResultFragment result;
  left.stride = getMatrixElementBytes(atom.left);
  right.stride = getMatrixElementBytes(atom.right);
  accumulator.stride = result.stride = getMatrixElementBytes(atom.accumulator);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    left.lanes[lane] = static_cast<const char *>(requests[lane].left);
    right.lanes[lane] = static_cast<const char *>(requests[lane].right);
    accumulator.lanes[lane] = static_cast<const char *>(requests[lane].accumulator);
    result.lanes[lane] = static_cast<char *>(requests[lane].result);
  }
  matrix::multiply(atom, left, right, accumulator, result, requests[0].saturates);
}

void Worker::multiplyMatrices(const char *atom, const void *left, const void *right, const void *accumulator,
                              void *result, int saturates, int line) {
  const MatrixAtom *known = findMatrixAtom(atom);
  if (!known)
    failThread(kLaunchFailure, "expected one of the matrix instructions that there are in line %d, but got '%s'", line,
               atom);
  MatrixMultiply request = {known, left, right, accumulator, result, saturates, line};
  warps[currentThread / kWarpSize].value[currentThread % kWarpSize] = reinterpret_cast<uintptr_t>(&request);
  if (!arrive(Wait::MultiplyMatrix, ~0u, line))
    suspend(Wait::MultiplyMatrix, ~0u, line);
}

//===----------------------------------------------------------------------===//
// What kernels call
//===----------------------------------------------------------------------===//

extern "C" void emmyShimLoadMatrix(const void *row, int count, int transposes, void *result, int line) {
  Worker::current()->loadMatrix(row, count, transposes, result, line);
}

extern "C" void emmyShimMultiplyMatrices(const char *atom, const void *left, const void *right, const void *accumulator,
                                         void *result, int saturates, int line) {
  Worker::current()->multiplyMatrices(atom, left, right, accumulator, result, saturates, line);
}
