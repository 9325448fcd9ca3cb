// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix instructions. A warp runs in lock step, so what they need of other lanes is there. A load of matrices is
// checked as what it does: the lanes that give addresses have to give those of rows, and the lanes that receive
// elements read them. That a lane that wrote an element gives the address of its row does not order it before the one
// that gets it.

#include "Descriptions.h"
#include "Worker.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "../Runtime/Matrix/MatrixMultiply.h"

#include <cstring>

using namespace emmy::simulator;

static constexpr unsigned kRowBytes = 16, kNumRows = 8;

/// Reports where not all 32 lanes take part.
bool Worker::checkWholeWarp(Warp &warp, const Site &site, uint32_t mask) {
  if (mask == ~0u)
    return true;
  report(Kind::matrix, site, [&] {
    std::string name = site.operation->getName().stripDialect().str();
    if (mask == warp.mask)
      return "expected a warp of 32 threads at " + name + ", but got one of " + std::to_string(llvm::popcount(mask)) +
             ", the first of them " + describeThread(launch, getThread(warp, 0));
    return "expected all lanes of the warp at " + name + ", but got " +
           describeThread(launch, getThread(warp, llvm::countr_zero(mask))) + " without " +
           describeThread(launch, getThread(warp, llvm::countr_zero(~mask)));
  });
  return false;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// That what is read was written, and races with nothing, for each element in the name of the lane that receives it.
void Worker::checkMatrixReads(Warp &warp, const Site &site, const int64_t *rows, uint32_t valid) {
  // A lane gets 4 bytes of a row in one access, or two elements of a column in two.
  unsigned perLane = 4 / site.elementBytes;
  for (int matrix = 0; matrix < site.width; ++matrix)
    for (unsigned step = 0; step < perLane / site.numElements; ++step) {
      uint32_t mask = 0;
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        unsigned row = kNumRows * matrix + (site.transposes ? 2 * (lane % 4) + step : lane / 4);
        warp.index[lane] = rows[row] + (site.transposes ? lane / 4 : lane % 4 * perLane);
        mask |= (valid >> row & 1) << lane;
      }
      checkAccess(warp, site, mask, AccessKind::load);
    }
}

/// Copies what each lane receives: its elements of the first matrix, of all lanes side by side, then of the next one.
template <typename T>
static void copyMatrices(const Site &site, const char *base, const int64_t *rows, uint32_t valid, unsigned char *data) {
  constexpr unsigned perLane = 4 / sizeof(T);
  T *to = reinterpret_cast<T *>(data);
  for (int matrix = 0; matrix < site.width; ++matrix)
    for (unsigned element = 0; element < perLane; ++element)
      for (unsigned lane = 0; lane < kWarpSize; ++lane, ++to) {
        unsigned row = kNumRows * matrix + (site.transposes ? 2 * (lane % 4) + element : lane / 4);
        unsigned column = site.transposes ? lane / 4 : lane % 4 * perLane + element;
        if (valid >> row & 1)
          *to = reinterpret_cast<const T *>(base)[rows[row] + column];
      }
}

template <bool checked>
void Worker::loadMatrix(Warp &warp, const Site &site, uint32_t mask) {
  std::memset(warp.data, kPoison, sizeof(warp.data));
  if (!checkWholeWarp(warp, site, mask))
    return;
  Site rowSite = site;
  rowSite.numElements = kRowBytes / site.elementBytes;
  Target target = getTarget(warp, site);
  uint32_t rowMask = site.width * kNumRows == kWarpSize ? ~0u : (1u << site.width * kNumRows) - 1;
  uint32_t valid = checkBounds(warp, rowSite, target.numElements, site.needsAllRows ? ~0u : rowMask, AccessKind::load);
  int64_t rows[kWarpSize];
  std::memcpy(rows, warp.index, sizeof(rows));
  if constexpr (checked) {
    valid = checkAlignment(warp, rowSite, valid, AccessKind::load);
    count(warp, rowSite, valid & rowMask, AccessKind::load);
    checkMatrixReads(warp, site, rows, valid);
  }
  switch (site.elementBytes) {
  case 1:
    return copyMatrices<uint8_t>(site, target.base, rows, valid, warp.data);
  case 2:
    return copyMatrices<uint16_t>(site, target.base, rows, valid, warp.data);
  default:
    return copyMatrices<uint32_t>(site, target.base, rows, valid, warp.data);
  }
}

template void Worker::loadMatrix<true>(Warp &warp, const Site &site, uint32_t mask);
template void Worker::loadMatrix<false>(Warp &warp, const Site &site, uint32_t mask);

//===----------------------------------------------------------------------===//
// Multiplications
//===----------------------------------------------------------------------===//

template <typename Byte, typename From>
static emmy::matrix::Fragment<Byte> getFragment(From *lanes, unsigned elementBytes) {
  emmy::matrix::Fragment<Byte> fragment;
  fragment.stride = elementBytes * kWarpSize;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    fragment.lanes[lane] = reinterpret_cast<Byte *>(lanes) + lane * elementBytes;
  return fragment;
}

void Worker::multiplyMatrix(Warp &warp, const Site &site, uint32_t mask) {
  const MatrixAtom &atom = *site.atom;
  countInstruction(InstructionClass::matrix, mask);
  if (!checkWholeWarp(warp, site, mask)) {
    std::memset(warp.data, kPoison, sizeof(warp.data));
    return;
  }
  counters.matrixFlops += 2 * atom.m * atom.n * atom.k;
  unsigned sumBytes = getMatrixElementBytes(atom.accumulator);
  matrix::multiply(atom, getFragment<const char>(warp.left, getMatrixElementBytes(atom.left)),
                   getFragment<const char>(warp.right, getMatrixElementBytes(atom.right)),
                   getFragment<const char>(warp.data, sumBytes), getFragment<char>(warp.data, sumBytes),
                   site.saturates);
}
