// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the kernel dialect: its enumerations.

#ifndef EMMY_DIALECT_KERNEL_IR_KERNELATTRIBUTES_TD
#define EMMY_DIALECT_KERNEL_IR_KERNELATTRIBUTES_TD

include "Emmy/Dialect/Kernel/IR/KernelDialect.td"
include "Emmy/Dialect/Kernel/IR/KernelEnums.td"
include "mlir/IR/AttrTypeBase.td"

def EmmyKernel_DimensionAttr : EnumAttr<Kernel_Dialect, EmmyKernel_Dimension, "dimension">;
def EmmyKernel_ShuffleModeAttr : EnumAttr<Kernel_Dialect, EmmyKernel_ShuffleMode, "shuffle_mode">;
def EmmyKernel_AtomicKindAttr : EnumAttr<Kernel_Dialect, EmmyKernel_AtomicKind, "atomic_kind">;

#endif // EMMY_DIALECT_KERNEL_IR_KERNELATTRIBUTES_TD
