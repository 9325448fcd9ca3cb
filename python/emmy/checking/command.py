# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command `emmy check`."""

from __future__ import annotations

import argparse
import sys

from ..errors import ArgumentError


def add_parser(commands, add_program_arguments) -> None:
    parser = commands.add_parser(
        "check",
        help="whether a program compiles right, without a GPU, and what stands in the way",
        description="Lists what stands in the way of a program, checks every pass, and runs every kernel on the checked simulator "
        "at sizes and with values that hurt. See docs/Check.md.",
        epilog="exit status: 0 all right, 1 the command or the file is wrong, 2 the program holds what Emmy does not take, 3 a pass "
        "changes what is computed, or the compiler refuses or crashes, 4 kernels are wrong, 5 not everything was checked, 130 interrupted",
    )
    add_program_arguments(parser)
    parser.add_argument("--quick", action="store_true", help="one target, few sizes and values")
    parser.add_argument("--budget", type=float, metavar="SECONDS", help="end after so much time, with what is known by then")
    parser.add_argument(
        "--counters", action="store_true", help="show what the simulator counts of each kernel on the example inputs"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the values that are made up (default: 0)")
    parser.add_argument("--json", metavar="FILE", help="write everything that was found as JSON; see docs/Check.md")


def run_command(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from ..source import open_source
    from .run import Options, run_check
    from .summary import WIDTH, Progress, print_result

    if arguments.budget is not None and not arguments.budget > 0:
        raise ArgumentError(f"expected --budget to be a positive number of seconds, but got {arguments.budget:g}")
    if arguments.check_each_pass:
        raise ArgumentError("expected no --check-each-pass with check, which checks each pass as it is")
    if (arguments.file is None) == (arguments.code is None):
        raise ArgumentError("expected one of FILE and -c CODE")
    targets = tuple(part for part in arguments.target.split(",") if part)
    options = Options(targets, arguments.numerics, arguments.schedule, arguments.quick, arguments.counters, arguments.seed)
    progress = Progress()

    def opened():
        return open_source(arguments.file, arguments.code, arguments.dynamic)

    name = arguments.file or "<command>"
    try:
        result = run_check(opened, name, options, budget=arguments.budget, progress=progress)
    finally:
        progress.end()
    if arguments.json:
        result.write_json(arguments.json)
    print_result(Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False), result)
    return result.exit_status
