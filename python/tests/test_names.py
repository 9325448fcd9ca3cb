# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a person reads: a value bears the name that the program gives it, what a lowering adds is named by its role, and
the CUDA C++ holds no variable that nothing needs."""

from __future__ import annotations

import re

import emmy
import pytest
import torch
from emmy.importer.writer import Names
from programs import CASES, compile_case, each_case

# Arithmetic on positions, sizes and conditions at the levels of kernels, but for constants.
ARITHMETIC = re.compile(r"%(\w+) = arith\.(?!constant)\w+ .* : (?:index|i32|i64|i1)$", re.MULTILINE)
INDUCTION = re.compile(r"(?:scf\.for %(\w+) =)|(?:emmy_\w+\.(?:for|reduce|scan) (?:\w+ )?\(%(\w+))")
VARIABLE = re.compile(r"\b(?:int|int64_t|bool) (\w+) = ")
FUNCTION = re.compile(r"^(?:extern|static)[^\n]*\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
DECLARATION = re.compile(
    r"^ *(?!return)(?:alignas\(\d+\) __shared__ )?(?:const )?\w+ \*?(\w+)(?:\[\d+\])?(?: = .*)?;$", re.MULTILINE
)
COPY = re.compile(r"^ *const \w+ (\w+) = (\w+);$", re.MULTILINE)


def strip(name: str) -> str:
    """The name without the number that makes it unique."""
    return re.sub(r"_\d+$", "", name)


def get_names(tensor: str) -> "tuple[set[str], set[str]]":
    """Names of the program's values, and of those that hold no integers."""
    names, integers = set(), set()
    for line in tensor.split("\n"):
        if match := re.match(r" *%(\w+?)(?::\d+)? = emmy_tensor\.", line):
            names.add(strip(match[1]))
            if re.search(r"[<x]i(?:1|8|32|64)\b", line):
                integers.add(strip(match[1]))
    return names, names - integers


def get_functions(cuda: str) -> "list[str]":
    return [match[1] for match in FUNCTION.finditer(cuda)]


@pytest.mark.parametrize("is_dynamic", [False, True], ids=["static", "dynamic"])
@each_case
def test_program(case, is_dynamic):
    program = compile_case(case, is_dynamic, "sm_90")
    values, floats = get_names(program.ir("tensor"))
    # A kernel's name that is no value's is for the kernel alone.
    kernels = {strip(name) for name in re.findall(r"%(\w+) = emmy_loop\.kernel", program.ir("loop"))} - values
    taken = floats | kernels
    cuda = program.ir("cuda")
    for level in ("loop", "tile", "kernel"):
        text = program.ir(level)
        added = {strip(name) for name in ARITHMETIC.findall(text)}
        added |= {strip(name) for pair in INDUCTION.findall(text) for name in pair if name}
        assert not added & taken, level
    for body in get_functions(cuda):
        assert not {strip(name) for name in VARIABLE.findall(body)} & taken
        for name in DECLARATION.findall(body):
            assert len(re.findall(rf"\b{name}\b", body)) > 1, f"nothing uses {name}"
        assert not [copy for copy in COPY.findall(body) if not re.match(r"\d|true|false", copy[1])], "a copy of a variable"
    assert cuda.count("__global__") == len(re.findall(r"extern \"C\" __global__[^\n]*\bout", cuda))


def test_results_are_out():
    """One result is `out`, several are numbered."""

    class Both(torch.nn.Module):
        def forward(self, x):
            return x.exp(), x.exp() + 1

    (kernel,) = re.findall(r"__global__.*", emmy.compile(Both(), (torch.randn(8),), target="sm_90").ir("cuda"))
    assert "float *__restrict__ out0" in kernel and "float *__restrict__ out1" in kernel


def test_comment_lists_operators():
    """The comment above a kernel lists what is fused into it, not the kernel's name."""
    (case,) = [case for case in CASES if case.name == "silu_and_mul"]
    cuda = emmy.compile(case.make().eval(), case.inputs(4), target="sm_90").ir("cuda")
    (line,) = re.findall(r"// Computes .*", cuda)
    place = r" \(programs\.py:\d+\)"
    assert re.fullmatch(rf"// Computes (split|chunk){place}, silu{place}, mul{place}\.", line)


class Counting(set):
    looked_up = 0

    def __contains__(self, item):
        self.looked_up += 1
        return super().__contains__(item)


def test_names_differ_and_take_no_longer_the_more_there_are():
    names = Names(["main", "body_2"])
    names.used = Counting(names.used)
    made = [names.make("body") for _ in range(100)]
    assert made == ["body", "body_1", *(f"body_{number}" for number in range(3, 101))]
    assert names.make("main") == "main_1"
    assert names.used.looked_up < 3 * 101
