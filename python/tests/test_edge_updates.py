# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Updates in place: all of a source is read before anything is written, and what has two names changes under both."""

import emmy
import pytest
import torch
from edge_cases import DEVICES, Table, make_function
from rotation import choose

# A part of both lists in each run of the tests. Each is run on an input, and on a value that the program computed.
STATEMENTS = """
x[1:] = x[:-1].clone()
x[:-1] = x[1:].clone()
x[:, 1:] = x[:, :-1].clone()
x[:] = x.flip(0)
x.copy_(x.flip(1))
x.copy_(x.roll(1, 0))
x[:3] = x[:3].t().clone()
x[::2] = x[1::2].clone()
x[1::2] = x[::2].clone()
x.add_(x.flip(0))
x[1:] += x[:-1].clone()
x[1:].mul_(x[:-1].clone())
x[0].copy_(x[1])
x[[0, 1]] = x[[1, 0]]
x[[0, 0]] = x[[0, 0]] + x[[0, 0]]
x[[1, 1], [0, 0]] += x[[1, 1], [0, 0]]
x.index_put_((torch.tensor([0, 0]),), x[[1, 1]], accumulate=True)
x.index_add_(0, torch.tensor([0, 0, 1]), x[:3].clone())
x.index_copy_(0, torch.tensor([2, 0]), x[[0, 2]])
x.index_fill_(0, torch.tensor([1, 1]), 3.0)
x.index_reduce_(0, torch.tensor([0, 0]), x[2:].clone(), 'prod')
x.scatter_(0, torch.tensor([[0, 1, 2], [3, 0, 1]]), x[2:].clone())
x.scatter_add_(0, torch.tensor([[0, 0, 2], [0, 0, 1]]), x[2:].clone())
x.scatter_reduce_(0, torch.tensor([[0, 0, 2], [0, 0, 1]]), x[2:].clone(), 'amax')
x.masked_scatter_(x > 4, x.flip(0).clone())
x.masked_fill_(x > x.mean(), 2.0)
x[x > 3] = 0.0
x.put_(torch.tensor([0, 0, 5]), x[0].clone(), accumulate=True)
x.fill_diagonal_(5.0)
x.diagonal().copy_(x[:, 0][:3].clone())
x.select(1, 2).add_(x.select(1, 0).clone())
x.narrow(0, 1, 2).neg_()
x.t()[1:] = x.t()[:-1].clone()
x.view(-1)[1:] = x.view(-1)[:-1].clone()
x.unbind(0)[1].copy_(x[0])
x.chunk(2)[0].add_(x.chunk(2)[1])
x.as_strided((2, 2), (3, 1), 1).mul_(10)
x.unfold(0, 2, 2).mul_(3)
x.sort(0)[0].add_(1)
x.cumsum_(0)
x.cumprod_(1)
x.tril_()
x.sub_(x[:1].clone())
x.addmm_(x[:, :3].clone(), x[:3].clone())
x.lerp_(x.flip(0), 0.5)
""".strip().split("\n")

# What moves no elements gives the tensor under another name, or a new one: which, PyTorch says. `a` is written to afterwards.
NAMES = """
F.pad(a, (0, 0))
F.pad(a, (0, 0, 0, 0))
F.pad(a[None], (0, 0), 'reflect')
F.pad(a[None], (0, 0), 'replicate')
F.pad(a[None], (0, 0), 'circular')
F.dropout(a, 0.5, False)
F.dropout1d(a[None], 0.5, False)
F.alpha_dropout(a, 0.5, False)
F.avg_pool2d(a[None], 1)
F.interpolate(a[None, None], size=(2, 2))
a.clone()
a.contiguous()
a.reshape(4)
a.flatten()
a.repeat(1, 1)
a.flip([])
a.roll(0, 0)
a.to(torch.float32)
a.to(torch.float32, copy=True)
a.index_select(0, torch.arange(2))
a[:]
a[torch.arange(2)]
a.expand(3, 2, 2)
a.transpose(0, 0)
a.t()
a.tril(5)
a.diagonal()
a.unfold(0, 2, 1)
a.rot90(4)
a.as_strided((2, 2), (2, 1))
a.sum(0, keepdim=True)
a.masked_fill(a > 9, 0)
a.clamp(min=-9)
a.nan_to_num()
a + 0
a * 1
torch.cat([a])
torch.cat([a, a[:0]])
torch.stack([a])[0]
torch.broadcast_to(a, (2, 2))
torch.atleast_3d(a)
torch.where(a > -1, a, a)
""".strip().split("\n")


def numbers(*shape):
    return torch.arange(float(torch.Size(shape).numel())).reshape(shape)


def make_updates(first: str) -> dict:
    return {text: (make_function(f"{first}\n{text}\nx"), (numbers(4, 3),)) for text in choose(STATEMENTS, 6)}


def make_names(first: str) -> dict:
    body = "{}\nb = {}\na[0] = 1\na, b.clone()"
    return {text: (make_function(body.format(first, text), "a"), (torch.zeros(2, 2),)) for text in choose(NAMES, 9)}


def assign_rows(x):
    x[1:] = x[:-1].clone()
    return x


def double_twice_read(x):
    x[[0, 0]] = x[[0, 0]] + x[[0, 0]]
    return x


def pad_by_nothing(a):
    b = torch.nn.functional.pad(a, (0, 0))
    a[0] = 1
    return torch.sort(b)[0]


def double_tiles(t):
    return t.tile(3, 2).as_strided((3, 2), (2, 1)).mul_(2)


def subtract_again(a, b):
    """One tensor to write to in all steps of a loop, and zeros that every step reads."""
    buffer = torch.empty(32, 1)
    zeros = buffer.fill_(0).clone()
    steps = []
    for _ in range(3):
        buffer.copy_(zeros - a)
        steps.append(buffer - b)
    return steps


RIGHT = {
    "rows": (assign_rows, (numbers(4, 3),), [[0, 1, 2], [0, 1, 2], [3, 4, 5], [6, 7, 8]]),
    "read twice": (
        double_twice_read,
        (torch.tensor([[-0.8716, 0.1114]], dtype=torch.float64),),
        [[-1.7432, 0.2228]],
    ),
    "pad": (pad_by_nothing, (torch.zeros(2, 2),), [[0, 0], [0, 0]]),
    "tiles": (double_tiles, (torch.tensor([[3.0]]),), [[6, 6], [6, 6], [6, 6]]),
    "steps": (subtract_again, (numbers(32, 1), numbers(32, 1)), tuple([-2 * numbers(32, 1)] * 3)),
}

TABLES = {
    "inputs": Table(make_updates("")),
    "values": Table(make_updates("x = x * 1")),
    "names of inputs": Table(make_names("")),
    "names of values": Table(make_names("a = a * 1")),
    "right": Table(RIGHT),
}


@pytest.mark.parametrize("name", TABLES)
def test_updates(name):
    # One test for all executors, which share what is compiled.
    for device in DEVICES if name == "right" else DEVICES[:2]:
        TABLES[name].check(device)


def test_rows_of_a_large_tensor():
    """Larger than what any part of a machine holds at once."""
    x = torch.arange(1024 * 2048, dtype=torch.float32).reshape(1024, 2048)
    program = emmy.compile(assign_rows, (x.clone(),))
    for device in ("cpu", "tile"):
        assert torch.equal(program(x.clone(), device=device), torch.cat([x[:1], x[:-1]]))


def refuse_written(x):
    x += 1
    return x.as_strided((3,), (2,), 0)


@pytest.mark.parametrize(
    ("call", "x", "message"),
    [
        (refuse_written, torch.arange(10)[::2], r"as_strided .*expected a contiguous tensor, but got strides \[2\]"),
        (lambda x: x.as_strided((2,), (1,)), numbers(3, 2).t(), r"expected a contiguous tensor, but got strides \[1, 2\]"),
        (lambda x: (x * 1)[1:].as_strided((2,), (1,), 0), numbers(5), "the tensor's 4 elements, but got one of elements -1 to 0"),
        (lambda x: x.as_strided((2,), (1,), 4), numbers(12)[3:5], "the tensor's 2 elements, but got one of elements 1 to 2"),
    ],
)
def test_views_of_what_is_not_the_tensors_own(call, x, message):
    """What else lies in the memory of a tensor is not known."""
    with pytest.raises(emmy.UnsupportedError, match=message):
        emmy.compile(call, (x,))


def test_views_by_strides():
    def call(x):
        y = (x * 1)[1:]
        y += 1
        return y.as_strided((2,), (1,), 1), x.as_strided((2, 2), (3, 1), 3), y.as_strided((0,), (1,), 100)

    x = numbers(12)[2:]
    for got, wanted in zip(emmy.compile(call, (x,))(x), call(x), strict=True):
        assert torch.equal(got, wanted)


def test_updates_beside_what_is_traced_with_the_whole_program():
    """The cosine of narrow floats has no function that could be traced by itself."""

    def call(x):
        start, places = torch.zeros(2, 3, dtype=x.dtype), torch.tensor([[0, 0, 1], [2, 2, 2]])
        minima = start.scatter_reduce(1, places, x, "amin", include_self=False)
        return minima, torch.nn.functional.cosine_similarity(x, x)

    x = torch.tensor([[3, 4, 1], [5, 2, 7]], dtype=torch.float16)
    assert emmy.compile(call, (x,))(x)[0].tolist() == [[3, 1, 0], [0, 0, 2]]


def test_parts_of_a_dynamic_dim():
    """Of a size that is known to be there, and updates of what is there."""

    def call(x, v):
        y = x.clone()
        y[1:3], y[-1] = v, 2
        y[:, -1] = y[:, 0]
        return x[:3] * 2, x[-3:].sum(0), x.topk(3, 0)[0], x.narrow(0, 1, 2), y

    n = torch.export.Dim("n", min=3)
    program = emmy.compile(call, (numbers(4, 8), numbers(2, 8)), dynamic_shapes=({0: n}, {}))
    for size in (3, 4, 9):
        x, v = numbers(size, 8), numbers(2, 8)
        for got, wanted in zip(program(x, v), call(x, v), strict=True):
            assert torch.equal(got, wanted)
    with pytest.raises(emmy.ArgumentError, match="expected 3 <= n, but got 2"):
        program(numbers(2, 8), numbers(2, 8))
