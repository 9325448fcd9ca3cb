# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From the tensors of a call to the buffers and sizes of the entry, with every check before anything runs."""

from __future__ import annotations

import torch

from .compiler import check
from .errors import ArgumentError
from .importer.types import DTYPES

TORCH_DTYPES = {name: dtype for dtype, name in DTYPES.items()}


def check_tensor(info, tensor: torch.Tensor) -> None:
    if tensor.dtype != TORCH_DTYPES[info.dtype]:
        raise ArgumentError(f"expected {info.name} of dtype {TORCH_DTYPES[info.dtype]}, but got {tensor.dtype}")
    if tensor.dim() != len(info.extents):
        raise ArgumentError(f"expected {info.name} of rank {len(info.extents)}, but got {tensor.dim()}")
    if tensor.device.type != "cpu":
        raise ArgumentError(f"expected {info.name} on the CPU, but got it on {tensor.device}")
    if tensor.layout != torch.strided:
        raise ArgumentError(f"expected {info.name} to be dense, but got the layout {tensor.layout}")


def get_memory(tensor: torch.Tensor) -> "tuple[int, int, int]":
    """(storage, first byte, byte behind the last) of a strided tensor; no bytes where it has no elements."""
    start = tensor.storage_offset()
    last = start + sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
    storage, width = tensor.untyped_storage().data_ptr(), tensor.element_size()
    return storage, start * width, (last + 1) * width if tensor.numel() else start * width


def is_shared(left: torch.Tensor, right: torch.Tensor) -> bool:
    """Whether some byte belongs to elements of both tensors."""
    (storage, *a), (other, *b) = get_memory(left), get_memory(right)
    base = min(storage + a[0], other + b[0])
    a, b = [storage + byte - base for byte in a], [other + byte - base for byte in b]
    if max(a[0], b[0]) >= min(a[1], b[1]):
        return False
    marks = torch.zeros(max(a[1], b[1]), dtype=torch.bool)

    def get_bytes(tensor, start):
        width = tensor.element_size()
        return marks.as_strided([*tensor.shape, width], [*(stride * width for stride in tensor.stride()), 1], start)

    get_bytes(left, a[0])[...] = True
    return bool(get_bytes(right, b[0]).any())


def check_updates(graph, tensors) -> None:
    """What the program writes to shares no memory with what else it is given: it was captured with every tensor apart."""
    named = dict(zip([name for name in graph.inputs if name is not None], tensors, strict=True))
    for written in [value for kind, value in graph.outputs if kind == "update"]:
        target = graph.parameters[written] if written in graph.parameters else named[written]
        for name, tensor in [*named.items(), *graph.parameters.items()]:
            if name != written and is_shared(target, tensor):
                raise ArgumentError(
                    f"expected {written}, which the program writes to, to share no memory with {name}, "
                    "but got overlapping tensors; pass a clone of one"
                )


def solve(expression, symbol, size: int, name: str) -> int:
    """The value of the only symbol of an extent such as `2*n + 1` that makes it `size`."""
    offset = int(expression.subs(symbol, 0))
    slope = int(expression.subs(symbol, 1)) - offset
    value = (size - offset) // slope if slope else 0
    if expression.subs(symbol, value) != size:
        raise ArgumentError(f"expected a dim of {name} to be {expression}, but got {size}")
    return value


def solve_symbols(graph, tensors) -> "dict[str, int]":
    """The value of every symbol by name; the same symbol has one value everywhere."""
    values, places, derived = {}, {}, []
    for name, tensor in zip([name for name in graph.inputs if name is not None], tensors, strict=True):
        for number, (extent, size) in enumerate(zip(graph.sizes[name], tensor.shape, strict=True)):
            place = f"dim {number} of {name}"
            if isinstance(extent, int):
                continue
            if not extent.is_Symbol:
                derived.append((name, extent, size))
            elif values.setdefault(extent, size) != size:
                raise ArgumentError(
                    f"expected {graph.symbols[extent]} to have one value, but got {values[extent]} "
                    f"({places[extent]}) and {size} ({place})"
                )
            places.setdefault(extent, place)
    for name, extent, size in derived:
        unknown = [symbol for symbol in extent.free_symbols if symbol not in values]
        if len(unknown) == 1 and len(extent.free_symbols) == 1:
            values[unknown[0]] = solve(extent, unknown[0], size, name)
    return {graph.symbols[symbol]: value for symbol, value in values.items()}


def get_example_sizes(graph, leaves) -> "dict[str, int]":
    """The value of every symbol by name in the example call."""
    return solve_symbols(graph, [leaf.value for leaf in leaves if isinstance(leaf.value, torch.Tensor)])


def bind(graph, program, signature, tensors) -> "tuple[list[torch.Tensor], list[int]]":
    """(all arguments of the entry, the value of each symbol), after checking dtype, rank, device, layout and sizes."""
    given = iter(tensors)
    arguments = []
    for info in signature.inputs:
        tensor = graph.parameters[info.parameter] if info.parameter else next(given)
        check_tensor(info, tensor)
        # A view that negates on reading has the memory of what it negates.
        arguments.append(tensor.detach().resolve_neg().contiguous())
    check_updates(graph, tensors)
    values = solve_symbols(graph, tensors)
    symbols = []
    for symbol in signature.symbols:
        if symbol.name not in values:
            raise ArgumentError(f"expected a dim that gives {symbol.name}, but no argument has one")
        value = values[symbol.name]
        if value < symbol.min or symbol.max is not None and value > symbol.max:
            high = "" if symbol.max is None else f" <= {symbol.max}"
            raise ArgumentError(f"expected {symbol.min} <= {symbol.name}{high}, but got {value}")
        symbols.append(value)
    shapes = check(*program.input_shapes(symbols), "the arguments have no shape:")
    for info, tensor, shape in zip(signature.inputs, arguments, shapes, strict=True):
        if list(tensor.shape) != shape:
            extents = ", ".join(info.extents)
            named = f"[{extents}] = {shape}" if any(not e.isdigit() for e in info.extents) else f"{shape}"
            raise ArgumentError(f"expected {info.name or info.parameter} of shape {named}, but got {list(tensor.shape)}")
    return arguments, symbols


__all__ = ["TORCH_DTYPES", "bind"]
