# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same bytes on every machine: two processes with other hash seeds, folders and thread counts print the same text. The same
bits in every run: also of sums whose terms lie far apart, and with several calls at once."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import emmy
import pytest
import torch

MODEL = """
import torch
from torch import nn
from torch.export import Dim


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.up = nn.RMSNorm(16), nn.Linear(16, 32)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, tokens, extra):
        self.calls.add_(1)
        left, right = self.up(self.norm(tokens)).chunk(2, -1)
        return {"y": left.sigmoid() * right + extra["a"], "z": torch.cat([tokens, extra["b"]], 0).softmax(-1)}


def make():
    a, b = Dim("a"), Dim("b", max=64)
    args = (torch.ones(3, 16), {"b": torch.ones(5, 16), "a": torch.ones(16)})
    return Model().eval(), args, {"tokens": {0: a}, "extra": {"b": {0: b}, "a": None}}
"""
PRINT = """
import sys
sys.path.insert(0, sys.argv[1])
import model
import emmy
from emmy.errors import CompileError
module, args, shapes = model.make()
program = emmy.compile(module, args, dynamic_shapes=shapes, target="sm_90")
for level in ("framework", "tensor", "loop", "tile", "kernel", "cuda", "ptx"):
    print("//", level)
    print(program.ir(level, with_locations=True))
"""


def start(folder: Path, working_folder: Path, seed: str, threads: str):
    folder.mkdir(parents=True, exist_ok=True)
    working_folder.mkdir(exist_ok=True)
    (folder / "model.py").write_text(MODEL)
    environment = {**os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": threads, "TMPDIR": str(working_folder)}
    return subprocess.Popen(
        [sys.executable, "-c", PRINT, str(folder)],
        cwd=working_folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_processes(tmp_path):
    first = start(tmp_path / "one" / "package", tmp_path, "1", "1")
    second = start(tmp_path / "another", tmp_path / "another", "12345", "2")
    outputs = [process.communicate() for process in (first, second)]
    assert (first.returncode, second.returncode) == (0, 0), outputs[0][1] + outputs[1][1]
    assert outputs[0][0] == outputs[1][0]
    for text in ("// ptx", "emmy_loop.kernel", '"model.py":', "emmy.symbol @b"):
        assert text in outputs[0][0]
    assert str(tmp_path) not in outputs[0][0]


@pytest.mark.parametrize("device", ["tensor", "cpu", "tile", "shim"])
def test_runs_give_the_same_bits(device):
    def call(x, index):
        put = torch.zeros(7).index_put((index,), x[:, 0], accumulate=True)
        scattered = torch.zeros(7).scatter_add(0, index, x[:, 1])
        return x.sum(-1), x.sum(0), x.sum(), x.cumsum(-1), x.softmax(-1), x.var(-1), put, scattered

    generator = torch.Generator().manual_seed(0)
    x = torch.randn(97, 65, generator=generator) * torch.exp2(torch.randint(-20, 20, (97, 65), generator=generator))
    index = torch.randint(0, 7, (97,), generator=generator)
    program = emmy.compile(call, (x, index))
    first = program(x, index, device=device)
    with ThreadPoolExecutor(3) as pool:
        for results in pool.map(lambda _: program(x.clone(), index, device=device), range(3)):
            assert all(torch.equal(a.view(torch.int32), b.view(torch.int32)) for a, b in zip(first, results, strict=True))
    # Other orders would be noticed: the terms do not sum to the same bits in another one.
    assert not torch.equal(x.sum(-1), x.flip(-1).cumsum(-1)[:, -1])
