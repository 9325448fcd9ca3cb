# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program before and after every pass, down to the kernels of a target: the first pass, operation and element that differ."""

from __future__ import annotations

from ..compiler import LEVELS, Module, convert_diagnostics
from ..errors import Problem
from .result import Finding, PassRow


def get_place(problem: Problem) -> str:
    return f"{problem.file}:{problem.line}" if problem.line else problem.file


def get_levels(module: Module) -> "list[str]":
    """The levels that a program passes through below the one at which it was entered."""
    return list(LEVELS[LEVELS.index(module.entered) + 1 :])


def lower_checked(module: Module, target: str, report) -> bool:
    """Lowers level by level with the check of every pass. `report` gets a PassRow for each pass, and a Finding where one is wrong."""
    program, told = module.programs[module.entered].clone(), 0
    for level in get_levels(module):
        report(f"passes for {target} to the {level} level")
        is_lowered, diagnostics = program.lower(level, module.lowering_options)
        checks = program.pass_checks[told:]
        told += len(checks)
        for check in checks:
            report(PassRow(target, check.pass_name, check.outcome, check.elements, list(check.effects), check.detail))
        if not is_lowered:
            problems = [problem for problem in convert_diagnostics(diagnostics) if problem.severity == "error"]
            differs = any(check.outcome == "differs" for check in checks)
            for problem in problems or [Problem(f"the {level} level could not be made")]:
                report(make_finding("changed by a pass" if differs else "refused", problem, target))
            return False
    return True


def make_finding(kind: str, problem: Problem, target: str) -> Finding:
    notes = [str(note) for note in problem.notes]
    marker = "the first operation whose result differs is "
    operation = next(
        (note.message.partition(marker)[2].partition(": ")[0] for note in problem.notes if marker in note.message), ""
    )
    return Finding("passes", kind, problem.message, get_place(problem), operation=operation, targets=[target], notes=notes)
