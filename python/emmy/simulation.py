# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The counters of a simulated run, beside what a report derives from the IR; docs/Simulator.md says what they mean."""

from __future__ import annotations

import sys

GEOMETRY = ("kernel", "grid", "block", "shared_bytes")


def add_counters(report: dict, launches: "list[dict]") -> None:
    """`simulated` of each kernel of a report: what its launch counted, or None where the launch is empty."""
    remaining = iter(launches)
    for kernel in report["kernels"]:
        launch = next(remaining) if kernel["grid"] is None or all(kernel["grid"]) else None
        kernel["simulated"] = launch and {key: value for key, value in launch.items() if key not in GEOMETRY}


def print_counters(report: dict) -> None:
    """A table of what the launches counted."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Simulated", title_justify="left")
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
    for kernel in report["kernels"]:
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
    Console(width=None if sys.stdout.isatty() else 160).print(table)
