// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host program's side of a run: launches, allocations and copies, in stream order.

#include "Session.h"
#include "Worker.h"

#include "Emmy/Dialect/Base/IR/Targets.h"
#include "Emmy/Dialect/Kernel/IR/Kernel.h"
#include "Emmy/Support/FloatingPointEnvironment.h"

#include <atomic>
#include <cstring>
#include <functional>
#include <thread>

using namespace emmy;
using namespace emmy::simulator;

static thread_local Session *currentSession = nullptr;

Session *Session::current() { return currentSession; }
void Session::setCurrent(Session *session) { currentSession = session; }

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

void Session::report(Finding finding, uint64_t block) {
  std::lock_guard<std::mutex> lock(mutex);
  // The parties of a race may come in either order.
  mlir::Operation *first = finding.operation, *second = finding.other;
  if (finding.kind == Kind::race && std::less<>()(second, first))
    std::swap(first, second);
  auto [place, isNew] = known.try_emplace({finding.kind, first, second}, record.findings.size());
  if (isNew) {
    record.findings.push_back(std::move(finding));
    blocks.push_back(block);
    return;
  }
  Finding &earlier = record.findings[place->second];
  uint64_t count = earlier.count + 1;
  // Workers are not in order: the finding of the first block is told.
  if (block < blocks[place->second]) {
    earlier = std::move(finding);
    blocks[place->second] = block;
  }
  earlier.count = count;
}

size_t Session::getNumFindings() {
  std::lock_guard<std::mutex> lock(mutex);
  return record.findings.size();
}

/// A finding about the host program.
static Finding makeFinding(Kind kind, mlir::Operation *operation, std::string message) {
  Finding finding;
  finding.kind = kind;
  finding.operation = operation;
  finding.other = nullptr;
  finding.message = std::move(message);
  return finding;
}

void Session::checkOutputs(llvm::ArrayRef<Allocation *> buffers) {
  if (isStopped() || !options.checked)
    return;
  for (Allocation *buffer : buffers) {
    if (!buffer->isOutput || buffer->isAllWritten())
      continue;
    std::string message = "expected all " + std::to_string(buffer->bytes) + " bytes of '" + buffer->name +
                          "' to be written, but got " + std::to_string(buffer->getNumUnwritten()) +
                          " that no kernel writes, the first at byte " + std::to_string(buffer->getFirstUnwritten());
    report(makeFinding(Kind::neverWritten, buffer->operation, message), 0);
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

bool Session::checkGrid(const KernelInfo &kernel, mlir::Operation *operation, const int64_t *grid) {
  static constexpr int64_t kLimits[3] = {TargetFacts::gridX, 65535, 65535};
  auto refuse = [&](const std::string &message) {
    Finding finding = makeFinding(Kind::launch, operation, message);
    finding.kernel = kernel.name;
    report(std::move(finding), 0);
    return false;
  };
  for (unsigned i = 0; i < 3; ++i)
    if (grid[i] < 0 || grid[i] > kLimits[i])
      return refuse("expected a grid of at most " + std::to_string(kLimits[i]) + " blocks in " + "xyz"[i] +
                    ", but got " + std::to_string(grid[i]));
  auto module = kernel.operation->getParentOfType<kernel::ModuleOp>();
  const TargetFacts *facts = lookupTarget(module.getTarget().value_or("sm_80"));
  if (facts && kernel.sharedBytes > uint64_t(facts->staticSharedBytesPerBlock))
    return refuse("expected at most " + std::to_string(facts->staticSharedBytesPerBlock) +
                  " bytes of shared memory on " + facts->name.str() + ", but got " +
                  std::to_string(kernel.sharedBytes));
  return true;
}

bool Session::prepareViews(Launch &launch, const int64_t *arguments) {
  const KernelInfo &kernel = launch.kernel;
  for (auto [i, argument] : llvm::enumerate(kernel.arguments)) {
    launch.scalars.push_back(arguments[2 * i]);
    View &view = launch.views.emplace_back();
    if (!argument.elementBytes)
      continue;
    view.base = reinterpret_cast<char *>(arguments[2 * i]);
    view.numElements = arguments[2 * i + 1] / argument.elementBytes;
    view.allocation = memory.find(view.base);
    // A constant of the host program.
    if (!view.allocation)
      view.allocation = &memory.adopt(view.base, arguments[2 * i + 1], argument.name);
    view.offset = view.base - view.allocation->base;
    view.isFresh = view.allocation->isUnwritten();
    if (launch.checked && argument.isWritten)
      view.cells = view.allocation->getCells(view.numElements);
  }
  if (!launch.checked)
    return true;
  for (unsigned i = 0; i < kernel.arguments.size(); ++i)
    for (unsigned j = i + 1; j < kernel.arguments.size(); ++j) {
      const KernelInfo::Argument &first = kernel.arguments[i], &second = kernel.arguments[j];
      if (!first.elementBytes || !second.elementBytes || !(first.isWritten || second.isWritten))
        continue;
      const char *begin = std::max(launch.views[i].base, launch.views[j].base);
      const char *end =
          std::min(launch.views[i].base + arguments[2 * i + 1], launch.views[j].base + arguments[2 * j + 1]);
      if (begin >= end)
        continue;
      Finding finding =
          makeFinding(Kind::aliasing, launch.operation,
                      "expected arguments that do not overlap where one is written, but got '" + first.name +
                          "' and '" + second.name + "' with " + std::to_string(end - begin) + " bytes in common");
      finding.kernel = kernel.name;
      report(std::move(finding), 0);
      return false;
    }
  return true;
}

void Session::launch(int32_t operation, int32_t kernelNumber, const int64_t *grid, const int64_t *arguments) {
  if (isStopped())
    return;
  const KernelInfo &kernel = info.kernels[kernelNumber];
  if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0)
    return;
  mlir::Operation *launchOperation = info.hostOperations[operation];
  if (!checkGrid(kernel, launchOperation, grid))
    return;
  Launch launch{
      info, kernel, launchOperation, options.checked, {uint32_t(grid[0]), uint32_t(grid[1]), uint32_t(grid[2])},
      {},   {}};
  if (!prepareViews(launch, arguments))
    return;
  LaunchRecord launchRecord;
  launchRecord.kernel = kernel.name;
  launchRecord.grid = launch.grid;
  llvm::copy(kernel.block, launchRecord.block.begin());
  launchRecord.sharedBytes = kernel.sharedBytes;
  launchRecord.checked = options.checked;
  runBlocks(launch, launchRecord);
  record.launches.push_back(std::move(launchRecord));
  // Without checks nobody knows which elements a launch wrote.
  if (!options.checked)
    for (auto [argument, view] : llvm::zip_equal(kernel.arguments, launch.views))
      if (argument.isWritten)
        view.allocation->markAllWritten();
}

void Session::runBlocks(Launch &launch, LaunchRecord &launchRecord) {
  uint64_t numBlocks = launch.getNumBlocks();
  std::atomic<uint64_t> next = 0;
  std::mutex countersMutex;
  auto work = [&](uint32_t &workerStamp) {
    FloatingPointEnvironment environment;
    Worker worker(*this, launch, workerStamp);
    while (true) {
      uint64_t number = next++;
      if (number >= numBlocks || getNumFindings() >= (options.checked ? kMaxFindings : 1))
        break;
      worker.run(number);
    }
    std::lock_guard<std::mutex> lock(countersMutex);
    launchRecord.counters.add(worker.getCounters());
  };
  // Checked blocks run in order: an element's last accesses are then told by one stamp, and reports are always the
  // same.
  uint64_t numWorkers = 1;
  if (!options.checked) {
    numWorkers = options.workers ? options.workers : std::max(1u, std::thread::hardware_concurrency());
    uint64_t threads = numBlocks * launch.kernel.block[0] * launch.kernel.block[1] * launch.kernel.block[2];
    // Starting a host thread costs as much as running this many GPU threads.
    numWorkers = std::min<uint64_t>({numWorkers, numBlocks, 1 + threads / 4096});
  }
  std::vector<std::thread> others;
  std::vector<uint32_t> stamps(numWorkers, 0);
  for (uint64_t i = 1; i < numWorkers; ++i)
    others.emplace_back([&, i] { work(stamps[i]); });
  work(stamp);
  for (std::thread &other : others)
    other.join();
}

void Session::copy(int32_t operation, void *target, const void *source, int64_t bytes) {
  if (isStopped() || bytes == 0)
    return;
  Allocation *to = memory.find(target), *from = memory.find(source);
  if (!to || (from && from->base + from->bytes < static_cast<const char *>(source) + bytes) ||
      to->base + to->bytes < static_cast<char *>(target) + bytes) {
    report(makeFinding(Kind::launch, info.hostOperations[operation],
                       "expected a copy within device memory, but got another address"),
           0);
    return;
  }
  std::memmove(target, source, bytes);
  size_t offset = static_cast<char *>(target) - to->base;
  if (from)
    to->copyWritten(offset, *from, static_cast<const char *>(source) - from->base, bytes);
  else
    to->markWritten(offset, bytes);
}

static void launchHook(int32_t operation, int32_t kernel, int64_t x, int64_t y, int64_t z, const int64_t *arguments) {
  int64_t grid[3] = {x, y, z};
  Session::current()->launch(operation, kernel, grid, arguments);
}

static void *allocateHook(int32_t operation, int64_t bytes) {
  Session &session = *Session::current();
  mlir::Operation *alloc = session.info.hostOperations[operation];
  return session.memory.allocate(bytes, "workspace", alloc).base;
}

static void copyHook(int32_t operation, void *target, const void *source, int64_t bytes) {
  Session::current()->copy(operation, target, source, bytes);
}

const HostHooks &emmy::simulator::getHostHooks() {
  static constexpr HostHooks hooks = {launchHook, allocateHook, copyHook};
  return hooks;
}
