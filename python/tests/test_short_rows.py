# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows so short that a block holds many: each has a few threads, or a part of one."""

import emmy
import pytest
import torch
from emmy.testing import check_program
from torch.export import Dim


def call(x):
    centered = x - x.mean(-1, keepdim=True)
    normal = centered * torch.rsqrt((centered * centered).mean(-1, keepdim=True) + 1e-3)
    return normal, torch.softmax(x, -1), x.amax(-1), normal.transpose(0, 1).contiguous()


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 5, 8, 33, 64])
def test_rows(columns):
    torch.manual_seed(columns)
    program = emmy.compile(call, (torch.randn(8, columns),), target="sm_90", dynamic_shapes=({0: Dim("rows")},))
    for rows in (0, 1, 37, 64):
        x = torch.randn(rows, columns)
        for device in ("tile", "shim"):
            check_program(program, call, (x,), device=device)
