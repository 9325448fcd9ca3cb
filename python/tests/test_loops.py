# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""while_loop and scan: what PyTorch computes step by step, on every executor; and what is refused."""

import copy
import functools
import re

import emmy
import pytest
import torch
from emmy.checking.recording import record
from emmy.importer import import_module
from emmy.source import read_code
from loop_programs import count, make_programs, zero
from rotation import choose
from torch import nn
from torch._higher_order_ops import scan, while_loop
from torch.export import Dim

# Compiling for the others takes long.
DEVICES = ("tensor", "cpu", "simulator")
ALL_DEVICES = (*DEVICES, "shim", "nvvm")


def agree(program, module, args, devices=DEVICES):
    """The results, and the arguments behind the call, which may write to them."""

    def run(call):
        given = copy.deepcopy(args)
        with torch.no_grad():
            return torch.utils._pytree.tree_leaves((call(*given), given))

    expected = run(module)
    for device in devices:
        got = run(functools.partial(program, device=device))
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


@pytest.mark.xdist_group("powers")
@pytest.mark.parametrize(("count", "size"), [(0, 3), (1, 1), (2, 0), (3, 7)])
def test_while(count, size):
    module, program = compile_powers()
    agree(program, module, (torch.tensor(count), torch.randn(size, 4)), ALL_DEVICES)


PROGRAMS = make_programs()


@pytest.mark.parametrize("name", choose(list(PROGRAMS), 3))
def test_program(name):
    """A part in each run of the tests."""
    module, example, dynamic_shapes, calls = PROGRAMS[name]
    program = emmy.compile(module, copy.deepcopy(example), dynamic_shapes=dynamic_shapes, target="sm_90")
    for args in (example, *calls):
        agree(program, module, args)


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


@pytest.mark.xdist_group("recurrence")
@pytest.mark.parametrize(("size", "steps"), [(3, 1), (2, 4)])
def test_scan(size, steps):
    """Several results that are stacked, of several dtypes, along a dim that is not the first, from the end."""
    module, program = compile_recurrence()
    agree(program, module, (torch.randn(size, 4), torch.randn(size, steps, 4), torch.arange(steps)[None]))


@pytest.mark.xdist_group("recurrence")
def test_scan_writes_in_place():
    """A step writes its part of a stacked result, and copies nothing."""
    _, program = compile_recurrence()
    loop = re.search(r"= scf\.while .*?scf\.yield", program.ir("kernel"), re.DOTALL)[0]
    assert "emmy_kernel.launch" in loop and "emmy_kernel.copy" not in loop and "emmy_kernel.alloc" not in loop


def of_unsupported(n, x):
    """In both functions."""
    return while_loop(
        lambda i, y: torch.special.airy_ai(i.float()) < n, lambda i, y: (i + 1, torch.special.airy_ai(y)), (zero(), x)
    )


def of_sizes(n, x):
    return while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y + torch.zeros(i + 1).sum()), (0, x))


def of_bounds(n, x):
    return while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y + x[i : i + 1]), (0, x))


def of_quotients(n, x):
    return while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * (i / 2)), (0, x))


def of_many_numbers(n, x):
    return count(n, lambda i, y: (y + torch.tensor([float(k) for k in range(65)]).sum(),), x)


def of_many_numbers_within(n, x):
    return count(n, lambda i, y: (of_many_numbers(i, y)[1],), x)


MANY = "expected tensors of at most 64 Python numbers in a loop or a branch, but got one of 65; give it as an operand, or make it a buffer"


@pytest.mark.parametrize(
    ("call", "messages"),
    [
        (of_unsupported, ["expected an operator that Emmy knows, but got aten.special_airy_ai.default"] * 2),
        (of_sizes, ["expected sizes that follow from those of the inputs, but got u0, which depends on data"]),
        (of_bounds, ["expected bounds that follow from sizes, but got u0, which depends on data"]),
        (of_quotients, ["expected a Python number or a size, but got "]),
        (of_many_numbers, [MANY]),
        (of_many_numbers_within, [MANY]),
    ],
)
def test_refused(call, messages):
    with pytest.raises(emmy.UnsupportedError) as raised:
        import_module(call, (torch.tensor(2), torch.ones(3)))
    for problem, message in zip(raised.value.diagnostics, messages, strict=True):
        assert message in problem.message


def test_lines():
    """What a function of a loop computes is at the line of the loop, under the operators' names."""

    def call(n, x):
        return count(n, lambda i, y: (y.sin(),), x)

    text = import_module(call, (torch.tensor(2), torch.ones(3))).text
    for pattern in (r"%sin = emmy_framework\.sin", r"%\w+, %\w+ = emmy\.while"):
        assert re.search(rf'{pattern} .*"(test_loops|loop_programs)\.py":\d+:1', text), text


def test_report():
    """The kernels of a loop once, with the figures of one step."""
    module, program = compile_powers()
    kernels = program.report(sizes={"n": 5})["kernels"]
    assert [kernel["repeated"] for kernel in kernels] == [True] * 3


def test_code():
    """Functions of a loop that read globals of the file they are written in, as `emmy compile FILE.py` runs it."""
    code = """
from torch._higher_order_ops import while_loop
limit = 100
def double(x):
    return while_loop(lambda y: y.sum() < limit, lambda y: (y * torch.tensor(2.0),), (x,))
double(torch.ones(3))
"""
    text = read_code(code, "double.py", {}).import_program().text
    assert re.search(r"emmy_framework\.lt %\w+, 100 ", text) and "emmy.while" in text


def test_recorded():
    """A run that is looked at, since PyTorch does not capture the program, takes loops as a whole."""
    problems, _ = record(lambda x: (count(torch.tensor(2), lambda i, y: (y * 2,), x), x.sum().item()), (torch.ones(3),), {})
    assert [problem.kind for problem in problems] == ["data"]
    # What PyTorch compiled to run it is not what it captures.
    args = (torch.tensor(2), torch.ones(3))

    def call(n, x):
        return count(n, lambda i, y: (y * 2,), x)

    agree(emmy.compile(call, args), call, args)


def test_operands_that_share_memory_beside_writes():
    def call_with_same(limit, x):
        x.add_(1)
        return while_loop(lambda i, a, b: i < limit, lambda i, a, b: (i + 1, a + 1, b * 2), (zero(), x, x))

    def call_with_part(limit, x):
        x.add_(limit)
        return while_loop(lambda a, b: (a.sum() < 50) & (b.max() < 9), lambda a, b: (a * 1.5 + b, b + 1), (x, x[0]))

    args = (torch.tensor(3), torch.arange(6.0).reshape(3, 2))
    for call in (call_with_same, call_with_part):
        agree(emmy.compile(call, copy.deepcopy(args)), call, args)
