# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Updates of the elements that a mask takes, which are choices between values, and what is none."""

import emmy
import pytest
import torch
from torch.export import Dim


def scale(x, mask, y):
    x[mask] *= 2
    return x + 1


def put_number(x, mask, y):
    x[mask] = 3.0
    return x


def put_read(x, mask, y):
    x = x.clone()
    x[mask] = torch.where(x[mask] > y[mask], x[mask].double().float(), y[mask].neg())
    return x


def write_mask_twice(x, mask, y):
    x[x > 0] = -x[x > 0]
    return x


def columns(x, mask, y):
    x = x.clone()
    x[:, mask[0]] -= y[:, :1]
    return x


def rows(x, mask, y):
    x = x.clone()
    x[mask[:, 0]] *= y.amax(0)
    return x


def of_a_view(x, mask, y):
    row = x[0]
    row[mask[0]] += row[mask[0]]
    return x


def accumulate(x, mask, y):
    return x.index_put((mask,), x[mask] * 3, accumulate=True)


def by_two_masks(x, mask, y):
    x[mask] = 0.0
    x[y > 0] += 1
    return x


@pytest.mark.parametrize(
    ("call", "sizes"),
    [
        (scale, [5]),
        (put_number, [5]),
        (put_read, [1, 7]),
        (write_mask_twice, [5]),
        (columns, [1, 7]),
        (rows, [1, 7]),
        (of_a_view, [5]),
        (accumulate, [5]),
        (by_two_masks, [5]),
    ],
)
def test_updates(call, sizes):
    """Exactly: every element is computed as PyTorch computes it, and those that the mask leaves out keep their bits."""
    generator = torch.Generator().manual_seed(0)
    program = emmy.compile(call, make_inputs(5, 3, generator), dynamic_shapes=({0: Dim("n")},) * 3 if len(sizes) > 1 else None)
    for size in sizes:
        given = make_inputs(size, 3, generator)
        expected, got = ([value.clone() for value in given] for _ in range(2))
        assert torch.equal(program(*got, device="tensor"), call(*expected))
        assert all(map(torch.equal, got, expected))


def make_inputs(rows, columns, generator):
    x, y = (torch.randn(rows, columns, generator=generator) for _ in range(2))
    return x, torch.rand(rows, columns, generator=generator) > 0.5, y


def take_out(x, mask, y):
    return x[mask]


def mix(x, mask, y):
    x = x.clone()
    x[mask] = x[mask].flip(0)
    return x


def center(x, mask, y):
    x = x.clone()
    x[mask] -= x[mask].mean()
    return x


@pytest.mark.parametrize("call", [take_out, mix, center])
def test_refusals(call):
    """What depends on how many elements the mask takes, or on where they stand among each other."""
    message = r"got a mask, whose number of elements nobody knows; keep the shape, as torch\.where\(mask, x, 0\) does"
    with pytest.raises(emmy.UnsupportedError, match=message):
        emmy.compile(call, make_inputs(5, 3, torch.Generator().manual_seed(0)))
