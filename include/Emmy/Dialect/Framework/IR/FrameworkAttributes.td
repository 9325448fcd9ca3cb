// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the framework dialect.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKATTRIBUTES_TD
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKATTRIBUTES_TD

include "Emmy/Dialect/Base/IR/BaseAttributes.td"
include "Emmy/Dialect/Framework/IR/FrameworkDialect.td"
include "Emmy/Dialect/Framework/IR/FrameworkEnums.td"

def EmmyFramework_RoundingAttr : EnumAttr<Framework_Dialect, EmmyFramework_Rounding, "rounding"> {
  let assemblyFormat = "`<` $value `>`";
}
def EmmyFramework_ApproximationAttr : EnumAttr<Framework_Dialect, EmmyFramework_Approximation, "approximation"> {
  let assemblyFormat = "`<` $value `>`";
}

def EmmyFramework_LossReductionAttr : EnumAttr<Framework_Dialect, EmmyFramework_LossReduction, "loss_reduction"> {
  let assemblyFormat = "`<` $value `>`";
}

def EmmyFramework_ScatterReductionAttr : EnumAttr<Framework_Dialect, EmmyFramework_ScatterReduction, "scatter_reduction"> {
  let assemblyFormat = "`<` $value `>`";
}

def EmmyFramework_RangeAttr : AttrDef<Framework_Dialect, "Range"> {
  let mnemonic = "range";
  let summary = "the bounds of a slice";
  let description = [{
    `[start : end : step]`, the end excluded. The end may be left out (the extent of the dim), and so may a step of 1.

    Example: `#emmy_framework.range<[0 : 2*seq : 2]>`
  }];
  let parameters = (ins "::emmy::ExtentAttr":$start, OptionalParameter<"::emmy::ExtentAttr">:$end, "int64_t":$step);
  let hasCustomAssemblyFormat = 1;
}

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKATTRIBUTES_TD
