// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one NaN of views of bits.

#ifndef EMMY_SUPPORT_NANBITS_H
#define EMMY_SUPPORT_NANBITS_H

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

namespace emmy {

/// The bits that stand for those of every NaN of a format: the quiet one's. Of 8 bits it has all ones in its fraction,
/// as conversions to them make it.
inline llvm::APInt getNanBits(const llvm::fltSemantics &format) {
  llvm::APInt ones = llvm::APInt::getAllOnes(8);
  bool isSmall = llvm::APFloat::getSizeInBits(format) == 8;
  return llvm::APFloat::getQNaN(format, /*Negative=*/false, isSmall ? &ones : nullptr).bitcastToAPInt();
}

} // namespace emmy

#endif // EMMY_SUPPORT_NANBITS_H
