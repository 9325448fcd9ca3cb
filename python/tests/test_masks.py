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


def of_the_largest(x, mask, y):
    x = x.clone()
    x[x.max(1, keepdim=True)[0] == x] = -x[x.max(1, keepdim=True)[0] == x]
    return x


def deep_mask(x, mask, y):
    def get_mask():
        value = x * 0.25
        for _ in range(40):
            value = value * value + value
        return value > 0

    return x.index_put((get_mask(),), -x[get_mask()])


def update_a_mask(x, mask, y):
    mask = mask.clone()
    mask[y > 0] = mask[y > 0].logical_not()
    return x.index_put((mask,), x[mask] * 2)


def choose_integers(x, mask, y):
    """No divisor where the mask does not hold: nobody divides there."""
    x, y = (x * 8).int(), torch.where(mask, (y * 8).int() | 1, 0)
    x[mask] = torch.where(x[mask] > 3, x[mask] // y[mask], 7) | 2
    return x


def behind_the_mask(x, mask, y):
    x = x[:, :, None] * y[:, None, :]
    x[:, mask[0]] = torch.maximum(x[:, mask[0]], y[:, None, :] * 0.5).clamp(max=y[0, 0])
    return x


# Some look at a row.
ANY, SOME, STATIC = [0, 1, 7], [1, 7], [5]


@pytest.mark.parametrize(
    ("call", "sizes", "devices"),
    [
        (scale, ANY, "tensor cpu"),
        (put_number, ANY, "tensor cpu simulator"),
        (put_read, ANY, "tensor cpu simulator"),
        (write_mask_twice, STATIC, "tensor cpu"),
        (columns, SOME, "tensor cpu simulator"),
        (rows, SOME, "tensor cpu"),
        (of_a_view, STATIC, "tensor cpu"),
        (accumulate, STATIC, "tensor cpu"),
        (by_two_masks, STATIC, "tensor cpu simulator"),
        (of_the_largest, STATIC, "tensor cpu"),
        (deep_mask, STATIC, "tensor cpu"),
        (update_a_mask, STATIC, "tensor cpu"),
        (choose_integers, ANY, "tensor cpu simulator"),
        (behind_the_mask, SOME, "tensor cpu"),
    ],
)
def test_updates(call, sizes, devices):
    """Exactly: every element is computed as PyTorch computes it, and those that the mask leaves out keep their bits."""
    generator = torch.Generator().manual_seed(0)
    is_static = sizes is STATIC
    # Dims of one name are one.
    dims = tuple({0: Dim("n")} for _ in range(3))
    program = emmy.compile(call, make_inputs(5, 3, generator), dynamic_shapes=None if is_static else dims)
    for size in sizes:
        x, mask, y = make_inputs(size, 3, generator)
        for holds in (mask, torch.ones_like(mask), torch.zeros_like(mask)):
            expected = [value.clone() for value in (x, holds, y)]
            result = call(*expected)
            for device in devices.split():
                got = [value.clone() for value in (x, holds, y)]
                assert torch.equal(program(*got, device=device), result), device
                assert all(map(torch.equal, got, expected)), device


@pytest.mark.parametrize("call", [scale, put_read, write_mask_twice, accumulate, by_two_masks])
@pytest.mark.parametrize("sizes", [(0, 3), (3, 0), (1, 1)], ids=str)
def test_updates_of_nothing(call, sizes):
    """Sizes that PyTorch knows: what a mask takes of no elements is empty to it."""
    inputs = make_inputs(*sizes, torch.Generator().manual_seed(0))
    program = emmy.compile(call, [value.clone() for value in inputs])
    expected = call(*(value.clone() for value in inputs))
    for device in ("tensor", "cpu"):
        assert torch.equal(program(*(value.clone() for value in inputs), device=device), expected), device


def make_inputs(rows, columns, generator):
    """Numbers so short that sums of products are exact, in one operation or in two."""
    x, y = ((torch.randn(rows, columns, generator=generator) * 8).round() / 8 for _ in range(2))
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


def other_mask(x, mask, y):
    """-0.0 and 0.0 are equal, and what is made of them is not."""
    return x.index_put((x.copysign(0.0) > 0,), -x[x.copysign(-0.0) > 0])


@pytest.mark.parametrize("call", [take_out, mix, center, other_mask])
def test_refusals(call):
    """What depends on how many elements the mask takes, or on where they stand among each other, or is read by another mask."""
    message = r"got a mask, whose number of elements nobody knows; keep the shape, as torch\.where\(mask, x, 0\) does"
    with pytest.raises(emmy.UnsupportedError, match=message):
        emmy.compile(call, make_inputs(5, 3, torch.Generator().manual_seed(0)))
