# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs tile kernels as CUDA C++ on the CPU: text of the tile level in, arrays out."""

import os
import shutil
import subprocess
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "..", "Runtime", "Shim", "Inputs"))
from simulate import compile_text, main, rng, run_well  # noqa: E402, F401

PIPELINE = ["--emmy-convert-tile-to-kernel", "--emmy-expand-apply", "--canonicalize", "--cse", "--mlir-print-debuginfo"]


def tool(arguments, text):
    done = subprocess.run(arguments, input=text, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(arguments)} failed:\n{done.stderr}"
    return done.stdout


def lower(text, passes=()):
    """The kernel level of a module of the tile level; `passes` run before."""
    return tool(["emmy-opt", *passes, *PIPELINE], text)


def emit(text, passes=()):
    return tool(["emmy-translate", "--emmy-kernel-to-cuda"], lower(text, passes))


def assemble(text, passes=()):
    """PTX goes through ptxas where there is one; returns what it says."""
    ptx = tool(["emmy-translate", "--emmy-kernel-to-ptx"], lower(text, passes))
    assert ".extern .func" not in ptx
    if not shutil.which("ptxas"):
        return "0 bytes spill stores"
    done = subprocess.run(
        ["ptxas", "-v", "-arch=sm_90", "-o", os.devnull, "/dev/stdin"], input=ptx, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def execute(text, inputs, outputs, sizes=(0,), passes=()):
    """Runs a module; `outputs` are arrays that are filled. Races and accesses out of bounds are failures."""
    program = compile_text(emit(text, passes), checked=True)
    for output in outputs:
        output.view(np.uint8).fill(0xA5)
    return run_well(program, *inputs, *outputs, sizes=sizes)


def expect_close(got, want, tolerance=1e-5):
    error = np.max(np.abs(got.astype(np.float64) - want) / np.maximum(1, np.abs(want)), initial=0)
    assert error <= tolerance, f"expected an error of at most {tolerance}, but got {error}"
