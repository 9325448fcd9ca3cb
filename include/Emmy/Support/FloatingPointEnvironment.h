// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The floating-point environment that compiled code runs in.

#ifndef EMMY_SUPPORT_FLOATINGPOINTENVIRONMENT_H
#define EMMY_SUPPORT_FLOATINGPOINTENVIRONMENT_H

#include <cfenv>

namespace emmy {

/// Round to nearest even, subnormals kept, no traps: while it lives. The caller's environment comes back when it dies,
/// whatever the caller had set (some libraries turn flush-to-zero on for the whole thread).
class FloatingPointEnvironment {
public:
  FloatingPointEnvironment() {
    std::fegetenv(&saved);
    // The default environment includes the control bits for subnormals on x86-64 and AArch64.
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatingPointEnvironment() { std::fesetenv(&saved); }
  FloatingPointEnvironment(const FloatingPointEnvironment &) = delete;
  FloatingPointEnvironment &operator=(const FloatingPointEnvironment &) = delete;

private:
  std::fenv_t saved;
};

} // namespace emmy

#endif // EMMY_SUPPORT_FLOATINGPOINTENVIRONMENT_H
