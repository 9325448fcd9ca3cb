// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-tensor-prepare. In: an entry of the tensor level, whose parameters are arguments. Out: the same with what it
// computes of parameters alone as arguments, and a function @prepare that computes these. Legal because such values are
// the same in every call. Never fails; what would take more memory than its parameters stays.

#include "FixedValues.h"
#include "Views.h"

#include "Emmy/Dialect/Tensor/IR/VirtualValues.h"
#include "Emmy/Dialect/Tensor/Transforms/Passes.h"
#include "Emmy/Support/Entry.h"
#include "Emmy/Support/Locations.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace emmy::tensor {
#define GEN_PASS_DEF_PREPAREPASS
#include "Emmy/Dialect/Tensor/Transforms/Passes.h.inc"
} // namespace emmy::tensor

using namespace mlir;
using namespace emmy;
using namespace emmy::tensor;

namespace {
/// The values of an entry that are computed once: those of parameters alone that something else uses.
class PreparedValues {
public:
  explicit PreparedValues(func::FuncOp entry) : fixed(entry) {
    entry.walk([&](Operation *op) {
      bool isFixed = op->getNumResults() > 0 &&
                     llvm::all_of(op->getResults(), [&](Value result) { return fixed.isOfParameters(result); });
      if (!isFixed)
        for (Value operand : op->getOperands())
          add(operand);
    });
  }

  /// In the order in which they are used first.
  ArrayRef<Value> get() { return values.getArrayRef(); }

private:
  void add(Value value) {
    if (!fixed.isOfParameters(value) || fixed.isParameter(value) || !visited.insert(value).second)
      return;
    // A view is not stored: what it reads is. What is larger than its parameters is better computed where it is used.
    if (virtualValues.isVirtual(value) || getBytes(value.getType()) > fixed.getStoredBytes(value)) {
      for (Value operand : value.getDefiningOp()->getOperands())
        add(operand);
      return;
    }
    values.insert(value);
  }

  FixedValues fixed;
  VirtualValues virtualValues;
  llvm::SetVector<Value> values;
  llvm::DenseSet<Value> visited;
};

/// The function @prepare while values move there.
class Preparation {
public:
  Preparation(ModuleOp module, func::FuncOp entry) : entry(entry), function(getPreparation(module)) {
    if (!function) {
      OpBuilder builder(module.getContext());
      builder.setInsertionPointAfter(entry);
      function = func::FuncOp::create(builder, entry.getLoc(), preparationName, builder.getFunctionType({}, {}));
      builder.setInsertionPointToStart(function.addEntryBlock());
      func::ReturnOp::create(builder, entry.getLoc());
    }
    // What is prepared already is a result; what is a parameter here is one there.
    for (BlockArgument argument : entry.getArguments())
      if (Attribute name = entry.getArgAttr(argument.getArgNumber(), "emmy.prepared"))
        for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
          if (function.getResultAttr(i, "emmy.name") == name)
            mapping.map(argument, getReturn()->getOperand(i));
    for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
      if (auto name = function.getResultAttrOfType<StringAttr>(i, "emmy.name"))
        names.insert(name.getValue());
  }

  /// Computes a value of the entry there, and makes it an argument here.
  void move(Value value) {
    llvm::SetVector<Operation *> slice;
    collect(value, slice);
    OpBuilder builder(getReturn());
    for (Operation *op : slice)
      builder.clone(*op, mapping);
    StringAttr name = chooseName(value);
    Value result = mapping.lookup(value);
    getReturn()->insertOperands(getReturn()->getNumOperands(), result);
    [[maybe_unused]] LogicalResult inserted = function.insertResult(
        function.getNumResults(), result.getType(), builder.getDictionaryAttr(builder.getNamedAttr("emmy.name", name)));
    unsigned index = entry.getNumArguments();
    [[maybe_unused]] LogicalResult added = entry.insertArgument(
        index, value.getType(), builder.getDictionaryAttr(builder.getNamedAttr("emmy.prepared", name)), value.getLoc());
    assert(succeeded(inserted) && succeeded(added) && "functions take further results and arguments");
    value.replaceAllUsesWith(entry.getArgument(index));
    mapping.map(entry.getArgument(index), result);
    eraseUnused(value.getDefiningOp());
  }

  /// Parameters that only @prepare reads are its own.
  void eraseArguments() {
    llvm::BitVector unused(entry.getNumArguments());
    for (BlockArgument argument : moved)
      if (argument.use_empty())
        unused.set(argument.getArgNumber());
    [[maybe_unused]] LogicalResult erased = entry.eraseArguments(unused);
    assert(succeeded(erased) && "a function takes fewer arguments");
  }

private:
  Operation *getReturn() { return function.front().getTerminator(); }

  /// The operations that a value is computed by and that are not there yet, operands first; parameters become
  /// arguments.
  void collect(Value value, llvm::SetVector<Operation *> &slice) {
    if (mapping.contains(value))
      return;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      unsigned index = function.getNumArguments();
      [[maybe_unused]] LogicalResult added = function.insertArgument(
          index, value.getType(), entry.getArgAttrDict(argument.getArgNumber()), value.getLoc());
      assert(succeeded(added) && "a function takes a further argument");
      mapping.map(value, function.getArgument(index));
      moved.push_back(argument);
      return;
    }
    Operation *op = value.getDefiningOp();
    if (slice.contains(op))
      return;
    for (Value operand : op->getOperands())
      collect(operand, slice);
    slice.insert(op);
  }

  /// The program's name of a value, made unique.
  StringAttr chooseName(Value value) {
    StringRef hint = getNameHint(value.getLoc());
    std::string base = hint.empty() ? "prepared" : hint.str(), name = base;
    for (unsigned number = 1; !names.insert(name).second; ++number)
      name = base + "_" + std::to_string(number);
    return StringAttr::get(entry.getContext(), name);
  }

  func::FuncOp entry, function;
  IRMapping mapping;
  llvm::StringSet<> names;
  SmallVector<BlockArgument> moved;
};

struct PreparePass : public emmy::tensor::impl::PreparePassBase<PreparePass> {
  void runOnOperation() override {
    func::FuncOp entry = getEntry(getOperation());
    Operation *named = getOperation().lookupSymbol(preparationName);
    // A function that has the name and is something else keeps it.
    if (!entry || !entry.getBody().hasOneBlock() || (named && named != getPreparation(getOperation())))
      return;
    PreparedValues values(entry);
    if (values.get().empty())
      return;
    Preparation preparation(getOperation(), entry);
    for (Value value : values.get())
      preparation.move(value);
    preparation.eraseArguments();
    numPrepared += values.get().size();
  }
};
} // namespace
