# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""That programs which tests execute run on the checked simulator, and that wrong kernels are seen."""

import checked_programs
import emmy
import pytest
import torch
from emmy.checking.text import TextProgram


@pytest.fixture
def executed(monkeypatch):
    """A program of two dynamic sizes that a test executed on the CPU."""
    monkeypatch.setattr(checked_programs, "is_chosen", lambda text: True)
    monkeypatch.setattr(checked_programs, "taken", set())
    kept = checked_programs.watch(monkeypatch)
    n, m = torch.export.Dim("n"), torch.export.Dim("m")
    module = torch.nn.Linear(8, 4).double().half()
    program = emmy.compile(
        lambda x, y: module(x).sum() * y, (torch.ones(3, 8).half(), torch.ones(2)), dynamic_shapes=({0: n}, {0: m})
    )
    for size in (5, 6):
        program(torch.randn(size, 8).half(), torch.randn(4))
    return kept


def test_each_program_is_taken_once(executed):
    assert [program.symbols for program in executed] == [[5, 4]]
    checked_programs.check(executed[0])


def test_wrong_results_are_seen(executed, monkeypatch):
    execute = TextProgram.execute

    def wrong(program, level, tensors, sizes):
        results = execute(program, level, tensors, sizes)
        return [result * 1.001 for result in results] if level == "kernel" else results

    monkeypatch.setattr(TextProgram, "execute", wrong)
    with pytest.raises(AssertionError, match="the kernels for sm_80: .* elements are wrong"):
        checked_programs.check(executed[0])


def test_reports_are_seen(executed):
    """A barrier that is missing: of the program's own text at the kernel level."""
    x = torch.randn(3, 2048)
    text = emmy.compile(lambda x: x - x.mean(-1, keepdim=True), (x,), target="sm_90").ir("kernel", with_locations=True)
    text = "\n".join(line for line in text.split("\n") if "emmy_kernel.barrier" not in line)
    choices = {"numerics": "", "schedule": "", "fuse": True}
    with pytest.raises(emmy.SimulationError, match="data race"):
        checked_programs.check(checked_programs.Executed(text, choices, [x], []))
