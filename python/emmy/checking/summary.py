# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A check for people: tables of what stands in the way and of what is wrong, a line for each stage, and progress."""

from __future__ import annotations

import io
import sys
from collections import Counter

from .result import CheckResult, Finding, Trial

# Places, trials and notes of one row or finding; the JSON has all.
MOST = 6
# Columns where the output is no terminal.
WIDTH = 120

ANSWERS = {
    "right": "compiles right",
    "unsupported": "cannot be compiled",
    "pass": "a pass is wrong, or the compiler refuses the program",
    "kernel": "kernels are wrong",
    "incomplete": "nothing wrong was found, but not everything was checked",
    "interrupted": "interrupted; nothing wrong was found until then",
}


def shorten(items: "list[str]", separator: str = ", ") -> str:
    rest = len(items) - MOST
    return separator.join(items[:MOST]) + (f"{separator}and {rest} more" if rest > 0 else "")


def make_table(columns):
    from rich.table import Table

    table = Table()
    for column in columns:
        table.add_column(column, justify="right" if column in ("calls", "elements") else "left", overflow="fold")
    return table


def print_obstacles(console, result: CheckResult) -> None:
    table = make_table(("in the way", "what", "calls", "lines", "what would help"))
    for row in result.obstacles:
        kind = {"data": "depends on data"}.get(row.kind, row.kind)
        what = row.message if row.kind in ("attribute", "capture") else row.subject
        table.add_row(kind, what, str(row.count), shorten(row.places, "\n"), row.rewrite or "")
    console.print(table)


def print_finding(console, finding: Finding, number: int) -> None:
    head = ", ".join(part for part in (finding.place, finding.kernel) if part)
    console.print(f"{number}. {finding.kind}" + (f" ({head})" if head else ""), markup=False)
    console.print(f"   {finding.message}", markup=False)
    if finding.operation and not finding.operation.startswith("result "):
        console.print(f"   in: {finding.operation}", markup=False)
    for note in finding.notes[:MOST]:
        console.print(f"   note: {note}", markup=False)
    if finding.targets:
        console.print(
            f"   for {shorten(finding.targets)}" + (f" at {shorten(finding.trials, '; ')}" if finding.trials else ""),
            markup=False,
        )


def describe_passes(result: CheckResult) -> str:
    counts = Counter(row.outcome for row in result.passes)
    text = ", ".join(
        f"{counts[outcome]} {outcome}"
        for outcome in ("same bits", "close", "unchanged", "not compared", "differs")
        if counts[outcome]
    )
    return f"{len(result.passes)} passes ({text}), {result.elements['passes']:,} elements compared" if result.passes else ""


def describe_kernels(result: CheckResult) -> str:
    if not result.trials:
        return ""
    counts = Counter(trial.outcome for trial in result.trials)
    text = ", ".join(f"{counts[outcome]} {outcome}" for outcome in ("right", "wrong", "finding", "not run") if counts[outcome])
    kernels = len({kernel.name for kernel in result.kernels})
    launches = sum(trial.launches for trial in result.trials)
    return (
        f"{kernels} kernel{'' if kernels == 1 else 's'} in {len(result.trials)} runs ({text}), {launches:,} launches, "
        f"{result.elements['kernels']:,} elements compared"
    )


def print_trials_that_did_not_run(console, trials: "list[Trial]") -> None:
    reasons: "dict[str, list[str]]" = {}
    for trial in trials:
        if trial.outcome == "not run":
            places = reasons.setdefault(trial.detail, [])
            if trial.describe() not in places:
                places.append(trial.describe())
    for reason, places in reasons.items():
        console.print(f"not run: {shorten(places, '; ')}: {reason}", markup=False)


def print_counters(console, result: CheckResult) -> None:
    from ..simulation import make_counters_table

    for target in result.targets:
        kernels = [{"name": kernel.name, "simulated": kernel.counters} for kernel in result.kernels if kernel.target == target]
        if any(kernel["simulated"] for kernel in kernels):
            console.print(make_counters_table(kernels, f"Counted on {target}"))


def print_result(console, result: CheckResult) -> None:
    if result.obstacles:
        print_obstacles(console, result)
    for number, finding in enumerate(result.findings, 1):
        print_finding(console, finding, number)
    not_compared: "dict[str, list[str]]" = {}
    for row in result.passes:
        if row.detail and row.outcome != "differs":
            not_compared.setdefault(row.detail, []).append(row.name)
    for detail, names in not_compared.items():
        console.print(f"not compared in {shorten(sorted(set(names)))}: {detail}", markup=False)
    print_trials_that_did_not_run(console, result.trials)
    for note in result.notes:
        console.print(f"note: {note}", markup=False)
    print_counters(console, result)
    details = {"passes": describe_passes(result), "kernels": describe_kernels(result)}
    details["operators"] = f"{result.operators} operators" if result.operators else ""
    for stage, status in result.stages.items():
        console.print(f"{stage:<10} {status}" + (f": {details[stage]}" if details[stage] else ""), markup=False, highlight=False)
    ended = " (the budget is spent)" if result.ended == "budget" else ""
    targets = f" for {', '.join(result.targets)}" if result.is_right else ""
    console.print(f"{result.model}: {ANSWERS[result.answer]}{targets}{ended}", markup=False, highlight=False)


def print_text(result: CheckResult) -> str:
    from rich.console import Console

    console = Console(file=io.StringIO(), width=WIDTH, highlight=False)
    print_result(console, result)
    return console.file.getvalue()


class Progress:
    """What the check is doing, on standard error: one line that changes on a terminal, else one line a stage."""

    def __init__(self, file=None):
        self.file = file or sys.stderr
        self.is_terminal = self.file.isatty()

    def __call__(self, event, result: CheckResult) -> None:
        if self.is_terminal and isinstance(event, str):
            count = len(result.findings)
            found = f" ({count} finding{'' if count == 1 else 's'})" if count else ""
            print(f"\r\x1b[K{event}{found}", end="", file=self.file, flush=True)
        elif not self.is_terminal and type(event).__name__ == "Stage":
            print(f"emmy: {event.name}: {event.status}", file=self.file, flush=True)

    def end(self) -> None:
        if self.is_terminal:
            print("\r\x1b[K", end="", file=self.file, flush=True)
