# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Means and variances of rows that hurt: of one value with all its digits, far from 0, of neighbours; on every executor."""

import emmy
import pytest
import torch
import torch.nn.functional as F
from emmy.testing import check_program
from torch import nn

ROWS = 6
LENGTHS = {torch.float32: (1, 2, 3, 37, 512, 2048, 4096), torch.float16: (1, 37, 9001), torch.bfloat16: (2, 512)}
CASES = [(dtype, length) for dtype, lengths in LENGTHS.items() for length in lengths]


class Statistics(nn.Module):
    def __init__(self, length):
        super().__init__()
        self.length = length

    def forward(self, x):
        normalized = F.layer_norm(x, [self.length])
        # PyTorch refuses groups of one.
        grouped = F.group_norm(x.unsqueeze(0), ROWS) if self.length > 1 else normalized
        # Squares that leave the range of f32.
        large, small = (x * 1e12).std(-1, correction=0), (x * 1e-15).std(0, keepdim=True, correction=0)
        return normalized, grouped, x.var(-1, correction=0), large, small


def make_rows(dtype, length) -> "dict[str, torch.Tensor]":
    generator = torch.Generator().manual_seed(length)

    def normal(*shape):
        return torch.randn(*shape, generator=generator)

    scales = torch.tensor([1.0, 1e3, 1e-3, 1e4, 1e15, 1e-20]).unsqueeze(1)
    constant = (normal(ROWS, 1) * scales).to(dtype).expand(ROWS, length).contiguous()
    # Each row has one value, and its next greater one at one place, or at every other.
    greater = torch.nextafter(constant, torch.full_like(constant, float("inf")))
    one, half = constant.clone(), constant.clone()
    one[:, length // 2] = greater[:, length // 2]
    half[:, ::2] = greater[:, ::2]
    wide = normal(ROWS, length) * torch.exp2(normal(ROWS, length) * 8)
    return {
        "constant": constant,
        "one_greater": one,
        "half_greater": half,
        "far": (normal(ROWS, length) + 1e4).to(dtype),
        "plain": normal(ROWS, length).to(dtype),
        "wide": wide.to(dtype),
    }


@pytest.mark.parametrize(("dtype", "length"), CASES, ids=lambda value: str(value).removeprefix("torch."))
def test_statistics(dtype, length):
    module = Statistics(length)
    rows = make_rows(dtype, length)
    program = emmy.compile(module, (rows["plain"],))
    # The interpreter is obvious, not fast.
    for device in ("tensor", "cpu", "tile", "shim") if length < 1000 else ("cpu", "tile", "shim"):
        for name, x in rows.items():
            try:
                check_program(program, module, (x,), device=device)
            except AssertionError as problem:
                raise AssertionError(f"{name} rows: {problem}") from None


@pytest.mark.parametrize("device", ["tensor", "cpu", "tile", "shim"])
def test_constant_rows_have_no_noise(device):
    """Not only within a tolerance: equal elements are at their mean, so their normalisation is exactly the bias."""
    # Of every size; the sum of the largest row is out of range.
    values = torch.tensor([1.0, 0.1, -1e4 / 3, 1e-20, 1e-41, -3e38]).unsqueeze(1)
    x = values.expand(ROWS, 1999).contiguous()
    weight, bias = torch.randn(2, 1999, generator=torch.Generator().manual_seed(0))

    def call(x):
        return F.layer_norm(x, [1999], weight, bias), F.group_norm(x.unsqueeze(0), ROWS), x.var(-1), x.std(-1, correction=0)

    for expected, got in zip(call(x), emmy.compile(call, (x,))(x, device=device), strict=True):
        assert torch.equal(got, expected)
    assert torch.equal(expected, torch.zeros(ROWS))
