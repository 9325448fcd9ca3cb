// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rewriting of a module: checks first, then edits.

#include "RetargetModule.h"
#include "DeviceFunctions.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;
using namespace emmy::retarget;

/// LLVM's number of shared memory on NVPTX.
static constexpr unsigned kSharedSpace = 3;

static bool isNvvmIntrinsic(const Function &function) { return function.getName().starts_with("llvm.nvvm."); }

/// The function of an intrinsic, whatever types it is used with.
static const DeviceFunction *getDeviceFunction(const Function &intrinsic) {
  return findDeviceFunction(Intrinsic::getBaseName(intrinsic.getIntrinsicID()));
}

/// Memory that a launch provides: a global of no size that no module has.
static bool isDynamic(const GlobalVariable &global) {
  return global.isDeclaration() && global.getValueType()->isArrayTy() &&
         global.getValueType()->getArrayNumElements() == 0;
}

/// Lists what has no form on a CPU.
static mlir::LogicalResult check(const Module &module, mlir::Location location) {
  bool isLegal = true;
  auto refuse = [&](const Twine &message) {
    mlir::emitError(location) << message;
    isLegal = false;
  };
  for (const Function &function : module) {
    if (isNvvmIntrinsic(function) && !getDeviceFunction(function))
      refuse("expected intrinsics of NVPTX that a function stands in for, but got " + function.getName());
    for (const Instruction &instruction : instructions(function))
      if (const auto *call = dyn_cast<CallBase>(&instruction); call && call->isInlineAsm())
        refuse("expected code without inline PTX, but got some in " + function.getName());
  }
  for (const GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == kSharedSpace && global.isDeclaration() && !isDynamic(global))
      refuse("expected shared memory of a known size, or of none, but got " + global.getName());
  return mlir::success(isLegal);
}

/// A place on the stack of the calling function.
static AllocaInst *makePlace(CallInst *call, uint64_t bytes) {
  IRBuilder<> builder(&*call->getFunction()->getEntryBlock().getFirstInsertionPt());
  AllocaInst *place = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), bytes));
  place->setAlignment(Align(16));
  return place;
}

/// Stores the arguments one behind the other, calls, and reads the results in the same way.
static Value *callIndirectly(CallInst *call, FunctionCallee callee, Value *selector) {
  IRBuilder<> builder(call);
  const DataLayout &layout = call->getModule()->getDataLayout();
  auto getBytes = [&](Type *type) { return layout.getTypeStoreSize(type).getFixedValue(); };
  auto getPlace = [&](Value *base, uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  };
  uint64_t bytes = 0;
  for (Value *argument : call->args())
    bytes += getBytes(argument->getType());
  Value *arguments = makePlace(call, bytes);
  uint64_t offset = 0;
  for (Value *argument : call->args()) {
    builder.CreateAlignedStore(argument, getPlace(arguments, offset), Align(4));
    offset += getBytes(argument->getType());
  }
  Type *type = call->getType();
  Value *results = makePlace(call, getBytes(type));
  builder.CreateCall(callee, {selector, arguments, results});
  auto *structure = dyn_cast<StructType>(type);
  if (!structure)
    return builder.CreateAlignedLoad(type, results, Align(4));
  Value *result = PoisonValue::get(type);
  offset = 0;
  for (auto [number, element] : enumerate(structure->elements())) {
    result = builder.CreateInsertValue(result, builder.CreateAlignedLoad(element, getPlace(results, offset), Align(4)),
                                       unsigned(number));
    offset += getBytes(element);
  }
  return result;
}

/// Calls of an intrinsic become calls of its function.
static void replaceIntrinsic(Function &intrinsic, const DeviceFunction &function) {
  Module &module = *intrinsic.getParent();
  bool isIndirect = function.form == DeviceFunction::Form::indirect;
  Type *i32 = Type::getInt32Ty(module.getContext()), *pointer = PointerType::get(module.getContext(), 0);
  SmallVector<Type *> types;
  if (function.selector >= 0)
    types.push_back(i32);
  if (isIndirect)
    types.append({pointer, pointer});
  else
    append_range(types, intrinsic.getFunctionType()->params());
  Type *result = isIndirect ? Type::getVoidTy(module.getContext()) : intrinsic.getReturnType();
  FunctionCallee callee = module.getOrInsertFunction(function.name, FunctionType::get(result, types, false));
  for (User *user : make_early_inc_range(intrinsic.users())) {
    auto *call = cast<CallInst>(user);
    IRBuilder<> builder(call);
    Value *selector = builder.getInt32(function.selector);
    Value *replacement;
    if (isIndirect) {
      replacement = callIndirectly(call, callee, selector);
    } else {
      SmallVector<Value *> arguments;
      if (function.selector >= 0)
        arguments.push_back(selector);
      append_range(arguments, call->args());
      CallInst *direct = builder.CreateCall(callee, arguments);
      direct->setDoesNotThrow();
      if (function.form == DeviceFunction::Form::constant)
        direct->setDoesNotAccessMemory();
      replacement = direct;
    }
    call->replaceAllUsesWith(replacement);
    call->eraseFromParent();
  }
  intrinsic.eraseFromParent();
}

/// The functions that use a global, once no constant does.
static SmallVector<Function *> getUsers(GlobalVariable &global) {
  SmallVector<Function *> functions;
  for (User *user : global.users()) {
    Function *function = cast<Instruction>(user)->getFunction();
    if (!is_contained(functions, function))
      functions.push_back(function);
  }
  return functions;
}

namespace {
/// The shared memory of a function.
struct SharedMemory {
  uint64_t bytes = 0;
  bool isDynamic = false;
  Value *base = nullptr; ///< where it starts
};
} // namespace

/// Lays the shared buffers of each function out in the block's memory.
static DenseMap<Function *, SharedMemory> placeSharedMemory(Module &module) {
  DenseMap<Function *, SharedMemory> memories;
  const DataLayout &layout = module.getDataLayout();
  SmallVector<GlobalVariable *> globals;
  SmallVector<Constant *> constants;
  for (GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == kSharedSpace) {
      globals.push_back(&global);
      constants.push_back(&global);
    }
  convertUsersOfConstantsToInstructions(constants);
  // What a launch provides comes last.
  std::stable_partition(globals.begin(), globals.end(), [](GlobalVariable *global) { return !isDynamic(*global); });
  FunctionCallee getMemory =
      module.getOrInsertFunction(kSharedMemoryFunction, PointerType::get(module.getContext(), /*AddressSpace=*/0));
  for (GlobalVariable *global : globals) {
    for (Function *function : getUsers(*global)) {
      IRBuilder<> builder(&*function->getEntryBlock().getFirstInsertionPt());
      SharedMemory &memory = memories[function];
      if (!memory.base)
        memory.base = builder.CreateCall(getMemory);
      else
        builder.SetInsertPoint(cast<Instruction>(memory.base)->getNextNode());
      uint64_t offset = alignTo(memory.bytes, global->getAlign().valueOrOne());
      memory.bytes = offset + layout.getTypeAllocSize(global->getValueType());
      memory.isDynamic |= isDynamic(*global);
      Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory.base, offset);
      place = builder.CreateAddrSpaceCast(place, global->getType());
      global->replaceUsesWithIf(place,
                                [&](Use &use) { return cast<Instruction>(use.getUser())->getFunction() == function; });
    }
    global->eraseFromParent();
  }
  return memories;
}

/// A function of an array of addresses that calls the kernel with what lies there.
static Function *createEntry(Function &kernel) {
  LLVMContext &context = kernel.getContext();
  auto *type = FunctionType::get(Type::getVoidTy(context), {PointerType::get(context, 0)}, false);
  Function *entry = Function::Create(type, GlobalValue::ExternalLinkage, "emmy_retarget_launch_" + kernel.getName(),
                                     kernel.getParent());
  IRBuilder<> builder(BasicBlock::Create(context, "", entry));
  SmallVector<Value *> arguments;
  for (Argument &parameter : kernel.args()) {
    Value *slot = builder.CreateConstInBoundsGEP1_32(builder.getPtrTy(), entry->getArg(0), parameter.getArgNo());
    Value *address = builder.CreateLoad(builder.getPtrTy(), slot);
    arguments.push_back(builder.CreateLoad(parameter.getType(), address));
  }
  builder.CreateCall(&kernel, arguments);
  builder.CreateRetVoid();
  return entry;
}

/// The threads of a block: `nvvm.reqntid` is x, y, z.
static uint32_t getNumThreads(const Function &kernel) {
  uint32_t product = 1;
  for (StringRef extent : split(kernel.getFnAttribute("nvvm.reqntid").getValueAsString(), ',')) {
    uint32_t number = 0;
    [[maybe_unused]] bool isWrong = extent.getAsInteger(10, number);
    assert(!isWrong && "kernels declare the size of their blocks");
    product *= number;
  }
  return product;
}

mlir::FailureOr<std::vector<RetargetedKernel>> emmy::retarget::retargetModule(Module &module, mlir::Location location) {
  if (mlir::failed(check(module, location)))
    return mlir::failure();
  for (Function &function : make_early_inc_range(module))
    if (isNvvmIntrinsic(function))
      replaceIntrinsic(function, *getDeviceFunction(function));
  DenseMap<Function *, SharedMemory> memories = placeSharedMemory(module);
  std::vector<RetargetedKernel> kernels;
  for (Function &function : make_early_inc_range(module)) {
    if (function.getCallingConv() != CallingConv::PTX_Kernel)
      continue;
    function.setCallingConv(CallingConv::C);
    function.setLinkage(GlobalValue::InternalLinkage);
    SharedMemory memory = memories.lookup(&function);
    kernels.push_back({function.getName().str(), createEntry(function)->getName().str(), memory.bytes, memory.isDynamic,
                       getNumThreads(function)});
  }
  return kernels;
}
