# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What hardware leaves open is defined, the same on every executor: integers at the ends of their range, conversions to them."""

import itertools

import emmy
import pytest
import torch
import torch.nn.functional as F
from torch.utils import _pytree as pytree

DEVICES = ["tensor", "cpu", "tile", "shim"]
INTEGERS = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]


def wrap(number: int, dtype) -> int:
    """The number of the dtype that has the same low bits."""
    info = torch.iinfo(dtype)
    return (number - info.min) % (1 << info.bits) + info.min


def floor_divide(x, y, dtype):
    """By 0, all bits are ones."""
    return wrap(x // y if y else -1, dtype)


def trunc_divide(x, y, dtype):
    return wrap(abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1) if y else -1, dtype)


def remainder(x, y, dtype):
    """By 0, the number itself."""
    return x % y if y else x


def fmod(x, y, dtype):
    return (abs(x) % abs(y)) * (-1 if x < 0 else 1) if y else x


def shift_left(x, count, dtype):
    """By an amount that is not below the width, nothing stays."""
    return wrap(x << count, dtype) if 0 <= count < torch.iinfo(dtype).bits else 0


def shift_right(x, count, dtype):
    """By an amount that is not below the width, the sign stays."""
    return x >> (count if 0 <= count < torch.iinfo(dtype).bits else torch.iinfo(dtype).bits)


def power(x, y, dtype):
    """Of negative powers, those of 1 and -1 are not 0."""
    return wrap(x**y, dtype) if y >= 0 else {1: 1, -1: (-1) ** (-y)}.get(x, 0)


DEFINITIONS = {
    "x + y": lambda x, y, dtype: wrap(x + y, dtype),
    "x - y": lambda x, y, dtype: wrap(x - y, dtype),
    "x * y": lambda x, y, dtype: wrap(x * y, dtype),
    "-x": lambda x, y, dtype: wrap(-x, dtype),
    "x.abs()": lambda x, y, dtype: wrap(abs(x), dtype),
    "x // y": floor_divide,
    "torch.div(x, y, rounding_mode='trunc')": trunc_divide,
    "x % y": remainder,
    "torch.fmod(x, y)": fmod,
    "x << y": shift_left,
    "x >> y": shift_right,
}


def compile_all(texts, inputs, example):
    scope = {"torch": torch}
    exec(f"def call({', '.join(inputs)}):\n    return ({''.join(text + ', ' for text in texts)})", scope)
    return emmy.compile(scope["call"], example)


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_integers(dtype):
    info = torch.iinfo(dtype)
    ends = (info.max, info.max - 1, info.min, info.min + 1)
    numbers = sorted({wrap(n, dtype) for n in (0, 1, 2, 3, 7, 8, 31, 63, 64, -1, -2, -7, *ends)})
    pairs = list(itertools.product(numbers, repeat=2))
    x, y = (torch.tensor(column, dtype=dtype) for column in zip(*pairs, strict=True))
    program = compile_all(DEFINITIONS, ["x", "y"], (x, y))
    for device in DEVICES:
        for (text, define), got in zip(DEFINITIONS.items(), program(x, y, device=device), strict=True):
            expected = [define(a, b, dtype) for a, b in pairs]
            wrong = [(pair, e, g) for pair, e, g in zip(pairs, expected, got.tolist(), strict=True) if e != g]
            assert not wrong, f"{text} on {device}: (x, y), expected, got: {wrong[:5]}"


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32], ids=str)
def test_integer_powers(dtype):
    pairs = list(itertools.product([-3, -2, -1, 0, 1, 2, 3, 10], [-3, -2, -1, 0, 1, 2, 5, 63, 64]))
    x, y = (torch.tensor(column, dtype=dtype) for column in zip(*pairs, strict=True))
    program = emmy.compile(lambda x, y: x**y, (x, y))
    for device in DEVICES:
        assert program(x, y, device=device).tolist() == [power(a, b, dtype) for a, b in pairs], device


@pytest.mark.parametrize("source", [torch.float64, torch.float32, torch.float16, torch.bfloat16], ids=str)
def test_conversions_to_integers(source):
    """Towards zero; NaN and what does not fit is the smallest integer. Integers of 8 and 16 bits are the low bits of an i32."""
    inf, nan = float("inf"), float("nan")
    values = torch.tensor(
        [
            0.0,
            -0.0,
            0.9,
            -0.9,
            1.5,
            -1.5,
            127.5,
            128.0,
            -128.9,
            -129.0,
            255.5,
            256.0,
            32767.0,
            32768.0,
            65504.0,
            2.0**31,
            -(2.0**31),
            2.0**63,
            -(2.0**63),
            1e30,
            inf,
            -inf,
            nan,
        ],
        dtype=torch.float64,
    )
    numbers = values.to(source)
    program = emmy.compile(lambda x: tuple(x.to(dtype) for dtype in INTEGERS), (numbers,))

    def convert(number, dtype):
        info = torch.iinfo(dtype if dtype == torch.int64 else torch.int32)
        fits = number == number and abs(number) != inf and info.min <= int(number) <= info.max
        return wrap(int(number) if fits else info.min, dtype)

    for device in DEVICES:
        for dtype, got in zip(INTEGERS, program(numbers, device=device), strict=True):
            assert got.tolist() == [convert(number, dtype) for number in numbers.tolist()], (device, dtype)


def test_nan_and_signed_zeros():
    """max, min, clamp and relu give NaN where an operand is NaN; of the two zeros, max takes 0.0 and min -0.0."""
    nan = float("nan")
    x, y = torch.tensor([nan, 1.0, nan, -0.0, -0.0]), torch.tensor([1.0, nan, nan, -0.0, 5.0])

    def call(x, y):
        return (
            torch.maximum(x, y),
            torch.minimum(x, y),
            x.clamp(-1, 1),
            x.clamp(min=y),
            x.amax(),
            x.amin(),
            x.abs(),
            -x,
            x.copysign(y),
            x * 1,
            x + -0.0,
            x.argmax(),
            x.softmax(0),
        )

    program = emmy.compile(call, (x, y))
    expected = call(x, y)
    for device in DEVICES:
        for number, (e, g) in enumerate(zip(expected, program(x, y, device=device), strict=True)):
            assert torch.equal(e.isnan(), g.isnan()), (number, device)
            keep = ~e.isnan()
            assert torch.equal(e[keep], g[keep]) and torch.equal(e[keep].signbit(), g[keep].signbit()), (number, device)

    zeros, others = torch.tensor([0.0, -0.0, 0.0, -0.0]), torch.tensor([0.0, 0.0, -0.0, -0.0])
    program = emmy.compile(lambda x, y: (torch.maximum(x, y), torch.minimum(x, y), x.relu()), (zeros, others))
    for device in DEVICES:
        signs = [value.signbit().tolist() for value in program(zeros, others, device=device)]
        assert signs == [[False, False, False, True], [False, True, True, True], [False] * 4], device


def test_sequences_of_narrow_floats():
    """Every operation of PyTorch's formula rounds to the dtype, the step and the place among them."""

    def call(x):
        lengths = [torch.linspace(-3.3, 7.7, n, dtype=torch.bfloat16) for n in (0, 1, 2, 513)]
        return lengths, torch.linspace(50, -49.9, 100, dtype=torch.float16), torch.linspace(x, 3, 17, dtype=torch.float16)

    x = torch.tensor(7.3)
    program, expected = emmy.compile(call, (x,)), pytree.tree_leaves(call(x))
    for device in ("tensor", "cpu", "simulator"):
        for got, e in zip(pytree.tree_leaves(program(x, device=device)), expected, strict=True):
            assert torch.equal(got, e), f"expected {e} on {device}, but got {got}"


def test_indices_out_of_range():
    """PyTorch raises an error. What is computed of floats is not looked at: there, what is not there is read as 0, and is not written.
    From the end, one turn is taken."""

    def call(x, f, y):
        i = (f * 2).to(torch.int64)
        return x[i], x.gather(0, i), F.embedding(i, x.unsqueeze(1)).squeeze(1), x.index_put((i,), y), x.index_add(0, i, y)

    x, y = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([5.0, 6.0, 7.0, 8.0])
    i = torch.tensor([1, 1.5, -2, 500])
    program = emmy.compile(call, (x, i.clamp(0, 1), y))
    for device in ("tensor", "cpu", "simulator"):
        results = [result.tolist() for result in program(x, i, y, device=device)]
        assert results == [[3, 0, 0, 0]] * 3 + [[1, 2, 5], [1, 2, 8]], device
        assert program(x, -i.clamp(0, 1.5), y, device=device)[0].tolist() == [2, 1, 1, 1]
