// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes of operations. None asks which dialect an operation is of where an interface or its form says enough, so one
// list serves all levels.

#include "Emmy/Reduction/Edits.h"

#include "Emmy/Dialect/Base/IR/While.h"
#include "Emmy/Dialect/Loop/IR/Loop.h"
#include "Emmy/Dialect/Tile/IR/Tile.h"
#include "Emmy/Interfaces/NestInterfaces.h"
#include "Emmy/Support/Entry.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"

#include <functional>
#include <set>

using namespace mlir;
using namespace emmy;

static bool hasUsedResults(Operation *op) { return !op->use_empty(); }

bool reduction::replaceByArgument(Operation *op) {
  auto entry = dyn_cast_or_null<func::FuncOp>(op->getParentOp());
  if (!entry || !hasUsedResults(op) || !llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return false;
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    unsigned number = entry.getNumArguments();
    if (failed(entry.insertArgument(number, result.getType(), DictionaryAttr(), result.getLoc())))
      return false;
    result.replaceAllUsesWith(entry.getArgument(number));
  }
  op->erase();
  return true;
}

/// Of the operands with the result's type, the first or the last takes its place.
static bool replaceByOperand(Operation *op, bool isLast) {
  if (op->getNumResults() != 1 || !hasUsedResults(op))
    return false;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    if (operand.getType() == op->getResult(0).getType())
      operands.push_back(operand);
  if (operands.empty())
    return false;
  op->getResult(0).replaceAllUsesWith(isLast ? operands.back() : operands.front());
  op->erase();
  return true;
}

bool reduction::replaceByFirstOperand(Operation *op) { return replaceByOperand(op, /*isLast=*/false); }
bool reduction::replaceByLastOperand(Operation *op) { return replaceByOperand(op, /*isLast=*/true); }

bool reduction::replaceByConstant(Operation *op) {
  if (op->getNumResults() != 1 || !hasUsedResults(op) || op->hasTrait<OpTrait::ConstantLike>())
    return false;
  Type type = op->getResult(0).getType();
  OpBuilder builder(op);
  TypedAttr one;
  if (isa<FloatType>(type))
    one = builder.getFloatAttr(type, 1.0);
  else if (type.isIntOrIndex())
    one = builder.getIntegerAttr(type, type.isIndex() ? 0 : 1);
  else
    return false;
  op->getResult(0).replaceAllUsesWith(arith::ConstantOp::create(builder, op->getLoc(), one));
  op->erase();
  return true;
}

bool reduction::eraseUnused(Operation *op) {
  auto module = op->getParentOfType<ModuleOp>();
  if (!module || hasUsedResults(op) || op->hasTrait<OpTrait::IsTerminator>() || op == getEntry(module).getOperation())
    return false;
  op->erase();
  return true;
}

/// Puts the operations of a block in front of `op`, with these values for its arguments; what its terminator yields.
static SmallVector<Value> inlineBlock(Block &block, Operation *op, ValueRange arguments) {
  IRMapping mapping;
  mapping.map(block.getArguments(), arguments);
  OpBuilder builder(op);
  for (Operation &inner : block.without_terminator())
    builder.clone(inner, mapping);
  return llvm::map_to_vector(block.getTerminator()->getOperands(),
                             [&](Value value) { return mapping.lookupOrDefault(value); });
}

bool reduction::unwrap(Operation *op) {
  OpBuilder builder(op);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    SmallVector<Value> values = inlineBlock(*branch.thenBlock(), op, {});
    op->replaceAllUsesWith(values);
    op->erase();
    return true;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    SmallVector<Value> arguments = {loop.getLowerBound()};
    llvm::append_range(arguments, loop.getInitArgs());
    op->replaceAllUsesWith(inlineBlock(*loop.getBody(), op, arguments));
    op->erase();
    return true;
  }
  if (auto loop = dyn_cast<WhileOp>(op)) {
    // One step, whatever the condition says.
    op->replaceAllUsesWith(inlineBlock(loop.getBodyFunction().getFunctionBody().front(), op, op->getOperands()));
    op->erase();
    return true;
  }
  auto nest = dyn_cast<LoopNestOpInterface>(op);
  if (!nest)
    return false;
  auto reduction = dyn_cast<ReductionOpInterface>(op);
  if (reduction && (reduction.getEmitRegion() || reduction.getFinishRegion()))
    return false;
  Block &body = nest.getIterationRegion().front();
  if (body.getTerminator()->getNumOperands() != op->getNumResults())
    return false;
  SmallVector<Value> first(nest.getNumAxes());
  for (Value &position : first)
    position = arith::ConstantIndexOp::create(builder, op->getLoc(), 0);
  op->replaceAllUsesWith(inlineBlock(body, op, first));
  op->erase();
  return true;
}

template <typename AccessOp>
static bool dropGuardOf(Operation *op) {
  auto access = dyn_cast<AccessOp>(op);
  if (!access || !access.getGuard())
    return false;
  access.removeGuardAttr();
  access.getGuardOperandsMutable().clear();
  if constexpr (std::is_same_v<AccessOp, loop::LoadOp> || std::is_same_v<AccessOp, tile::LoadOp>)
    access.getElseValueMutable().clear();
  return true;
}

bool reduction::dropGuard(Operation *op) {
  return dropGuardOf<loop::LoadOp>(op) || dropGuardOf<loop::StoreOp>(op) || dropGuardOf<tile::LoadOp>(op) ||
         dropGuardOf<tile::StoreOp>(op);
}

bool reduction::makeStatic(ModuleOp module, int64_t size) {
  if (module.getOps<SymbolOp>().empty())
    return false;
  auto evaluate = [&](ExtentAttr extent) {
    std::optional<int64_t> value = extent.evaluate([&](StringRef) { return std::optional(size); });
    return ExtentAttr::getConstant(module.getContext(), std::max<int64_t>(value.value_or(size), 0));
  };
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](ExtentAttr extent) -> std::optional<Attribute> { return evaluate(extent); });
  replacer.addReplacement([&](RankedTensorType type) -> std::optional<Type> {
    FailureOr<SmallVector<ExtentAttr>> extents = getExtents(type);
    if (failed(extents) || type.hasStaticShape())
      return std::nullopt;
    return getTensorType(llvm::map_to_vector(*extents, evaluate), type.getElementType());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false, /*replaceTypes=*/true);
  module.walk([&](SizeOp op) {
    OpBuilder builder(op);
    op.replaceAllUsesWith(arith::ConstantIndexOp::create(builder, op.getLoc(), size).getResult());
    op.erase();
  });
  return true;
}

bool reduction::dropOutput(ModuleOp module, unsigned output) {
  func::FuncOp entry = getEntry(module);
  if (!entry || !entry.getBody().hasOneBlock() || entry.getNumResults() < 2 || output >= entry.getNumResults())
    return false;
  entry.getBody().front().getTerminator()->eraseOperand(output);
  return succeeded(entry.eraseResult(output));
}

bool reduction::advanceOutput(ModuleOp module, unsigned output, unsigned operand) {
  func::FuncOp entry = getEntry(module);
  Operation *terminator = entry.getBody().front().getTerminator();
  Operation *op = terminator->getOperand(output).getDefiningOp();
  if (!op || operand >= op->getNumOperands() || !isa<RankedTensorType>(op->getOperand(operand).getType()))
    return false;
  terminator->setOperand(output, op->getOperand(operand));
  entry.setType(FunctionType::get(module.getContext(), entry.getArgumentTypes(), terminator->getOperandTypes()));
  return true;
}

/// Names of symbols that types and attributes mention.
static std::set<std::string> collectNamedSymbols(ModuleOp module) {
  std::set<std::string> names;
  auto addExtent = [&](ExtentAttr extent) {
    SmallVector<StringAttr> symbols;
    extent.collectSymbols(symbols);
    for (StringAttr symbol : symbols)
      names.insert(symbol.str());
  };
  AttrTypeWalker walker;
  walker.addWalk([&](ExtentAttr extent) { addExtent(extent); });
  module.walk([&](Operation *op) {
    if (isa<SymbolOp>(op))
      return;
    if (auto size = dyn_cast<SizeOp>(op))
      names.insert(size.getSymbol().str());
    walker.walk(op->getAttrDictionary());
    for (Type type : op->getResultTypes())
      walker.walk(type);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          walker.walk(type);
  });
  return names;
}

/// Users stand behind what they use, so one way from the end is enough.
static void eraseDeadIn(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (isOpTriviallyDead(&op)) {
        op.erase();
        continue;
      }
      for (Region &inner : op.getRegions())
        eraseDeadIn(inner);
    }
}

/// Functions that nothing calls or repeats. What only a dead one names is dead without it.
static void eraseDeadFunctions(ModuleOp module) {
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (func::FuncOp function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (function.isPrivate() && SymbolTable::symbolKnownUseEmpty(function, module)) {
        function.erase();
        hasChanged = true;
      }
  }
}

void reduction::eraseDead(ModuleOp module) {
  eraseDeadIn(module.getBodyRegion());
  eraseDeadFunctions(module);
  if (func::FuncOp entry = getEntry(module); entry && entry.getBody().hasOneBlock())
    for (unsigned i = entry.getNumArguments(); i-- > 0;)
      if (entry.getArgument(i).use_empty() && isa<RankedTensorType>(entry.getArgument(i).getType()))
        (void)entry.eraseArgument(i);
  std::set<std::string> named = collectNamedSymbols(module);
  for (SymbolOp symbol : llvm::make_early_inc_range(module.getOps<SymbolOp>()))
    if (!named.count(symbol.getSym().str()))
      symbol->erase();
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

namespace {
struct NumberToken {
  size_t position, length;
  uint64_t value;
};
} // namespace

/// The whole numbers above 1 of a text that are neither parts of names, nor of element types, nor of floats.
static std::vector<NumberToken> findNumbers(const std::string &text) {
  std::vector<NumberToken> tokens;
  auto at = [&](size_t i) { return i < text.size() ? text[i] : '\0'; };
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '"') { // what is quoted is a name
      i = text.find('"', i + 1);
      if (i == std::string::npos)
        break;
      ++i;
      continue;
    }
    if (llvm::isAlpha(text[i]) || text[i] == '_' || text[i] == '%' || text[i] == '@' || text[i] == '#' ||
        text[i] == '.') {
      // A name with its digits; the x between the extents of a shape is none.
      bool isSeparator = text[i] == 'x' && i > 0 && (llvm::isDigit(text[i - 1]) || text[i - 1] == '?');
      ++i;
      while (!isSeparator && (llvm::isAlnum(at(i)) || at(i) == '_' || at(i) == '$' || at(i) == '.'))
        ++i;
      continue;
    }
    if (!llvm::isDigit(text[i])) {
      ++i;
      continue;
    }
    size_t end = i;
    while (llvm::isDigit(at(end)))
      ++end;
    uint64_t value = 0;
    bool isFloat = at(end) == '.' || (at(end) == 'x' && end == i + 1 && text[i] == '0' &&
                                      llvm::isHexDigit(at(end + 1)) && i > 0 && text[i - 1] == ' ');
    StringRef digits(text.data() + i, end - i);
    if (!isFloat && !digits.getAsInteger(10, value) && value > 1)
      tokens.push_back({i, end - i, value});
    i = end;
    if (isFloat)
      while (llvm::isAlnum(at(i)) || at(i) == '.' || at(i) == '+' || at(i) == '-')
        ++i;
  }
  return tokens;
}

std::vector<std::string> reduction::shrinkNumbers(const std::string &text) {
  std::vector<NumberToken> tokens = findNumbers(text);
  std::set<uint64_t, std::greater<>> values;
  for (const NumberToken &token : tokens)
    values.insert(token.value);
  std::vector<std::string> texts;
  for (uint64_t value : values)
    // Steps of one would take as many tests as the number is large.
    for (uint64_t smaller :
         std::set<uint64_t>{1, 2, 3, value / 4, value / 2, value - value / 4, value > 16 ? uint64_t(1) : value - 1}) {
      if (smaller >= value || smaller == 0)
        continue;
      std::string changed;
      size_t position = 0;
      for (const NumberToken &token : tokens) {
        if (token.value != value)
          continue;
        changed += text.substr(position, token.position - position) + std::to_string(smaller);
        position = token.position + token.length;
      }
      texts.push_back(changed + text.substr(position));
    }
  return texts;
}
