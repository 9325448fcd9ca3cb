// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels in the LLVM and NVVM dialects. In: emmy_kernel.func with scf, arith, math and calls. Out: llvm.func that
// takes plain pointers to global memory and scalars. Buffers never alias, so every pointer is noalias, and one that is
// never written is read through the read-only cache. Each kernel operation has exactly one translation here; upstream
// conversions do the rest.

#include "KernelToLlvm.h"

#include "Emmy/Dialect/Base/IR/Laws.h"
#include "Emmy/Dialect/Kernel/Utils/DeviceCode.h"
#include "KernelConverter.h"
#include "Legality.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::nvvm;
namespace kernel = emmy::kernel;

/// The type that machine code has for a type of the kernel level: i64 for an index, i8 for a float of 8 bits, which is
/// only moved.
static Type getMachineType(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return MemRefType::Builder(memref).setElementType(getMachineType(memref.getElementType()));
  Type element = type;
  if (isSmallFloat(type))
    element = IntegerType::get(type.getContext(), 8);
  else if (type.isIndex())
    element = IntegerType::get(type.getContext(), 64);
  auto vector = dyn_cast<VectorType>(type);
  return vector && element != type ? Type(vector.clone(element)) : element;
}

static TypedAttr getMachineConstant(TypedAttr value) {
  Type type = getMachineType(value.getType());
  if (type == value.getType())
    return value;
  if (auto elements = dyn_cast<DenseElementsAttr>(value))
    return elements.bitcast(getElementTypeOrSelf(type));
  if (auto number = dyn_cast<FloatAttr>(value))
    return IntegerAttr::get(type, number.getValue().bitcastToAPInt());
  return IntegerAttr::get(type, cast<IntegerAttr>(value).getInt());
}

/// Gives every value below `root` the type of machine code, so that no conversion has to carry two types for one value.
static void retypeValues(Operation *root) {
  auto retype = [&](ArrayRef<Type> types) { return llvm::map_to_vector(types, getMachineType); };
  if (auto function = dyn_cast<func::FuncOp>(root))
    function.setFunctionType(
        FunctionType::get(root->getContext(), retype(function.getArgumentTypes()), retype(function.getResultTypes())));
  SmallVector<Operation *> casts;
  root->walk([&](Operation *op) {
    for (Value result : op->getResults())
      result.setType(getMachineType(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &body : region)
        for (BlockArgument argument : body.getArguments())
          argument.setType(getMachineType(argument.getType()));
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      constant.setValueAttr(getMachineConstant(constant.getValue()));
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

/// An llvm.func with the kernel's signature and launch bounds, at the end of the module.
static LLVM::LLVMFuncOp declareKernel(kernel::FuncOp source, mlir::ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto global = LLVM::LLVMPointerType::get(builder.getContext(), kGlobalSpace);
  SmallVector<Type> types;
  for (Type type : source.getArgumentTypes())
    types.push_back(isa<MemRefType>(type) ? Type(global) : getMachineType(type));
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
  return function;
}

/// The kernel's body in the function that was made for it.
static void convertKernel(kernel::FuncOp source, LLVM::LLVMFuncOp function, DeviceModule &module) {
  IRMapping mapping;
  source.getBody().cloneInto(&function.getBody(), mapping);
  retypeValues(function);
  for (auto [argument, type] : llvm::zip_equal(function.getArguments(), function.getArgumentTypes()))
    argument.setType(type);
  KernelConverter(function, module, source).convert();
}

OwningOpRef<mlir::ModuleOp> emmy::nvvm::convertKernelsToLlvm(Operation *op) {
  op->getContext()->loadDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
  FailureOr<kernel::DeviceCode> code = kernel::collectDeviceCode(op);
  if (failed(code))
    return {};
  SmallVector<Operation *> sources(code->kernels.begin(), code->kernels.end());
  llvm::append_range(sources, code->functions);
  if (llvm::any_of(sources, [](Operation *source) { return failed(checkPtxForm(source)); }))
    return {};
  OpBuilder builder(op->getContext());
  OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(builder, op->getLoc());
  for (func::FuncOp source : code->functions) {
    Operation *clone = source->clone();
    module->push_back(clone);
    retypeValues(clone);
  }
  // All functions first: what bodies add gets names that none of them has.
  auto functions =
      llvm::map_to_vector(code->kernels, [&](kernel::FuncOp source) { return declareKernel(source, *module); });
  DeviceModule device(*module);
  for (auto [source, function] : llvm::zip_equal(code->kernels, functions))
    convertKernel(source, function, device);

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
