// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the kernel dialect that hold kernels and that the host executes.

#ifndef EMMY_DIALECT_KERNEL_IR_KERNELHOSTOPS_TD
#define EMMY_DIALECT_KERNEL_IR_KERNELHOSTOPS_TD

include "Emmy/Dialect/Kernel/IR/KernelAttributes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class EmmyKernel_Op<string opMnemonic, list<Trait> traits = []> : Op<Kernel_Dialect, opMnemonic, traits>;

/// What a thread does: it stands in an emmy_kernel.func.
def EmmyKernel_InKernel : NativeOpTrait<"InKernel"> { let cppNamespace = "::emmy::kernel"; }
class EmmyKernel_ThreadOp<string opMnemonic, list<Trait> traits = []>
    : EmmyKernel_Op<opMnemonic, !listconcat([EmmyKernel_InKernel], traits)>;

/// What the host does: it stands outside of every emmy_kernel.module.
def EmmyKernel_OnHost : NativeOpTrait<"OnHost"> { let cppNamespace = "::emmy::kernel"; }
class EmmyKernel_HostOp<string opMnemonic, list<Trait> traits = []>
    : EmmyKernel_Op<opMnemonic, !listconcat([EmmyKernel_OnHost], traits)>;

def EmmyKernel_Buffer : Type<CPred<"::emmy::kernel::isDeviceBuffer($_self)">,
    "flat memref of 8- to 64-bit elements in #gpu.address_space<global|workgroup|private>", "::mlir::MemRefType">;
def EmmyKernel_Element : Type<CPred<"!$_self.isIndex() && !$_self.isInteger(1) && ::emmy::kernel::isScalar($_self)">, "scalar of 8 to 64 bits">;
def EmmyKernel_Index : AnyTypeOf<[I32, I64, Index], "i32, i64 or index">;

//===----------------------------------------------------------------------===//
// Module and function
//===----------------------------------------------------------------------===//

def EmmyKernel_ModuleOp : EmmyKernel_Op<"module", [
    IsolatedFromAbove, SymbolTable, Symbol, SingleBlock, NoTerminator, NoRegionArguments]> {
  let summary = "the kernels for one target, and the math functions that they call";
  let description = [{
    `target` is the name of the GPU that the kernels were made for (`sm_90`).

    Constraints:
    * C1: the body holds `emmy_kernel.func` and `func.func` only.
    * C2: no operation in it has fast-math flags: what a back end made of them would be another value on each.

    ```mlir
    emmy_kernel.module @kernels attributes {target = "sm_90"} {
      emmy_kernel.func @k_nothing() attributes {block = array<i32: 32, 1, 1>} {
        emmy_kernel.return
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$target);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, CArg<"::mlir::StringAttr", "{}">:$target)>];
  let hasVerifier = 1;
}

def EmmyKernel_FuncOp : EmmyKernel_Op<"func", [
    IsolatedFromAbove, AutomaticAllocationScope, FunctionOpInterface, HasParent<"ModuleOp">]> {
  let summary = "a kernel";
  let description = [{
    The code of one thread. `block` holds the number of threads of a block in x, y and z: a constant of the kernel. The grid is
    the launch's. Buffers are plain pointers to flat memory; two of them never overlap, and each starts at a multiple of 16
    bytes. `min_blocks` asks that so many blocks fit on one multiprocessor.

    Constraints:
    * C1: every argument is a flat memref in global memory or a scalar of 8 to 64 bits or index.
    * C2: block has three positive sizes whose product is at most 1024, the last at most 64.
    * C3: there are no results, and the body is one block.
    * C4: min_blocks, where given, is positive.
    * C5: its shared buffers take no more than a block of the module's target may have.

    ```mlir
    emmy_kernel.func @k_fill(%out: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 256, 1, 1>} {
      emmy_kernel.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type, DenseI32ArrayAttr:$block,
      OptionalAttr<I32Attr>:$min_blocks, OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type,
      "::llvm::ArrayRef<int32_t>":$block)>];
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    /// The number of threads of a block.
    int64_t getNumThreads() { return int64_t(getBlock()[0]) * getBlock()[1] * getBlock()[2]; }
  }];
}

def EmmyKernel_ReturnOp : EmmyKernel_Op<"return", [Pure, Terminator, HasParent<"FuncOp">]> {
  let summary = "ends a kernel";
  let description = [{
    ```mlir
    emmy_kernel.return
    ```
  }];
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

def EmmyKernel_LaunchOp : EmmyKernel_HostOp<"launch", [
    MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a kernel on a grid of blocks";
  let description = [{
    Runs in stream order; the block size is the kernel's. Nothing runs when a dimension of the grid is 0. A host memref of any
    rank is passed as the pointer to its first element.

    Constraints:
    * C1: the grid has one to three dimensions.
    * C2: the kernel exists and takes as many arguments as are given.
    * C3: a scalar argument has the parameter's type; a memref argument has the parameter's element type, the identity layout,
      and the same number of elements where both are static.

    ```mlir
    emmy_kernel.launch @kernels::@k_fill grid(%blocks) args(%out, %v : memref<4x?xf32>, f32)
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel, Variadic<Index>:$grid, Variadic<AnyType>:$arguments);
  let assemblyFormat = "$kernel `grid` `(` $grid `)` `args` `(` ($arguments^ `:` type($arguments))? `)` attr-dict";
  let hasVerifier = 1;
}

def EmmyKernel_AllocOp : EmmyKernel_HostOp<"alloc"> {
  let summary = "device memory for an intermediate result";
  let description = [{
    Lives until the entry function has run; 256-byte aligned; undefined contents.

    Constraints:
    * C1: one size for every dynamic dim.
    * C2: the memref has the identity layout and no memory space.

    ```mlir
    %t = emmy_kernel.alloc(%rows) : memref<?x4xf32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes);
  let results = (outs Res<AnyMemRef, "the buffer", [MemAlloc]>:$memref);
  let assemblyFormat = "`(` $sizes `)` attr-dict `:` type($memref)";
  let hasVerifier = 1;
}

def EmmyKernel_CopyOp : EmmyKernel_HostOp<"copy"> {
  let summary = "copies a whole device buffer to another";
  let description = [{
    `sizes` are the dynamic extents of the source.

    Constraints:
    * C1: both memrefs have the same shape and element type, and the identity layout.
    * C2: one size for every dynamic dim.

    ```mlir
    emmy_kernel.copy %x to %out sizes(%n) : memref<?x4xf32>
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "the source", [MemRead]>:$source, Arg<AnyMemRef, "the target", [MemWrite]>:$target,
      Variadic<Index>:$sizes);
  let assemblyFormat = [{
    $source `to` $target (`sizes` `(` $sizes^ `)`)? attr-dict `:` custom<SameType>(type($source), type($target))
  }];
  let hasVerifier = 1;
}

def EmmyKernel_ReadOp : EmmyKernel_HostOp<"read", [
    TypesMatchWith<"the buffer's element type", "source", "value", "::llvm::cast<::mlir::MemRefType>($_self).getElementType()">]> {
  let summary = "the element of a device buffer of rank 0, on the host";
  let description = [{
    Waits until all that stands before it has run on the device: what the host decides by it, such as whether a loop goes on, costs this
    wait each time.

    Constraints:
    * C1: the memref has rank 0.

    ```mlir
    %more = emmy_kernel.read %flag : memref<i8>
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "the buffer", [MemRead]>:$source);
  let results = (outs EmmyKernel_Element:$value);
  let assemblyFormat = "$source attr-dict `:` type($source)";
  let hasVerifier = 1;
}

#endif // EMMY_DIALECT_KERNEL_IR_KERNELHOSTOPS_TD
