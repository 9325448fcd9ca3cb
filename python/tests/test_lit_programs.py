# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of the lit suite: kernels that the pipeline makes of them run on the checked simulator, for sm_80 and sm_90, and give what
the reference execution gives. An ordinary run takes a few of the files, another part at each commit; a long run takes all.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from emmy.checking.kernels import KernelCheck
from emmy.checking.result import Finding, Trial
from emmy.checking.run import make_subject
from emmy.checking.text import TextProgram
from emmy.checking.trials import plan_trials
from emmy.compiler import Module
from emmy.errors import CompileError, EmmyError
from rotation import choose, is_long

TESTS = Path(__file__).resolve().parent.parent.parent / "test"
FILES = [
    path
    for path in sorted(TESTS.rglob("*.mlir"))
    if "invalid" not in path.parts and re.search(r"emmy_(framework|tensor)\.", path.read_text())
]
TARGETS = ("sm_80", "sm_90")
# Files of an ordinary run, and programs that a long run takes at least.
NUM_FILES, NUM_PROGRAMS = 3, 100


# One function, and what stands before functions; the extents of types, and the names in them that are no operators.
FUNCTION = re.compile(r"^( *)func\.func @.*?^\1\}", re.MULTILINE | re.DOTALL)
PREAMBLE = re.compile(r"^ *(?:emmy\.symbol @|#\w+ = ).*$", re.MULTILINE)
DIMS = re.compile(r"#emmy\.dims<\[(.*?)\]>")
NAME = re.compile(r"\b(?!min\b|max\b|mod\b|floordiv\b|ceildiv\b)[a-z_]\w*")


def split_functions(text: str) -> "list[str]":
    """Each function as a program of its own, which declares the symbols that it names."""
    preamble = PREAMBLE.findall(text)
    programs = []
    for match in FUNCTION.finditer(text):
        names = {name for extents in DIMS.findall(match[0]) for name in NAME.findall(extents)}
        names -= {name for line in preamble for name in re.findall(r"emmy\.symbol @(\w+)", line)}
        programs.append("\n".join([*preamble, *(f"emmy.symbol @{name}" for name in sorted(names)), match[0]]))
    return programs


def get_programs(path: Path):
    """The functions of a file that become kernels, of dtypes that PyTorch has; others are there to be refused."""
    parts = re.split(r"^// -----.*$", path.read_text(), flags=re.MULTILINE)
    functions = [function for part in parts if "expected-error" not in part for function in split_functions(part)]
    for number, text in enumerate(functions):
        # Loops that are written by hand may index beyond an end at some size: nobody proves that they do not.
        if any(f"{level}." in text for level in ("emmy_loop", "emmy_tile", "emmy_kernel")):
            continue
        modules = []
        for target in TARGETS:
            try:
                module = Module(text, f"{path.name}#{number}", target=target)
                module.get_program("kernel")
                TextProgram(module)
            except EmmyError:
                break
            modules.append((target, module))
        else:
            yield f"{path.relative_to(TESTS)} #{number}", modules


def has_shapes(program, plan) -> bool:
    """Whether the extents of the arguments are sizes; such as `n - 1` and `mod(n, m)` are not for all n and m."""
    try:
        return bool(program.get_shapes(dict(plan.sizes), of_results=False))
    except CompileError:
        return False


def check_file(path: Path) -> int:
    """How many programs ran."""
    count = 0
    for name, modules in get_programs(path):
        judge, source, events = None, SimpleNamespace(graph=None), []
        for target, module in modules:
            program, judge = make_subject(source, module, target, judge)
            plans = plan_trials(program.signature.symbols, judge.example, is_quick=True)
            plans = [plan for plan in plans if has_shapes(judge.program, plan)]
            KernelCheck(program, judge, target, events.append).run(plans)
        findings = [event for event in events if isinstance(event, Finding)]
        assert not findings, (name, findings)
        count += any(isinstance(event, Trial) and event.outcome == "right" for event in events)
    return count


if is_long():

    def test_all_files():
        assert sum(check_file(path) for path in FILES) >= NUM_PROGRAMS

else:

    @pytest.mark.parametrize("path", choose(FILES, NUM_FILES), ids=lambda path: str(path.relative_to(TESTS)))
    def test_file(path):
        check_file(path)
