// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compile command and the cache of its results. A result depends on the
// text, the shim's headers, the compiler and its arguments, and the host
// processor's features that the arguments name.

#include "Compile.h"
#include "Launch.h"
#include "Process.h"

#include <algorithm>
#include <cstdlib>
#include <dirent.h>
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace emmy::shim;

/// 128 bits of FNV-1a over strings, each with its length.
class ContentHash {
public:
  void add(const std::string &text) {
    addBytes(std::to_string(text.size()) + ":");
    addBytes(text);
  }
  std::string str() const {
    return format("%016llx%016llx", (unsigned long long)(state >> 64), (unsigned long long)state);
  }

private:
  void addBytes(const std::string &bytes) {
    constexpr unsigned __int128 prime = (unsigned __int128)1 << 88 | 0x13b;
    for (unsigned char byte : bytes)
      state = (state ^ byte) * prime;
  }
  unsigned __int128 state = (unsigned __int128)0x6c62272e07bb0142 << 64 | 0x62b821756295c58d;
};

static std::string getDirectory(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

/// The path of the library that this function is in.
static std::string getOwnPath() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<const void *>(&emmyShimLaunch), &info))
    return "";
  char *resolved = realpath(info.dli_fname, nullptr);
  std::string path = resolved ? resolved : info.dli_fname;
  free(resolved);
  return path;
}

static std::string findCompiler(const CompileOptions &options, std::string &error) {
  std::string wanted = options.compiler.empty() ? getEnvironment("EMMY_CXX") : options.compiler;
  if (!wanted.empty()) {
    std::string path = findProgram(wanted);
    if (path.empty())
      error = "expected a C++ compiler, but got '" + wanted + "', which cannot be run";
    return path;
  }
  for (const char *name : {"clang++-22", "clang++", "g++"})
    if (std::string path = findProgram(name); !path.empty())
      return path;
  error = "expected a C++ compiler to run CUDA C++ on the CPU, but got none: "
          "install clang++ or g++, or set EMMY_CXX";
  return "";
}

static std::string findShim(const CompileOptions &options, std::string &error) {
  std::string folder = options.shimDirectory;
  if (folder.empty())
    folder = getDirectory(getOwnPath()) + "/../include/Emmy/Runtime/Shim";
  if (!isFile(folder + "/cuda_runtime.h")) {
    error = "expected the shim's headers, but got no cuda_runtime.h in " + folder;
    return "";
  }
  return folder;
}

static std::string getCacheDirectory(const CompileOptions &options) {
  if (!options.cacheDirectory.empty())
    return options.cacheDirectory;
  if (std::string path = getEnvironment("EMMY_CACHE_DIR"); !path.empty())
    return path;
  if (std::string path = getEnvironment("XDG_CACHE_HOME"); !path.empty())
    return path + "/emmy";
  if (std::string path = getEnvironment("HOME"); !path.empty())
    return path + "/.cache/emmy";
  return format("/tmp/emmy-%u", unsigned(getuid()));
}

/// What a kernel keeps on its stack has to fit the stacks of the runtime, which
/// are a little larger.
static constexpr const char kFrameWarning[] = "-Wframe-larger-than=900000";

/// The arguments that decide what a program computes. Nothing is contracted or
/// approximated. Device code reads memory through pointers to vectors, so types
/// do not tell what may alias.
static std::vector<std::string> getArguments(const CompileOptions &options) {
  std::vector<std::string> arguments = {
      "-std=c++17",      "-fPIC",     "-ffp-contract=off", "-fno-math-errno",      "-fno-strict-aliasing",
      "-fno-exceptions", "-fno-rtti", "-fwrapv",           "-Wno-unknown-pragmas", kFrameWarning};
  arguments.push_back(options.checked ? "-O0" : "-O2");
#if defined(__x86_64__)
  // Only for a fast fmaf: without contraction the results are the same.
  if (__builtin_cpu_supports("fma"))
    arguments.push_back("-mfma");
#endif
  if (options.checked) {
    arguments.push_back("-fsanitize=thread");
    arguments.push_back("-DEMMY_SHIM_CHECKED=1");
  }
  arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
  return arguments;
}

/// Adds what tells one version of a file from another without reading it.
static void addIdentity(ContentHash &hash, const std::string &path) {
  struct stat status = {};
  (void)stat(path.c_str(), &status);
  hash.add(path);
  hash.add(
      format("%lld %lld.%09ld", (long long)status.st_size, (long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec));
}

static bool addHeaders(ContentHash &hash, const std::string &folder) {
  DIR *directory = opendir(folder.c_str());
  if (!directory)
    return false;
  std::vector<std::string> names;
  while (dirent *entry = readdir(directory))
    names.push_back(entry->d_name);
  closedir(directory);
  std::sort(names.begin(), names.end());
  for (const std::string &name : names) {
    std::string contents;
    if (name.size() < 3 || name.compare(name.size() - 2, 2, ".h") != 0)
      continue;
    if (!readFile(folder + "/" + name, contents))
      return false;
    hash.add(name);
    hash.add(contents);
  }
  return true;
}

/// The arguments that make a thread sanitizer report every access once, which
/// only clang has to be told.
static std::vector<std::string> getSanitizerArguments(const std::string &compiler) {
  std::string macros;
  runProgram({compiler, "-dM", "-E", "-x", "c++", "/dev/null"}, macros);
  if (macros.find("__clang__") != std::string::npos)
    return {"-mllvm", "-tsan-instrument-func-entry-exit=0", "-mllvm", "-tsan-instrument-read-before-write=1"};
  return {"--param=tsan-instrument-func-entry-exit=0"};
}

/// Runs a command; its messages are the error when it fails.
static bool runCommand(const std::vector<std::string> &command, std::string &error) {
  std::string messages, line;
  if (runProgram(command, messages) == 0 && messages.find("frame-larger-than") == std::string::npos)
    return true;
  for (const std::string &argument : command)
    line += (line.empty() ? "" : " ") + argument;
  error = "expected " + command.front() + " to compile the program, but got:\n" + messages + "in: " + line;
  return false;
}

/// Runs the compiler on `source`, in a folder of its own, and moves the result
/// to `library`.
static bool build(const std::string &source, const std::string &library, const CompileOptions &options,
                  const std::string &compiler, const std::string &shim, std::string &error) {
  std::string pattern = library + ".XXXXXX";
  if (!mkdtemp(&pattern[0])) {
    error = "expected a folder that can be written to, but got " + getDirectory(library);
    return false;
  }
  std::string input = pattern + "/program.cu", object = pattern + "/program.o", output = pattern + "/program.so";
  std::vector<std::string> link = {compiler, "-shared", "-Wl,-z,defs", object, getOwnPath(), "-o", output};
  std::vector<std::string> compile = {compiler};
  for (const std::string &argument : getArguments(options))
    compile.push_back(argument);
  compile.push_back("-I" + shim);

  bool succeeded = writeFile(input, source);
  if (options.checked) {
    // The sanitizer's library is not wanted, for the shim defines its hooks:
    // compile with the sanitizer and link without.
    for (const std::string &argument : getSanitizerArguments(compiler))
      compile.push_back(argument);
    compile.insert(compile.end(), {"-c", "-x", "c++", input, "-o", object});
    succeeded = succeeded && runCommand(compile, error) && runCommand(link, error);
  } else {
    compile.insert(compile.end(),
                   {"-shared", "-Wl,-z,defs", "-x", "c++", input, "-x", "none", getOwnPath(), "-o", output});
    succeeded = succeeded && runCommand(compile, error);
  }
  if (succeeded && rename(output.c_str(), library.c_str()) != 0) {
    error = "expected to write " + library + ", but could not";
    succeeded = false;
  } else if (!succeeded && error.empty()) {
    error = "expected to write " + input + ", but could not";
  }
  for (const std::string &path : {input, object, output})
    unlink(path.c_str());
  rmdir(pattern.c_str());
  return succeeded;
}

std::string emmy::shim::compile(const std::string &source, const CompileOptions &options, std::string &error) {
  std::string compiler = findCompiler(options, error);
  if (compiler.empty())
    return "";
  std::string shim = findShim(options, error);
  if (shim.empty())
    return "";

  ContentHash hash;
  hash.add(source);
  for (const std::string &argument : getArguments(options))
    hash.add(argument);
  addIdentity(hash, compiler);
  if (!addHeaders(hash, shim) || !addHeaders(hash, shim + "/emmy_shim")) {
    error = "expected headers that can be read, but got none in " + shim;
    return "";
  }
  std::string folder = getCacheDirectory(options) + "/shim";
  if (!makeDirectories(folder)) {
    error = "expected a folder for compiled programs, but got " + folder + ", which cannot be made";
    return "";
  }
  std::string library = folder + "/" + hash.str() + ".so";
  if (isFile(library) || build(source, library, options, compiler, shim, error))
    return library;
  return "";
}
