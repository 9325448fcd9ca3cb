// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy.while: the types of its results, and what its functions have to be.

#include "Emmy/Dialect/Base/IR/While.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace emmy;

#define GET_OP_CLASSES
#include "Emmy/Dialect/Base/IR/WhileOp.cpp.inc"

LogicalResult WhileOp::inferReturnTypes(MLIRContext *, std::optional<Location>, ValueRange operands,
                                        DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
                                        SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  llvm::append_range(types, adaptor.getInits().getTypes());
  return success();
}

static FunctionOpInterface lookup(WhileOp op, FlatSymbolRefAttr name) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, name);
}

FunctionOpInterface WhileOp::getConditionFunction() { return lookup(*this, getConditionAttr()); }
FunctionOpInterface WhileOp::getBodyFunction() { return lookup(*this, getBodyAttr()); }

LogicalResult WhileOp::verify() {
  if (getInits().empty())
    return emitOpError("expected at least one carried tensor, but got none; carry what the condition reads");
  return success();
}

/// Verifies one of the functions; `results` are those that it has to give.
static LogicalResult verifyFunction(WhileOp op, FlatSymbolRefAttr name, StringRef role, TypeRange results,
                                    SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<func::FuncOp>(op, name);
  if (!function)
    return op.emitOpError("expected a func.func of the module as ")
           << role << ", but got " << name << "; define one of that name";
  if (!function.isPrivate() || function.isExternal())
    return op.emitOpError("expected a private function with a body as ")
           << role << ", but got " << name << "; mark it private, and give it a body";
  SmallVector<Type> operands(op.getOperandTypes());
  if (function.getArgumentTypes() != ArrayRef(operands))
    return op.emitOpError("expected ") << role << " " << name << " to take the carried and the given tensors, ("
                                       << operands << "), but got (" << function.getArgumentTypes()
                                       << "); give it arguments of these types";
  if (TypeRange(function.getResultTypes()) != results)
    return op.emitOpError("expected ") << role << " " << name << " to give (" << results << "), but got ("
                                       << function.getResultTypes() << "); return these types";
  return success();
}

LogicalResult WhileOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Type isMore = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (failed(verifyFunction(*this, getConditionAttr(), "the condition", isMore, symbols)) ||
      failed(verifyFunction(*this, getBodyAttr(), "the body", getInits().getTypes(), symbols)))
    return failure();
  // No function repeats one that is not private, so this only concerns loops in functions that are.
  auto parent = (*this)->getParentOfType<func::FuncOp>();
  if (!parent || !parent.isPrivate())
    return success();
  // What is repeated here, and what is repeated there.
  llvm::SetVector<StringAttr> repeated;
  auto add = [&](WhileOp op) {
    repeated.insert(op.getConditionAttr().getAttr());
    repeated.insert(op.getBodyAttr().getAttr());
  };
  add(*this);
  for (size_t next = 0; next < repeated.size(); ++next) {
    auto function = symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, repeated[next]);
    if (function == parent)
      return emitOpError("expected functions that are not repeated within themselves, but got @")
             << repeated[next].getValue() << "; carry what it computes in one loop";
    // Loops stand between tensors, and kernels hold none.
    if (function)
      for (Block &block : function.getBody())
        llvm::for_each(block.getOps<WhileOp>(), add);
  }
  return success();
}
