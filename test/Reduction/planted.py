# RUN: %python %s %t | FileCheck %s
# CHECK: {{^}}[[#]] bugs shrank
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every planted bug in a decoder block shrinks to less than a screen, and what comes out shows it again by the line that
it begins with. `EMMY_LONG=1` takes all of them; by default those that take little time."""

import os
import subprocess
import sys
from pathlib import Path

MOST_LINES = 29
PROGRAMS = Path(__file__).parent.parent / "Checking" / "Inputs"
BLOCK = Path(__file__).parent / "Inputs" / "block.mlir"
# Where the bug is planted, what it is, and in which program.
QUICK = [
    ("tensor", "map", BLOCK, []),
    ("tensor", "crash", BLOCK, ["--predicate=crash"]),
    ("tensor", "invalid", BLOCK, ["--predicate=error", "--match=operand"]),
    ("loop", "fma", PROGRAMS / "rows.mlir", []),
    ("loop", "combine", PROGRAMS / "rows.mlir", []),
    ("loop", "combine", PROGRAMS / "rows.mlir", ["--predicate=executors"]),
    ("tile", "mask", PROGRAMS / "mlp.mlir", []),
    ("kernel", "shuffle", PROGRAMS / "rows.mlir", []),
    ("kernel", "barrier", PROGRAMS / "long.mlir", ["--predicate=finding", "--match=data race"]),
    ("tensor,emmy-tensor-expand-sort", "stability", PROGRAMS / "sorted.mlir", []),
    ("tensor", "zero", PROGRAMS / "cleared.mlir", []),
    ("loop", "lowest", PROGRAMS / "running.mlir", []),
    ("loop", "condition", PROGRAMS / "frames.mlir", []),
    ("loop", "rounding", PROGRAMS / "rounded.mlir", []),
    ("tile", "tail", PROGRAMS / "long.mlir", []),
    ("kernel", "reuse", PROGRAMS / "product.mlir", ["--predicate=finding"]),
]
SLOW = [
    ("tensor", "operands", BLOCK, []),
    ("loop", "hoist", PROGRAMS / "attention.mlir", []),
    ("loop", "identity", PROGRAMS / "mlp.mlir", []),
    ("loop", "extent", PROGRAMS / "attention.mlir", []),
]


def run(command, **arguments):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **arguments)


def check(level, bug, program, options, output):
    pipeline = f"builtin.module(emmy-lower-to-{level},emmy-test-plant-bug{{bug={bug}}})"
    done = run(["emmy-reduce", program, f"--pass-pipeline={pipeline}", "-o", output, *options])
    assert done.returncode == 0, f"{level} {bug}: {done.stdout}"
    text = output.read_text()
    lines = text.strip().split("\n")
    assert len(lines) <= MOST_LINES, f"{level} {bug}: expected at most {MOST_LINES} lines, but got {len(lines)}:\n{text}"
    replay = lines[0].partition(": ")[2].replace("%s", str(output))
    again = run(["bash", "-c", replay])
    assert again.returncode == 0, f"{level} {bug}: expected to be shown by '{replay}', but got:\n{again.stdout}"


output = Path(sys.argv[1])
bugs = QUICK + (SLOW if os.environ.get("EMMY_LONG", "") not in ("", "0") else [])
for level, bug, program, options in bugs:
    check(level, bug, program, options, output)
print(f"{len(bugs)} bugs shrank")
