// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of all threads, and the accesses that they make.

#include "AccessCounter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::report;

Interval AccessCounter::get(Value value, unsigned lane) const {
  auto found = values.find(value);
  if (found == values.end())
    return Interval::getAll(value.getType());
  return found->second.size() == 1 ? found->second.front() : found->second[lane];
}

unsigned AccessCounter::getNumLanes(ValueRange operands) const {
  bool isUniform = llvm::all_of(operands, [&](Value operand) {
    auto found = values.find(operand);
    return found == values.end() || found->second.size() == 1;
  });
  return isUniform ? 1 : numThreads;
}

Lanes AccessCounter::getThreadId(kernel::Dimension dimension) {
  ArrayRef<int32_t> block = kernel.getBlock();
  int64_t before = 1;
  for (unsigned dim = 0; dim < unsigned(dimension); ++dim)
    before *= block[dim];
  Lanes lanes;
  for (unsigned lane = 0; lane < numThreads; ++lane)
    lanes.push_back(Interval::getPoint(lane / before % block[unsigned(dimension)]));
  return lanes;
}

Lanes AccessCounter::evaluateArithmetic(Operation *op) {
  Lanes lanes;
  SmallVector<Interval, 3> operands(op->getNumOperands());
  for (unsigned lane = 0, e = getNumLanes(op->getOperands()); lane < e; ++lane) {
    for (auto [operand, range] : llvm::zip_equal(op->getOperands(), operands))
      range = get(operand, lane);
    lanes.push_back(report::evaluate(op, operands));
  }
  spent += lanes.size();
  return lanes;
}

Lanes AccessCounter::select(const Lanes &before, Value yielded, const Weights &weights) {
  spent += numThreads;
  Lanes lanes;
  for (unsigned lane = 0; lane < numThreads; ++lane)
    lanes.push_back(weights[lane] ? get(yielded, lane) : before.size() == 1 ? before.front() : before[lane]);
  if (llvm::all_equal(lanes))
    lanes.resize(1);
  return lanes;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void AccessCounter::countAccess(Operation *op, const Weights &weights) {
  int64_t count = 0;
  for (int64_t weight : weights)
    count += weight;
  auto [type, isLoad, isStore] =
      llvm::TypeSwitch<Operation *, std::tuple<Type, bool, bool>>(op)
          .Case([](kernel::LoadOp load) { return std::tuple(load.getType(), true, false); })
          .Case([](kernel::StoreOp store) { return std::tuple(store.getValue().getType(), false, true); })
          .Default([](Operation *atomic) { return std::tuple(atomic->getOperandTypes().front(), true, true); });
  int64_t bytes = kernel::getElementBytes(getElementTypeOrSelf(type));
  if (auto vector = dyn_cast<VectorType>(type))
    bytes *= vector.getNumElements();
  if (isLoad) {
    current.loads += count;
    current.bytesLoaded += count * bytes;
  }
  if (isStore) {
    current.stores += count;
    current.bytesStored += count * bytes;
  }
}

bool AccessCounter::countCopy(kernel::AsyncCopyOp op, const Weights &weights) {
  int64_t loads = 0, elements = 0;
  bool isUnknown = false;
  for (unsigned lane = 0; lane < numThreads; ++lane) {
    if (!weights[lane])
      continue;
    int64_t count = op.getElements();
    if (op.getValid()) {
      Interval valid = get(op.getValid(), lane);
      isUnknown |= !valid.isPoint();
      count = std::clamp<int64_t>(valid.high, 0, count);
    }
    loads += count ? weights[lane] : 0;
    elements += count * weights[lane];
  }
  spent += numThreads;
  if (isUnknown && !isGuessing)
    return false;
  current.isEstimate |= isUnknown;
  current.loads += loads;
  current.bytesLoaded += elements * kernel::getElementBytes(op.getSource().getType().getElementType());
  return true;
}

bool AccessCounter::evaluate(Block *block, const Weights &weights) {
  for (Operation *op : slice.getOperations(block)) {
    bool isKnown = llvm::TypeSwitch<Operation *, bool>(op)
                       .Case<scf::IfOp, scf::ForOp>([&](auto control) { return evaluate(control, weights); })
                       .Case([&](kernel::ThreadIdOp id) {
                         values[id] = getThreadId(id.getDimension());
                         return true;
                       })
                       .Case([&](kernel::BlockIdOp id) {
                         values[id] = Lanes{blocks[unsigned(id.getDimension())]};
                         return true;
                       })
                       .Case([&](kernel::AsyncCopyOp copy) { return countCopy(copy, weights); })
                       .Default([&](Operation *other) {
                         if (isGlobalAccess(other))
                           countAccess(other, weights);
                         else
                           values[other->getResult(0)] = evaluateArithmetic(other);
                         return true;
                       });
    if (!isKnown)
      return false;
  }
  return true;
}
