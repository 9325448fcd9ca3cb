# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command `emmy`: compile, run and report, each on Python code, a .pt2 archive or .mlir text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .compiler import LEVELS, Module
from .errors import EmmyError
from .source import read_source


def add_program_arguments(parser):
    parser.add_argument("file", nargs="?", metavar="FILE", help="a .py, .pt2 or .mlir file")
    parser.add_argument("-c", dest="code", metavar="CODE", help="Python whose last line calls a module on its inputs")
    parser.add_argument("--target", default="", help="compute target, such as sm_90 (default)")
    parser.add_argument("--numerics", default="", choices=("", "eager", "fused", "fast"), help="where results are rounded")
    parser.add_argument("--schedule", default="", metavar="K=V,…", help="schedule overrides, such as threads=256,vector=4")
    parser.add_argument("--dynamic", action="append", default=[], metavar="ARG:DIM=NAME", help="a dim of any size")


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="emmy", description="Compiles captured tensor graphs to GPU kernels.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    compile_parser = commands.add_parser("compile", help="print a level of a program")
    add_program_arguments(compile_parser)
    compile_parser.add_argument("--ir", default="kernel", choices=LEVELS, metavar="LEVEL", help=", ".join(LEVELS))
    compile_parser.add_argument("-o", dest="output", metavar="DIR", help="write every level down to LEVEL into a folder")
    return parser


def run_compile(arguments) -> int:
    source = read_source(arguments.file, arguments.code, arguments.dynamic)
    module = Module(source.text, source.file_name, target=arguments.target, numerics=arguments.numerics,
                    schedule=arguments.schedule)
    if not arguments.output:
        print(module.print(arguments.ir), end="")
        return 0
    # All levels are made before the first file is written.
    first, last = LEVELS.index(module.entered), LEVELS.index(arguments.ir)
    texts = {f"{level}.mlir": module.print(level) for level in LEVELS[first : last + 1]}
    folder = Path(arguments.output)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return 0


COMMANDS = {"compile": run_compile}


def main(argv=None) -> int:
    """Runs a command line; 0 when it succeeded, 1 with a message on standard error when not."""
    arguments = make_parser().parse_args(argv)
    try:
        return COMMANDS[arguments.command](arguments)
    except EmmyError as error:
        print(f"emmy: error: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
