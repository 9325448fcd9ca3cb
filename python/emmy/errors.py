# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exceptions of the package, one class a kind; each carries what it says as data."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Problem:
    """One thing that stands in the way: what it is, and the Python line it comes from (line 0: none known)."""

    message: str
    file: str = ""
    line: int = 0
    severity: str = "error"
    notes: "tuple[Problem, ...]" = field(default=())
    kind: str = ""  # of what Emmy does not take: operator, dtype, attribute or data (what a size or number depends on)
    subject: str = ""  # the operator or dtype

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        notes = "".join(f"\n  note: {note}" for note in self.notes)
        return f"{place}{self.message}{notes}"


class EmmyError(Exception):
    """Base class. `diagnostics` lists every problem, in the order of the program."""

    def __init__(self, summary: str, diagnostics: "tuple[Problem, ...] | list[Problem]" = ()):
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join([summary, *(f"  {problem}" for problem in self.diagnostics)]))


class CaptureError(EmmyError):
    """PyTorch could not capture the module as a graph."""


class SourceError(CaptureError):
    """There is no program to capture: the Python code raises, ends its process, or calls what is no module."""


class UnsupportedError(EmmyError):
    """The graph has operators, dtypes or options that Emmy does not take; all of them are listed."""


class CompileError(EmmyError):
    """The compiler refused the program; the diagnostics say where and why."""


class ArgumentError(EmmyError, TypeError):
    """A call has arguments of other shapes, dtypes, strides or devices than the program was compiled for."""


class DeviceError(EmmyError, RuntimeError):
    """The device that a program was compiled for is not there, or an execution on it failed."""


class SimulationError(DeviceError):
    """The simulator found mistakes in the kernels, such as races; the diagnostics are one for each."""
