// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A suspended flow of control is its stack pointer: everything else lies on its
// stack. The floating-point control registers are not switched: all flows of a
// worker share them.

#ifndef EMMY_LIB_RUNTIME_FIBER_CONTEXT_H
#define EMMY_LIB_RUNTIME_FIBER_CONTEXT_H

namespace emmy::fiber {

/// Saves the caller's flow of control, stores its stack pointer in `*from`, and
/// continues the flow of control that `to` is the stack pointer of.
extern "C" void emmySwitchContext(void **from, void *to);

/// Prepares a stack that ends at `top`, so that switching to the result calls
/// `entry`, which never returns.
void *makeContext(void *top, void (*entry)());

} // namespace emmy::fiber

#endif // EMMY_LIB_RUNTIME_FIBER_CONTEXT_H
