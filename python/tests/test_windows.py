# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions, pooling, norms, losses and index tensors: imported, and executed on the levels of the CPU."""

import emmy
import pytest
import torch
import torch.nn.functional as F
from emmy.testing import check_program
from torch import nn


class Call(nn.Module):
    def __init__(self, function):
        super().__init__()
        # The arguments keep the function's names.
        self.forward = function


def numbers(*shape):
    return torch.randn(*shape)


INDEX = torch.tensor([1, 2, 0])
CASES = {
    "conv1d_same": (nn.Conv1d(4, 6, 3, padding="same"), (numbers(2, 4, 8),)),
    "conv2d_grouped": (nn.Conv2d(4, 6, 3, stride=2, padding=1, groups=2), (numbers(2, 4, 8, 7),)),
    "conv3d": (nn.Conv3d(2, 3, 2), (numbers(1, 2, 3, 4, 3),)),
    "conv_transpose2d": (nn.ConvTranspose2d(4, 6, 3, 2, 1, 1), (numbers(2, 4, 5, 4),)),
    "max_pool2d": (nn.MaxPool2d(3, 2, 1, ceil_mode=True), (numbers(1, 2, 6, 7),)),
    "avg_pool2d": (nn.AvgPool2d(3, 2, 1), (numbers(1, 2, 7, 6),)),
    "avg_pool1d_ceil": (nn.AvgPool1d(3, 2, 1, ceil_mode=True, count_include_pad=False), (numbers(1, 2, 8),)),
    "adaptive_avg_pool2d": (nn.AdaptiveAvgPool2d((3, 2)), (numbers(1, 2, 7, 5),)),
    "norm": (Call(lambda x: torch.norm(x, p=2, dim=1, keepdim=True)), (numbers(3, 4),)),
    "cross_entropy": (nn.CrossEntropyLoss(), (numbers(3, 4), INDEX)),
    "index_one": (Call(lambda x, i: x[:, i]), (numbers(3, 4), INDEX)),
    "index_two": (Call(lambda x, i: x[i, i]), (numbers(3, 4), INDEX)),
    "index_put": (Call(lambda x, i, v: x.index_put((i,), v)), (numbers(3, 4), torch.tensor([2, 0]), numbers(2, 4))),
    "scatter_add": (Call(lambda x, i, v: x.scatter_add(0, i, v)), (numbers(3, 4), torch.tensor([[1, 2]]), numbers(1, 2))),
    "max_pool_values": (Call(lambda x: F.max_pool2d(x, 2, return_indices=True)[0]), (numbers(1, 2, 6, 6),)),
}


@pytest.mark.parametrize("device", ["tensor", "cpu"])
@pytest.mark.parametrize("name", CASES)
def test_windows(name, device):
    module, inputs = CASES[name]
    program = emmy.compile(module.eval(), inputs)
    check_program(program, module, inputs, device=device)
