# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that the framework level lacks, written in operators that it has. PyTorch's own decompositions serve all others."""

from __future__ import annotations

import torch

aten = torch.ops.aten
DECOMPOSITIONS = {}


def decomposes(*targets):
    """Registers a function for overloads, and for operators of libraries that need not be there by their names, `library::operator`."""

    def register(function):
        assert DECOMPOSITIONS.keys().isdisjoint(targets), "an operator is written out in one way"
        DECOMPOSITIONS.update(dict.fromkeys(targets, function))
        return function

    return register


def get_decomposition(target):
    """Emmy's own function for what a graph calls, or None."""
    name = target._schema.name if isinstance(target, torch._ops.OpOverload) else None
    return DECOMPOSITIONS.get(target) or DECOMPOSITIONS.get(name)


@decomposes(aten.unfold.default)
def unfold(x, dimension, size, step):
    """Windows, gathered by their positions. A number is one element, of which a window takes one or none."""
    if x.dim() == 0:
        return x.reshape(1).narrow(0, 0, size)
    dim = dimension % x.dim()
    count = (x.shape[dim] - size) // step + 1
    places = torch.arange(count).unsqueeze(1) * step + torch.arange(size)
    windows = x.index_select(dim, places.reshape(-1))
    windows = windows.reshape([*x.shape[:dim], count, size, *x.shape[dim + 1 :]])
    return windows.movedim(dim + 1, -1)


@decomposes(aten.diagonal.default)
def diagonal(x, offset=0, dim1=0, dim2=1):
    """Positions (i, i + offset) of the flattened pair of dims."""
    dim1, dim2 = dim1 % x.dim(), dim2 % x.dim()
    rows, columns = x.shape[dim1], x.shape[dim2]
    count = max(min(rows, columns - offset) if offset >= 0 else min(rows + offset, columns), 0)
    start = offset if offset >= 0 else -offset * columns
    kept = [dim for dim in range(x.dim()) if dim not in (dim1, dim2)]
    flat = x.permute([*kept, dim1, dim2]).reshape([*(x.shape[dim] for dim in kept), rows * columns])
    return flat.index_select(-1, torch.arange(count) * (columns + 1) + start)


@decomposes(aten._softmax.default)
def softmax(x, dim, half_to_float):
    return torch.softmax(x, dim, dtype=torch.float32 if half_to_float else None)


@decomposes(aten._log_softmax.default)
def log_softmax(x, dim, half_to_float):
    return torch.log_softmax(x, dim, dtype=torch.float32 if half_to_float else None)


@decomposes(aten.where.Scalar)
def where(condition, x, y):
    """PyTorch's own leads in a circle."""
    dtype = torch.result_type(x, y)
    return torch.where(condition, torch.scalar_tensor(x, dtype=dtype), torch.scalar_tensor(y, dtype=dtype))


@decomposes(torch.ops.prims.convert_element_type.default)
def convert_element_type(x, dtype):
    return aten._to_copy.default(x, dtype=dtype)


@decomposes(aten.select_scatter.default)
def select_scatter(x, source, dim, index):
    """The slice of one element, replaced."""
    dim = dim % x.dim()
    index = index + x.shape[dim] if index < 0 else index
    return slice_scatter(x, source.unsqueeze(dim), dim, index, index + 1)


@decomposes(aten.slice_scatter.default)
def slice_scatter(x, source, dim=0, start=None, end=None, step=1):
    """What lies before, the source, what lies behind. With a step, and where that is not known to be there since the size is dynamic,
    the source where a position is one of the slice's."""
    dim = dim % x.dim()
    size = x.shape[dim]
    start = 0 if start is None else start + size if start < 0 else start
    if isinstance(size, int):
        start = min(max(start, 0), size)
    source = source.to(x.dtype)
    if step == 1 and isinstance(size, int):
        return torch.cat(
            [x.narrow(dim, 0, start), source, x.narrow(dim, start + source.shape[dim], size - start - source.shape[dim])], dim
        )
    places = torch.arange(size) - start
    taken = (places >= 0) & (places < source.shape[dim] * step) & (places % step == 0)
    spread = source.index_select(dim, (places // step).clamp(0, source.shape[dim] - 1))
    shape = [1] * dim + [size] + [1] * (x.dim() - dim - 1)
    return torch.where(taken.reshape(shape), spread, x)


def get_padded_places(size, low, high, mode):
    """The places along a dim that a pad by elements of the tensor reads; negative numbers take away."""
    places = torch.arange(size + low + high) - low
    if mode == "replicate":
        return places.clamp(0, size - 1)
    if mode == "circular":
        # What is taken away does not come round again.
        first, kept = max(-low, 0), size + min(low, 0) + min(high, 0)
        return torch.remainder(places - first, kept) + first
    last = size - 1
    return last - (last - places.abs()).abs()


@decomposes(aten.pad.default)
def pad(x, pad, mode="constant", value=None):
    if mode == "constant":
        return NotImplemented
    for number in range(len(pad) // 2):
        dim, low, high = x.dim() - 1 - number, pad[2 * number], pad[2 * number + 1]
        if low or high:
            x = x.index_select(dim, get_padded_places(x.shape[dim], low, high, mode))
    return x


@decomposes(aten.roll.default)
def roll(x, shifts, dims=()):
    """Without dims, of the flattened tensor."""
    return NotImplemented if dims else x.reshape(-1).roll(shifts, 0).reshape(x.shape)
