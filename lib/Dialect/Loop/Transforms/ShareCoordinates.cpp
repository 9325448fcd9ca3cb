// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-loop-share-coordinates. In: kernels after fusion. Out: the same, where many that differ only in constant
// coordinates take these as operands, and so are one kernel for everything that follows: the steps of a recurrence,
// each of which reads its own row of what is given. Legal because a load gives what its coordinates say, whoever says
// them. Never fails.

#include "Fusion.h"

#include "Emmy/Dialect/Loop/Transforms/Passes.h"
#include "Emmy/Support/Equivalence.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/MapVector.h"

namespace emmy {
#define GEN_PASS_DEF_LOOPSHARECOORDINATESPASS
#include "Emmy/Dialect/Loop/Transforms/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;
using namespace emmy::loop;

/// Coordinates that a kernel takes. What has more of them differs in more than where it stands in a row of its like.
static constexpr size_t maxOperands = 4;

namespace {
/// A constant coordinate of a load.
struct Coordinate {
  LoadOp load;
  unsigned dim;
  int64_t value;
};
using Coordinates = SmallVector<Coordinate, 4>;
} // namespace

static void setCoordinate(LoadOp load, unsigned dim, AffineExpr expr, ArrayRef<Value> operands, unsigned numDims) {
  AffineMap map = load.getMap();
  SmallVector<AffineExpr> results(map.getResults());
  results[dim] = expr;
  load.setMap(AffineMap::get(numDims, map.getNumSymbols(), results, map.getContext()));
  load.getIndicesMutable().assign(operands);
}

/// Takes the constant coordinates out of the kernel's loads: 0 stands for each. Under a guard they stay, since nothing
/// is said of coordinates where it does not hold.
static Coordinates takeCoordinates(KernelOp kernel) {
  Coordinates taken;
  kernel->walk([&](LoadOp load) {
    if (load.getGuard())
      return;
    for (auto [dim, expr] : llvm::enumerate(load.getMap().getResults())) {
      auto constant = dyn_cast<AffineConstantExpr>(expr);
      if (!constant || cast<MemRefType>(load.getBuffer().getType()).getDimSize(dim) == 1)
        continue;
      taken.push_back({load, unsigned(dim), constant.getValue()});
      setCoordinate(load, dim, getAffineConstantExpr(0, load.getContext()), SmallVector<Value>(load.getIndices()),
                    load.getMap().getNumDims());
    }
  });
  return taken;
}

/// The places of coordinates that are not the same in all kernels, by their values in each: places that agree
/// everywhere are one operand.
static llvm::MapVector<ArrayAttr, SmallVector<unsigned>> getDifferences(ArrayRef<Coordinates *> kernels) {
  llvm::MapVector<ArrayAttr, SmallVector<unsigned>> differences;
  for (unsigned place = 0; place < kernels.front()->size(); ++place) {
    SmallVector<int64_t> values;
    for (Coordinates *coordinates : kernels)
      values.push_back((*coordinates)[place].value);
    if (!llvm::all_equal(values))
      differences[Builder(kernels.front()->front().load.getContext()).getI64ArrayAttr(values)].push_back(place);
  }
  return differences;
}

/// The kernel reads the coordinates at the places from a new operand.
static void addOperand(KernelOp kernel, Coordinates &coordinates, ArrayRef<unsigned> places) {
  OpBuilder builder(kernel);
  Location loc = coordinates[places.front()].load.getLoc();
  Value constant = arith::ConstantIndexOp::create(builder, loc, coordinates[places.front()].value);
  kernel.getScalarsMutable().append(constant);
  unsigned number = kernel.getInputs().size() + kernel.getScalars().size() - 1;
  Value argument = kernel.getBodyBlock()->insertArgument(number, constant.getType(), loc);
  for (unsigned place : places) {
    auto [load, dim, value] = coordinates[place];
    unsigned numDims = load.getMap().getNumDims();
    SmallVector<Value> operands(load.getIndices());
    operands.insert(operands.begin() + numDims, argument);
    setCoordinate(load, dim, getAffineDimExpr(numDims, load.getContext()), operands, numDims + 1);
  }
}

namespace {
struct LoopShareCoordinatesPass : emmy::impl::LoopShareCoordinatesPassBase<LoopShareCoordinatesPass> {
  using LoopShareCoordinatesPassBase::LoopShareCoordinatesPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> kernels;
    SmallVector<Coordinates> taken;
    getOperation()->walk([&](KernelOp kernel) {
      kernels.push_back(kernel);
      taken.push_back(takeCoordinates(kernel));
    });
    llvm::MapVector<unsigned, SmallVector<unsigned>> groups;
    for (auto [number, first] : llvm::enumerate(findFirstEquals(kernels)))
      groups[first].push_back(number);
    for (auto &[first, members] : groups)
      share(kernels, taken, members);
    for (Coordinates &coordinates : taken)
      for (auto [load, dim, value] : coordinates)
        if (load)
          setCoordinate(load, dim, getAffineConstantExpr(value, &getContext()), SmallVector<Value>(load.getIndices()),
                        load.getMap().getNumDims());
  }

  /// Kernels that are equal but for the coordinates taken. Those that become operands are not put back.
  void share(ArrayRef<Operation *> kernels, MutableArrayRef<Coordinates> taken, ArrayRef<unsigned> members) {
    if (int64_t(members.size()) < minKernels || taken[members.front()].empty())
      return;
    SmallVector<Coordinates *> coordinates;
    for (unsigned member : members)
      coordinates.push_back(&taken[member]);
    auto differences = getDifferences(coordinates);
    if (differences.empty() || differences.size() > maxOperands)
      return;
    for (auto [member, own] : llvm::zip_equal(members, coordinates))
      for (auto &[values, places] : differences) {
        addOperand(cast<KernelOp>(kernels[member]), *own, places);
        for (unsigned place : places)
          (*own)[place].load = {};
      }
    numShared += members.size() - 1;
  }
};
} // namespace
