// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events of a run: what happened, for programs that judge it by other means than the checks.

#include "Worker.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/raw_ostream.h"

using namespace emmy::simulator;

void Worker::traceElements(const Site &site, unsigned thread, uint64_t first, uint64_t count, Event::Kind kind) {
  for (uint64_t element = first; element < first + count; ++element)
    launch.events->push_back({kind, site.memory == Site::Memory::shared, launch.number, thread,
                              memory.stamp - blockStart, site.buffer, number, element, site.operation});
}

void Worker::trace(const Warp &warp, const Site &site, uint32_t mask, Event::Kind kind) {
  if (site.memory == Site::Memory::local)
    return;
  for (; mask; mask &= mask - 1) {
    unsigned lane = llvm::countr_zero(mask), thread = getThread(warp, lane);
    if (kind == Event::Kind::barrier)
      launch.events->push_back({kind, false, launch.number, thread, memory.stamp - blockStart, uint32_t(site.kind),
                                number, uint64_t(site.width), site.operation});
    else
      traceElements(site, thread, warp.index[lane], site.numElements, kind);
  }
}

/// The line of a location in a text; 0 where it has none.
static unsigned getLine(mlir::Location location) {
  unsigned line = 0;
  location->walk([&](mlir::Location part) {
    auto file = llvm::dyn_cast<mlir::FileLineColLoc>(part);
    if (!file)
      return mlir::WalkResult::advance();
    line = file.getLine();
    return mlir::WalkResult::interrupt();
  });
  return line;
}

void emmy::simulator::printEvents(const RunRecord &record, llvm::raw_ostream &os) {
  static constexpr llvm::StringLiteral names[] = {"load", "store", "atomic", "barrier"};
  for (const Event &event : record.events) {
    os << names[static_cast<unsigned>(event.kind)] << '\t' << event.launch << '\t'
       << (event.launch < record.launches.size() ? record.launches[event.launch].kernel : "") << '\t' << event.block
       << '\t' << event.thread << '\t' << event.stamp << '\t';
    if (event.kind == Event::Kind::barrier && event.element == 0)
      os << "-\t-";
    else if (event.kind == Event::Kind::barrier)
      os << 'b' << event.buffer << '\t' << event.element;
    else
      os << (event.isShared ? 's' : 'g') << event.buffer << '\t' << event.element;
    os << '\t' << getLine(event.operation->getLoc()) << '\n';
  }
}
