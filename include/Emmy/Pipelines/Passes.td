// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that pipelines put between levels.

#ifndef EMMY_PIPELINES_PASSES_TD
#define EMMY_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def GatePass : Pass<"emmy-gate", "::mlir::ModuleOp"> {
  let summary = "verifies that a module is in a phase";
  let description = [{
    Fails when an operation of a level above `phase` is left, when an upstream `tensor` operation has a value whose type carries
    `#emmy.dims` (its folders would drop or merge the names), or when a symbol that a type names is not declared. Changes nothing.
    Numeric effect: none.
  }];
  let options = [Option<"phase", "phase", "std::string", "", "framework, tensor, loop, tile or kernel">];
}

def SetModuleOptionsPass : Pass<"emmy-set-module-options", "::mlir::ModuleOp"> {
  let summary = "records the target, the numerics mode and the licences on the module";
  let description = [{
    Writes `emmy.target`, `emmy.numerics` and `emmy.licences`, which later passes read. An empty option keeps what the module says, or
    else the default: `sm_90`, `fused`, no licence. Licences make the mode `fast`; another mode takes away those of the module.
    Numeric effect: none by itself.

    ```mlir
    module attributes {emmy.numerics = #emmy.numerics<fused>, emmy.target = "sm_90"} {}
    ```
  }];
  let options = [Option<"target", "target", "std::string", "", "compute target">,
                 Option<"numerics", "numerics", "std::string", "", "eager, fused or fast">,
                 Option<"licences", "licences", "std::string", "", "what `fast` may do: no_signed_zeros,reciprocal,reassociate">];
  let dependentDialects = ["::emmy::EmmyDialect"];
}

#endif // EMMY_PIPELINES_PASSES_TD
