// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that become statements: memory, threads together. Loops and branches are in ControlFlow.cpp.

#include "FunctionPrinter.h"
#include "Matrices.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
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

LogicalResult emmy::cuda::checkTypes(FunctionOpInterface function) {
  bool isLegal = true;
  auto check = [&](Type type, Operation *op) {
    auto memref = dyn_cast<MemRefType>(type);
    if (memref ? kernel::isScalar(memref.getElementType()) : kernel::isScalarOrVector(type))
      return;
    op->emitOpError("expected a type that CUDA C++ can hold, but got ") << type;
    isLegal = false;
  };
  for (Type type : function.getResultTypes())
    check(type, function);
  function->walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      check(type, op);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          check(type, op);
  });
  return success(isLegal);
}

std::string FunctionPrinter::getTypeName(Type type) {
  return isa<VectorType>(type) ? getVectorTypeName(cast<VectorType>(type), prelude) : getScalarTypeName(type, prelude);
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
  if (op->hasTrait<OpTrait::IsTerminator>() && isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op->getParentOp()))
    return dead[op] = isDead(op->getParentOp());
  bool isNeeded = isRoot(op) || llvm::any_of(op->getUsers(), [&](Operation *user) { return !isDead(user); });
  return dead[op] = !isNeeded;
}

std::string FunctionPrinter::declare(Type type, StringRef name) {
  auto memref = dyn_cast<MemRefType>(type);
  return (getTypeName(memref ? memref.getElementType() : type) + (memref ? " *" : " ") + name).str();
}

void FunctionPrinter::printDefinition(Value value, const Expression &expression) {
  std::string type = getTypeName(value.getType());
  os << "const " << type << " " << nameValue(value) << " = " << expression.text << ";\n";
}

//===----------------------------------------------------------------------===//
// Memory and threads
//===----------------------------------------------------------------------===//

Expression FunctionPrinter::makeAccess(Value memref, Value index, Type type, bool isStore) {
  Expression element = {get(memref).text + "[" + get(index).text + "]"};
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.getNumElements() == 1)
    return element;
  std::string name = getTypeName(vector);
  return {(isStore ? "*reinterpret_cast<" : "*reinterpret_cast<const ") + name + " *>(&" + element.text + ")",
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

/// An array of the block's own, or a part of the memory that the launch provides.
void FunctionPrinter::printShared(kernel::SharedOp op) {
  MemRefType type = op.getMemref().getType();
  std::string element = getTypeName(type.getElementType());
  if (!kernel::hasDynamicShared(op->getParentOfType<kernel::FuncOp>())) {
    os << "alignas(" << kernel::kSharedAlignment << ") __shared__ " << element << " " << nameValue(op) << "["
       << type.getNumElements() << "];\n";
    return;
  }
  prelude.usesDynamicShared = true;
  std::string name = nameValue(op);
  // What nothing accesses takes its place, but needs no pointer.
  if (llvm::all_of(op->getUsers(), llvm::IsaPred<kernel::BarrierOp>))
    return;
  os << element << " *const " << name << " = reinterpret_cast<" << element << " *>(dsm + "
     << kernel::getSharedOffset(op) << ");\n";
}

void FunctionPrinter::printBarrier(kernel::BarrierOp op) {
  if (op.getId())
    os << "__barrier_sync_count(" << *op.getId() << ", " << *op.getThreads() << ");";
  else
    os << "__syncthreads();";
  for (auto [index, buffer] : llvm::enumerate(op.getBuffers()))
    os << (index ? ", " : "  // protects ") << get(buffer).text;
  os << "\n";
}

LogicalResult FunctionPrinter::printStatement(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](kernel::LoadOp load) {
        Expression access = makeAccess(load.getMemref(), load.getIndex(), load.getType(), false);
        if (canReadInPlace(load)) {
          access.readsMemory = true;
          expressions[load] = access;
        } else {
          printDefinition(load, access);
        }
        return success();
      })
      .Case([&](kernel::StoreOp store) {
        Expression access = makeAccess(store.getMemref(), store.getIndex(), store.getValue().getType(), true);
        os << access.text << " = " << get(store.getValue()).text << ";\n";
        return success();
      })
      .Case([&](kernel::SharedOp shared) {
        printShared(shared);
        return success();
      })
      .Case([&](kernel::LocalOp local) {
        MemRefType type = local.getMemref().getType();
        std::string element = getTypeName(type.getElementType());
        os << element << " " << nameValue(local) << "[" << type.getNumElements() << "];\n";
        return success();
      })
      .Case([&](kernel::BarrierOp barrier) {
        printBarrier(barrier);
        return success();
      })
      .Case([&](kernel::AsyncCopyOp copy) {
        printAsyncCopy(copy);
        return success();
      })
      .Case([&](kernel::AsyncCommitOp) {
        printAsyncCommit();
        return success();
      })
      .Case([&](kernel::AsyncWaitOp wait) {
        printAsyncWait(wait);
        return success();
      })
      .Case([&](kernel::ShuffleOp shuffle) {
        printDefinition(shuffle, makeShuffle(shuffle, *this, prelude));
        return success();
      })
      .Case([&](kernel::LdmatrixOp load) {
        printDefinition(load, makeMatrixLoad(load, *this, prelude));
        return success();
      })
      .Case([&](kernel::MmaOp mma) {
        printDefinition(mma, makeMatrixMultiply(mma, *this, prelude));
        return success();
      })
      .Case([&](kernel::AtomicOp atomic) {
        Expression call = makeAtomic(atomic, *this);
        if (atomic.getOld().use_empty())
          os << call.text << ";\n";
        else
          printDefinition(atomic, call);
        return success();
      })
      .Case([&](scf::ForOp loop) { return printFor(loop); })
      .Case([&](scf::IfOp branch) { return printIf(branch); })
      .Default([](Operation *other) {
        return other->emitOpError("expected an operation that has a CUDA C++ form, but got '")
               << other->getName() << "'";
      });
}
