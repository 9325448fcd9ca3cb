# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled programs: called like the module that they were made of."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from dataclasses import dataclass

import torch
from torch.utils import _pytree as pytree

from . import _emmy
from .arguments import CallShape
from .binding import TORCH_DTYPES, bind, get_example_sizes
from .compiler import NUMERICS, Module, check, convert_diagnostics, join_licences
from .errors import ArgumentError, CompileError, DeviceError, SimulationError
from .importer.graph import ImportedGraph
from .state import State

# What runs a program on which level: the interpreter, the plain loops, the schedule worker by worker, the emitted CUDA C++
# compiled for the CPU, the kernels on the checked simulator, the code that becomes PTX.
EXECUTORS = {
    "tensor": "tensor",
    "cpu": "loop",
    "loop": "loop",
    "tile": "tile",
    "shim": "cuda",
    "simulator": "kernel",
    "nvvm": "nvvm",
}
MACHINE_CODE = ("loop", "tile")


@dataclass
class Statistics:
    """How often the costly steps ran: captures by PyTorch, compilations for an executor, and preparations of parameters."""

    imports: int = 0
    compiles: int = 0
    preparations: int = 0


def get_level(device: str) -> str:
    """The level or target code that a device executes."""
    if device not in EXECUTORS:
        raise DeviceError(f"expected one of the devices {', '.join(EXECUTORS)}, but got '{device}'")
    return EXECUTORS[device]


def get_buffers(tensors) -> "list[tuple[int, int]]":
    """The memory of tensors, as executors take it: (address, bytes)."""
    return [(tensor.data_ptr(), tensor.nbytes) for tensor in tensors]


class CompiledProgram:
    """A program and its executors; each executor is compiled once, for all sizes of the dynamic dims.

    Calling it takes what the module takes and gives what the module gives. `device` chooses the executor of a call, by default the
    program's own: `cpu`, `simulator` (the kernels on the checked simulator), `shim` (the emitted CUDA C++ run on this machine's
    CPU), or for tests `tensor`, `loop`, `tile` and `nvvm` (the code that becomes PTX, on this machine's CPU). `check` says whether
    a simulated run looks for mistakes and counts accesses: by default `simulator` does.
    """

    def __init__(
        self,
        graph: ImportedGraph,
        module: Module,
        *,
        target: str,
        out_spec,
        shape: CallShape,
        device: "str | None" = None,
        pass_checks=(),
    ):
        self.graph, self.module, self.target = graph, module, target
        self.device = device or ("cpu" if target == "cpu" else "cuda")
        self.pass_checks = list(pass_checks)  # of `check_each_pass`, in the order of the passes
        self.out_spec, self.shape = out_spec, shape
        self.state = State(shape.module, graph.parameters)
        self.stats = Statistics(imports=1)
        self.launches: "list[dict]" = []  # of the last simulated run; counts of accesses when `checked`
        self.steps: "list[dict]" = []  # of the last run on `nvvm`: allocations, copies and launches with their arguments
        self.opt_level: "int | None" = None  # 0 to 3, as -O, of machine code made from now on; None is what suits the executor
        self.checked = False  # what `check` is for `shim` where a call does not say
        self._executors: dict = {}
        self._prepared: dict = {}  # by executor: a hash of the parameters, and what was prepared of them
        self._lock = module.lock  # of everything that looks at modules: only machine code runs in several threads at once

    def ir(self, level: str, *, with_locations: bool = False) -> str:
        """The text of a level (framework, tensor, loop, tile, kernel) or target code (cuda, ptx, llvm)."""
        with self._lock:
            return self.module.show(level, with_locations=with_locations)

    def report(self, sizes: "dict[str, int] | None" = None) -> dict:
        """Figures of every kernel, derived from the IR: bytes, flops, launches; see docs/Report.md for the keys.

        `sizes` gives the dynamic dims by name; without it they have the sizes of the example call.
        """
        return self.module.report(get_example_sizes(self.graph, self.shape.leaves) if sizes is None else sizes)

    def get_entry(self):
        """The highest level at which parameters are arguments and values still tensors."""
        return (
            self.module.get_program("tensor") if self.module.entered == "framework" else self.module.programs[self.module.entered]
        )

    @functools.cached_property
    def signature(self):
        """The entry at the levels where parameters are arguments."""
        program = self.get_entry()
        return check(*program.signature(), "the module has no entry:")

    def __call__(self, *args, device: "str | None" = None, check: "bool | None" = None, **kwargs):
        tensors = self.shape.flatten(args, kwargs)
        results, symbols = self.run(tensors, device=device, is_checked=check)
        return self.unflatten_results(results, tensors, symbols)

    # Execution

    def get_executor(self, device: str, is_checked: "bool | None" = None):
        """Machine code for a device; compiled once, whichever thread comes first."""
        level = get_level(device)
        if is_checked is None:
            is_checked = self.checked if level == "cuda" else level == "kernel"
        with self._lock:
            if (level, is_checked) not in self._executors:
                self._executors[level, is_checked] = self.make_executor(level, is_checked)
                self.stats.compiles += 1
            return self._executors[level, is_checked]

    def make_executor(self, level: str, is_checked: bool):
        if level != "cuda":
            options = {"opt_level": self.opt_level, "check": is_checked}
            created = _emmy.Executor.create(self.get_entry(), level, self.module.options, **options)
            return check(*created, "the program could not be compiled:")
        executor, message = _emmy.Shim.create(self.module.emit("cuda"), is_checked)
        if executor is None:
            raise DeviceError(f"the emitted CUDA C++ does not compile under the shim: {message}")
        return executor

    def run(
        self, tensors, *, device: "str | None" = None, is_checked: "bool | None" = None
    ) -> "tuple[list[torch.Tensor], list[int]]":
        """(the entry's results for its tensor arguments, the value of each symbol)."""
        device = device or self.device
        if device == "cuda":
            raise DeviceError(
                f"expected a device that runs kernels for {self.target}, but Emmy does not launch kernels on a GPU yet; on this CPU, "
                'device="simulator" runs the kernels and checks them for races and other mistakes, and device="shim" runs the CUDA '
                "C++ that is printed; either may be given to emmy.compile or to a call"
            )
        with self._lock:
            executor = self.get_executor(device, is_checked)
            self.state.refresh()
            arguments, symbols = bind(self.graph, self.get_entry(), self.signature, tensors)
            self.check_reduced_sizes(symbols)
            self.check_positions(tensors, symbols)
            shapes = check(*self.get_entry().result_shapes(symbols), "the results have no shape:")
            results = [
                torch.empty(shape, dtype=TORCH_DTYPES[info.dtype])
                for info, shape in zip(self.signature.outputs, shapes, strict=True)
            ]
            prepared = self.prepare(executor, device, get_buffers(arguments + results), symbols)
            if EXECUTORS[device] not in MACHINE_CODE:
                self.execute(executor, device, arguments + results, symbols, prepared)
                return results, symbols
        self.execute(executor, device, arguments + results, symbols, prepared)
        return results, symbols

    def check_reduced_sizes(self, symbols) -> None:
        """What is chosen among no elements is nothing. (Where a size is a product of symbols, these start at 1.)"""
        sizes = {info.name: value for info, value in zip(self.signature.symbols, symbols, strict=True)}
        for size, problem in self.graph.reduced:
            if not self.get_size(size, sizes):
                raise ArgumentError(problem)

    def check_positions(self, tensors, symbols) -> None:
        """A position that the arguments name has to exist: kernels read nothing where one does not, and do not say so."""
        sizes = {info.name: value for info, value in zip(self.signature.symbols, symbols, strict=True)}
        arguments = dict(zip([name for name in self.graph.inputs if name is not None], tensors, strict=True))

        def get_size(size):
            return self.get_size(size.node.expr, sizes) if isinstance(size, torch.SymInt) else size

        self.graph.positions.check(arguments, self.graph.parameters, get_size)

    def prepare(self, executor, device: str, buffers, symbols):
        """What @prepare makes of the parameters: once for each executor, and again when a parameter has changed.

        That is seen in what they hold: PyTorch's versions do not tell of writes by way of `.data`, NumPy or in inference mode.
        """
        if EXECUTORS[device] == "cuda":
            # What the printed entry takes is prepared by the plain loops.
            if not self.module.get_program("kernel").has_preparation:
                return None
            executor = self.get_executor("cpu")
        contents = executor.hash_parameters(buffers, symbols)
        if contents is None:
            return None
        known, prepared = self._prepared.get(executor, (None, None))
        if known != contents:
            prepared, diagnostics = executor.prepare(buffers, symbols)
            if prepared is None and diagnostics:
                raise CompileError("the parameters could not be prepared:", convert_diagnostics(diagnostics))
            self.stats.preparations += 1
            self._prepared[executor] = contents, prepared
        return prepared

    def execute(self, executor, device: str, tensors, symbols, prepared) -> None:
        """Runs an executor on the memory of the entry's arguments and results."""
        buffers = get_buffers(tensors)
        if EXECUTORS[device] == "cuda":
            names = [info.name for info in [*self.signature.inputs, *self.signature.outputs]]
            if prepared is not None:
                arranged = self.get_executor("cpu").arrange(buffers, symbols, prepared)
                names, buffers = [name for name, _ in arranged], [buffer for _, buffer in arranged]
            message, self.launches = executor.run(buffers, names, symbols)
            if message:
                raise DeviceError(f"the kernels failed under the shim: {message}")
        else:
            ran, diagnostics, launches = executor.run(buffers, symbols, prepared)
            if EXECUTORS[device] in ("kernel", "nvvm"):
                self.steps = json.loads(launches or "[]")
                self.launches = [step for step in self.steps if "kernel" in step]
                if not ran:
                    summary = "the simulator found mistakes in the kernels:" if device == "simulator" else "the kernels failed:"
                    raise SimulationError(summary, convert_diagnostics(diagnostics))
            if not ran:
                raise CompileError("the program could not be run:", convert_diagnostics(diagnostics))

    def unflatten_results(self, results, tensors, symbols):
        """The module's own structure of results; updates of buffers and arguments are written back."""
        values, computed = [], iter(results)
        given = dict(zip([name for name in self.graph.inputs if name is not None], tensors, strict=True))
        sizes = {info.name: value for info, value in zip(self.signature.symbols, symbols, strict=True)}
        for kind, value in self.graph.outputs:
            if kind == "constant":
                values.append(value)
            elif kind == "value":
                values.append(next(computed))
            elif kind == "number":
                values.append(next(computed).item())
            elif kind == "size":
                values.append(self.get_size(value, sizes))
            else:
                target = self.graph.parameters[value] if value in self.graph.parameters else given[value]
                with torch.no_grad():
                    target.copy_(next(computed))
        return pytree.tree_unflatten(values, self.out_spec) if self.out_spec is not None else values

    def get_size(self, expression, sizes):
        """A result that is a number: an expression of the sizes."""
        number = expression.subs({symbol: sizes[self.graph.symbols[symbol]] for symbol in expression.free_symbols})
        return bool(number) if number.is_Boolean else int(number) if number.is_Integer else float(number)


def compile(
    module,
    args,
    *,
    kwargs=None,
    target: str = "cpu",
    device: "str | None" = None,
    dynamic_shapes=None,
    numerics: "str | None" = None,
    licences: "str | Iterable[str]" = (),
    schedule: str = "",
    check_each_pass: bool = False,
) -> CompiledProgram:
    """Compiles a PyTorch module (or function) for calls like the example call.

    Args:
        module: in eval mode; its parameters and buffers are read at each call, also where they were changed or replaced.
        args, kwargs: an example call; sizes of dynamic dims may differ in later calls.
        target: `cpu`, or a GPU such as `sm_90`.
        device: what runs calls that do not say: `cpu`, `simulator` or `shim`; by default the CPU for the target `cpu`, and else the
            GPU, on which Emmy does not launch kernels yet.
        dynamic_shapes: as for torch.export; sizes range from 0 unless the Dim says otherwise.
        numerics: `eager` rounds where PyTorch does, `fused` (the default) only where values leave a kernel, `fast` (the default
            with licences) does beyond that what the licences permit.
        licences: what results may be changed by, one by one: `no_signed_zeros`, `reciprocal`, `reassociate`; see docs/Numerics.md.
        schedule: overrides such as `threads=256,vector=4`.
        check_each_pass: run the program before and after every pass, on values made up for it, and raise CompileError where
            what it computes changes. `program.pass_checks` says what was compared; see docs/Testing.md.

    Raises:
        CaptureError: torch.export refused. UnsupportedError: operators or dtypes that Emmy does not take, all of them.
        CompileError: the compiler refused, with its diagnostics. DeviceError: there is no such device.

    >>> program = compile(lambda x: x.relu() + 1, (torch.tensor([-1.0, 2.0]),))
    >>> program(torch.tensor([-3.0, 4.0]))
    tensor([1., 5.])
    """
    from .importer import capture, import_exported

    if numerics is not None and numerics not in NUMERICS:
        raise ArgumentError(f"expected numerics to be one of {', '.join(NUMERICS)}, but got '{numerics}'")
    licences = join_licences(licences)
    if licences and numerics not in (None, "fast"):
        raise ArgumentError(f"expected numerics to be fast with licences, but got '{numerics}'")
    if device != "cuda" and device is not None:
        get_level(device)
    kwargs = dict(kwargs or {})
    captured = capture(module, args, kwargs, dynamic_shapes=dynamic_shapes)
    graph = import_exported(captured)
    lowered = Module(
        graph.text,
        "<module>",
        target="" if target == "cpu" else target,
        numerics=numerics or "",
        licences=licences,
        schedule=schedule,
        check_each_pass=check_each_pass,
    )
    # What is wrong with the options or the graph is told here; kernels are made for the device that asks for them first.
    lowered.get_program("tensor")
    checks = lowered.check_passes("loop" if target == "cpu" else "kernel") if check_each_pass else []
    return CompiledProgram(
        graph,
        lowered,
        target=target,
        out_spec=captured.exported.call_spec.out_spec,
        shape=CallShape(captured.module, args, kwargs, captured.leaves),
        device=device,
        pass_checks=checks,
    )


__all__ = ["CompiledProgram", "Statistics", "compile"]
