# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The counters of a simulated run, beside what a report derives from the IR; docs/Simulator.md says what they mean."""

from __future__ import annotations

import sys

GEOMETRY = ("kernel", "grid", "block", "shared_bytes")

# Figures that a report derives from the IR and a simulated launch counts, and how far apart they may be.
FIGURES = {
    "bytes_loaded": lambda launch: launch["global_loads"]["bytes"],
    "bytes_stored": lambda launch: launch["global_stores"]["bytes"],
    "shared_bytes": lambda launch: launch["shared_bytes"],
}
TOLERANCE = 0.1


def add_counters(report: dict, launches: "list[dict]") -> None:
    """`simulated` of each kernel of a report: what its launch counted, or None where the launch is empty; `differences` of the report:
    the figures that the two disagree on by more than a tenth."""
    remaining = iter(launches)
    report["differences"] = []
    for kernel in report["kernels"]:
        launch = next(remaining) if kernel["grid"] is None or all(kernel["grid"]) else None
        kernel["simulated"] = launch and {key: value for key, value in launch.items() if key not in GEOMETRY}
        if launch:
            report["differences"] += find_differences(kernel, launch)


def find_differences(kernel: dict, launch: dict) -> "list[dict]":
    """Figures of a kernel that are further apart than a tenth of the smaller one; what the report does not know is not compared."""
    differences = []
    for figure, get in FIGURES.items():
        reported, simulated = kernel[figure], get(launch)
        if reported is None or abs(reported - simulated) <= TOLERANCE * min(reported, simulated):
            continue
        is_estimate = figure in kernel["estimates"]
        differences.append(
            {"kernel": kernel["name"], "figure": figure, "reported": reported, "simulated": simulated, "estimate": is_estimate}
        )
    return differences


def make_counters_table(kernels: "list[dict]", title: str):
    """A table of what the launches of kernels counted (`simulated`)."""
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for title in (
        "kernel",
        "sectors loaded",
        "efficiency",
        "sectors stored",
        "efficiency",
        "bank conflicts",
        "barriers",
        "instructions",
    ):
        table.add_column(title, justify="left" if title == "kernel" else "right", overflow="fold")
    for kernel in kernels:
        counted = kernel["simulated"]
        if counted is None:
            table.add_row(kernel["name"], *["-"] * 7)
            continue
        cells = []
        for traffic in (counted["global_loads"], counted["global_stores"]):
            cells += [f"{traffic['sectors']:,}", f"{traffic['efficiency']:.0%}"]
        conflicts = counted["shared_loads"]["conflicts"] + counted["shared_stores"]["conflicts"]
        numbers = (conflicts, counted["barriers"], sum(counted["instructions"].values()))
        table.add_row(kernel["name"], *cells, *(f"{number:,}" for number in numbers))
    return table


def print_counters(report: dict) -> None:
    """A table of what the launches counted, and where the report says something else."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 160)
    console.print(make_counters_table(report["kernels"], "Simulated"))
    if not report["differences"]:
        console.print("the report and the simulator agree within 10 %", highlight=False)
    for difference in report["differences"]:
        what = "an estimate of " if difference["estimate"] else ""
        console.print(
            f"{difference['kernel']}: {difference['figure']}: the report says {what}{difference['reported']:,}, the simulator counts "
            f"{difference['simulated']:,}",
            highlight=False,
        )
