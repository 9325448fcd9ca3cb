# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of .mlir text: the reference is Emmy's own execution of the loops, where the text holds a level above them."""

from __future__ import annotations

import json
import math

import torch

from .. import _emmy
from ..binding import TORCH_DTYPES
from ..compiler import LEVELS, Module, check, convert_diagnostics
from ..errors import CompileError, SimulationError
from .judge import Expected, Judge, Prepared
from .trials import Plan, make_floats, make_integers

# The size of a symbol in what stands for an example call.
EXAMPLE_SIZE = 7
# Integers of the arguments that nobody gave.
EXAMPLE_INTEGERS = torch.tensor([0, 1])


class TextProgram:
    """The kernels of a text, run with given tensors and sizes."""

    def __init__(self, module: Module):
        self.module = module
        self.entry = module.get_program("tensor") if module.entered == "framework" else module.programs[module.entered]
        self.signature = check(*self.entry.signature(), "the module has no entry:")
        unknown = {info.dtype for info in (*self.signature.inputs, *self.signature.outputs)} - TORCH_DTYPES.keys()
        if unknown:
            raise CompileError(
                f"expected arguments and results of the dtypes {', '.join(TORCH_DTYPES)}, but got {', '.join(sorted(unknown))}: "
                "such programs are not run"
            )
        self.launches: "list[dict]" = []
        self.executors: dict = {}

    def get_shapes(self, sizes: "dict[str, int]", *, of_results: bool) -> "list[list[int]]":
        symbols = [sizes[symbol.name] for symbol in self.signature.symbols]
        shapes = self.entry.result_shapes(symbols) if of_results else self.entry.input_shapes(symbols)
        return check(*shapes, "the arguments have no shape:")

    def execute(self, level: str, tensors: list, sizes: "dict[str, int]") -> list:
        """The results on the executor of a level."""
        if level not in self.executors:
            created = _emmy.Executor.create(self.entry, level, self.module.options, check=True)
            self.executors[level] = check(*created, "the program could not be compiled:")
        dtypes = [TORCH_DTYPES[info.dtype] for info in self.signature.outputs]
        shapes = self.get_shapes(sizes, of_results=True)
        results = [torch.empty(shape, dtype=dtype) for shape, dtype in zip(shapes, dtypes, strict=True)]
        given = [tensor.clone() for tensor in tensors]
        buffers = [(tensor.data_ptr(), tensor.nbytes) for tensor in (*given, *results)]
        symbols = [sizes[symbol.name] for symbol in self.signature.symbols]
        prepared, diagnostics = self.executors[level].prepare(buffers, symbols)
        check(prepared or not diagnostics, diagnostics, "the parameters could not be prepared:")
        ran, diagnostics, launches = self.executors[level].run(buffers, symbols, prepared)
        if level == "kernel":
            self.launches = json.loads(launches or "[]")
        if not ran:
            kind = SimulationError if level == "kernel" else CompileError
            raise kind("the program could not be run:", convert_diagnostics(diagnostics))
        return results


class TextArguments:
    """Arguments that are made up by the types of the entry."""

    def __init__(self, program: TextProgram):
        self.program = program

    def count(self, plan: Plan) -> int:
        shapes = self.program.get_shapes(dict(plan.sizes), of_results=False)
        return sum(math.prod(shape) for shape in shapes)

    def make(self, plan: Plan, *, is_wide: bool):
        generator = torch.Generator().manual_seed(plan.seed)
        values = "random" if plan.values == "example" else plan.values
        tensors = []
        shapes = self.program.get_shapes(dict(plan.sizes), of_results=False)
        for info, shape in zip(self.program.signature.inputs, shapes, strict=True):
            dtype = TORCH_DTYPES[info.dtype]
            if dtype.is_floating_point:
                tensors.append(make_floats(shape, dtype, values, generator))
            else:
                is_bool = dtype == torch.bool
                tensors.append(
                    make_integers(shape, EXAMPLE_INTEGERS, values if is_wide and not is_bool else "random", generator).to(dtype)
                )
        return tuple(tensors), {}


class TextJudge(Judge):
    """The reference execution of loops, which sums in f64."""

    reference = "the reference execution"

    def __init__(self, program: TextProgram, example: "dict[str, int]"):
        super().__init__(TextArguments(program), example)
        self.program = program
        self.has_reference = LEVELS.index(program.module.entered) <= LEVELS.index("loop")
        if not self.has_reference:
            self.notes.append(f"only the simulator's checks: a program of the {program.module.entered} level has no reference")

    def flatten(self, args, kwargs) -> list:
        return list(args)

    def run(self, program: TextProgram, prepared: Prepared) -> list:
        return program.execute("kernel", prepared.tensors, prepared.sizes)

    def expect(self, args, kwargs, sizes) -> Expected:
        if not self.has_reference:
            return Expected([], [])
        results = self.program.execute("loop", list(args), sizes)
        return Expected(results, None, (args, sizes))

    def find_mistakes(self, got: list, prepared: Prepared) -> "list[tuple[int, str]]":
        return super().find_mistakes(got, prepared) if self.has_reference else []

    def call_moved(self, wide_call, sizes, move) -> list:
        return self.program.execute("loop", [move(tensor) for tensor in wide_call[0]], sizes)
