# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How fast the simulator is: operations times lanes in a second of one core, checked and not; and what compiling takes.

PYTHONPATH=build/python python benchmarks/simulator.py          # small programs, checked and not
PYTHONPATH=build/python python benchmarks/simulator.py --large  # whole ones: a 1024^3 matmul on tensor cores, an RMSNorm of 4096 x 4096

One core: the process keeps itself on one, and time is CPU time, so a busy machine changes little. Exit status 1 where a rate is below
what is expected of it.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

import emmy
import torch
import torch.nn.functional as F
from emmy import _emmy
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python" / "tests"))
from matmul_kernels import Matmul  # noqa: E402


class Softmax(nn.Module):
    def forward(self, x):
        return x.softmax(-1)


class Silu(nn.Module):
    def forward(self, x):
        return F.silu(x) * 2


class Product(nn.Module):
    def forward(self, x, w):
        return x @ w


# Million operations times lanes a second.
EXPECTED_CHECKED, EXPECTED_UNCHECKED = 5, 30


class Program:
    """A module of PyTorch."""

    def __init__(self, module, *args):
        self.args = args
        self.program = emmy.compile(module, args, target="sm_90")
        self.program.get_entry()

    def prepare(self, check):
        self.program.get_executor("simulator", check)

    def run(self, check):
        self.program(*self.args, device="simulator", check=check)
        return self.program.launches


class Kernel:
    """A multiplication on tensor cores, written by hand: the schedules do not use them yet."""

    def __init__(self, size):
        x, w = torch.randn(size, size).bfloat16(), torch.randn(size, size).bfloat16()
        self.tensors = [x, w, torch.empty(size, size)]
        self.program = emmy.Module(Matmul(size, size, size).write(*self.tensors)).programs["kernel"]
        self.executors = {}

    def prepare(self, check):
        options = _emmy.CompileOptions()
        self.executors[check], diagnostics = _emmy.Executor.create(self.program, "kernel", options, check=check)
        assert self.executors[check] is not None, [d.message for d in diagnostics]

    def run(self, check):
        buffers = [(tensor.data_ptr(), tensor.nbytes) for tensor in self.tensors]
        ran, diagnostics, launches = self.executors[check].run(buffers, [])
        assert ran, [d.message for d in diagnostics]
        return json.loads(launches)


def measure(case, check, runs):
    """(seconds of compiling, seconds of the fastest run, operations times lanes where they are counted)."""
    start = time.process_time()
    case.prepare(check)
    compile_seconds = time.process_time() - start
    seconds = []
    for _ in range(runs):
        start = time.process_time()
        launches = case.run(check)
        seconds.append(time.process_time() - start)
    return compile_seconds, min(seconds), sum(sum(launch["lanes"].values()) for launch in launches if "lanes" in launch)


def report(name, case, runs=3, counted=None, scale=1):
    """Whether the case is as fast as expected. Where checking it would take long, `counted` is a part of it that has a
    `scale`-th of its operations."""
    compile_seconds, checked, lanes = measure(counted or case, True, runs)
    _, unchecked, _ = measure(case, False, runs)
    checked_rate, unchecked_rate = lanes / checked / 1e6, scale * lanes / unchecked / 1e6
    print(
        f"{name}: compiled in {1000 * compile_seconds:.0f} ms, {scale * lanes / 1e6:.1f} M operations x lanes, "
        f"checked {checked_rate:.0f} M/s, unchecked {unchecked_rate:.0f} M/s, {unchecked:.2f} s"
    )
    return checked_rate >= EXPECTED_CHECKED and unchecked_rate >= EXPECTED_UNCHECKED


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--large", action="store_true", help="whole programs, a minute or so")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    torch.set_num_threads(1)
    if arguments.large:
        norm = nn.RMSNorm(4096)
        full, part = (Program(norm, torch.randn(rows, 4096)) for rows in (4096, 512))
        fast = [
            # Counted on a part: a quarter in every dim, an eighth of the rows.
            report("matmul_mma 1024^3", Kernel(1024), runs=1, counted=Kernel(256), scale=64),
            report("rms_norm 4096 x 4096", full, runs=1, counted=part, scale=8),
        ]
    else:
        fast = [
            report("softmax", Program(Softmax(), torch.randn(64, 4096))),
            report("silu", Program(Silu(), torch.randn(1024, 1024))),
            report("matmul", Program(Product(), torch.randn(128, 128), torch.randn(128, 128))),
            report("matmul_mma 256^3", Kernel(256)),
        ]
    return 0 if all(fast) else 1


if __name__ == "__main__":
    sys.exit(main())
