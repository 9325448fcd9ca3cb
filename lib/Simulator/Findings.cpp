// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Findings and counters: names, sums, text.

#include "Emmy/Simulator/Simulator.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace emmy::simulator;

llvm::StringRef emmy::simulator::getKindName(Kind kind) {
  switch (kind) {
  case Kind::race:
    return "data race";
  case Kind::barrier:
    return "divergent barrier";
  case Kind::shuffle:
    return "divergent shuffle";
  case Kind::matrix:
    return "divergent matrix instruction";
  case Kind::outOfBounds:
    return "access out of bounds";
  case Kind::misaligned:
    return "misaligned access";
  case Kind::uninitialized:
    return "uninitialized read";
  case Kind::writtenTwice:
    return "element written twice";
  case Kind::neverWritten:
    return "element never written";
  case Kind::overflow:
    return "index overflow";
  case Kind::divisionByZero:
    return "division by zero";
  case Kind::endlessLoop:
    return "endless loop";
  case Kind::aliasing:
    return "overlapping arguments";
  case Kind::launch:
    return "invalid launch";
  case Kind::unfinishedCopy:
    return "unfinished copy";
  }
  llvm_unreachable("all kinds are handled");
}

llvm::StringRef emmy::simulator::getInstructionClassName(InstructionClass instruction) {
  static constexpr llvm::StringLiteral names[kNumInstructionClasses] = {
      "integer",      "float", "special", "control", "global_load", "global_store", "shared_load",
      "shared_store", "local", "atomic",  "shuffle", "barrier",     "matrix",       "async_copy"};
  return names[static_cast<unsigned>(instruction)];
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

void Counters::add(const Counters &other) {
  auto addGlobal = [](GlobalTraffic &sum, const GlobalTraffic &more) {
    sum.requests += more.requests;
    sum.sectors += more.sectors;
    sum.bytes += more.bytes;
  };
  auto addShared = [](SharedTraffic &sum, const SharedTraffic &more) {
    sum.requests += more.requests;
    sum.wavefronts += more.wavefronts;
    sum.conflicts += more.conflicts;
    sum.bytes += more.bytes;
  };
  addGlobal(globalLoads, other.globalLoads);
  addGlobal(globalStores, other.globalStores);
  addShared(sharedLoads, other.sharedLoads);
  addShared(sharedStores, other.sharedStores);
  barriers += other.barriers;
  matrixFlops += other.matrixFlops;
  for (unsigned i = 0; i < kNumInstructionClasses; ++i) {
    instructions[i] += other.instructions[i];
    lanes[i] += other.lanes[i];
  }
}

static void printCounters(llvm::json::OStream &json, const Counters &counters) {
  auto printGlobal = [&](llvm::StringRef name, const GlobalTraffic &traffic) {
    json.attributeObject(name, [&] {
      json.attribute("requests", traffic.requests);
      json.attribute("sectors", traffic.sectors);
      json.attribute("bytes", traffic.bytes);
      json.attribute("efficiency", traffic.getEfficiency());
    });
  };
  auto printShared = [&](llvm::StringRef name, const SharedTraffic &traffic) {
    json.attributeObject(name, [&] {
      json.attribute("requests", traffic.requests);
      json.attribute("wavefronts", traffic.wavefronts);
      json.attribute("conflicts", traffic.conflicts);
      json.attribute("bytes", traffic.bytes);
    });
  };
  printGlobal("global_loads", counters.globalLoads);
  printGlobal("global_stores", counters.globalStores);
  printShared("shared_loads", counters.sharedLoads);
  printShared("shared_stores", counters.sharedStores);
  json.attribute("barriers", counters.barriers);
  json.attribute("matrix_flops", counters.matrixFlops);
  for (auto [name, numbers] : {std::pair("instructions", &counters.instructions), std::pair("lanes", &counters.lanes)})
    json.attributeObject(name, [&, numbers = numbers] {
      for (unsigned i = 0; i < kNumInstructionClasses; ++i)
        json.attribute(getInstructionClassName(static_cast<InstructionClass>(i)), (*numbers)[i]);
    });
}

std::string emmy::simulator::printLaunches(const RunRecord &record) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  auto printNumbers = [&](llvm::StringRef name, const auto &numbers) {
    json.attributeArray(name, [&] {
      for (uint32_t number : numbers)
        json.value(number);
    });
  };
  json.array([&] {
    for (const LaunchRecord &launch : record.launches)
      json.object([&] {
        json.attribute("kernel", launch.kernel);
        printNumbers("grid", launch.grid);
        printNumbers("block", launch.block);
        json.attribute("shared_bytes", launch.sharedBytes);
        if (launch.checked)
          printCounters(json, launch.counters);
      });
  });
  return text;
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

/// The operation as it is printed, without what is inside of it.
static std::string printOperation(mlir::Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, mlir::OpPrintingFlags().useLocalScope().skipRegions().printNameLocAsPrefix());
  return text;
}

void Simulator::emit(const RunRecord &record) {
  for (const Finding &finding : record.findings) {
    mlir::InFlightDiagnostic diagnostic = mlir::emitError(finding.operation->getLoc());
    diagnostic << getKindName(finding.kind) << ": ";
    if (!finding.kernel.empty())
      diagnostic << finding.kernel << ", ";
    diagnostic << finding.message;
    diagnostic.attachNote() << "in: " << printOperation(finding.operation);
    if (finding.other)
      diagnostic.attachNote(finding.other->getLoc())
          << finding.otherDescription << ", in: " << printOperation(finding.other);
    if (finding.count > 1)
      diagnostic.attachNote() << "and " << finding.count - 1 << " more times";
  }
}
