// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading a program and running it on guarded copies of the caller's buffers.

#include "Emmy/Runtime/Simulate.h"
#include "Compile.h"
#include "GuardedMemory.h"
#include "Launch.h"
#include "Session.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <memory>

using namespace emmy::shim;

using MainFunction = EmmySimulateMain;
using WorkspaceFunction = int64_t(const int64_t *sizes);

struct EmmySimulateProgram {
  std::string path;
  void *handle;
  MainFunction *main;
  WorkspaceFunction *workspaceBytes;
};

struct EmmySimulateReport {
  Session session;
};

static void setError(char **error, const std::string &text) {
  if (error)
    *error = strdup(text.c_str());
}

extern "C" EmmySimulateProgram *emmySimulateCompile(const char *source, const EmmySimulateCompileOptions *options,
                                                    char **error) {
  CompileOptions converted;
  if (options) {
    auto toString = [](const char *text) { return std::string(text ? text : ""); };
    converted.compiler = toString(options->compiler);
    converted.arguments.assign(options->arguments, options->arguments + options->numArguments);
    converted.cacheDirectory = toString(options->cacheDirectory);
    converted.shimDirectory = toString(options->shimDirectory);
    converted.checked = options->checked != 0;
  }
  std::string message;
  std::string path = compile(source, converted, message);
  if (path.empty()) {
    setError(error, message);
    return nullptr;
  }
  return emmySimulateLoad(path.c_str(), error);
}

extern "C" EmmySimulateProgram *emmySimulateLoad(const char *libraryPath, char **error) {
  char *resolved = realpath(libraryPath, nullptr);
  std::string path = resolved ? resolved : libraryPath;
  free(resolved);
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    setError(error, format("expected a program to load, but got: %s", dlerror()));
    return nullptr;
  }
  auto *main = reinterpret_cast<MainFunction *>(dlsym(handle, "emmy_main"));
  if (!main) {
    setError(error, "expected a program with an entry emmy_main, but got none in " + path);
    dlclose(handle);
    return nullptr;
  }
  auto *workspaceBytes = reinterpret_cast<WorkspaceFunction *>(dlsym(handle, "emmy_workspace_bytes"));
  return new EmmySimulateProgram{path, handle, main, workspaceBytes};
}

extern "C" EmmySimulateProgram *emmySimulateCreate(EmmySimulateMain *main) {
  return new EmmySimulateProgram{"", nullptr, main, nullptr};
}

extern "C" const char *emmySimulateGetLibraryPath(const EmmySimulateProgram *program) { return program->path.c_str(); }

extern "C" void emmySimulateUnload(EmmySimulateProgram *program) {
  if (!program)
    return;
  if (program->handle)
    dlclose(program->handle);
  delete program;
}

extern "C" void emmySimulateFreeText(char *text) { free(text); }

extern "C" EmmySimulateReport *emmySimulateRun(EmmySimulateProgram *program, const EmmySimulateBuffer *buffers,
                                               size_t numBuffers, const int64_t *sizes,
                                               const EmmySimulateRunOptions *options) {
  static const EmmySimulateRunOptions defaults = {};
  if (!options)
    options = &defaults;
  auto report = std::make_unique<EmmySimulateReport>();
  Session &session = report->session;
  session.workers = options->workers;
  if (options->poisonPlusOne)
    session.poison = static_cast<unsigned char>(options->poisonPlusOne - 1);

  int64_t workspaceBytes = program->workspaceBytes ? program->workspaceBytes(sizes) : 0;
  std::vector<Region> regions;
  for (size_t i = 0; i < numBuffers; ++i)
    regions.push_back({static_cast<char *>(buffers[i].data), size_t(buffers[i].bytes),
                       buffers[i].name ? buffers[i].name : format("buffer #%zu", i)});
  for (const Region &region : regions)
    if (int64_t(region.bytes) < 0 || (!region.data && region.bytes)) {
      session.fail(kInvalidValue, format("expected memory for %s, but got %lld bytes at %p", region.name.c_str(),
                                         (long long)region.bytes, static_cast<void *>(region.data)));
      return report.release();
    }
  if (workspaceBytes < 0) {
    session.fail(kInvalidValue,
                 format("expected a workspace of at least 0 bytes, but got %lld", (long long)workspaceBytes));
    return report.release();
  }

  GuardedMemory memory(regions, size_t(workspaceBytes), session.poison, options->inPlace != 0);
  if (!memory.isValid()) {
    session.fail(kMemoryAllocation, "expected memory for the buffers and the workspace, but got none");
    return report.release();
  }
  session.buffers = memory.getBuffers();
  {
    SessionScope scope(session);
    int code = program->main(memory.getPointers(), sizes, memory.getWorkspace(), nullptr);
    if (code && !session.errorCode)
      session.fail(code, format("expected emmy_main to return 0, but got %d", code));
    else if (!code)
      session.fail(0, "");
  }
  std::string damage = memory.copyBack();
  if (!damage.empty() && !session.errorCode)
    session.fail(kIllegalAddress, damage);
  return report.release();
}

extern "C" void emmySimulateDeleteReport(EmmySimulateReport *report) { delete report; }

extern "C" int emmySimulateGetErrorCode(const EmmySimulateReport *report) { return report->session.errorCode; }

extern "C" const char *emmySimulateGetErrorText(const EmmySimulateReport *report) {
  return report->session.errorText.c_str();
}

extern "C" size_t emmySimulateGetNumLaunches(const EmmySimulateReport *report) {
  return report->session.launches.size();
}

static EmmySimulateAccesses convert(const AccessCounters &counters) {
  EmmySimulateAccesses result;
  static_assert(sizeof(result.loads) == sizeof(counters.loads), "the widths are the same");
  memcpy(result.loads, counters.loads, sizeof(result.loads));
  memcpy(result.stores, counters.stores, sizeof(result.stores));
  result.bytesLoaded = counters.bytesLoaded;
  result.bytesStored = counters.bytesStored;
  return result;
}

extern "C" EmmySimulateLaunch emmySimulateGetLaunch(const EmmySimulateReport *report, size_t number) {
  const LaunchRecord &record = report->session.launches[number];
  EmmySimulateLaunch launch = {};
  launch.kernel = record.kernel.c_str();
  for (unsigned i = 0; i < 3; ++i) {
    launch.grid[i] = record.grid[i];
    launch.block[i] = record.block[i];
  }
  launch.sharedBytes = record.sharedBytes;
  launch.global = convert(record.counters.global);
  launch.shared = convert(record.counters.shared);
  launch.atomics = record.counters.atomics;
  launch.barriers = record.counters.barriers;
  return launch;
}
