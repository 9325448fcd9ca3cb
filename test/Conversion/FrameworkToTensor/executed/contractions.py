# REQUIRES: torch
# RUN: %python %s %S/../Inputs
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices, attention and look-ups: ranks, broadcast batches, dtypes, empty and single extents, masks."""

import sys

sys.path.insert(0, sys.argv[1])

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from oracle import FLOATS, Cases, inf, nan, random  # noqa: E402

cases = Cases()


def terms_of(function):
    """The sum of |terms|: the same product of absolute values."""
    return lambda *x: function(*[t.abs() if t.is_floating_point() else t for t in x])


for dtype in [*FLOATS, torch.int32, torch.int64, torch.uint8]:
    for left, right in [
        ((2, 3), (3, 4)),
        ((3,), (3,)),
        ((2, 3), (3,)),
        ((3,), (3, 4)),
        ((5, 2, 3), (3, 4)),
        ((2, 3), (5, 3, 4)),
        ((5, 1, 2, 3), (7, 3, 4)),
        ((1, 1), (1, 1)),
        ((2, 0), (0, 4)),
        ((0, 3), (3, 4)),
        ((5, 2, 3), (3,)),
        ((3,), (5, 3, 4)),
        ((7, 17), (17, 13)),
    ]:
        x, y = random(left, dtype), random(right, dtype, 1)
        cases.add("matmul {0}, {1}", [x, y], torch.matmul, terms=terms_of(torch.matmul) if dtype.is_floating_point else None)
for dtype in FLOATS:
    x, y = random((5, 2, 3), dtype), random((5, 3, 4), dtype, 1)
    cases.add("bmm {0}, {1}", [x, y], torch.bmm, terms=terms_of(torch.bmm))
    for shape, weight in [
        ((2, 3), (4, 3)),
        ((5, 2, 3), (4, 3)),
        ((3,), (4, 3)),
        ((2, 3), (3,)),
        ((2, 0), (4, 0)),
        ((0, 3), (1, 3)),
    ]:
        x, w = random(shape, dtype), random(weight, dtype, 1)
        b = random(weight[:-1], dtype, 2)
        cases.add("linear {0}, {1}", [x, w], F.linear, terms=terms_of(F.linear))
        if len(weight) == 2:
            cases.add("linear {0}, {1} bias({2})", [x, w, b], F.linear, terms=terms_of(F.linear))
    for shape in [(4,), (2, 4), (1, 4), (2, 1), ()]:
        x, a, b = random(shape, dtype), random((2, 3), dtype, 1), random((3, 4), dtype, 2)
        cases.add("addmm {0}, {1}, {2}", [x, a, b], torch.addmm, terms=terms_of(torch.addmm))
        scaled = lambda x, a, b: torch.addmm(x, a, b, beta=0.5, alpha=2)  # noqa: E731
        cases.add("addmm {0}, {1}, {2} beta(0.5) alpha(2)", [x, a, b], scaled, terms=terms_of(scaled))
    cases.add(
        "addmm {0}, {1}, {2} beta(0)",
        [torch.full((4,), nan, dtype=dtype), random((2, 3), dtype), random((3, 4), dtype)],
        lambda x, a, b: torch.addmm(x, a, b, beta=0),
        terms=lambda x, a, b: torch.mm(a.abs(), b.abs()),
    )
    x, a, b = random((5, 2, 4), dtype), random((5, 2, 3), dtype, 1), random((5, 3, 4), dtype, 2)
    cases.add(
        "baddbmm {0}, {1}, {2} beta(2.0)",
        [x, a, b],
        lambda x, a, b: torch.baddbmm(x, a, b, beta=2.0),
        terms=terms_of(lambda x, a, b: torch.baddbmm(x, a, b, beta=2.0)),
    )
cases.add(
    "addmm {0}, {1}, {2} alpha(3)",
    [random((2, 4), torch.int32), random((2, 3), torch.int32), random((3, 4), torch.int32)],
    lambda x, a, b: torch.addmm(x, a, b, alpha=3),
)

# Attention.
sdpa = F.scaled_dot_product_attention
for dtype in FLOATS:
    for batch, queries, keys, features, values in [
        ((2, 3), 5, 7, 8, 6),
        ((1, 1), 1, 1, 4, 4),
        ((2,), 3, 3, 5, 5),
        ((), 4, 4, 8, 8),
        ((1, 2), 3, 0, 4, 4),
        ((1, 2), 0, 3, 4, 4),
    ]:
        q, k = random((*batch, queries, features), dtype), random((*batch, keys, features), dtype, 1)
        v = random((*batch, keys, values), dtype, 2)
        if not batch:
            reference = lambda q, k, v: sdpa(q[None], k[None], v[None])[0]  # noqa: E731
        else:
            reference = sdpa
        name = "scaled_dot_product_attention {0}, {1}, {2}"
        out = None if keys else None
        cases.add(name, [q, k, v], reference, out=out)
        if keys == 0:
            continue
        cases.add(
            f"{name} is_causal",
            [q, k, v],
            lambda q, k, v, f=reference: (
                sdpa(q, k, v, is_causal=True) if f is sdpa else sdpa(q[None], k[None], v[None], is_causal=True)[0]
            ),
        )
        cases.add(
            f"{name} scale(0.3)",
            [q, k, v],
            lambda q, k, v, f=reference: sdpa(q, k, v, scale=0.3) if f is sdpa else sdpa(q[None], k[None], v[None], scale=0.3)[0],
        )
        if len(batch) == 2:
            mask = random((queries, keys), torch.bool)
            if queries > 2:
                mask[1] = False
            bias = random((batch[0], 1, queries, keys), dtype, 3)
            masked = lambda q, k, v, m: sdpa(q, k, v, attn_mask=m)  # noqa: E731
            cases.add(f"{name} attn_mask({{3}})", [q, k, v, mask], masked)
            cases.add(f"{name} attn_mask({{3}})", [q, k, v, bias], masked)
            infinite = torch.where(mask, 0.0, -inf).to(dtype)
            cases.add(f"{name} attn_mask({{3}})", [q, k, v, infinite], masked)
    q, k, v = random((2, 6, 5, 8), dtype), random((2, 3, 7, 8), dtype, 1), random((2, 3, 7, 4), dtype, 2)
    cases.add(
        "scaled_dot_product_attention {0}, {1}, {2} enable_gqa",
        [q, k, v],
        lambda q, k, v: sdpa(q, k, v, enable_gqa=True),
        both=False,
    )
    cases.add(
        "scaled_dot_product_attention {0}, {1}, {2} is_causal enable_gqa",
        [q, k, v],
        lambda q, k, v: sdpa(q, k, v, is_causal=True, enable_gqa=True),
        both=False,
    )

# Look-ups.
for dtype in [torch.float32, torch.bfloat16, torch.int32, torch.bool]:
    w = random((10, 4), dtype)
    for index in [
        torch.tensor([[1, 9, 0], [3, 3, 2]]),
        torch.tensor(7),
        torch.empty(0, dtype=torch.int64),
        torch.tensor([5, 6], dtype=torch.int32),
    ]:
        cases.add("embedding {0}, {1}", [w, index], lambda w, i: F.embedding(i, w))
    for dim in [0, 1, -1]:
        cases.add(
            f"index_select {{0}}, {{1}} dim({dim})",
            [random((4, 5, 3), dtype), torch.tensor([2, 0, 2, 1])],
            lambda x, i, d=dim: x.index_select(d, i),
        )
    cases.add("index_select {0}, {1} dim(0)", [w, torch.tensor(3)], lambda x, i: x.index_select(0, i))
    cases.add("gather {0}, {1} dim(1)", [random((3, 5), dtype), torch.tensor([[0, 4], [2, 2]])], lambda x, i: x.gather(1, i))
    cases.add("gather {0}, {1} dim(0)", [random((3, 5), dtype), torch.tensor([[0, 2, 1, 1]])], lambda x, i: x.gather(0, i))
cases.check()
