# RUN: %python %s %emmy_src
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What utils/check-coverage takes for a site: each line of the program below says in a comment which kind it is."""

import importlib.machinery
import importlib.util
import re
import sys

PROGRAM = """
#define FAIL() return failure() // a directive is no code

namespace {
struct Pass : PassBase<Pass> {
  void runOnOperation() override {
    if (isWrong)
      op.emitOpError("expected { but got ") << "return nullptr;"; // report
    return;
  }
  LogicalResult check() { return success(); } // exit
};
} // namespace

static LogicalResult verify(Op op, function_ref<InFlightDiagnostic()> emitError) {
  /* return failure(); */
  if (failed(first(op, emitError)) || failed(second(op)))
    return failure(); // exit
  op.walk([&](Op inner) {
    return WalkResult::advance(); // exit
  });
  auto isEven = [](int value) -> bool {
    return value % 2 == 0;
  };
  for (Op inner : op) {
    return emitError() << "expected a number, " // report
                       << "but got none";
  }
  return success(); // exit
}

FailureOr<SmallVector<int64_t>> getSizes() { return failure(); } // exit

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  return {}; // exit
}

static std::optional<int64_t> find(StringRef name) {
  auto report = [&]() -> LogicalResult { return error ? failure() : success(); }; // exit
  if (name.empty())
    return std::nullopt; // refusal
  return 3;
}

Value getValue() {
  return {}; // refusal
}

Interval getAll() {
  return {};
}

template <typename T>
static T *lookUp(T *table) {
  return nullptr; // refusal
}

bool parse(const std::string &text) {
  return fail(diagnostics, "expected text"); // report
}
"""


def main() -> None:
    loader = importlib.machinery.SourceFileLoader("check_coverage", f"{sys.argv[1]}/utils/check-coverage")
    spec = importlib.util.spec_from_loader(loader.name, loader)
    module = importlib.util.module_from_spec(spec)
    # Before it runs: dataclasses look their module up. Nothing is written beside the script.
    sys.modules[loader.name] = module
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    found = {(site.line, site.kind) for site in module.sites_of("program.cpp", PROGRAM)}
    expected = {
        (number, match[1])
        for number, line in enumerate(PROGRAM.split("\n"), 1)
        if (match := re.search(r"// (report|exit|refusal)$", line))
    }
    if found != expected:
        sys.exit(f"error: missed {sorted(expected - found)}, and took for sites {sorted(found - expected)}")


main()
