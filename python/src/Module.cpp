// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Python module _emmy: thin bindings of the facade. The package `emmy` is what users import.

#include "Module.h"

PYBIND11_MODULE(_emmy, module) {
  module.doc() = "Bindings of the Emmy compiler's facade; use the package emmy.";
  module.attr("__version__") = EMMY_VERSION;
  module.attr("LLVM_VERSION") = EMMY_LLVM_VERSION;
  emmy::python::bindProgram(module);
  emmy::python::bindExecutor(module);
  emmy::python::bindMatrixAtoms(module);
  emmy::python::bindShim(module);
}
