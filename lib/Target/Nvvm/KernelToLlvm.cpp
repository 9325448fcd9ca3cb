// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels in the LLVM and NVVM dialects. In: emmy_kernel.func with scf, arith, math and calls. Out: llvm.func that
// takes plain pointers to global memory and scalars. Buffers never alias, so every pointer is noalias, and one that is
// never written is read through the read-only cache. Each kernel operation has exactly one translation here; upstream
// conversions do the rest.

#include "KernelToLlvm.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"
#include "Matrices.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace kernel = emmy::kernel;

/// LLVM's numbers of the memory spaces.
static constexpr unsigned kGlobalSpace = static_cast<unsigned>(NVVM::NVVMMemorySpace::Global);
static constexpr unsigned kSharedSpace = static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared);

namespace {
/// Replaces the operations of one kernel, in place.
class KernelConverter {
public:
  KernelConverter(LLVM::LLVMFuncOp function, mlir::ModuleOp module, kernel::FuncOp source)
      : function(function), module(module), block(source.getBlock()), isDynamic(kernel::hasDynamicShared(source)),
        builder(function) {}
  void convert();

private:
  Value convertId(Operation *op, kernel::Dimension dimension, bool isThread);
  Value getAddress(Operation *op, Value pointer, Value index, Type accessType);
  void convertLoad(kernel::LoadOp op);
  void convertStore(kernel::StoreOp op);
  void convertShared(kernel::SharedOp op);
  LLVM::GlobalOp getDynamicShared(Location loc);
  void convertLocal(kernel::LocalOp op);
  void convertAtomic(kernel::AtomicOp op);
  Value shuffleWord(kernel::ShuffleOp op, Value word);
  void convertShuffle(kernel::ShuffleOp op);
  void convertBarrier(kernel::BarrierOp op);
  void convertAsyncCopy(kernel::AsyncCopyOp op);
  Value getInteger(Location loc, unsigned bits, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, builder.getIntegerAttr(builder.getIntegerType(bits), value));
  }

  LLVM::LLVMFuncOp function;
  mlir::ModuleOp module;
  ArrayRef<int32_t> block;
  /// Whether shared buffers are parts of memory that the launch provides; and where.
  bool isDynamic;
  DenseMap<Operation *, int64_t> sharedOffsets;
  /// What asynchronous copies copy, which the pointers do not tell.
  DenseMap<Operation *, Type> elementTypes;
  OpBuilder builder;
};
} // namespace

Value KernelConverter::convertId(Operation *op, kernel::Dimension dimension, bool isThread) {
  Location loc = op->getLoc();
  int64_t limit = isThread                            ? block[static_cast<int>(dimension)]
                  : dimension == kernel::Dimension::x ? 2147483647
                                                      : 65535;
  auto range = LLVM::ConstantRangeAttr::get(builder.getContext(), APInt(32, 0), APInt(32, limit));
  Type i32 = builder.getI32Type();
  switch (dimension) {
  case kernel::Dimension::x:
    return isThread ? NVVM::ThreadIdXOp::create(builder, loc, i32, range).getResult()
                    : NVVM::BlockIdXOp::create(builder, loc, i32, range).getResult();
  case kernel::Dimension::y:
    return isThread ? NVVM::ThreadIdYOp::create(builder, loc, i32, range).getResult()
                    : NVVM::BlockIdYOp::create(builder, loc, i32, range).getResult();
  case kernel::Dimension::z:
    return isThread ? NVVM::ThreadIdZOp::create(builder, loc, i32, range).getResult()
                    : NVVM::BlockIdZOp::create(builder, loc, i32, range).getResult();
  }
  llvm_unreachable("all dimensions are handled");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value KernelConverter::getAddress(Operation *op, Value pointer, Value index, Type accessType) {
  Type element = getElementTypeOrSelf(accessType);
  return LLVM::GEPOp::create(builder, op->getLoc(), pointer.getType(), element, pointer, LLVM::GEPArg(index),
                             LLVM::GEPNoWrapFlags::inbounds);
}

static unsigned getAlignment(Type accessType) {
  auto vector = dyn_cast<VectorType>(accessType);
  return (vector ? vector.getNumElements() : 1) * kernel::getElementBytes(getElementTypeOrSelf(accessType));
}

void KernelConverter::convertLoad(kernel::LoadOp op) {
  Type type = op.getType();
  Value address = getAddress(op, op.getOperand(0), op.getIndex(), type);
  op.replaceAllUsesWith(LLVM::LoadOp::create(builder, op.getLoc(), type, address, getAlignment(type)).getResult());
  op.erase();
}

void KernelConverter::convertStore(kernel::StoreOp op) {
  Type type = op.getValue().getType();
  Value address = getAddress(op, op.getOperand(1), op.getIndex(), type);
  LLVM::StoreOp::create(builder, op.getLoc(), op.getValue(), address, getAlignment(type));
  op.erase();
}

/// The memory that launches provide, of no size that is known here. All kernels share the name: it is where the memory
/// of a block starts, behind its static part.
LLVM::GlobalOp KernelConverter::getDynamicShared(Location loc) {
  static constexpr llvm::StringLiteral kName = "dsm";
  if (auto known = module.lookupSymbol<LLVM::GlobalOp>(kName))
    return known;
  OpBuilder moduleBuilder = OpBuilder::atBlockBegin(module.getBody());
  auto array = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
  return LLVM::GlobalOp::create(moduleBuilder, loc, array, /*isConstant=*/false, LLVM::Linkage::External, kName,
                                Attribute(), kernel::kSharedAlignment, kSharedSpace);
}

void KernelConverter::convertShared(kernel::SharedOp op) {
  MemRefType type = op.getMemref().getType();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext(), kSharedSpace);
  if (isDynamic) {
    Value start = LLVM::AddressOfOp::create(builder, op.getLoc(), getDynamicShared(op.getLoc()));
    auto offset = static_cast<int32_t>(sharedOffsets.at(op));
    op->getResult(0).setType(pointer);
    op->replaceAllUsesWith(
        LLVM::GEPOp::create(builder, op.getLoc(), pointer, builder.getI8Type(), start, ArrayRef<LLVM::GEPArg>{offset}));
    op.erase();
    return;
  }
  auto array = LLVM::LLVMArrayType::get(type.getElementType(), type.getNumElements());
  // One global for each buffer; its name needs to be unique in the module only.
  unsigned number = 0;
  std::string name;
  do {
    name = (function.getSymName() + "_shared_" + Twine(number++)).str();
  } while (module.lookupSymbol(name));
  OpBuilder moduleBuilder = OpBuilder::atBlockBegin(module.getBody());
  LLVM::GlobalOp::create(moduleBuilder, op.getLoc(), array, /*isConstant=*/false, LLVM::Linkage::Internal, name,
                         Attribute(), kernel::kSharedAlignment, kSharedSpace);
  op->getResult(0).setType(pointer);
  op->replaceAllUsesWith(LLVM::AddressOfOp::create(builder, op.getLoc(), pointer, name));
  op.erase();
}

void KernelConverter::convertLocal(kernel::LocalOp op) {
  MemRefType type = op.getMemref().getType();
  OpBuilder entry = OpBuilder::atBlockBegin(&function.getBody().front());
  auto array = LLVM::LLVMArrayType::get(type.getElementType(), type.getNumElements());
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value one = LLVM::ConstantOp::create(entry, op.getLoc(), entry.getI32IntegerAttr(1));
  Value memory = LLVM::AllocaOp::create(entry, op.getLoc(), pointer, array, one, kernel::kMaxVectorBytes);
  op->getResult(0).setType(pointer);
  op->replaceAllUsesWith(ValueRange{memory});
  op.erase();
}

void KernelConverter::convertAtomic(kernel::AtomicOp op) {
  auto getKind = [&] {
    switch (op.getKind()) {
    case kernel::AtomicKind::add:
      return LLVM::AtomicBinOp::add;
    case kernel::AtomicKind::min_signed:
      return LLVM::AtomicBinOp::min;
    case kernel::AtomicKind::max_signed:
      return LLVM::AtomicBinOp::max;
    case kernel::AtomicKind::min_unsigned:
      return LLVM::AtomicBinOp::umin;
    case kernel::AtomicKind::max_unsigned:
      return LLVM::AtomicBinOp::umax;
    case kernel::AtomicKind::bit_and:
      return LLVM::AtomicBinOp::_and;
    case kernel::AtomicKind::bit_or:
      return LLVM::AtomicBinOp::_or;
    case kernel::AtomicKind::bit_xor:
      return LLVM::AtomicBinOp::_xor;
    case kernel::AtomicKind::exchange:
      return LLVM::AtomicBinOp::xchg;
    }
    llvm_unreachable("all kinds are handled");
  };
  Value address = getAddress(op, op.getOperand(1), op.getIndex(), op.getValue().getType());
  op.replaceAllUsesWith(LLVM::AtomicRMWOp::create(builder, op.getLoc(), getKind(), address, op.getValue(),
                                                  LLVM::AtomicOrdering::monotonic, "device")
                            .getResult());
  op.erase();
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

Value KernelConverter::shuffleWord(kernel::ShuffleOp op, Value word) {
  Location loc = op.getLoc();
  NVVM::ShflKind kind = op.getMode() == kernel::ShuffleMode::xor_lane ? NVVM::ShflKind::bfly
                        : op.getMode() == kernel::ShuffleMode::down   ? NVVM::ShflKind::down
                        : op.getMode() == kernel::ShuffleMode::up     ? NVVM::ShflKind::up
                                                                      : NVVM::ShflKind::idx;
  // The clamp: the group's lanes in bits 8 to 12, the last lane (the first one for up) below.
  int64_t clamp = (32 - op.getWidth()) << 8 | (kind == NVVM::ShflKind::up ? 0 : 31);
  return NVVM::ShflOp::create(builder, loc, word.getType(), getInteger(loc, 32, -1), word, op.getOffset(),
                              getInteger(loc, 32, clamp), kind, UnitAttr());
}

void KernelConverter::convertShuffle(kernel::ShuffleOp op) {
  Location loc = op.getLoc();
  Type type = op.getType();
  Type i32 = builder.getI32Type();
  unsigned bits = type.getIntOrFloatBitWidth();
  Value value = op.getValue();
  Type integer = builder.getIntegerType(bits);
  if (type != integer)
    value = LLVM::BitcastOp::create(builder, loc, integer, value);
  Value result;
  if (bits == 64) {
    Value half = getInteger(loc, 64, 32);
    Value low = shuffleWord(op, LLVM::TruncOp::create(builder, loc, i32, value));
    Value high = LLVM::LShrOp::create(builder, loc, value, half);
    high = shuffleWord(op, LLVM::TruncOp::create(builder, loc, i32, high));
    low = LLVM::ZExtOp::create(builder, loc, integer, low);
    high = LLVM::ShlOp::create(builder, loc, LLVM::ZExtOp::create(builder, loc, integer, high), half);
    result = LLVM::OrOp::create(builder, loc, low, high);
  } else {
    Value word = bits < 32 ? LLVM::ZExtOp::create(builder, loc, i32, value).getResult() : value;
    result = shuffleWord(op, word);
    if (bits < 32)
      result = LLVM::TruncOp::create(builder, loc, integer, result);
  }
  if (type != integer)
    result = LLVM::BitcastOp::create(builder, loc, type, result);
  op.replaceAllUsesWith(result);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Barriers and asynchronous copies
//===----------------------------------------------------------------------===//

void KernelConverter::convertBarrier(kernel::BarrierOp op) {
  Location loc = op.getLoc();
  if (op.getId())
    NVVM::BarrierOp::create(builder, loc, TypeRange(), getInteger(loc, 32, *op.getId()),
                            getInteger(loc, 32, *op.getThreads()), NVVM::BarrierReductionAttr(), Value());
  else
    NVVM::BarrierOp::create(builder, loc);
  op.erase();
}

void KernelConverter::convertAsyncCopy(kernel::AsyncCopyOp op) {
  Location loc = op.getLoc();
  // The buffers' types are pointers by now.
  Type element = elementTypes.lookup(op);
  int64_t elementBytes = kernel::getElementBytes(element), bytes = elementBytes * op.getElements();
  Value source = getAddress(op, op->getOperand(0), op.getSourceIndex(), element);
  Value target = getAddress(op, op->getOperand(2), op.getTargetIndex(), element);
  Value valid = op.getValid();
  if (valid && elementBytes > 1)
    valid = LLVM::MulOp::create(builder, loc, valid, getInteger(loc, 32, elementBytes));
  // Only whole vectors of 16 bytes may pass by the first-level cache.
  auto cache = bytes == 16 ? NVVM::LoadCacheModifierKind::CG : NVVM::LoadCacheModifierKind::CA;
  NVVM::CpAsyncOp::create(builder, loc, target, source, bytes, cache, valid);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void KernelConverter::convert() {
  SmallVector<Operation *> operations;
  function.walk([&](Operation *op) {
    operations.push_back(op);
    if (auto shared = dyn_cast<kernel::SharedOp>(op))
      sharedOffsets[op] = kernel::getSharedOffset(shared);
    else if (auto copy = dyn_cast<kernel::AsyncCopyOp>(op))
      elementTypes[op] = copy.getTarget().getType().getElementType();
  });
  for (Operation *op : operations) {
    builder.setInsertionPoint(op);
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](kernel::ThreadIdOp id) {
          id.replaceAllUsesWith(convertId(id, id.getDimension(), true));
          id.erase();
        })
        .Case([&](kernel::BlockIdOp id) {
          id.replaceAllUsesWith(convertId(id, id.getDimension(), false));
          id.erase();
        })
        .Case([&](kernel::LoadOp load) { convertLoad(load); })
        .Case([&](kernel::StoreOp store) { convertStore(store); })
        .Case([&](kernel::SharedOp shared) { convertShared(shared); })
        .Case([&](kernel::LocalOp local) { convertLocal(local); })
        .Case([&](kernel::AtomicOp atomic) { convertAtomic(atomic); })
        .Case([&](kernel::ShuffleOp shuffle) { convertShuffle(shuffle); })
        .Case([&](kernel::LdmatrixOp load) {
          Value address = getAddress(load, load.getOperand(0), load.getIndex(), load.getType());
          load.replaceAllUsesWith(emmy::nvvm::convertMatrixLoad(load, address, builder));
          load.erase();
        })
        .Case([&](kernel::MmaOp mma) {
          mma.replaceAllUsesWith(emmy::nvvm::convertMatrixMultiply(mma, builder));
          mma.erase();
        })
        .Case([&](kernel::BarrierOp barrier) { convertBarrier(barrier); })
        .Case([&](kernel::AsyncCopyOp copy) { convertAsyncCopy(copy); })
        .Case([&](kernel::AsyncCommitOp commit) {
          NVVM::CpAsyncCommitGroupOp::create(builder, commit.getLoc());
          commit.erase();
        })
        .Case([&](kernel::AsyncWaitOp wait) {
          NVVM::CpAsyncWaitGroupOp::create(builder, wait.getLoc(), wait.getAllBut());
          wait.erase();
        })
        .Case([&](kernel::ReturnOp end) {
          LLVM::ReturnOp::create(builder, end.getLoc(), ValueRange{});
          end.erase();
        });
  }
}

/// Makes every index below `root` an i64, so that no conversion has to carry two types for one value.
static void retypeIndices(Operation *root) {
  Type i64 = IntegerType::get(root->getContext(), 64);
  SmallVector<Operation *> casts;
  root->walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (result.getType().isIndex())
        result.setType(i64);
    for (Region &region : op->getRegions())
      for (Block &body : region)
        for (BlockArgument argument : body.getArguments())
          if (argument.getType().isIndex())
            argument.setType(i64);
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (auto value = dyn_cast<IntegerAttr>(constant.getValue()); value && value.getType().isIndex())
        constant.setValueAttr(IntegerAttr::get(i64, value.getInt()));
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      casts.push_back(op);
  });
  for (Operation *op : casts) {
    OpBuilder builder(op);
    Value value = op->getOperand(0);
    Type type = op->getResult(0).getType();
    unsigned from = value.getType().getIntOrFloatBitWidth(), to = type.getIntOrFloatBitWidth();
    if (from > to)
      value = arith::TruncIOp::create(builder, op->getLoc(), type, value);
    else if (from < to && isa<arith::IndexCastOp>(op))
      value = arith::ExtSIOp::create(builder, op->getLoc(), type, value);
    else if (from < to)
      value = arith::ExtUIOp::create(builder, op->getLoc(), type, value);
    op->replaceAllUsesWith(ValueRange{value});
    op->erase();
  }
}

static bool isWritten(BlockArgument buffer) {
  return llvm::any_of(buffer.getUsers(), [](Operation *user) { return isa<kernel::StoreOp, kernel::AtomicOp>(user); });
}

/// An llvm.func with the kernel's signature and launch bounds, and its body.
static void convertKernel(kernel::FuncOp source, mlir::ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto global = LLVM::LLVMPointerType::get(builder.getContext(), kGlobalSpace);
  SmallVector<Type> types;
  for (Type type : source.getArgumentTypes())
    types.push_back(isa<MemRefType>(type) ? Type(global) : type.isIndex() ? builder.getI64Type() : type);
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()), types);
  // Every verification of a call looks through the location of the function around it: that of a kernel of many
  // operators would make it quadratic.
  auto function = LLVM::LLVMFuncOp::create(builder, builder.getUnknownLoc(), source.getSymName(), type);
  function->setAttr(NVVM::NVVMDialect::getKernelFuncAttrName(), builder.getUnitAttr());
  function->setAttr(NVVM::NVVMDialect::getReqntidAttrName(), source.getBlockAttr());
  if (source.getMinBlocks())
    function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), builder.getI32IntegerAttr(*source.getMinBlocks()));
  for (BlockArgument argument : source.getArguments()) {
    if (!isa<MemRefType>(argument.getType()))
      continue;
    unsigned index = argument.getArgNumber();
    function.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr());
    function.setArgAttr(index, LLVM::LLVMDialect::getAlignAttrName(),
                        builder.getI64IntegerAttr(kernel::kMaxVectorBytes));
    if (!isWritten(argument))
      function.setArgAttr(index, LLVM::LLVMDialect::getReadonlyAttrName(), builder.getUnitAttr());
  }
  IRMapping mapping;
  source.getBody().cloneInto(&function.getBody(), mapping);
  retypeIndices(function);
  for (auto [argument, argumentType] : llvm::zip_equal(function.getArguments(), types))
    argument.setType(argumentType);
  KernelConverter(function, module, source).convert();
}

/// Whether the operation has a PTX form that is exact: what the CUDA printer writes, too. Other math operations are the
/// math library's, and LLVM knows no function to call for them.
static bool hasPtxForm(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return dialect == "emmy_kernel" || dialect == "arith" ||
         isa<scf::ForOp, scf::IfOp, scf::YieldOp, func::FuncOp, func::CallOp, func::ReturnOp, vector::ExtractOp,
             vector::FromElementsOp, vector::BroadcastOp, math::FmaOp, math::SqrtOp, math::AbsFOp, math::AbsIOp,
             math::FloorOp, math::CeilOp, math::TruncOp, math::RoundEvenOp, math::CopySignOp,
             math::CountLeadingZerosOp>(op);
}

/// Whether a value of the operation, or an argument of a region, may be of the type. Buffers belong to kernels.
static bool hasPtxType(Operation *op, Type type) {
  if (isa<MemRefType>(type))
    return isa<kernel::KernelDialect>(op->getDialect());
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getRank() == 1 && !vector.isScalable() && !vector.getElementType().isIndex() &&
           hasPtxType(op, vector.getElementType());
  return type.isIndex() || type.isSignlessInteger() || isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

/// Lists what is in a kernel or a math function and has no PTX form. What passes is converted without fail.
static LogicalResult check(Operation *function) {
  bool isLegal = true;
  function->walk([&](Operation *op) {
    if (!hasPtxForm(op)) {
      op->emitOpError("expected an operation that has a PTX form, but got '") << op->getName() << "'";
      isLegal = false;
      return;
    }
    SmallVector<Type> types(op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(types, block.getArgumentTypes());
    for (Type type : types)
      if (!hasPtxType(op, type)) {
        op->emitOpError("expected a type that PTX can hold, but got ") << type;
        isLegal = false;
      }
  });
  return success(isLegal);
}

OwningOpRef<mlir::ModuleOp> emmy::nvvm::convertKernelsToLlvm(Operation *op) {
  op->getContext()->loadDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
  OpBuilder builder(op->getContext());
  OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(builder, op->getLoc());
  SmallVector<kernel::FuncOp> kernels;
  op->walk([&](kernel::FuncOp kernel) { kernels.push_back(kernel); });
  // The math functions that kernels call, callees included.
  SmallVector<Operation *> pending(kernels.begin(), kernels.end());
  for (size_t i = 0; i < pending.size(); ++i) {
    if (failed(check(pending[i])))
      return {};
    WalkResult result = pending[i]->walk([&](func::CallOp call) {
      auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
      if (callee.isExternal()) {
        call.emitOpError("expected a body of ") << call.getCalleeAttr() << "; run emmy-expand-apply to get it";
        return WalkResult::interrupt();
      }
      if (!module->lookupSymbol(callee.getSymName())) {
        Operation *clone = callee->clone();
        module->push_back(clone);
        retypeIndices(clone);
        pending.push_back(callee);
      }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return {};
  }
  for (kernel::FuncOp kernel : kernels)
    convertKernel(kernel, *module);

  PassManager pm(op->getContext(), mlir::ModuleOp::getOperationName());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  [[maybe_unused]] LogicalResult converted = pm.run(*module);
  assert(succeeded(converted) && "every operation has a form in LLVM");
  return module;
}
