// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Python module _emmy: thin bindings of the facade. The package `emmy` is what users import.

#include "Module.h"

PYBIND11_MODULE(_emmy, module) {
  module.doc() = "Bindings of the Emmy compiler's facade; use the package emmy.";
  emmy::python::bindProgram(module);
  emmy::python::bindExecutor(module);
  emmy::python::bindMatrixAtoms(module);
  emmy::python::bindShim(module);
}
