# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of matrices of 8-bit floats, with their scales."""

from __future__ import annotations

import torch

from .decompositions import aten, decomposes
from .types import Unsupported


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
    if scale_result is not None and out_dtype.itemsize == 1:
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
