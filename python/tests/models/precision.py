# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models in f64, throughout.

Models compute parts of themselves in f32 whatever their dtype is: angles of rotary embeddings, norms, scores of experts. In f64
such a part would hide every error below 1e-7 behind PyTorch's own. Within `doubled`, f32 means f64 for what a model's code asks for.
"""

from __future__ import annotations

import contextlib

import torch
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree


class _Doubled(TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        if function is torch.Tensor.float:
            function = torch.Tensor.double
        args, kwargs = pytree.tree_map(lambda leaf: torch.float64 if leaf is torch.float32 else leaf, (args, kwargs or {}))
        return function(*args, **kwargs)


@contextlib.contextmanager
def doubled():
    usual = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        with _Doubled():
            yield
    finally:
        torch.set_default_dtype(usual)


def convert(value, dtype: torch.dtype):
    """Every float tensor of a structure in `dtype`."""

    def convert_one(leaf):
        return leaf.to(dtype) if isinstance(leaf, torch.Tensor) and leaf.is_floating_point() else leaf

    return pytree.tree_map(convert_one, value)
