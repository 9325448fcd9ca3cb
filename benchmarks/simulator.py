# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How fast the simulator is: operations times lanes a second of one core, checked and not; and what compiling takes.

PYTHONPATH=build/python python benchmarks/simulator.py
"""

import time

import emmy
import torch
import torch.nn.functional as F
from torch import nn


class Softmax(nn.Module):
    def forward(self, x):
        return x.softmax(-1)


class Silu(nn.Module):
    def forward(self, x):
        return F.silu(x) * 2


class Matmul(nn.Module):
    def forward(self, x, w):
        return x @ w


CASES = [
    ("softmax", Softmax(), (torch.randn(64, 4096),)),
    ("silu", Silu(), (torch.randn(1024, 1024),)),
    ("matmul", Matmul(), (torch.randn(128, 128), torch.randn(128, 128))),
]


def measure(program, args, check):
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        program(*args, device="simulator", check=check)
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def main():
    torch.set_num_threads(1)
    for name, module, args in CASES:
        program = emmy.compile(module, args, target="sm_90")
        program.get_entry()
        start = time.perf_counter()
        program.get_executor("simulator", True)
        compile_seconds = time.perf_counter() - start
        checked = measure(program, args, True)
        lanes = sum(sum(launch["lanes"].values()) for launch in program.launches)
        unchecked = measure(program, args, False)
        print(
            f"{name}: compiled in {1000 * compile_seconds:.0f} ms, {lanes / 1e6:.1f} M operations x lanes, "
            f"checked {lanes / checked / 1e6:.0f} M/s, unchecked {lanes / unchecked / 1e6:.0f} M/s"
        )


if __name__ == "__main__":
    main()
