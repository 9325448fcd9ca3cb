# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges samples in processes: what ends one, or takes too long, is the failure of the sample that it tried, and of no other."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
# Of the processor: for a worker to start or to make samples, and for what it tries.
SECONDS_TO_START = 60
SECONDS_A_PROGRAM, SECONDS_A_SAMPLE = 40, 5
# A worker that waits for something takes no time of the processor, but so many times as much of the clock's at most.
MOST_WAITING = 100
# So many entries and dtypes share programs.
UNITS_AT_ONCE = 8
# How the verdict starts on a sample that is out of scope and was refused.
REFUSED = "refused: "


def get_processor_seconds(process: int) -> float:
    """How long a process has been running on a processor; 0 when it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Worker:
    """One process, and what it is doing. A sample is (entry, dtype, number)."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, FOLDER / "worker.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        self.batch: "list | None" = None
        self.rest = b""
        self.allow(SECONDS_TO_START)

    def allow(self, seconds: float):
        self.deadline = get_processor_seconds(self.process.pid) + seconds
        self.last = time.monotonic() + MOST_WAITING * seconds

    def is_late(self) -> bool:
        return get_processor_seconds(self.process.pid) > self.deadline or time.monotonic() > self.last

    def start(self, batch: list):
        self.batch, self.trying, self.judged = batch, [], set()
        self.samples: "list[tuple] | None" = None
        self.allow(SECONDS_TO_START)
        self.process.stdin.write((json.dumps(batch) + "\n").encode())

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


class Pool:
    """Judges `units`, each [entry, dtype, numbers]. `results`: "entry dtype" -> {"samples": count, "problems": {number: text}}."""

    def __init__(self, units, jobs: int, show):
        self.pending = [units[i : i + UNITS_AT_ONCE] for i in range(0, len(units), UNITS_AT_ONCE)]
        self.jobs, self.show = min(jobs, len(self.pending)), show
        self.results: "dict[str, dict]" = {}
        self.judged: "set[tuple]" = set()
        self.selector = selectors.DefaultSelector()
        self.workers: "list[Worker]" = []

    def run(self) -> dict:
        for _ in range(self.jobs):
            self.add_worker()
        try:
            while self.workers:
                for key, _ in self.selector.select(timeout=1):
                    self.listen(key.data)
                for worker in [worker for worker in self.workers if worker.is_late()]:
                    self.give_up(worker, "timeout")
        finally:
            for worker in list(self.workers):
                self.retire(worker)
        return self.results

    def add_worker(self):
        worker = Worker()
        self.workers.append(worker)
        self.selector.register(worker.process.stdout, selectors.EVENT_READ, worker)

    def retire(self, worker: Worker):
        self.selector.unregister(worker.process.stdout)
        worker.stop()
        self.workers.remove(worker)

    def listen(self, worker: Worker):
        answers = worker.read()
        if answers is None:
            self.give_up(worker, f"crash: status {worker.process.wait()}")
        for answer in answers or []:
            self.handle(worker, answer)

    def handle(self, worker: Worker, answer: dict):
        if "samples" in answer:
            worker.samples = [(entry, dtype, number) for entry, dtype, numbers in answer["samples"] for number in numbers]
            for entry, dtype, numbers in answer["samples"]:
                self.results.setdefault(f"{entry} {dtype}", {"samples": len(numbers), "problems": {}})
        elif "trying" in answer:
            worker.trying = [tuple(sample) for sample in answer["trying"]]
            worker.allow(SECONDS_A_PROGRAM + SECONDS_A_SAMPLE * len(worker.trying))
        elif "sample" in answer:
            worker.judged.add(tuple(answer["sample"]))
            self.record(tuple(answer["sample"]), answer["problem"])
        else:  # ready, or done with a batch
            if worker.batch:
                self.show(worker.batch, self.results, len(self.pending))
            if self.pending:
                worker.start(self.pending.pop(0))
            else:
                self.retire(worker)

    def get_whole(self) -> dict:
        """The results of the units of which every sample has been judged."""
        counts = Counter(f"{entry} {dtype}" for entry, dtype, _ in self.judged)
        return {key: unit for key, unit in self.results.items() if counts[key] == unit["samples"]}

    def record(self, sample: tuple, problem: "str | None"):
        entry, dtype, number = sample
        self.judged.add(sample)
        unit = self.results[f"{entry} {dtype}"]
        if problem and problem.startswith(REFUSED):
            unit["refused"] = unit.get("refused", 0) + 1
        elif problem:
            unit["problems"][str(number)] = problem

    def give_up(self, worker: Worker, what: str):
        """The worker ended, or has to: what it tried alone has failed, what it tried together is tried in parts, the rest as before."""
        if worker.batch is None:
            raise RuntimeError(f"expected a worker that starts, but got a {what}")
        if worker.samples is None:
            # While samples were made: each entry alone, until one is to blame.
            parts = [[unit] for unit in worker.batch]
            if len(parts) == 1:
                entry, dtype, _ = worker.batch[0]
                self.results[f"{entry} {dtype}"] = {"samples": 1, "problems": {}}
                self.record((entry, dtype, 0), f"{what} while the samples were made")
                parts = []
        else:
            tried = [sample for sample in worker.trying if sample not in worker.judged]
            rest = [sample for sample in worker.samples if sample not in worker.judged and sample not in tried]
            if len(tried) == 1:
                self.record(tried[0], what)
                tried = []
            parts = [tried[i::4] for i in range(4)] if len(tried) > 1 else []
            parts = [join(part) for part in [*parts, rest] if part]
        self.pending[:0] = parts
        self.retire(worker)
        if self.pending:
            self.add_worker()


def join(samples) -> list:
    """Samples as units."""
    units: "dict[tuple, list]" = {}
    for entry, dtype, number in samples:
        units.setdefault((entry, dtype), []).append(number)
    return [[entry, dtype, numbers] for (entry, dtype), numbers in units.items()]
