// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts the figures of a program together: work from the kernels of loops, launches and issued accesses from the kernel
// level.

#include "Emmy/Analysis/Report.h"

#include "Flops.h"
#include "HostLaunches.h"
#include "Origins.h"
#include "Sweeps.h"

#include "Emmy/Conversion/HostProgram/HostProgram.h"
#include "Emmy/Dialect/Base/IR/While.h"
#include "Emmy/Execution/CallPlan.h"
#include "Emmy/Support/Locations.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::report;

/// Adds the kernels of a function in order, those of what it repeats once for each loop.
static void addKernels(FunctionOpInterface function, SmallVectorImpl<KernelOpInterface> &kernels) {
  for (Operation &op : function.getFunctionBody().front()) {
    if (auto kernel = dyn_cast<KernelOpInterface>(op))
      kernels.push_back(kernel);
    if (auto loop = dyn_cast<WhileOp>(op))
      for (FunctionOpInterface repeated : {loop.getConditionFunction(), loop.getBodyFunction()})
        addKernels(repeated, kernels);
  }
}

/// The kernels of a module's entry, in order.
static SmallVector<KernelOpInterface> getKernels(ModuleOp module) {
  SmallVector<KernelOpInterface> kernels;
  if (module)
    if (func::FuncOp entry = getEntry(module))
      addKernels(entry, kernels);
  return kernels;
}

static std::string getName(Value value, std::string fallback) {
  StringRef name = getNameHint(value.getLoc());
  return name.empty() ? fallback : name.str();
}

/// What the scheduled kernel touches and what the unscheduled one, where it is there, computes.
static LogicalResult addWork(KernelReport &report, KernelOpInterface kernel, KernelOpInterface unscheduled,
                             const SymbolValues &symbols) {
  FailureOr<KernelTraffic> traffic = measureTraffic(kernel, symbols);
  if (failed(traffic))
    return failure();
  WorkReport work;
  work.bytesRead = traffic->bytesRead;
  work.bytesWritten = traffic->bytesWritten;
  if (traffic->isEstimate)
    report.estimates.insert(report.estimates.end(), {"bytes_read", "bytes_written"});
  bool isEstimate = false;
  work.flops = countFlops(unscheduled ? unscheduled : kernel, symbols, isEstimate);
  if (isEstimate)
    report.estimates.push_back("flops");

  SmallVector<std::string> names;
  for (auto [index, input] : llvm::enumerate(kernel.getInputs()))
    names.push_back(getName(input, "input" + std::to_string(index)));
  for (auto [index, tie] : llvm::enumerate(kernel.getTied()))
    if (tie < 0)
      names.push_back(getName(kernel->getResult(index), "result" + std::to_string(index)));
  for (auto [name, buffer] : llvm::zip_equal(names, traffic->buffers))
    work.operands.push_back({name, buffer.bytesRead, buffer.bytesWritten, buffer.readSweeps, buffer.writeSweeps});
  report.work = std::move(work);
  return success();
}

static void addLaunch(KernelReport &report, const Launch &launch) {
  kernel::FuncOp kernel = launch.kernel;
  IssuedAccesses issued = countIssuedAccesses(launch);
  LaunchReport entry;
  entry.grid = launch.grid;
  for (auto [size, blockSize] : llvm::zip_equal(entry.block, kernel.getBlock()))
    size = blockSize;
  entry.sharedBytes = kernel::getSharedBytes(kernel);
  entry.bytesLoaded = issued.bytesLoaded;
  entry.bytesStored = issued.bytesStored;
  if (issued.isEstimate)
    report.estimates.insert(report.estimates.end(), {"bytes_loaded", "bytes_stored"});
  report.launch = entry;
  report.name = kernel.getSymName().str();
}

/// Bytes of the inputs and outputs of an entry over tensors, or over buffers; nothing where a buffer's extents are not
/// named.
static FailureOr<std::optional<int64_t>> getCompulsoryBytes(func::FuncOp entry, const SymbolValues &symbols) {
  int64_t total = 0;
  SmallVector<Type> types(entry.getArgumentTypes());
  llvm::append_range(types, entry.getResultTypes());
  for (auto [index, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (auto memref = dyn_cast<MemRefType>(type)) {
      auto dims = entry.getArgAttrOfType<DimsAttr>(index, "emmy.dims");
      if (!memref.hasStaticShape() && !dims)
        return std::optional<int64_t>();
      tensor = RankedTensorType::get(memref.getShape(), memref.getElementType(), dims);
    }
    if (!tensor)
      continue;
    FailureOr<int64_t> bytes = getTensorBytes(tensor, symbols, entry);
    if (failed(bytes))
      return failure();
    total += *bytes;
  }
  return std::optional<int64_t>(total);
}

FailureOr<ProgramReport> emmy::buildReport(const ReportLevels &levels, const llvm::StringMap<int64_t> &symbols) {
  ModuleOp scheduled = levels.tile ? levels.tile : levels.loop;
  ModuleOp lowest = levels.kernel ? levels.kernel : scheduled;
  assert(lowest && "a program at the loop, tile or kernel level");
  ProgramReport report;
  if (auto target = lowest->getAttrOfType<StringAttr>("emmy.target"))
    report.target = target.str();
  if (auto numerics = lowest->getAttrOfType<NumericsAttr>("emmy.numerics"))
    report.numerics = stringifyNumerics(numerics.getValue()).str();
  report.licences = LicenceSet::of(lowest);
  for (auto symbol : lowest.getOps<SymbolOp>()) {
    auto value = symbols.find(symbol.getSym());
    if (value == symbols.end())
      return symbol.emitError("expected a value of @") << symbol.getSym() << ", but got none";
    report.symbols.push_back({symbol.getSym().str(), value->second});
  }

  func::FuncOp entry = expectEntry(lowest);
  if (!entry)
    return failure();

  SmallVector<KernelOpInterface> kernels = getKernels(scheduled), unscheduled = getKernels(levels.loop);
  std::optional<HostProgram> host;
  if (levels.kernel) {
    FailureOr<HostProgram> evaluated = evaluateHostProgram(entry, symbols);
    if (failed(evaluated))
      return failure();
    host = std::move(*evaluated);
    report.workspaceBytes = host->workspaceBytes;
    report.bytesCopied = host->bytesCopied;
    assert((!scheduled || host->launches.size() == kernels.size()) && "lowering launches every kernel once");
  }
  // Merging equal kernels of one level may leave fewer at the next.
  if (unscheduled.size() != kernels.size())
    unscheduled.assign(kernels.size(), KernelOpInterface());

  FailureOr<std::optional<int64_t>> compulsory = getCompulsoryBytes(scheduled ? getEntry(scheduled) : entry, symbols);
  if (failed(compulsory))
    return failure();
  report.bytesCompulsory = *compulsory;

  if (levels.fusion) {
    report.fusion.emplace();
    for (const loop::FusionDecision &decision : *levels.fusion)
      report.fusion->push_back({decision, getLastLine(decision.location)});
  }

  if (levels.rewrites) {
    report.rewrites.emplace();
    for (const LicensedRewrite &rewrite : *levels.rewrites)
      report.rewrites->push_back({rewrite, getLastLine(rewrite.location)});
  }

  if (std::optional<CallPlan> plan = CallPlan::read(lowest))
    for (const CallPlan::Result &result : plan->results)
      report.prepared.push_back({result.name, static_cast<int64_t>(result.bytes)});

  Operators operators(levels.framework);
  size_t numKernels = scheduled ? kernels.size() : host->launches.size();
  for (size_t i = 0; i < numKernels; ++i) {
    KernelReport &kernel = report.kernels.emplace_back();
    Operation *source = scheduled ? kernels[i].getOperation() : host->launches[i].kernel.getOperation();
    kernel.name = getKernelName(source);
    kernel.operators = operators.getNames(source->getLoc());
    kernel.locations = getLines(source->getLoc());
    if (scheduled && failed(addWork(kernel, kernels[i], unscheduled[i], symbols)))
      return failure();
    kernel.isRepeated =
        host ? host->launches[i].isRepeated : source->getParentOfType<func::FuncOp>() != getEntry(scheduled);
    if (host)
      addLaunch(kernel, host->launches[i]);
  }
  return report;
}
