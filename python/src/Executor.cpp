// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bindings of the executor.

#include "Buffers.h"
#include "Module.h"

#include "Emmy/Executor.h"

namespace py = pybind11;
using namespace emmy;
using namespace emmy::python;

/// A handle, since Python sees nothing of what is behind it.
namespace {
struct Prepared {
  std::shared_ptr<const PreparedParameters> data;
};
} // namespace

static std::vector<void *> getPointers(const std::vector<Buffer> &buffers) {
  std::vector<void *> pointers;
  for (const Buffer &buffer : buffers)
    pointers.push_back(getPointer(buffer));
  return pointers;
}

static const PreparedParameters *getData(const std::optional<Prepared> &prepared) {
  return prepared ? prepared->data.get() : nullptr;
}

void emmy::python::bindExecutor(py::module_ &module) {
  py::class_<Prepared>(module, "Prepared", "what @prepare made of parameters");
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
          "prepare",
          [](const Executor &executor, const std::vector<Buffer> &buffers, const std::vector<int64_t> &symbols) {
            Diagnostics diagnostics;
            std::optional<Prepared> prepared;
            std::vector<void *> pointers = getPointers(buffers);
            {
              py::gil_scoped_release release;
              if (auto data = executor.prepare(pointers.data(), symbols.data(), diagnostics))
                prepared = Prepared{std::move(data)};
            }
            return std::pair(prepared, diagnostics);
          },
          py::arg("buffers"), py::arg("symbols"), "(what was prepared or None, diagnostics)")
      .def(
          "hash_parameters",
          [](const Executor &executor, const std::vector<Buffer> &buffers, const std::vector<int64_t> &symbols) {
            Diagnostics diagnostics;
            std::vector<void *> pointers = getPointers(buffers);
            py::gil_scoped_release release;
            return executor.hashParameters(pointers.data(), symbols.data(), diagnostics);
          },
          py::arg("buffers"), py::arg("symbols"),
          "a hash of the contents of the parameters that `prepare` reads, or None where it has nothing to do")
      .def(
          "arrange",
          [](const Executor &executor, const std::vector<Buffer> &buffers, const std::vector<int64_t> &symbols,
             const std::optional<Prepared> &prepared) {
            Diagnostics diagnostics;
            std::vector<void *> pointers = getPointers(buffers);
            std::vector<std::pair<std::string, Buffer>> arguments;
            for (const ArgumentBuffer &argument :
                 executor.arrange(pointers.data(), symbols.data(), getData(prepared), diagnostics))
              arguments.emplace_back(argument.name, Buffer(reinterpret_cast<uintptr_t>(argument.base), argument.bytes));
            return arguments;
          },
          py::arg("buffers"), py::arg("symbols"), py::arg("prepared"),
          "(name, buffer) of every argument of the entry that is printed as target code")
      .def(
          "run",
          [](const Executor &executor, const std::vector<Buffer> &buffers, const std::vector<int64_t> &symbols,
             const std::optional<Prepared> &prepared) {
            Diagnostics diagnostics;
            std::string launches;
            std::vector<void *> pointers = getPointers(buffers);
            py::gil_scoped_release release;
            bool isRun = executor.run(pointers.data(), symbols.data(), diagnostics, &launches, getData(prepared));
            return std::tuple(isRun, diagnostics, launches);
          },
          py::arg("buffers"), py::arg("symbols"), py::arg("prepared") = py::none(),
          "(whether it ran well, diagnostics, JSON of what was launched)");
}
