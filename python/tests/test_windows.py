# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions, pooling, norms, losses and index tensors: imported, and executed on the levels of the CPU."""

import functools

import emmy
import pytest
import torch
import torch.nn.functional as F
from emmy.testing import check_program
from torch import nn

# The test of the importer's tables, in test_operators.py, looks at these programs.
pytestmark = pytest.mark.xdist_group("operators")


class Call(nn.Module):
    def __init__(self, function):
        super().__init__()
        # The arguments keep the function's names.
        self.forward = function


def numbers(*shape):
    return torch.randn(*shape)


aten = torch.ops.aten
INDEX = torch.tensor([1, 2, 0])
CASES = {
    "conv1d": (nn.Conv1d(4, 6, 3, bias=False), (numbers(2, 4, 8),)),
    "conv1d_same": (nn.Conv1d(4, 6, 3, padding="same"), (numbers(2, 4, 8),)),
    "conv2d_grouped": (nn.Conv2d(4, 6, 3, stride=2, padding=1, groups=2), (numbers(2, 4, 8, 7),)),
    "conv2d_valid": (nn.Conv2d(2, 3, 2, padding="valid"), (numbers(1, 2, 4, 3),)),
    "conv3d": (nn.Conv3d(2, 3, 2), (numbers(1, 2, 3, 4, 3),)),
    "conv3d_same": (nn.Conv3d(1, 2, 3, padding="same"), (numbers(1, 1, 3, 2, 3),)),
    "convolution": (
        Call(lambda x, w: aten.convolution(x, w, None, [2], [1], [1], True, [1], 1)),
        (numbers(1, 2, 4), numbers(2, 3, 3)),
    ),
    "conv_transpose1d": (nn.ConvTranspose1d(2, 3, 3, 2), (numbers(1, 2, 4),)),
    "conv_transpose3d": (nn.ConvTranspose3d(1, 2, 2), (numbers(1, 1, 2, 3, 2),)),
    "conv_transpose2d": (nn.ConvTranspose2d(4, 6, 3, 2, 1, 1), (numbers(2, 4, 5, 4),)),
    "max_pool2d": (nn.MaxPool2d(3, 2, 1, ceil_mode=True), (numbers(1, 2, 6, 7),)),
    "avg_pool2d": (nn.AvgPool2d(3, 2, 1), (numbers(1, 2, 7, 6),)),
    "avg_pool1d_ceil": (nn.AvgPool1d(3, 2, 1, ceil_mode=True, count_include_pad=False), (numbers(1, 2, 8),)),
    "adaptive_avg_pool2d": (nn.AdaptiveAvgPool2d((3, 2)), (numbers(1, 2, 7, 5),)),
    "avg_pool3d": (nn.AvgPool3d(2), (numbers(1, 1, 4, 3, 4),)),
    "max_pool1d": (nn.MaxPool1d(3, 2), (numbers(1, 2, 8),)),
    "max_pool3d": (nn.MaxPool3d(2, 1, 1), (numbers(1, 1, 3, 2, 3),)),
    "adaptive_avg_pool1d": (nn.AdaptiveAvgPool1d(3), (numbers(1, 2, 7),)),
    "adaptive_avg_pool3d": (nn.AdaptiveAvgPool3d(2), (numbers(1, 1, 3, 4, 2),)),
    "_adaptive_avg_pool2d": (Call(lambda x: aten._adaptive_avg_pool2d(x, [2, 3])), (numbers(1, 2, 5, 4),)),
    "_adaptive_avg_pool3d": (Call(lambda x: aten._adaptive_avg_pool3d(x, [1, 2, 1])), (numbers(1, 1, 2, 3, 2),)),
    "norm_of_all": (Call(lambda x: aten.norm.Scalar(x, 3)), (numbers(3, 4),)),
    "norm_of_dims": (Call(lambda x: aten.norm.ScalarOpt_dim(x, 1, [1], True)), (numbers(3, 4),)),
    "frobenius_norm": (Call(lambda x: aten.frobenius_norm.dim(x, [0, 1])), (numbers(3, 4),)),
    "norm": (Call(lambda x: torch.norm(x, p=2, dim=1, keepdim=True)), (numbers(3, 4),)),
    "cross_entropy": (nn.CrossEntropyLoss(), (numbers(3, 4), INDEX)),
    "nll_loss": (nn.NLLLoss(reduction="sum"), (numbers(3, 4), INDEX)),
    "nll_loss_direct": (Call(lambda x, i: aten.nll_loss(x, i)), (numbers(3, 4), INDEX)),
    "unsafe_index": (Call(lambda x, i: aten._unsafe_index(x, [None, i])), (numbers(3, 4), INDEX)),
    "scatter": (Call(lambda x, i, v: x.scatter(0, i, v)), (numbers(3, 4), torch.tensor([[1, 2], [0, 0]]), numbers(2, 2))),
    "index_one": (Call(lambda x, i: x[:, i]), (numbers(3, 4), INDEX)),
    "index_two": (Call(lambda x, i: x[i, i]), (numbers(3, 4), INDEX)),
    "index_put": (Call(lambda x, i, v: x.index_put((i,), v)), (numbers(3, 4), torch.tensor([2, 0]), numbers(2, 4))),
    "scatter_add": (Call(lambda x, i, v: x.scatter_add(0, i, v)), (numbers(3, 4), torch.tensor([[1, 2]]), numbers(1, 2))),
    "max_pool_values": (Call(lambda x: F.max_pool2d(x, 2, return_indices=True)[0]), (numbers(1, 2, 6, 6),)),
    "max_pool3d_values": (Call(lambda x: F.max_pool3d(x, 2, return_indices=True)[0]), (numbers(1, 1, 4, 4, 2),)),
    "native_dropout": (Call(lambda x: aten.native_dropout(x, 0.5, False)[0]), (numbers(3, 4),)),
}


@functools.cache
def get_program(name):
    module, inputs = CASES[name]
    return emmy.compile(module.eval(), inputs)


@pytest.mark.parametrize("device", ["tensor", "cpu"])
@pytest.mark.parametrize("name", CASES)
def test_windows(name, device):
    module, inputs = CASES[name]
    check_program(get_program(name), module, inputs, device=device)
