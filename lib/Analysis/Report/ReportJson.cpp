// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report as JSON.

#include "Emmy/Analysis/Report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace emmy;
namespace json = llvm::json;

/// A member of an optional part; null where the part is not there.
template <typename Part>
static json::Value get(const std::optional<Part> &part, int64_t Part::*member) {
  return part ? json::Value((*part).*member) : json::Value(nullptr);
}

static json::Value get(const std::optional<int64_t> &value) {
  return value ? json::Value(*value) : json::Value(nullptr);
}

/// The sum over the kernels; null where one is not known.
template <typename Part>
static json::Value getTotal(const ProgramReport &report, std::optional<Part> KernelReport::*part,
                            int64_t Part::*member) {
  int64_t total = 0;
  for (const KernelReport &kernel : report.kernels) {
    if (!(kernel.*part))
      return nullptr;
    total += *(kernel.*part).*member;
  }
  return total;
}

static void printOperands(json::OStream &os, const KernelReport &kernel) {
  os.attributeArray("operands", [&] {
    if (!kernel.work)
      return;
    for (const OperandReport &operand : kernel.work->operands)
      os.object([&] {
        os.attribute("name", operand.name);
        os.attribute("bytes_read", operand.bytesRead);
        os.attribute("bytes_written", operand.bytesWritten);
        os.attribute("read_sweeps", operand.readSweeps);
        os.attribute("write_sweeps", operand.writeSweeps);
      });
  });
}

static void printKernel(json::OStream &os, const KernelReport &kernel) {
  os.attribute("name", kernel.name);
  os.attribute("ops", json::Array(kernel.operators));
  os.attribute("locations", json::Array(kernel.locations));
  os.attribute("grid", kernel.launch ? json::Value(json::Array(kernel.launch->grid)) : json::Value(nullptr));
  os.attribute("block", kernel.launch ? json::Value(json::Array(kernel.launch->block)) : json::Value(nullptr));
  os.attribute("shared_bytes", get(kernel.launch, &LaunchReport::sharedBytes));
  // Known to the assembler only.
  os.attribute("registers", nullptr);
  os.attribute("repeated", kernel.isRepeated);
  os.attribute("bytes_read", get(kernel.work, &WorkReport::bytesRead));
  os.attribute("bytes_written", get(kernel.work, &WorkReport::bytesWritten));
  os.attribute("bytes_loaded", get(kernel.launch, &LaunchReport::bytesLoaded));
  os.attribute("bytes_stored", get(kernel.launch, &LaunchReport::bytesStored));
  os.attribute("flops", get(kernel.work, &WorkReport::flops));
  printOperands(os, kernel);
  os.attribute("estimates", json::Array(kernel.estimates));
}

static void printTotal(json::OStream &os, const ProgramReport &report) {
  os.attribute("kernels", int64_t(report.kernels.size()));
  os.attribute("bytes_read", getTotal(report, &KernelReport::work, &WorkReport::bytesRead));
  os.attribute("bytes_written", getTotal(report, &KernelReport::work, &WorkReport::bytesWritten));
  os.attribute("bytes_loaded", getTotal(report, &KernelReport::launch, &LaunchReport::bytesLoaded));
  os.attribute("bytes_stored", getTotal(report, &KernelReport::launch, &LaunchReport::bytesStored));
  os.attribute("bytes_compulsory", get(report.bytesCompulsory));
  os.attribute("bytes_copied", get(report.bytesCopied));
  os.attribute("workspace_bytes", get(report.workspaceBytes));
  os.attribute("flops", getTotal(report, &KernelReport::work, &WorkReport::flops));
}

static void printDecision(json::OStream &os, const FusionReport &entry) {
  const loop::FusionDecision &decision = entry.decision;
  os.attribute("kind", decision.isBeside ? "beside" : "into");
  os.attribute("producer", decision.producer);
  os.attribute("consumer", decision.consumer);
  os.attribute("at", entry.line.empty() ? json::Value(nullptr) : json::Value(entry.line));
  os.attribute("merged", decision.isMerged);
  os.attribute("rule", decision.rule);
  os.attribute("reason", decision.reason);
  using Numbers = loop::FusionDecision::Numbers;
  os.attribute("bytes_saved", get(decision.numbers, &Numbers::bytesSaved));
  os.attribute("recomputed_flops", get(decision.numbers, &Numbers::recomputedFlops));
  os.attribute("instructions", get(decision.numbers, &Numbers::instructions));
  os.attribute("instruction_budget", get(decision.numbers, &Numbers::instructionBudget));
}

static void printFusion(json::OStream &os, const ProgramReport &report) {
  if (!report.fusion) {
    os.attribute("fusion", nullptr);
    return;
  }
  os.attributeArray("fusion", [&] {
    for (const FusionReport &entry : *report.fusion)
      os.object([&] { printDecision(os, entry); });
  });
}

static void printNumerics(json::OStream &os, const ProgramReport &report) {
  os.attribute("mode", report.numerics.empty() ? json::Value(nullptr) : json::Value(report.numerics));
  os.attributeArray("licences", [&] {
    for (Licence licence : getAllLicences())
      if (report.licences.has(licence))
        os.value(stringifyLicence(licence));
  });
  if (!report.rewrites) {
    os.attribute("rewrites", nullptr);
    return;
  }
  os.attributeArray("rewrites", [&] {
    for (const RewriteReport &entry : *report.rewrites)
      os.object([&] {
        os.attribute("licence", stringifyLicence(entry.rewrite.licence));
        os.attribute("what", entry.rewrite.what);
        os.attribute("change", entry.rewrite.change);
        os.attribute("at", entry.line.empty() ? json::Value(nullptr) : json::Value(entry.line));
        os.attribute("done", entry.rewrite.isDone);
      });
  });
}

std::string emmy::printReport(const ProgramReport &report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  json::OStream os(stream, /*IndentSize=*/2);
  os.object([&] {
    os.attribute("target", report.target);
    os.attributeObject("symbols", [&] {
      for (const auto &[name, value] : report.symbols)
        os.attribute(name, value);
    });
    os.attributeArray("kernels", [&] {
      for (const KernelReport &kernel : report.kernels)
        os.object([&] { printKernel(os, kernel); });
    });
    os.attributeObject("total", [&] { printTotal(os, report); });
    printFusion(os, report);
    os.attributeObject("numerics", [&] { printNumerics(os, report); });
    os.attributeArray("prepared", [&] {
      for (const PreparedReport &value : report.prepared)
        os.object([&] {
          os.attribute("name", value.name);
          os.attribute("bytes", value.bytes);
        });
    });
  });
  return text;
}
