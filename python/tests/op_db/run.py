# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges samples of PyTorch's database of operators and says how many agree.

    python run.py --write                  everything; `results.json` and `failures.md` are written anew
    python run.py --write cumsum linalg    entries whose names hold one of the words; what is known of the others stays
    python run.py --write --missing        those of which nothing is known; written as they are done, so that a run may be interrupted
    python run.py --share 40               one in 40 of the entries and dtypes that have results, chosen by the commit: what CI runs
    python run.py --table                  `failures.md` alone, from `results.json`

A sample that fails and is not among the failures in `results.json` is new: the exit status is 1. Workers are processes: what ends
one, or takes too long, is the failure of the sample that it tried.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import sys
import time
from pathlib import Path

from workers import Pool

FOLDER = Path(__file__).resolve().parent
sys.path.append(str(FOLDER.parent))

from rotation import take_part  # noqa: E402

RESULTS = FOLDER / "results.json"
# What an interrupted run loses of its results, at most.
SECONDS_BETWEEN_WRITES = 20


def get_units(words=(), dtypes=(), most=0) -> list:
    """[entry, dtype, which samples] of everything in scope."""
    import scope

    entries = scope.get_entries()
    names = (FOLDER / "entries.txt").read_text().split()
    return [
        [name, str(dtype).removeprefix("torch."), {"most": most} if most else None]
        for name in names
        if not words or any(word in name for word in words)
        for dtype in scope.get_dtypes(entries[name])
        if not dtypes or str(dtype).removeprefix("torch.") in dtypes
    ]


def get_known_units(known: dict, **options) -> list:
    """Those of which it is known what agrees."""
    return [unit for unit in get_units(**options) if get_key(unit) in known]


def get_key(unit) -> str:
    return f"{unit[0]} {unit[1]}"


def get_number(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


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
    parser.add_argument(
        "--share", type=int, default=1, help="judge one in so many entries and dtypes, as the commit or EMMY_PART says"
    )
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--write", action="store_true", help="write results.json and failures.md")
    parser.add_argument("--missing", action="store_true", help="judge only what has no results yet")
    parser.add_argument("--table", action="store_true", help="write failures.md alone, and judge nothing")
    parser.add_argument("--output", type=Path, default=None, help="a file for the results of this run alone")
    parser.add_argument("--quiet", action="store_true")
    arguments = parser.parse_args()
    if arguments.write and arguments.most:
        parser.error("expected all samples of what is written, but got --most; --output writes a file of its own")
    from op_db.table import write_table

    known = read_results()
    if arguments.table:
        write_table(known)
        return 0
    options = {"words": arguments.words, "dtypes": arguments.dtypes, "most": arguments.most}
    units = get_units(**options) if arguments.write or arguments.output else get_known_units(known, **options)
    if arguments.missing:
        units = [unit for unit in units if get_key(unit) not in known]
    units = take_part(units, math.ceil(len(units) / arguments.share))
    names = set((FOLDER / "entries.txt").read_text().split())
    start = last = time.monotonic()

    def merge(results):
        return {key: value for key, value in {**known, **results}.items() if key.split()[0] in names}

    def show(batch, results, pending):
        nonlocal last
        if arguments.write and time.monotonic() - last > SECONDS_BETWEEN_WRITES:
            write_results(merge(pool.get_whole()))
            last = time.monotonic()
        if arguments.quiet:
            return
        for unit in batch:
            result = results[get_key(unit)]
            failed = len(result["problems"])
            first = f"  {next(iter(result['problems'].values()))[:150]}" if failed else ""
            print(
                f"[{time.monotonic() - start:6.0f} s, {pending:4} left] {get_key(unit)}: {failed}/{result['samples']}{first}",
                flush=True,
            )

    # In an order in which slow ones are not all at the end.
    pool = Pool(sorted(units, key=lambda unit: get_number(get_key(unit))), arguments.jobs, show)
    results = pool.run()
    new = find_new_failures(results, known)
    if arguments.output:
        write_results(results, arguments.output)
    if arguments.write:
        merged = merge(results)
        write_results(merged)
        write_table(merged)
        print("all:", print_rate(merged))
    for line in new:
        print(f"new: {line}")
    print(print_rate(results))
    return 1 if new and not arguments.write else 0


if __name__ == "__main__":
    sys.exit(main())
