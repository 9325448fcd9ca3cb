# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Captures modules with torch.export, with sizes that range from 0 unless the user's Dim says otherwise."""

from __future__ import annotations

import contextlib
import inspect
import traceback
import warnings
from dataclasses import dataclass

import torch
import torch.fx.experimental._config

from ..errors import CaptureError
from .dims import Leaf, Symbols, get_forward, get_leaves, make_examples
from .functional import make_functional
from .graph import GraphImporter, ImportedGraph
from .locations import get_caller, is_library


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


@contextlib.contextmanager
def tracing(is_oblivious=True):
    """Tells PyTorch's tracer what the importer wants to know.

    * No guess about sizes (`is_oblivious`): a symbolic size is neither taken for 0 nor 1, nor told apart from them.
    * The lines of all of the user's functions, not only of those that are called `forward`.
    """
    tracer = torch.fx.proxy.TracerBase
    original = tracer._filter_traceback_frames
    tracer._filter_traceback_frames = keep_user_frames
    try:
        with torch.no_grad(), warnings.catch_warnings(), torch.fx.experimental._config.patch(backed_size_oblivious=is_oblivious):
            # PyTorch warns about its own classes when it copies them.
            warnings.simplefilter("ignore", FutureWarning)
            yield
    finally:
        tracer._filter_traceback_frames = original


def keep_user_frames(_, stack):
    """The frames below the capture that are neither PyTorch's nor Emmy's."""
    start = max((number for number, frame in enumerate(stack) if frame.filename == __file__), default=-1) + 1
    return traceback.StackSummary.from_list([frame for frame in list(stack)[start:] if not is_library(frame.filename)])


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
    args, kwargs = make_examples(module, args, kwargs, dynamic_shapes)

    def export(is_oblivious):
        with tracing(is_oblivious):
            return torch.export.export(module, args, kwargs, dynamic_shapes=dynamic_shapes, strict=strict)

    # PyTorch raises classes of all kinds here.
    try:
        return Capture(export(True), module, leaves, caller)
    except Exception as error:
        refusal = error
    try:
        # Some operators want to know whether a size is 1. Then PyTorch assumes that it is not, and no guard says so.
        return Capture(export(False), module, leaves, caller)
    except Exception:
        # The first refusal is about the program; the second may be about sizes that PyTorch does not like.
        raise CaptureError(f"torch.export could not capture the module: {refusal}") from refusal


def import_exported(captured: "Capture | torch.export.ExportedProgram") -> ImportedGraph:
    """The framework level of an exported program. UnsupportedError lists everything that stands in the way."""
    if not isinstance(captured, Capture):
        captured = Capture(captured)
    symbols = Symbols(captured.exported, captured.leaves)
    with tracing():
        functional = make_functional(captured.exported)
    return GraphImporter(functional, symbols, captured.caller).run()


def import_module(module, args, kwargs=None, *, dynamic_shapes=None, strict=False) -> ImportedGraph:
    """Both: a module and an example call as the framework level."""
    return import_exported(capture(module, args, kwargs, dynamic_shapes=dynamic_shapes, strict=strict))


__all__ = ["Capture", "capture", "get_forward", "import_exported", "import_module"]
