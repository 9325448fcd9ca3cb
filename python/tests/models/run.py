# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks whole models, each in a process of its own, and ends with "N passed, N failed".

    run.py [NAME…]            all models of the catalog, or those named
    run.py --share N/M        those whose place in the catalog is N modulo M
    run.py --write [NAME…]    and writes what was found to `results.json` and `models.md`; what is known of the others stays
    run.py --table            `models.md` alone, from `results.json`

A crash, or a model that takes too long, is a failure of that model alone. What `results.json` says to fail is told apart: the exit
status is 1 where something else fails.
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
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
# Its own modules, and those that have the names of others' in the folder beside it.
sys.path[:0] = [str(FOLDER), str(FOLDER.parent)]

import libraries  # noqa: E402
import torch  # noqa: E402
from catalog import load_catalog  # noqa: E402
from check import DTYPES, Check, Exact  # noqa: E402
from models.table import write_table  # noqa: E402
from results import find_new_failures, merge, read_results, write_results  # noqa: E402

POLL_SECONDS = 0.05


def check(model, dtypes, device: str, timeout: int, finds_idle: bool = False) -> "tuple[list[dict], list[str] | None]":
    """(a record for each dtype, the parameters that no result depends on where that is wanted).

    The process is a fork of this one, which has imported the libraries: that takes longer than most checks.
    """
    with tempfile.TemporaryFile("w+") as answer:
        child = os.fork()
        if child == 0:
            # The threads that this process has started for parallel loops are not there in a fork of it.
            torch.set_num_threads(1)
            status = 1
            try:
                for line in answer_lines(model, dtypes, device, finds_idle):
                    answer.write(json.dumps(line) + "\n")
                    answer.flush()
                status = 0
            finally:
                os._exit(status)
        status = wait(child, timeout)
        answer.seek(0)
        records = [json.loads(line) for line in answer if line.endswith("\n")]
    idle = next((record["idle"] for record in records if "idle" in record), None)
    records = [record for record in records if "dtype" in record]
    reason = f"expected an answer within {timeout} s, but got none" if status is None else f"ended with status {status}"
    missing = [dtype for dtype in dtypes if dtype not in {record["dtype"] for record in records}]
    ended = [{"name": model.name, "dtype": dtype, "device": device, "stage": "run", "error": reason} for dtype in missing]
    return records + ended, idle


def answer_lines(model, dtypes, device: str, finds_idle: bool):
    """What the process of one model says: a record for each dtype, and one of idle parameters."""
    base = {"name": model.name, "device": device}
    start = time.process_time()
    try:
        exact = Exact(model)
    except Exception as error:
        yield from ({**base, "dtype": dtype, "stage": "build", "error": f"{type(error).__name__}: {error}"} for dtype in dtypes)
        return
    made = round(time.process_time() - start, 2)
    for dtype in dtypes:
        record = Check(model, exact, dtype, device).run()
        record["seconds"]["build"] += made
        made = 0
        yield record
    if finds_idle:
        try:
            yield {"idle": exact.find_idle()}
        except Exception as error:
            yield {"idle": [f"not known: {type(error).__name__}: {str(error)[:200]}"]}


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


def describe(record: dict) -> str:
    seconds = " ".join(f"{stage} {value:.1f}" for stage, value in record.get("seconds", {}).items())
    place = f"{record['name']:30} {record['dtype']} {record['stage']:7}"
    if record["stage"] == "ok":
        return f"ok    {place} {record['operators']:5} operators  distance {record['distance']:.1e}  {seconds} s"
    lines = "\n      ".join(line[:300] for line in record.get("error", "").splitlines()[:3])
    return f"FAIL  {place} {seconds}\n      {lines}"


def print_time(records) -> str:
    """Where the processor's time went."""
    total = Counter()
    for record in records:
        total.update(record.get("seconds", {}))
    whole = sum(total.values()) or 1
    parts = ", ".join(f"{stage} {100 * seconds / whole:.0f} %" for stage, seconds in total.items())
    return f"{whole:.0f} s of the processor: {parts}"


def select(catalog: dict, names, share: str) -> "list[str]":
    unknown = set(names) - set(catalog)
    if unknown:
        sys.exit(f"error: expected models of the catalog, but got {', '.join(sorted(unknown))}")
    number, count = map(int, share.split("/"))
    return list(names) or [name for place, name in enumerate(catalog) if place % count == number % count]


def parse_arguments():
    parser = argparse.ArgumentParser(description="check whole models")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--share", default="0/1", help="N/M: every M-th model of the catalog, from the N-th")
    parser.add_argument("--dtype", default=",".join(DTYPES))
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=1800, help="seconds for one model, also on a busy machine")
    parser.add_argument("--write", action="store_true", help="write results.json and models.md")
    parser.add_argument("--table", action="store_true", help="write models.md alone, and check nothing")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    catalog, known = load_catalog(), read_results()
    settings = {name: model.settings for name, model in catalog.items()}
    if arguments.table:
        write_table(known, settings)
        return 0
    # Before the forks: what all of them import.
    warnings.simplefilter("ignore")
    libraries.import_all()
    names, dtypes = select(catalog, arguments.names, arguments.share), arguments.dtype.split(",")
    records, written = [], {name: entry for name, entry in known.items() if name in catalog}
    with ThreadPoolExecutor(arguments.jobs) as pool:
        checks = pool.map(lambda name: check(catalog[name], dtypes, arguments.device, arguments.timeout, arguments.write), names)
        for name, (found, idle) in zip(names, checks, strict=True):
            print("\n".join(map(describe, found)), flush=True)
            records += found
            if arguments.write:
                written = merge(written, catalog[name].library, found, idle)
                write_results(written)
                write_table(written, settings)
    failed = sum(record["stage"] != "ok" for record in records)
    new = find_new_failures(records, known)
    print(print_time(records))
    print(f"{len(records) - failed} passed, {len(new)} failed, {failed - len(new)} failed as before")
    return 1 if new and not arguments.write else 0


if __name__ == "__main__":
    sys.exit(main())
