# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Workloads: a unit is one at its small sizes or at its full ones, judged in a process of its own."""

from __future__ import annotations

import resource
from pathlib import Path

from comparison.suite import Suite, get_key, get_parts_by_name, print_table

from .catalog import load_catalog
from .judge import STAGES, judge, limit_memory


class Workloads(Suite):
    parts_are = "stages"
    parts = tuple(STAGES)
    seconds = 240

    def __init__(self):
        super().__init__(Path(__file__).resolve().parent, "workloads.md")

    def get_names(self):
        return list(load_catalog())

    def judge(self, task, options):
        limit_memory()
        ((name, stage),) = task
        record = judge(name, stage)
        record["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        yield get_key(name, stage), record

    def print_page(self, results):
        return print_page(get_parts_by_name(results))


def print_count(results: dict, stage: str) -> str:
    judged = [record[stage] for record in results.values() if stage in record]
    return f"{sum('problem' not in record for record in judged)} of {len(judged)}"


def print_sizes(sizes: dict) -> str:
    return ", ".join(f"{name} {print_size(size)}" for name, size in sizes.items())


def print_size(size) -> str:
    if isinstance(size, list):
        return " ".join(print_size(part) for part in size)
    shape = getattr(size, "shape", size)
    return "×".join(map(str, shape)) if isinstance(shape, tuple) else str(shape)


def print_page(results: dict) -> str:
    lines = ["# Workloads", "", "Written by `run.py --write`.", ""]
    lines += [
        f"{print_count(results, 'small')} agree with PyTorch at their small sizes, {print_count(results, 'full')} become kernels at "
        f"their full ones; the catalog has {len(load_catalog())}.",
        "",
    ]
    for stage, title in (("small", "At small sizes"), ("full", "At full sizes")):
        failed = {name: record[stage]["problem"] for name, record in results.items() if "problem" in record.get(stage, {})}
        if failed:
            lines += [f"## {title}: {len(failed)} that fail", "", *print_table(["workload", "problem"], failed.items())]
    rows = []
    for name, workload in load_catalog().items():
        full = results.get(name, {}).get("full", {})
        counts = full.get("operators", ""), full.get("kernels", "")
        rows.append((name, print_sizes(workload.full), f"{workload.parameters:,}", *counts))
    lines += ["## What they are", "", *print_table(["workload", "full sizes", "parameters", "operators", "kernels"], rows)]
    return "\n".join(lines)
