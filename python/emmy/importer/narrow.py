# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Floats of 8 bits: products of scaled matrices, sums of products, and the bits themselves."""

from __future__ import annotations

import math

import torch

from .decompositions import aten, decomposes
from .types import Unsupported

# (bits of the significand that are written, bias of the exponent, the first magnitude that is no number: an infinity or a NaN)
FORMATS = {torch.float8_e4m3fn: (3, 7, 0x7F), torch.float8_e5m2: (2, 15, 0x7C)}
BYTES = (torch.uint8, torch.int8)


def is_narrow(x) -> bool:
    return x.dtype in FORMATS


# Products.


def has_one_element(x) -> bool:
    return all(isinstance(size, int) and size == 1 for size in x.shape)


def get_scales(x, y):
    """Numbers, or one for each row of the left matrix and one for each column of the right."""
    if has_one_element(x) and has_one_element(y):
        return x.reshape([]), y.reshape([])
    if x.dim() == 2 and y.dim() == 2 and x.shape[1] == 1 and y.shape[0] == 1:
        return x, y
    raise Unsupported(
        "expected scales that are numbers, or one for each row and one for each column (RowWise), but got shapes "
        f"{list(x.shape)} and {list(y.shape)}"
    )


@decomposes(aten._scaled_mm.default)
def scaled_mm(x, y, scale_a, scale_b, bias=None, scale_result=None, out_dtype=None, use_fast_accum=False):
    """As PyTorch has it on a CPU: scaled in f32, multiplied, and rounded once."""
    out_dtype = out_dtype or x.dtype
    scale_a, scale_b = get_scales(scale_a, scale_b)
    result = torch.matmul(x.to(torch.float32) * scale_a, y.to(torch.float32) * scale_b)
    if bias is not None:
        result = (result + bias).to(torch.float32)
    if scale_result is not None and out_dtype in FORMATS:
        result = result / scale_result
    return result.to(out_dtype)


# What a scale belongs to, as PyTorch numbers it.
TENSOR_WISE, ROW_WISE = 0, 1


@decomposes(aten._scaled_mm_v2.default)
def scaled_mm_by_recipe(
    x,
    y,
    scale_a,
    recipe_a,
    swizzle_a,
    scale_b,
    recipe_b,
    swizzle_b,
    bias,
    out_dtype,
    contraction_dim=(),
    use_fast_accum=False,
):
    recipes = [*recipe_a, *recipe_b]
    if recipes not in ([TENSOR_WISE] * 2, [ROW_WISE] * 2) or contraction_dim:
        raise Unsupported(f"expected scales of tensors (0) or of rows (1) and no other dims, but got recipes {recipes}")
    return scaled_mm(x, y, scale_a[0], scale_b[0], bias, None, out_dtype)


# Bits. As a function of the magnitude they are a line from each power of two to the next, on which all numbers are exact in f32.


def get_segments(dtype):
    """(how many steps come before it, where it starts, how wide a step is) of each line of 2^m steps; the first are the subnormals."""
    digits, bias, end = FORMATS[dtype]
    count = math.ceil(end / 2**digits)
    return [(k * 2**digits, 2.0 ** (k - bias) if k else 0.0, 2.0 ** (max(k, 1) - bias - digits)) for k in range(count)]


def get_bits(x):
    """The bits as i32; of each NaN those of the one that PyTorch makes."""
    steps = 2.0 ** FORMATS[x.dtype][0]
    wide = x.to(torch.float32)
    magnitude = wide.abs()
    bits = sum(((magnitude - start) / width).clamp(0.0, steps) for _, start, width in get_segments(x.dtype))
    bits = torch.where(wide.isnan(), 127.0, bits).to(torch.int32)
    return torch.where(torch.signbit(wide) & ~wide.isnan(), bits + 128, bits)


def get_number(bits, dtype):
    """The number that has these bits, from 0 to 255."""
    steps, end = 2.0 ** FORMATS[dtype][0], FORMATS[dtype][2]
    magnitude = (bits % 128).to(torch.float32)
    value = sum((magnitude - before).clamp(0.0, steps) * width for before, _, width in get_segments(dtype))
    if dtype == torch.float8_e5m2:
        value = torch.where(magnitude == end, math.inf, value)
        end += 1
    value = torch.where(magnitude >= end, math.nan, value)
    return torch.where(bits >= 128, -value, value).to(dtype)


@decomposes(aten.view.dtype)
def view_as(x, dtype):
    """Numbers of the same width: integers, and floats of 8 bits. All others stay, and are refused."""
    if x.dtype == dtype:
        return x.clone()
    if x.dtype in FORMATS and dtype in BYTES:
        return get_bits(x).to(dtype)
    if x.dtype in FORMATS and dtype in FORMATS:
        return get_number(get_bits(x), dtype)
    if x.dtype in BYTES and dtype in FORMATS:
        return get_number(x.to(torch.int32) % 256, dtype)
    is_real = not (x.dtype.is_floating_point or dtype.is_floating_point or x.dtype.is_complex or dtype.is_complex)
    return (
        x.to(dtype) if is_real and torch.bool not in (x.dtype, dtype) and x.dtype.itemsize == dtype.itemsize else NotImplemented
    )
