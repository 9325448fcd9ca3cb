# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges samples of PyTorch's database of operators and says how many agree.

    python run.py --write                  everything; `results.json` and `failures.md` are written anew
    python run.py --write cumsum linalg    entries whose names hold one of the words; what is known of the others stays
    python run.py --share 40               one in 40 of the entries and dtypes, chosen by the commit: what CI runs
    python run.py --table                  `failures.md` alone, from `results.json`

A sample that fails and is not among the failures in `results.json` is new: the exit status is 1. Workers are processes: what ends
one, or takes too long, is the failure of the sample that it tried.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import selectors
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
RESULTS = FOLDER / "results.json"
# For a worker to start, and for each sample that it tries.
SECONDS_TO_START = 120
SECONDS_A_PROGRAM, SECONDS_A_SAMPLE = 60, 10


@dataclass
class Unit:
    """An entry and a dtype, of which some samples (or all, where none is named) are to be judged."""

    name: str
    dtype: str
    numbers: "list[int]" = field(default_factory=list)
    most: int = 0  # of the samples, where not all are wanted

    @property
    def key(self) -> str:
        return f"{self.name} {self.dtype}"


class Worker:
    """One process, and what it is doing."""

    def __init__(self):
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            [sys.executable, FOLDER / "worker.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env=environment,
        )
        self.rest = b""
        self.unit: "Unit | None" = None
        self.trying: "list[int]" = []
        self.judged: "set[int]" = set()
        self.deadline = time.monotonic() + SECONDS_TO_START

    def start(self, unit: Unit):
        self.unit, self.trying, self.judged = unit, [], set()
        self.deadline = time.monotonic() + SECONDS_TO_START
        wanted = [f"~{unit.most}"] if unit.most and not unit.numbers else map(str, unit.numbers)
        self.process.stdin.write((" ".join([unit.name, unit.dtype, *wanted]) + "\n").encode())

    def read(self) -> "list[dict] | None":
        """The answers that have come; None when the process has ended."""
        data = os.read(self.process.stdout.fileno(), 1 << 16)
        *lines, self.rest = (self.rest + data).split(b"\n")
        return [json.loads(line) for line in lines] if data else None

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class Run:
    """Units, judged by several workers. `results`: key -> {"samples": count, "problems": {number: text}}."""

    def __init__(self, units, jobs: int, show):
        self.pending, self.show = list(units), show
        self.total, self.jobs = len(self.pending), max(1, min(jobs, len(self.pending)))
        self.results: "dict[str, dict]" = {}
        self.selector = selectors.DefaultSelector()

    def run(self) -> dict:
        workers = [self.create_worker() for _ in range(self.jobs)]
        while workers:
            for key, _ in self.selector.select(timeout=1):
                worker = key.data
                answers = worker.read()
                if answers is None:
                    self.replace(worker, workers, "crash")
                if answers is None or not all([self.handle(worker, answer) for answer in answers]):
                    self.retire(worker, workers)
            for worker in list(workers):
                if time.monotonic() > worker.deadline:
                    self.replace(worker, workers, "timeout")
                    self.retire(worker, workers)
        return self.results

    def create_worker(self) -> Worker:
        worker = Worker()
        self.selector.register(worker.process.stdout, selectors.EVENT_READ, worker)
        return worker

    def retire(self, worker, workers):
        self.selector.unregister(worker.process.stdout)
        worker.stop()
        workers.remove(worker)

    def handle(self, worker: Worker, answer: dict) -> bool:
        """False when the worker has nothing more to do."""
        if "samples" in answer:
            self.results.setdefault(worker.unit.key, {"samples": answer["samples"], "problems": {}})
            worker.unit.numbers = answer.get("numbers", [0])
        elif "trying" in answer:
            worker.trying = answer["trying"]
            worker.deadline = time.monotonic() + SECONDS_A_PROGRAM + SECONDS_A_SAMPLE * len(worker.trying)
        elif "sample" in answer:
            worker.judged.add(answer["sample"])
            self.record(worker.unit, answer["sample"], answer["problem"])
        else:  # ready, or done with a unit
            if worker.unit:
                self.show(worker.unit, self.results[worker.unit.key], len(self.pending))
            if not self.pending:
                return False
            worker.start(self.pending.pop(0))
        return True

    def record(self, unit: Unit, number: int, problem: "str | None"):
        if problem and problem.startswith("refused: "):
            self.results[unit.key]["refused"] = self.results[unit.key].get("refused", 0) + 1
        elif problem:
            self.results[unit.key]["problems"][str(number)] = problem

    def replace(self, worker: Worker, workers, what: str):
        """The worker ended, or has to: what it tried alone has failed, what it tried together is tried alone."""
        unit = worker.unit
        if unit is None:
            raise RuntimeError(f"expected a worker that starts, but got a {what}")
        if unit.key not in self.results:
            self.results[unit.key] = {"samples": 1, "problems": {"0": f"{what} while the samples were made"}}
        else:
            tried = [number for number in worker.trying if number not in worker.judged]
            rest = [number for number in unit.numbers if number not in worker.judged and number not in tried]
            if len(worker.trying) == 1:
                code = worker.process.poll()
                self.record(unit, worker.trying[0], f"{what}" if code is None or what == "timeout" else f"{what}: status {code}")
                tried = []
            parts = [[number] for number in tried] if len(tried) <= 4 else [tried[i::4] for i in range(4)]
            self.pending[:0] = [Unit(unit.name, unit.dtype, part) for part in [*parts, rest] if part]
        if self.pending:
            workers.append(self.create_worker())


def get_units(words=(), most=0) -> "list[Unit]":
    import scope

    entries = scope.get_entries()
    names = (FOLDER / "entries.txt").read_text().split()
    return [
        Unit(name, str(dtype).removeprefix("torch."), most=most)
        for name in names
        if not words or any(word in name for word in words)
        for dtype in scope.get_dtypes(entries[name])
    ]


def get_number(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def choose_share(units, parts: int, commit: str) -> "list[Unit]":
    """One in `parts` of the units; which ones follows from the commit, and so many commits look at all."""
    return [unit for unit in units if get_number(f"{commit} {unit.key}") % parts == 0]


def get_commit() -> str:
    command = ["git", "-C", FOLDER, "rev-parse", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def read_results() -> dict:
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def write_results(results: dict, path: Path = RESULTS):
    lines = [f"{json.dumps(key)}: {json.dumps(results[key], sort_keys=True, ensure_ascii=False)}" for key in sorted(results)]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def find_new_failures(results: dict, known: dict) -> "list[str]":
    new = []
    for key, unit in sorted(results.items()):
        old = known.get(key, {"problems": {}})["problems"]
        new += [f"{key} #{number}: {problem}" for number, problem in unit["problems"].items() if number not in old]
    return new


def print_rate(results: dict) -> str:
    refused = sum(unit.get("refused", 0) for unit in results.values())
    samples = sum(unit["samples"] for unit in results.values()) - refused
    failed = sum(len(unit["problems"]) for unit in results.values())
    whole = sum(not unit["problems"] for unit in results.values())
    rate = 100 * (samples - failed) / samples if samples else 0
    return f"{samples - failed:,} of {samples:,} samples agree ({rate:.2f} %); {whole} of {len(results)} entries and dtypes are whole; {refused} are out of scope"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("words", nargs="*", help="parts of the names of entries")
    parser.add_argument("--most", type=int, default=0, help="judge at most so many samples of each entry and dtype")
    parser.add_argument("--dtypes", nargs="*", default=[], help="of these dtypes only")
    parser.add_argument("--share", type=int, default=1, help="judge one in so many entries and dtypes")
    parser.add_argument("--commit", default=None, help="what chooses the share (the commit that is checked out)")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--write", action="store_true", help="write results.json and failures.md")
    parser.add_argument("--table", action="store_true", help="write failures.md alone, and judge nothing")
    parser.add_argument("--output", type=Path, default=None, help="a file for the results of this run alone")
    parser.add_argument("--quiet", action="store_true")
    arguments = parser.parse_args()
    from table import write_table

    known = read_results()
    if arguments.table:
        write_table(known)
        return 0
    units = [
        unit for unit in get_units(arguments.words, arguments.most) if not arguments.dtypes or unit.dtype in arguments.dtypes
    ]
    units = choose_share(units, arguments.share, arguments.commit or get_commit())
    start = time.monotonic()

    def show(unit, result, pending):
        if arguments.quiet:
            return
        failed = len(result["problems"])
        first = f"  {next(iter(result['problems'].values()))[:150]}" if failed else ""
        print(
            f"[{time.monotonic() - start:6.0f} s, {pending:4} left] {unit.key}: {failed}/{result['samples']}{first}", flush=True
        )

    # A database without an order that hides slow ones at the end.
    results = Run(sorted(units, key=lambda unit: get_number(unit.key)), arguments.jobs, show).run()
    new = find_new_failures(results, known)
    if arguments.output:
        write_results(results, arguments.output)
    if arguments.write:
        names = set((FOLDER / "entries.txt").read_text().split())
        merged = {key: value for key, value in {**known, **results}.items() if key.split()[0] in names}
        write_results(merged)
        write_table(merged)
        print("all:", print_rate(merged))
    for line in new:
        print(f"new: {line}")
    print(print_rate(results))
    return 1 if new and not arguments.write else 0


if __name__ == "__main__":
    sys.exit(main())
