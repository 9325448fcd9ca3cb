# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Resizing that averages: kernels as wide as steps are, in floats and in bytes, of any size."""

import emmy
import pytest
import torch
from emmy.testing import compare
from torch.export import Dim
from torch.nn import functional as F

# Smaller and larger, to the size that it has, to one element, and by factors.
STATIC = [
    {"size": (4, 5)},
    {"size": (13, 17), "align_corners": True},
    {"size": (7, 9)},
    {"size": (1, 1)},
    {"scale_factor": (0.3, 1.7)},
    {"scale_factor": 0.45, "recompute_scale_factor": True},
]
MODES = ["bilinear", "bicubic"]


def resize_all(x):
    # PyTorch has no bytes of one row and column.
    options = [option for option in STATIC if x.is_floating_point() or option.get("size") != (1, 1)]
    return [F.interpolate(x, mode=mode, antialias=True, **option) for mode in MODES for option in options]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.uint8], ids=str)
def test_static_sizes(dtype):
    """Bytes are weighted by integers, and rounded after rows and after columns."""
    torch.manual_seed(0)
    x = torch.randint(0, 256, (2, 3, 7, 9)).to(dtype)
    program = emmy.compile(resize_all, (x,))
    program.opt_level = 0
    exact = resize_all(x) if dtype == torch.uint8 else resize_all(x.double())
    for device in ("tensor", "cpu"):
        for got, eager, wide in zip(program(x, device=device), resize_all(x), exact, strict=True):
            assert compare(got, eager, wide) is None, device


def get_cases(mode):
    return [
        lambda x: F.interpolate(x, (3, 4), mode=mode, antialias=True),
        lambda x: F.interpolate(x, (x.shape[2] * 2, x.shape[3] // 2), mode=mode, antialias=True),
        lambda x: F.interpolate(x, scale_factor=0.75, mode=mode, antialias=True),
    ]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("number", range(3), ids=["size", "half", "factor"])
def test_dynamic_sizes(mode, number):
    """A width of one element, of several rows, is none: PyTorch reads the first row for all."""
    torch.manual_seed(1)
    call = get_cases(mode)[number]
    dims = {0: Dim("n"), 2: Dim("h", min=2), 3: Dim("w", min=4)}
    program = emmy.compile(call, (torch.randn(2, 3, 8, 10),), dynamic_shapes=(dims,))
    program.opt_level = 0
    for shape in ((1, 3, 11, 4), (2, 3, 8, 10), (3, 3, 2, 13)):
        x = torch.randn(shape)
        for device in ("tensor", "cpu") if shape[0] > 1 else ("tensor", "simulator"):
            assert compare(program(x, device=device), call(x), call(x.double())) is None, (shape, device)


def test_factors_that_floats_do_not_have():
    with pytest.raises(emmy.UnsupportedError, match=r"expected a size made of \+, \*, //, %, min and max, but got FloorToInt"):
        emmy.compile(
            lambda x: F.interpolate(x, scale_factor=0.3, mode="bicubic", antialias=True),
            (torch.randn(1, 1, 8, 10),),
            dynamic_shapes=({2: Dim("h", min=4)},),
        )
