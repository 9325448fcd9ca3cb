// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels round to nearest even and keep subnormals, whatever the process that
// runs them has set.

#ifndef EMMY_LIB_RUNTIME_SHIM_FLOATENVIRONMENT_H
#define EMMY_LIB_RUNTIME_SHIM_FLOATENVIRONMENT_H

#include <cstdint>

namespace emmy::shim {

/// Sets the calling thread's floating-point control register to its default
/// and restores it, with the exception flags that it had.
class DefaultFloatEnvironment {
public:
  DefaultFloatEnvironment() : saved(read()) { write(kDefault); }
  ~DefaultFloatEnvironment() { write(saved); }
  DefaultFloatEnvironment(const DefaultFloatEnvironment &) = delete;
  DefaultFloatEnvironment &operator=(const DefaultFloatEnvironment &) = delete;

private:
#if defined(__x86_64__)
  using Register = uint32_t;
  static constexpr Register kDefault = 0x1f80; // all exceptions masked
  static Register read() {
    Register value;
    __asm__ volatile("stmxcsr %0" : "=m"(value));
    return value;
  }
  static void write(Register value) { __asm__ volatile("ldmxcsr %0" : : "m"(value)); }
#elif defined(__aarch64__)
  using Register = uint64_t;
  static constexpr Register kDefault = 0;
  static Register read() {
    Register value;
    __asm__ volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void write(Register value) { __asm__ volatile("msr fpcr, %0" : : "r"(value)); }
#else
#error "no floating-point control register is known for this processor"
#endif
  Register saved;
};

} // namespace emmy::shim

#endif // EMMY_LIB_RUNTIME_SHIM_FLOATENVIRONMENT_H
