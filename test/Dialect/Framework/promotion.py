# REQUIRES: torch
# RUN: %python %s
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which element types an elementwise operator takes and gives, against PyTorch: every operator, every pair of dtypes and ranks,
and scalars. Result types are left out of the text, so that they are inferred."""

import itertools
import re
import subprocess
import sys

import torch
import torch.nn.functional as F
from emmy.importer.types import DTYPES

# PyTorch computes on all but the narrowest.
TYPES = {dtype: name for dtype, name in DTYPES.items() if not (dtype.is_floating_point and dtype.itemsize == 1)}
NAMES = {name: dtype for dtype, name in TYPES.items()}
UNARY = """abs neg sign floor ceil trunc round frac bitwise_not exp log sqrt rsqrt reciprocal sin tanh erf sigmoid
logical_not isnan
isinf isfinite signbit""".split()
ACTIVATIONS = "relu relu6 silu gelu leaky_relu elu celu selu hardsigmoid hardswish softplus mish logsigmoid softsign".split()
BINARY = """add mul div floor_divide remainder fmod maximum minimum atan2 copysign bitwise_and bitwise_or bitwise_xor
bitwise_left_shift logical_and logical_or eq lt""".split()
SCALARS = [True, 2, 1.5]


def kind(tensor):
    return f"tensor<{'x'.join([*map(str, tensor.shape), TYPES[tensor.dtype]])}>"


def result_of(function, *arguments):
    try:
        return function(*arguments).dtype
    except (RuntimeError, NotImplementedError, TypeError):
        return None


cases = []
for name in UNARY + ACTIVATIONS:
    function = getattr(torch, name) if name in UNARY else getattr(F, name)
    for dtype in TYPES:
        x = torch.ones(3, dtype=dtype)
        cases.append((f"{name} %x : {kind(x)}", [x], result_of(function, x)))
for name in BINARY:
    function = getattr(torch, name)
    for left, right in itertools.product(TYPES, repeat=2):
        for shapes in [((3,), (3,)), ((3,), ()), ((), (3,))]:
            x, y = torch.ones(shapes[0], dtype=left), torch.ones(shapes[1], dtype=right)
            cases.append((f"{name} %x, %y : {kind(x)}, {kind(y)}", [x, y], result_of(function, x, y)))
for name in ["add", "mul", "div", "remainder", "eq", "bitwise_and"]:
    for dtype, scalar in itertools.product(TYPES, SCALARS):
        for shape in [(3,), ()]:
            x = torch.ones(shape, dtype=dtype)
            expected = result_of(getattr(torch, name), x, scalar)
            cases.append((f"{name} %x, {str(scalar).lower()} : {kind(x)}", [x], expected))

functions = []
for index, (text, tensors, _) in enumerate(cases):
    arguments = ", ".join(f"%{n}: {kind(t)}" for n, t in zip("xy", tensors, strict=False))
    functions.append(f"func.func @f{index}({arguments}) {{\n  emmy_framework.{text}\n  return\n}}")
run = subprocess.run(["emmy-opt", "--split-input-file"], input="\n// -----\n".join(functions), text=True, capture_output=True)
found = {}
for block in run.stdout.split("// -----"):
    match = re.search(r"@f(\d+)\(.*?\n\s*%\S+ = emmy_framework\.\S+ .* : (.*)\n", block)
    if match:
        last = re.findall(r"tensor<(?:\d+x)?(\w+)>", match[2])[-1]
        found[int(match[1])] = NAMES[last]
wrong = 0
for index, (text, _, expected) in enumerate(cases):
    if found.get(index) != expected:
        wrong += 1
        if wrong < 40:
            print(f"{text}: expected {expected}, but got {found.get(index)}")
print(f"{len(cases)} cases, {len(found)} accepted, {wrong} wrong")
sys.exit(bool(wrong) or len(found) < 100)
