# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Views of the bits of elements as elements of another dtype."""

import emmy
import pytest
import torch
from emmy.errors import UnsupportedError
from torch.export import Dim

DTYPES = {
    1: (torch.int8, torch.uint8, torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz),
    2: (torch.int16, torch.float16, torch.bfloat16),
    4: (torch.int32, torch.float32),
    8: (torch.int64, torch.float64),
}
DEVICES = ("tensor", "cpu", "tile", "simulator", "shim")


def make_bits(size):
    """All numbers of up to 16 bits; random bits, and those of special numbers, of more."""
    if size <= 2:
        return torch.arange(256**size).to(DTYPES[size][0])
    special = torch.tensor([0.0, -0.0, torch.inf, -torch.inf, 1.0, 1e-40]).to(DTYPES[size][1]).view(DTYPES[size][0])
    generator = torch.Generator().manual_seed(size)
    some = torch.randint(-(2**62), 2**62, [1000], generator=generator)
    return torch.cat([special, (some >> (62 - 8 * size + 2 if size < 8 else 0)).to(DTYPES[size][0])])


def is_nan(bits, dtype):
    value = bits.view(dtype)
    return value.double().isnan() if dtype.is_floating_point else torch.zeros(bits.shape, dtype=torch.bool)


@pytest.mark.parametrize("size", DTYPES, ids="{} bytes".format)
@pytest.mark.parametrize("device", DEVICES)
def test_every_pair(size, device):
    integer = DTYPES[size][0]
    bits = make_bits(size)

    def call(x):
        return [x.view(source).view(target) for source in DTYPES[size] for target in DTYPES[size]]

    program = emmy.compile(call, (bits,), dynamic_shapes=({0: Dim("n")},))
    results = iter(program(bits, device=device))
    for source in DTYPES[size]:
        for target in DTYPES[size]:
            got = next(results)
            assert got.dtype == target
            # Of all NaN that are viewed as something else there is one.
            assert source == target or len(got.view(integer)[is_nan(bits, source)].unique()) <= 1
            free = is_nan(bits, source) | is_nan(bits, target)
            assert torch.equal(got.view(integer)[~free], bits[~free]), (source, target)
            if target.is_floating_point:
                assert got.double().isnan()[is_nan(bits, target) & ~is_nan(bits, source)].all()


@pytest.mark.parametrize("device", DEVICES)
def test_arithmetic_on_bits(device):
    def call(x, flags):
        exponent = (x.view(torch.int32) >> 23) & 0xFF
        truncated = (x.view(torch.int32) & -0x10000).view(torch.float32)
        return exponent, truncated, truncated.sum(1), flags.view(torch.uint8), flags.view(torch.int8).view(torch.bool)

    torch.manual_seed(0)
    x, flags = torch.randn(7, 33), torch.rand(7) > 0.5
    program = emmy.compile(call, (x, flags))
    for got, want in zip(program(x, flags, device=device), call(x, flags), strict=True):
        torch.testing.assert_close(got, want)


def test_constants_fold():
    """What is the same in every call is computed once; the laws of functions know nothing of bits."""
    weight = torch.randn(8)
    program = emmy.compile(lambda x: x + (weight.view(torch.int32) ^ 1).view(torch.float32) + x.view(torch.int32), (weight,))
    x = torch.randn(8)
    want = x + (weight.view(torch.int32) ^ 1).view(torch.float32) + x.view(torch.int32)
    assert torch.equal(program(x), want)
    splat = emmy.compile(lambda x: x * torch.full([8], 1.5).view(torch.int32), (x,))
    assert torch.equal(splat(x), x * torch.full([8], 1.5).view(torch.int32))


def test_other_widths_are_refused():
    with pytest.raises(UnsupportedError, match=r"elements of the same width, but got torch.float32 as torch.int16"):
        emmy.compile(lambda x: x.view(torch.int16), (torch.randn(4),))
