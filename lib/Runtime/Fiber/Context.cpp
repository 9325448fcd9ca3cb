// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The context switch saves what the calling convention says a function keeps,
// and nothing else: it takes a few nanoseconds where ucontext makes system
// calls.

#include "Context.h"

#include <cstdint>
#include <cstring>

#if defined(__x86_64__)

__asm__(R"(
    .text
    .globl emmySwitchContext
    .hidden emmySwitchContext
    .type emmySwitchContext, @function
    .p2align 4
emmySwitchContext:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    retq
    .size emmySwitchContext, . - emmySwitchContext
)");

// From low to high: six registers, the entry as return address, and a null
// return address for the entry, which starts on a stack aligned as after a
// call.
void *emmy::fiber::makeContext(void *top, void (*entry)()) {
  uintptr_t aligned = reinterpret_cast<uintptr_t>(top) & ~uintptr_t(15);
  void **frame = reinterpret_cast<void **>(aligned) - 8;
  memset(frame, 0, 8 * sizeof(void *));
  frame[6] = reinterpret_cast<void *>(entry);
  return frame;
}

#elif defined(__aarch64__)

__asm__(R"(
    .text
    .globl emmySwitchContext
    .hidden emmySwitchContext
    .type emmySwitchContext, %function
    .p2align 4
emmySwitchContext:
    sub sp, sp, #160
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    ret
    .size emmySwitchContext, . - emmySwitchContext
)");

// The layout of the saved registers above; x30 holds the entry.
void *emmy::fiber::makeContext(void *top, void (*entry)()) {
  uintptr_t aligned = reinterpret_cast<uintptr_t>(top) & ~uintptr_t(15);
  void **frame = reinterpret_cast<void **>(aligned) - 20;
  memset(frame, 0, 20 * sizeof(void *));
  frame[11] = reinterpret_cast<void *>(entry);
  return frame;
}

#else
#error "there is no context switch for this processor"
#endif
