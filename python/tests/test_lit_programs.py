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
from emmy.errors import EmmyError
from rotation import choose, is_long

TESTS = Path(__file__).resolve().parent.parent.parent / "test"
FILES = sorted(
    path for path in TESTS.rglob("*.mlir") if "emmy_framework." in path.read_text() or "emmy_tensor." in path.read_text()
)
TARGETS = ("sm_80", "sm_90")
# Files of an ordinary run, and programs that a long run takes at least.
NUM_FILES, NUM_PROGRAMS = 3, 20


def get_programs(path: Path):
    """The parts of a file that are programs which become kernels, of dtypes that PyTorch has; others are there to be refused."""
    for number, text in enumerate(re.split(r"^// -----.*$", path.read_text(), flags=re.MULTILINE)):
        if "expected-error" in text:
            continue
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


def check_file(path: Path) -> int:
    """How many programs ran."""
    count = 0
    for name, modules in get_programs(path):
        judge, source, events = None, SimpleNamespace(graph=None), []
        for target, module in modules:
            program, judge = make_subject(source, module, target, judge)
            plans = plan_trials(program.signature.symbols, judge.example, is_quick=True)
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
