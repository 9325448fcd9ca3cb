// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces bf16 by i16 in types and constants. Operations go by name: the header of the LLVM dialect costs more than
// all that is in here.

#include "Bf16Bits.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

static bool hasBf16(Type type) { return isa<BFloat16Type>(getElementTypeOrSelf(type)); }

/// Whether the operation does with bf16 what it does with any 16 bits.
static bool movesBits(Operation *op) {
  static const llvm::StringSet<> moving = {"llvm.load",
                                           "llvm.store",
                                           "llvm.bitcast",
                                           "llvm.select",
                                           "llvm.insertelement",
                                           "llvm.extractelement",
                                           "llvm.shufflevector",
                                           "llvm.mlir.constant",
                                           "llvm.mlir.poison",
                                           "llvm.mlir.undef",
                                           "llvm.br",
                                           "llvm.cond_br",
                                           "llvm.call",
                                           "llvm.return"};
  return moving.contains(op->getName().getStringRef()) ||
         !(llvm::any_of(op->getOperandTypes(), hasBf16) || llvm::any_of(op->getResultTypes(), hasBf16));
}

void emmy::replaceBf16ByBits(ModuleOp module) {
  WalkResult result =
      module.walk([](Operation *op) { return movesBits(op) ? WalkResult::advance() : WalkResult::interrupt(); });
  if (result.wasInterrupted())
    return;
  AttrTypeReplacer replacer;
  Type bits = IntegerType::get(module.getContext(), 16);
  replacer.addReplacement([=](BFloat16Type) { return bits; });
  replacer.addReplacement([=](FloatAttr attribute) -> std::optional<Attribute> {
    if (!hasBf16(attribute.getType()))
      return std::nullopt;
    return IntegerAttr::get(bits, attribute.getValue().bitcastToAPInt());
  });
  replacer.addReplacement([=](DenseElementsAttr attribute) -> std::optional<std::pair<Attribute, WalkResult>> {
    if (!hasBf16(attribute.getElementType()))
      return std::nullopt;
    return std::pair<Attribute, WalkResult>(attribute.bitcast(bits), WalkResult::skip());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false, /*replaceTypes=*/true);
}
