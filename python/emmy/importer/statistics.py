# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Means and variances of one sweep, and normalisations by those of a batch.

PyTorch's own function rounds the mean to the input's dtype before it subtracts it, and squares what may leave the range. Here means
are in f64, and a variance is the square of a standard deviation, which is in range where the elements are.
"""

from __future__ import annotations

import math

import torch
from torch._decomp import decomposition_table

from .decompositions import aten, decomposes


def get_count(x, dims):
    return math.prod(x.shape[dim] for dim in dims)


def get_wide_mean(x, dims, keepdim):
    """In f64, where no sum of narrower floats leaves the range. One of f64 may, although the mean does not: then it is that of numbers
    which are smaller by a power of two."""
    wide = x.to(torch.float64)
    mean = wide.mean(dims, keepdim=keepdim)
    if x.dtype != torch.float64:
        return mean
    return torch.where(mean.isfinite(), mean, (wide * 2.0**-64).mean(dims, keepdim=keepdim) * 2.0**64)


def get_mean(x, dims, keepdim):
    """In f64. As PyTorch takes it, by adding distances: of infinities it is NaN, but of a single element."""
    mean = get_wide_mean(x, dims, keepdim)
    return torch.where(mean.isinf().to(torch.float64) * (get_count(x, dims) - 1) > 0, math.nan, mean)


def get_dims(x, dim):
    return dim if dim else tuple(range(x.dim()))


def get_dims_of_batch(x):
    """All but that of channels."""
    return 0, *range(2, x.dim())


@decomposes(aten.var_mean.correction)
def var_mean(x, dim=None, *, correction=None, keepdim=False):
    variance = aten.var.correction(x, dim, correction=correction, keepdim=keepdim)
    return variance, get_mean(x, get_dims(x, dim), keepdim).to(x.dtype)


@decomposes(aten.std_mean.correction)
def std_mean(x, dim=None, *, correction=None, keepdim=False):
    deviation = aten.std.correction(x, dim, correction=correction, keepdim=keepdim)
    return deviation, get_mean(x, get_dims(x, dim), keepdim).to(x.dtype)


@decomposes(aten.var_mean.dim)
def var_mean_unbiased(x, dim=None, unbiased=True, keepdim=False):
    return var_mean(x, dim, correction=1 if unbiased else 0, keepdim=keepdim)


@decomposes(aten.std_mean.dim)
def std_mean_unbiased(x, dim=None, unbiased=True, keepdim=False):
    return std_mean(x, dim, correction=1 if unbiased else 0, keepdim=keepdim)


def normalize(x, weight, bias, eps):
    """(the normalisation of each channel, its mean, its deviation, the reciprocal of its root of variance + eps), statistics with
    dims of size 1 and in f64. What the mean lacks when it is rounded is taken off, too; in f64, that is the mean of the distances."""
    dims = get_dims_of_batch(x)
    wide = x.to(torch.promote_types(x.dtype, torch.float32))
    mean = get_wide_mean(wide, dims, keepdim=True)
    deviation = wide.std(dims, correction=0, keepdim=True).to(torch.float64)
    scale = 1 / torch.hypot(deviation, torch.full([], math.sqrt(eps), dtype=torch.float64))
    rounded = mean.to(wide.dtype)
    distance = wide - rounded
    is_double = wide.dtype == torch.float64
    distance = distance - (distance.mean(dims, keepdim=True) if is_double else (mean - rounded.to(torch.float64)).to(wide.dtype))
    result = distance * scale.to(wide.dtype)
    channels = [-1, *(1 for _ in dims[1:])]
    if weight is not None:
        result = result * weight.reshape(channels)
    if bias is not None:
        result = result + bias.reshape(channels)
    return result.to(x.dtype), mean, deviation, scale


@decomposes(aten._native_batch_norm_legit_functional.default)
def batch_norm_functional(x, weight, bias, running_mean, running_var, training, momentum, eps):
    """(result, mean, reciprocal deviation, the two running statistics afterwards)."""
    if not training:
        function = decomposition_table[aten._native_batch_norm_legit_functional.default]
        return function(x, weight, bias, running_mean, running_var, training, momentum, eps)
    result, mean, deviation, scale = normalize(x, weight, bias, eps)
    count = get_count(x, get_dims_of_batch(x))
    variance = deviation * deviation * count / (count - 1)
    updated = [
        (momentum * statistic.reshape(-1) + (1 - momentum) * running.to(torch.float64)).to(running.dtype)
        for statistic, running in ((mean, running_mean), (variance, running_var))
    ]
    return result, mean.reshape(-1).to(x.dtype), scale.reshape(-1).to(x.dtype), *updated


def batch_norm_of_batch(x, weight, bias, eps):
    result, mean, _, scale = normalize(x, weight, bias, eps)
    return result, mean.reshape(-1).to(x.dtype), scale.reshape(-1).to(x.dtype)


@decomposes(aten.native_batch_norm.default)
def native_batch_norm(x, weight, bias, running_mean, running_var, training, momentum, eps):
    """Where it writes to running statistics, it has become the functional one."""
    if not training:
        return decomposition_table[aten.native_batch_norm.default](
            x, weight, bias, running_mean, running_var, training, momentum, eps
        )
    return batch_norm_of_batch(x, weight, bias, eps)


@decomposes(aten._native_batch_norm_legit.no_stats)
def native_batch_norm_without_statistics(x, weight, bias, training, momentum, eps):
    return batch_norm_of_batch(x, weight, bias, eps)


@decomposes(aten.batch_norm.default)
def batch_norm(x, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled):
    """In inference the framework level has it."""
    return normalize(x, weight, bias, eps)[0] if training else NotImplemented
