// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands in for the CUDA toolkit's header of the same name, so that emitted
// CUDA C++ compiles as C++ and runs on a CPU.

#ifndef EMMY_RUNTIME_SHIM_CUDA_RUNTIME_H
#define EMMY_RUNTIME_SHIM_CUDA_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#include "assert.h"

#include "emmy_shim/Abi.h"
#include "emmy_shim/Qualifiers.h"
#include "emmy_shim/Vectors.h"

#include "emmy_shim/Threads.h"

#include "emmy_shim/AsyncCopies.h"
#include "emmy_shim/Atomics.h"
#include "emmy_shim/Host.h"
#include "emmy_shim/Intrinsics.h"
#include "emmy_shim/Matrices.h"

#if EMMY_SHIM_CHECKED
#include "emmy_shim/Hooks.h"
#endif

#endif // EMMY_RUNTIME_SHIM_CUDA_RUNTIME_H
