# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hand-written streaming attention (attention_kernels.py) against PyTorch in f64: within a derived bound, without a report,
without a bank conflict, with the traffic that is worked out by hand, and with the same bits in every way to run it. An ordinary run does
a part of it, another one for each commit."""

from __future__ import annotations

import functools
import itertools
import re

import emmy
import pytest
import torch
from attention_kernels import QUERIES, THREADS, StreamingAttention
from kernel_execution import Compiled
from rotation import choose
from test_assembled import assemble, compile_cuda, get_entries

# (heads, queries, keys): one, fewer than a warp has, a tile and one more or less, several tiles, none.
SIZES = [
    (1, 1, 1),
    (1, 7, 7),
    (2, 63, 31),
    (1, 64, 64),
    (2, 65, 33),
    (3, 17, 100),
    (1, 130, 97),
    (2, 7, 0),
    (2, 0, 7),
    (0, 7, 7),
]
KERNELS = {
    "bf16": StreamingAttention(),
    "f16": StreamingAttention("f16"),
    "causal": StreamingAttention("bf16", is_causal=True),
    "causal_f16_long_tiles": StreamingAttention("f16", keys=64, stages=3, is_causal=True),
    "wide_rows": StreamingAttention("f16", keys=16, stages=4, head_dim=128),
}
HARD_VALUES = ("large scores", "growing scores", "nothing seen at first", "not a number", "infinite values")


def each(*lists, count):
    """Combinations of kernels and what they are tested with; so many of them in an ordinary run."""
    return choose(list(itertools.product(*lists)), count)


@functools.cache
def get_compiled(name: str, target: str, way: str = "simulator") -> Compiled:
    return Compiled(KERNELS[name].write(target), way)


def attend(compiled: Compiled, q, k, v):
    """(messages, launches, the result)"""
    out = torch.full_like(q, torch.nan)
    messages, launches = compiled.run((q, k, v, out), (q.shape[0], k.shape[1], q.shape[1]))
    return messages, launches, out


def assert_close(kernel: StreamingAttention, out, q, k, v):
    expected = kernel.get_reference(q, k, v)
    assert torch.equal(out.isfinite(), expected.isfinite())
    finite = expected.isfinite()
    error, bound = (out.double() - expected).abs()[finite], kernel.get_bound(q, k, v)[finite]
    assert bool((error <= bound).all()), f"expected errors up to {bound.max():.3g}, but got {error.max():.3g}"


def count_rows(kernel: StreamingAttention, queries: int, keys: int) -> int:
    """The rows of one head that its blocks read of k: of v as many."""
    ends = [(block + 1) * QUERIES for block in range(-(-queries // QUERIES))]
    # Of a causal one, up to the end of the last tile that the block's last query sees.
    return sum(min(keys, -(-end // kernel.keys) * kernel.keys if kernel.is_causal else keys) for end in ends)


@pytest.mark.parametrize(("name", "target"), each(KERNELS, ("sm_80", "sm_90"), count=3))
def test_values_and_counters(name, target):
    kernel, compiled = KERNELS[name], get_compiled(name, target)
    module = emmy.Module(kernel.write(target))
    for heads, queries, keys in SIZES:
        q, k, v = kernel.make_operands(heads, queries, keys)
        messages, launches, out = attend(compiled, q, k, v)
        assert messages == []
        assert_close(kernel, out, q, k, v)
        if not q.numel():
            assert launches == []
            continue
        (launch,) = launches
        # Each element of q is read once, of k and v once by each block that sees it, in whole sectors.
        row = 2 * kernel.head_dim
        read = row * heads * (queries + 2 * count_rows(kernel, queries, keys))
        assert launch["global_loads"]["bytes"] == read
        assert launch["global_stores"]["bytes"] == row * heads * queries
        assert launch["global_loads"]["efficiency"] == launch["global_stores"]["efficiency"] == 1
        assert launch["shared_loads"]["conflicts"] == launch["shared_stores"]["conflicts"] == 0
        # Each warp loads 16 rows of q, and each tile of k and v, in matrices of 8 rows of 16 bytes, one wavefront each. The result's
        # rows are loaded once, a wavefront for 128 bytes.
        blocks = heads * -(-queries // QUERIES)
        tiles = heads * sum(
            -(-min(keys, (block + 1) * QUERIES if kernel.is_causal else keys) // kernel.keys) for block in range(blocks // heads)
        )
        matrices = 4 * (blocks * 16 + tiles * 2 * kernel.keys) // 8 * kernel.head_dim // 8
        assert launch["shared_loads"]["wavefronts"] == matrices + row * heads * queries // 128
        assert launch["matrix_flops"] == tiles * 2 * (2 * QUERIES * kernel.keys * kernel.head_dim)
        # The report counts the same from the text.
        (reported,) = module.report({"heads": heads, "queries": queries, "keys": keys})["kernels"]
        assert (reported["bytes_loaded"], reported["bytes_stored"]) == (read, row * heads * queries)


def make_hard_operands(kernel: StreamingAttention, values: str):
    """70 queries and 75 keys: three tiles of 32, the last one cut off."""
    q, k, v = kernel.make_operands(1, 70, 75)
    if values == "large scores":
        # Nearly all weight on one key, which is another one from tile to tile, up to scores of some hundred.
        q *= 30
    elif values == "growing scores":
        # Every key has a larger score than all before it: every tile rescales.
        q, k = q.abs(), k.abs() * torch.linspace(0, 2, 75)[:, None].to(k.dtype)
    elif values == "nothing seen at first":
        # The scores of the whole first tile are minus infinity.
        q[:] = q.abs() + 0.5
        k[:, :40] = -torch.inf
    elif values == "not a number":
        v[0, 50, 3], q[0, 69, 5] = torch.nan, torch.nan
    elif values == "infinite values":
        v[0, 20, 7], v[0, 60, 8] = torch.inf, -torch.inf
    return q, k, v


@pytest.mark.parametrize(("name", "values"), each(("bf16", "f16", "causal"), HARD_VALUES, count=3))
def test_hard_values(name, values):
    kernel = KERNELS[name]
    q, k, v = make_hard_operands(kernel, values)
    messages, _, out = attend(get_compiled(name, "sm_90"), q, k, v)
    assert messages == []
    expected = kernel.get_reference(q, k, v)
    assert torch.equal(out.isnan(), expected.isnan())
    assert_close(kernel, out, q, k, v)


@pytest.mark.parametrize("name", choose(["bf16", "causal_f16_long_tiles"], 1))
def test_three_ways(name):
    """The operations, the printed text and the code that becomes PTX give the same bits."""
    kernel = KERNELS[name]
    for heads, queries, keys in [(2, 65, 33), (1, 7, 70), (1, 2, 0)]:
        q, k, v = kernel.make_operands(heads, queries, keys)
        results = []
        for way in ("simulator", "shim", "nvvm"):
            messages, _, out = attend(get_compiled(name, "sm_80", way), q, k, v)
            assert messages == []
            results.append(out.view(torch.int16))
        assert all(torch.equal(results[0], other) for other in results[1:])
        assert_close(kernel, out, q, k, v)


@pytest.mark.parametrize(("name", "target"), each(KERNELS, ("sm_80", "sm_90", "sm_100"), count=3))
def test_assembled(name, target, tmp_path):
    """Sums, queries and weights stay in registers: nothing is spilled, and no other memory is used."""
    kernel = KERNELS[name]
    ptx = emmy.Module(kernel.write(target)).emit("ptx")
    assert get_entries(ptx) == {kernel.name: THREADS}
    assert ".local" not in ptx
    assert assemble(ptx, target, tmp_path / f"{target}.ptx") == {kernel.name: (0, 0)}
    # Each product of 16 x 16 by 16 x 8 elements of a tile is one instruction, for keys and for values.
    products = 2 * kernel.keys * kernel.head_dim // (16 * 8)
    assert len(re.findall(r"mma\.sync\.aligned\.m16n8k16\.row\.col\.f32", ptx)) == products
    assert len(re.findall(r"ldmatrix\.sync\.aligned\.m8n8\.x4\.trans", ptx)) == products // 4


@pytest.mark.parametrize(("name", "target"), choose([("bf16", "sm_90"), ("causal_f16_long_tiles", "sm_80")], 1))
def test_cuda(name, target, tmp_path):
    compile_cuda(emmy.Module(KERNELS[name].write(target)).emit("cuda"), target, tmp_path / "attention.cu")
