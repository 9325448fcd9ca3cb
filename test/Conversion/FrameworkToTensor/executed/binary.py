# REQUIRES: torch
# RUN: %python %s %S/../Inputs
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise operators of two and three operands: values that hurt in every dtype, broadcasting, scalars, mixed dtypes."""

import itertools
import sys

sys.path.insert(0, sys.argv[1])

import torch  # noqa: E402
from oracle import FLOATS, INTEGERS, Cases, hard, inf, nan, random, scalar_text  # noqa: E402

FUNCTIONS = {
    name: getattr(torch, name)
    for name in """add sub mul div floor_divide remainder fmod pow maximum minimum atan2 copysign
bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift logical_and logical_or logical_xor eq ne lt le gt
ge""".split()
}
FUNCTIONS |= {
    "div {0}, {1} rounding(trunc)": lambda x, y: torch.div(x, y, rounding_mode="trunc"),
    "div {0}, {1} rounding(floor)": lambda x, y: torch.div(x, y, rounding_mode="floor"),
    "add {0}, {1} alpha(2)": lambda x, y: torch.add(x, y, alpha=2),
    "sub {0}, {1} alpha(3)": lambda x, y: torch.sub(x, y, alpha=3),
    "clamp_min": torch.clamp_min,
    "clamp_max": torch.clamp_max,
}
INTEGER_DIVISIONS = ("div", "floor_divide", "remainder", "fmod")


def pairs(dtype):
    values = hard(dtype)
    left, right = zip(*itertools.product(range(len(values)), repeat=2), strict=True)
    return values[list(left)], values[list(right)]


def is_accepted(function, *arguments):
    try:
        function(*arguments)
        return True
    except (RuntimeError, NotImplementedError, TypeError):
        return False


cases = Cases(pointwise=True)
for name, function in FUNCTIONS.items():
    text = name if "{0}" in name else f"{name} {{0}}, {{1}}"
    base = name.split()[0]
    for dtype in [*FLOATS, *INTEGERS, torch.bool]:
        x, y = pairs(dtype)
        if not dtype.is_floating_point and base in INTEGER_DIVISIONS:
            # PyTorch raises or traps for these; Emmy's answers are the laws table's.
            keep = (y != 0) & ~((y == -1) & (x == torch.iinfo(dtype).min)) if dtype != torch.bool else y
            x, y = x[keep], y[keep]
        if base == "pow" and not dtype.is_floating_point:
            x, y = x[y >= 0], y[y >= 0]
        if "alpha" in name and dtype.is_floating_point:
            keep = y.abs() != torch.tensor(3.4e38).to(dtype)  # PyTorch's fma does not overflow in between
            x, y = x[keep], y[keep]
        if base in ("remainder", "fmod") and dtype == torch.float64:
            keep = y != 5e-324  # PyTorch's vector code gives NaN for a subnormal divisor
            x, y = x[keep], y[keep]
        if base.startswith("bitwise") and base.endswith("shift") and dtype != torch.bool:
            x, y = x[y >= 0], y[y >= 0]
        if not is_accepted(function, x, y):
            continue
        is_float = function(x, y).dtype.is_floating_point
        promotes = is_float and not dtype.is_floating_point
        cases.add(text, [x, y], function, oracle=(lambda x, y, f=function: f(x.double(), y.double())) if promotes else None)
    integral = base.startswith("bitwise")
    dtype = torch.int32 if integral else torch.float32
    for left, right in [
        ((3, 4), (4,)),
        ((3, 1), (1, 4)),
        ((2, 1, 3), (5, 1)),
        ((), (3,)),
        ((0, 3), (3,)),
        ((1,), (0,)),
        ((), ()),
    ]:
        x, y = random(left, dtype), random(right, dtype, seed=1)
        if integral:
            y = y.abs()
        cases.add(text, [x, y], function)

# Scalars on either side: they never raise within their category, and compute in the compute type.
for name in ["add", "sub", "mul", "div", "pow", "remainder", "fmod", "floor_divide", "eq", "lt", "ge", "maximum"]:
    for dtype in [torch.float32, torch.float16, torch.bfloat16, torch.int32, torch.uint8, torch.bool]:
        for scalar in [2, -3, 0.1, 1.5, True, inf, nan, 3]:
            x = random((3, 4), dtype, seed=2)
            python = lambda x, y, n=name: getattr(torch, n)(x, y)  # noqa: E731
            if name == "maximum":
                if isinstance(scalar, bool) or not dtype.is_floating_point:
                    continue
                python = lambda x, y: torch.clamp_min(x, y)  # noqa: E731
            if not is_accepted(python, x, scalar):
                continue
            function = lambda x, s=scalar, f=python: f(x, s)  # noqa: E731
            promotes = function(x).dtype.is_floating_point and not dtype.is_floating_point
            oracle = (lambda x, f=function: f(x.double())) if promotes else None
            cases.add(f"{name} {{0}}, {scalar_text(scalar)}", [x], function, oracle=oracle, both=False)
for name, scalar in itertools.product(["sub", "div", "pow", "lt"], [2, 0.5]):
    for dtype in [torch.float32, torch.float16, torch.int32]:
        function = lambda x, n=name, s=scalar: (  # noqa: E731
            {
                "sub": torch.rsub,
                "pow": lambda x, s: torch.pow(s, x),
                "div": lambda x, s: torch.div(torch.tensor(s), x),
                "lt": lambda x, s: x > s,
            }[n](x, s)
        )
        x = random((3, 4), dtype, seed=3).abs() + 1
        promotes = function(x).dtype.is_floating_point and not dtype.is_floating_point
        cases.add(
            f"{name} {scalar_text(scalar)}, {{0}}",
            [x],
            function,
            both=False,
            oracle=(lambda x, f=function: f(x.double())) if promotes else None,
        )
for exponent in [2, 3, 0.5, -0.5, -1, -2, 0, 1, 2.5]:
    cases.add(f"pow {{0}}, {scalar_text(float(exponent))}", [hard(torch.float32)], lambda x, e=float(exponent): torch.pow(x, e))

# Different dtypes, with and without dims.
for left, right in itertools.product([*FLOATS, *INTEGERS, torch.bool], repeat=2):
    for shapes in [((3,), (3,)), ((3,), ()), ((), (3,))]:
        x, y = random(shapes[0], left, seed=4), random(shapes[1], right, seed=5)
        oracle = lambda x, y: torch.add(x.double(), y.double())  # noqa: E731
        cases.add(
            "add {0}, {1}", [x, y], torch.add, both=False, oracle=oracle if torch.add(x, y).dtype.is_floating_point else None
        )
        cases.add("lt {0}, {1}", [x, y], torch.lt, both=False)

# Three operands.
for dtype in [*FLOATS, torch.int32, torch.bool]:
    c, x, y = random((3, 4), torch.bool), random((3, 1), dtype, seed=6), random((4,), dtype, seed=7)
    cases.add("where {0}, {1}, {2}", [c, x, y], torch.where)
    cases.add(
        "masked_fill {0}, {1}, 1.5",
        [random((3, 4), dtype), random((4,), torch.bool)],
        lambda x, m: x.masked_fill(m, 1.5 if x.is_floating_point() else 1),
    )
    cases.add(
        "masked_fill {0}, {1}, {2}",
        [random((3, 4), dtype), random((3, 1), torch.bool), random((), dtype)],
        lambda x, m, v: x.masked_fill(m, v),
    )
cases.add(
    "where {0}, {1}, 0.5",
    [random((3,), torch.bool), random((3,), torch.int32)],
    lambda c, x: torch.where(c, x, 0.5),
    oracle=lambda c, x: torch.where(c, x.double(), 0.5),
)
for dtype in FLOATS:
    cases.add("clamp {0}, -1.5, 2.0", [hard(dtype)], lambda x: torch.clamp(x, -1.5, 2.0))
    cases.add("clamp {0}, {1}, {2}", [hard(dtype), hard(dtype).flip(0), hard(dtype).roll(1)], torch.clamp)
    cases.add("clamp {0}, 2.0, -2.0", [hard(dtype)], lambda x: torch.clamp(x, 2.0, -2.0))
    x, y, z = random((3, 4), dtype), random((4,), dtype, seed=8), random((3, 1), dtype, seed=9)
    cases.add("lerp {0}, {1}, {2}", [x, y, z], lambda x, y, z: torch.lerp(x, y.expand_as(x), z))
    cases.add("addcmul {0}, {1}, {2} value(0.5)", [x, y, z], lambda x, y, z: torch.addcmul(x, y, z, value=0.5))
    cases.add("addcdiv {0}, {1}, {2} value(0.5)", [x, y, z], lambda x, y, z: torch.addcdiv(x, y, z, value=0.5))
cases.add("clamp {0}, 0, 7", [hard(torch.int32)], lambda x: torch.clamp(x, 0, 7))
cases.add(
    "clamp {0}, 0.5, 7", [hard(torch.int32)], lambda x: torch.clamp(x, 0.5, 7), oracle=lambda x: torch.clamp(x.double(), 0.5, 7)
)
cases.check()
