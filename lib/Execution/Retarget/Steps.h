// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host program of a run did, in an order and with arguments that mean the same on a device.

#ifndef EMMY_LIB_EXECUTION_RETARGET_STEPS_H
#define EMMY_LIB_EXECUTION_RETARGET_STEPS_H

#include "Emmy/Execution/Retarget.h"

#include "llvm/Support/JSON.h"

#include <vector>

struct EmmyShimLaunch;

namespace emmy::retarget {

class Steps {
public:
  /// `buffers` are those of the caller.
  explicit Steps(llvm::ArrayRef<RetargetBuffer> buffers);

  /// Where the run has the caller's buffers.
  void setBuffers(void *const *pointers);
  void addAllocation(const void *base, size_t bytes);
  void addCopy(const void *target, const void *source, size_t bytes);
  /// `parameters` are the bytes of each, 0 for a buffer; `arguments` a pair of numbers for each: the bits of a scalar,
  /// or an address and a number of bytes.
  void addLaunch(llvm::StringRef kernel, const EmmyShimLaunch &request, uint64_t dynamicSharedBytes,
                 llvm::ArrayRef<unsigned> parameters, const int64_t *arguments);

  std::string print() const;

private:
  struct Region {
    const char *base;
    size_t bytes;
  };
  llvm::json::Value describe(const void *address, size_t bytes) const;

  std::vector<Region> regions;
  llvm::json::Array steps;
};

} // namespace emmy::retarget

#endif // EMMY_LIB_EXECUTION_RETARGET_STEPS_H
