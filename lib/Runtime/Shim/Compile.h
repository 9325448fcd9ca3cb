// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the text of a CUDA C++ file to a shared library, by a C++ compiler that
// is found at run time. What was compiled once is kept under a name made of
// everything that the result depends on.

#ifndef EMMY_LIB_RUNTIME_SHIM_COMPILE_H
#define EMMY_LIB_RUNTIME_SHIM_COMPILE_H

#include <string>
#include <vector>

namespace emmy::shim {

struct CompileOptions {
  std::string compiler;
  std::vector<std::string> arguments;
  std::string cacheDirectory;
  std::string shimDirectory;
  bool checked = false;
};

/// Compiles `source`; returns the path of the library, or an empty string with
/// a message in `error`.
std::string compile(const std::string &source, const CompileOptions &options, std::string &error);

} // namespace emmy::shim

#endif // EMMY_LIB_RUNTIME_SHIM_COMPILE_H
