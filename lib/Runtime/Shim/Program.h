// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts that CUDA keeps beside a kernel and that the host compiler has nowhere
// to put: the launch bound and the static shared memory. They are read from the
// program's own file: the bound is the name of the section that the kernel lies
// in, shared arrays are thread-local symbols.

#ifndef EMMY_LIB_RUNTIME_SHIM_PROGRAM_H
#define EMMY_LIB_RUNTIME_SHIM_PROGRAM_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace emmy::shim {

/// A shared array: its place in the program's thread-local memory.
struct SharedArray {
  std::string name;
  size_t offset;
  size_t bytes;
};

struct Kernel {
  std::string name;
  /// The most threads of a block; 0 where nothing was declared.
  unsigned launchBound = 0;
  /// The shared arrays of this kernel and of the functions it may call.
  std::vector<SharedArray> arrays;
  size_t staticSharedBytes = 0;
  /// What cudaFuncSetAttribute allowed; 0 where it was not called.
  size_t maxDynamicShared = 0;
};

class Program {
public:
  /// Finds the program that `function` lies in.
  static Program *create(const void *function, unsigned char *(*dynamicShared)());

  /// A program whose code is in no file: its kernels are described, and all of
  /// their shared memory is dynamic.
  static Program *createInMemory(unsigned char *(*dynamicShared)());

  Kernel &getKernel(const void *function);
  /// Makes a kernel of a program in memory known.
  void describeKernel(const void *function, const char *name, unsigned launchBound);
  /// The calling thread's copy of the program's thread-local memory.
  char *getThreadMemory() const;
  /// Where the dynamic shared memory starts in it.
  size_t getDynamicOffset() const { return dynamicOffset; }
  size_t getThreadMemoryBytes() const { return threadMemoryBytes; }
  /// Whether an address lies in the program's own image (its constants).
  bool containsImage(uintptr_t address) const;

private:
  struct Section {
    std::string name;
    uintptr_t begin, end;
  };
  struct Range {
    uintptr_t begin, end;
  };
  void readSymbols(const char *path);

  uintptr_t base = 0;
  size_t threadModule = 0;
  /// Of a program in memory; null where the program's file has the array.
  unsigned char *(*dynamicShared)() = nullptr;
  size_t threadMemoryBytes = 0;
  size_t dynamicOffset = 0;
  std::vector<Range> image;
  std::vector<Section> boundSections;
  std::vector<SharedArray> arrays;
  std::map<const void *, Kernel> kernels;
};

} // namespace emmy::shim

#endif // EMMY_LIB_RUNTIME_SHIM_PROGRAM_H
