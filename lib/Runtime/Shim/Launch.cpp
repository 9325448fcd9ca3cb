// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks a launch as the CUDA runtime does, runs it and records it.

#include "Launch.h"
#include "Worker.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>

using namespace emmy::shim;

std::string emmy::shim::formatList(const char *pattern, va_list arguments) {
  char *text = nullptr;
  int length = vasprintf(&text, pattern, arguments);
  std::string result(length < 0 ? pattern : text);
  if (length >= 0)
    free(text);
  return result;
}

std::string emmy::shim::format(const char *pattern, ...) {
  va_list arguments;
  va_start(arguments, pattern);
  std::string result = formatList(pattern, arguments);
  va_end(arguments);
  return result;
}

Launch::Launch(const EmmyShimLaunch &request, Program &program, Kernel &kernel, Session &session)
    : request(request), program(program), kernel(kernel), session(session),
      numBlocks(uint64_t(request.grid[0]) * request.grid[1] * request.grid[2]) {}

bool Launch::takeBlock(uint64_t &number) {
  number = nextBlock.fetch_add(1, std::memory_order_relaxed);
  return number < numBlocks && number < failedBlock.load(std::memory_order_relaxed);
}

void Launch::fail(uint64_t block, int code, const std::string &text) {
  std::lock_guard<std::mutex> lock(mutex);
  if (block >= failedBlock)
    return;
  failedBlock = block;
  errorCode = code;
  errorText = text;
}

void Launch::addCounters(const Counters &other) {
  std::lock_guard<std::mutex> lock(mutex);
  counters.add(other);
}

unsigned emmy::shim::chooseNumWorkers(const Session &session, uint64_t blocks, uint64_t threads) {
  uint64_t workers = session.workers;
  if (!workers) {
    if (const char *text = getenv("EMMY_SHIM_THREADS"))
      workers = strtoul(text, nullptr, 10);
    if (!workers)
      workers = std::thread::hardware_concurrency();
    // Starting a host thread costs as much as running this many GPU threads.
    workers = std::min<uint64_t>(workers, 1 + threads / 4096);
  }
  workers = std::min<uint64_t>({workers, blocks, 256});
  return std::max(1u, unsigned(workers));
}

/// Workers keep their stacks from launch to launch.
static std::mutex idleMutex;
static std::vector<std::unique_ptr<Worker>> &idleWorkers() {
  static auto *workers = new std::vector<std::unique_ptr<Worker>>;
  return *workers;
}

static std::unique_ptr<Worker> takeWorker() {
  std::lock_guard<std::mutex> lock(idleMutex);
  auto &idle = idleWorkers();
  if (idle.empty())
    return std::make_unique<Worker>();
  std::unique_ptr<Worker> worker = std::move(idle.back());
  idle.pop_back();
  return worker;
}

static void giveWorker(std::unique_ptr<Worker> worker) {
  std::lock_guard<std::mutex> lock(idleMutex);
  idleWorkers().push_back(std::move(worker));
}

int Launch::run() {
  uint64_t threads = numBlocks * request.block[0] * request.block[1] * request.block[2];
  unsigned numWorkers = chooseNumWorkers(session, numBlocks, threads);
  if (request.module->checked) {
    // The shadow of global memory is not made for concurrent workers.
    numWorkers = 1;
    std::vector<size_t> sizes;
    for (const Buffer &buffer : session.buffers)
      sizes.push_back(buffer.bytes);
    session.races.startLaunch(sizes);
    session.hasFence = false;
  }
  auto work = [this] {
    std::unique_ptr<Worker> worker = takeWorker();
    worker->run(*this);
    giveWorker(std::move(worker));
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < numWorkers; ++i)
    others.emplace_back(work);
  work();
  for (std::thread &other : others)
    other.join();

  LaunchRecord record{kernel.name, {}, {}, 0, request.module->checked != 0, counters};
  for (unsigned i = 0; i < 3; ++i) {
    record.grid[i] = request.grid[i];
    record.block[i] = request.block[i];
  }
  record.sharedBytes = kernel.staticSharedBytes + request.sharedBytes;
  session.launches.push_back(std::move(record));
  return errorCode ? session.fail(errorCode, errorText) : kSuccess;
}

/// A kernel that raises its limit may use 227 KiB, any other 48 KiB.
static size_t getDynamicLimit(const Kernel &kernel) {
  size_t fixed = kernel.staticSharedBytes;
  size_t plain = 49152 > fixed ? 49152 - fixed : 0;
  return std::max(plain, kernel.maxDynamicShared);
}

/// Checks what the CUDA runtime checks; returns its error code.
static int checkLaunch(const EmmyShimLaunch &request, const Kernel &kernel, Session &session) {
  const unsigned *grid = request.grid, *block = request.block;
  std::string geometry = format("kernel %s, grid (%u, %u, %u), block (%u, %u, %u): ", kernel.name.c_str(), grid[0],
                                grid[1], grid[2], block[0], block[1], block[2]);
  static constexpr unsigned kGridLimit[3] = {0x7fffffff, 65535, 65535};
  static constexpr unsigned kBlockLimit[3] = {1024, 1024, 64};
  for (unsigned i = 0; i < 3; ++i) {
    if (grid[i] < 1 || grid[i] > kGridLimit[i])
      return session.fail(kInvalidConfiguration, geometry + format("expected a grid extent between 1 "
                                                                   "and %u in %c, but got %u",
                                                                   kGridLimit[i], "xyz"[i], grid[i]));
    if (block[i] < 1 || block[i] > kBlockLimit[i])
      return session.fail(kInvalidConfiguration, geometry + format("expected a block extent between 1 "
                                                                   "and %u in %c, but got %u",
                                                                   kBlockLimit[i], "xyz"[i], block[i]));
  }
  unsigned threads = block[0] * block[1] * block[2];
  if (threads > kMaxThreads)
    return session.fail(kInvalidConfiguration, geometry + format("expected at most %u threads in a "
                                                                 "block, but got %u",
                                                                 kMaxThreads, threads));
  if (kernel.launchBound && threads > kernel.launchBound)
    return session.fail(kInvalidValue, geometry + format("expected at most __launch_bounds__(%u) "
                                                         "threads in a block, but got %u",
                                                         kernel.launchBound, threads));
  if (kernel.staticSharedBytes > 49152)
    return session.fail(kInvalidDeviceFunction, geometry + format("expected at most 49152 bytes of static "
                                                                  "shared memory, but got %zu",
                                                                  kernel.staticSharedBytes));
  if (size_t limit = getDynamicLimit(kernel); request.sharedBytes > limit)
    return session.fail(kInvalidValue, geometry + format("expected at most %zu bytes of dynamic shared memory "
                                                         "(cudaFuncSetAttribute raises the limit), but got %zu",
                                                         limit, request.sharedBytes));
  return kSuccess;
}

static std::mutex programMutex;

/// Finds the facts about a kernel; null when there are none to be found.
static Kernel *findKernel(EmmyShimModule *module, const void *function) {
  std::lock_guard<std::mutex> lock(programMutex);
  if (module->abiVersion != EMMY_SHIM_ABI_VERSION) {
    currentSession().fail(kInvalidDeviceFunction, format("expected a program of shim version %u, but got "
                                                         "version %u; compile it again",
                                                         EMMY_SHIM_ABI_VERSION, module->abiVersion));
    return nullptr;
  }
  if (!module->runtime)
    module->runtime = Program::create(function, module->dynamicShared);
  if (!module->runtime) {
    currentSession().fail(kInvalidDeviceFunction, "expected a kernel of a loaded program, but got an "
                                                  "unknown address");
    return nullptr;
  }
  return &static_cast<Program *>(module->runtime)->getKernel(function);
}

extern "C" int emmyShimLaunch(const EmmyShimLaunch *request) {
  Session &session = currentSession();
  Kernel *kernel = findKernel(request->module, request->function);
  if (!kernel)
    return session.errorCode;
  if (Worker::current())
    return session.fail(kInvalidConfiguration, "expected a launch by the host, but got one inside a "
                                               "kernel");
  if (int code = checkLaunch(*request, *kernel, session))
    return code;
  Launch launch(*request, *static_cast<Program *>(request->module->runtime), *kernel, session);
  return launch.run();
}

extern "C" int emmyShimSetMaxDynamicShared(EmmyShimModule *module, const void *function, int bytes) {
  Session &session = currentSession();
  Kernel *kernel = findKernel(module, function);
  if (!kernel)
    return session.errorCode;
  size_t limit = EMMY_SHIM_MAX_SHARED_BYTES - kernel->staticSharedBytes;
  if (bytes < 0 || size_t(bytes) > limit)
    return session.fail(kInvalidValue, format("kernel %s: expected between 0 and %zu bytes of "
                                              "dynamic shared memory, but got %d",
                                              kernel->name.c_str(), limit, bytes));
  kernel->maxDynamicShared = size_t(bytes);
  return kSuccess;
}

extern "C" void emmyShimDescribeKernel(EmmyShimModule *module, const void *function, const char *name,
                                       unsigned launchBound) {
  std::lock_guard<std::mutex> lock(programMutex);
  if (!module->runtime)
    module->runtime = Program::createInMemory(module->dynamicShared);
  static_cast<Program *>(module->runtime)->describeKernel(function, name, launchBound);
}

extern "C" void emmyShimReleaseModule(EmmyShimModule *module) {
  std::lock_guard<std::mutex> lock(programMutex);
  delete static_cast<Program *>(module->runtime);
  module->runtime = nullptr;
}
