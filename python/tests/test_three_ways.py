# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Three ways to run one module of the kernel level, which share neither printer nor lowering: the operations on the simulator,
the printed CUDA C++ compiled for this CPU, and the LLVM IR that becomes PTX, retargeted to it. All give the same bits."""

from __future__ import annotations

import re

import emmy
import kernel_programs
import pytest
import torch
from kernel_execution import Compiled
from rotation import choose, is_long
from test_operators import EXAMPLE_SIZE, FAMILIES, get_module, is_refused
from test_simulator import get_bits
from torch.export import Dim
from torch.utils import _pytree as pytree

WAYS = ("simulator", "shim", "nvvm")
TARGETS = ("sm_80", "sm_90")
# Calls of a program, and how many programs an ordinary run compares.
CHUNK, NUM_PROGRAMS = 24, 1
# All of them together are so many different kernels, and more.
NUM_KERNELS = 150


def get_kernels(text: str) -> "set[str]":
    """The kernels of a module, without the names that they and their values happen to have."""
    kernels = set()
    for body in re.findall(r"emmy_kernel\.func @\w+(\(.*?\n    )\}", text, re.DOTALL):
        names: "dict[str, str]" = {}
        kernels.add(re.sub(r"%[\w$.-]+", lambda match, names=names: names.setdefault(match[0], f"%{len(names)}"), body))
    return kernels


def compare_ways(program, inputs) -> None:
    results = {way: [get_bits(value) for value in pytree.tree_leaves(program(*inputs, device=way))] for way in WAYS}
    for way in WAYS[1:]:
        for number, (first, other) in enumerate(zip(results["simulator"], results[way], strict=True)):
            assert torch.equal(first, other), f"result #{number} differs between simulator and {way}"


def get_chunks(name: str) -> "list[list[str]]":
    """A family's calls in parts that compile in a second or two."""
    calls = FAMILIES[name].calls
    return [calls[first : first + CHUNK] for first in range(0, len(calls), CHUNK)]


PROGRAMS = [
    (name, dtype, part) for name, family in FAMILIES.items() for dtype in family.dtypes for part in range(len(get_chunks(name)))
]


def get_program(name: str, dtype: torch.dtype, part: int):
    """A program with a kernel for each call, or None where PyTorch takes none of them."""
    torch.manual_seed(0)
    family = FAMILIES[name]
    inputs = family.make(dtype, EXAMPLE_SIZE)
    calls = [call for call in get_chunks(name)[part] if not is_refused(call, inputs)]
    if not calls:
        return None
    n = Dim("n")
    dims = [{dim: n for dim, size in enumerate(value.shape) if size == EXAMPLE_SIZE} or None for value in inputs.values()]
    target = TARGETS[PROGRAMS.index((name, dtype, part)) % 2]
    shapes = tuple(dims) if family.dynamic else None
    program = emmy.compile(get_module(calls, list(inputs)), tuple(inputs.values()), dynamic_shapes=shapes, target=target)
    program.module = emmy.Module(program.graph.text, target=target, fuse=False)
    return program


@pytest.mark.parametrize(
    ("name", "dtype", "part"), choose(PROGRAMS, NUM_PROGRAMS), ids=lambda value: str(value).removeprefix("torch.")
)
def test_operators(name, dtype, part):
    """The programs of the other table are in test_simulator.py."""
    program = get_program(name, dtype, part)
    for size in (FAMILIES[name].sizes[1:] or (0,)) if program else ():
        compare_ways(program, tuple(FAMILIES[name].make(dtype, size).values()))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("case", kernel_programs.CASES, ids=lambda case: case[0])
def test_hand_written(case, target):
    """A tail, loops that threads leave at different times, atomics: on buffers of any bits that are a number."""
    module = emmy.Module(case[1].replace("sm_90", target))
    compiled = {way: Compiled(module, way, check=False) for way in WAYS}
    for n in (1, 31, 64, 100):
        torch.manual_seed(n)
        inputs = [torch.randint(0, 2**30, (size // 4,), dtype=torch.int32) for size in case[2](n)]
        results = []
        for way in WAYS:
            results.append([buffer.clone() for buffer in inputs])
            assert compiled[way].run(results[-1], [n])[0] == []
        for result in results[1:]:
            assert all(torch.equal(first, other) for first, other in zip(results[0], result, strict=True)), f"n = {n}"
        assert not torch.equal(results[0][1], inputs[1])


def count_kernels(programs) -> int:
    """How many different kernels programs of the table have."""
    found = (get_program(*part) for part in programs)
    return len(set().union(*(get_kernels(program.ir("kernel")) for program in found if program)))


if is_long():

    def test_number_of_kernels():
        assert count_kernels(PROGRAMS) >= NUM_KERNELS
