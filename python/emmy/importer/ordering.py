# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that ask for an order: parts of a sort, and counts of what is less."""

from __future__ import annotations

import torch

from .decompositions import aten, decomposes


def sort(x, dim, descending=False):
    return aten.sort.stable(x, stable=True, dim=dim, descending=descending)


@decomposes(aten.topk.default)
def topk(x, k, dim=-1, largest=True, sorted=True):
    values, indices = sort(x, dim, largest)
    return (values, indices) if x.dim() == 0 else (values.narrow(dim, 0, k), indices.narrow(dim, 0, k))


def pick(values, indices, dim, place, keepdim):
    """The elements at a place of each sorted line; `place` is a number, or a tensor with extent 1 along dim."""
    if isinstance(place, int):
        values, indices = values.narrow(dim, place, 1), indices.narrow(dim, place, 1)
    else:
        values, indices = values.gather(dim, place), indices.gather(dim, place)
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))


@decomposes(aten.kthvalue.default)
def kthvalue(x, k, dim=-1, keepdim=False):
    if x.dim() == 0:
        return sort(x, dim)
    return pick(*sort(x, dim), dim, k - 1, keepdim)


def get_median(x, dim, keepdim, ignores_nan):
    """The lower of two middle elements. A NaN is last in the order: without `ignores_nan` the first of them is the median."""
    if x.dim() == 0:
        return sort(x, dim)
    torch._check_index(x.shape[dim] != 0, lambda: f"median(): expected dim {dim} to have elements, but got none")
    size = torch.ones_like(x, dtype=torch.int64).sum(dim, keepdim=True)
    numbers = x.isnan().logical_not().sum(dim, keepdim=True)
    middle = torch.div((numbers - 1).clamp_min(0), 2, rounding_mode="floor")
    place = middle if ignores_nan else torch.where(numbers == size, middle, numbers)
    return pick(*sort(x, dim), dim, place, keepdim)


@decomposes(aten.median.dim)
def median_along_dim(x, dim, keepdim=False):
    return get_median(x, dim, keepdim, False)


@decomposes(aten.nanmedian.dim)
def nanmedian_along_dim(x, dim, keepdim=False):
    return get_median(x, dim, keepdim, True)


def get_whole_median(x, ignores_nan):
    """Of no elements: NaN, or the least integer."""
    fill = float("nan") if x.is_floating_point() else torch.iinfo(x.dtype).min
    flat = x.reshape(-1)
    if isinstance(flat.shape[0], int) and flat.shape[0] == 0:
        return torch.full([], fill, dtype=x.dtype)
    size = torch.ones_like(flat, dtype=torch.int64).sum()
    return torch.where(size == 0, fill, get_median(flat, 0, False, ignores_nan)[0]).to(x.dtype)


@decomposes(aten.median.default)
def median(x):
    return get_whole_median(x, False)


@decomposes(aten.nanmedian.default)
def nanmedian(x):
    return get_whole_median(x, True)


@decomposes(aten.mode.default)
def mode(x, dim=-1, keepdim=False):
    """The smallest of the most frequent elements, and the last place that holds it."""
    if x.dim() == 0:
        return x.clone(), torch.zeros([], dtype=torch.int64)
    lines = x.movedim(dim, -1)
    counts = (lines.unsqueeze(-1) == lines.unsqueeze(-2)).sum(-1)
    is_frequent = counts == counts.amax(-1, keepdim=True)
    numbers = lines.to(torch.int8) if x.dtype == torch.bool else lines
    highest = float("inf") if x.is_floating_point() else torch.iinfo(numbers.dtype).max
    values = torch.where(is_frequent, numbers, highest).amin(-1, keepdim=True)
    places = torch.where(numbers == values, torch.arange(x.shape[dim]), -1).amax(-1, keepdim=True)
    values, places = values.to(x.dtype).movedim(-1, dim), places.movedim(-1, dim)
    return (values, places) if keepdim else (values.squeeze(dim), places.squeeze(dim))


@decomposes(aten.searchsorted.Tensor)
def searchsorted(sequence, x, *, out_int32=False, right=False, side=None, sorter=None):
    """How many elements of the sequence lie before each element of x: those that are less, or with `right` not greater."""
    if sorter is not None:
        sequence = sequence.gather(-1, sorter)
    lines = sequence if sequence.dim() == 1 else sequence.unsqueeze(-2)
    values = x.unsqueeze(-1)
    is_before = ~(lines > values) if right or side == "right" else ~(lines >= values)
    return is_before.sum(-1, dtype=torch.int32 if out_int32 else torch.int64)


@decomposes(aten.searchsorted.Scalar)
def searchsorted_number(sequence, x, *, out_int32=False, right=False, side=None, sorter=None):
    value = torch.full([], x, dtype=sequence.dtype if isinstance(x, int) else torch.float64)
    return searchsorted(sequence, value, out_int32=out_int32, right=right, side=side, sorter=sorter)


@decomposes(aten.bucketize.Tensor)
def bucketize(x, boundaries, *, out_int32=False, right=False):
    return searchsorted(boundaries, x, out_int32=out_int32, right=right)


@decomposes(aten.bucketize.Scalar)
def bucketize_number(x, boundaries, *, out_int32=False, right=False):
    return searchsorted_number(boundaries, x, out_int32=out_int32, right=right)


@decomposes(aten.histc.default)
def histc(x, bins=100, min=0, max=0):
    """How many elements lie in each of the equal parts from min to max, the end included."""
    x = x.reshape(-1)
    low, high = torch.full([], min, dtype=x.dtype), torch.full([], max, dtype=x.dtype)
    if min == max and x.shape[0]:
        low, high = x.amin(), x.amax()
    low, high = torch.where(low == high, low - 1, low), torch.where(low == high, high + 1, high)
    scaled = (x - low) * bins / (high - low)
    number = scaled.floor().to(torch.int64).clamp(0, bins - 1)
    is_inside = (x >= low) & (x <= high)
    is_there = (number.unsqueeze(-1) == torch.arange(bins)) & is_inside.unsqueeze(-1)
    return is_there.sum(0).to(x.dtype)


@decomposes(aten.logcumsumexp.default)
def logcumsumexp(x, dim):
    """Of each element's own part of the line: a sum that is shifted by the largest element of the whole would lose the small ones."""
    if x.dim() == 0:
        return x.clone()
    lines = x.movedim(dim, -1)
    places = torch.arange(x.shape[dim])
    is_up_to = places <= places.unsqueeze(-1)
    return torch.where(is_up_to, lines.unsqueeze(-2), float("-inf")).logsumexp(-1).movedim(-1, dim)
