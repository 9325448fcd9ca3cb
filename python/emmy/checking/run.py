# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The check of a model, stage by stage; later stages run where earlier ones leave a program to run."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import ArgumentError, CompileError, EmmyError, SourceError
from .result import NOTHING_COMPARED, STAGES, CheckResult, Finding, Kernel, Obstacle, PassRow, Trial
from .supervise import supervise

TARGETS = ("sm_80", "sm_90")


@dataclass
class Options:
    """What a check may be told."""

    targets: "tuple[str, ...]" = ()
    numerics: str = ""
    schedule: str = ""
    is_quick: bool = False
    counters: bool = False
    seed: int = 0
    stages: "tuple[str, ...]" = field(default=STAGES)

    def get_targets(self) -> "tuple[str, ...]":
        if self.targets:
            return tuple(dict.fromkeys(self.targets))
        return TARGETS[-1:] if self.is_quick else TARGETS


@dataclass
class Stage:
    """Tells that a stage begins (`running`), or how it ended."""

    name: str
    status: str


def run_stages(opened, options: Options, tell) -> None:
    """The whole check; `opened` gives the model as it is before PyTorch captures it."""
    from .obstacles import find_obstacles

    tell(Stage("operators", "running"))
    for target in options.get_targets():
        validate(options, target)
    obstacles, source = find_obstacles(opened())
    for obstacle in obstacles:
        tell(obstacle)
    if source is None:
        tell(Stage("operators", "failed"))
        return
    if source.graph is not None:
        tell(len(source.graph.operators))
    tell(Stage("operators", "right"))
    check_passes(source, options, tell)
    check_kernels(source, options, tell)


def validate(options: Options, target: str) -> None:
    """ArgumentError where the target or the numerics are none of Emmy's: that is no fault of the model."""
    from ..compiler import Module

    text = "func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {\n  return %x : tensor<1xf32>\n}"
    try:
        Module(text, target=target, numerics=options.numerics).get_program("tensor")
    except CompileError as error:
        raise ArgumentError(error.diagnostics[0].message if error.diagnostics else str(error)) from error


def make_module(source, options: Options, target: str):
    from ..compiler import Module

    return Module(source.text, source.file_name, target=target, numerics=options.numerics, schedule=options.schedule)


def get_example(source, module) -> "dict[str, int]":
    """The value of every symbol in the example call, or what stands for it."""
    if source.graph is not None:
        from ..binding import get_example_sizes

        return get_example_sizes(source.graph, source.leaves)
    from .text import EXAMPLE_SIZE
    from .trials import get_allowed

    return {symbol.name: get_allowed(symbol, EXAMPLE_SIZE) for symbol in module.signature.symbols}


def check_passes(source, options: Options, tell) -> None:
    from .passes import get_levels, get_limits, lower_checked

    tell(Stage("passes", "running"))
    is_right, has_passes, elements = True, False, 0

    def watch(event):
        nonlocal elements
        elements += event.elements if isinstance(event, PassRow) else 0
        tell(event)

    for target in options.get_targets():
        module = make_module(source, options, target)
        if not get_levels(module):
            continue
        has_passes = True
        try:
            limits = get_limits(module, get_example(source, module), is_quick=options.is_quick)
        except EmmyError as error:
            is_right = False
            tell(Finding("passes", "refused", str(error), targets=[target]))
            continue
        is_right &= lower_checked(module, target, limits, options.seed, watch)
    status = "failed" if not is_right else "nothing to check" if not has_passes else "right" if elements else NOTHING_COMPARED
    if status == NOTHING_COMPARED:
        tell({"note": "no pass was compared; a smaller configuration of the model has the same operators, and can be"})
    tell(Stage("passes", status))


def make_subject(source, module, target: str, judge):
    """(the program for a target, what judges it: the same for all targets)."""
    if source.graph is not None:
        from ..cli import make_program
        from .judge import ModuleJudge

        return make_program(source, module, target), judge or ModuleJudge(source)
    from .text import TextJudge, TextProgram

    program = TextProgram(module)
    return program, judge or TextJudge(program, get_example(source, module))


def check_kernels(source, options: Options, tell) -> None:
    from .kernels import KernelCheck
    from .trials import plan_trials

    tell(Stage("kernels", "running"))
    judge, is_right, has_run = None, True, False

    def watch(event):
        nonlocal is_right, has_run
        is_right &= not isinstance(event, Finding)
        has_run |= isinstance(event, Trial) and event.outcome != "not run"
        tell(event)

    for target in options.get_targets():
        try:
            program, judge = make_subject(source, make_module(source, options, target), target, judge)
            program.module.get_program("kernel")
        except EmmyError as error:
            watch(Finding("kernels", "refused", str(error), targets=[target]))
            continue
        plans = plan_trials(program.signature.symbols, judge.example, is_quick=options.is_quick, seed=options.seed)
        KernelCheck(program, judge, target, watch, counters=options.counters).run(plans)
    for note in judge.notes if judge is not None else ():
        tell({"note": note})
    tell(Stage("kernels", "failed" if not is_right else "right" if has_run else NOTHING_COMPARED))


def take_event(result: CheckResult, event, progress) -> None:
    if isinstance(event, Stage):
        result.stages[event.name] = event.status
    elif isinstance(event, Obstacle):
        result.obstacles.append(event)
    elif isinstance(event, PassRow):
        result.passes.append(event)
    elif isinstance(event, Trial):
        result.trials.append(event)
    elif isinstance(event, Finding):
        result.add(event)
    elif isinstance(event, Kernel):
        result.kernels.append(event)
    elif isinstance(event, list):  # the kernels of a target, with what their launches counted
        known = {(kernel.target, kernel.name): kernel for kernel in event}
        result.kernels = [known.get((kernel.target, kernel.name), kernel) for kernel in result.kernels]
    elif isinstance(event, int):
        result.operators = event
    elif isinstance(event, dict):
        result.notes.append(event["note"])
    progress(event, result)


def run_check(opened, name: str, options: Options, *, budget: "float | None" = None, progress=None) -> CheckResult:
    """Checks what `opened` gives, in a process of its own; raises what is wrong with the model's file or the options."""
    start = time.monotonic()
    result = CheckResult(name, list(options.get_targets()))
    doing = [""]

    def take(event):
        if isinstance(event, str):
            doing[0] = event
        take_event(result, event, progress or (lambda *_: None))

    failure = supervise(lambda tell: run_stages(opened, options, tell), take, budget)
    running = next((stage for stage, status in result.stages.items() if status == "running"), None)
    if failure is not None:
        if failure.kind == "error" and (running in (None, "operators") or isinstance(failure.error, ArgumentError)):
            raise failure.error
        if failure.kind == "exit" and running in (None, "operators"):
            raise SourceError(f"the model ended the process that captures it, by {failure.message}")
        if running is not None:
            result.stages[running] = "not finished" if failure.kind in ("budget", "interrupted") else "failed"
        if failure.kind in ("budget", "interrupted"):
            result.ended = failure.kind
        else:
            is_error = failure.kind == "error"
            what = str(failure.error) if is_error else f"the process ended by {failure.message}"
            at, notes = doing[0] or "reading the model", [failure.message] if is_error else []
            result.add(Finding(running or "operators", "error" if is_error else "crash", f"{what}, at: {at}", notes=notes))
    result.seconds = time.monotonic() - start
    return result


def check(
    model,
    args=None,
    *,
    kwargs=None,
    dynamic_shapes=None,
    targets=(),
    numerics: str = "",
    schedule: str = "",
    quick: bool = False,
    budget: "float | None" = None,
    counters: bool = False,
    seed: int = 0,
    progress=None,
) -> CheckResult:
    """Whether a model compiles right, without a GPU: what stands in the way, every pass, every kernel at shapes and values that hurt.

    Args:
        model: a PyTorch module or function, with `args` and `kwargs` as for `emmy.compile`; or the path of a .py, .pt2 or .mlir file.
        targets: GPUs whose kernels are simulated; by default sm_80 and sm_90.
        numerics, schedule, dynamic_shapes: as for `emmy.compile`.
        quick: one target, and few sizes and values.
        budget: seconds after which the check ends with what it has.
        counters: keep what the simulator counts of every kernel of the example call.
        seed: of the values that are made up.
        progress: called with each event and the result so far.

    >>> import torch
    >>> result = check(lambda x: x.relu() + 1, (torch.tensor([-1.0, 2.0]),), quick=True)
    >>> result.answer
    'right'
    """
    from ..source import ModuleCall, open_source

    options = Options(tuple(targets), numerics, schedule, quick, counters, seed)
    if isinstance(model, (str, Path)):
        if args is not None or kwargs is not None or dynamic_shapes is not None:
            raise ArgumentError("expected no arguments for a model in a file, which has an example call of its own")
        return run_check(lambda: open_source(str(model), None), str(model), options, budget=budget, progress=progress)
    import torch

    from ..importer.capture import FunctionModule
    from ..importer.locations import get_caller

    module = model if isinstance(model, torch.nn.Module) else FunctionModule(model)
    name = type(model).__name__ if isinstance(model, torch.nn.Module) else getattr(model, "__name__", "program")
    call = ModuleCall("<module>", module, tuple(args or ()), dict(kwargs or {}), dynamic_shapes, get_caller())
    return run_check(lambda: call, name, options, budget=budget, progress=progress)
