# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions whose values are exact, so that no tolerance is one: neighbours of numbers, and their parts."""

import math

import emmy
import pytest
import torch

DTYPES = [torch.float32, torch.float16, torch.bfloat16, torch.float64]


def get_numbers(dtype):
    """Zeros, powers of two and what lies beside them, subnormals, the ends of the range, infinities, NaN."""
    info = torch.finfo(dtype)
    base = [0.0, 1.0, 1.5, 0.5, 2.0, 3.1416, info.eps, info.tiny, info.tiny / 2, info.smallest_normal * info.eps, info.max]
    numbers = torch.tensor([sign * number for number in [*base, math.inf] for sign in (1, -1)], dtype=dtype)
    numbers = torch.cat([numbers, torch.nextafter(numbers, torch.zeros_like(numbers))])
    return torch.cat([numbers, torch.tensor([math.nan], dtype=dtype)])


def is_same(got, wanted) -> bool:
    """Equal bits, but for those of a NaN."""
    return bool((torch.where(wanted.isnan(), got.isnan(), (got == wanted) & (got.signbit() == wanted.signbit()))).all())


@pytest.mark.parametrize("device", ["tensor", "cpu"])
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_neighbours_and_parts(dtype, device):
    numbers = get_numbers(dtype)
    x, y = (t.flatten() for t in torch.meshgrid(numbers, numbers, indexing="ij"))
    program = emmy.compile(lambda x, y, z: (torch.nextafter(x, y), *torch.frexp(z)), (x, y, numbers))
    neighbour, mantissa, exponent = program(x, y, numbers, device=device)
    wanted = torch.frexp(numbers)
    assert is_same(neighbour, torch.nextafter(x, y))
    assert is_same(mantissa, wanted[0])
    # PyTorch leaves the exponent of what is no number open.
    assert torch.equal(exponent[numbers.isfinite()], wanted[1][numbers.isfinite()])
