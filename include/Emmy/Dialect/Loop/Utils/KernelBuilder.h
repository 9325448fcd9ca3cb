// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds a kernel whose operands become known while its body is written, and the location that a kernel gets from what
// it computes.

#ifndef EMMY_DIALECT_LOOP_UTILS_KERNELBUILDER_H
#define EMMY_DIALECT_LOOP_UTILS_KERNELBUILDER_H

#include "Emmy/Dialect/Loop/Utils/IndexSpace.h"

#include "mlir/IR/Builders.h"

#include <map>

namespace emmy::loop {

/// The sizes of one function, read once each at its start.
class HostSizes {
public:
  explicit HostSizes(mlir::Block &entry);
  mlir::Value get(llvm::StringRef symbol);

private:
  mlir::Block &entry;
  std::map<std::string, mlir::Value> values;
};

/// What the module declares of a symbol.
IndexRange getSymbolRange(mlir::Operation *from, llvm::StringRef symbol);

/// The body stands in a block of its own until `finish` makes the kernel around it. Its arguments are made on demand.
class KernelBuilder {
public:
  KernelBuilder(mlir::OpBuilder &host, HostSizes &sizes);

  /// Writes the body; starts at its end.
  mlir::OpBuilder body;
  IndexSpace space;

  mlir::Value getInput(mlir::Value tensor);
  mlir::Value getScalar(mlir::Value scalar);
  mlir::Value getSize(llvm::StringRef symbol);
  /// The buffer of a fresh result.
  mlir::Value addResult(mlir::RankedTensorType type);
  /// The buffer of an input that a result is tied to.
  mlir::Value addTiedResult(mlir::Value tensor);

  /// The expression of an extent.
  mlir::AffineExpr getExtent(ExtentAttr extent);
  /// The expression of an index value of the host: sizes and arithmetic on them, else a scalar operand.
  mlir::AffineExpr getHostIndex(mlir::Value value);
  /// The extent as a loop takes it, computed before all loops.
  mlir::OpFoldResult getLoopExtent(ExtentAttr extent);
  /// A constant, before all loops.
  mlir::Value getConstant(mlir::TypedAttr value);
  mlir::Value getZero(mlir::Type type);

  /// Makes the kernel where the host builder stands.
  KernelOp finish(mlir::Location loc);

private:
  mlir::OpBuilder getPrologue();
  mlir::Value addArgument(mlir::Type type, mlir::Location loc);

  mlir::OpBuilder &host;
  HostSizes &sizes;
  mlir::Region region;
  mlir::Block *block;
  mlir::Operation *lastOfPrologue = nullptr;
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> inputs, scalars;
  std::map<std::string, mlir::Value> symbols;
  struct Result {
    mlir::RankedTensorType type;
    mlir::Value buffer;
    int64_t tied;
  };
  llvm::SmallVector<Result> results;
  llvm::DenseMap<mlir::Attribute, mlir::Value> constants;
  llvm::DenseMap<mlir::Attribute, mlir::Value> extents;
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> hostIndices;
};

/// The location of a kernel that computes what stands at `parts`: their distinct locations under a name made of their
/// names.
mlir::Location getKernelLocation(mlir::MLIRContext *context, llvm::ArrayRef<mlir::Location> parts);

} // namespace emmy::loop

#endif // EMMY_DIALECT_LOOP_UTILS_KERNELBUILDER_H
