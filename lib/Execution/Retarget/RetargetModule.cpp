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
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace emmy::retarget;

/// LLVM's number of shared memory on NVPTX.
static constexpr unsigned kSharedSpace = 3;

static const DeviceFunction *findDeviceFunction(StringRef intrinsic) {
  ArrayRef<DeviceFunction> functions = getDeviceFunctions();
  const auto *found =
      find_if(functions, [&](const DeviceFunction &function) { return function.intrinsic == intrinsic; });
  return found == functions.end() ? nullptr : found;
}

static bool isNvvmIntrinsic(const Function &function) { return function.getName().starts_with("llvm.nvvm."); }

/// Lists what has no form on a CPU.
static mlir::LogicalResult check(const Module &module, mlir::Location location) {
  bool isLegal = true;
  auto refuse = [&](const Twine &message) {
    mlir::emitError(location) << message;
    isLegal = false;
  };
  for (const Function &function : module) {
    if (isNvvmIntrinsic(function) && !findDeviceFunction(function.getName()))
      refuse("expected intrinsics of NVPTX that a function stands in for, but got " + function.getName());
    for (const Instruction &instruction : instructions(function))
      if (const auto *call = dyn_cast<CallBase>(&instruction); call && call->isInlineAsm())
        refuse("expected code without inline PTX, but got some in " + function.getName());
  }
  for (const GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == kSharedSpace && global.isDeclaration())
      refuse("expected shared memory of a known size, but got " + global.getName());
  return mlir::success(isLegal);
}

/// Calls of an intrinsic become calls of its function.
static void replaceIntrinsic(Function &intrinsic, const DeviceFunction &function) {
  Module &module = *intrinsic.getParent();
  Type *i32 = Type::getInt32Ty(module.getContext());
  SmallVector<Type *> types;
  if (function.selector >= 0)
    types.push_back(i32);
  append_range(types, intrinsic.getFunctionType()->params());
  FunctionCallee callee =
      module.getOrInsertFunction(function.name, FunctionType::get(intrinsic.getReturnType(), types, false));
  for (User *user : make_early_inc_range(intrinsic.users())) {
    auto *call = cast<CallInst>(user);
    IRBuilder<> builder(call);
    SmallVector<Value *> arguments;
    if (function.selector >= 0)
      arguments.push_back(builder.getInt32(function.selector));
    append_range(arguments, call->args());
    CallInst *replacement = builder.CreateCall(callee, arguments);
    replacement->setDoesNotThrow();
    if (function.isConstant)
      replacement->setDoesNotAccessMemory();
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

/// Lays the shared buffers of each function out in the block's memory; the result is how much each of them uses.
static DenseMap<Function *, uint64_t> placeSharedMemory(Module &module) {
  DenseMap<Function *, uint64_t> bytes;
  DenseMap<Function *, Value *> bases;
  const DataLayout &layout = module.getDataLayout();
  SmallVector<GlobalVariable *> globals;
  SmallVector<Constant *> constants;
  for (GlobalVariable &global : module.globals())
    if (global.getAddressSpace() == kSharedSpace) {
      globals.push_back(&global);
      constants.push_back(&global);
    }
  convertUsersOfConstantsToInstructions(constants);
  FunctionCallee getMemory =
      module.getOrInsertFunction(kSharedMemoryFunction, PointerType::get(module.getContext(), /*AddressSpace=*/0));
  for (GlobalVariable *global : globals) {
    for (Function *function : getUsers(*global)) {
      IRBuilder<> builder(&*function->getEntryBlock().getFirstInsertionPt());
      Value *&base = bases[function];
      if (!base)
        base = builder.CreateCall(getMemory);
      else
        builder.SetInsertPoint(cast<Instruction>(base)->getNextNode());
      uint64_t offset = alignTo(bytes[function], global->getAlign().valueOrOne());
      bytes[function] = offset + layout.getTypeAllocSize(global->getValueType());
      Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
      place = builder.CreateAddrSpaceCast(place, global->getType());
      global->replaceUsesWithIf(place,
                                [&](Use &use) { return cast<Instruction>(use.getUser())->getFunction() == function; });
    }
    global->eraseFromParent();
  }
  return bytes;
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
      replaceIntrinsic(function, *findDeviceFunction(function.getName()));
  DenseMap<Function *, uint64_t> sharedBytes = placeSharedMemory(module);
  std::vector<RetargetedKernel> kernels;
  for (Function &function : make_early_inc_range(module)) {
    if (function.getCallingConv() != CallingConv::PTX_Kernel)
      continue;
    function.setCallingConv(CallingConv::C);
    function.setLinkage(GlobalValue::InternalLinkage);
    kernels.push_back({function.getName().str(), createEntry(function)->getName().str(), sharedBytes.lookup(&function),
                       getNumThreads(function)});
  }
  return kernels;
}
