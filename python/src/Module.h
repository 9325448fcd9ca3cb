// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of the Python module, one function a file.

#ifndef EMMY_PYTHON_SRC_MODULE_H
#define EMMY_PYTHON_SRC_MODULE_H

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace emmy::python {

/// Diagnostics, options, signatures, programs.
void bindProgram(pybind11::module_ &module);

/// Executors on this machine's CPU.
void bindExecutor(pybind11::module_ &module);

/// The table of matrix instructions.
void bindMatrixAtoms(pybind11::module_ &module);

/// The shim that runs emitted CUDA C++ on the CPU.
void bindShim(pybind11::module_ &module);

} // namespace emmy::python

#endif // EMMY_PYTHON_SRC_MODULE_H
