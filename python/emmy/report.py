# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report of a program for people, and the sizes that it is made for."""

from __future__ import annotations

import re
import sys

from .errors import ArgumentError


def parse_sizes(specs) -> "dict[str, int]":
    """`seq=37` as {"seq": 37}."""
    sizes = {}
    for spec in specs:
        match = re.fullmatch(r"([A-Za-z_]\w*)=(\d+)", spec)
        if not match:
            raise ArgumentError(f"expected --size of the form name=number, such as seq=37, but got '{spec}'")
        sizes[match[1]] = int(match[2])
    return sizes


def format_bytes(count: "int | None") -> str:
    """1536 as `1.5 KiB`, and what is not known as `?`."""
    if count is None:
        return "?"
    size, unit = float(count), "B"
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if size < 1024 or unit == "TiB":
            break
        size /= 1024
    return f"{size:.4g} {unit}"


def format_count(count: "int | None") -> str:
    return "?" if count is None else f"{count:,}"


def format_dims(dims: "list[int] | None") -> str:
    """[64, 1, 1] as `64`."""
    if dims is None:
        return "?"
    dims = list(dims)
    while len(dims) > 1 and dims[-1] == 1:
        dims.pop()
    return "×".join(map(str, dims))


# Edges that stay in the table; the JSON has all.
MAX_EDGES = 20


def get_kept_edges(report: dict) -> "list[dict]":
    """The pairs of kernels that fusion left apart; producers and consumers first."""
    return sorted((entry for entry in report["fusion"] if not entry["merged"]), key=lambda entry: entry["kind"] == "beside")


def print_fusion(console, report: dict) -> None:
    """How many kernels were merged, and a table of the pairs that were not: the rule that decided, and its numbers."""
    from rich.table import Table

    kept = get_kept_edges(report)
    merged = sum(entry["merged"] for entry in report["fusion"])
    cut = sum(entry["rule"] == "instruction_budget" for entry in kept)
    reason = f", {cut} of them by the instruction budget" if cut else ""
    console.print(f"fusion: {merged} merged, {len(kept)} kept apart{reason}", highlight=False)
    if not kept:
        return
    table = Table(title="Kernels kept apart", title_justify="left")
    for title in ("producer", "consumer", "at", "rule", "would save", "recompute", "instructions"):
        table.add_column(title, justify="left" if title in ("producer", "consumer", "at", "rule") else "right", overflow="fold")
    for entry in kept[:MAX_EDGES]:
        relation = " (beside)" if entry["kind"] == "beside" else ""
        instructions = None if entry["instructions"] is None else f"{entry['instructions']:,} of {entry['instruction_budget']:,}"
        table.add_row(
            entry["producer"],
            entry["consumer"] + relation,
            entry["at"] or "?",
            entry["rule"],
            format_bytes(entry["bytes_saved"]),
            format_count(entry["recomputed_flops"]),
            instructions or "?",
        )
    console.print(table)
    if len(kept) > MAX_EDGES:
        console.print(f"and {len(kept) - MAX_EDGES} more (--json lists all)", highlight=False)


# Rewrites of one kind that are told one by one; the JSON has all.
MAX_REWRITES = 10


def print_rewrites(console, numerics: dict) -> None:
    """What was rewritten under which licence, and what was not for want of one."""
    licences = f" with {', '.join(numerics['licences'])}" if numerics["licences"] else ""
    done = [entry for entry in numerics["rewrites"] if entry["done"]]
    kept = [entry for entry in numerics["rewrites"] if not entry["done"]]
    console.print(f"numerics: {numerics['mode']}{licences}; {len(done)} rewritten by licence, {len(kept)} not", highlight=False)
    for entries, verb in ((done, "rewritten"), (kept, "stays")):
        for entry in entries[:MAX_REWRITES]:
            at = f" at {entry['at']}" if entry["at"] else ""
            licence = f"the licence {entry['licence']}" + (" permits it" if entry["done"] else " would permit it")
            console.print(f"  {entry['what']}{at} {verb}: {entry['change']}; {licence}", highlight=False, markup=False)
        if len(entries) > MAX_REWRITES:
            console.print(f"  and {len(entries) - MAX_REWRITES} more (--json lists all)", highlight=False)


def print_report(report: dict) -> None:
    """A table of the kernels and a line of totals; figures that are estimates are marked with ~."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Kernels", title_justify="left")
    for title in ("kernel", "computes", "grid", "block", "shared", "read", "written", "loaded", "stored", "flops"):
        table.add_column(title, justify="left" if title in ("kernel", "computes") else "right", overflow="fold")
    keys = ("bytes_read", "bytes_written", "bytes_loaded", "bytes_stored")
    for kernel in report["kernels"]:

        def mark(key, text, estimates=kernel["estimates"]):
            return f"~{text}" if key in estimates else text

        table.add_row(
            kernel["name"] + (" (in a loop)" if kernel["repeated"] else ""),
            ", ".join(kernel["ops"]),
            format_dims(kernel["grid"]),
            format_dims(kernel["block"]),
            format_bytes(kernel["shared_bytes"]),
            *(mark(key, format_bytes(kernel[key])) for key in keys),
            mark("flops", format_count(kernel["flops"])),
        )
    console = Console(width=None if sys.stdout.isatty() else 160)
    console.print(table)
    total = report["total"]
    sizes = ", ".join(f"{name} = {value}" for name, value in report["symbols"].items())
    console.print(
        f"{total['kernels']} kernel{'' if total['kernels'] == 1 else 's'} for {report['target']}"
        + (f" at {sizes}" if sizes else "")
        + ": "
        f"{format_bytes(total['bytes_read'])} read and {format_bytes(total['bytes_written'])} written, "
        f"{format_bytes(total['bytes_compulsory'])} compulsory; {format_count(total['flops'])} flops",
        highlight=False,
    )
    if any(kernel["repeated"] for kernel in report["kernels"]):
        console.print("of kernels in a loop one step counts: how many there are depends on data", highlight=False)
    if report["fusion"] is not None:
        print_fusion(console, report)
    if report["numerics"]["rewrites"] is not None:
        print_rewrites(console, report["numerics"])
    if report["prepared"]:
        values = ", ".join(f"{value['name']} ({format_bytes(value['bytes'])})" for value in report["prepared"])
        console.print(f"prepared once of parameters: {values}", highlight=False, markup=False)
