# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of the models and of what does not agree, from the results of a run."""

from __future__ import annotations

import re

from comparison.suite import get_parts_by_name, print_table

from .check import DTYPES, TOLERANCE

# What a check that ended at a stage says.
TITLES = {
    "build": "Not made: the library refuses the configuration",
    "export": "Not captured: torch.export refuses",
    "import": "Refused by the importer",
    "compile": "Refused by the compiler",
    "run": "Not run",
    "wrong": "Other values",
    "end": "The process ended, or the time was up",
}


def is_whole(entry: dict) -> bool:
    return all(entry.get(dtype, {}).get("stage") == "ok" for dtype in DTYPES)


def print_counts(results: dict) -> str:
    counts = [f"{sum(entry.get(d, {}).get('stage') == 'ok' for entry in results.values())} in {d}" for d in DTYPES]
    return f"Of {len(results)} models, {', '.join(counts)} and {sum(map(is_whole, results.values()))} in both agree with PyTorch."


def print_cell(outcome: "dict | None") -> str:
    if outcome is None:
        return ""
    return f"within {outcome['distance']}" if outcome["stage"] == "ok" else outcome["stage"]


def print_settings(settings: dict) -> str:
    return ", ".join(f"{key}={value}" for key, value in settings.items())


def shorten(reason: str) -> str:
    """The first line that says what is wrong, without the numbers that make names unique."""
    lines = [line.strip() for line in reason.splitlines() if line.strip()]
    line = lines[1] if len(lines) > 1 and lines[0].endswith(":") else lines[0]
    return re.sub(r"_\d+\b", "", line)[:240]


def print_page(results: dict, settings: "dict[str, dict]") -> str:
    results = get_parts_by_name(results)
    limits = " and ".join(f"{limit:.0e} ({dtype})" for dtype, limit in TOLERANCE.items())
    lines = ["# Whole models", ""]
    lines += [f"Written by `run.py --write` from `results.json`. {print_counts(results)}", ""]
    lines += [f"Every result and every buffer that the call writes is within {limits} of its largest value.", ""]
    rows = []
    for name, entry in sorted(results.items()):
        libraries = sorted({library for record in entry.values() for library in record["libraries"]})
        cells = [print_cell(entry.get(dtype)) for dtype in DTYPES]
        rows.append((name, ", ".join(libraries), *cells, print_settings(settings.get(name, {}))))
    lines += print_table(["model", "libraries", *DTYPES, "configuration"], rows)
    return "\n".join([*lines, *print_failures(results), *print_idle(results)])


def print_failures(results: dict) -> "list[str]":
    lines = []
    for stage, title in TITLES.items():
        rows: dict = {}
        for name, entry in sorted(results.items()):
            for dtype in DTYPES:
                outcome = entry.get(dtype, {})
                if outcome.get("stage") == stage:
                    rows.setdefault((name, shorten(outcome.get("problem", ""))), []).append(dtype)
        if rows:
            lines += [f"## {title}", ""]
            lines += print_table(
                ["model", "in", "reason"], ((n, ", ".join(dtypes), reason) for (n, reason), dtypes in rows.items())
            )
    return lines


def print_idle(results: dict) -> "list[str]":
    lines = ["## Parameters that no result depends on", ""]
    lines += [
        "Each other parameter moves some result by a thousandth when it changes by half. A bias of keys adds the same number to all"
    ]
    lines += ["scores of a row, which softmax takes away.", ""]
    idle = {name: entry.get("f64", {}).get("idle") for name, entry in results.items()}
    return lines + print_table(["model", "parameters"], ((n, ", ".join(names)) for n, names in sorted(idle.items()) if names))
