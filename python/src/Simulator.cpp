// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bindings of the simulator of emitted CUDA C++.

#include "Buffers.h"
#include "Module.h"

#include "Emmy/Runtime/Simulate.h"

namespace py = pybind11;

namespace {

/// A compiled program, unloaded with the object.
class Simulator {
public:
  Simulator(const std::string &source, bool checked) {
    EmmySimulateCompileOptions options = {};
    options.checked = checked;
    char *error = nullptr;
    program = emmySimulateCompile(source.c_str(), &options, &error);
    if (!program) {
      message = error;
      emmySimulateFreeText(error);
    }
  }
  Simulator(const Simulator &) = delete;
  ~Simulator() { emmySimulateUnload(program); }

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

void emmy::python::bindSimulator(py::module_ &module) {
  py::class_<Simulator>(module, "Simulator")
      .def_static(
          "create",
          [](const std::string &source, bool checked) {
            std::unique_ptr<Simulator> simulator;
            {
              py::gil_scoped_release release;
              simulator = std::make_unique<Simulator>(source, checked);
            }
            std::string message = simulator->message;
            return std::pair(simulator->program ? std::move(simulator) : nullptr, message);
          },
          py::arg("source"), py::arg("checked") = false, "(simulator or None, message): compiles CUDA C++ for the CPU")
      .def(
          "run",
          [](const Simulator &simulator, const std::vector<Buffer> &buffers, const std::vector<std::string> &names,
             const std::vector<int64_t> &symbols) {
            std::vector<EmmySimulateBuffer> arguments;
            for (size_t i = 0; i < buffers.size(); ++i)
              arguments.push_back(
                  {getPointer(buffers[i]), buffers[i].second, i < names.size() ? names[i].c_str() : nullptr});
            EmmySimulateReport *report;
            {
              py::gil_scoped_release release;
              report = emmySimulateRun(simulator.program, arguments.data(), arguments.size(), symbols.data(), nullptr);
            }
            std::string message = emmySimulateGetErrorCode(report) ? emmySimulateGetErrorText(report) : "";
            py::list launches = convertLaunches(report);
            emmySimulateDeleteReport(report);
            return std::pair(message, launches);
          },
          py::arg("buffers"), py::arg("names"), py::arg("symbols"),
          "(message, launches): an empty message means that the run ended well");
}
