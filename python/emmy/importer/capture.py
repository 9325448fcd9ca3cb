# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Captures modules with torch.export, with sizes that range from 0 unless the user's Dim says otherwise."""

from __future__ import annotations

import re

import torch
from torch.export import Dim

from ..errors import CaptureError
from .functional import make_functional
from .graph import GraphImporter, ImportedGraph


def iterate_dims(spec):
    """Yields (path, dim index, Dim) of a dynamic_shapes specification."""
    if isinstance(spec, dict):
        items = spec.items()
    elif isinstance(spec, (list, tuple)):
        items = enumerate(spec)
    else:
        return
    for key, value in items:
        if value is None or isinstance(value, int) and not isinstance(value, type):
            continue
        if isinstance(value, (dict, list, tuple)):
            yield from iterate_dims(value)
        else:
            yield key, value


def enlarge(tensor, spec):
    """An example whose dynamic dims have at least two elements, so that no size is taken for the constant 0 or 1."""
    if not isinstance(tensor, torch.Tensor) or not spec:
        return tensor
    dims = spec.items() if isinstance(spec, dict) else enumerate(spec)
    for dim, value in dims:
        if value is None or isinstance(value, int) or tensor.shape[dim] >= 2:
            continue
        shape = list(tensor.shape)
        shape[dim] = 3
        tensor = tensor.new_zeros(shape) if tensor.shape[dim] == 0 else tensor.expand(shape).clone()
    return tensor


def enlarge_examples(args, kwargs, dynamic_shapes):
    if not dynamic_shapes:
        return args, kwargs
    if isinstance(dynamic_shapes, dict):
        names = list(dynamic_shapes)
        specs = [dynamic_shapes[name] for name in names[: len(args)]]
        kwargs = {key: enlarge(value, dynamic_shapes.get(key)) for key, value in kwargs.items()}
    else:
        specs = list(dynamic_shapes)
    specs += [None] * (len(args) - len(specs))
    return tuple(enlarge(value, spec) for value, spec in zip(args, specs)), kwargs


def capture(module, args, kwargs=None, *, dynamic_shapes=None, strict=False) -> "torch.export.ExportedProgram":
    """`torch.export.export` in inference mode; CaptureError with PyTorch's own words when it refuses."""
    if not isinstance(module, torch.nn.Module):
        module = FunctionModule(module)
    args, kwargs = enlarge_examples(tuple(args), dict(kwargs or {}), dynamic_shapes)
    try:
        with torch.no_grad():
            return torch.export.export(module, args, kwargs, dynamic_shapes=dynamic_shapes, strict=strict)
    except Exception as error:  # PyTorch raises classes of all kinds here
        raise CaptureError(f"torch.export could not capture the module: {error}") from error


class FunctionModule(torch.nn.Module):
    """A plain function as the module that torch.export asks for."""

    def __init__(self, function):
        super().__init__()
        # As an attribute, so that the arguments keep the names of the function's own signature.
        self.forward = function


def name_symbols(exported, dynamic_shapes) -> "tuple[dict, dict]":
    """(sympy symbol -> the user's name, name -> (min, max)).

    A name is the Dim's where there is one, and the argument with the dim's number otherwise.
    """
    names, ranges = {}, {}
    specs = list(dynamic_shapes.values() if isinstance(dynamic_shapes, dict) else dynamic_shapes or [])
    inputs = [node for node in exported.graph.nodes if node.op == "placeholder"]
    users = {spec.arg.name for spec in exported.graph_signature.input_specs if spec.kind.name == "USER_INPUT"}
    inputs = [node for node in inputs if node.name in users]
    flat, _ = torch.utils._pytree.tree_flatten(
        specs, is_leaf=lambda s: s is None or isinstance(s, dict) and all(isinstance(k, int) for k in s)
        or isinstance(s, (list, tuple)) and all(x is None or isinstance(x, int) or not isinstance(x, (dict, list, tuple)) for x in s))
    for index, node in enumerate(inputs):
        value = node.meta.get("val")
        if not isinstance(value, torch.Tensor):
            continue
        spec = flat[index] if len(flat) == len(inputs) else None
        for dim, size in enumerate(value.shape):
            if not isinstance(size, torch.SymInt) or not size.node.expr.is_Symbol or size.node.expr in names:
                continue
            entry = (spec.get(dim) if isinstance(spec, dict) else spec[dim]) if spec else None
            # Dim.AUTO and Dim.DYNAMIC have no name of their own.
            name = getattr(entry, "__name__", None)
            if not name or not re.fullmatch(r"[A-Za-z_]\w*", name):
                name = f"{node.name}_{dim}"
            names[size.node.expr] = name
            low = getattr(entry, "min", 0) or 0
            ranges[name] = (0 if low <= 2 and not was_min_given(entry) else low, get_upper(entry, exported, size.node.expr))
    return names, ranges


def was_min_given(entry) -> bool:
    """Whether the user's Dim has a lower bound of its own."""
    return bool(getattr(entry, "min", 0))


def get_upper(entry, exported, symbol):
    upper = exported.range_constraints[symbol].upper if symbol in exported.range_constraints else None
    return int(upper) if upper is not None and upper.is_Integer and int(upper) < 2**62 else None


def import_exported(exported: "torch.export.ExportedProgram", dynamic_shapes=None) -> ImportedGraph:
    """The framework level of an ExportedProgram. UnsupportedError lists everything that stands in the way."""
    names, ranges = name_symbols(exported, dynamic_shapes)
    return GraphImporter(make_functional(exported), names, ranges).run()


def import_module(module, args, kwargs=None, *, dynamic_shapes=None, strict=False) -> ImportedGraph:
    return import_exported(capture(module, args, kwargs, dynamic_shapes=dynamic_shapes, strict=strict), dynamic_shapes)


__all__ = ["Dim", "capture", "import_exported", "import_module"]
