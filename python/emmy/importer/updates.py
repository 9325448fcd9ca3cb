# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads and updates at computed coordinates, written as those that the framework level has."""

from __future__ import annotations

import functools
import math

import torch
from torch.fx.experimental.symbolic_shapes import guard_or_true

from .decompositions import aten, decomposes
from .types import Unsupported


def get_identity(reduce: str, dtype) -> "float | int":
    """What changes nothing when it is combined with an element."""
    if reduce in ("amax", "amin"):
        if dtype.is_floating_point:
            return -math.inf if reduce == "amax" else math.inf
        if dtype == torch.bool:
            return reduce == "amin"
        info = torch.iinfo(dtype)
        return info.min if reduce == "amax" else info.max
    return 1 if reduce == "prod" else 0


@decomposes(aten.scatter.value)
def scatter_value(x, dim, index, value):
    return aten.scatter.src(x, dim, index, torch.full(index.shape, value, dtype=x.dtype))


def cut_source(index, src):
    """As many elements in each dim as there are positions, or None where it has them; PyTorch reads no others."""
    if all(not guard_or_true(n != size) for n, size in zip(index.shape, src.shape, strict=True)):
        return None
    return src[tuple(slice(0, n) for n in index.shape)]


def scatter_part(scatter, x, dim, index, src):
    src = cut_source(index, src)
    return NotImplemented if src is None else scatter(x, dim, index, src)


for scatter in (aten.scatter.src, aten.scatter_add.default):
    decomposes(scatter)(functools.partial(scatter_part, scatter))


@decomposes(aten.scatter.reduce)
def scatter_by_word(x, dim, index, src, *, reduce):
    return aten.scatter_reduce.two(x, dim, index, src, {"add": "sum", "multiply": "prod"}[reduce])


@decomposes(aten.scatter.value_reduce)
def scatter_value_by_word(x, dim, index, value, *, reduce):
    return scatter_by_word(x, dim, index, torch.full(index.shape, value, dtype=x.dtype), reduce=reduce)


@decomposes(aten.scatter_reduce.two)
def scatter_reduce(x, dim, index, src, reduce, *, include_self=True):
    """The framework level has those that start with the elements of x, and no mean."""
    part = cut_source(index, src)
    if part is not None:
        return aten.scatter_reduce.two(x, dim, index, part, reduce, include_self=include_self)
    if reduce != "mean" and include_self:
        return NotImplemented
    start = x if include_self else scatter_value(x, dim, index, get_identity(reduce, x.dtype))
    total = aten.scatter_reduce.two(start, dim, index, src, "sum" if reduce == "mean" else reduce)
    if reduce != "mean":
        return total
    counts = torch.ones_like(x) if include_self else scatter_value(torch.ones_like(x), dim, index, 0)
    counts = aten.scatter_add(counts, dim, index, torch.ones_like(src))
    return total / counts if x.is_floating_point() else torch.div(total, counts, rounding_mode="floor")


@decomposes(aten.index_reduce.default)
def index_reduce(x, dim, index, source, reduce, *, include_self=True):
    if x.dim() == 0:
        x, source = x.reshape(1), source.reshape(1)
        return index_reduce(x, 0, index.reshape(1), source, reduce, include_self=include_self).reshape([])
    shape = [1] * x.dim()
    shape[dim] = index.shape[0] if index.dim() else 1
    index = index.reshape(shape).expand(source.shape)
    return scatter_by_reduction(x, dim, index, source, reduce, include_self)


def scatter_by_reduction(x, dim, index, source, reduce, include_self):
    result = scatter_reduce(x, dim, index, source, reduce, include_self=include_self)
    return aten.scatter_reduce.two(x, dim, index, source, reduce) if result is NotImplemented else result


@decomposes(aten.gather.default)
def gather(x, dim, index, *, sparse_grad=False):
    """PyTorch takes a number for a vector of one element, and any index that has no elements."""
    if x.dim() == index.dim() and index.dtype in (torch.int32, torch.int64):
        return NotImplemented
    if index.numel() == 0:
        return x.new_zeros(index.shape)
    return aten.gather(x.reshape(-1), 0, index.reshape(-1)).reshape(index.shape)


@decomposes(aten.take.default)
def take(x, index):
    return aten.index(x.reshape(-1), [index])


@decomposes(aten.put.default)
def put(x, index, source, accumulate=False):
    flat = aten.index_put(x.reshape(-1), [index.reshape(-1)], source.reshape(-1), accumulate)
    return flat.reshape(x.shape)


@decomposes(aten.masked_scatter.default)
def masked_scatter(x, mask, source):
    """The elements of the source in their order, where the mask holds."""
    x, mask = torch.broadcast_tensors(x, mask)
    if source.numel() == 0:
        return x.clone()
    places = mask.reshape(-1).to(torch.int64).cumsum(0) - 1
    taken = source.reshape(-1).index_select(0, places.clamp(0, source.numel() - 1))
    return torch.where(mask, taken.reshape(x.shape), x)


@decomposes(aten.index_put.default)
def index_put(x, indices, values, accumulate=False):
    """One mask, with values that are the same for all elements that it takes: how many these are does not matter."""
    given = [(dim, index) for dim, index in enumerate(indices) if index is not None]
    if len(given) != 1 or given[0][1].dtype != torch.bool:
        return NotImplemented
    dim, mask = given[0]
    behind = x.dim() - dim - mask.dim()
    if values.dim() > behind:
        place = values.dim() - behind - 1
        if guard_or_true(values.shape[place] != 1):
            return NotImplemented
        values = values.reshape([*values.shape[:place], *[1] * mask.dim(), *values.shape[place + 1 :]])
    mask = mask.reshape([*mask.shape, *[1] * behind])
    return torch.where(mask, x + values if accumulate else values, x).to(x.dtype)


def get_strided_places(x, size, stride, offset):
    """The places, in a tensor that lies densely in memory, of a view of its storage. What else is in the storage is not known."""
    if not x.is_contiguous():
        raise Unsupported(f"expected a contiguous tensor, but got strides {list(x.stride())}")
    start = 0 if offset is None else offset - x.storage_offset()
    last = start + sum((extent - 1) * step for extent, step in zip(size, stride, strict=True))
    if 0 not in size and (start < 0 or last >= x.numel()):
        raise Unsupported(f"expected a view of the tensor's {x.numel()} elements, but got one of elements {start} to {last}")
    places = torch.full([], start, dtype=torch.int64)
    for extent, step in zip(size, stride, strict=True):
        places = places.unsqueeze(-1) + torch.arange(extent) * step
    return places


@decomposes(aten.as_strided.default)
def as_strided(x, size, stride, storage_offset=None):
    places = get_strided_places(x, size, stride, storage_offset)
    return x.reshape(-1).index_select(0, places.reshape(-1)).reshape(size)


@decomposes(aten.as_strided_scatter.default)
def as_strided_scatter(x, source, size, stride, storage_offset=None):
    places = get_strided_places(x, size, stride, storage_offset)
    return aten.index_put(x.reshape(-1), [places.reshape(-1)], source.reshape(-1)).reshape(x.shape)


@decomposes(aten.diagonal_scatter.default)
def diagonal_scatter(x, source, offset=0, dim1=0, dim2=1):
    dim1, dim2 = dim1 % x.dim(), dim2 % x.dim()
    rows, columns = torch.arange(source.shape[-1]), torch.arange(source.shape[-1])
    rows, columns = (rows, columns + offset) if offset >= 0 else (rows - offset, columns)
    moved = x.movedim((dim1, dim2), (0, 1))
    return aten.index_put(moved, [rows, columns], source.movedim(-1, 0).to(x.dtype)).movedim((0, 1), (dim1, dim2))


# Tables of vectors.


@decomposes(aten.embedding_renorm.default)
def embedding_renorm(weight, indices, max_norm, norm_type):
    """Rows that are looked up, and longer than they may be, are made shorter."""
    is_read = (torch.arange(weight.shape[0]).unsqueeze(-1) == indices.reshape(-1)).any(-1, keepdim=True)
    norm = torch.linalg.vector_norm(weight, norm_type, 1, keepdim=True)
    return torch.where(is_read & (norm > max_norm), weight * (max_norm / (norm + 1e-7)), weight)


FAST_BAGS = (torch.float32, torch.float16, torch.bfloat16)


@decomposes(aten._embedding_bag.default, aten._embedding_bag_forward_only.default)
def embedding_bag(
    weight,
    indices,
    offsets,
    scale_grad_by_freq=False,
    mode=0,
    sparse=False,
    per_sample_weights=None,
    include_last_offset=False,
    padding_idx=-1,
):
    """Sums (mode 0), means (1) or maxima (2) of rows; bag b holds the indices from its offset up to the next one's.

    Where a last offset is given, PyTorch's fast kernels end the last bag there; what counts its elements, and all other kernels, end it
    behind the last index.
    """
    count = indices.shape[0]
    starts = offsets[:-1] if include_last_offset else offsets
    ends = torch.cat([starts[1:], torch.full([1], count, dtype=offsets.dtype)])
    is_fast = mode != 2 and padding_idx < 0 and weight.dtype in FAST_BAGS
    places = torch.arange(count)
    is_member = (places >= starts.unsqueeze(-1)) & (places < ends.unsqueeze(-1))
    is_counted = is_member & (indices != padding_idx)
    is_taken = is_counted & (places < offsets[-1]) if is_fast and include_last_offset else is_counted
    rows = weight.index_select(0, indices)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.unsqueeze(-1)
    numbers = is_counted.sum(-1)
    fill = float("-inf") if mode == 2 else 0.0
    taken = torch.where(is_taken.unsqueeze(-1), rows.unsqueeze(0), fill)
    if mode == 2:
        result = torch.where(numbers.unsqueeze(-1) > 0, taken.amax(1), 0.0) if count else torch.zeros_like(taken.sum(1))
    else:
        result = taken.sum(1)
        result = result / numbers.clamp_min(1).unsqueeze(-1) if mode == 1 else result
    bags = (is_member * torch.arange(starts.shape[0]).unsqueeze(-1)).sum(0)
    return result.to(weight.dtype), bags, numbers, torch.zeros_like(numbers)
