# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that the framework level lacks, written in operators that it has. PyTorch's own decompositions serve all others."""

from __future__ import annotations

import math

import torch

aten = torch.ops.aten
DECOMPOSITIONS = {}


def decomposes(*targets):
    def register(function):
        DECOMPOSITIONS.update(dict.fromkeys(targets, function))
        return function

    return register


def wrap(index, size):
    """Indices as numbers from 0: negative ones count from the end. An index out of range stays out of range."""
    index = index.to(torch.int64)
    length = torch.arange(size, size + 1) if isinstance(size, torch.SymInt) else size
    return torch.where(index < 0, index + length, index)


@decomposes(aten.index.Tensor)
def index(x, indices):
    """Index tensors as one list of row-major positions in the dims that they index, which are brought together first."""
    dims = [dim for dim, value in enumerate(indices) if value is not None]
    if any(indices[dim].dtype in (torch.bool, torch.uint8) for dim in dims):
        return NotImplemented  # the size of the result is data
    first = dims[0]
    if dims != list(range(first, first + len(dims))):
        x, first = x.permute(dims + [dim for dim in range(x.dim()) if dim not in dims]), 0
    else:
        x = x.clone()
    sizes = [x.shape[first + number] for number in range(len(dims))]
    lists = torch.broadcast_tensors(*(wrap(indices[dim], size) for dim, size in zip(dims, sizes)))
    place = lists[0]
    for number in range(1, len(lists)):
        place = place * sizes[number] + lists[number]
    before, after = list(x.shape[:first]), list(x.shape[first + len(dims) :])
    merged = x.reshape([*before, math.prod(sizes), *after])
    return merged.index_select(first, place.reshape(-1)).reshape([*before, *place.shape, *after])


@decomposes(aten.unfold.default)
def unfold(x, dimension, size, step):
    """Windows, gathered by their positions."""
    dim = dimension % max(x.dim(), 1)
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
