# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Masks that are constants of a program: how many elements they take is known, so they may stand wherever positions may."""

import emmy
import pytest
import torch
from torch.export import Dim

COLUMNS = torch.tensor([True, False, True])
ROWS = torch.tensor([False, True, True, True])
PLACES = torch.tensor([[True, False, True], [False, False, True], [True, True, True], [False, False, False]])


class Attribute(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.columns = COLUMNS.clone()

    def forward(self, x):
        return x[:, self.columns]


def literal(x):
    return x[:, torch.tensor([True, False, True])] + x[:, [False, True, True]]


def update(x):
    x = x.clone()
    x[:, COLUMNS] = -x[:, COLUMNS].flip(1)
    x[:, ~COLUMNS] += x[:, COLUMNS].sum(1, keepdim=True)
    return x


def write(x):
    x = x.clone()
    x[:, COLUMNS] = torch.arange(2.0)
    return x


def accumulate(x):
    return torch.ops.aten.index_put(x, [None, COLUMNS], torch.arange(2.0), True)


def none(x):
    return x[:, COLUMNS & ~COLUMNS], x[:, COLUMNS | ~COLUMNS]


def apart(x):
    return torch.cat([x[:, COLUMNS], x[:, ~COLUMNS]], 1) @ torch.ones(3, 2)


def product(x):
    return x[:, COLUMNS] @ x[:, COLUMNS].T


def scale_twice(x):
    x[:, COLUMNS] *= 2
    x[:, COLUMNS] = x[:, COLUMNS] * 2 + x[:, [1]]
    return x


@pytest.mark.parametrize(
    "call",
    [Attribute(), literal, update, write, accumulate, none, apart, product, scale_twice],
    ids=lambda call: type(call).__name__,
)
def test_columns(call):
    x = torch.randint(-8, 8, (4, 3)).float()
    program = emmy.compile(call, (x.clone(),), dynamic_shapes=({0: Dim("n")},))
    for rows in (4, 0, 1):
        x = torch.randint(-8, 8, (rows, 3)).float()
        expected = call(x.clone())
        for device in ("tensor", "cpu", "simulator"):
            got = program(x.clone(), device=device)
            for value, right in zip(*((t if isinstance(t, tuple) else (t,)) for t in (got, expected)), strict=True):
                assert torch.equal(value, right)


def several(x):
    y = x.clone()
    y[PLACES] += x[PLACES].flip(0)
    return x[PLACES], x[ROWS], x[ROWS, torch.tensor([True] * 3)], x[ROWS, torch.tensor([2, 0, 1])], x[[2, 0], COLUMNS], y


def positions(x):
    return PLACES.nonzero(), ROWS.nonzero(), x[COLUMNS.nonzero()]


@pytest.mark.parametrize("call", [several, positions], ids=lambda call: call.__name__)
def test_several_dims(call):
    """Masks of two dims, and in two dims, beside positions."""
    x = torch.randint(-8, 8, (4, 3)).float()
    program = emmy.compile(call, (x,))
    for device in ("tensor", "cpu", "simulator"):
        assert all(map(torch.equal, program(x, device=device), call(x)))


class Buffer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("columns", COLUMNS.clone())

    def forward(self, x):
        return x[:, self.columns]


def test_a_buffer_is_no_constant():
    with pytest.raises(emmy.UnsupportedError, match="got a mask, whose number of elements nobody knows"):
        emmy.compile(Buffer(), (torch.ones(4, 3),))


def test_a_product_of_what_a_mask_takes():
    """PyTorch finds out from the other factor how many elements there are."""
    with pytest.raises(emmy.UnsupportedError, match="got a mask, whose number of elements nobody knows"):
        emmy.compile(lambda x: x[:, x[0] > 0] @ torch.ones(2, 5), (torch.ones(4, 3),))


def test_a_constant_without_a_gradient():
    """PyTorch detaches what `torch.tensor` makes in place, which writes no element."""
    x = torch.tensor([-1.0, 2.0])
    program = emmy.compile(lambda x: x.minimum(torch.tensor(0.5).detach_()), (x,))
    assert torch.equal(program(x), torch.tensor([-1.0, 0.5]))


def write_element(x, columns):
    columns[0] = False
    return x[:, columns]


def write_view(x, columns):
    columns.view(3).logical_not_()
    return x[:, columns.clone()]


def write_between(x, columns):
    first = x[:, columns]
    columns[:1].logical_not_()
    return first, x[:, ~columns]


@pytest.mark.parametrize("call", [write_element, write_view, write_between], ids=lambda call: call.__name__)
def test_what_is_written_is_no_constant(call):
    """By way of a view, too."""
    with pytest.raises(emmy.UnsupportedError, match="got a mask, whose number of elements nobody knows"):
        emmy.compile(lambda x: call(x, torch.tensor([True, False, True])), (torch.ones(4, 3),))


def test_copies_of_what_is_written_are_written_themselves():
    def call(x):
        columns = torch.tensor([True, False, True])
        others = columns.clone()
        others[1] = True
        return x[:, columns], torch.where(others, x, 0)

    x = torch.randn(4, 3)
    assert all(map(torch.equal, emmy.compile(call, (x,))(x), call(x)))
