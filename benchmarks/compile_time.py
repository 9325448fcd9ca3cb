# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the compiler takes from text of the framework level to PTX, in a warm process: medians, and ratios of sizes.

PYTHONPATH=build/python python benchmarks/compile_time.py [PROGRAM ...] [--runs 5] [--json]
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from dataclasses import asdict, dataclass, field

import compile_programs as programs
from emmy import _emmy

LEVELS = ("tensor", "loop", "tile", "kernel")

# Name -> (the text, the number of framework operators).
PROGRAMS = {
    "silu_and_mul": (programs.silu_and_mul, 3),
    **{f"chain_{count}": (lambda count=count: programs.chain(count), count) for count in (100, 500, 1000, 4000, 10000)},
    **{f"diamonds_{count}": (lambda count=count: programs.diamonds(count), count) for count in (100, 1000)},
    **{f"layers_{count}": (lambda count=count: programs.layers(count), 3 * count) for count in (20, 200)},
    **{f"repeated_{count}": (lambda count=count: programs.repeated(count), count) for count in (1, 100, 1000)},
    **{f"recurrent_{steps}": (lambda steps=steps: programs.recurrent(steps), 28 * steps + 4) for steps in (64, 256)},
}
# What is expected of the medians: at most so many seconds, or so many times as long as the smaller program.
LIMITS = {"silu_and_mul": 0.05, "chain_1000": 2.0}
RATIOS = {
    ("chain_1000", "chain_10000"): 12,
    ("chain_500", "chain_4000"): 10,
    ("diamonds_100", "diamonds_1000"): 12,
    ("layers_20", "layers_200"): 12,
    ("repeated_100", "repeated_1000"): 12,
    ("recurrent_64", "recurrent_256"): 5.5,
}


@dataclass
class Result:
    """Seconds of the runs, whole and by step (parse, each level, ptx); medians."""

    name: str
    operators: int
    kernels: int = 0
    bytes_of_ptx: int = 0
    runs: "list[float]" = field(default_factory=list)
    steps: "dict[str, float]" = field(default_factory=dict)
    median: float = 0.0


def get(result, diagnostics):
    """What a call of the compiler gave; the benchmark ends where it failed."""
    if result is None or result is False:
        sys.exit("the program could not be compiled: " + "; ".join(d.message for d in diagnostics))
    return result


CLOCKS = {"cpu": time.process_time, "wall": time.perf_counter}


def compile_once(text: str, target: str, clock: str) -> "tuple[dict[str, float], str]":
    """(seconds by step, the PTX)."""
    options = _emmy.CompileOptions(target=target)
    get_time = CLOCKS[clock]
    seconds, start = {}, get_time()

    def lap(step):
        nonlocal start
        now = get_time()
        seconds[step] = now - start
        start = now

    program = get(*_emmy.Program.parse(text, "<benchmark>"))
    lap("parse")
    for level in LEVELS:
        get(*program.lower(level, options))
        lap(level)
    ptx = get(*program.emit("ptx"))
    lap("ptx")
    return seconds, ptx


def measure(name: str, runs: int, target: str, clock: str) -> Result:
    make, operators = PROGRAMS[name]
    text, result, laps = make(), Result(name, operators), []
    for _ in range(runs):
        seconds, ptx = compile_once(text, target, clock)
        laps.append(seconds)
        result.runs.append(sum(seconds.values()))
    result.kernels, result.bytes_of_ptx = ptx.count(".visible .entry"), len(ptx)
    result.steps = {step: statistics.median(lap[step] for lap in laps) for step in laps[0]}
    result.median = statistics.median(result.runs)
    return result


def get_ratios(results: "dict[str, Result]") -> "list[dict]":
    return [
        {"from": low, "to": high, "ratio": results[high].median / results[low].median, "limit": limit}
        for (low, high), limit in RATIOS.items()
        if low in results and high in results
    ]


def get_excesses(results: "dict[str, Result]", ratios: "list[dict]") -> "list[str]":
    """What took longer than it may."""
    excesses = [
        f"expected {name} within {limit} s, but got {results[name].median:.3f} s"
        for name, limit in LIMITS.items()
        if name in results and results[name].median > limit
    ]
    return excesses + [
        f"expected {r['to']} within {r['limit']} times {r['from']}, but got {r['ratio']:.1f}"
        for r in ratios
        if r["ratio"] > r["limit"]
    ]


def print_table(results: "dict[str, Result]", ratios: "list[dict]", clock: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"Framework text to PTX, milliseconds of {clock} time (medians)", title_justify="left")
    table.add_column("program")
    for title in ("operators", "kernels", "parse", *LEVELS, "ptx", "all", "µs/operator"):
        table.add_column(title, justify="right")
    for result in results.values():
        steps = [f"{result.steps[step] * 1e3:,.1f}" for step in ("parse", *LEVELS, "ptx")]
        table.add_row(
            result.name,
            f"{result.operators:,}",
            f"{result.kernels:,}",
            *steps,
            f"{result.median * 1e3:,.1f}",
            f"{result.median / result.operators * 1e6:,.0f}",
        )
    console = Console(width=None if sys.stdout.isatty() else 140)
    console.print(table)
    for ratio in ratios:
        console.print(f"{ratio['to']} / {ratio['from']}: {ratio['ratio']:.2f} (at most {ratio['limit']})", highlight=False)


def main() -> int:
    parser = argparse.ArgumentParser(description="Times the compiler from framework text to PTX, in a warm process.")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=f"of {', '.join(PROGRAMS)} (all by default)")
    parser.add_argument("--runs", type=int, default=5, help="runs of each program (5)")
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("--clock", choices=CLOCKS, default="cpu", help="CPU time (default) or that of the clock")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    options = parser.parse_args()
    unknown = [name for name in options.programs if name not in PROGRAMS]
    if unknown:
        parser.error(f"expected programs of {', '.join(PROGRAMS)}, but got {', '.join(unknown)}")
    compile_once(programs.silu_and_mul(), options.target, options.clock)  # warms the process up
    results = {name: measure(name, options.runs, options.target, options.clock) for name in options.programs or PROGRAMS}
    ratios = get_ratios(results)
    excesses = get_excesses(results, ratios)
    if options.json:
        figures = [asdict(result) for result in results.values()]
        print(
            json.dumps(
                {"target": options.target, "clock": options.clock, "programs": figures, "ratios": ratios, "excesses": excesses},
                indent=2,
            )
        )
    else:
        print_table(results, ratios, options.clock)
    for excess in excesses:
        print(excess, file=sys.stderr)
    return 1 if excesses else 0


if __name__ == "__main__":
    sys.exit(main())
