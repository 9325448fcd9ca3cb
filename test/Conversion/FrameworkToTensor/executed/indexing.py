# REQUIRES: torch
# RUN: %python %s %S/../Inputs
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Index tensors, updates at computed coordinates, losses, vector norms."""

import sys

sys.path.insert(0, sys.argv[1])

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from oracle import FLOATS, Cases, inf, nan, random  # noqa: E402

cases = Cases()


def at(dims, rank, indices):
    """The subscript with the indices at dims."""
    subscript = [slice(None)] * rank
    for dim, index in zip(dims, indices, strict=True):
        subscript[dim] = index
    return tuple(subscript)


i, j, grid = torch.tensor([2, 0, -1]), torch.tensor([1, -2, 3]), torch.tensor([[0, 1, 1], [3, 2, -4]])
INDEXED = [
    ([0], [i]),
    ([1], [i]),
    ([2], [grid]),
    ([0, 1], [i, j]),
    ([1, 2], [grid, j]),
    ([0, 2], [i, j]),
    ([0, 2], [grid, i]),
    ([0, 1, 2], [i, j, i]),
    ([1], [torch.tensor(2)]),
    ([0], [torch.empty(0, dtype=torch.int64)]),
    ([0], [i.int()]),
]
for dtype in [torch.float32, torch.int32, torch.bool, torch.bfloat16]:
    x = random((4, 5, 6), dtype)
    for dims, indices in INDEXED:
        names = ", ".join(f"{{{n + 1}}}" for n in range(len(indices)))
        cases.add(
            f"index {{0}}, {names} dims({', '.join(map(str, dims))})",
            [x, *indices],
            lambda x, *t, d=dims: x[at(d, 3, [v.long() for v in t])],
        )
        names = ", ".join(f"{{{n + 2}}}" for n in range(len(indices)))
        shape = x[at(dims, 3, [v.long() for v in indices])].shape
        for values in [random(shape, dtype, 1), random((), dtype, 2)]:
            if values.dim() == 0 and len(shape) == 0:
                continue
            for accumulate in (False, True):
                if accumulate and dtype in (torch.bool,):
                    continue
                if not accumulate and values.dim() and len(indices) > 1 and any(v.dim() == 2 for v in indices):
                    continue  # PyTorch leaves open which of several values for one element stays
                cases.add(
                    f"index_put {{0}}, {{1}}, {names} dims({', '.join(map(str, dims))}){' accumulate' if accumulate else ''}",
                    [x, values, *indices],
                    lambda x, v, *t, d=dims, a=accumulate: torch.ops.aten.index_put(
                        x, [dict(zip(d, [u.long() for u in t], strict=True)).get(n) for n in range(max(d) + 1)], v, a
                    ),
                )
x = torch.tensor([[-0.8716, 0.1114]], dtype=torch.float64)
cases.add(
    "index_put {0}, {1}, {2} dims(0)",
    [x, torch.cat([2 * x, 2 * x]), torch.tensor([0, 0])],
    lambda x, v, i: x.index_put((i,), v),
    both=False,
)
for dtype in [torch.float32, torch.int64]:
    x, s = random((3, 5), dtype), random((2, 4), dtype, 1)
    index = torch.tensor([[0, 2, 1, 0], [2, 0, 2, 1]])
    cases.add("scatter {0}, {1}, {2} dim(0)", [x, index, s], lambda x, i, s: x.scatter(0, i, s))
    cases.add("scatter_add {0}, {1}, {2} dim(0)", [x, index, s], lambda x, i, s: x.scatter_add(0, i, s))
    cases.add("scatter_add {0}, {1}, {2} dim(-1)", [x, index.clone().fill_(3), s], lambda x, i, s: x.scatter_add(1, i, s))
for dtype in [torch.float32, torch.bfloat16, torch.int64, torch.int8]:
    x, s = random((3, 5), dtype), random((2, 4), dtype, 1)
    for reduce in ["sum", "prod", "amax", "amin"]:
        for dim, index in [(0, [[0, 2, 1, 0], [2, 0, 2, 1]]), (1, [[4, 4, 4, 0], [1, 1, 3, 3]])]:
            cases.add(
                f"scatter_reduce {{0}}, {{1}}, {{2}} dim({dim}) reduce({reduce})",
                [x, torch.tensor(index), s],
                lambda x, i, s, d=dim, r=reduce: x.scatter_reduce(d, i, s, r),
            )
for reduce in ["sum", "prod", "amax", "amin"]:
    cases.add(
        f"scatter_reduce {{0}}, {{1}}, {{2}} dim(0) reduce({reduce})",
        [torch.tensor([0.0, nan, -inf, 2.0]), torch.tensor([0, 1, 2, 0, 3, 3]), torch.tensor([nan, 1.0, inf, 3.0, -0.0, inf])],
        lambda x, i, s, r=reduce: x.scatter_reduce(0, i, s, r),
    )

for dtype in FLOATS:
    for shape, target in [((4, 5), (4,)), ((5,), ()), ((2, 5, 3), (2, 3)), ((0, 5), (0,))]:
        x = random(shape, dtype)
        t = torch.randint(0, 5, target, generator=torch.Generator().manual_seed(3))
        w = random((5,), dtype, 1).abs()
        for reduction in ["mean", "sum", "none"]:
            for name, call in [("nll_loss", F.nll_loss), ("cross_entropy_loss", F.cross_entropy)]:
                cases.add(
                    f"{name} {{0}}, {{1}} reduction({reduction})", [x, t], lambda x, t, f=call, r=reduction: f(x, t, reduction=r)
                )
                cases.add(
                    f"{name} {{0}}, {{1}} weight({{2}}) reduction({reduction}) ignore_index(2)",
                    [x, t, w],
                    lambda x, t, w, f=call, r=reduction: f(x, t, w, ignore_index=2, reduction=r),
                )
cases.add("nll_loss {0}, {1}", [random((3, 5)), torch.tensor([1, -100, 4])], F.nll_loss)
cases.add("cross_entropy_loss {0}, {1}", [random((2, 5)), torch.tensor([-100, -100])], F.cross_entropy)

for dtype in FLOATS:
    for order in [2.0, 1.0, 0.0, inf, -inf, 3.0, 0.5]:
        for shape, dims in [((3, 5), (1,)), ((2, 3, 4), (0, 2)), ((7,), None), ((3, 1), (1,))]:
            text = "" if dims is None else f" dims({', '.join(map(str, dims))})"
            cases.add(
                f"vector_norm {{0}}{text} ord({'inf' if order == inf else '-inf' if order == -inf else order})",
                [random(shape, dtype)],
                lambda x, o=order, d=dims: torch.linalg.vector_norm(x, o, d),
            )
cases.add("vector_norm {0} dims(1) keepdim", [random((3, 0))], lambda x: torch.linalg.vector_norm(x, 2, 1, keepdim=True))
cases.check()
