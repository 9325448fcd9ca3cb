# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks whole models, each in a process of its own, and ends with "N passed, N failed".

  run.py [NAME…] [--share N/M] [--dtype f32,f64] [--device cpu] [--jobs N] [--timeout SECONDS] [--results FILE] [--idle]

A crash or a model that takes too long is a failure of that model alone. With --share, the models whose place in the catalog is N
modulo M. --results merges what was found into a JSON file.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))

import libraries  # noqa: E402
import torch  # noqa: E402
from catalog import load_catalog  # noqa: E402
from check import Check, find_idle_parameters  # noqa: E402

POLL_SECONDS = 0.05


def check(name: str, dtype: str, device: str, timeout: int, is_idle: bool) -> dict:
    """What a process made for one model says about it.

    The process is a fork of this one, which has imported the libraries: that takes longer than most checks.
    """
    base = {"name": name, "library": load_catalog()[name].library, "dtype": dtype, "device": device, "stage": "run"}
    with tempfile.TemporaryFile("w+") as answer:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                json.dump(find_idle_parameters(name) if is_idle else Check(load_catalog()[name], dtype, device).run(), answer)
                answer.flush()
                status = 0
            finally:
                os._exit(status)
        status = wait(child, timeout)
        if status is None:
            return {**base, "error": f"expected an answer within {timeout} s, but got none"}
        answer.seek(0)
        text = answer.read()
    return json.loads(text) if text.startswith("{") else {**base, "error": f"ended with status {status}"}


def wait(child: int, timeout: int) -> "int | None":
    """The exit status of a process (negative: the signal that ended it); None where it took too long and was ended."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(POLL_SECONDS)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def get_first_lines(error: str, count: int = 3) -> str:
    return "\n      ".join(line[:300] for line in error.splitlines()[:count])


def describe(record: dict) -> str:
    seconds = " ".join(f"{stage} {value:.1f}" for stage, value in record.get("seconds", {}).items())
    place = f"{record['name']:30} {record['dtype']} {record['stage']:7}"
    if record["stage"] == "ok":
        return f"ok    {place} {record['operators']:5} operators  distance {record['distance']:.1e}  {seconds} s"
    return f"FAIL  {place} {seconds}\n      {get_first_lines(record.get('error', ''))}"


def select(names, share: str) -> "list[str]":
    catalog = list(load_catalog())
    unknown = set(names) - set(catalog)
    if unknown:
        sys.exit(f"error: expected models of the catalog, but got {', '.join(sorted(unknown))}")
    number, count = map(int, share.split("/"))
    return names or [name for place, name in enumerate(catalog) if place % count == number % count]


def merge(path: Path, records) -> None:
    """Replaces the records of the same model, dtype and device; keeps the others."""
    kept = json.loads(path.read_text()) if path.exists() else []

    def key(record):
        return record["name"], record["dtype"], record["device"]

    found = {key(record): record for record in [*kept, *records]}
    path.write_text(json.dumps([found[k] for k in sorted(found)], indent=1) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="check whole models")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--share", default="0/1", help="N/M: every M-th model of the catalog, from the N-th")
    parser.add_argument("--dtype", default="f32,f64")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=300)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--idle", action="store_true", help="list parameters that no output depends on")
    arguments = parser.parse_args()
    # Before the forks: one thread, which survives them, and what all of them import.
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    libraries.import_all()
    names = select(arguments.names, arguments.share)
    jobs = [(name, dtype) for name in names for dtype in arguments.dtype.split(",")]
    records = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        results = pool.map(lambda job: check(*job, arguments.device, arguments.timeout, arguments.idle), jobs)
        for record in results:
            if "idle" in record:
                for name, moved in record["idle"]:
                    print(f"{record['name']}: {name} moves the outputs by {moved:.1e}")
                continue
            print(describe(record), flush=True)
            records.append(record)
            if arguments.results:
                merge(arguments.results, [record])
    failed = sum(record["stage"] != "ok" for record in records)
    print(f"{len(records) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
