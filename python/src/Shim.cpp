// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bindings of the shim, which runs emitted CUDA C++ on the CPU.

#include "Buffers.h"
#include "Module.h"

#include "Emmy/Runtime/Simulate.h"

namespace py = pybind11;

namespace {

/// A compiled program, unloaded with the object.
class Shim {
public:
  Shim(const std::string &source, bool checked) {
    EmmySimulateCompileOptions options = {};
    options.checked = checked;
    char *error = nullptr;
    program = emmySimulateCompile(source.c_str(), &options, &error);
    if (!program) {
      message = error;
      emmySimulateFreeText(error);
    }
  }
  Shim(const Shim &) = delete;
  ~Shim() { emmySimulateUnload(program); }

  EmmySimulateProgram *program = nullptr;
  std::string message;
};

} // namespace

static py::dict convertAccesses(const EmmySimulateAccesses &accesses) {
  py::dict result;
  result["loads"] = std::vector<uint64_t>(std::begin(accesses.loads), std::end(accesses.loads));
  result["stores"] = std::vector<uint64_t>(std::begin(accesses.stores), std::end(accesses.stores));
  result["bytes_loaded"] = accesses.bytesLoaded;
  result["bytes_stored"] = accesses.bytesStored;
  return result;
}

static py::list convertLaunches(const EmmySimulateReport *report) {
  py::list launches;
  for (size_t i = 0; i < emmySimulateGetNumLaunches(report); ++i) {
    EmmySimulateLaunch launch = emmySimulateGetLaunch(report, i);
    py::dict entry;
    entry["kernel"] = launch.kernel;
    entry["grid"] = std::vector<unsigned>(std::begin(launch.grid), std::end(launch.grid));
    entry["block"] = std::vector<unsigned>(std::begin(launch.block), std::end(launch.block));
    entry["shared_bytes"] = launch.sharedBytes;
    entry["global"] = convertAccesses(launch.global);
    entry["shared"] = convertAccesses(launch.shared);
    entry["atomics"] = launch.atomics;
    entry["barriers"] = launch.barriers;
    launches.append(entry);
  }
  return launches;
}

void emmy::python::bindShim(py::module_ &module) {
  py::class_<Shim>(module, "Shim")
      .def_static(
          "create",
          [](const std::string &source, bool checked) {
            std::unique_ptr<Shim> shim;
            {
              py::gil_scoped_release release;
              shim = std::make_unique<Shim>(source, checked);
            }
            std::string message = shim->message;
            return std::pair(shim->program ? std::move(shim) : nullptr, message);
          },
          py::arg("source"), py::arg("checked") = false, "(shim or None, message): compiles CUDA C++ for the CPU")
      .def(
          "run",
          [](const Shim &shim, const std::vector<Buffer> &buffers, const std::vector<std::string> &names,
             const std::vector<int64_t> &symbols) {
            std::vector<EmmySimulateBuffer> arguments;
            for (size_t i = 0; i < buffers.size(); ++i)
              arguments.push_back(
                  {getPointer(buffers[i]), buffers[i].second, i < names.size() ? names[i].c_str() : nullptr});
            EmmySimulateReport *report;
            {
              py::gil_scoped_release release;
              report = emmySimulateRun(shim.program, arguments.data(), arguments.size(), symbols.data(), nullptr);
            }
            std::string message = emmySimulateGetErrorCode(report) ? emmySimulateGetErrorText(report) : "";
            py::list launches = convertLaunches(report);
            emmySimulateDeleteReport(report);
            return std::pair(message, launches);
          },
          py::arg("buffers"), py::arg("names"), py::arg("symbols"),
          "(message, launches): an empty message means that the run ended well");
}
