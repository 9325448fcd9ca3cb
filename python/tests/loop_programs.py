# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with loops: (the function or module, an example call, its dynamic shapes, further calls)."""

import torch
from torch import nn
from torch._higher_order_ops import scan, while_loop
from torch.export import Dim


def zero(dtype=torch.int64):
    return torch.zeros((), dtype=dtype)


def count(n, body, *carried):
    """`body` of the carried tensors n times, with the number of the step before them."""
    return while_loop(lambda i, *xs: i < n, lambda i, *xs: (i + 1, *body(i, *xs)), (zero(), *carried))


def nested(n, x):
    return count(n, lambda i, y: (count(i, lambda j, z: (z * 1.5 + j,), y)[1].sin(),), x)


def condition_inside(n, x):
    return count(n, lambda i, y: (torch.cond(i % 2 == 0, lambda y: y + 1, lambda y: y * 2, (y,)),), x)


def of_values(x):
    return while_loop(lambda y: y.sum() < 100, lambda y: (y * 2 + 1,), (x,))


def views(n, x):
    return count(n, lambda i, y, z: (y.t().contiguous(), z.flip(0)), x, x[0])


def without_old_values(n, x):
    return count(n, lambda i, y, z: (torch.ones_like(y), torch.arange(y.shape[0]) + i), x, torch.zeros(x.shape[0]).long())


def swap(n, x, y):
    return count(n, lambda i, a, b: (b.clone(), a.clone()), x, y)


def unchanged(n, x):
    return count(n, lambda i, y: (y.clone(),), x)


def dtypes(n, a, b, c, d, e):
    return count(n, lambda i, a, b, c, d, e: (a * 0.5 + 1, b * 0.5 + 1, c // 2 + 1, ~d, e / 3), a, b, c, d, e)


def numbers(n, x):
    return count(n, lambda i, y: (torch.where(y > 0.3, y + torch.tensor([1.0, 2.0, 3.0]), torch.tensor(0.5)),), x)


def writes(n, x):
    def body(i, y):
        z = y.clone()
        z[0] = 0
        return (z.add_(1),)

    return count(n, body, x)


def sizes(n, x):
    return count(n, lambda i, y: (y * y.shape[0] + x.shape[1],), x)


def written_input(n, x):
    x.add_(1)
    result = count(n, lambda i, y: (y * 2,), x)
    x.mul_(3)
    return result


def chained(n, x):
    first = count(n, lambda i, y: (y * 2,), x)[1]
    again = count(n, lambda i, y: (y * 2,), x)[1]
    return first, again, count(n, lambda i, y: (y + 1,), first + 1)[1]


def in_branches(x, y):
    """None of the loops ends where its branch is not taken; the first has a shape, the second several tensors and a write."""

    def yes(x, y):
        return while_loop(lambda x: x.sum() < 100, lambda x: (x * 2,), (x,))[0], y.clone()

    def no(x, y):
        i, x, y = while_loop(lambda i, x, y: y.min() > -9, lambda i, x, y: (i + 1, x.sin(), y - i), (zero(), x, y.clone()))
        return x, y.mul_(2)

    return torch.cond(x.sum() > 0, yes, no, (x, y))


def scan_in_branch(x):
    """The scan of the branch that is not taken runs, and the loops in it must not: they would not end."""

    def step(total, row):
        return total + while_loop(lambda y: (y < 20).any(), lambda y: (y * 2,), (row,))[0], total * row

    return torch.cond(x.min() > 0, lambda x: scan(step, x[0] * 0, x)[1], lambda x: x * 3, (x,))


def alternating(flag, x):
    """A loop in a branch in a loop in a branch, and a branch in a branch, with a scan beside them."""

    def grow(y):
        return while_loop(lambda y: y.max() < 10, lambda y: (y * 2 + 1,), (y,))[0]

    def stack(y):
        return scan(lambda total, row: (total + row, total * row), y[0] * 0, y)[1]

    def yes(x):
        return while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, torch.cond(i % 2 == 0, grow, stack, (y,))), (zero(), x))[1]

    def no(x):
        return torch.cond(x.sum() < -5, lambda x: x * 1.5, grow, (x,))

    return torch.cond(flag, yes, no, (x,))


def deeply_nested(n, x):
    """The numbers of all loops count."""

    def inner(i, j, y):
        return count(n, lambda k, y: (y * 1.5 + (i * 4 + j * 2 + k),), y)[1]

    return count(n, lambda i, y: (count(i + 1, lambda j, y: (inner(i, j, y).sin(),), y)[1],), x)


def of_branches_and_writes(x):
    x.add_(1)
    y = torch.cond(
        x.sum() > 0, lambda x: while_loop(lambda y: y.sum() < 50, lambda y: (y * 2,), (x,))[0], lambda x: x.cos(), (x,)
    )
    x.mul_(2)
    return y


def numbers_carried(n, x):
    """Python numbers: what a step adds, what it chooses by, which row it reads, from either end, and what the program returns."""

    def body(i, j, y):
        row = x[i % 3] * x[-i] + torch.full([3], j)
        return i + 1, torch.sym_max(i * 2 - j // 2, -3), torch.cond(j > 2, lambda y: y - row, lambda y: y * j, (y,))

    i, j, y = while_loop(lambda i, j, y: i < 5, body, (1, x.shape[0], x))
    return i, j + 1, y * j, (y > 0).int().sum() * i, i > j, y.half() + j


def number_and_condition(n, x):
    """A loop of numbers in a branch, one that a tensor ends, and numbers that change places."""
    y = torch.cond(
        x.sum() > 0, lambda x: while_loop(lambda i, y: i < 3, lambda i, y: (i + 2, y * i), (-1, x))[1], torch.sin, (x,)
    )
    return while_loop(lambda i, j, y: y.sum() + n * i < 50, lambda i, j, y: (j, i + 1, y + i), (1, 4, y))


def sorted_inside(n, x):
    return count(n, lambda i, y: (y.sort(dim=0).values * 0.5 + y,), x)


def sums(x):
    return scan(lambda c, x: (c + x, c * x), x[0] * 0, x)


def scan_of_scans(x):
    return scan(lambda c, row: scan(lambda a, b: (a + b, a * b), c, row), x[0, 0] * 0, x)


def scan_inside(n, x):
    return count(n, lambda i, y: (scan(lambda a, b: (a + b, a * b + 1), y[0] * 0, y)[1] * 0.5,), x)


def backwards(x):
    return scan(lambda c, x: ((c + x).sin(), c.clone()), x[0] * 0, x, reverse=True)


class Buffers(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.arange(3.0))
        self.norm = nn.BatchNorm1d(3)

    def forward(self, n, x):
        return count(n, lambda i, y: (self.norm(y) + self.steps,), x)


class Normalized(nn.Module):
    def forward(self, n, x):
        return count(n, lambda i, y: (nn.functional.layer_norm(nn.functional.dropout(y, 0.5, self.training), (3,)),), x)


def make_programs():
    torch.manual_seed(0)
    n, x, square = torch.tensor(3), torch.rand(4, 3) + 0.1, torch.rand(3, 3)
    rows = (None, {0: Dim("rows")})
    more = [(torch.tensor(0), torch.rand(5, 3)), (torch.tensor(2), torch.rand(1, 3)), (torch.tensor(1), torch.rand(0, 3))]
    several = (x.half(), x.bfloat16(), (x * 100).to(torch.uint8), x > 0.5, x.double())
    return {
        "nested": (nested, (n, x), rows, more),
        "condition_inside": (condition_inside, (n, x), rows, more),
        "of_values": (of_values, (x,), ({0: Dim("rows")},), [(torch.full((2, 3), 50.0),), (torch.rand(1, 3),)]),
        "views": (views, (n, square), None, [(torch.tensor(2), square)]),
        "without_old_values": (without_old_values, (n, x), rows, more),
        "swap": (swap, (n, x, x + 1), None, [(torch.tensor(4), x, x * 2)]),
        "unchanged": (unchanged, (n, x), None, [(torch.tensor(0), x)]),
        "dtypes": (dtypes, (n, *several), None, [(torch.tensor(0), *several)]),
        "numbers": (numbers, (n, x), None, []),
        "writes": (writes, (n, x), None, []),
        "sizes": (sizes, (n, x), rows, more),
        "written_input": (written_input, (n, x), None, []),
        "chained": (chained, (n, x), rows, more),
        "sorted_inside": (sorted_inside, (n, x), rows, []),
        "numbers_carried": (numbers_carried, (n, x), rows, [(n, torch.rand(5, 3))]),
        "number_and_condition": (number_and_condition, (n, x), rows, [(torch.tensor(9), -x)]),
        "in_branches": (in_branches, (x, x + 1), (rows[1], rows[1]), [(-x, x), (-x[:1], x[:1])]),
        "scan_in_branch": (scan_in_branch, (x,), rows[1:], [(-x,), (x[:1],)]),
        "alternating": (
            alternating,
            (torch.tensor(True), x),
            rows,
            [(torch.tensor(False), -x), (torch.tensor(False), -10 * x), (torch.tensor(True), x[:1])],
        ),
        "deeply_nested": (deeply_nested, (n, x), rows, more),
        "of_branches_and_writes": (of_branches_and_writes, (x,), None, [(-x - 2,)]),
        "sums": (sums, (x,), ({0: Dim("rows")},), [(torch.rand(1, 3),), (torch.rand(9, 3),)]),
        "scan_of_scans": (scan_of_scans, (torch.rand(2, 3, 4),), None, []),
        "scan_inside": (scan_inside, (n, x), None, [(torch.tensor(0), x)]),
        "backwards": (backwards, (x,), None, []),
        "buffers": (Buffers().eval(), (n, x), None, []),
        "normalized": (Normalized().eval(), (n, x), None, []),
    }
