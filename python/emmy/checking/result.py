# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a check found, as data: for the summary, for JSON (docs/Check.md has the keys), and for whoever calls `emmy.check`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ..folder import write_file

VERSION = 1
STAGES = ("operators", "passes", "kernels")

# The answer of a check -> the exit status of the command. The first that is true is given.
EXIT_STATUS = {"right": 0, "unsupported": 2, "pass": 3, "kernel": 4, "incomplete": 5, "interrupted": 130}
# The exit status where the model could not be read, or the command line is wrong.
BAD_USAGE = 1
# How a stage ends that could not run the program on anything.
NOTHING_COMPARED = "nothing compared"


@dataclass
class Obstacle:
    """Something that Emmy does not take, all places of it together."""

    kind: str  # operator, dtype, attribute, data, capture
    subject: str  # such as aten.special_airy_ai.default or torch.complex64
    message: str
    count: int
    places: "list[str]"  # file.py:line
    rewrite: "str | None" = None  # what would help, where that is known


@dataclass
class PassRow:
    """What the comparison of the program before and after one pass said."""

    target: str
    name: str
    outcome: str  # unchanged, same bits, close, not compared, differs
    elements: int
    effects: "list[str]"
    detail: str


@dataclass
class Trial:
    """One run of all kernels of a target on the simulator, and its comparison with PyTorch."""

    target: str
    sizes: "dict[str, int]"
    values: str  # example, random, ties, special, extreme
    outcome: str  # right, wrong, finding, not run
    elements: int = 0
    launches: int = 0
    detail: str = ""

    def describe(self) -> str:
        return ", ".join([*(f"{name} = {size}" for name, size in self.sizes.items()), f"{self.values} values"])


@dataclass
class Kernel:
    """A kernel of a target, and the counters of its launch at the example's sizes."""

    target: str
    name: str
    operators: "list[str]"
    places: "list[str]"
    launches: int = 0  # in all trials
    counters: "dict | None" = None


@dataclass
class Finding:
    """Something that is wrong."""

    stage: str
    kind: str  # such as data race, wrong values, refused, crash
    message: str
    place: str = ""  # file.py:line
    kernel: str = ""
    operation: str = ""  # of the level at which it was found
    targets: "list[str]" = field(default_factory=list)
    trials: "list[str]" = field(default_factory=list)
    notes: "list[str]" = field(default_factory=list)

    @property
    def identity(self):
        """What makes two findings of different targets or trials one."""
        return self.stage, self.kind, self.kernel, self.operation, self.place


@dataclass
class CheckResult:
    """What was checked, and what is wrong. `answer` is the shortest form of it."""

    model: str
    targets: "list[str]"
    stages: "dict[str, str]" = field(default_factory=lambda: dict.fromkeys(STAGES, "not run"))
    obstacles: "list[Obstacle]" = field(default_factory=list)
    passes: "list[PassRow]" = field(default_factory=list)
    kernels: "list[Kernel]" = field(default_factory=list)
    trials: "list[Trial]" = field(default_factory=list)
    findings: "list[Finding]" = field(default_factory=list)
    notes: "list[str]" = field(default_factory=list)
    operators: int = 0  # calls of the program that the importer took
    ended: str = ""  # why it ended before everything was checked: interrupted, or budget
    seconds: float = 0.0

    @property
    def answer(self) -> str:
        if self.obstacles:
            return "unsupported"
        stages = {finding.stage for finding in self.findings}
        if stages & {"operators", "passes"}:
            return "pass"
        if "kernels" in stages:
            return "kernel"
        if self.ended == "interrupted":
            return "interrupted"
        if self.ended or NOTHING_COMPARED in self.stages.values():
            return "incomplete"
        return "right"

    @property
    def is_right(self) -> bool:
        return self.answer == "right"

    @property
    def exit_status(self) -> int:
        return EXIT_STATUS[self.answer]

    @property
    def elements(self) -> "dict[str, int]":
        """How many elements each stage compared."""
        return {
            "passes": sum(row.elements for row in self.passes),
            "kernels": sum(trial.elements for trial in self.trials),
        }

    def add(self, finding: Finding) -> None:
        """A finding; with one that is the same for another target or trial, where there is one."""
        same = next((known for known in self.findings if known.identity == finding.identity), None)
        if same is None:
            self.findings.append(finding)
            return
        same.targets += [target for target in finding.targets if target not in same.targets]
        same.trials += [trial for trial in finding.trials if trial not in same.trials]

    def to_dict(self) -> dict:
        return {
            "version": VERSION,
            "model": self.model,
            "answer": self.answer,
            "exit_status": self.exit_status,
            "ended": self.ended,
            "seconds": round(self.seconds, 3),
            "targets": self.targets,
            "stages": self.stages,
            "elements": self.elements,
            "operators": self.operators,
            "obstacles": [asdict(obstacle) for obstacle in self.obstacles],
            "passes": [asdict(row) for row in self.passes],
            "kernels": [asdict(kernel) for kernel in self.kernels],
            "trials": [asdict(trial) for trial in self.trials],
            "findings": [asdict(finding) for finding in self.findings],
            "notes": self.notes,
        }

    def write_json(self, path) -> None:
        """Writes the file whole or not at all."""
        write_file(Path(path), json.dumps(self.to_dict(), indent=2) + "\n")

    def __str__(self) -> str:
        from .summary import print_text

        return print_text(self)
