# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of a suite. It ends with "N passed, N failed, N failed as before".

    run.py [NAME…]                     everything, or what is named: names, or parts of names
    run.py --write [NAME…]             and writes `results.json`, and the page from it; what is known of the others stays
    run.py --write --missing           what has no results yet; they are written as they come, so that a run may be interrupted
    run.py --share 40, --share 3/40    one in 40 names: as the commit (or EMMY_PART) says, or those whose place is 3 modulo 40
    run.py --table                     the page alone, from `results.json`

What fails and is not known to fail is new: the exit status is 1, unless it is written.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import warnings
from pathlib import Path

from rotation import get_seed

from .pool import do_tasks
from .suite import Suite, get_key

# What an interrupted run loses of its results, at most.
SECONDS_BETWEEN_WRITES = 20


def make_parser(suite: Suite) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="names, or parts of names")
    parser.add_argument(f"--{suite.parts_are}", dest="parts", default=",".join(suite.parts), help=f"of {','.join(suite.parts)}")
    parser.add_argument("--share", default="1", help="N: one in N names, as the commit or EMMY_PART says; M/N: the M-th share")
    parser.add_argument("--missing", action="store_true", help="judge only what has no results yet")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="processes at once")
    parser.add_argument("--timeout", type=float, default=suite.seconds, help="seconds of the processor for one answer")
    parser.add_argument("--write", action="store_true", help=f"write results.json and {suite.page.name}")
    parser.add_argument("--output", type=Path, help="a file for the results of this run alone")
    parser.add_argument("--table", action="store_true", help=f"write {suite.page.name} alone, and judge nothing")
    parser.add_argument("--quiet", action="store_true", help="print no line for each unit")
    suite.add_options(parser)
    return parser


def select_names(names: "list[str]", words, share: str = "1") -> "list[str]":
    """Those that are named, or else hold one of the words, and a share of them."""
    chosen: "set[str]" = set()
    for word in words:
        found = {word} & set(names) or {name for name in names if word in name}
        if not found:
            sys.exit(f"error: expected names or parts of names, but got '{word}'")
        chosen |= found
    number, _, count = share.rpartition("/")
    start = (int(number) if number else get_seed()) % int(count)
    return [name for name in names if not words or name in chosen][start :: int(count)]


def select_units(suite: Suite, options, known: dict) -> "list[tuple[str, str]]":
    parts = options.parts.split(",")
    unknown = [part for part in parts if part not in suite.parts]
    if unknown:
        sys.exit(f"error: expected {suite.parts_are} of {', '.join(suite.parts)}, but got {', '.join(unknown)}")
    names = select_names(suite.get_names(), options.words, options.share)
    units = [(name, part) for name in names for part in suite.get_parts(name) if part in parts]
    return [unit for unit in units if not options.missing or get_key(*unit) not in known]


def judge_units(suite: Suite, units, options, done=lambda key, record: None) -> dict:
    """Key -> record of each unit, as soon as there is one told to `done`."""
    suite.warm_up([name for name, _ in units])
    judging = suite.start(done)
    work, tasks = (lambda task: suite.judge(task, options)), suite.make_tasks(units)
    do_tasks(tasks, options.jobs, work, judging.take, judging.give_up, options.timeout, suite.is_silent)
    return judging.results


def main(suite: Suite, words=None) -> int:
    parser = make_parser(suite)
    options = parser.parse_args(words)
    if suite.find_conflict(options):
        parser.error(suite.find_conflict(options))
    known = suite.read_results()
    if options.table:
        suite.write_page(known)
        return 0
    warnings.simplefilter("ignore")
    units = select_units(suite, options, known)
    names = set(suite.get_names())
    written = {key: record for key, record in known.items() if key.rpartition(" ")[0] in names}
    count, start = len(units), time.monotonic()
    last = start

    def done(key: str, record: dict):
        nonlocal count, last
        count -= 1
        written[key] = suite.keep(key, record)
        if options.write and time.monotonic() - last > SECONDS_BETWEEN_WRITES:
            suite.write_results(written)
            last = time.monotonic()
        if not options.quiet:
            print(f"[{time.monotonic() - start:6.0f} s, {count:4} left] {key}: {suite.describe(record)}", flush=True)

    try:
        results = judge_units(suite, units, options, done)
    finally:
        if options.write:
            suite.write_results(written)
            suite.write_page(written)
    if options.output:
        suite.write_results({key: suite.keep(key, record) for key, record in results.items()}, options.output)
    new = suite.find_new_failures(results, known)
    failed = sum(len(suite.get_problems(record)) for record in results.values())
    passed = sum(map(suite.count, results.values())) - failed
    for line in new:
        print(f"new: {line}")
    if suite.summarize(results):
        print(suite.summarize(results))
    print(f"{passed:,} passed, {len(new)} failed, {failed - len(new)} failed as before")
    return 1 if new and not options.write else 0
