// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on host programs in buffer form.

#ifndef EMMY_CONVERSION_HOSTPROGRAM_PASSES_TD
#define EMMY_CONVERSION_HOSTPROGRAM_PASSES_TD

include "mlir/Pass/PassBase.td"

def AddPackedEntryPass : Pass<"emmy-add-packed-entry", "::mlir::ModuleOp"> {
  let summary = "adds the C entry emmy_main to a host program in buffer form";
  let description = [{
    `void emmy_main(void **buffers, const int64_t *sizes)` takes the input buffers in the order of the entry's arguments, then the output
    buffers, and the values of the symbols in module order. The entry and all other functions become internal to the module,
    `emmy.symbol` operations go. Numeric effect: none.

    ```mlir
    func.func @main(%x: memref<?xf32> {emmy.dims = #emmy.dims<[seq]>}, %y: memref<4xf32>, %seq: index {emmy.symbol = "seq"})
    // is joined by
    func.func @emmy_main(%buffers: !llvm.ptr, %sizes: !llvm.ptr)
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
                           "::emmy::EmmyDialect"];
}

#endif // EMMY_CONVERSION_HOSTPROGRAM_PASSES_TD
