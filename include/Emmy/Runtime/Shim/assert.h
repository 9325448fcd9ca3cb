// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An assertion that fails ends the launch with a report that names the thread,
// instead of ending the process.

// As the standard wants it, this header can be included again under another
// NDEBUG.
#include "emmy_shim/Abi.h"

#undef assert
#ifdef NDEBUG
#define assert(expression) ((void)0)
#else
#define assert(expression) ((expression) ? (void)0 : emmyShimAssertFailed(#expression, __FILE__, __LINE__))
#endif
