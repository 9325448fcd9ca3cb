// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host program's side of a run: launches, allocations and copies, in stream order.

#include "Session.h"
#include "Descriptions.h"
#include "Worker.h"

#include "Emmy/Dialect/Base/IR/Targets.h"
#include "Emmy/Dialect/Kernel/IR/Kernel.h"
#include "Emmy/Support/FloatingPointEnvironment.h"

#include <atomic>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <thread>
#include <tuple>

using namespace emmy;
using namespace emmy::simulator;

static thread_local Session *currentSession = nullptr;

Session *Session::current() { return currentSession; }
void Session::setCurrent(Session *session) { currentSession = session; }

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

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
    report(makeFinding(Kind::neverWritten, buffer->operation, message));
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
    report(std::move(finding));
    return false;
  };
  for (unsigned i = 0; i < 3; ++i)
    if (grid[i] < 0 || grid[i] > kLimits[i])
      return refuse("expected a grid of at most " + std::to_string(kLimits[i]) + " blocks in " + "xyz"[i] +
                    ", but got " + std::to_string(grid[i]));
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
    if (view.allocation->isConstant() && argument.isWritten) {
      Finding finding = makeFinding(Kind::outOfBounds, launch.operation,
                                    "expected argument '" + argument.name +
                                        "', which the kernel writes, to be a buffer, but got a global of the program");
      finding.kernel = kernel.name;
      report(std::move(finding));
      return false;
    }
    view.offset = view.base - view.allocation->base;
    view.isFresh = view.allocation->isUnwritten(view.offset, arguments[2 * i + 1]);
    if (launch.checked && view.offset % kernel::kMaxVectorBytes != 0) {
      Finding finding = makeFinding(Kind::misaligned, launch.operation,
                                    "expected argument '" + argument.name + "' to start at a multiple of " +
                                        std::to_string(kernel::kMaxVectorBytes) + " bytes, but got byte " +
                                        std::to_string(view.offset) + " of its memory");
      finding.kernel = kernel.name;
      report(std::move(finding));
      return false;
    }
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
      report(std::move(finding));
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
  launch.number = record.launches.size();
  if (options.checked && options.traced)
    launch.events = &record.events;
  LaunchRecord launchRecord;
  launchRecord.kernel = kernel.name;
  launchRecord.grid = launch.grid;
  llvm::copy(kernel.block, launchRecord.block.begin());
  launchRecord.sharedBytes = kernel.sharedBytes;
  launchRecord.checked = options.checked;
  runBlocks(launch, launchRecord);
  record.launches.push_back(std::move(launchRecord));
  if (options.checked)
    return mergeHistories(launch);
  // Without checks nobody knows which elements a launch wrote.
  for (auto [argument, view] : llvm::zip_equal(kernel.arguments, launch.views))
    if (argument.isWritten)
      view.allocation->markAllWritten();
}

void Session::runBlocks(Launch &launch, LaunchRecord &launchRecord) {
  uint64_t numBlocks = launch.getNumBlocks();
  uint64_t numWorkers = options.workers ? options.workers : std::max(1u, std::thread::hardware_concurrency());
  uint64_t threads = numBlocks * launch.kernel.block[0] * launch.kernel.block[1] * launch.kernel.block[2];
  if (launch.events)
    numWorkers = 1;
  // Starting a host thread costs as much as running this many GPU threads.
  numWorkers = std::min<uint64_t>({numWorkers, numBlocks, 1 + threads / 4096});
  while (workers.size() < numWorkers)
    workers.emplace_back();

  std::atomic<uint64_t> next = 0;
  std::vector<std::vector<BlockFinding>> findings(numWorkers);
  std::vector<Counters> counters(numWorkers);
  auto work = [&](uint64_t i) {
    FloatingPointEnvironment environment;
    Worker worker(launch, workers[i]);
    // Blocks are taken in order, so a worker's findings are in order, too.
    for (uint64_t number = next++; number < numBlocks; number = next++)
      worker.run(number);
    counters[i] = worker.getCounters();
    findings[i] = worker.takeFindings();
  };
  std::vector<std::thread> others;
  for (uint64_t i = 1; i < numWorkers; ++i)
    others.emplace_back(work, i);
  work(0);
  for (std::thread &other : others)
    other.join();
  for (const Counters &more : counters)
    launchRecord.counters.add(more);
  mergeFindings(std::move(findings));
}

/// What makes two findings one: the kind and the operations; the parties of a race may come in either order.
static auto getKey(const Finding &finding) {
  mlir::Operation *first = finding.operation, *second = finding.other;
  if (finding.kind == Kind::race && std::less<>()(second, first))
    std::swap(first, second);
  return std::tuple(finding.kind, first, second);
}

void Session::mergeFindings(std::vector<std::vector<BlockFinding>> findings) {
  std::vector<BlockFinding> all;
  for (std::vector<BlockFinding> &list : findings)
    llvm::append_range(all, std::move(list));
  // A block is run by one worker, so the order within it is kept.
  llvm::stable_sort(all, [](const BlockFinding &a, const BlockFinding &b) { return a.block < b.block; });
  std::map<decltype(getKey(all.front().finding)), size_t> known;
  for (BlockFinding &item : all) {
    auto [place, isNew] = known.try_emplace(getKey(item.finding), record.findings.size());
    if (isNew)
      record.findings.push_back(std::move(item.finding));
    else
      record.findings[place->second].count += item.finding.count;
  }
}

/// The later access of two, and the earlier one, where blocks access an element and one of them writes it.
static std::optional<std::pair<AccessSpan::Access, AccessSpan::Access>> findRace(const History &history) {
  for (AccessKind written : {AccessKind::store, AccessKind::atomic})
    for (AccessKind other : {AccessKind::store, AccessKind::atomic, AccessKind::load}) {
      const AccessSpan &writes = history.spans[unsigned(written)], &accesses = history.spans[unsigned(other)];
      if (writes.isEmpty() || accesses.isEmpty() || (written == AccessKind::atomic && other == AccessKind::atomic))
        continue;
      AccessSpan::Access firstWrite = writes.getFirst(), first = accesses.getFirst();
      AccessSpan::Access lastWrite = writes.getLast(), last = accesses.getLast();
      if (last.block != firstWrite.block)
        return last.block > firstWrite.block ? std::pair(last, firstWrite) : std::pair(firstWrite, last);
      if (lastWrite.block != first.block)
        return lastWrite.block > first.block ? std::pair(lastWrite, first) : std::pair(first, lastWrite);
    }
  return std::nullopt;
}

std::vector<WorkerMemory *> Session::takeTouched(size_t argument, size_t page) {
  std::vector<WorkerMemory *> result;
  for (WorkerMemory &worker : workers) {
    if (worker.touched.size() <= argument || worker.touched[argument].size() <= page)
      continue;
    uint8_t &isTouched = worker.touched[argument][page];
    if (isTouched)
      result.push_back(&worker);
    isTouched = 0;
  }
  return result;
}

void Session::mergeHistories(const Launch &launch) {
  std::vector<BlockFinding> races;
  std::map<decltype(getKey(races.front().finding)), size_t> known;
  for (auto [i, argument] : llvm::enumerate(launch.kernel.arguments)) {
    const View &view = launch.views[i];
    if (!argument.isWritten)
      continue;
    std::vector<WorkerMemory *> parts;
    for (uint64_t element = 0; element < view.numElements; ++element) {
      if (element % WorkerMemory::kPageElements == 0)
        parts = takeTouched(i, element / WorkerMemory::kPageElements);
      if (parts.empty()) {
        element += WorkerMemory::kPageElements - 1;
        continue;
      }
      History history;
      for (WorkerMemory *worker : parts) {
        History &part = worker->histories[i].get(0)[element];
        history.add(part);
        part = History();
      }
      if (history.isWritten())
        view.allocation->markWritten(view.offset + element * argument.elementBytes, argument.elementBytes);
      auto race = findRace(history);
      if (!race)
        continue;
      auto [later, earlier] = *race;
      const Site &site = launch.info.sites[later.site], &other = launch.info.sites[earlier.site];
      Finding finding;
      finding.kind = Kind::race;
      finding.operation = site.operation;
      finding.other = other.operation;
      auto [place, isNew] = known.try_emplace(getKey(finding), races.size());
      if (!isNew) {
        ++races[place->second].finding.count;
        continue;
      }
      auto describe = [&](const AccessSpan::Access &access, const Site &accessSite) {
        return std::string("the ") + getVerb(accessSite) + " by " + describeThread(launch, access.thread) + " of " +
               describeBlock(launch, access.block);
      };
      finding.kernel = launch.kernel.name;
      finding.message = "expected no block to access what another one writes, but got " + describe(later, site) +
                        " and " + describe(earlier, other) + " of element " + std::to_string(element) + " of '" +
                        argument.name + "'";
      finding.otherDescription = describe(earlier, other);
      races.push_back({std::move(finding), later.block});
    }
  }
  for (BlockFinding &race : races)
    report(std::move(race.finding));
}

void Session::copy(int32_t operation, void *target, const void *source, int64_t bytes) {
  if (isStopped() || bytes == 0)
    return;
  Allocation *to = memory.find(target), *from = memory.find(source);
  if (!to || to->isConstant()) {
    report(makeFinding(Kind::outOfBounds, info.hostOperations[operation],
                       "expected a copy to a buffer, but got one to a global of the program"));
    return;
  }
  // A constant of the host program is no allocation, and as large as its type says.
  int64_t room = to->base + to->bytes - static_cast<char *>(target);
  int64_t given = from ? from->base + from->bytes - static_cast<const char *>(source) : bytes;
  if (bytes > std::min(room, given)) {
    report(makeFinding(Kind::outOfBounds, info.hostOperations[operation],
                       "expected a copy of at most " + std::to_string(std::min(room, given)) + " bytes, but got " +
                           std::to_string(bytes)));
    return;
  }
  std::memmove(target, source, bytes);
  size_t offset = static_cast<char *>(target) - to->base;
  if (from)
    to->copyWritten(offset, *from, static_cast<const char *>(source) - from->base, bytes);
  else
    to->markWritten(offset, bytes);
}

int64_t Session::read(int32_t operation, const void *source, int64_t bytes) {
  if (isStopped())
    return 0;
  Allocation *from = memory.find(source);
  if (options.checked && from && !from->isWritten(static_cast<const char *>(source) - from->base, bytes)) {
    report(makeFinding(Kind::uninitialized, info.hostOperations[operation],
                       "expected a read of what a kernel has written, but got one of '" + from->name +
                           "', which none has"));
    return 0;
  }
  int64_t bits = 0;
  std::memcpy(&bits, source, bytes);
  return bits;
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

static int64_t readHook(int32_t operation, const void *source, int64_t bytes) {
  return Session::current()->read(operation, source, bytes);
}

static bool goesOnHook() { return !Session::current()->isStopped(); }

const HostHooks &emmy::simulator::getHostHooks() {
  static constexpr HostHooks hooks = {launchHook, allocateHook, copyHook, readHook, goesOnHook};
  return hooks;
}
