# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole models: a unit is one in a dtype; its dtypes share a process, and PyTorch's results in f64."""

from __future__ import annotations

import importlib.metadata
import math
import time
from collections import Counter
from itertools import groupby
from pathlib import Path

from comparison.suite import Suite, get_key

from . import libraries, table
from .catalog import load_catalog
from .check import DTYPES, Check, Exact


class Models(Suite):
    parts_are = "dtypes"
    parts = tuple(DTYPES)
    seconds = 600

    def __init__(self, catalog=None):
        super().__init__(Path(__file__).resolve().parent, "models.md")
        self.catalog = load_catalog() if catalog is None else catalog

    def get_names(self):
        return list(self.catalog)

    def add_options(self, parser):
        parser.add_argument("--device", default="cpu", help="the executor, such as cpu or simulator")

    def warm_up(self, names):
        super().warm_up(names)
        for library in sorted({self.catalog[name].library for name in names}):
            libraries.import_for(library)

    def make_tasks(self, units):
        return [list(group) for _, group in groupby(units, key=lambda unit: unit[0])]

    def judge(self, task, options):
        model, start = self.catalog[task[0][0]], time.process_time()
        try:
            exact = Exact(model)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            yield from ((get_key(*unit), {"stage": "build", "problem": problem}) for unit in task)
            return
        made = round(time.process_time() - start, 2)
        for name, dtype in task:
            record = Check(model, exact, dtype, options.device).run()
            record["seconds"]["build"] += made
            made = 0
            if dtype == "f64":
                record["idle"] = find_idle(exact)
            yield get_key(name, dtype), record

    def keep(self, key, record):
        """What does not change from run to run. What says nothing of a stage ended the process."""
        library = self.catalog[key.rpartition(" ")[0]].library
        kept = {"libraries": sorted({get_version("torch"), get_version(library)}), "stage": record.get("stage", "end")}
        kept |= {name: record[name] for name in ("results", "idle", "problem") if name in record}
        if "distance" in record:
            kept["distance"] = bound(record["distance"])
        return super().keep(key, kept)

    def describe(self, record):
        seconds = " ".join(f"{stage} {value:.1f}" for stage, value in record.get("seconds", {}).items())
        if "problem" not in record:
            return f"ok, {record['operators']} operators, distance {record['distance']:.1e}, {seconds} s"
        lines = "\n      ".join(line[:300] for line in record["problem"].splitlines()[:3])
        return f"FAIL at {record.get('stage', 'end')}, {seconds} s\n      {lines}"

    def summarize(self, results):
        """Where the processor's time went."""
        total = Counter()
        for record in results.values():
            total.update(record.get("seconds", {}))
        whole = sum(total.values()) or 1
        parts = ", ".join(f"{stage} {100 * seconds / whole:.0f} %" for stage, seconds in total.items())
        return f"{whole:.0f} s of the processor: {parts}"

    def print_page(self, results):
        return table.print_page(results, {name: model.settings for name, model in self.catalog.items()})


def find_idle(exact: Exact) -> "list[str]":
    try:
        return exact.find_idle()
    except Exception as error:
        return [f"not known: {type(error).__name__}: {str(error)[:200]}"]


def get_version(library: str) -> str:
    """Without what says how a library was built."""
    return f"{library} {importlib.metadata.version(library).split('+')[0]}"


def bound(distance: float) -> str:
    """The next power of ten: how close a result is, without digits that another processor may change."""
    return f"1e{math.ceil(math.log10(distance)):03d}" if 0 < distance < math.inf else str(distance)
