# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program before and after every pass, down to the kernels of a target: the first pass, operation and element that differ."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .. import _emmy
from ..compiler import LEVELS, Module, convert_diagnostics
from ..errors import Problem
from .result import Finding, PassRow


def get_place(problem: Problem) -> str:
    return f"{problem.file}:{problem.line}" if problem.line else problem.file


def get_levels(module: Module) -> "list[str]":
    """The levels that a program passes through below the one at which it was entered."""
    return list(LEVELS[LEVELS.index(module.entered) + 1 :])


@dataclass(frozen=True)
class Limits:
    """Elements of arguments and results of one run at most, and what the interpreter evaluates between two passes."""

    elements: int
    evaluations: int


QUICK = Limits(1 << 16, 1 << 19)
USUAL = Limits(1 << 20, 1 << 22)
# Programs with more elements than usual are run, too, where they do not compute more than this: a run takes some seconds then.
MOST_ELEMENTS, MOST_FLOPS = 1 << 24, 1 << 25


def get_limits(module: Module, example: "dict[str, int]", *, is_quick: bool) -> Limits:
    """A program whose parameters are large is compared all the same where it does little with each, and no quick answer is asked for."""
    if is_quick:
        return QUICK
    flops = module.report(example)["total"]["flops"]
    if flops is None or flops > MOST_FLOPS:
        return USUAL
    program = module.get_program("tensor") if module.entered == "framework" else module.programs[module.entered]
    symbols = [example[symbol.name] for symbol in program.signature()[0].symbols]
    shapes = [*program.input_shapes(symbols)[0], *program.result_shapes(symbols)[0]]
    count = sum(math.prod(shape) for shape in shapes)
    return Limits(min(max(USUAL.elements, 2 * count), MOST_ELEMENTS), USUAL.evaluations)


def lower_checked(module: Module, target: str, limits: Limits, seed: int, report) -> bool:
    """Lowers level by level with the check of every pass. `report` gets a PassRow for each pass, and a Finding where one is wrong."""
    program, told = module.programs[module.entered].clone(), 0
    options = _emmy.CompileOptions(
        **module.choices,
        check_each_pass=True,
        check_seed=seed,
        check_max_elements=limits.elements,
        check_max_evaluations=limits.evaluations,
    )
    for level in get_levels(module):
        report(f"passes for {target} to the {level} level")
        is_lowered, diagnostics = program.lower(level, options)
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
