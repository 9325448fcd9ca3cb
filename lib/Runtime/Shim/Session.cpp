// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sessions nest; outside of any scope each thread has one of its own.

#include "Session.h"

using namespace emmy::shim;

static thread_local Session defaultSession;
static thread_local Session *scopedSession = nullptr;

Session &emmy::shim::currentSession() { return scopedSession ? *scopedSession : defaultSession; }

SessionScope::SessionScope(Session &session) : previous(scopedSession) { scopedSession = &session; }

SessionScope::~SessionScope() { scopedSession = previous; }

int Session::fail(int code, std::string text) {
  errorCode = code;
  errorText = std::move(text);
  return code;
}

static void addAccesses(AccessCounters &to, const AccessCounters &from) {
  for (unsigned i = 0; i < kNumWidths; ++i) {
    to.loads[i] += from.loads[i];
    to.stores[i] += from.stores[i];
  }
  to.bytesLoaded += from.bytesLoaded;
  to.bytesStored += from.bytesStored;
}

void Counters::add(const Counters &other) {
  addAccesses(global, other.global);
  addAccesses(shared, other.shared);
  atomics += other.atomics;
  barriers += other.barriers;
}
