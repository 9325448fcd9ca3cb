# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a suite of comparisons is: named things in parts (a model in f32, a workload at its full sizes), each of which is a unit; what is
known of each unit is a record in `results.json`, by its name and part, and the suite's page is made of them."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import torch

# So many characters of a problem are kept.
MOST = 600


def get_key(name: str, part: str) -> str:
    return f"{name} {part}"


class Suite:
    """A record says what is wrong as its "problem", unless the suite says otherwise."""

    # What the parts of a name are called, and all of them.
    parts_are: str
    parts: "tuple[str, ...]"
    # Of the processor's time, at most: between two answers of the process that judges.
    seconds: int
    # Whether what PyTorch and Emmy print is left out.
    is_silent = False

    def __init__(self, folder: Path, page: str):
        self.folder, self.results_file, self.page = folder, folder / "results.json", folder / page

    # What there is to judge.

    def get_names(self) -> "list[str]":
        raise NotImplementedError

    def get_parts(self, name: str) -> "tuple[str, ...]":
        return self.parts

    def add_options(self, parser) -> None:
        """Options of this suite alone."""

    def find_conflict(self, options) -> str:
        """Why options do not go together; empty where they do."""
        return ""

    # How it is judged.

    def warm_up(self, names) -> None:
        """Imports what all need, before the forks: what PyTorch imports when it first captures a program, and the compiler."""
        torch.export.export(torch.nn.ReLU(), (torch.ones(2),)).run_decompositions({})
        for module in ("emmy.program", "emmy.importer"):
            importlib.import_module(module)

    def make_tasks(self, units: "list[tuple[str, str]]") -> list:
        """What a process does at once."""
        return [[unit] for unit in units]

    def start(self, done) -> "Judging":
        return Judging(done)

    def judge(self, task, options):
        """Runs in a process of its own, and yields what `Judging.take` wants."""
        raise NotImplementedError

    # What is known.

    def get_problems(self, record: dict) -> "dict[str, str]":
        """Number or "" -> what is wrong."""
        return {"": record["problem"]} if "problem" in record else {}

    def count(self, record: dict) -> int:
        """How much a unit counts for."""
        return 1

    def keep(self, key: str, record: dict) -> dict:
        """What of a record is written."""
        return {**record, "problem": record["problem"].strip()[:MOST]} if "problem" in record else record

    def describe(self, record: dict) -> str:
        """A record in a line."""
        figures = " ".join(f"{key}={value}" for key, value in record.items() if key != "problem")
        return f"{record.get('problem', 'ok')} ({figures})"

    def summarize(self, results: dict) -> str:
        """A line about a run."""
        return ""

    def print_page(self, results: dict) -> str:
        raise NotImplementedError

    def read_results(self) -> dict:
        return json.loads(self.results_file.read_text()) if self.results_file.exists() else {}

    def write_results(self, results: dict, path: "Path | None" = None) -> None:
        """A line each, so that what changed is seen."""
        lines = [f"{json.dumps(key)}: {json.dumps(results[key], ensure_ascii=False)}" for key in sorted(results)]
        (path or self.results_file).write_text("{\n" + ",\n".join(lines) + "\n}\n")

    def write_page(self, results: dict) -> None:
        self.page.write_text(self.print_page(results))

    def find_new_failures(self, results: dict, known: dict) -> "list[str]":
        new = []
        for key, record in sorted(results.items()):
            old = self.get_problems(known.get(key, {}))
            problems = self.get_problems(record)
            new += [f"{key}{number and f' #{number}'}: {problem}" for number, problem in problems.items() if number not in old]
        return new


class Judging:
    """What was found so far. `done(key, record)` is called for every unit, when all of it has been judged."""

    def __init__(self, done):
        self.done, self.results = done, {}

    def finish(self, key: str, record: dict):
        self.results[key] = record
        self.done(key, record)

    def take(self, task, answer):
        self.finish(*answer)

    def give_up(self, task, what: str) -> list:
        for name, part in task:
            if get_key(name, part) not in self.results:
                self.finish(get_key(name, part), {"problem": what})
        return []


def get_parts_by_name(results: dict) -> "dict[str, dict[str, dict]]":
    """Name -> part -> record."""
    names: "dict[str, dict[str, dict]]" = {}
    for key in sorted(results):
        name, _, part = key.rpartition(" ")
        names.setdefault(name, {})[part] = results[key]
    return names


def print_table(columns: "list[str]", rows) -> "list[str]":
    """The lines of a table, and an empty one."""
    lines = [" | ".join(" ".join(str(cell).split()).replace("|", "\\|") for cell in row) for row in (columns, *rows)]
    return [f"| {lines[0]} |", "|---" * len(columns) + "|", *(f"| {line} |" for line in lines[1:]), ""]
