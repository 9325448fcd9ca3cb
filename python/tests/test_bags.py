# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bags of rows of a table: empty ones, last ones, weights, and rows that count for nothing."""

import itertools

import emmy
import pytest
import torch
from torch.nn import functional as F

INDICES = [1, 2, 4, 5, 4, 3, 2, 9]
# With a last offset there is one bag less. It need not be the number of indices.
OFFSETS = [[0, 4, 4, 8], [0, 0, 3, 6], [0, 2, 2, 2], [0, 0, 0, 0], [0, 8, 8, 8], [0, 1, 5, 8]]
OPTIONS = list(itertools.product(["sum", "mean", "max"], [False, True], [None, 4, -1]))


def call(indices, offsets, weight, scales):
    """All at once; only sums have weights."""
    results = []
    for mode, has_last, padding in OPTIONS:
        options = {"mode": mode, "include_last_offset": has_last, "padding_idx": padding}
        results.append(F.embedding_bag(indices, weight, offsets, **options))
        if mode == "sum":
            results.append(F.embedding_bag(indices, weight, offsets, per_sample_weights=scales, **options))
    return results


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16], ids=str)
def test_bags(dtype):
    """Small integers, whose sums are exact; the dtypes have kernels of their own in PyTorch."""
    torch.manual_seed(0)
    weight, scales = torch.randint(-8, 8, (10, 3)).to(dtype), torch.randint(-2, 3, (8,)).to(dtype)
    indices = torch.tensor(INDICES)
    program = emmy.compile(call, (indices, torch.tensor(OFFSETS[0]), weight, scales))
    for offsets in map(torch.tensor, OFFSETS):
        expected = call(indices, offsets, weight, scales)
        for device in ("tensor", "cpu"):
            for got, right in zip(program(indices, offsets, weight, scales, device=device), expected, strict=True):
                assert torch.allclose(got, right, rtol=torch.finfo(dtype).eps, atol=0), (device, offsets)


def test_bags_on_the_simulator():
    indices, offsets, weight = torch.tensor(INDICES), torch.tensor([0, 0, 3, 6]), torch.arange(30.0).reshape(10, 3)

    def mean(indices, offsets, weight):
        return F.embedding_bag(indices, weight, offsets, mode="mean", include_last_offset=True)

    program = emmy.compile(mean, (indices, offsets, weight))
    assert torch.allclose(program(indices, offsets, weight, device="simulator"), mean(indices, offsets, weight))
