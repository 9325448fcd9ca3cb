# REQUIRES: torch
# RUN: %python %s %S/../Inputs
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise operators of one operand, every dtype that PyTorch takes, on values that hurt."""

import sys

sys.path.insert(0, sys.argv[1])

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from oracle import FLOATS, INTEGERS, Cases, hard, random  # noqa: E402

FUNCTIONS = {
    name: getattr(torch, name)
    for name in """abs neg sign floor ceil trunc round frac square bitwise_not exp exp2 expm1 log
log2 log10 log1p sqrt rsqrt reciprocal sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc sigmoid
logical_not isnan
isinf isfinite signbit""".split()
}
FUNCTIONS |= {
    name: getattr(F, name)
    for name in """relu relu6 silu gelu leaky_relu elu celu selu hardtanh hardsigmoid hardswish softplus
mish logsigmoid softsign""".split()
}
FUNCTIONS |= {
    "gelu {0} approximate(tanh)": lambda x: F.gelu(x, approximate="tanh"),
    "leaky_relu {0} negative_slope(0.25)": lambda x: F.leaky_relu(x, 0.25),
    "elu {0} alpha(1.5) scale(2.0) input_scale(0.5)": lambda x: torch.ops.aten.elu(x, 1.5, 2.0, 0.5),
    "celu {0} alpha(2.0)": lambda x: F.celu(x, 2.0),
    "hardtanh {0} min_val(-2) max_val(3)": lambda x: F.hardtanh(x, -2, 3),
    "softplus {0} beta(2.0) threshold(5.0)": lambda x: F.softplus(x, 2.0, 5.0),
}
# The sign of NaN and of NaN's sign bit are not specified.
WITHOUT_NAN = {"signbit"}

cases = Cases(pointwise=True)
for name, function in FUNCTIONS.items():
    text = name if "{0}" in name else f"{name} {{0}}"
    for dtype in [*FLOATS, *INTEGERS, torch.bool]:
        x = hard(dtype)
        if name in WITHOUT_NAN and dtype.is_floating_point:
            x = x[~x.isnan()]
        try:
            function(x)
        except (RuntimeError, NotImplementedError):
            continue
        if name == "square" and dtype == torch.bool:
            continue  # a power of an i64
        # Floats are judged by PyTorch in f64 on the same numbers; integers that become floats too.
        oracle = (lambda x, f=function: f(x.double())) if function(x).dtype.is_floating_point else None
        cases.add(text, [x], function, oracle=oracle)
    for shape in [(), (0,), (2, 0, 3), (1, 5), (3, 4, 2)]:
        if name not in ("bitwise_not",):
            cases.add(text, [random(shape)], function)
cases.check()
