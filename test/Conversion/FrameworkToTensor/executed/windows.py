# REQUIRES: torch
# RUN: %python %s %S/../Inputs
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions, their transposes, pooling: strides, padding, dilation, groups, overhanging windows, 1 to 3 spatial dims."""

import sys

sys.path.insert(0, sys.argv[1])

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from oracle import FLOATS, Cases, inf, nan, random  # noqa: E402

cases = Cases()


def numbers(values):
    return ", ".join(map(str, values))


# input, weight, stride, padding, dilation, groups
CONVOLUTIONS = [
    ((2, 3, 9), (4, 3, 3), (1,), (0,), (1,), 1),
    ((2, 4, 9), (6, 2, 3), (2,), (1,), (2,), 2),
    ((1, 1, 1), (1, 1, 1), (1,), (0,), (1,), 1),
    ((3, 8), (2, 3, 4), (3,), (2,), (1,), 1),
    ((2, 3, 6, 7), (4, 3, 3, 2), (1, 1), (1, 0), (1, 1), 1),
    ((1, 4, 5, 6), (4, 1, 3, 3), (2, 1), (1, 2), (1, 2), 4),
    ((0, 2, 5, 5), (3, 2, 3, 3), (1, 1), (1, 1), (1, 1), 1),
    ((1, 2, 4, 5, 3), (2, 2, 2, 3, 1), (1, 2, 1), (1, 1, 0), (1, 1, 1), 1),
]
for dtype in FLOATS:
    for shape, weight, stride, padding, dilation, groups in CONVOLUTIONS:
        x, w, b = random(shape, dtype), random(weight, dtype, 1), random(weight[:1], dtype, 2)
        call = [F.conv1d, F.conv2d, F.conv3d][len(stride) - 1]
        conv = lambda x, w, b=None, f=call, s=stride, p=padding, d=dilation, g=groups: f(x, w, b, s, p, d, g)  # noqa: E731
        clauses = f"stride({numbers(stride)}) padding({numbers(padding)}) dilation({numbers(dilation)})"
        clauses += f" groups({groups})" if groups != 1 else ""
        terms = lambda *t, f=conv: f(*[v.abs() for v in t])  # noqa: E731
        cases.add(f"convolution {{0}}, {{1}} bias({{2}}) {clauses}", [x, w, b], conv, terms=terms, both=False)
        cases.add(f"convolution {{0}}, {{1}} {clauses}", [x, w], conv, terms=terms, both=False)
cases.add(
    "convolution {0}, {1} stride(1, 1) padding(1, 1) dilation(1, 1)",
    [random((2, 3, 5, 5)), random((4, 3, 3, 3), seed=1)],
    lambda x, w: F.conv2d(x, w, padding=1),
    out=[["s2", "s4", "-s3 + s5 + 3", "-s3 + s5 + 3"]],
)

# input, weight, stride, padding, output padding, dilation, groups
TRANSPOSED = [
    ((2, 3, 5), (3, 4, 3), (1,), (0,), (0,), (1,), 1),
    ((2, 4, 5), (4, 3, 3), (2,), (1,), (1,), (1,), 2),
    ((1, 3, 4, 5), (3, 2, 3, 2), (2, 3), (1, 0), (1, 0), (1, 2), 1),
    ((1, 2, 3, 2, 3), (2, 1, 2, 3, 2), (2, 1, 2), (0, 1, 1), (0, 0, 1), (1, 1, 1), 1),
    ((3, 4), (3, 2, 2), (1,), (1,), (0,), (1,), 1),
]
for dtype in [torch.float32, torch.bfloat16]:
    for shape, weight, stride, padding, extra, dilation, groups in TRANSPOSED:
        x, w, b = random(shape, dtype), random(weight, dtype, 1), random((weight[1] * groups,), dtype, 2)
        call = [F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d][len(stride) - 1]
        conv = lambda x, w, b, f=call, s=stride, p=padding, e=extra, d=dilation, g=groups: f(x, w, b, s, p, e, g, d)  # noqa: E731
        clauses = f"stride({numbers(stride)}) padding({numbers(padding)}) dilation({numbers(dilation)}) transposed"
        clauses += f" output_padding({numbers(extra)}) groups({groups})"
        cases.add(
            f"convolution {{0}}, {{1}} bias({{2}}) {clauses}",
            [x, w, b],
            conv,
            both=False,
            terms=lambda *t, f=conv: f(*[v.abs() for v in t]),
        )

POOLS = [
    ((2, 3, 9), (3,), (2,), (0,), False),
    ((2, 3, 9), (3,), (2,), (1,), True),
    ((3, 10), (4,), (3,), (2,), True),
    ((1, 2, 7, 5), (2, 3), (2, 1), (1, 1), False),
    ((1, 1, 4, 4), (3, 3), (2, 2), (0, 0), True),
    ((1, 1, 8, 8), (3, 3), (2, 2), (1, 1), True),
    ((1, 2, 4, 5, 6), (2, 2, 3), (1, 2, 2), (1, 0, 1), False),
    ((2, 1, 1), (1,), (1,), (0,), False),
    ((1, 1, 5), (2,), (4,), (1,), True),
]
for dtype in [torch.float32, torch.float16, torch.bfloat16, torch.float64]:
    for shape, kernel, stride, padding, ceil in POOLS:
        x = random(shape, dtype)
        text = f"kernel_size({numbers(kernel)}) stride({numbers(stride)}) padding({numbers(padding)})"
        text += " ceil_mode" if ceil else ""
        most = [F.max_pool1d, F.max_pool2d, F.max_pool3d][len(kernel) - 1]
        mean = [F.avg_pool1d, F.avg_pool2d, F.avg_pool3d][len(kernel) - 1]
        cases.add(
            f"max_pool {{0}} {text} dilation({numbers([1] * len(kernel))})",
            [x],
            lambda x, f=most, a=(kernel, stride, padding, 1, ceil): f(x, *a),
            both=False,
        )
        cases.add(
            f"max_pool_indices {{0}} {text} dilation({numbers([1] * len(kernel))})",
            [x],
            lambda x, f=most, a=(kernel, stride, padding, 1, ceil): f(x, *a, return_indices=True)[1],
            both=False,
        )
        for include in (True, False):
            try:
                mean(x, kernel, stride, padding, ceil, include)
            except RuntimeError:
                continue
            cases.add(
                f"avg_pool {{0}} {text}{' count_include_pad' if include else ''}",
                [x],
                lambda x, f=mean, a=(kernel, stride, padding, ceil, include): f(x, *a),
                both=False,
            )
x = random((1, 2, 9, 7))
cases.add(
    "max_pool {0} kernel_size(3, 2) stride(2, 1) padding(1, 1) dilation(2, 3)",
    [x],
    lambda x: F.max_pool2d(x, (3, 2), (2, 1), (1, 1), (2, 3)),
    both=False,
)
cases.add(
    "max_pool_indices {0} kernel_size(3, 2) stride(2, 1) padding(1, 1) dilation(2, 3)",
    [x],
    lambda x: F.max_pool2d(x, (3, 2), (2, 1), (1, 1), (2, 3), return_indices=True)[1],
    both=False,
)
# Of equal elements the first, of several NaN the last.
for values in [[1.0, 1.0, 1.0], [nan, 1.0, nan], [-inf, -inf, -inf], [0.0, -0.0, 0.0]]:
    cases.add(
        "max_pool_indices {0} kernel_size(3) stride(1) padding(1) dilation(1)",
        [torch.tensor([[values]])],
        lambda x: F.max_pool1d(x, 3, 1, 1, return_indices=True)[1],
        both=False,
    )
cases.add(
    "avg_pool {0} kernel_size(3, 2) stride(2, 1) padding(1, 1) divisor_override(5)",
    [x],
    lambda x: F.avg_pool2d(x, (3, 2), (2, 1), (1, 1), divisor_override=5),
    both=False,
)
cases.add(
    "max_pool {0} kernel_size(2) stride(2) padding(1) dilation(1)",
    [torch.tensor([[[nan, 1.0, -inf, -inf, inf, 2.0]]])],
    lambda x: F.max_pool1d(x, 2, 2, 1),
    both=False,
)
# Beside the input of integers, too, is what no number is below: a window of negative ones keeps its largest.
for dtype in [torch.int64, torch.int32, torch.int16, torch.int8]:
    x = torch.tensor([[[-7, -3, -128, -1, -5]]], dtype=dtype)
    cases.add(
        "max_pool {0} kernel_size(3) stride(2) padding(1) dilation(1)",
        [x],
        lambda x: F.max_pool1d(x.double(), 3, 2, 1).to(x.dtype),
        both=False,
    )
cases.add(
    "max_pool {0} kernel_size(2) stride(2) padding(0) dilation(1)",
    [random((2, 3, 8))],
    lambda x: F.max_pool1d(x, 2, 2),
    out=[["s2", "s3", "floordiv(s8 - 2, 2) + 1"]],
)
for shape, sizes in [
    ((2, 3, 8), (4,)),
    ((2, 3, 7), (3,)),
    ((2, 3, 4), (1,)),
    ((2, 3, 5, 7), (2, 7)),
    ((1, 2, 3), (5,)),
    ((3, 33, 8, 8), (7, 7)),
    ((1, 2, 4, 5, 6), (3, 2, 6)),
]:
    pool = [F.adaptive_avg_pool1d, F.adaptive_avg_pool2d, F.adaptive_avg_pool3d][len(sizes) - 1]
    cases.add(f"adaptive_avg_pool {{0}} [{numbers(sizes)}]", [random(shape)], lambda x, f=pool, s=sizes: f(x, s), both=False)
    most = [F.adaptive_max_pool1d, F.adaptive_max_pool2d, F.adaptive_max_pool3d][len(sizes) - 1]
    for which, name in enumerate(["adaptive_max_pool", "adaptive_max_pool_indices"]):
        cases.add(
            f"{name} {{0}} [{numbers(sizes)}]",
            [random(shape).round()],
            lambda x, f=most, s=sizes, w=which: f(x, s, return_indices=True)[w],
            both=False,
        )
cases.check()
