// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of matrix instructions, for those who write kernels that use them and for tests of it.

#include "Module.h"

#include "Emmy/Dialect/Base/IR/MatrixAtoms.h"

namespace py = pybind11;

static py::dict convertOperand(emmy::MatrixElement element, const emmy::FragmentLayout &layout) {
  py::dict result;
  result["element"] = emmy::getMatrixElementName(element);
  result["num_elements"] = layout.numElements;
  result["map"] = layout.printMap();
  return result;
}

void emmy::python::bindMatrixAtoms(py::module_ &module) {
  module.def(
      "matrix_atoms",
      [] {
        py::list atoms;
        for (const MatrixAtom &atom : kMatrixAtoms) {
          py::dict entry;
          entry["name"] = atom.name;
          entry["shape"] = py::make_tuple(atom.m, atom.n, atom.k);
          entry["least_target"] = atom.leastTarget;
          entry["left"] = convertOperand(atom.left, *atom.leftLayout);
          entry["right"] = convertOperand(atom.right, *atom.rightLayout);
          entry["accumulator"] = convertOperand(atom.accumulator, *atom.accumulatorLayout);
          atoms.append(entry);
        }
        return atoms;
      },
      "The matrix instructions of tensor cores; `map` gives row and column of an element from lane and number.");
}
