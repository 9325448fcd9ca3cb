# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A million values through one program on every executor, among them every kind of number that hurts."""

import emmy
import pytest
import torch
from emmy.testing import compare
from programs import SiluAndMul

DTYPES = [torch.float32, torch.float16, torch.bfloat16]
COUNT = 1 << 20


def get_special(dtype) -> torch.Tensor:
    """Zeros of both signs, subnormals, the ends of the range, NaN and infinities, and where exp leaves the range."""
    info = torch.finfo(dtype)
    smallest = torch.tensor(info.smallest_normal, dtype=torch.float64)
    subnormals = smallest * torch.tensor([0.5, 0.25, info.eps, 3 * info.eps], dtype=torch.float64)
    numbers = torch.tensor(
        [0.0, 1.0, info.max, info.tiny, float("inf"), float("nan"), 16.5, 17.5, 87.3, 88.7, 88.8, 103.9, 104.1],
        dtype=torch.float64,
    )
    positive = torch.cat([numbers, subnormals])
    return torch.cat([positive, -positive]).to(dtype)


def make_input(dtype) -> torch.Tensor:
    """[COUNT / 256, 256]: every pair of special values as (left, right), then values of all magnitudes."""
    special = get_special(dtype)
    left, right = (t.flatten() for t in torch.meshgrid(special, special, indexing="ij"))
    generator = torch.Generator().manual_seed(0)
    rest = COUNT // 2 - left.numel()
    scales = torch.exp2(torch.randint(-24, 8, (2, rest), generator=generator).float())
    values = (torch.randn(2, rest, generator=generator) * scales).to(dtype)
    halves = torch.stack([torch.cat([left, values[0]]), torch.cat([right, values[1]])])
    return halves.reshape(2, COUNT // 256, 128).transpose(0, 1).reshape(COUNT // 256, 256)


@pytest.fixture(scope="module", params=DTYPES, ids=str)
def case(request):
    x = make_input(request.param)
    module = SiluAndMul()
    return emmy.compile(module, (x[:4],), dynamic_shapes=({0: torch.export.Dim("n")},), target="sm_90"), module, x


@pytest.mark.parametrize("device", ["tensor", "loop", "tile", "shim"])
def test_a_million_values(case, device):
    program, module, x = case
    if device == "tensor":
        x = x[:64]  # the interpreter is obvious, not fast; all pairs of special values are here
    problem = compare(program(x, device=device), module(x), module(x.double()), local=True)
    assert problem is None, problem


def test_the_values_hurt(case):
    _, _, x = case
    assert x.numel() == COUNT
    tiny = torch.finfo(x.dtype).smallest_normal
    assert all(
        found.any()
        for found in (x.isnan(), x == float("inf"), x == -float("inf"), (x == 0) & x.signbit(), (x != 0) & (x.abs() < tiny))
    )
