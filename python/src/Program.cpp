// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bindings of programs. Calls that may fail give (result or None, diagnostics); the package turns them into exceptions.

#include "Module.h"

#include "Emmy/Compiler.h"

namespace py = pybind11;
using namespace emmy;

static std::string getSeverityName(const Diagnostic &diagnostic) {
  switch (diagnostic.severity) {
  case Diagnostic::Severity::error:
    return "error";
  case Diagnostic::Severity::warning:
    return "warning";
  case Diagnostic::Severity::remark:
    return "remark";
  case Diagnostic::Severity::note:
    return "note";
  }
  return "error";
}

static std::string getOutcomeName(const PassCheck &check) {
  switch (check.outcome) {
  case PassCheck::Outcome::unchanged:
    return "unchanged";
  case PassCheck::Outcome::sameBits:
    return "same bits";
  case PassCheck::Outcome::close:
    return "close";
  case PassCheck::Outcome::notCompared:
    return "not compared";
  case PassCheck::Outcome::differs:
    return "differs";
  }
  return "not compared";
}

static void bindData(py::module_ &module) {
  py::class_<Diagnostic>(module, "Diagnostic")
      .def_property_readonly("severity", &getSeverityName)
      .def_readonly("message", &Diagnostic::message)
      .def_readonly("file", &Diagnostic::file)
      .def_readonly("line", &Diagnostic::line)
      .def_readonly("column", &Diagnostic::column)
      .def_readonly("notes", &Diagnostic::notes);
  py::class_<CompileOptions>(module, "CompileOptions")
      .def(py::init([](std::string target, std::string numerics, std::string licences, std::string schedule, bool fuse,
                       bool prepare, bool checkEachPass, uint64_t checkSeed, int64_t checkMaxElements,
                       int64_t checkMaxEvaluations) {
             return CompileOptions{
                 std::move(target), std::move(numerics), std::move(licences), std::move(schedule), fuse,
                 prepare,           checkEachPass,       checkSeed,           checkMaxElements,    checkMaxEvaluations};
           }),
           py::kw_only(), py::arg("target") = "", py::arg("numerics") = "", py::arg("licences") = "",
           py::arg("schedule") = "", py::arg("fuse") = true, py::arg("prepare") = true,
           py::arg("check_each_pass") = false, py::arg("check_seed") = 0, py::arg("check_max_elements") = 0,
           py::arg("check_max_evaluations") = 0)
      .def_static("get_numerics_modes", &CompileOptions::getNumericsModes)
      .def_static("get_licences", &CompileOptions::getLicences);
  py::class_<PassCheck>(module, "PassCheck")
      .def_readonly("pass_name", &PassCheck::pass)
      .def_property_readonly("outcome", &getOutcomeName)
      .def_readonly("elements", &PassCheck::elements)
      .def_readonly("effects", &PassCheck::effects)
      .def_readonly("detail", &PassCheck::detail);
  py::class_<SymbolInfo>(module, "SymbolInfo")
      .def_readonly("name", &SymbolInfo::name)
      .def_readonly("min", &SymbolInfo::min)
      .def_readonly("max", &SymbolInfo::max)
      .def_readonly("multiple", &SymbolInfo::multiple);
  py::class_<TensorInfo>(module, "TensorInfo")
      .def_readonly("name", &TensorInfo::name)
      .def_readonly("dtype", &TensorInfo::dtype)
      .def_readonly("extents", &TensorInfo::extents)
      .def_readonly("parameter", &TensorInfo::parameter)
      .def_readonly("updates", &TensorInfo::updates);
  py::class_<Signature>(module, "Signature")
      .def_readonly("name", &Signature::name)
      .def_readonly("symbols", &Signature::symbols)
      .def_readonly("inputs", &Signature::inputs)
      .def_readonly("outputs", &Signature::outputs);
}

void emmy::python::bindProgram(py::module_ &module) {
  bindData(module);
  py::class_<Program>(module, "Program")
      .def_static(
          "parse",
          [](const std::string &text, const std::string &fileName) {
            Diagnostics diagnostics;
            std::unique_ptr<Program> result;
            {
              py::gil_scoped_release release;
              if (std::optional<Program> program = Program::parse(text, fileName, diagnostics))
                result = std::make_unique<Program>(std::move(*program));
            }
            return std::pair(std::move(result), diagnostics);
          },
          py::arg("text"), py::arg("file_name"))
      .def("clone", [](const Program &program) { return std::make_unique<Program>(program.clone()); })
      .def_property_readonly("phase", &Program::getPhase)
      .def_property_readonly("has_preparation", &Program::hasPreparation)
      .def_property_readonly("pass_checks", &Program::getPassChecks)
      .def(
          "lower",
          [](Program &program, const std::string &phase, const CompileOptions &options) {
            Diagnostics diagnostics;
            py::gil_scoped_release release;
            bool isLowered = program.lower(phase, options, diagnostics);
            return std::pair(isLowered, diagnostics);
          },
          py::arg("phase"), py::arg("options"))
      .def(
          "run_pipeline",
          [](Program &program, const std::string &pipeline) {
            Diagnostics diagnostics;
            py::gil_scoped_release release;
            bool isRun = program.runPipeline(pipeline, diagnostics);
            return std::pair(isRun, diagnostics);
          },
          py::arg("pipeline"))
      .def("print", &Program::print, py::arg("with_locations") = false)
      .def(
          "emit",
          [](const Program &program, const std::string &kind) {
            Diagnostics diagnostics;
            std::optional<std::string> text;
            {
              py::gil_scoped_release release;
              text = program.emit(kind, diagnostics);
            }
            return std::pair(text, diagnostics);
          },
          py::arg("kind"))
      .def("signature",
           [](const Program &program) {
             Diagnostics diagnostics;
             std::optional<Signature> signature = program.getSignature(diagnostics);
             return std::pair(signature, diagnostics);
           })
      .def(
          "report",
          [](const Program &program, const std::map<std::string, int64_t> &sizes, const CompileOptions &options) {
            Diagnostics diagnostics;
            std::optional<std::string> text;
            {
              py::gil_scoped_release release;
              text = program.report(sizes, options, diagnostics);
            }
            return std::pair(text, diagnostics);
          },
          py::arg("sizes"), py::arg("options"), "(JSON or None, diagnostics): figures derived from the IR")
      .def(
          "result_shapes",
          [](const Program &program, const std::vector<int64_t> &symbols) {
            Diagnostics diagnostics;
            auto shapes = program.getResultShapes(symbols, diagnostics);
            return std::pair(shapes, diagnostics);
          },
          py::arg("symbols"))
      .def(
          "input_shapes",
          [](const Program &program, const std::vector<int64_t> &symbols) {
            Diagnostics diagnostics;
            auto shapes = program.getInputShapes(symbols, diagnostics);
            return std::pair(shapes, diagnostics);
          },
          py::arg("symbols"));
}
