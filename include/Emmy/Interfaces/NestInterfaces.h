// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interfaces of kernels of loops, and the code behind the operations that the loop and the tile level declare alike.

#ifndef EMMY_INTERFACES_NESTINTERFACES_H
#define EMMY_INTERFACES_NESTINTERFACES_H

#include "Emmy/Dialect/Base/IR/Base.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/PatternMatch.h"

#include "Emmy/Interfaces/NestInterfaces.h.inc"

namespace emmy {

/// The buffer that a tensor is inside a kernel: its shape without extents, i1 as i8, integers without sign.
mlir::MemRefType getBufferType(mlir::RankedTensorType type);

/// The element type inside buffers of a tensor's elements.
mlir::Type getBufferElementType(mlir::Type type);

/// Whether so many threads can combine a state: the lanes of a part of a warp, or whole warps.
bool isCooperative(int64_t threads);

/// What the operations of Emmy/Interfaces/NestOps.td are made of.
namespace nest {

using BodyBuilder = llvm::function_ref<void(mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;
/// Builds code in a region and returns what the region yields.
using YieldBuilder =
    llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;

// Text forms.
mlir::ParseResult parseFor(mlir::OpAsmParser &parser, mlir::OperationState &result);
void printFor(LoopNestOpInterface op, mlir::OpAsmPrinter &printer);
mlir::ParseResult parseReduction(mlir::OpAsmParser &parser, mlir::OperationState &result, bool isScan);
void printReduction(ReductionOpInterface op, mlir::OpAsmPrinter &printer);
mlir::ParseResult parseLoad(mlir::OpAsmParser &parser, mlir::OperationState &result);
void printLoad(AccessOpInterface op, mlir::OpAsmPrinter &printer);
mlir::ParseResult parseStore(mlir::OpAsmParser &parser, mlir::OperationState &result);
void printStore(AccessOpInterface op, mlir::OpAsmPrinter &printer);
mlir::ParseResult parseKernel(mlir::OpAsmParser &parser, mlir::OperationState &result);
void printKernel(KernelOpInterface op, mlir::OpAsmPrinter &printer);

/// Ends the region's block, where it has one without terminator, with a yield of nothing.
void ensureYield(mlir::Region &region, llvm::StringRef yieldName, mlir::Location loc);

/// (%i0, %i1) in (4, %n): the names, the extents and the induction variables of a nest.
mlir::ParseResult parseAxes(mlir::OpAsmParser &parser, mlir::OperationState &result,
                            llvm::SmallVectorImpl<mlir::OpAsmParser::Argument> &inductionVars,
                            llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &dynamicExtents);
void printAxes(mlir::OpAsmPrinter &printer, mlir::ValueRange inductionVars, llvm::ArrayRef<int64_t> staticExtents,
               mlir::OperandRange dynamicExtents);

// Names of values.
void nameInductionVars(LoopNestOpInterface op, mlir::Region &region, mlir::OpAsmSetValueNameFn setName);
void nameReductionArguments(ReductionOpInterface op, mlir::Region &region, mlir::OpAsmSetValueNameFn setName);
/// What the argument of a fresh result is called: out, or out0, out1, … of several.
std::string getResultName(KernelOpInterface op, unsigned number);
void nameKernelArguments(KernelOpInterface op, mlir::Region &region, mlir::OpAsmSetValueNameFn setName);

// Verifiers. `mayBind` allows bindings to hardware workers, and strides.
llvm::LogicalResult verifyFor(LoopNestOpInterface op, bool mayBind);
llvm::LogicalResult verifyReduction(ReductionOpInterface op, bool mayBind);
llvm::LogicalResult verifyAccess(AccessOpInterface op);
/// What a buffer on chip may be, wherever it lies.
llvm::LogicalResult verifyLocalBuffer(mlir::Operation *op, mlir::MemRefType type);
llvm::LogicalResult verifyKernel(KernelOpInterface op);
llvm::LogicalResult verifyKernelBody(KernelOpInterface op);

// Canonicalisation of the operation of that name.
/// Constant indices and guards move into the map and the guard, operands are without repetition, what follows from the
/// rest of a guard goes, an access that never happens is its else value or nothing.
void populateAccessPatterns(mlir::RewritePatternSet &patterns, llvm::StringRef name);
/// A loop over nothing, or of nothing, goes; constant extents become static.
void populateForPatterns(mlir::RewritePatternSet &patterns, llvm::StringRef name);

// Builders: the attributes and operands of the operation; the regions with their arguments.
void buildAxes(mlir::OpBuilder &builder, mlir::OperationState &state, Binding binding,
               llvm::ArrayRef<mlir::OpFoldResult> extents, llvm::ArrayRef<int64_t> strides,
               llvm::SmallVectorImpl<mlir::Value> &dynamicExtents);
void buildFor(mlir::OpBuilder &builder, mlir::OperationState &state, Binding binding,
              llvm::ArrayRef<mlir::OpFoldResult> extents, BodyBuilder body, llvm::ArrayRef<int64_t> strides);
/// Regions whose builder is null are left without a block; `yield` creates the terminator.
void buildReduction(mlir::OpBuilder &builder, mlir::OperationState &state, Binding binding,
                    llvm::ArrayRef<mlir::OpFoldResult> extents, mlir::ValueRange inits, YieldBuilder lift,
                    YieldBuilder combine, YieldBuilder last, bool isScan, llvm::StringRef yieldName,
                    llvm::ArrayRef<int64_t> strides);
void buildAccess(mlir::OpBuilder &builder, mlir::OperationState &state, mlir::Value stored, mlir::Value buffer,
                 mlir::AffineMap map, mlir::ValueRange indices, mlir::IntegerSet guard, mlir::ValueRange guardOperands,
                 mlir::Value elseValue, mlir::Type loadedType);
/// Gives the body its block with all arguments; the caller fills it and the terminator is added by the verifier's
/// rules.
void buildKernel(mlir::OpBuilder &builder, mlir::OperationState &state, mlir::ValueRange inputs,
                 mlir::ValueRange scalars, mlir::ArrayRef<llvm::StringRef> sizeNames, mlir::ValueRange sizes,
                 mlir::TypeRange results, llvm::ArrayRef<int64_t> tied);

} // namespace nest
} // namespace emmy

#endif // EMMY_INTERFACES_NESTINTERFACES_H
