# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges workloads, each in a process of its own, and ends with "N passed, N failed".

  run.py [NAME…] [--stages small,full] [--jobs N] [--write] [--table]

With --write, what was found is merged into results.json, and workloads.md is made of it; --table only makes the page.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))

import torch  # noqa: E402

from workloads.catalog import load_catalog  # noqa: E402
from workloads.judge import STAGES, judge, limit_process  # noqa: E402

RESULTS, PAGE = FOLDER / "results.json", FOLDER / "workloads.md"
# So many characters of a problem are kept.
MOST = 400


def judge_apart(name: str, stage: str) -> dict:
    """The judgment of a process of its own: what ends that is a failure of this workload alone."""
    with tempfile.TemporaryFile("w+") as answer:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                limit_process()
                json.dump(judge(name, stage), answer)
                answer.flush()
                status = 0
            finally:
                os._exit(status)
        _, status, usage = os.wait4(child, 0)
        answer.seek(0)
        text = answer.read()
    if not text:
        return {"problem": f"the process ended with status {os.waitstatus_to_exitcode(status)}"}
    record = json.loads(text)
    return {**record, "problem": record["problem"] and record["problem"][:MOST], "megabytes": usage.ru_maxrss >> 10}


def read_results() -> dict:
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def write_results(results: dict) -> None:
    names = [name for name in load_catalog() if name in results]
    RESULTS.write_text(json.dumps({name: results[name] for name in names}, indent=1) + "\n")
    PAGE.write_text(print_page(results))


def print_count(results: dict, stage: str) -> str:
    judged = [record[stage] for record in results.values() if stage in record]
    return f"{sum(record['problem'] is None for record in judged)} of {len(judged)}"


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
        failed = {name: record[stage]["problem"] for name, record in results.items() if record.get(stage, {}).get("problem")}
        if failed:
            lines += [f"## {title}: {len(failed)} that fail", "", "| workload | problem |", "|---|---|"]
            lines += [f"| {name} | {' '.join(problem.replace('|', ' ').split())} |" for name, problem in failed.items()]
            lines += [""]
    lines += ["## What they are", "", "| workload | full sizes | parameters | operators | kernels |", "|---|---|---|---|---|"]
    for name, workload in load_catalog().items():
        full = results.get(name, {}).get("full", {})
        lines.append(
            f"| {name} | {print_sizes(workload.full)} | {workload.parameters:,} | {full.get('operators', '')} | "
            f"{full.get('kernels', '')} |"
        )
    return "\n".join(lines) + "\n"


def warm_up() -> None:
    """What all workloads import, before the forks."""
    import emmy.importer
    import emmy.program  # noqa: F401

    emmy.importer.import_module(torch.nn.ReLU(), (torch.ones(2),))


def main() -> int:
    parser = argparse.ArgumentParser(description="judge workloads")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--stages", default=",".join(STAGES))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="keep the results, and make the page of them")
    parser.add_argument("--table", action="store_true", help="only make the page of the results")
    options = parser.parse_args()
    results, catalog = read_results(), load_catalog()
    if options.table:
        write_results(results)
        return 0
    unknown = [name for name in options.names if name not in catalog]
    if unknown:
        parser.error(f"expected workloads of {', '.join(catalog)}, but got {', '.join(unknown)}")
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    warm_up()
    jobs = [(name, stage) for name in options.names or catalog for stage in options.stages.split(",")]
    failed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for (name, stage), record in zip(jobs, pool.map(lambda job: judge_apart(*job), jobs), strict=True):
            failed += record["problem"] is not None
            figures = " ".join(f"{key}={value}" for key, value in record.items() if key != "problem")
            print(f"{name} {stage}: {record['problem'] or 'ok'} ({figures})", flush=True)
            results.setdefault(name, {})[stage] = record
            if options.write:
                write_results(results)
    print(f"{len(jobs) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
