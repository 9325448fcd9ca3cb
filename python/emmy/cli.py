# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command `emmy`: compile, run, report and check, each on Python code, a .pt2 archive or .mlir text."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from . import _emmy
from .checking.command import add_parser as add_check_parser
from .checking.command import run_command as run_check
from .compiler import LEVELS, LICENCES, NUMERICS, TARGET_CODES, TEXTS, Module
from .errors import ArgumentError, EmmyError
from .folder import write_folder
from .source import read_source


def add_program_arguments(parser):
    parser.add_argument("file", nargs="?", metavar="FILE", help="a .py, .pt2 or .mlir file")
    parser.add_argument("-c", dest="code", metavar="CODE", help="Python whose last line calls a module on its inputs")
    parser.add_argument(
        "--target", default="", help="GPU architecture (default: as the file says, else sm_90); see docs/Pipelines.md"
    )
    parser.add_argument(
        "--numerics",
        default="",
        choices=NUMERICS,
        help="where results are rounded (default: as the file says, else fused); see docs/Numerics.md",
    )
    parser.add_argument(
        "--licences",
        default="",
        metavar="NAME,…",
        help=f"what results may be changed by: {', '.join(LICENCES)} (default: as the file says, else none); see docs/Numerics.md",
    )
    parser.add_argument(
        "--schedule", default="", metavar="K=V,…", help="schedule overrides, such as threads=256,vector=4; see docs/Pipelines.md"
    )
    parser.add_argument(
        "--dynamic",
        action="append",
        default=[],
        metavar="ARG:DIM=NAME",
        help="make a dim of an argument dynamic, under a name: x:0=tokens; may be repeated",
    )
    parser.add_argument(
        "--check-each-pass",
        action="store_true",
        help="run the program before and after every pass, and fail where what it computes changes; see docs/Testing.md",
    )


class Parser(argparse.ArgumentParser):
    """A command line that is wrong ends like everything that is wrong: a message, and exit status 1."""

    def error(self, message):
        raise ArgumentError(f"{message}; see {self.prog} --help")


def make_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="emmy", description="Compiles captured tensor graphs to GPU kernels.")
    parser.add_argument("--version", action="version", version=f"emmy {_emmy.__version__} (LLVM {_emmy.LLVM_VERSION})")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    compile_parser = commands.add_parser("compile", help="print a level of a program")
    add_program_arguments(compile_parser)
    compile_parser.add_argument(
        "--ir", default="cuda", choices=TEXTS, metavar="LEVEL", help=f"{', '.join(TEXTS)} (default: cuda)"
    )
    compile_parser.add_argument("-o", dest="output", metavar="DIR", help="write every level down to LEVEL into a folder")
    compile_parser.add_argument(
        "--locations",
        action="store_true",
        help="write levels with the names and Python lines of all values, which are kept when the text is read again",
    )
    run_parser = commands.add_parser("run", help="run a program on its example inputs")
    add_program_arguments(run_parser)
    run_parser.add_argument(
        "--device",
        default="cpu",
        choices=("cpu", "shim", "simulator", "nvvm", "cuda"),
        help="cpu: the reference execution of a level (default); simulator: the kernels, checked for "
        "races and other mistakes; shim: the CUDA C++, compiled for this CPU; nvvm: the code that "
        "becomes PTX, compiled for this CPU; cuda: the GPU, "
        "which is not supported yet. See docs/Simulator.md",
    )
    run_parser.add_argument(
        "--level", default="", choices=("tensor", "loop", "tile"), help="level that --device cpu executes (default: loop)"
    )
    run_parser.add_argument("--check", action="store_true", help="compare with PyTorch; exit status 1 on a difference")
    report_parser = commands.add_parser("report", help="figures of every kernel, derived from the IR")
    add_program_arguments(report_parser)
    report_parser.add_argument(
        "--simulate",
        action="store_true",
        help="run on the example inputs and add what the simulator counts; see docs/Simulator.md",
    )
    report_parser.add_argument("--json", action="store_true", help="print the report as JSON; see docs/Report.md")
    report_parser.add_argument(
        "--size",
        action="append",
        default=[],
        metavar="NAME=N",
        help="the size of a dynamic dim (default: that of the example inputs); may be repeated",
    )
    add_check_parser(commands, add_program_arguments)
    return parser


def make_module(source, arguments) -> Module:
    return Module(
        source.text,
        source.file_name,
        target=arguments.target,
        numerics=arguments.numerics,
        licences=arguments.licences,
        schedule=arguments.schedule,
        check_each_pass=arguments.check_each_pass,
    )


def report_checks(module: Module, arguments, level: str) -> None:
    """With --check-each-pass: says on standard error what was compared on the way down to a level."""
    if not arguments.check_each_pass or level == module.entered:
        return
    checks = module.check_passes(level)
    unchanged = sum(check.outcome == "unchanged" for check in checks)
    elements = sum(check.elements for check in checks)
    for check in checks:
        if check.outcome == "not compared":
            print(f"emmy: warning: pass {check.pass_name} was not compared: {check.detail}", file=sys.stderr)
    print(
        f"checked {len(checks)} passes, of which {unchanged} changed nothing, on {elements} elements",
        file=sys.stderr,
    )


def run_compile(arguments) -> int:
    source = read_source(arguments.file, arguments.code, arguments.dynamic)
    module = make_module(source, arguments)
    report_checks(module, arguments, "kernel" if arguments.ir in TARGET_CODES else arguments.ir)
    if not arguments.output:
        print(module.show(arguments.ir, with_locations=arguments.locations), end="")
        return 0
    # All levels are made before the first file is written.
    last = "kernel" if arguments.ir in TARGET_CODES else arguments.ir
    module.get_program(last)
    levels = LEVELS[LEVELS.index(module.entered) : LEVELS.index(last) + 1]
    texts = {f"{level}.mlir": module.print(level, with_locations=arguments.locations) for level in levels}
    if arguments.ir in TARGET_CODES:
        name = Path(source.file_name).stem if source.file_name[0] != "<" else "program"
        texts[name + TARGET_CODES[arguments.ir]] = module.emit(arguments.ir)
    write_folder(Path(arguments.output), texts)
    return 0


def make_program(source, module: Module, target: str):
    """The program of a source that has inputs."""
    from .arguments import CallShape
    from .program import CompiledProgram

    if source.graph is None:
        raise ArgumentError(f"expected a captured program with inputs, but got {source.file_name}; run it with emmy-run")
    shape = CallShape(source.module, source.args, source.kwargs, source.leaves)
    return CompiledProgram(source.graph, module, target=target, out_spec=source.out_spec, shape=shape)


def run_run(arguments) -> int:
    from .testing import check_program

    source = read_source(arguments.file, arguments.code, arguments.dynamic)
    target = arguments.target or ("cpu" if arguments.device == "cpu" else "sm_90")
    module = make_module(source, arguments)
    report_checks(module, arguments, "kernel" if arguments.device != "cpu" else arguments.level or "loop")
    program = make_program(source, module, target)
    device = arguments.level or arguments.device
    if arguments.check:
        try:
            check_program(program, source.module, source.args, kwargs=source.kwargs, device=device)
        except AssertionError as error:
            print(f"{source.file_name}: {error}", file=sys.stderr)
            return 1
        print(f"{source.file_name}: agrees with PyTorch on {device}")
        return 0
    print(program(*source.args, device=device, **source.kwargs))
    return 0


def run_report(arguments) -> int:
    from .report import parse_sizes, print_report

    if arguments.simulate and arguments.size:
        raise ArgumentError(
            f"expected no --size with --simulate, which runs on the example inputs, but got {', '.join(arguments.size)}"
        )
    source = read_source(arguments.file, arguments.code, arguments.dynamic)
    module = make_module(source, arguments)
    sizes = {}
    if source.graph is not None:
        from .binding import get_example_sizes

        sizes = get_example_sizes(source.graph, source.leaves)
    report_checks(module, arguments, "kernel")
    report = module.report(sizes | parse_sizes(arguments.size))
    for warning in report.pop("warnings"):
        print(f"emmy: warning: {warning}", file=sys.stderr)
    if arguments.simulate:
        from .simulation import add_counters, print_counters

        program = make_program(source, module, arguments.target or "sm_90")
        program(*source.args, device="simulator", **source.kwargs)
        add_counters(report, program.launches)
    if arguments.json:
        print(json.dumps(report, indent=2))
    else:
        print_report(report)
        if arguments.simulate:
            print_counters(report)
    return 0


COMMANDS = {"compile": run_compile, "run": run_run, "report": run_report, "check": run_check}


def main(argv=None) -> int:
    """Runs a command line; 0 when it succeeded, 1 with a message on standard error when not, others of `check` (docs/Check.md)."""
    try:
        arguments = make_parser().parse_args(argv)
        status = COMMANDS[arguments.command](arguments)
        sys.stdout.flush()
        return status
    except EmmyError as error:
        print(f"emmy: error: {error}", file=sys.stderr)
    except ImportError as error:
        if error.name != "torch":
            raise
        print("emmy: error: expected PyTorch to be installed, which all but .mlir files need", file=sys.stderr)
    except BrokenPipeError:
        # Whoever read the output has enough of it; nothing more is flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


if __name__ == "__main__":
    sys.exit(main())
