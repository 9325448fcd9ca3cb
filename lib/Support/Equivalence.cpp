// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that say the same.

#include "Emmy/Support/Equivalence.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

static constexpr auto flags = OperationEquivalence::Flags::IgnoreLocations;

llvm::hash_code emmy::hashRegion(Region &region) {
  llvm::hash_code hash = 0;
  region.walk([&](Operation *op) {
    hash = llvm::hash_combine(hash, OperationEquivalence::computeHash(op, OperationEquivalence::ignoreHashValue,
                                                                      OperationEquivalence::ignoreHashValue, flags));
  });
  return hash;
}

SmallVector<unsigned> emmy::findFirstEquals(ArrayRef<Operation *> ops) {
  llvm::DenseMap<size_t, SmallVector<unsigned, 1>> known;
  SmallVector<unsigned> result;
  for (Operation *op : ops) {
    unsigned number = result.size();
    DictionaryAttr attributes = op->getAttrDictionary();
    auto isSame = [&](unsigned other) {
      return ops[other]->getAttrDictionary() == attributes &&
             OperationEquivalence::isRegionEquivalentTo(&ops[other]->getRegion(0), &op->getRegion(0), flags);
    };
    SmallVector<unsigned, 1> &candidates = known[llvm::hash_combine(attributes, hashRegion(op->getRegion(0)))];
    auto *first = llvm::find_if(candidates, isSame);
    if (first == candidates.end()) {
      candidates.push_back(number);
      first = &candidates.back();
    }
    result.push_back(*first);
  }
  return result;
}
