# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of the compiler in Python: levels in, levels out, every failure an exception that carries its diagnostics."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable

from . import _emmy
from .errors import ArgumentError, CompileError, Problem

LEVELS = ("framework", "tensor", "loop", "tile", "kernel")
NUMERICS = tuple(_emmy.CompileOptions.get_numerics_modes())
LICENCES = tuple(_emmy.CompileOptions.get_licences())
TARGET_CODES = {"cuda": ".cu", "ptx": ".ptx", "llvm": ".ll"}
# What a program can be looked at as.
TEXTS = (*LEVELS, *TARGET_CODES)


def convert_diagnostics(diagnostics) -> "list[Problem]":
    return [Problem(d.message, d.file, d.line, d.severity, tuple(convert_diagnostics(d.notes))) for d in diagnostics]


def check(result, diagnostics, summary: str):
    """The result, or CompileError when the call failed."""
    if result is None or result is False:
        raise CompileError(summary, [p for p in convert_diagnostics(diagnostics) if p.severity in ("error", "note")])
    return result


def join_licences(licences: "str | Iterable[str]") -> str:
    """Licences, given as a list or with commas between them, as the compiler takes them."""
    names = [name.strip() for name in licences.split(",")] if isinstance(licences, str) else list(licences)
    for name in names:
        if name and name not in LICENCES:
            raise ArgumentError(f"expected licences to be some of {', '.join(LICENCES)}, but got '{name}'")
    return ",".join(names)


class Module:
    """A program at one of the levels, and the levels that were already made of it. Several threads may use it.

    Args:
        text: .mlir text of any level.
        file_name: what diagnostics call the text.
        target, numerics, licences, schedule, fuse, prepare: options of all later lowerings; see docs/Pipelines.md.
        check_each_pass: run the program before and after every pass of them; see docs/Testing.md.

    Raises:
        CompileError: the text is malformed, or a lowering was refused.

    >>> module = Module('func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }')
    >>> module.signature.inputs[0].dtype
    'f32'
    """

    def __init__(
        self,
        text: str,
        file_name: str = "<text>",
        *,
        target: str = "",
        numerics: str = "",
        licences: "str | Iterable[str]" = (),
        schedule: str = "",
        fuse: bool = True,
        prepare: bool = True,
        check_each_pass: bool = False,
    ):
        program = check(*_emmy.Program.parse(text, file_name), f"{file_name} is not a valid module:")
        self.choices = {"target": target, "numerics": numerics, "licences": join_licences(licences), "schedule": schedule}
        self.choices |= {"fuse": fuse, "prepare": prepare}
        # Executors lower by the same passes once more, unchecked.
        self.options = _emmy.CompileOptions(**self.choices)
        self.lowering_options = _emmy.CompileOptions(**self.choices, check_each_pass=check_each_pass)
        self.entered = program.phase or "framework"
        self.programs = {self.entered: program}
        # All levels share a context of the compiler, which one thread uses at a time.
        self.lock = threading.RLock()

    @property
    def signature(self):
        with self.lock:
            return check(*self.programs[self.entered].signature(), "the module has no entry:")

    def get_program(self, level: str):
        """The program lowered to `level`; each level is made once, from the one above it."""
        if level not in LEVELS:
            raise CompileError(f"expected one of the levels {', '.join(LEVELS)}, but got '{level}'")
        with self.lock:
            if level in self.programs:
                return self.programs[level]
            if LEVELS.index(level) < LEVELS.index(self.entered):
                raise CompileError(f"expected a level at or below {self.entered}, where the program was entered, but got {level}")
            program = self.get_program(LEVELS[LEVELS.index(level) - 1]).clone()
            check(*program.lower(level, self.lowering_options), f"the program could not be lowered to the {level} level:")
            self.programs[level] = program
            return program

    def check_passes(self, level: str) -> "list[_emmy.PassCheck]":
        """What the check of each pass down to `level` said; raises where a pass is wrong, and where nothing was compared."""
        with self.lock:
            checks = self.get_program(level).pass_checks
        if not any(result.elements for result in checks):
            details = [f"{result.pass_name}: {result.detail}" for result in checks if result.detail]
            raise CompileError("\n".join(["expected elements to compare before and after passes, but got none", *details]))
        return checks

    def print(self, level: str, *, with_locations: bool = False) -> str:
        with self.lock:
            return self.get_program(level).print(with_locations)

    def emit(self, kind: str) -> str:
        """Target code of the kernels: `cuda` (C++ with a host entry), `ptx`, or `llvm` (IR for NVPTX)."""
        with self.lock:
            return check(*self.get_program("kernel").emit(kind), f"the kernels could not be emitted as {kind}:")

    def show(self, text: str, *, with_locations: bool = False) -> str:
        """One of TEXTS: a level as it is printed, or target code as it is emitted, which has no locations."""
        if text not in TEXTS:
            raise CompileError(f"expected one of the levels {', '.join(TEXTS)}, but got '{text}'")
        return self.emit(text) if text in TARGET_CODES else self.print(text, with_locations=with_locations)

    def result_shapes(self, symbols) -> "list[list[int]]":
        with self.lock:
            return check(*self.programs[self.entered].result_shapes(list(symbols)), "the results have no shape:")

    def report(self, sizes: "dict[str, int] | None" = None) -> dict:
        """Figures of every kernel, derived from the IR for these values of the symbols; see docs/Report.md for the keys.

        `warnings` lists what levels could not be made, and why; their figures are None.
        """
        with self.lock:
            text, diagnostics = self.programs[self.entered].report(sizes or {}, self.options)
        report = json.loads(check(text, diagnostics, "the program could not be reported on:"))
        report["warnings"] = [str(problem) for problem in convert_diagnostics(diagnostics)]
        return report
