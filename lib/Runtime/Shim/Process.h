// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The few things that compiling at run time needs of the system: files, paths
// and running a program.

#ifndef EMMY_LIB_RUNTIME_SHIM_PROCESS_H
#define EMMY_LIB_RUNTIME_SHIM_PROCESS_H

#include <string>
#include <vector>

namespace emmy::shim {

/// The value of an environment variable; empty when it is not set.
std::string getEnvironment(const char *name);

/// The absolute path of a program, looked up in PATH unless it has a slash;
/// empty when there is none.
std::string findProgram(const std::string &name);

bool isFile(const std::string &path);
bool readFile(const std::string &path, std::string &contents);
bool writeFile(const std::string &path, const std::string &contents);
/// Makes a folder and the folders above it.
bool makeDirectories(const std::string &path);

/// Runs a program to its end. Returns its exit status, or -1 when it could not
/// be started or was killed; `output` is what it wrote to both of its streams.
int runProgram(const std::vector<std::string> &command, std::string &output);

} // namespace emmy::shim

#endif // EMMY_LIB_RUNTIME_SHIM_PROCESS_H
