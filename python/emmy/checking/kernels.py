# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every kernel on the checked simulator: what it reports, and whether the results are PyTorch's."""

from __future__ import annotations

import re

from ..errors import EmmyError, Problem, SimulationError
from .passes import get_place
from .result import Finding, Kernel, Trial
from .trials import MAX_ELEMENTS, Plan

# A report of the simulator: the kind of mistake, the kernel where one is known, and the rest.
REPORT = re.compile(r"(?P<kind>[a-z ]+): (?:(?P<kernel>\w+), )?(?P<rest>.*)", re.DOTALL)
GEOMETRY = ("kernel", "grid", "block", "shared_bytes")


def list_kernels(module, target: str, sizes) -> "list[Kernel]":
    """The kernels with what they compute and the lines that they come from."""
    return [
        Kernel(
            target,
            kernel["name"],
            kernel["ops"],
            kernel["locations"],
        )
        for kernel in module.report(sizes)["kernels"]
    ]


def make_finding(problem: Problem, target: str, trial: str) -> Finding:
    """A report of the simulator as data."""
    match = REPORT.match(problem.message)
    kind, kernel, message = (match["kind"], match["kernel"] or "", match["rest"]) if match else ("refused", "", problem.message)
    operation = next((note.message.removeprefix("in: ") for note in problem.notes if note.message.startswith("in: ")), "")
    notes = [str(note) for note in problem.notes if not note.message.startswith("in: ")]
    return Finding("kernels", kind, message, get_place(problem), kernel, operation, [target], [trial], notes)


def find_writers(text: str, entry: str) -> "list[str]":
    """For each result of the entry, which is an argument of the host code, the kernel of the last launch that has it."""
    host = text[text.index(f"func.func @{entry}(") :]
    arguments = re.findall(r"%([\w$.-]+): [^%{]*\{([^}]*)\}", host.partition("\n")[0])
    launches = re.findall(r"emmy_kernel\.launch @\w+::@(\w+).*? args\(([^:]*)", host)
    writers = []
    for result in [name for name, attributes in arguments if "emmy.result" in attributes]:
        writers.append(
            next((kernel for kernel, operands in reversed(launches) if f"%{result}" in re.split(r"[, ]+", operands)), "")
        )
    return writers


class KernelCheck:
    """The kernels of one program for one target, run with trials."""

    def __init__(self, program, judge, target: str, report, *, counters: bool = False):
        self.program, self.judge, self.target, self.report = program, judge, target, report
        self.wants_counters = counters
        self.kernels: "dict[str, Kernel]" = {}
        self.writers = find_writers(program.module.print("kernel"), program.signature.name)

    def run(self, plans: "list[Plan]") -> None:
        for kernel in list_kernels(self.program.module, self.target, self.judge.example):
            self.kernels[kernel.name] = kernel
            self.report(kernel)
        for number, plan in enumerate(plans):
            self.run_trial(plan, is_example=number == 0)
        self.report(list(self.kernels.values()))

    def run_trial(self, plan: Plan, *, is_example: bool) -> None:
        trial = Trial(self.target, dict(plan.sizes), plan.values, "not run")
        self.report(f"kernels for {self.target}: {trial.describe()}")
        count = self.judge.arguments.count(plan)
        if count < 0 or count > MAX_ELEMENTS and not is_example:
            trial.detail = (
                "the sizes make an extent negative"
                if count < 0
                else f"its arguments have {count:,} elements, more than {MAX_ELEMENTS:,}"
            )
            self.report(trial)
            return
        prepared = self.judge.prepare(plan)
        if isinstance(prepared, str):
            trial.detail = prepared
            self.report(trial)
            return
        self.execute(trial, prepared, is_example=is_example)
        self.report(trial)

    def execute(self, trial: Trial, prepared, *, is_example: bool) -> None:
        self.program.launches = []
        try:
            got = self.judge.run(self.program, prepared)
        except SimulationError as error:
            trial.outcome, trial.detail = "finding", error.diagnostics[0].message if error.diagnostics else str(error)
            for problem in error.diagnostics:
                self.report(make_finding(problem, self.target, trial.describe()))
        except EmmyError as error:
            trial.outcome, trial.detail = "finding", str(error)
            finding = Finding("kernels", "refused", str(error), targets=[self.target], trials=[trial.describe()])
            self.report(finding)
        else:
            mistakes = self.judge.find_mistakes(got, prepared)
            trial.outcome, trial.elements = "wrong" if mistakes else "right", sum(value.numel() for value in got)
            trial.detail = "; ".join(problem for _, problem in mistakes)
            for number, problem in mistakes:
                self.report(self.make_mistake(number, problem, trial))
        trial.launches = len(self.program.launches)
        for launch in self.program.launches:
            kernel = self.kernels.get(launch["kernel"])
            if kernel is not None:
                kernel.launches += 1
                if is_example and self.wants_counters and kernel.counters is None:
                    kernel.counters = {key: value for key, value in launch.items() if key != "kernel"}

    def make_mistake(self, number: int, problem: str, trial: Trial) -> Finding:
        """Which kernel writes the result that is wrong, and where it comes from."""
        name = self.program.signature.outputs[number].name or f"#{number}"
        kernel = self.kernels.get(self.writers[number]) if number < len(self.writers) else None
        place = kernel.places[-1] if kernel is not None and kernel.places else ""
        return Finding(
            "kernels",
            "wrong values",
            f"result {name}: {problem}",
            place,
            kernel.name if kernel is not None else "",
            f"result {name}",
            [self.target],
            [trial.describe()],
        )
