# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of groups of rows with a matrix for each group, as layers of experts compute them."""

from __future__ import annotations

import torch

from .decompositions import aten, decomposes


@decomposes(aten._grouped_mm.default, "transformers::grouped_mm_fallback")
def grouped_mm(x, y, offs=None, bias=None, out_dtype=None):
    """`offs` says where each group ends along the dim that is cut into groups: rows of x, columns of y, or what is summed over.

    Each row (or column) takes the matrix of its group. PyTorch leaves open what those behind the last group are.
    """
    if bias is not None:
        return NotImplemented
    if offs is None:
        product = torch.bmm(x, y)
    elif x.dim() == 2 and y.dim() == 3:
        product = torch.bmm(x.unsqueeze(1), y.index_select(0, find_groups(x.shape[0], offs))).squeeze(1)
    elif x.dim() == 3 and y.dim() == 2:
        columns = torch.bmm(x.index_select(0, find_groups(y.shape[1], offs)), y.t().unsqueeze(-1))
        product = columns.squeeze(-1).t()
    else:
        # Not by a product with 0: what other groups sum may be infinite.
        starts = torch.cat([torch.zeros_like(offs[:1]), offs[:-1]])
        places = torch.arange(x.shape[1])
        mask = (places >= starts.unsqueeze(1)) & (places < offs.unsqueeze(1))
        product = torch.bmm(torch.where(mask.unsqueeze(1), x, 0), torch.where(mask.unsqueeze(2), y, 0))
    return product if out_dtype is None else product.to(out_dtype)


def find_groups(count, offs):
    """The group of each of `count` positions: how many groups end before it."""
    ended = torch.arange(count).unsqueeze(1) >= offs
    return ended.sum(1).clamp(max=offs.shape[0] - 1)
