// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conversion from the framework level to the tensor level.

#ifndef EMMY_CONVERSION_FRAMEWORKTOTENSOR_PASSES_TD
#define EMMY_CONVERSION_FRAMEWORKTOTENSOR_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertFrameworkToTensorPass : Pass<"emmy-convert-framework-to-tensor", "::mlir::ModuleOp"> {
  let summary = "spells every framework operator as elementwise functions, reductions and index maps";
  let description = [{
    Each operator becomes the few words of the tensor level: broadcasting and every change of shape an `index_map`, promotion a
    `convert`, a formula a chain of `elementwise`, a product of matrices two index maps, a multiplication and a sum. Parameters become
    trailing arguments of the entry (the only public function) with the attribute `emmy.parameter`, one for each key.

    Numeric effect: arithmetic on f16, bf16 and 8-bit floats computes in f32 and rounds once per operator (an implied `convert`), as
    PyTorch does; sums and products of narrow floats accumulate in f32, variances of f32 in f64.

    Before any change, everything that stands in the way is reported: parameters outside the entry, and keys with two types.

    ```mlir
    %s = emmy_framework.silu %x : tensor<4xf32>
    // becomes
    %n = emmy_tensor.elementwise negate(%x) : tensor<4xf32>
    %e = emmy_tensor.elementwise exp(%n) : tensor<4xf32>
    %one = emmy_tensor.constant 1.0 : tensor<4xf32>
    %d = emmy_tensor.elementwise add(%one, %e) : tensor<4xf32>
    %s = emmy_tensor.elementwise divide(%x, %d) : tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::emmy::tensor::TensorDialect", "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect"];
  let statistics = [Statistic<"numParameters", "parameters", "Number of parameters that became arguments">];
}

#endif // EMMY_CONVERSION_FRAMEWORKTOTENSOR_PASSES_TD
