// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-add-packed-entry. In: a host program in buffer form. Out: the same with the C entry emmy_main, and
// emmy_prepare of a function @prepare, which make buffers of pointers and sizes. Fails where an argument's shape is not
// known, or code is not of a level below kernels.

#include "Emmy/Conversion/HostProgram/HostProgram.h"
#include "Emmy/Conversion/HostProgram/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "llvm/ADT/StringSet.h"

namespace emmy {
#define GEN_PASS_DEF_ADDPACKEDENTRYPASS
#include "Emmy/Conversion/HostProgram/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;

namespace {
struct AddPackedEntryPass : public emmy::impl::AddPackedEntryPassBase<AddPackedEntryPass> {
  using AddPackedEntryPassBase::AddPackedEntryPassBase;

  void runOnOperation() override {
    func::FuncOp entry = expectEntry(getOperation());
    SmallVector<func::FuncOp, 2> entries = getEntries(getOperation());
    if (!entry || llvm::any_of(entries, [](func::FuncOp function) { return failed(check(function)); }) ||
        failed(checkHostOperations(getOperation())))
      return signalPassFailure();
    auto internal = LLVM::LinkageAttr::get(&getContext(), LLVM::Linkage::Internal);
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isDeclaration())
        continue;
      function.setPrivate();
      function->setAttr("llvm.linkage", internal);
    }
    for (func::FuncOp function : entries) {
      addEntry(function, function == entry ? packedEntryName : packedPreparationName);
      for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
        function.setArgAttrs(i, DictionaryAttr::get(&getContext()));
    }
    for (SymbolOp symbol : llvm::make_early_inc_range(getOperation().getOps<SymbolOp>()))
      symbol->erase();
  }

private:
  static LogicalResult check(func::FuncOp entry) {
    if (entry.getNumResults() != 0)
      return entry.emitError("expected a host program in buffer form, but got ")
             << entry.getNumResults() << " results; run --emmy-convert-loop-to-scf";
    llvm::StringSet<> sizes;
    for (unsigned i = 0, e = entry.getNumArguments(); i < e; ++i)
      if (auto symbol = entry.getArgAttrOfType<StringAttr>(i, "emmy.symbol"))
        sizes.insert(symbol.getValue());
    for (BlockArgument argument : entry.getArguments()) {
      unsigned i = argument.getArgNumber();
      auto type = dyn_cast<MemRefType>(argument.getType());
      if (type && type.getLayout().isIdentity()) {
        std::optional<SmallVector<ExtentAttr>> extents = getBufferExtents(type, entry.getArgAttrDict(i));
        if (!extents || extents->size() != size_t(type.getRank()))
          return entry.emitError("expected emmy.dims with ") << type.getRank() << " extents on argument #" << i;
        SmallVector<StringAttr> symbols;
        for (ExtentAttr extent : *extents)
          extent.collectSymbols(symbols);
        for (StringAttr symbol : symbols)
          if (!sizes.contains(symbol.getValue()))
            return entry.emitError("expected an argument for the size '")
                   << symbol.getValue() << "' of argument #" << i << ", but got none";
      } else if (!argument.getType().isIndex() || !entry.getArgAttrOfType<StringAttr>(i, "emmy.symbol")) {
        return entry.emitError("expected contiguous buffers and named sizes as arguments, but got ")
               << argument.getType() << " as argument #" << i;
      }
    }
    return success();
  }

  void addEntry(func::FuncOp entry, StringRef name) {
    MLIRContext *context = &getContext();
    Location loc = entry.getLoc();
    auto pointer = LLVM::LLVMPointerType::get(context);
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
    auto packed = func::FuncOp::create(builder, loc, name, builder.getFunctionType({pointer, pointer}, {}));
    builder.setInsertionPointToStart(packed.addEntryBlock());
    auto loadFrom = [&](Value array, unsigned index, Type type) -> Value {
      Value address = LLVM::GEPOp::create(builder, loc, pointer, type, array, ArrayRef<LLVM::GEPArg>{int32_t(index)});
      return LLVM::LoadOp::create(builder, loc, type, address);
    };
    // The sizes first: shapes are computed from them.
    llvm::StringMap<Value> sizes;
    SmallVector<Value> operands(entry.getNumArguments());
    unsigned numSizes = 0, numBuffers = 0;
    for (BlockArgument argument : entry.getArguments()) {
      auto symbol = entry.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "emmy.symbol");
      if (!symbol)
        continue;
      Value size = loadFrom(packed.getArgument(1), numSizes++, builder.getI64Type());
      sizes[symbol.getValue()] = operands[argument.getArgNumber()] =
          arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size);
    }
    for (BlockArgument argument : entry.getArguments()) {
      auto type = dyn_cast<MemRefType>(argument.getType());
      if (!type)
        continue;
      Value base = loadFrom(packed.getArgument(0), numBuffers++, pointer);
      SmallVector<Value> shape;
      auto extents = getBufferExtents(type, entry.getArgAttrDict(argument.getArgNumber()));
      for (ExtentAttr extent : *extents)
        shape.push_back(extent.materialize(builder, loc, [&](StringRef name) { return sizes.lookup(name); }));
      operands[argument.getArgNumber()] = buildBuffer(builder, loc, type, base, shape);
    }
    func::CallOp::create(builder, loc, entry, operands);
    func::ReturnOp::create(builder, loc);
  }
};
} // namespace

Value emmy::buildBuffer(OpBuilder &builder, Location loc, MemRefType type, Value base, ArrayRef<Value> shape) {
  MLIRContext *context = builder.getContext();
  Type i64 = builder.getI64Type(), pointer = base.getType();
  SmallVector<Type> fields = {pointer, pointer, i64};
  int64_t rank = shape.size();
  if (rank > 0)
    fields.append(2, LLVM::LLVMArrayType::get(i64, rank));
  Value descriptor = LLVM::PoisonOp::create(builder, loc, LLVM::LLVMStructType::getLiteral(context, fields));
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor = LLVM::InsertValueOp::create(builder, loc, descriptor, value, position);
  };
  insert(base, {0});
  insert(base, {1});
  insert(LLVM::ConstantOp::create(builder, loc, i64, builder.getI64IntegerAttr(0)), {2});
  Value stride = LLVM::ConstantOp::create(builder, loc, i64, builder.getI64IntegerAttr(1));
  for (int64_t i = rank - 1; i >= 0; --i) {
    Value size = arith::IndexCastOp::create(builder, loc, i64, shape[i]);
    insert(size, {3, i});
    insert(stride, {4, i});
    stride = LLVM::MulOp::create(builder, loc, stride, size);
  }
  return UnrealizedConversionCastOp::create(builder, loc, type, descriptor).getResult(0);
}
