// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contiguous host memory from Python, by address: a caller gives (address, bytes) pairs of tensors or arrays that it
// keeps alive.

#ifndef EMMY_PYTHON_SRC_BUFFERS_H
#define EMMY_PYTHON_SRC_BUFFERS_H

#include <cstdint>
#include <utility>
#include <vector>

namespace emmy::python {

using Buffer = std::pair<uintptr_t, int64_t>;

inline void *getPointer(const Buffer &buffer) { return reinterpret_cast<void *>(buffer.first); }

} // namespace emmy::python

#endif // EMMY_PYTHON_SRC_BUFFERS_H
