# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several statistics of one row: reductions beside each other read it in one sweep, and give what PyTorch gives."""

import emmy
import pytest
import torch
from emmy.testing import check_program
from torch.export import Dim

SIZES = (0, 1, 7, 37, 512)


class Sums(torch.nn.Module):
    """Two sums; the order of the results is not that of the kernel."""

    def forward(self, x):
        return (x * x).sum(-1), x.sum(-1)


class Statistics(torch.nn.Module):
    """States of one and of two components, a result that is finished, and one that is not."""

    def forward(self, x):
        return x.amin(-1), x.amax(-1), x.mean(-1), x.argmax(-1)


class Columns(torch.nn.Module):
    """Threads own columns, which stay in no register."""

    def forward(self, x):
        return x.sum(0), x.abs().sum(0)


class Tail(torch.nn.Module):
    """Statistics that a tail reads together."""

    def forward(self, x):
        low, high = x.amin(-1, keepdim=True), x.amax(-1, keepdim=True)
        return (x - low) / (high - low + 1)


class Dependent(torch.nn.Module):
    """The second sum needs the first: two sweeps."""

    def forward(self, x):
        centered = x - x.sum(-1, keepdim=True)
        return (centered * centered).sum(-1)


def get_sums(module):
    """The sums of absolute terms, by which errors of sums are measured."""
    if isinstance(module, Sums):
        return lambda x: ((x * x).sum(-1), x.abs().sum(-1))
    if isinstance(module, Statistics):
        return lambda x: (None, None, x.abs().mean(-1), None)
    return None


def make_input(rows: int, length: int, module=None) -> torch.Tensor:
    x = torch.randn(rows, length, generator=torch.Generator().manual_seed(rows * 1000 + length))
    # A thread adds up its column in order, which is less exact than PyTorch is: sums of whole numbers are exact.
    return (8 * x).round() if isinstance(module, Columns) else x


@pytest.mark.parametrize("device", ["cpu", "tile", "shim"])
@pytest.mark.parametrize("module", [Sums(), Columns()], ids=lambda module: type(module).__name__)
def test_sizes_of_both_dims(module, device):
    program = emmy.compile(module, (make_input(4, 5),), target="sm_90", dynamic_shapes={"x": {0: Dim("n"), 1: Dim("m")}})
    for rows, length in [(3, size) for size in SIZES] + [(size, 3) for size in SIZES]:
        check_program(program, module, (make_input(rows, length, module),), device=device, terms=get_sums(module))


@pytest.mark.parametrize("device", ["cpu", "tile", "shim"])
@pytest.mark.parametrize("module", [Statistics(), Tail()], ids=lambda module: type(module).__name__)
@pytest.mark.parametrize("length", SIZES[1:])  # an empty row has no minimum
def test_static_rows(module, length, device):
    program = emmy.compile(module, (make_input(4, length),), target="sm_90", dynamic_shapes={"x": {0: Dim("n")}})
    for rows in SIZES if length < 512 else SIZES[:-1]:
        check_program(program, module, (make_input(rows, length),), device=device, terms=get_sums(module))


@pytest.mark.parametrize(
    "module,shape,sweeps",
    [
        # A row of 200 000 fits on no chip: every reduction of its own would be a sweep.
        (Sums(), (8, 200_000), 1),
        (Columns(), (4000, 64), 1),
        (Statistics(), (8, 200_000), 1),
        (Dependent(), (8, 200_000), 2),
        (Tail(), (132, 50_000), 2),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, torch.nn.Module) else None,
)
def test_sweeps(module, shape, sweeps):
    report = emmy.compile(module, (torch.zeros(shape),), target="sm_90").report()
    (kernel,) = report["kernels"]
    assert kernel["operands"][0]["read_sweeps"] == sweeps
    assert kernel["bytes_read"] == sweeps * 4 * shape[0] * shape[1]


def test_special_values():
    values = torch.tensor([0.0, -0.0, torch.inf, -torch.inf, torch.nan, 1.0])
    x = torch.cartesian_prod(values, values, values)
    program = emmy.compile(Statistics(), (x,), target="sm_90")
    for device in ("cpu", "shim"):
        check_program(program, Statistics(), (x,), device=device)
