# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Floats of 8 bits on every executor: each number, each place where rounding changes its mind, and programs that keep their data in
them."""

import emmy
import pytest
import torch
from torch.export import Dim

FORMATS = (torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz)
DEVICES = ("tensor", "cpu", "tile", "simulator", "shim")


def get_all_numbers(dtype):
    return torch.arange(256).to(torch.uint8).view(dtype)


def assert_same_bits(got, want):
    """Equal bits, but for the payload and the sign of NaN."""
    assert got.dtype == want.dtype and got.shape == want.shape
    integer = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}[want.dtype.itemsize]
    same = got.view(integer) == want.view(integer)
    if want.dtype.is_floating_point:
        same |= got.double().isnan() & want.double().isnan()
    wrong = (~same).nonzero()[:4].tolist()
    assert not wrong, f"differ at {wrong}: {[(got[tuple(i)].item(), want[tuple(i)].item()) for i in wrong]}"


def run(call, arguments, devices=DEVICES, **options):
    program = emmy.compile(call, arguments, **options)
    want = torch.utils._pytree.tree_leaves(call(*arguments))
    for device in devices:
        for got, wanted in zip(torch.utils._pytree.tree_leaves(program(*arguments, device=device)), want, strict=True):
            assert_same_bits(got, wanted)
    return program


@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_every_number_is_read(dtype):
    def call(x):
        wide = x.float()
        integer = wide.nan_to_num().clamp(-1e4, 1e4).to(torch.int32)
        return wide, x.double(), x.half(), x.bfloat16(), x.to(torch.bool), integer, (wide * 0.375).to(x.dtype)

    run(call, (get_all_numbers(dtype),))


@pytest.mark.parametrize("dtype", FORMATS, ids=str)
@pytest.mark.parametrize("source", [torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int32], ids=str)
def test_every_rounding(dtype, source):
    numbers = get_all_numbers(dtype).double()
    numbers = numbers[numbers.isfinite()].unique()
    last = numbers[-1] - numbers[-2]
    middles = torch.cat([(numbers[1:] + numbers[:-1]) / 2, (numbers[-1] + last / 2)[None]])
    torch.manual_seed(1)
    others = torch.tensor([1e9, 3e38, 1e-30, 1e-320, torch.inf, torch.nan, 0.0]).double()
    others = torch.cat([others, torch.randn(64).double() * 2.0 ** torch.arange(-32, 32)])
    x = torch.cat([numbers, middles, others, -middles, -others])
    if source == torch.int32:
        x = x.nan_to_num(0, 1e9, -1e9).clamp(-(2.0**31), 2.0**31 - 1)
    x = x.to(source)
    if source in (torch.float32, torch.float64):
        x = torch.cat([x, torch.nextafter(x, torch.full_like(x, torch.inf)), torch.nextafter(x, torch.full_like(x, -torch.inf))])
    run(lambda x: x.to(dtype), (x,))


@pytest.mark.parametrize("dtype", FORMATS[:2], ids=str)
def test_dequantized_matmul(dtype):
    """Weights in memory as 8 bits, with a scale for each row; whole vectors of them are loaded."""
    torch.manual_seed(2)
    weight, scale = torch.randn(24, 64).to(dtype), torch.rand(24, 1) + 0.5

    def call(x):
        return x @ (weight.float() * scale).T

    program = emmy.compile(call, (torch.randn(16, 64),), target="sm_90")
    x = torch.randn(16, 64)
    for device in DEVICES:
        torch.testing.assert_close(program(x, device=device), call(x), rtol=1e-5, atol=1e-4)
    assert "float8_" in program.ir("cuda")


@pytest.mark.parametrize("dtype", FORMATS[:2], ids=str)
@pytest.mark.parametrize("shape", [(0, 16), (1, 16), (7, 1), (37, 16), (512, 16)], ids=str)
def test_rows_with_their_own_scale(dtype, shape):
    """What makes numbers of 8 bits: the largest of a row is scaled to the largest of the format, and its scale is kept."""

    def call(x):
        scale = x.abs().amax(-1, keepdim=True).clamp_min(1e-12) / torch.finfo(dtype).max
        quantized = (x / scale).to(dtype)
        return quantized, scale, quantized.transpose(0, 1).contiguous(), torch.cat([quantized, quantized])

    torch.manual_seed(3)
    arguments = (torch.randn(5, shape[1]),)
    program = emmy.compile(call, arguments, dynamic_shapes=({0: Dim("n")},))
    x = torch.randn(shape)
    for device in DEVICES:
        for got, want in zip(program(x, device=device), call(x), strict=True):
            assert_same_bits(got, want)


def test_comparisons_and_selections():
    x = get_all_numbers(torch.float8_e4m3fn)
    y = x.view(torch.uint8).flip(0).view(x.dtype)
    run(lambda x, y: (x == y, x.float() < y.float(), torch.where(x.float() > y.float(), x, y), x.isnan()), (x, y))


@pytest.mark.parametrize("dtype", FORMATS[:2], ids=str)
def test_machine_code(dtype):
    """Vectors of 16 are one load and one store; conversions are calls of the library, which are inlined."""
    program = emmy.compile(lambda x: (x.float() * 2).to(dtype), (torch.randn(4096).to(dtype),), target="sm_90")
    ptx = program.ir("ptx")
    assert ptx.count("ld.global") == 1 and ptx.count("st.global") == 1 and "call" not in ptx, ptx
