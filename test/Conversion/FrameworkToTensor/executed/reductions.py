# REQUIRES: torch
# RUN: %python %s %S/../Inputs
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions, prefix combinations and normalisations: dims, dtypes, empty and single-element axes, NaN, large values."""

import sys
import warnings

sys.path.insert(0, sys.argv[1])

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from oracle import FLOATS, INTEGERS, TYPES, Cases, hard, inf, nan, random  # noqa: E402

warnings.filterwarnings("ignore", message=".*degrees of freedom.*")
cases = Cases()
SHAPES = [
    ((3, 5), (1,)),
    ((3, 5), (0,)),
    ((2, 3, 4), (0, -1)),
    ((2, 3, 4), None),
    ((7,), (0,)),
    ((), None),
    ((3, 1), (1,)),
    ((1, 1), None),
]
EMPTY = [((0, 3), (0,)), ((3, 0), (1,)), ((0,), None), ((0, 3), (1,))]


def dims_text(dims):
    return "" if dims is None else f" dims({', '.join(map(str, dims))})"


def total(dims, keepdim=False):
    return lambda x: x.abs().sum(dims, keepdim=keepdim) if dims is not None else x.abs().sum()


for name in ["sum", "mean", "prod", "amax", "amin", "all", "any", "var", "std", "logsumexp"]:
    function = getattr(torch, name)
    for shape, dims in SHAPES + (EMPTY if name not in ("amax", "amin") else [((3, 0), (0,))]):
        for keepdim in (False, True):
            if name == "prod" and dims is not None and len(dims) > 1:
                continue
            if name in ("logsumexp",) and dims is None:
                continue
            for dtype in [torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int32, torch.uint8, torch.bool]:
                x = random(shape, dtype)
                if dims is None:
                    if keepdim:
                        continue
                    call = lambda x, f=function: f(x)  # noqa: E731
                else:
                    axis = dims[0] if name == "prod" else dims
                    call = lambda x, f=function, d=axis, k=keepdim: f(x, d, keepdim=k)  # noqa: E731
                try:
                    result = call(x)
                except (RuntimeError, IndexError):
                    continue
                if name == "logsumexp" and not dtype.is_floating_point:
                    continue
                terms = total(dims, keepdim) if name == "sum" and result.is_floating_point() else None
                cases.add(f"{name} {{0}}{dims_text(dims)}{' keepdim' if keepdim else ''}", [x], call, terms=terms)
for dtype in INTEGERS:
    x = hard(dtype)
    for name in ["sum", "amax", "amin", "all", "any", "prod"]:
        cases.add(f"{name} {{0}}", [x], getattr(torch, name), both=False)
for dtype in [torch.float32, torch.float16]:
    for name in ["amax", "amin", "all", "any", "sum", "mean", "var"]:
        for values in [[1.0, nan, 2.0], [inf, -inf], [inf, 1.0], [-0.0, -0.0], [-inf, -inf]]:
            cases.add(f"{name} {{0}}", [torch.tensor(values, dtype=dtype)], getattr(torch, name), both=False)
for correction in [0.0, 1.0, 2.0, 0.5]:
    for shape in [(4, 3), (1, 3), (2, 3), (0, 3)]:
        for name in ["var", "std"]:
            cases.add(
                f"{name} {{0}} dims(0) correction({correction})",
                [random(shape)],
                lambda x, c=correction, n=name: getattr(torch, n)(x, 0, correction=c),
            )
cases.add("std {0}", [torch.tensor([1e30, 2e30, 3e30])], torch.std)
cases.add("var {0}", [torch.randn(100000, generator=torch.Generator().manual_seed(1)) + 1e5], torch.var, both=False)
for dtype in [torch.float16, torch.float64, torch.int64]:
    cases.add(
        f"sum {{0}} dims(1) dtype({TYPES[dtype]})",
        [random((3, 5))],
        lambda x, d=dtype: x.sum(1, dtype=d),
        both=False,
        oracle=lambda x, d=dtype: x.to(d).sum(1, dtype=torch.float64 if d.is_floating_point else d),
        terms=total((1,)) if dtype.is_floating_point else None,
    )
cases.add(
    "mean {0} dtype(f32)",
    [random((3, 5), torch.int32)],
    lambda x: x.mean(dtype=torch.float32),
    oracle=lambda x: x.double().mean(),
)
cases.add("sum {0}", [torch.full((5000,), 1.0, dtype=torch.float16)], torch.sum, both=False)
for values in [[-inf, -inf], [inf, 1.0], [inf, inf], [nan, 1.0], [1000.0, 1000.0]]:
    cases.add("logsumexp {0} dims(0)", [torch.tensor(values)], lambda x: torch.logsumexp(x, 0), both=False)

# Positions: the first of equals, NaN before everything.
for name in ["argmax", "argmin"]:
    function = getattr(torch, name)
    for dtype in [torch.float32, torch.bfloat16, torch.int32, torch.uint8]:
        x = random((3, 7), dtype).round() if dtype.is_floating_point else random((3, 7), dtype)
        cases.add(f"{name} {{0}} dim(1)", [x], lambda x, f=function: f(x, 1))
        cases.add(f"{name} {{0}} dim(0) keepdim", [x], lambda x, f=function: f(x, 0, keepdim=True))
        cases.add(f"{name} {{0}}", [x], lambda x, f=function: f(x))
    for values in [[nan, 4.6151], [4.0, nan, 1.0], [1.0, nan, nan], [inf, inf], [-inf, -inf], [0.0, -0.0], [5.0]]:
        cases.add(f"{name} {{0}} dim(0)", [torch.tensor(values)], lambda x, f=function: f(x, 0), both=False)
    cases.add(f"{name} {{0}}", [torch.tensor(3.0)], lambda x, f=function: f(x), both=False)
    cases.add(f"{name} {{0}} dim(1)", [random((0, 3))], lambda x, f=function: f(x, 1), both=False)

# Prefixes.
for name, call in [("cummax", torch.cummax), ("cummin", torch.cummin)]:
    for shape, dim in [((3, 5), 0), ((3, 5), 1), ((7,), 0), ((2, 0), 1), ((2, 1, 3), -1)]:
        for dtype in [*FLOATS, torch.int64, torch.int8, torch.uint8]:
            cases.add(f"{name} {{0}} dim({dim})", [random(shape, dtype)], lambda x, f=call, d=dim: f(x, d).values)
    for values in [[1.0, nan, 3.0], [-0.0, 0.0, -0.0], [inf, -inf, nan, 0.0], [-inf, inf]]:
        cases.add(f"{name} {{0}} dim(0)", [torch.tensor(values)], lambda x, f=call: f(x, 0).values)
for descending in (False, True):
    text = f"sort {{0}} dim({{1}}){' descending' if descending else ''}"
    for shape, dim in [((3, 5), 0), ((3, 5), 1), ((9,), 0), ((2, 0), 1), ((2, 1, 3), -1), ((4, 1), 1)]:
        for dtype in [*FLOATS, *INTEGERS, torch.bool]:
            # Rounded, so that some are equal.
            x = random(shape, dtype).round() if dtype.is_floating_point else random(shape, dtype)
            cases.add(
                text.replace("{1}", str(dim)),
                [x],
                lambda x, d=dim, r=descending: tuple(torch.sort(x, dim=d, descending=r, stable=True)),
            )
    for dtype in [*FLOATS, *INTEGERS]:
        x = hard(dtype)[torch.randperm(len(hard(dtype)), generator=torch.Generator().manual_seed(5))]
        x = torch.cat([x, x[:3]])
        cases.add(text.replace("{1}", "0"), [x], lambda x, r=descending: tuple(torch.sort(x, dim=0, descending=r, stable=True)))
for name in ["cumsum", "cumprod"]:
    function = getattr(torch, name)
    for dtype in [*FLOATS, *INTEGERS, torch.bool]:
        for shape, dim in [((3, 5), 1), ((3, 5), 0), ((4,), -1), ((0, 3), 0), ((), 0), ((1,), 0)]:
            x = random(shape, dtype)
            terms = (lambda x, d=dim: x.abs().cumsum(d)) if name == "cumsum" and dtype.is_floating_point else None
            cases.add(f"{name} {{0}} dim({dim})", [x], lambda x, f=function, d=dim: f(x, d), terms=terms)
    cases.add(
        f"{name} {{0}} dim(0) dtype(bf16)",
        [random((4,), torch.bool)],
        lambda x, f=function: f(x, 0, dtype=torch.bfloat16),
        oracle=lambda x, f=function: f(x.double(), 0),
    )
for values in [[inf] * 5, [1.0, inf, -inf, 2.0], [nan, 1.0]]:
    cases.add("cumsum {0} dim(0)", [torch.tensor(values)], lambda x: torch.cumsum(x, 0), both=False)

# Softmax.
for name, function in [("softmax", F.softmax), ("log_softmax", F.log_softmax)]:
    for dtype in FLOATS:
        for shape, dim in [((3, 5), -1), ((3, 5), 0), ((2, 3, 4), 1), ((7, 1), 1), ((0, 4), 1), ((4, 0), 1), ((), 0)]:
            cases.add(f"{name} {{0}} dim({dim})", [random(shape, dtype)], lambda x, f=function, d=dim: f(x, d))
    for values in [[-inf, -inf], [-inf, 0.0], [inf, 1.0], [nan, 1.0], [88.0, 89.0, 200.0], [-1e30, 1e30]]:
        cases.add(f"{name} {{0}} dim(0)", [torch.tensor(values)], lambda x, f=function: f(x, 0), both=False)
    cases.add(
        f"{name} {{0}} dim(1) dtype(f32)",
        [random((3, 4), torch.float16)],
        lambda x, f=function: f(x, 1, dtype=torch.float32),
        oracle=lambda x, f=function: f(x.double(), 1),
    )

# Normalisations.
for dtype in FLOATS:
    for shape, count in [((3, 8), 1), ((2, 3, 4), 2), ((5, 1), 1), ((2, 0, 4), 1)]:
        last = shape[len(shape) - count :]
        sizes = ", ".join(f"{{s{size}}}" if size != 1 else "1" for size in last)
        x, w, b = random(shape, dtype), random(last, dtype, 1), random(last, dtype, 2)
        cases.add(f"layer_norm {{0}} [{sizes}] eps(1.0e-05)", [x], lambda x, n=last: F.layer_norm(x, n))
        cases.add(
            f"layer_norm {{0}} weight({{1}}) bias({{2}}) [{sizes}] eps(0.25)",
            [x, w, b],
            lambda x, w, b, n=last: F.layer_norm(x, n, w, b, 0.25),
        )
        cases.add(f"layer_norm {{0}} weight({{1}}) [{sizes}] eps(1.0e-05)", [x, w], lambda x, w, n=last: F.layer_norm(x, n, w))
        cases.add(f"rms_norm {{0}} [{sizes}] eps(1.0e-06)", [x], lambda x, n=last: F.rms_norm(x, n, eps=1e-6))
        cases.add(
            f"rms_norm {{0}} weight({{1}}) [{sizes}]",
            [x, w],
            lambda x, w, n=last: F.rms_norm(x, n, w),
            oracle=lambda x, w, n=last, d=dtype: F.rms_norm(x, n, w, torch.finfo(d if d == torch.float64 else torch.float32).eps),
        )
    # Rows of equal values, where only eps is left.
    cases.add(
        "layer_norm {0} [4] eps(1.0e-05)", [torch.full((2, 4), 3.0, dtype=dtype)], lambda x: F.layer_norm(x, (4,)), both=False
    )
    cases.add(
        "rms_norm {0} [4]",
        [torch.full((2, 4), 1e-4, dtype=dtype)],
        lambda x: F.rms_norm(x, (4,)),
        both=False,
        oracle=lambda x, d=dtype: F.rms_norm(x, (4,), None, torch.finfo(d if d == torch.float64 else torch.float32).eps),
    )
    for shape, groups in [((2, 6, 5), 3), ((2, 4, 3, 2), 1), ((3, 4), 4), ((0, 4, 2), 2)]:
        x, w, b = random(shape, dtype), random(shape[1:2], dtype, 1), random(shape[1:2], dtype, 2)
        cases.add(
            f"group_norm {{0}} weight({{1}}) bias({{2}}) num_groups({groups}) eps(1.0e-05)",
            [x, w, b],
            lambda x, w, b, g=groups: F.group_norm(x, g, w, b),
            both=False,
        )
        cases.add(
            "batch_norm {0}, {1}, {2} weight({3}) bias({4}) eps(1.0e-05)",
            [x, b, w.abs(), w, b],
            lambda x, m, v, w, b: F.batch_norm(x, m, v, w, b),
        )
cases.add(
    "batch_norm {0}, {1}, {2} eps(0.001)",
    [random((2, 3)), random((3,), seed=1), random((3,), seed=2).abs()],
    lambda x, m, v: F.batch_norm(x, m, v, eps=0.001),
)
cases.check()
