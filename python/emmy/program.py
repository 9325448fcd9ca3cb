# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled programs: called like the module that they were made of."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import torch
from torch.utils import _pytree as pytree

from . import _emmy
from .compiler import TARGET_CODES, Module, check, convert_diagnostics
from .errors import ArgumentError, CompileError, DeviceError
from .importer.graph import ImportedGraph
from .importer.types import DTYPES

TORCH_DTYPES = {name: dtype for dtype, name in DTYPES.items()}

# What runs a program on which level: the interpreter, the plain loops, the schedule worker by worker, the CUDA C++ on the simulator.
EXECUTORS = {"tensor": "tensor", "cpu": "loop", "loop": "loop", "tile": "tile", "sim": "kernel"}


@dataclass
class Statistics:
    """How often the costly steps ran: captures by PyTorch, and compilations for an executor."""

    imports: int = 0
    compiles: int = 0


class CompiledProgram:
    """A program and its executors; each executor is compiled once, for all sizes of the dynamic dims.

    Calling it takes what the module takes and gives what the module gives. `device` chooses the executor of a call: `cpu`, `sim`
    (the emitted CUDA C++ run on this machine's CPU), or for tests `tensor`, `loop` and `tile`.
    """

    def __init__(self, graph: ImportedGraph, module: Module, *, target: str, out_spec, signature_names, example=None):
        self.graph, self.module, self.target = graph, module, target
        self.out_spec, self.signature_names = out_spec, signature_names
        self.example = example  # (args, kwargs) of the captured call
        self.stats = Statistics(imports=1)
        self.launches: "list[dict]" = []  # of the last simulated run; counts of accesses when `checked`
        self.checked = False
        self._executors: dict = {}

    def ir(self, level: str, *, with_locations: bool = False) -> str:
        """The text of a level (framework, tensor, loop, tile, kernel) or target code (cuda, ptx, llvm)."""
        if level in TARGET_CODES:
            return self.module.emit(level)
        return self.module.print(level, with_locations=with_locations)

    def report(self, sizes: "dict[str, int] | None" = None) -> dict:
        """Figures of every kernel, derived from the IR: bytes, flops, launches; see docs/Report.md for the keys.

        `sizes` gives the dynamic dims by name; without it they have the sizes of the example call.
        """
        return self.module.report(self.get_example_sizes() if sizes is None else sizes)

    def get_example_sizes(self) -> "dict[str, int]":
        """The values of the symbols in the example call."""
        if self.example is None:
            return {}
        args, kwargs = self.example
        _, values = self.bind(self.flatten_arguments(args, kwargs))
        return {symbol.name: value for symbol, value in zip(self.signature.symbols, values)}

    def get_entry(self):
        """The highest level at which parameters are arguments and values still tensors."""
        return self.module.get_program("tensor") if self.module.entered == "framework" else self.module.programs[self.module.entered]

    @functools.cached_property
    def signature(self):
        """The entry at the levels where parameters are arguments."""
        program = self.get_entry()
        return check(*program.signature(), "the module has no entry:")

    def __call__(self, *args, device: "str | None" = None, **kwargs):
        tensors = self.flatten_arguments(args, kwargs)
        return self.unflatten_results(self.run(tensors, device=device))

    # Arguments

    def flatten_arguments(self, args, kwargs) -> "list[torch.Tensor]":
        """The tensors among the arguments, in the order of the module's signature."""
        ordered = dict(zip(self.signature_names, args)) | kwargs
        unknown = [name for name in ordered if name not in self.signature_names]
        if unknown or len(args) > len(self.signature_names):
            raise ArgumentError(f"expected the arguments {', '.join(self.signature_names)}, but got {len(args)} positional"
                                + "".join(f", {name}" for name in unknown))
        missing = [name for name in self.signature_names if name not in ordered]
        if missing:
            raise ArgumentError(f"expected the arguments {', '.join(self.signature_names)}, but got no {', '.join(missing)}")
        leaves = pytree.tree_leaves([ordered[name] for name in self.signature_names])
        tensors = [leaf for leaf in leaves if isinstance(leaf, torch.Tensor)]
        if len(tensors) != len(self.graph.inputs):
            raise ArgumentError(f"expected {len(self.graph.inputs)} tensors, but got {len(tensors)}")
        return tensors

    def bind(self, tensors) -> "tuple[list[torch.Tensor], list[int]]":
        """(all arguments of the entry, the value of each symbol), after checking dtype, rank, sizes and device."""
        given = iter(tensors)
        arguments, values = [], {}
        for info in self.signature.inputs:
            tensor = self.graph.parameters[info.parameter] if info.parameter else next(given)
            self.check_tensor(info, tensor, values)
            arguments.append(tensor.detach().contiguous())
        symbols = []
        for symbol in self.signature.symbols:
            if symbol.name not in values:
                raise ArgumentError(f"expected a dim that is {symbol.name}, but no argument has one")
            value = values[symbol.name]
            if value < symbol.min or symbol.max is not None and value > symbol.max:
                high = "" if symbol.max is None else f" <= {symbol.max}"
                raise ArgumentError(f"expected {symbol.min} <= {symbol.name}{high}, but got {value}")
            symbols.append(value)
        program = self.get_entry()
        shapes = check(*program.input_shapes(symbols), "the arguments have no shape:")
        for info, tensor, shape in zip(self.signature.inputs, arguments, shapes):
            if list(tensor.shape) != shape:
                raise ArgumentError(f"expected {info.name} of shape {shape} ({', '.join(info.extents)}), but got {list(tensor.shape)}")
        return arguments, symbols

    @staticmethod
    def check_tensor(info, tensor, values):
        if tensor.dtype != TORCH_DTYPES[info.dtype]:
            raise ArgumentError(f"expected {info.name} of dtype {TORCH_DTYPES[info.dtype]}, but got {tensor.dtype}")
        if tensor.dim() != len(info.extents):
            raise ArgumentError(f"expected {info.name} of rank {len(info.extents)}, but got {tensor.dim()}")
        if tensor.device.type != "cpu":
            raise ArgumentError(f"expected {info.name} on the CPU, but got it on {tensor.device}")
        for extent, size in zip(info.extents, tensor.shape):
            if values.setdefault(extent, int(size)) != int(size):
                raise ArgumentError(f"expected every dim {extent} to have one size, but got {values[extent]} and {size} ({info.name})")

    # Execution

    def get_executor(self, device: str):
        if device not in self._executors:
            level = EXECUTORS.get(device)
            if level is None:
                raise DeviceError(f"expected one of the devices {', '.join(EXECUTORS)}, but got '{device}'")
            if level == "kernel":
                executor, message = _emmy.Simulator.create(self.module.emit("cuda"), self.checked)
                if executor is None:
                    raise DeviceError(f"the emitted CUDA C++ does not compile for the simulator: {message}")
            else:
                entered = self.get_entry()
                executor = check(*_emmy.Executor.create(entered, level, self.module.options), "no executor:")
            self._executors[device] = executor
            self.stats.compiles += 1
        return self._executors[device]

    def run(self, tensors, *, device: "str | None" = None) -> "list[torch.Tensor]":
        """The entry's results for its tensor arguments."""
        if device is None:
            device = "cpu" if self.target == "cpu" else "cuda"
        if device == "cuda":
            raise DeviceError(f"the program is compiled for {self.target}, and there is no GPU here; "
                              "call it with device='sim' to run the emitted kernels on the CPU")
        arguments, symbols = self.bind(tensors)
        shapes = check(*self.get_entry().result_shapes(symbols), "the results have no shape:")
        results = [torch.empty(shape, dtype=TORCH_DTYPES[info.dtype]) for info, shape in zip(self.signature.outputs, shapes)]
        executor = self.get_executor(device)
        buffers = [(tensor.data_ptr(), tensor.nbytes) for tensor in arguments + results]
        if EXECUTORS[device] == "kernel":
            names = [info.name for info in [*self.signature.inputs, *self.signature.outputs]]
            message, self.launches = executor.run(buffers, names, symbols)
            if message:
                raise DeviceError(f"the simulated kernels failed: {message}")
        else:
            ran, diagnostics = executor.run(buffers, symbols)
            if not ran:
                raise CompileError("the program could not be run:", convert_diagnostics(diagnostics))
        return results

    def unflatten_results(self, results):
        """The module's own structure of results; updates of buffers are written back."""
        values, tensors = [], iter(results)
        for kind, value in self.graph.outputs:
            if kind == "constant":
                values.append(value)
            elif kind == "value":
                values.append(next(tensors))
            else:
                updated = next(tensors)
                if value in self.graph.parameters:
                    with torch.no_grad():
                        self.graph.parameters[value].copy_(updated)
        return pytree.tree_unflatten(values, self.out_spec) if self.out_spec is not None else values


def compile(module, args, *, kwargs=None, target: str = "cpu", dynamic_shapes=None, numerics: str = "fused",
            schedule: str = "") -> CompiledProgram:
    """Compiles a PyTorch module (or function) for calls like the example call.

    Args:
        module: in eval mode; its parameters are read when the program runs.
        args, kwargs: an example call; sizes of dynamic dims may differ in later calls.
        target: `cpu`, or a GPU such as `sm_90`, whose kernels can be run with `device='sim'`.
        dynamic_shapes: as for torch.export; sizes range from 0 unless the Dim says otherwise.
        numerics: `eager` rounds where PyTorch does, `fused` only where values leave a kernel, `fast` takes licences.
        schedule: overrides such as `threads=256,vector=4`.

    Raises:
        CaptureError: torch.export refused. UnsupportedError: operators or dtypes that Emmy does not take, all of them.
        CompileError: the compiler refused, with its diagnostics.

    >>> program = compile(lambda x: x.relu() + 1, (torch.tensor([-1.0, 2.0]),))
    >>> program(torch.tensor([-3.0, 4.0]))
    tensor([1., 5.])
    """
    from .importer import capture, import_exported
    from .source import get_argument_names

    exported = capture(module, args, kwargs, dynamic_shapes=dynamic_shapes)
    graph = import_exported(exported, dynamic_shapes)
    return CompiledProgram(
        graph,
        Module(graph.text, "<module>", target="" if target == "cpu" else target, numerics=numerics, schedule=schedule),
        target=target,
        out_spec=exported.call_spec.out_spec,
        signature_names=get_argument_names(module, args, kwargs or {}),
        example=(args, kwargs or {}),
    )


__all__ = ["CompiledProgram", "Statistics", "compile"]
