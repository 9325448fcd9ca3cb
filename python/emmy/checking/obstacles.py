# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Everything that stands in the way of a model, as one table: operators, dtypes, attributes, and what depends on data."""

from __future__ import annotations

import contextlib
import copy
import io
import sys

from ..errors import CaptureError, Problem, SourceError, UnsupportedError
from ..importer.locations import get_error_place
from ..source import ModuleCall
from .recording import record, replayed
from .result import Obstacle
from .rewrites import find_rewrite


def list_obstacles(problems: "list[Problem]") -> "list[Obstacle]":
    """The problems by kind and subject, in the order of the program's lines."""
    rows: "dict[tuple[str, str], Obstacle]" = {}
    for problem in sorted(problems, key=lambda problem: (problem.file, problem.line)):
        row = rows.setdefault(
            (problem.kind, problem.subject),
            Obstacle(problem.kind, problem.subject, problem.message, 0, [], find_rewrite(problem.kind, problem.subject)),
        )
        row.count += 1
        place = f"{problem.file}:{problem.line}" if problem.line else problem.file
        if place and place not in row.places:
            row.places.append(place)
    return list(rows.values())


@contextlib.contextmanager
def silence():
    """PyTorch prints the program as far as it got when it refuses: what is found is told as data."""
    with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(sys.stderr):
        yield


def find_obstacles(call) -> "tuple[list[Obstacle], object | None]":
    """(what stands in the way, the program where nothing does) of a call of a module."""
    try:
        with silence():
            return [], call.import_program()
    except UnsupportedError as error:
        return list_obstacles(error.diagnostics), None
    except SourceError:
        raise
    except CaptureError as error:
        if not isinstance(call, ModuleCall):
            raise  # of an archive nothing can be run
        refusal = error
    # PyTorch tells the first thing that it refuses. Numbers that Python reads from tensors are most of that: with those of a run on
    # the example it is captured all the same, along the way that the example takes; else the run itself tells what it sees.
    problems, numbers = record(*copy.deepcopy((call.module, call.args, call.kwargs)), call.caller)
    try:
        with silence(), replayed(call.module, numbers):
            call.import_program()
        problems = numbers.get_problems()
    except UnsupportedError as error:
        problems = [*numbers.get_problems(), *error.diagnostics]
    except CaptureError:
        pass
    cause = refusal.__cause__ or refusal
    place = get_error_place(cause)
    if place not in [(problem.file, problem.line) for problem in problems]:
        problems.insert(0, Problem(str(cause).strip().partition("\n")[0], *place, kind="capture", subject=type(cause).__name__))
    return list_obstacles(problems), None
