# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chains of a thousand operators: kernels end where the budget of instructions does, the report says where, in linear work."""

import functools

import emmy
import pytest
import torch
from emmy.report import get_kept_edges
from emmy.testing import check_program

# Each keeps values where every one of them can take them, and no two neighbours fold.
STEPS = [
    lambda v, y, z, c: v + y,
    lambda v, y, z, c: v.tanh(),
    lambda v, y, z, c: v * z,
    lambda v, y, z, c: v.exp(),
    lambda v, y, z, c: y - v,
    lambda v, y, z, c: torch.maximum(v, z),
    lambda v, y, z, c: v.sigmoid(),
    lambda v, y, z, c: torch.where(c, v, y),
    lambda v, y, z, c: v.relu(),
    lambda v, y, z, c: torch.minimum(v, y),
]


class Chain(torch.nn.Module):
    def __init__(self, count):
        super().__init__()
        self.count = count

    def forward(self, x, y, z, c):
        for number in range(self.count):
            x = STEPS[number % len(STEPS)](x, y, z, c)
        return x


def make_inputs():
    generator = torch.Generator().manual_seed(0)
    return tuple(torch.randn(5, 37, generator=generator) for _ in range(3)) + (torch.rand(5, 37, generator=generator) > 0.5,)


@functools.cache
def compile_chain(count: int):
    return emmy.compile(Chain(count), make_inputs(), target="sm_90")


@functools.cache
def get_report(count: int) -> dict:
    return compile_chain(count).report()


def test_kernels_end_at_the_budget():
    report = get_report(1000)
    kept = get_kept_edges(report)
    # A chain: what is not merged stands between one kernel and the next.
    assert 2 <= len(report["kernels"]) == len(kept) + 1
    for entry in kept:
        assert entry["rule"] == "instruction_budget" and entry["kind"] == "into"
        assert entry["instructions"] > entry["instruction_budget"]
        # The lines of the steps above.
        assert entry["at"].startswith("test_budget.py:")
    # No kernel has more than it may, and none could have taken much more.
    merged = [entry for entry in report["fusion"] if entry["merged"]]
    assert all(entry["instructions"] <= entry["instruction_budget"] for entry in merged)
    names = {entry["consumer"] for entry in kept}
    fullest = {name: max(entry["instructions"] for entry in merged if entry["consumer"] == name) for name in names}
    assert all(count > 0.9 * kept[0]["instruction_budget"] for count in fullest.values())


def test_small_chains_are_not_cut():
    report = get_report(10)
    assert (len(report["kernels"]), get_kept_edges(report)) == (1, [])


@pytest.mark.parametrize("device", ["cpu", "shim"])
def test_chain_equals_pytorch(device):
    check_program(compile_chain(1000), Chain(1000), make_inputs(), device=device)


def test_decisions_are_linear():
    """Edges are looked at a constant number of times: what grows faster in the number of operators shows here without a clock."""
    few, many = len(get_report(100)["fusion"]), len(get_report(1000)["fusion"])
    assert few >= 99
    assert many <= 10.5 * few
