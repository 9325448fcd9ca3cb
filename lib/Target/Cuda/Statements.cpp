// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that become statements: memory, threads together, control flow.

#include "FunctionPrinter.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy::cuda;
namespace kernel = emmy::kernel;

/// What values without a name of their own are called.
static StringRef getFallbackName(Type type) {
  if (isa<MemRefType>(type))
    return "buffer";
  if (type.isInteger(1))
    return "p";
  return type.isIntOrIndex() ? "i" : "v";
}

std::string FunctionPrinter::nameValue(Value value, StringRef hint) {
  std::string name = names.create(hint.empty() ? getNameHint(value.getLoc()) : hint, getFallbackName(value.getType()));
  expressions[value] = {name};
  return name;
}

std::string FunctionPrinter::getTypeName(Type type, Operation *op) {
  std::string name =
      isa<VectorType>(type) ? getVectorTypeName(cast<VectorType>(type), prelude) : getScalarTypeName(type, prelude);
  if (name.empty())
    op->emitOpError("expected a type that CUDA C++ can hold, but got ") << type;
  return name;
}

bool FunctionPrinter::isRoot(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return true;
  if (op->getNumRegions() != 0) {
    bool found = false;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Operation &inner : block.without_terminator())
          found |= isRoot(&inner);
    return found;
  }
  // Reading and allocating alone need not happen.
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return op->getNumResults() == 0;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::any_of(instances, [](const MemoryEffects::EffectInstance &instance) {
    return isa<MemoryEffects::Write, MemoryEffects::Free>(instance.getEffect());
  });
}

bool FunctionPrinter::isDead(Operation *op) {
  auto [it, isNew] = dead.try_emplace(op, false);
  if (!isNew)
    return it->second;
  // A loop or branch that nothing needs yields for nothing.
  if (op->hasTrait<OpTrait::IsTerminator>() && isa<scf::ForOp, scf::IfOp>(op->getParentOp()))
    return dead[op] = isDead(op->getParentOp());
  bool isNeeded = isRoot(op) || llvm::any_of(op->getUsers(), [&](Operation *user) { return !isDead(user); });
  return dead[op] = !isNeeded;
}

LogicalResult FunctionPrinter::printDefinition(Value value, const Expression &expression) {
  std::string type = getTypeName(value.getType(), value.getDefiningOp());
  if (type.empty())
    return failure();
  os << "const " << type << " " << nameValue(value) << " = " << expression.text << ";\n";
  return success();
}

//===----------------------------------------------------------------------===//
// Memory and threads
//===----------------------------------------------------------------------===//

FailureOr<Expression> FunctionPrinter::makeAccess(Operation *op, Value memref, Value index, Type type, bool isStore) {
  Expression element = {get(memref).text + "[" + get(index).text + "]"};
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.getNumElements() == 1)
    return element;
  std::string name = getTypeName(vector, op);
  if (name.empty())
    return failure();
  return Expression{(isStore ? "*reinterpret_cast<" : "*reinterpret_cast<const ") + name + " *>(&" + element.text + ")",
                    Precedence::unary};
}

/// `__shfl_xor_sync(0xffffffffu, v, 16)`; narrow integers travel as int.
static Expression makeShuffle(kernel::ShuffleOp op, FunctionPrinter &printer, Prelude &prelude) {
  StringRef function = op.getMode() == kernel::ShuffleMode::xor_lane ? "__shfl_xor_sync"
                       : op.getMode() == kernel::ShuffleMode::down   ? "__shfl_down_sync"
                       : op.getMode() == kernel::ShuffleMode::up     ? "__shfl_up_sync"
                                                                     : "__shfl_sync";
  Type type = op.getType();
  bool isNarrow = type.isInteger(8) || type.isInteger(16);
  std::string value = printer.get(op.getValue()).text;
  if (isNarrow)
    value = "int(" + value + ")";
  std::string arguments = "0xffffffffu, " + value + ", " + printer.get(op.getOffset()).text;
  if (op.getWidth() != 32)
    arguments += ", " + std::to_string(op.getWidth());
  Expression call = makeCall(function, arguments);
  return isNarrow ? makeCall(getScalarTypeName(type, prelude), call.text) : call;
}

/// `atomicAdd(&x[i], v)`; 64-bit integers are `long long` there.
static Expression makeAtomic(kernel::AtomicOp op, FunctionPrinter &printer) {
  StringRef function;
  bool isSigned = false;
  switch (op.getKind()) {
  case kernel::AtomicKind::add:
    function = "atomicAdd";
    break;
  case kernel::AtomicKind::min_signed:
  case kernel::AtomicKind::max_signed:
    isSigned = true;
    [[fallthrough]];
  case kernel::AtomicKind::min_unsigned:
  case kernel::AtomicKind::max_unsigned:
    function = op.getKind() == kernel::AtomicKind::min_signed || op.getKind() == kernel::AtomicKind::min_unsigned
                   ? "atomicMin"
                   : "atomicMax";
    break;
  case kernel::AtomicKind::bit_and:
    function = "atomicAnd";
    break;
  case kernel::AtomicKind::bit_or:
    function = "atomicOr";
    break;
  case kernel::AtomicKind::bit_xor:
    function = "atomicXor";
    break;
  case kernel::AtomicKind::exchange:
    function = "atomicExch";
    break;
  }
  bool isLong = op.getValue().getType().isInteger(64);
  StringRef type = isLong ? (isSigned ? "long long" : "unsigned long long") : (isSigned ? "int" : "unsigned int");
  std::string address = "&" + printer.get(op.getMemref()).text + "[" + printer.get(op.getIndex()).text + "]";
  std::string value = printer.get(op.getValue()).text;
  if (isLong || !isSigned) {
    address = ("reinterpret_cast<" + type + " *>(" + address + ")").str();
    value = ("static_cast<" + type + ">(" + value + ")").str();
  }
  Expression call = makeCall(function, address + ", " + value);
  if (op.getOld().use_empty())
    return call;
  return isLong ? makeCall("int64_t", call.text) : isSigned ? call : makeCall("int", call.text);
}

LogicalResult FunctionPrinter::printStatement(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](kernel::LoadOp load) -> LogicalResult {
        FailureOr<Expression> access = makeAccess(load, load.getMemref(), load.getIndex(), load.getType(), false);
        if (failed(access))
          return failure();
        if (canReadInPlace(load)) {
          expressions[load] = *access;
          expressions[load].readsMemory = true;
          return success();
        }
        return printDefinition(load, *access);
      })
      .Case([&](kernel::StoreOp store) -> LogicalResult {
        Type type = store.getValue().getType();
        FailureOr<Expression> access = makeAccess(store, store.getMemref(), store.getIndex(), type, true);
        if (failed(access))
          return failure();
        os << access->text << " = " << get(store.getValue()).text << ";\n";
        return success();
      })
      .Case([&](kernel::SharedOp shared) -> LogicalResult {
        MemRefType type = shared.getMemref().getType();
        std::string element = getTypeName(type.getElementType(), shared);
        os << "alignas(" << kernel::kSharedAlignment << ") __shared__ " << element << " " << nameValue(shared) << "["
           << type.getNumElements() << "];\n";
        return success(!element.empty());
      })
      .Case([&](kernel::LocalOp local) -> LogicalResult {
        MemRefType type = local.getMemref().getType();
        std::string element = getTypeName(type.getElementType(), local);
        os << element << " " << nameValue(local) << "[" << type.getNumElements() << "];\n";
        return success(!element.empty());
      })
      .Case([&](kernel::BarrierOp barrier) {
        os << "__syncthreads();";
        for (auto [index, buffer] : llvm::enumerate(barrier.getBuffers()))
          os << (index ? ", " : "  // protects ") << get(buffer).text;
        os << "\n";
        return success();
      })
      .Case([&](kernel::ShuffleOp shuffle) { return printDefinition(shuffle, makeShuffle(shuffle, *this, prelude)); })
      .Case([&](kernel::AtomicOp atomic) -> LogicalResult {
        Expression call = makeAtomic(atomic, *this);
        if (!atomic.getOld().use_empty())
          return printDefinition(atomic, call);
        os << call.text << ";\n";
        return success();
      })
      .Case([&](scf::ForOp loop) { return printFor(loop); })
      .Case([&](scf::IfOp branch) { return printIf(branch); })
      .Default([](Operation *other) {
        return other->emitOpError("expected an operation that has a CUDA C++ form, but got '")
               << other->getName() << "'";
      });
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LogicalResult FunctionPrinter::printYield(Operation *yield, ArrayRef<std::string> targets, ValueRange carried) {
  // A value that is itself a carried variable, and not its own, may be overwritten before it is read.
  SmallVector<std::string> texts;
  for (auto [index, value] : llvm::enumerate(yield->getOperands())) {
    std::string text = get(value).text;
    auto position = llvm::find(carried, value);
    if (position != carried.end() && static_cast<size_t>(position - carried.begin()) < index) {
      std::string type = getTypeName(value.getType(), yield);
      std::string copy = names.create("", "v");
      os << "const " << type << " " << copy << " = " << text << ";\n";
      text = copy;
    }
    texts.push_back(text);
  }
  for (auto [target, text] : llvm::zip_equal(targets, texts))
    if (target != text)
      os << target << " = " << text << ";\n";
  return success();
}

LogicalResult FunctionPrinter::printFor(scf::ForOp op) {
  SmallVector<std::string> carried;
  for (auto [argument, init, result] : llvm::zip_equal(op.getRegionIterArgs(), op.getInitArgs(), op.getResults())) {
    std::string type = getTypeName(argument.getType(), op);
    if (type.empty())
      return failure();
    StringRef hint = getNameHint(result.getLoc());
    std::string name = nameValue(argument, hint.empty() ? getNameHint(argument.getLoc()) : hint);
    os << type << " " << name << " = " << get(init).text << ";\n";
    expressions[result] = {name};
    carried.push_back(name);
  }
  std::string type = getTypeName(op.getInductionVar().getType(), op);
  std::string iv = nameValue(op.getInductionVar());
  std::string compare = " < " + get(op.getUpperBound()).in(Precedence::additive);
  os << "for (" << type << " " << iv << " = " << get(op.getLowerBound()).text << "; " << iv << compare << "; ";
  if (matchPattern(op.getStep(), m_One()))
    os << "++" << iv;
  else
    os << iv << " += " << get(op.getStep()).text;
  os << ") {\n";
  os.indent();
  if (failed(printBlock(*op.getBody())) ||
      failed(printYield(op.getBody()->getTerminator(), carried, op.getRegionIterArgs())))
    return failure();
  os.unindent() << "}\n";
  return success();
}

LogicalResult FunctionPrinter::printIf(scf::IfOp op) {
  SmallVector<std::string> results;
  for (Value result : op.getResults()) {
    std::string type = getTypeName(result.getType(), op);
    if (type.empty())
      return failure();
    results.push_back(nameValue(result));
    os << type << " " << results.back() << ";\n";
  }
  os << "if (" << get(op.getCondition()).text << ") {\n";
  os.indent();
  if (failed(printBlock(*op.thenBlock())) || failed(printYield(op.thenYield(), results)))
    return failure();
  os.unindent();
  if (Block *elseBlock = op.elseBlock(); elseBlock && !(results.empty() && elseBlock->without_terminator().empty())) {
    os << "} else {\n";
    os.indent();
    if (failed(printBlock(*elseBlock)) || failed(printYield(elseBlock->getTerminator(), results)))
      return failure();
    os.unindent();
  }
  os << "}\n";
  return success();
}
