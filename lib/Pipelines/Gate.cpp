// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-gate. In: a module that should be in a phase. Out: the same module. Fails where it is not, with what is left and
// which pipeline lowers it.

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Pipelines/Passes.h"
#include "Emmy/Pipelines/Phase.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

namespace emmy {
#define GEN_PASS_DEF_GATEPASS
#include "Emmy/Pipelines/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;

/// The symbols named by the encoding of a type.
static void collectSymbols(Type type, SmallVectorImpl<StringAttr> &symbols) {
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!tensorType)
    return;
  if (auto dims = dyn_cast_or_null<DimsAttr>(tensorType.getEncoding()))
    for (ExtentAttr extent : dims.getExtents())
      extent.collectSymbols(symbols);
}

/// Whether 64 bits hold the number of its bytes, as far as that is static. Everything below counts on it.
static bool hasCountableBytes(RankedTensorType type) {
  if (llvm::is_contained(type.getShape(), 0) || !type.getElementType().isIntOrFloat())
    return true;
  int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  return llvm::none_of(type.getShape(), [&](int64_t size) {
    return !ShapedType::isDynamic(size) && llvm::MulOverflow(bytes, size, bytes);
  });
}

namespace {
struct GatePass : public emmy::impl::GatePassBase<GatePass> {
  using GatePassBase::GatePassBase;

  void runOnOperation() override {
    std::optional<Phase> expected = symbolizePhase(phase);
    if (!expected) {
      getOperation().emitError("expected option 'phase' to be framework, tensor, loop, tile or kernel, but got '")
          << phase << "'";
      return signalPassFailure();
    }
    bool isClean = true;
    llvm::DenseSet<StringAttr> declared;
    getOperation().walk([&](SymbolOp op) {
      if (declared.insert(op.getSymAttr()).second)
        return;
      op.emitOpError("expected one declaration of a symbol, but got a second one of @") << op.getSym();
      isClean = false;
    });

    getOperation().walk([&](Operation *op) { isClean &= checkLevel(op, *expected) && checkTypes(op, declared); });
    if (!isClean)
      signalPassFailure();
  }

  bool checkLevel(Operation *op, Phase expected) {
    StringRef dialect = op->getName().getDialectNamespace();
    for (Phase above : getPhases()) {
      if (above >= expected || getDialectNamespace(above) != dialect)
        continue;
      op->emitOpError("expected no operation above the ")
          << stringifyPhase(expected) << " level, but got one of " << dialect << "; run --emmy-lower-to-"
          << stringifyPhase(expected);
      return false;
    }
    return true;
  }

  bool checkTypes(Operation *op, const llvm::DenseSet<StringAttr> &declared) {
    SmallVector<Type> types(op->getResultTypes());
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      llvm::append_range(types, function.getArgumentTypes());
    SmallVector<StringAttr> symbols;
    for (Type type : types) {
      collectSymbols(type, symbols);
      if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && !hasCountableBytes(tensor)) {
        op->emitOpError("expected tensors of fewer than 2^63 bytes, but got ") << tensor;
        return false;
      }
    }
    if (!symbols.empty() && op->getName().getDialectNamespace() == "tensor") {
      op->emitOpError("expected no upstream tensor operation on a type with symbolic dims, but got one; its folders do "
                      "not keep the names");
      return false;
    }
    for (StringAttr symbol : symbols)
      if (!declared.contains(symbol)) {
        op->emitOpError("expected symbol '")
            << symbol.getValue() << "' to be declared, but got none; add 'emmy.symbol @" << symbol.getValue()
            << "' to the module";
        return false;
      }
    return true;
  }
};
} // namespace
