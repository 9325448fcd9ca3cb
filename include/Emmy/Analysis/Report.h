// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Figures of a program and of each of its kernels, derived from the IR alone: no GPU and no run is needed.

#ifndef EMMY_ANALYSIS_REPORT_H
#define EMMY_ANALYSIS_REPORT_H

#include "Emmy/Dialect/Base/IR/Licences.h"
#include "Emmy/Dialect/Loop/Transforms/FusionDecision.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace emmy {

/// What a kernel does with one of its tensors.
struct OperandReport {
  std::string name;
  int64_t bytesRead = 0, bytesWritten = 0;
  unsigned readSweeps = 0, writeSweeps = 0;
};

/// How a kernel is launched, and what its threads really access; known at the kernel level.
struct LaunchReport {
  std::array<int64_t, 3> grid = {}, block = {};
  int64_t sharedBytes = 0;
  /// Of all accesses to global memory, summed over all threads. An atomic is a load and a store.
  int64_t bytesLoaded = 0, bytesStored = 0;
};

/// What a kernel computes; known at the loop and the tile level.
struct WorkReport {
  /// Each operand's touched bytes once for every sweep that the kernel makes over it.
  int64_t bytesRead = 0, bytesWritten = 0;
  /// An fma counts 2, functions what the laws table says, every other float operation 1.
  int64_t flops = 0;
  std::vector<OperandReport> operands;
};

struct KernelReport {
  std::string name;
  std::vector<std::string> operators; ///< of the framework level, as far as locations tell
  std::vector<std::string> locations; ///< file:line
  bool isRepeated = false;            ///< it is a part of a loop, and the figures are those of one step
  std::optional<LaunchReport> launch;
  std::optional<WorkReport> work;
  /// Keys of figures that depend on data, or that would take too long to count.
  std::vector<std::string> estimates;
};

/// One decision of fusion about two kernels.
struct FusionReport {
  loop::FusionDecision decision;
  std::string line; ///< where the value between them was written; empty where that is not known
};

/// One rewrite that changes bits: done under a licence, or left undone for want of it.
struct RewriteReport {
  LicensedRewrite rewrite;
  std::string line; ///< where what is rewritten was written; empty where that is not known
};

/// One value that @prepare makes of parameters.
struct PreparedReport {
  std::string name;
  int64_t bytes = 0;
};

struct ProgramReport {
  std::string target;
  std::string numerics; ///< the mode; empty where the module says none
  LicenceSet licences;
  std::vector<std::pair<std::string, int64_t>> symbols;
  std::vector<KernelReport> kernels;
  std::optional<int64_t> bytesCompulsory; ///< inputs, parameters and outputs once
  std::optional<int64_t> workspaceBytes;  ///< intermediate results
  std::optional<int64_t> bytesCopied;     ///< by copies between kernels
  /// In the order in which they were made; nothing where the program was fused before it came here.
  std::optional<std::vector<FusionReport>> fusion;
  /// In the order of the program; nothing where it was rewritten before it came here.
  std::optional<std::vector<RewriteReport>> rewrites;
  std::vector<PreparedReport> prepared;
};

/// One program at several levels, each lowered from the one above; null where a level is not there. Needs one at the
/// loop, tile or kernel level.
struct ReportLevels {
  mlir::ModuleOp framework, loop, tile, kernel;
  /// What emmy-loop-fuse decided on the way; null where it did not run.
  const std::vector<loop::FusionDecision> *fusion = nullptr;
  /// What was rewritten, or not, on the way; null where no pass did.
  const std::vector<LicensedRewrite> *rewrites = nullptr;
};

/// Fails, with an error, where a symbol has no value, or the levels hold different kernels.
mlir::FailureOr<ProgramReport> buildReport(const ReportLevels &levels, const llvm::StringMap<int64_t> &symbols);

/// The report as JSON:
/// {"target", "symbols", "kernels": [{"name", "ops", "locations", "grid", "block", "shared_bytes", "registers",
/// "repeated", "bytes_read", "bytes_written", "bytes_loaded", "bytes_stored", "flops", "operands", "estimates"}],
/// "total":
/// {"kernels", "bytes_read", "bytes_written", "bytes_loaded", "bytes_stored", "bytes_compulsory", "bytes_copied",
/// "workspace_bytes", "flops"}, "fusion": [{"kind", "producer", "consumer", "at", "merged", "rule", "reason",
/// "bytes_saved", "recomputed_flops", "instructions", "instruction_budget"}], "numerics": {"mode", "licences",
/// "rewrites": [{"licence", "what", "change", "at", "done"}]}, "prepared": [{"name", "bytes"}]}, with null for what is
/// not known.
std::string printReport(const ProgramReport &report);

} // namespace emmy

#endif // EMMY_ANALYSIS_REPORT_H
