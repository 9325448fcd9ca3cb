# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""while_loop and scan: what PyTorch computes step by step, on every executor; and what is refused."""

import functools
import re

import emmy
import pytest
import torch
from torch import nn
from torch._higher_order_ops import scan, while_loop
from torch.export import Dim

DEVICES = ("tensor", "cpu", "simulator", "shim", "nvvm")


def agree(program, module, args, devices=DEVICES):
    with torch.no_grad():
        expected = torch.utils._pytree.tree_leaves(module(*args))
    for device in devices:
        got = torch.utils._pytree.tree_leaves(program(*args, device=device))
        for number, (g, e) in enumerate(zip(got, expected, strict=True)):
            torch.testing.assert_close(g, e, equal_nan=True, msg=lambda text, at=(number, device): f"{at}: {text}")


class Powers(nn.Module):
    """A counter and a matrix, a layer's parameters and an argument of the module in the body."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, count, x):
        def body(i, y):
            return i + 1, torch.relu(self.layer(y)) + y.sum() * x

        return while_loop(lambda i, y: i < count, body, (torch.tensor(0), x))


@functools.cache
def compile_powers():
    torch.manual_seed(0)
    module = Powers().eval()
    example = (torch.tensor(3), torch.randn(3, 4))
    return module, emmy.compile(module, example, dynamic_shapes=(None, {0: Dim("n")}), target="sm_90")


@pytest.mark.parametrize(("count", "size"), [(0, 3), (1, 1), (2, 0), (3, 7)])
def test_while(count, size):
    module, program = compile_powers()
    agree(program, module, (torch.tensor(count), torch.randn(size, 4)))


class Recurrence(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 4) / 2)

    def forward(self, h, xs, ys):
        def step(carried, part):
            h, total = carried
            x, y = part
            h = torch.tanh(h @ self.weight + x)
            return (h, total + y), (h.sum(-1), (x > h, y * total))

        return scan(step, (h, torch.zeros(1, dtype=torch.int64)), (xs, ys), dim=1, reverse=True)


@functools.cache
def compile_recurrence():
    torch.manual_seed(0)
    module = Recurrence().eval()
    example = torch.randn(2, 4), torch.randn(2, 5, 4), torch.arange(10).reshape(2, 5).sum(0, keepdim=True)
    steps = Dim("steps")
    return module, emmy.compile(
        module, example, dynamic_shapes=({0: Dim("n")}, {0: Dim("n"), 1: steps}, {1: steps}), target="sm_90"
    )


@pytest.mark.parametrize(("size", "steps"), [(3, 1), (2, 4)])
def test_scan(size, steps):
    """Several results that are stacked, of several dtypes, along a dim that is not the first, from the end."""
    module, program = compile_recurrence()
    agree(program, module, (torch.randn(size, 4), torch.randn(size, steps, 4), torch.arange(steps)[None]))


def test_scan_writes_in_place():
    """A step writes its part of a stacked result, and copies nothing."""
    _, program = compile_recurrence()
    loop = re.search(r"= scf\.while .*?scf\.yield", program.ir("kernel"), re.DOTALL)[0]
    assert "emmy_kernel.launch" in loop and "emmy_kernel.copy" not in loop and "emmy_kernel.alloc" not in loop
