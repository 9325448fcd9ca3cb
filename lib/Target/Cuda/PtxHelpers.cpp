// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that CUDA C++ has no function for, each as a function of inline PTX in the printed file. The shim cannot
// run PTX: its headers define a function of the same name for everything that is listed here. CUDA's own functions of
// cuda_pipeline.h are not used: they take a branch for each number of bytes that a copy may have, wait for no more than
// 8 groups, and let the compiler move accesses over the wait.

#include "Types.h"

#include "llvm/ADT/STLExtras.h"

using namespace emmy::cuda;

namespace {
struct PtxHelper {
  llvm::StringLiteral name, definition;
};
} // namespace

// Only whole vectors of 16 bytes may pass by the first-level cache.
static constexpr PtxHelper kHelpers[] = {
    {"emmy_async_copy_4", R"(
static __device__ __forceinline__ void emmy_async_copy_4(void *target, const void *source, int valid_bytes = 4) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
               :
               : "r"(uint32_t(__cvta_generic_to_shared(target))), "l"(__cvta_generic_to_global(source)), "r"(valid_bytes)
               : "memory");
}
)"},
    {"emmy_async_copy_8", R"(
static __device__ __forceinline__ void emmy_async_copy_8(void *target, const void *source, int valid_bytes = 8) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
               :
               : "r"(uint32_t(__cvta_generic_to_shared(target))), "l"(__cvta_generic_to_global(source)), "r"(valid_bytes)
               : "memory");
}
)"},
    {"emmy_async_copy_16", R"(
static __device__ __forceinline__ void emmy_async_copy_16(void *target, const void *source, int valid_bytes = 16) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
               :
               : "r"(uint32_t(__cvta_generic_to_shared(target))), "l"(__cvta_generic_to_global(source)), "r"(valid_bytes)
               : "memory");
}
)"},
    {"emmy_async_commit", R"(
static __device__ __forceinline__ void emmy_async_commit() { asm volatile("cp.async.commit_group;" : : : "memory"); }
)"},
    {"emmy_async_wait", R"(
template <int all_but>
static __device__ __forceinline__ void emmy_async_wait() {
  asm volatile("cp.async.wait_group %0;" : : "n"(all_but) : "memory");
}
)"},
};

void Prelude::addPtxHelper(llvm::StringRef name) {
  const PtxHelper *helper = llvm::find_if(kHelpers, [&](const PtxHelper &entry) { return entry.name == name; });
  assert(helper != std::end(kHelpers) && "expected one of the table");
  ptxHelpers.try_emplace(name.str(), helper->definition.ltrim().str());
}
