# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions that have no value of nothing, in programs of any size: a call of size 0 is refused, as PyTorch refuses it."""

import emmy
import pytest
import torch
from edge_cases import make_function
from torch._higher_order_ops import while_loop

# Reductions that PyTorch refuses of no elements, and others that it does not.
CHOOSING = [
    "x.amax(0)",
    "x.amin()",
    "x.max(0)",
    "x.argmin(0)",
    "torch.aminmax(x, dim=0)",
    "x.median(0)",
    "x.mode(0)",
    "torch.linalg.vector_norm(x, float('inf'), 0)",
    "x.flatten(0, 1).argmax()",
    "(x.repeat_interleave(2, 0) + 1).reshape(-1).amax()",
]
OF_NOTHING = (
    "x.sum(0), x.prod(0), x.amax(1), x.median(), x.max(1)[0], x.logsumexp(0), x.sort(0)[0], torch.maximum(x, x), x.norm()"
)


@pytest.mark.parametrize("text", CHOOSING)
def test_choices_of_nothing_are_refused(text):
    """By PyTorch, and by a program of any size."""
    call = make_function(text)
    program = emmy.compile(call, (torch.ones(3, 2),), dynamic_shapes=({0: torch.export.Dim("n")},))
    for x in (torch.ones(1, 2), torch.arange(10.0).reshape(5, 2)):
        torch.testing.assert_close(program(x), call(x))
    with pytest.raises((IndexError, RuntimeError)):
        call(torch.ones(0, 2))
    for device in ("tensor", "cpu", "simulator"):
        with pytest.raises(emmy.ArgumentError, match="expected 1 <= n, but got 0"):
            program(torch.ones(0, 2), device=device)


def test_choices_of_nothing_in_loops_and_branches():
    def loop(x):
        return while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y + y.amax(0)), (torch.tensor(0), x))[1]

    def branch(x):
        return torch.cond(x.sum() > 0, lambda x: x.amax(0), lambda x: x.amin(0) + 1, (x,))

    for call in (loop, branch):
        program = emmy.compile(call, (torch.ones(3, 2),), dynamic_shapes=({0: torch.export.Dim("n")},))
        x = torch.arange(10.0).reshape(5, 2)
        torch.testing.assert_close(program(x), call(x))
        with pytest.raises(emmy.ArgumentError, match="expected 1 <= n, but got 0"):
            program(torch.ones(0, 2))


def test_reductions_of_nothing_are_not_refused():
    call = make_function(OF_NOTHING)
    program = emmy.compile(call, (torch.ones(3, 2),), dynamic_shapes=({0: torch.export.Dim("n")},))
    for x in (torch.ones(0, 2), torch.arange(10.0).reshape(5, 2)):
        torch.testing.assert_close(program(x), call(x), equal_nan=True)


def test_choices_of_sums_of_sizes():
    """Whether there are elements depends on two sizes, each of which may be 0."""
    call = make_function("torch.cat([x, y]).amax(0)", "x, y")
    dims = [{0: torch.export.Dim(name)} for name in "nm"]
    program = emmy.compile(call, (torch.ones(3, 2), torch.ones(4, 2)), dynamic_shapes=tuple(dims))
    assert program(torch.ones(0, 2), torch.full((1, 2), -1.0)).tolist() == [-1, -1]
    assert program(torch.ones(2, 2), torch.ones(0, 2)).tolist() == [1, 1]
    for device in ("tensor", "cpu", "simulator"):
        with pytest.raises(emmy.ArgumentError, match=r"amax.*expected elements to choose from, but got a dim of size m \+ n = 0"):
            program(torch.ones(0, 2), torch.ones(0, 2), device=device)
