# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Positions that do not exist: refused in front of a call, as PyTorch refuses them, where integers of the arguments name them."""

import emmy
import pytest
import torch
from emmy.errors import ArgumentError
from torch.export import Dim
from torch.nn import functional as F

# Each on x: [4, 3] and i: [3].
CALLS = {
    "embedding": lambda i, x: F.embedding(i, x),
    "embedding_bag": lambda i, x: F.embedding_bag(i, x, torch.tensor([0])),
    "index_select": lambda i, x: x.index_select(0, i),
    "gather": lambda i, x: x.gather(0, i[:, None]),
    "index": lambda i, x: x[i],
    "difference": lambda i, x: x[i - 2, 0],
    "last dim": lambda i, x: x[:, i - 1],
    "no elements": lambda i, x: x[:, :0][i],
    "take": lambda i, x: x.flatten()[:4].take(i),
    "put": lambda i, x: x.flatten()[:4].clone().put(i, torch.tensor([1.0, 2.0, 3.0])),
    "index_put": lambda i, x: x.index_put((i,), torch.tensor(1.0)),
    "index_put_": lambda i, x: F.relu(x).index_put_((i,), torch.tensor(1.0), accumulate=True),
    "scatter": lambda i, x: x.scatter(0, i[:, None], 1.0),
    "scatter of a part": lambda i, x: x.scatter(0, i[:, None], x),
    "scatter_add": lambda i, x: x.scatter_add(0, i[:, None], x),
    "scatter_reduce": lambda i, x: x.scatter_reduce(0, i[:, None], x, "amax"),
    "index_add": lambda i, x: x.index_add(0, i, x[:3]),
    "index_copy": lambda i, x: x.index_copy(0, i, x[:3]),
    "index_fill": lambda i, x: x.index_fill(0, i, 1.0),
    "index_reduce": lambda i, x: x.index_reduce(0, i, x[:3], "prod"),
    "nll_loss": lambda i, x: F.nll_loss(x.t(), i),
    "cross_entropy": lambda i, x: F.cross_entropy(x.t(), i),
    "ignored": lambda i, x: F.cross_entropy(x.t(), i, ignore_index=7),
    "one_hot": lambda i, x: F.one_hot(i, 4),
    "positions": lambda i, x: F.embedding((i > 0).cumsum(0) + i, x),
    "number": lambda i, x: x.sum().index_select(0, i - i.min()),
}
VALUES = ([0, 1, 3], [0, 1, 4], [0, -1, 1], [-4, 0, 0], [-5, 1, 1], [-100, 1, 2], [7, 1, 2], [1000, 0, 0], [1, 0, 1])


def is_taken(call, *args, **options) -> bool:
    try:
        call(*args, **options)
    except (IndexError, RuntimeError, ArgumentError):
        return False
    return True


@pytest.mark.parametrize("name", CALLS)
def test_what_pytorch_refuses_is_refused(name):
    """And nothing else; what it takes has its values."""
    call, x = CALLS[name], torch.arange(12.0).reshape(4, 3)
    program = emmy.compile(call, (torch.tensor([0, 1, 0]), x))
    for values in map(torch.tensor, VALUES):
        expected = is_taken(call, values, x)
        assert is_taken(program, values, x, device="tensor") == expected, values
        if expected:
            assert torch.allclose(program(values, x, device="tensor"), call(values, x), equal_nan=True)


def test_of_any_size():
    """The message names the line, the operator, the ends and the position; the size is that of the call."""
    program = emmy.compile(
        lambda x, i: x[x.shape[0] - i, 1:],
        (torch.randn(5, 2), torch.tensor([1])),
        dynamic_shapes=({0: Dim("n")}, {0: Dim("m")}),
    )
    for device in ("tensor", "cpu", "simulator", "shim"):
        assert program(torch.randn(3, 2), torch.tensor([3, 1]), device=device).shape == (2, 1)
        message = r"test_indices.py:\d+: index \(aten.index.Tensor\): expected positions from -3 to 2, but got 3$"
        with pytest.raises(ArgumentError, match=message):
            program(torch.randn(3, 2), torch.tensor([1, 0]), device=device)
    assert program(torch.randn(0, 2), torch.tensor([], dtype=torch.int64)).shape == (0, 1)


@pytest.mark.parametrize("classes", [1, 3])
def test_probabilities_are_no_positions(classes):
    """Targets of a loss that are floats, of any value."""
    x, target = (
        torch.linspace(-1.0, 1.0, 4 * classes).reshape(4, classes),
        torch.linspace(-1.5, 4.5, 4 * classes).reshape(4, classes),
    )
    program = emmy.compile(F.cross_entropy, (x, target))
    assert torch.allclose(program(x, target, device="tensor"), F.cross_entropy(x, target), atol=1e-6)


def test_positions_that_broadcast_to_none():
    """Name none, whatever they are."""
    x, none = torch.arange(12.0).reshape(4, 3), torch.zeros(0, dtype=torch.int64)
    dynamic = ({}, {}, {0: Dim("n")})
    program = emmy.compile(lambda x, i, j: x[i, j], (x, torch.tensor([1]), torch.tensor([0, 2])), dynamic_shapes=dynamic)
    assert program(x, torch.tensor([9]), none, device="tensor").shape == (0,)
    with pytest.raises(ArgumentError, match="expected positions from -4 to 3, but got 9"):
        program(x, torch.tensor([9]), torch.tensor([0, 2]), device="tensor")


class Positions(torch.nn.Module):
    """Rows of a table by a buffer of positions, as many as there are ids."""

    def __init__(self):
        super().__init__()
        self.table = torch.nn.Embedding(4, 2)
        self.register_buffer("positions", torch.arange(9))

    def forward(self, ids):
        return self.table(ids) + self.table(self.positions[: ids.shape[0]])


def test_buffers():
    module = Positions()
    program = emmy.compile(module, (torch.tensor([1, 2, 3]),), dynamic_shapes=({0: Dim("n", max=9)},))
    assert torch.equal(program(torch.tensor([3, 3, 3, 3])), module(torch.tensor([3, 3, 3, 3])))
    with pytest.raises(ArgumentError, match="expected positions from 0 to 3, but got 4"):
        program(torch.zeros(5, dtype=torch.int64))
    module.positions = torch.arange(9) // 2
    program(torch.zeros(5, dtype=torch.int64))


def choose(i, x):
    return torch.cond(i.max() < 4, lambda i, x: x[i], lambda i, x: x[:2] * 0, (i, x))


def write(i, x):
    j = i.clone()
    j[0] = 0
    return x[j]


def compute(i, x):
    return x[(x[:2] * 0).to(torch.int64)]


@pytest.mark.parametrize("call", [choose, write, compute])
def test_what_is_not_looked_at(call):
    """A branch that is not taken, integers that the program writes to, what is computed of floats: nothing is refused wrongly."""
    x, i = torch.randn(4), torch.tensor([7, 1])
    program = emmy.compile(call, (torch.tensor([0, 1]), x))
    for device in ("tensor", "cpu"):
        assert torch.equal(program(i, x, device=device), call(i, x))


def test_positions_of_positions():
    """PyTorch's own words, where a position that does not exist is asked for another one."""
    program = emmy.compile(lambda x, i, j: x[j[i]], (torch.randn(4), torch.tensor([0]), torch.tensor([3, 2])))
    with pytest.raises(ArgumentError, match="expected positions that PyTorch computes, but got: index 2 is out of bounds"):
        program(torch.randn(4), torch.tensor([2]), torch.tensor([3, 2]))
    with pytest.raises(ArgumentError, match="expected positions from -4 to 3, but got 5"):
        program(torch.randn(4), torch.tensor([1]), torch.tensor([3, 5]))


def test_positions_behind_the_last_bag_are_not_read():
    def call(i, table):
        return torch.nn.functional.embedding_bag(i, table, torch.tensor([0, 1, 2]), mode="sum", include_last_offset=True)

    i, table = torch.tensor([3, 3, 9]), torch.randn(4, 3).double()
    inside = torch.tensor([3, 3, 0])
    program = emmy.compile(call, (inside, table.float()))
    torch.testing.assert_close(program(i, table.float()), call(inside, table.float()))
