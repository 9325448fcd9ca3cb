// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of products: two tensors read through index maps over one space, multiplied, and summed over its last dim.

#ifndef EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_CONTRACT_H
#define EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_CONTRACT_H

#include "Expr.h"

namespace emmy {

/// `result[i…] = sum over k of lhs[…] rhs[…]`, in the compute type of the operands. `shape` is the result's; dim d of
/// an operand has the coordinate of dim `dims[d]` of (result…, k), and its number divided by `divisors[d]` where that
/// is not 1 (heads that serve several). A dim of extent 1 along a longer one is repeated.
struct ContractOperand {
  Expr value;
  llvm::SmallVector<int64_t> dims;
  llvm::SmallVector<int64_t> divisors = {};
};
Expr contract(ContractOperand lhs, ContractOperand rhs, llvm::ArrayRef<ExtentAttr> shape, ExtentAttr contracted);

} // namespace emmy

#endif // EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_CONTRACT_H
