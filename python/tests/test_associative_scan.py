# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""associative_scan, however PyTorch captures it, and torch.vmap: what PyTorch computes, at lengths around powers of two."""

import copy
import functools

import emmy
import pytest
import torch
from emmy.importer import import_exported, import_module
from rotation import choose
from torch import nn
from torch._higher_order_ops import associative_scan, while_loop
from torch.export import Dim

DEVICES = ("tensor", "cpu", "simulator")
# What PyTorch captures of a scan for one kind of processor, and what a saved program may hold.
whole_scan = torch.ops.higher_order.associative_scan


def agree(program, module, *calls, devices=DEVICES, **tolerance):
    for args in calls:
        with torch.no_grad():
            expected = torch.utils._pytree.tree_leaves(module(*copy.deepcopy(args)))
        for device in devices:
            got = torch.utils._pytree.tree_leaves(program(*copy.deepcopy(args), device=device))
            for number, (g, e) in enumerate(zip(got, expected, strict=True)):
                torch.testing.assert_close(
                    g, e, equal_nan=True, msg=lambda text, at=(number, device): f"{at}: {text}", **tolerance
                )


def select(left, right):
    """h = a h' + b, as a step from what is before to what is here: (a, b)."""
    return right[0] * left[0], right[0] * left[1] + right[1]


class Selective(nn.Module):
    """The recurrence of a state space model: each channel decays, and takes in, what its input selects."""

    def __init__(self):
        super().__init__()
        self.rate, self.mix = nn.Linear(3, 3), nn.Linear(3, 3)

    def forward(self, x):
        steps = nn.functional.softplus(self.rate(x))
        decay, taken = torch.exp(-steps), steps * self.mix(x)
        return associative_scan(select, (decay, taken), dim=1, combine_mode="generic")[1] * torch.sigmoid(x)


@functools.cache
def compile_selective():
    torch.manual_seed(0)
    module = Selective().eval()
    shapes = ({0: Dim("batch"), 1: Dim("length")},)
    return module, emmy.compile(module, (torch.randn(2, 5, 3),), dynamic_shapes=shapes, target="sm_90")


@pytest.mark.xdist_group("selective")
@pytest.mark.parametrize("length", [1, 2, 8, 9])
def test_selective(length):
    module, program = compile_selective()
    torch.manual_seed(length)
    agree(program, module, (torch.randn(3, length, 3),), devices=(*DEVICES, "shim", "nvvm"))


@pytest.mark.xdist_group("selective")
def test_lengths():
    """Nothing is scanned, by all rows and by none; a recurrence of many steps agrees with one that goes step by step."""
    module, program = compile_selective()
    for shape in ((2, 0, 3), (0, 4, 3)):
        for device in DEVICES:
            assert program(torch.randn(shape), device=device).shape == shape
    x = torch.randn(1, 300, 3)
    steps = nn.functional.softplus(module.rate(x)).double()
    decay, taken, h, rows = torch.exp(-steps), steps * module.mix(x), 0, []
    for i in range(x.shape[1]):
        h = decay[:, i] * h + taken[:, i]
        rows.append(h)
    torch.testing.assert_close(program(x, device="cpu"), (torch.stack(rows, 1) * torch.sigmoid(x)).float())


def of_dtypes(half, whole, flags):
    return associative_scan(
        lambda a, b: {"half": a["half"] * b["half"], "whole": a["whole"] + b["whole"], "flags": a["flags"] ^ b["flags"]},
        {"half": half, "whole": whole, "flags": flags},
        dim=-1,
        reverse=True,
        combine_mode="generic",
    )


def of_matrices(x):
    return associative_scan(torch.matmul, x, dim=0, combine_mode="generic")


def of_captured(x, y):
    """Elements are clamped by values of the program, and by numbers, which each combination keeps."""
    most = y.abs() + 0.5

    def combine(a, b):
        return torch.where(torch.tensor([True, False, True]), torch.minimum(torch.maximum(a, b), most), b)

    return associative_scan(combine, x, dim=1, combine_mode="generic")


def within_loop(n, x):
    def body(i, x):
        return i + 1, associative_scan(lambda a, b: a + b, x * 0.5, dim=0, combine_mode="generic")

    return while_loop(lambda i, x: i < n, body, (torch.zeros([], dtype=torch.int64), x))


def of_written(x):
    x.add_(1)
    y = associative_scan(lambda a, b: a + b, x, dim=0, combine_mode="generic")
    x.mul_(2)
    return y, x


def of_whole(decay, taken):
    return whole_scan(lambda a, b, c, d: select((a, b), (c, d)), (decay, taken), ())


def of_whole_with_operands(x, least):
    return whole_scan(lambda a, b, least: (torch.maximum(torch.maximum(a, b), least) + torch.tensor(0.0),), (x,), (least,))


def mapped(x, y):
    """Results that are put together elsewhere, one that no part is in, and what several maps share."""
    total = x.sum(0)
    first = torch.vmap(lambda a, b: (a.softmax(0) + b[0], total * 2), out_dims=(0, None))(x, y)
    return *first, torch.vmap(lambda a, i: a.flip(0)[:2] + i, in_dims=(1, 0))(torch.stack([x, y], 2), total)


def mapped_within_loop(n, x):
    """PyTorch takes maps of maps only in loops."""

    def combine(a, b):
        return torch.vmap(lambda row: row.cumsum(0) * b[0] + torch.vmap(torch.exp)(row))(a) + torch.vmap(torch.sin)(a).sum()

    return while_loop(
        lambda i, x: i < n, lambda i, x: (i + 1, torch.vmap(combine)(x, x)), (torch.zeros([], dtype=torch.int64), x)
    )


def make_programs():
    torch.manual_seed(0)
    n, rows = torch.tensor(2), {0: Dim("rows")}
    x, y = torch.rand(5, 3), torch.rand(5, 3)
    several = torch.rand(2, 7).half(), torch.randint(-9, 9, (2, 7)), torch.rand(2, 7) > 0.5
    one = torch.rand(1, 3)
    return {
        "of_dtypes": (of_dtypes, several, None, [tuple(part.flip(0) for part in several)]),
        "of_matrices": (of_matrices, (torch.rand(5, 2, 2),), (rows,), [(torch.rand(1, 2, 2),), (torch.rand(4, 2, 2),)]),
        "of_captured": (of_captured, (torch.randn(3, 6), torch.randn(3)), (None, None), []),
        "within_loop": (within_loop, (n, x), (None, rows), [(torch.tensor(3), one), (torch.tensor(0), x)]),
        "of_written": (of_written, (x,), (rows,), [(x[:3],)]),
        "of_whole": (of_whole, (x, y), (rows, rows), [(one, one), (torch.rand(8, 3), torch.rand(8, 3))]),
        "of_whole_with_operands": (of_whole_with_operands, (x, y[0]), None, [(x - 0.5, y[1])]),
        "mapped": (mapped, (x, y), (rows, rows), [(one, one)]),
        "mapped_within_loop": (mapped_within_loop, (n, torch.rand(4, 2, 3)), None, []),
    }


PROGRAMS = make_programs()


@pytest.mark.parametrize("name", choose(list(PROGRAMS), 2))
def test_program(name):
    """A part in each run of the tests."""
    function, example, dynamic_shapes, calls = PROGRAMS[name]
    program = emmy.compile(function, copy.deepcopy(example), dynamic_shapes=dynamic_shapes, target="sm_90")
    agree(program, function, example, *calls)


def test_captured_elsewhere():
    """PyTorch's own definition, for one length, in a program that it captured by itself."""
    torch.manual_seed(0)
    module, args = Selective().eval(), (torch.randn(2, 6, 3),)
    with torch.no_grad():
        exported = torch.export.export(module, args)
    assert "emmy.while" not in import_exported(exported).text
    agree(emmy.compile(exported.module(), args), module, args, devices=("cpu",))


def of_loops(x):
    return whole_scan(lambda a, b: (while_loop(lambda x: x.sum() < 3, lambda x: (x * 2,), (a + b,))[0],), (x,), ())


def of_writes(x):
    y = x.clone()[0]

    def add(x):
        y.add_(1)
        return x + y

    return torch.vmap(add)(x)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (of_loops, "expected a combination that torch.vmap can map over the scanned dim, but got "),
        (of_writes, "but got NotExpanded: aten.add_.Tensor, which writes to what all parts share"),
    ],
)
def test_refused(call, message):
    with pytest.raises(emmy.UnsupportedError) as raised:
        import_module(call, (torch.rand(4, 3),))
    assert message in raised.value.diagnostics[0].message
