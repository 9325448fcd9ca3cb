# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.cond: the values of the branch that PyTorch takes, whatever the other one gives; and what is refused."""

import functools
import math
import re

import emmy
import pytest
import torch
from emmy.importer import import_module
from torch import nn
from torch.export import Dim


class Nested(nn.Module):
    """Results of several dtypes in a structure, a condition in a branch, parameters, and a value that only one branch reads."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x, switch):
        def yes(x, y):
            return {"a": self.layer(x), "b": (y.sum().to(torch.int32), x > 0), "c": x.half()}

        def no(x, y):
            inner = torch.cond(y.max() > 2, lambda y: y.sum().to(torch.int32), lambda y: (y.prod() * 2).to(torch.int32), (y,))
            return {"a": x * math.nan, "b": (inner, x < 1), "c": (x * 3).half()}

        chosen = torch.cond(switch.sum() > 0, yes, no, (x, switch))
        return chosen["a"] * 2, chosen["b"], chosen["c"]


SWITCHES = {
    "yes": torch.tensor([1.0, 2.0, 0.5]),
    "no, then yes": torch.tensor([3.0, -4.0, -1.0]),
    "no, then no": torch.tensor([-1.0, -2.0, 2.0]),
}


@pytest.mark.xdist_group("nested conditions")
@pytest.mark.parametrize("size", [0, 1, 7])
def test_nested(size):
    module, program = compile_nested()
    for name, switch in SWITCHES.items():
        x = torch.randn(size, 3)
        expected = torch.utils._pytree.tree_leaves(module(x, switch))
        for device in ("tensor", "cpu", "simulator"):
            got = torch.utils._pytree.tree_leaves(program(x, switch, device=device))
            for number, (g, e) in enumerate(zip(got, expected, strict=True)):
                torch.testing.assert_close(g, e, equal_nan=True, msg=lambda text, at=(name, device, number): f"{at}: {text}")


@functools.cache
def compile_nested():
    torch.manual_seed(0)
    module, example = Nested().eval(), (torch.randn(4, 3), SWITCHES["yes"])
    return module, emmy.compile(module, example, dynamic_shapes={"x": {0: Dim("n")}, "switch": None}, target="sm_90")


def test_the_other_branch_is_not_seen():
    """Infinities, NaN and positions beyond an end of the branch that is not taken reach nothing."""

    def call(x, index):
        last = x.shape[0] - 1
        return torch.cond((index <= last).all(), lambda x, i: x.gather(0, i), lambda x, i: x / 0 - i, (x, index))

    x = torch.tensor([1.0, -2.0, 0.0])
    program = emmy.compile(call, (x, torch.tensor([0, 1, 2])))
    assert program(x, torch.tensor([2, 0, 1])).tolist() == [0.0, 1.0, -2.0]
    got = program(x, torch.tensor([2, 9, 1]))
    assert got[:2].tolist() == [math.inf, -math.inf] and got[2].isnan()


def test_lines():
    """What a branch computes is the call's that has it; the choice goes by its name."""

    def call(x):
        return torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,))

    text = import_module(call, (torch.ones(3),)).text
    line = call.__code__.co_firstlineno + 1
    for pattern in ("emmy_framework.sin", "emmy_framework.cos", "%cond = emmy_framework.where"):
        assert re.search(rf'{pattern} .*"test_conditions.py":{line}:1', text), text


def test_condition_of_one_element():
    def call(x, flag):
        return torch.cond(flag, lambda x: x + 1, lambda x: x - 1, (x,))

    program = emmy.compile(call, (torch.ones(3), torch.tensor([True])))
    for flag in (True, False):
        x = torch.zeros(3)
        assert program(x, torch.tensor([flag])).tolist() == ([1.0] * 3 if flag else [-1.0] * 3)


def test_writes_to_a_branchs_own_values():
    def call(x):
        def yes(x):
            y = x.clone()
            y.add_(1)
            y[:2].mul_(5)
            return y.mul_(x)

        return torch.cond(x.sum() > 0, yes, lambda x: x * 2, (x,))

    program = emmy.compile(call, (torch.ones(3),))
    for x in (torch.tensor([1.0, 2.0, 3.0]), torch.tensor([-1.0, -2.0, -3.0])):
        assert program(x.clone()).tolist() == call(x).tolist()


def of_sizes(x):
    return torch.cond(x.shape[0] > 4, lambda x: x.sin(), lambda x: x.cos(), (x,))


def of_item(x):
    return torch.cond(x.sum().item() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,))


def test_condition_on_sizes():
    program = emmy.compile(of_sizes, (torch.rand(5),), dynamic_shapes=({0: Dim("n")},))
    for size in (0, 1, 4, 9):
        x = torch.rand(size)
        torch.testing.assert_close(program(x), of_sizes(x))


def write_number(x):
    y = x.clone()
    y[0] = 5
    return y


def of_number(x):
    return torch.cond(x.sum() > 0, write_number, lambda x: x.cos(), (x,))


def of_constant(x):
    return torch.cond(x.sum() > 0, lambda x: x + torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0]), lambda x: x.cos(), (x,))


@pytest.mark.parametrize("call", [of_number, of_constant])
def test_python_numbers(call):
    """Tensors that PyTorch makes of Python numbers."""
    program = emmy.compile(call, (torch.ones(5),))
    for x in (torch.arange(5.0), -torch.arange(5.0)):
        torch.testing.assert_close(program(x), call(x))


def of_many_numbers(x):
    return torch.cond(x.sum() > 0, lambda x: x + torch.tensor([float(i) for i in range(65)]).sum(), lambda x: x.cos(), (x,))


def of_unsupported(x):
    return torch.cond(x.sum() > 0, lambda x: torch.special.airy_ai(x), lambda x: x.cos(), (x,))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (of_item, "expected sizes that follow from those of the inputs, but got "),
        (of_unsupported, "expected an operator that Emmy knows, but got aten.special_airy_ai.default"),
        (
            of_many_numbers,
            "expected tensors of at most 64 Python numbers in a loop or a branch, but got one of 65; give it as an",
        ),
    ],
)
def test_refused(call, message):
    with pytest.raises(emmy.UnsupportedError) as raised:
        import_module(call, (torch.ones(5),), dynamic_shapes=({0: Dim("n")},))
    assert message in str(raised.value)
    (problem,) = raised.value.diagnostics
    assert problem.line == call.__code__.co_firstlineno + 1
