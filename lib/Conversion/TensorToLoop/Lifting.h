// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of the conversion from the tensor level to the loop level: single elements of tensors as scalar code, and one
// function per family of stored ops that writes a kernel.

#ifndef EMMY_CONVERSION_TENSORTOLOOP_LIFTING_H
#define EMMY_CONVERSION_TENSORTOLOOP_LIFTING_H

#include "Emmy/Dialect/Loop/Utils/KernelBuilder.h"
#include "Emmy/Dialect/Tensor/IR/Tensor.h"
#include "Emmy/Support/Locations.h"

namespace emmy::tensor {

inline mlir::Type getElementType(mlir::Value tensor) {
  return mlir::cast<mlir::RankedTensorType>(tensor.getType()).getElementType();
}

/// An element of a tensor: at coordinates of the kernel's index space, where a guard holds.
struct Element {
  mlir::Value tensor;
  mlir::AffineMap coords; ///< results are the coordinates; only they count
  loop::Guard guard;

  bool operator==(const Element &other) const {
    return tensor == other.tensor && coords == other.coords && guard == other.guard;
  }
};

/// Writes the scalar code of elements into one block. Each element is written once.
class ElementEvaluator {
public:
  /// Tensors that are not made by ops of the tensor level are loaded: arguments, and results of kernels that are
  /// written already. `parts` collects the locations of what is computed.
  ElementEvaluator(loop::KernelBuilder &kernel, llvm::SmallVectorImpl<mlir::Location> &parts)
      : kernel(kernel), parts(parts) {}

  /// The element as a signless scalar, written where the kernel's body builder stands.
  mlir::Value evaluate(mlir::Value tensor, llvm::ArrayRef<mlir::AffineExpr> coords);
  /// A load from a stored tensor.
  mlir::Value load(const Element &element);

  loop::KernelBuilder &getKernel() { return kernel; }
  Element getElement(mlir::Value tensor, llvm::ArrayRef<mlir::AffineExpr> coords, loop::Guard guard);

private:
  /// An element whose operands are being written.
  struct Frame {
    Element element;
    bool isExpanded = false;
    llvm::SmallVector<Element> operands;
    llvm::SmallVector<loop::Guard> conditions;
  };
  void expand(Frame &frame);
  mlir::Value build(const Frame &frame, mlir::ValueRange operands);

  // One pair per family of ops (Elements.cpp, IndexMap.cpp, Gather.cpp).
  void expandIndexMap(IndexMapOp op, Frame &frame);
  mlir::Value buildIndexMap(IndexMapOp op, const Frame &frame, mlir::ValueRange operands);
  mlir::Value buildElementwise(ElementwiseOp op, mlir::ValueRange operands);
  mlir::Value buildIota(IotaOp op, const Frame &frame);
  mlir::Value buildConstant(ConstantOp op, const Frame &frame);
  mlir::Value buildGather(GatherOp op, const Frame &frame, mlir::ValueRange indices);
  void expandGather(GatherOp op, Frame &frame);

  struct ElementInfo : llvm::DenseMapInfo<Element> {
    static Element getEmptyKey() { return {llvm::DenseMapInfo<mlir::Value>::getEmptyKey(), {}, {}}; }
    static Element getTombstoneKey() { return {llvm::DenseMapInfo<mlir::Value>::getTombstoneKey(), {}, {}}; }
    static unsigned getHashValue(const Element &element) {
      return llvm::hash_combine(element.tensor, mlir::hash_value(element.coords), mlir::hash_value(element.guard.set),
                                element.guard.isNever);
    }
    static bool isEqual(const Element &lhs, const Element &rhs) { return lhs == rhs; }
  };

  loop::KernelBuilder &kernel;
  llvm::SmallVectorImpl<mlir::Location> &parts;
  llvm::DenseMap<Element, mlir::Value, ElementInfo> written;
};

/// The coordinates of data-dependent accesses: the index operands, each in range where `guard` holds.
struct GatheredCoordinates {
  llvm::SmallVector<mlir::AffineExpr> coords;
  loop::Guard guard;
};
GatheredCoordinates getGatheredCoordinates(ElementEvaluator &evaluator, mlir::RankedTensorType source,
                                           llvm::ArrayRef<int64_t> dims, int64_t position, int64_t indexRank,
                                           llvm::ArrayRef<mlir::AffineExpr> coords, mlir::ValueRange indices,
                                           mlir::Location loc, loop::Guard guard);
/// The coordinates of the index tensors among those of a gather's result.
llvm::ArrayRef<mlir::AffineExpr> getIndexCoordinates(int64_t position, int64_t indexRank,
                                                     llvm::ArrayRef<mlir::AffineExpr> coords);

/// Axes of a nest: no loop runs along an extent of one.
class Axes {
public:
  Axes(loop::KernelBuilder &kernel, llvm::ArrayRef<ExtentAttr> extents);
  /// The extents of the loops.
  llvm::ArrayRef<mlir::OpFoldResult> getLoops() const { return loops; }
  /// One coordinate per extent; 0 where there is no loop.
  llvm::SmallVector<mlir::AffineExpr> getCoordinates(mlir::ValueRange inductionVars) const;

private:
  loop::KernelBuilder &kernel;
  llvm::SmallVector<ExtentAttr> extents;
  llvm::SmallVector<mlir::OpFoldResult> loops;
};

/// Writes loops over the extents and leaves the kernel's body builder inside. The coordinates.
llvm::SmallVector<mlir::AffineExpr> buildLoops(loop::KernelBuilder &kernel, mlir::Location loc, Binding binding,
                                               llvm::ArrayRef<ExtentAttr> extents);

void buildStore(loop::KernelBuilder &kernel, mlir::Location loc, mlir::Value value, mlir::Value buffer,
                llvm::ArrayRef<mlir::AffineExpr> coords, loop::Guard guard = {});
mlir::Value buildLoad(loop::KernelBuilder &kernel, mlir::Location loc, mlir::Value buffer, mlir::Type type,
                      llvm::ArrayRef<mlir::AffineExpr> coords, loop::Guard guard);

/// What is computed in several places is the same value in all of them, so passes that choose where to round look at
/// all places at once. These marks of ops of the tensor level go to the scalar code of each: `emmy.implied`, with a
/// number of its own, of one that rounds its result without being asked to; `emmy.shared` of a product that several ops
/// read.
void markRoundings(llvm::ArrayRef<mlir::Operation *> ops);

/// buildConvert of the laws table; its narrowing has the mark of the op, if any.
mlir::Value buildMarkedConvert(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type from,
                               mlir::Type to, mlir::Operation *op);

/// The op's location, named after its function or monoid where it has no name.
mlir::Location getNamedLocation(mlir::Operation *op);

// The body of a kernel for one stored op: loops, loads, and one stored tensor per result that is used. Results in the
// op's order.
using Parts = llvm::SmallVectorImpl<mlir::Location>;
void liftPointwise(loop::KernelBuilder &kernel, mlir::Operation *op, Parts &parts);
void liftReduce(loop::KernelBuilder &kernel, ReduceOp op, Parts &parts);
void liftScan(loop::KernelBuilder &kernel, ScanOp op, Parts &parts);
void liftScatter(loop::KernelBuilder &kernel, ScatterOp op, Parts &parts);

} // namespace emmy::tensor

#endif // EMMY_CONVERSION_TENSORTOLOOP_LIFTING_H
