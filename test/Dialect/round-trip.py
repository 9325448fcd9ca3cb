# RUN: %python %s %S
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operation that is registered occurs in a test of this folder, and everything in those tests is the same after
the custom form, the generic form and bytecode have been written and read."""

import difflib
import re
import subprocess
import sys
from pathlib import Path

OPERATION = re.compile(r"^emmy\w*\.\w+$", re.MULTILINE)
GENERIC = re.compile(r'"(emmy\w*\.\w+)"\(')


def emmy_opt(text: str, *options: str) -> str:
    # The names of values are not part of the program.
    command = ["emmy-opt", "--split-input-file", "--mlir-use-nameloc-as-prefix=false", *options]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr[:10000]}")
    return done.stdout


def expect_equal(what: str, got: str, expected: str) -> None:
    if got != expected:
        lines = difflib.unified_diff(expected.splitlines(), got.splitlines(), "expected", what, lineterm="", n=1)
        sys.exit(f"error: expected the same text after {what}, but got\n" + "\n".join(lines))


def main() -> None:
    tests = sorted(path for path in Path(sys.argv[1]).rglob("*.mlir") if "invalid" not in path.parts)
    # One input, so that each form is made once; pieces are independent, as in the tests.
    source = "\n// -----\n".join(re.sub(r"//(?! -----).*", "", path.read_text()) for path in tests)

    # Affine expressions are sorted only when they are read, so the first text may differ from all later ones.
    custom = emmy_opt(emmy_opt(source))
    generic = emmy_opt(custom, "--mlir-print-op-generic")
    expect_equal("the custom form and bytecode", emmy_opt(custom, "--verify-roundtrip"), custom)
    expect_equal("the generic form", emmy_opt(generic), custom)

    registered = set(OPERATION.findall(emmy_opt("module {}", "--emmy-test-list-operations")))
    missing = sorted(registered - set(GENERIC.findall(generic)))
    if not registered or missing:
        sys.exit(f"error: expected a round trip of every operation, but there is none of {', '.join(missing) or 'any'}")


main()
