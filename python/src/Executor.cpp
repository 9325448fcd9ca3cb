// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bindings of the executor.

#include "Buffers.h"
#include "Module.h"

#include "Emmy/Executor.h"

namespace py = pybind11;
using namespace emmy;

void emmy::python::bindExecutor(py::module_ &module) {
  py::class_<Executor>(module, "Executor")
      .def_static(
          "create",
          [](const Program &program, const std::string &level, const CompileOptions &options,
             std::optional<unsigned> optLevel, bool check, const std::string &traceFile) {
            Diagnostics diagnostics;
            std::unique_ptr<Executor> result;
            {
              py::gil_scoped_release release;
              ExecutorOptions executorOptions;
              executorOptions.level = level;
              executorOptions.optLevel = optLevel;
              executorOptions.compile = options;
              executorOptions.check = check;
              executorOptions.traceFile = traceFile;
              if (std::optional<Executor> executor = Executor::create(program, executorOptions, diagnostics))
                result = std::make_unique<Executor>(std::move(*executor));
            }
            return std::pair(std::move(result), diagnostics);
          },
          py::arg("program"), py::arg("level"), py::arg("options"), py::arg("opt_level") = py::none(),
          py::arg("check") = true, py::arg("trace_file") = "")
      .def(
          "run",
          [](const Executor &executor, const std::vector<Buffer> &buffers, const std::vector<int64_t> &symbols) {
            Diagnostics diagnostics;
            std::string launches;
            std::vector<void *> pointers;
            for (const Buffer &buffer : buffers)
              pointers.push_back(getPointer(buffer));
            py::gil_scoped_release release;
            bool isRun = executor.run(pointers.data(), symbols.data(), diagnostics, &launches);
            return std::tuple(isRun, diagnostics, launches);
          },
          py::arg("buffers"), py::arg("symbols"), "(whether it ran well, diagnostics, JSON of what was launched)");
}
