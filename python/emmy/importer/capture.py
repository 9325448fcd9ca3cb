# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Captures modules with torch.export, with sizes that range from 0 unless the user's Dim says otherwise."""

from __future__ import annotations

import contextlib
import functools
import inspect
import threading
import traceback
import warnings
from dataclasses import dataclass

import torch
import torch.fx.experimental._config
from torch.fx.experimental.symbolic_shapes import free_unbacked_symbols
from torch.utils import _pytree as pytree

from ..errors import CaptureError, Problem, SourceError, UnsupportedError
from .associative import scanning_by_doubling
from .constant_masks import remembering_masks
from .dims import Leaf, Symbols, get_forward, get_leaves, get_named_roots, make_examples
from .functional import get_name, make_functional
from .graph import GraphImporter, ImportedGraph
from .guards import hold_always
from .indices import find_positions
from .locations import get_caller, get_error_place, get_relative_path, is_library
from .operators import ASSERTIONS
from .recurrent import describing_by_one_step
from .types import Unsupported, check_tensor


class FunctionModule(torch.nn.Module):
    """A plain function as the module that torch.export asks for."""

    def __init__(self, function):
        super().__init__()
        try:
            inspect.signature(function)
        except ValueError:  # a builtin
            self.forward = lambda *inputs, **options: function(*inputs, **options)
        else:
            # As an attribute, so that the arguments keep the names of the function's own signature.
            self.forward = function


@dataclass
class Capture:
    """An exported program, and the example call that it was made with."""

    exported: "torch.export.ExportedProgram"
    module: "torch.nn.Module | None" = None
    leaves: "list[Leaf] | None" = None  # of the example call, as the user gave it
    caller: "tuple[str, int] | None" = None  # file and line of the example call
    least: "dict[str, int] | None" = None  # name of a Dim -> the size from which on the program holds


Tracer = torch.fx.proxy.TracerBase
_keep_usual_frames = Tracer._filter_traceback_frames
# The method of PyTorch's class and its settings are the process's: one thread traces at a time. What is traced may itself compile.
_tracing_lock = threading.RLock()


@contextlib.contextmanager
def tracing(is_oblivious=True):
    """Tells PyTorch's tracer what the importer wants to know; other threads wait until it is told what it knew before.

    * No guess about sizes (`is_oblivious`): a symbolic size is neither taken for 0 nor 1, nor told apart from them.
    * The lines of all of the user's functions, not only of those that are called `forward`.
    * Associative scans as loops, and not as one program for each length.
    * What is in masks that are constants.
    * What recurrent layers give, from one step.
    """
    with _tracing_lock:
        outer = Tracer._filter_traceback_frames
        Tracer._filter_traceback_frames = keep_user_frames
        try:
            with (
                torch.no_grad(),
                remembering_masks(),
                describing_by_one_step(),
                warnings.catch_warnings(),
                torch.fx.experimental._config.patch(backed_size_oblivious=is_oblivious),
                scanning_by_doubling(),
            ):
                # PyTorch warns about its own classes when it copies them.
                warnings.simplefilter("ignore", FutureWarning)
                yield
        finally:
            Tracer._filter_traceback_frames = outer


def keep_user_frames(tracer, stack):
    """The frames below the capture that are neither PyTorch's nor Emmy's. What another thread traces by itself is left as it is."""
    start = max((number for number, frame in enumerate(stack) if frame.filename == __file__), default=None)
    if start is None:
        return _keep_usual_frames(tracer, stack)
    return traceback.StackSummary.from_list([frame for frame in list(stack)[start + 1 :] if not is_library(frame.filename)])


def capture(module, args, kwargs=None, *, dynamic_shapes=None, strict=False, caller=None) -> Capture:
    """`torch.export.export` in inference mode; CaptureError with PyTorch's own words when it refuses.

    `caller` is the file and line of the call; by default those of the user's code that called Emmy.
    """
    caller = caller or get_caller()
    if not isinstance(module, torch.nn.Module):
        module = FunctionModule(module)
    if hasattr(dynamic_shapes, "dynamic_shapes"):  # a collection of PyTorch's
        dynamic_shapes = dynamic_shapes.dynamic_shapes(module, args, kwargs or {})
    args, kwargs = tuple(args), dict(kwargs or {})
    leaves = get_leaves(module, args, kwargs, dynamic_shapes)
    refuse_tensors(module, leaves, caller)
    args, kwargs = make_examples(module, args, kwargs, dynamic_shapes)

    def export(is_oblivious, defers_guards=False):
        with tracing(is_oblivious):
            return torch.export.export(
                module,
                args,
                kwargs,
                dynamic_shapes=dynamic_shapes,
                strict=strict,
                prefer_deferred_runtime_asserts_over_guards=defers_guards,
            )

    def find_least():
        def trace(forced):
            with tracing(False):
                inputs = make_examples(module, args, kwargs, dynamic_shapes, forced)
                return get_form(torch.export.export(module, *inputs, strict=strict))

        roots = get_named_roots(leaves)
        if not roots:
            return {}
        return find_least_sizes(
            trace, {root: low for root, (low, _) in roots.items()}, {root: size for root, (_, size) in roots.items()}
        )

    # PyTorch raises classes of all kinds here.
    try:
        try:
            exported = export(True)
        except Exception as error:
            if not hold_always(error):
                raise
            exported = export(True, defers_guards=True)
    except SystemExit as error:
        exit = Problem(f"SystemExit: {error}", *get_error_place(error))
        raise SourceError("the module ends its process instead of giving results:", [exit]) from error
    except Exception as error:
        refusal = error
    else:
        return Capture(exported, module, leaves, caller, find_least() if asks_for_ones(exported) else None)
    try:
        # The program wants to know whether a size is 1. Then PyTorch assumes that it is not, and no guard says so.
        exported = export(False)
    except Exception:
        # The first refusal is about the program; the second may be about sizes that PyTorch does not like.
        raise CaptureError(f"torch.export could not capture the module: {refusal}") from refusal
    return Capture(exported, module, leaves, caller, find_least())


def refuse_tensors(module, leaves, caller) -> None:
    """Tells of tensors that PyTorch cannot trace by their names; it has other words for them, or none."""
    given = [(f"input {leaf.path}", leaf.value) for leaf in leaves if isinstance(leaf.value, torch.Tensor)]
    given += [(f"parameter {name}", value) for name, value in module.named_parameters()]
    given += [(f"buffer {name}", value) for name, value in module.named_buffers()]
    path, line = caller or ("", 0)
    problems = []
    for name, value in given:
        try:
            check_tensor(value)
        except Unsupported as problem:
            place = get_relative_path(path) if path else "", line
            subject = problem.found or name
            problems.append(Problem(f"{name}: {problem}", *place, kind=problem.kind, subject=subject))
    if problems:
        raise UnsupportedError(
            f"{len(problems)} {'thing stands' if len(problems) == 1 else 'things stand'} in the way:", problems
        )


def asks_for_ones(exported) -> bool:
    """Whether the program may be another one where a size is 1: by a guard of PyTorch's, or by an operator that drops such dims."""
    return bool(getattr(exported, "_guards_code", None)) or any(
        getattr(node.target, "overloadpacket", None) is torch.ops.aten.squeeze for node in exported.graph.nodes
    )


# Operators that move no values: whether they are traced depends on strides, which a size of 1 leaves free.
LAYOUT = {"clone", "contiguous", "view", "reshape", "_unsafe_view", "alias", "expand"}


def depends_on_data(value) -> bool:
    """Whether it is a number that nobody knows before the program runs."""
    return isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)) and bool(free_unbacked_symbols(value))


def get_target_name(node) -> str:
    return get_name(node.target) if isinstance(node.target, torch._ops.OpOverload) else ""


def get_form(exported) -> list:
    """The operators of a program with their constants, and the ranks of what they compute and of the results."""

    def get_parts(value):
        # Numbers that depend on data have a text: PyTorch would be asked whether they are equal.
        return [
            part.dim()
            if isinstance(part, torch.Tensor)
            else "%"
            if isinstance(part, torch.fx.Node)
            else str(part)
            if isinstance(part, (torch.SymInt, torch.SymFloat, torch.SymBool))
            else part
            for part in pytree.tree_leaves(value)
        ]

    form = []
    for node in exported.graph.nodes:
        packet = getattr(node.target, "overloadpacket", None)
        if depends_on_data(node.meta.get("val")) or get_target_name(node) in ASSERTIONS:
            continue  # how many elements a mask takes: of none that is known
        if node.op == "call_function" and getattr(packet, "__name__", "") not in LAYOUT:
            form.append([str(node.target), *get_parts((node.args, node.kwargs)), *get_parts(node.meta.get("val"))])
        elif node.op == "output":
            form.append(
                [get_parts([arg.meta.get("val") for arg in pytree.tree_leaves(node.args) if isinstance(arg, torch.fx.Node)])]
            )
    return form


def has_form(form, first, second) -> bool:
    """Whether a program's form is that of two others, but for the numbers in which these differ: those come from a size."""
    if [list(map(type, row)) for row in first] != [list(map(type, row)) for row in second]:
        return False
    return len(form) == len(first) and all(
        len(row) == len(a) and all(x == y or y != z for x, y, z in zip(row, a, b, strict=True))
        for row, a, b in zip(form, first, second, strict=True)
    )


def find_least_sizes(trace, roots, sizes) -> dict:
    """Name of a Dim -> the least size from which on the program is the one of larger sizes: 0, 1 and 2 are tried.

    `trace` gives the form of the program where some Dims have given sizes, `roots` the least size that the user allows, `sizes` those
    of the example. A size that PyTorch refuses is none of the program's.
    """
    least = {}
    trace_once = functools.cache(lambda *forced: trace(dict(forced)))
    for root, low in roots.items():
        for size in (1, 0):
            try:
                if size < low or has_form(trace_once((root, size)), trace_once(), trace_once((root, sizes[root] + 1))):
                    continue
            except Exception:
                pass
            least[root] = size + 1
            break
    return least


def import_exported(captured: "Capture | torch.export.ExportedProgram") -> ImportedGraph:
    """The framework level of an exported program. UnsupportedError lists everything that stands in the way."""
    if not isinstance(captured, Capture):
        captured = Capture(captured)
    symbols = Symbols(captured.exported, captured.leaves, captured.least)
    with tracing():
        functional = make_functional(captured.exported)
    graph = GraphImporter(functional, symbols, captured.caller).run()
    with tracing():  # a product of sizes is a size
        graph.positions = find_positions(captured.exported, captured.caller)
    return graph


def import_module(module, args, kwargs=None, *, dynamic_shapes=None, strict=False) -> ImportedGraph:
    """Both: a module and an example call as the framework level."""
    return import_exported(capture(module, args, kwargs, dynamic_shapes=dynamic_shapes, strict=strict))


__all__ = ["Capture", "capture", "get_forward", "import_exported", "import_module"]
