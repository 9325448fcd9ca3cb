# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Samples of PyTorch's database of operators: a unit is an entry in a dtype. Several share a process, and small ones a program."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from comparison.suite import Judging, Suite, get_key

from . import scope, table

FOLDER = Path(__file__).resolve().parent
# So many entries and dtypes share programs.
UNITS_AT_ONCE = 8


@dataclass
class Task:
    """Units, of each of which all samples are meant, or those of the given numbers; and how far its process is."""

    units: "list[tuple[str, str, list[int] | None]]"
    made: int = 0  # of so many units there are samples
    samples: "list[tuple[str, str, int]]" = field(default_factory=list)
    trying: "list[tuple[str, str, int]]" = field(default_factory=list)


class OperatorSamples(Suite):
    parts_are = "dtypes"
    parts = tuple(str(dtype).removeprefix("torch.") for dtype in scope.DTYPES)
    # For the samples of a unit to be made, and for a program of several.
    seconds = 120
    is_silent = True

    def __init__(self):
        super().__init__(FOLDER, "failures.md")

    def get_names(self):
        return (FOLDER / "entries.txt").read_text().split()

    def get_parts(self, name):
        return [str(dtype).removeprefix("torch.") for dtype in scope.get_dtypes(scope.get_entries()[name])]

    def add_options(self, parser):
        parser.add_argument("--most", type=int, default=0, help="judge at most so many samples of each entry and dtype")

    def find_conflict(self, options):
        is_part = options.write and options.most
        return "expected all samples of what is written, but got --most; --output writes a file of its own" if is_part else ""

    def warm_up(self, names):
        super().warm_up(names)
        scope.get_entries()
        from . import judge  # noqa: F401

    def make_tasks(self, units):
        # In an order in which slow ones are not all at the end.
        units = sorted(units, key=lambda unit: hashlib.sha256(get_key(*unit).encode()).hexdigest())
        return [
            Task([(*unit, None) for unit in units[first : first + UNITS_AT_ONCE]])
            for first in range(0, len(units), UNITS_AT_ONCE)
        ]

    def start(self, done):
        return SampleJudging(done)

    def judge(self, task, options):
        """Answers, in this order: {"trying": samples} before the samples of a unit are made and before some are tried, {"made": samples}
        of a unit, and {"sample": sample, "problem": text or null}. A sample is [entry, dtype, number]."""
        import torch

        from . import judge

        names, samples = [], []
        for entry, dtype, numbers in task.units:
            yield {"trying": [[entry, dtype, numbers[0] if numbers else 0]]}
            try:
                made = judge.get_judged_samples(scope.get_entries()[entry], getattr(torch, dtype))
            except Exception as error:
                yield {"made": [[entry, dtype, 0]]}
                yield {"sample": [entry, dtype, 0], "problem": f"no samples: {judge.get_words(error)}"}
                continue
            chosen = [[entry, dtype, number] for number in numbers or choose(len(made), options.most)]
            yield {"made": chosen}
            names += chosen
            samples += [made[number] for _, _, number in chosen]
        for group, verdict in judge.judge(samples):
            if verdict is ...:
                yield {"trying": [names[index] for index in group]}
            else:
                yield from ({"sample": names[index], "problem": verdict} for index in group)

    def get_problems(self, record):
        return record.get("problems", {})

    def count(self, record):
        return record["samples"] - record.get("refused", 0)

    def describe(self, record):
        problems = list(record["problems"].values())
        return f"{len(problems)}/{record['samples']}{f'  {problems[0][:150]}' if problems else ''}"

    def summarize(self, results):
        return table.print_rate(results)

    def print_page(self, results):
        return table.print_page(results, self.get_names())


def choose(count: int, most: int) -> "list[int]":
    """Numbers of samples, at most so many, from all over."""
    most = min(most or count, count)
    return [index * count // most for index in range(most)]


def join(samples) -> list:
    """Samples as units of a task."""
    units: "dict[tuple, list]" = {}
    for entry, dtype, number in samples:
        units.setdefault((entry, dtype), []).append(number)
    return [(*unit, numbers) for unit, numbers in units.items()]


class SampleJudging(Judging):
    """Where a process ends, what it tried alone has failed, what it tried together is tried in parts, the rest as before."""

    def __init__(self, done):
        super().__init__(done)
        self.records: "dict[str, dict]" = {}
        self.judged: "set[tuple]" = set()
        self.counts: "Counter[str]" = Counter()

    def take(self, task, answer):
        if "trying" in answer:
            task.trying = [tuple(sample) for sample in answer["trying"]]
        elif "made" in answer:
            made = [tuple(sample) for sample in answer["made"]]
            task.samples += made
            self.announce(*task.units[task.made][:2], len(made))
            task.made += 1
        else:
            self.record(tuple(answer["sample"]), answer["problem"])

    def announce(self, entry: str, dtype: str, count: int):
        self.records.setdefault(get_key(entry, dtype), {"problems": {}, "samples": count})
        self.finish_whole(get_key(entry, dtype))

    def record(self, sample: tuple, problem: "str | None"):
        entry, dtype, number = sample
        self.judged.add(sample)
        key = get_key(entry, dtype)
        self.counts[key] += 1
        if problem and problem.startswith(scope.REFUSED):
            self.records[key]["refused"] = self.records[key].get("refused", 0) + 1
        elif problem:
            self.records[key]["problems"][str(number)] = problem
        self.finish_whole(key)

    def finish_whole(self, key: str):
        if self.counts[key] == self.records[key]["samples"] and key not in self.results:
            self.finish(key, self.records[key])

    def give_up(self, task, what):
        if not task.trying:
            raise RuntimeError(f"expected a process that tries something, but got a {what}")
        tried = [sample for sample in task.trying if sample not in self.judged]
        rest = [sample for sample in task.samples if sample not in self.judged and sample not in tried]
        unmade = task.units[task.made :]
        if len(tried) == 1:
            (entry, dtype, number), is_made = tried[0], tried[0] in task.samples
            self.announce(entry, dtype, 1)
            self.record(tried[0], what if is_made else f"{what} while the samples were made")
            if not is_made:
                numbers = (unmade.pop(0)[2] or [number])[1:]
                unmade[:0] = [(entry, dtype, numbers)] if numbers else []
            tried = []
        parts = [join(tried[i::4]) for i in range(4)] + [join(rest) + unmade]
        return [Task(part) for part in parts if part]
