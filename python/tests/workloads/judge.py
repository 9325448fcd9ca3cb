# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges one workload: whether its small form computes what PyTorch does, and whether its full form becomes kernels."""

from __future__ import annotations

import resource
import time
import warnings
from pathlib import Path

from .catalog import load_catalog

TARGET = "sm_90"
# Bytes of memory that a judgment may take.
MEMORY = 3 << 30


def run_small(name: str) -> dict:
    """At small sizes on the CPU, within the standard tolerance."""
    import emmy
    from emmy.testing import check_program

    workload = load_catalog()[name]
    module, inputs = workload.build(workload.small)
    check_program(emmy.compile(module, inputs), module, inputs, device="cpu")
    return {}


def compile_full(name: str) -> dict:
    """From PyTorch's `meta` device to kernels, CUDA C++ and PTX; what came of it."""
    from emmy.compiler import Module
    from emmy.importer import import_module

    workload = load_catalog()[name]
    module, inputs = workload.build(workload.full, "meta")
    graph = import_module(module, inputs)
    lowered = Module(graph.text, "<module>", target=TARGET)
    lowered.get_program("kernel")
    cuda, ptx = lowered.emit("cuda"), lowered.emit("ptx")
    kernels = ptx.count(".visible .entry")
    if not kernels or cuda.count("__global__ void") != kernels:
        raise ValueError(f"expected as many kernels in CUDA C++ as in PTX, but got {cuda.count('__global__ void')} and {kernels}")
    return {"operators": graph.text.count("= emmy_framework."), "kernels": kernels}


STAGES = {"small": run_small, "full": compile_full}


def judge(name: str, stage: str) -> dict:
    """Figures, and the "problem" where there is one."""
    start = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            record = STAGES[stage](name)
    except Exception as error:
        record = {"problem": f"{type(error).__name__}: {error}"}
    record["seconds"] = round(time.process_time() - start, 1)
    return record


def limit_memory() -> None:
    """Beyond what the process that this one is a fork of has already."""
    pages = int(Path("/proc/self/statm").read_text().split()[5])
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
