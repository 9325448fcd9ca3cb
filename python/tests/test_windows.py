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


torch.manual_seed(0)


def numbers(*shape):
    return torch.randn(*shape)


def places(*shape):
    """Numbers of few bits, whose sums and products are exact in every order."""
    return (4 * torch.randn(*shape)).round() / 4


aten = torch.ops.aten
INDEX = torch.tensor([1, 2, 0])
CASES = {
    "conv1d": (nn.Conv1d(4, 6, 3, bias=False), (numbers(2, 4, 8),)),
    "conv1d_same": (nn.Conv1d(4, 6, 3, padding="same"), (numbers(2, 4, 8),)),
    "conv2d_grouped": (nn.Conv2d(4, 6, 3, stride=2, padding=1, groups=2), (numbers(2, 4, 8, 7),)),
    "conv2d_same_odd": (nn.Conv2d(2, 3, (2, 3), padding="same", dilation=3), (numbers(1, 2, 4, 5),)),
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
    "avg_pool_of_integers": (
        Call(lambda x: (F.avg_pool1d(x, 2), F.avg_pool2d(x, 3, 2, 1), F.avg_pool3d(x[None], (2, 3, 2), divisor_override=4))),
        (torch.arange(-40, 44).reshape(2, 6, 7),),
    ),
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
    "adaptive_max_pool": (
        Call(lambda x: (aten.adaptive_max_pool2d(x, [3, 2]), aten.adaptive_max_pool3d(x, [1, 5, 3])[1])),
        (numbers(2, 3, 7, 5),),
    ),
    "max_pool_indices": (
        Call(
            lambda x: (
                F.max_pool2d(x, (3, 2), 2, 1, ceil_mode=True, return_indices=True),
                F.max_pool3d(x, 2, 1, 1, return_indices=True)[1],
            )
        ),
        (numbers(2, 3, 6, 5),),
    ),
    "scatter_reduce": (
        Call(
            lambda x, i, v: [
                x.scatter_reduce(0, i, v, word, include_self=with_self)
                for word in ("sum", "prod", "mean", "amax", "amin")
                for with_self in (True, False)
            ]
        ),
        (numbers(3, 4), torch.tensor([[1, 2, 0], [1, 1, 2]]), numbers(2, 3)),
    ),
    "updates": (
        Call(
            lambda x, i, v: (
                x.index_reduce(1, i, v, "amax", include_self=False),
                x.scatter(0, i[None], 2.5),
                x.scatter(1, i[None], 3.0, reduce="multiply"),
                x.put(i, v[0], accumulate=True),
                x.masked_scatter(x > 0, v),
                x.as_strided((2, 3), (1, 4), 1),
                x.as_strided_scatter(v[:2, :2], (2, 2), (4, 1), 1),
                x.diagonal_scatter(v[0], 1),
                x.index_add(1, i, v, alpha=2),
            )
        ),
        (numbers(3, 4), INDEX, numbers(3, 3)),
    ),
    "embedding_bag": (
        Call(
            lambda w, i, o, s: (
                F.embedding_bag(i, w, o, mode="sum", per_sample_weights=s),
                F.embedding_bag(i, w, o, mode="mean", padding_idx=2),
                F.embedding_bag(i, w, o, mode="max", include_last_offset=True),
            )
        ),
        (numbers(5, 3), torch.tensor([1, 2, 4, 2, 0]), torch.tensor([0, 2, 2, 5]), numbers(5)),
    ),
    "distances": (
        Call(
            lambda x, y: (
                *(torch.cdist(x, y, p) for p in (0.0, 1.0, 2.0, 2.5, float("inf"))),
                F.pdist(x),
                torch.linalg.vector_norm(x, 3, dtype=torch.float64),
                # Of whole numbers, which sum exactly in every order.
                F.bilinear(x[:2].round(), y.round(), y.round().reshape(2, 2, 2)[:, :1, :1].expand(2, 4, 4)),
            )
        ),
        (numbers(3, 4), numbers(2, 4)),
    ),
    "batch_norm_without_statistics": (
        Call(lambda x, v: aten._native_batch_norm_legit_no_training(x, v, v, v, v.abs(), 0.1, 1e-3)),
        (numbers(2, 3, 4), numbers(3)),
    ),
    "bilinear_of_integers": (
        Call(lambda x, y, w: F.bilinear(x, y, w)),
        tuple(torch.randint(-9, 9, shape, dtype=torch.int32) for shape in ((2, 3), (2, 4), (5, 3, 4))),
    ),
    "pads": (
        Call(
            lambda x: [
                F.pad(x, pad, mode)
                for mode, pad in (
                    ("reflect", (2, 1, 0, 3)),
                    ("replicate", (5, 0, -1, 2)),
                    ("circular", (1, 4, 2, -1)),
                    ("circular", (-2, 1, 0, 3)),
                )
            ]
        ),
        (numbers(1, 2, 4, 5),),
    ),
    "losses": (
        Call(
            lambda x, i, w: (
                F.cross_entropy(x, i, w, label_smoothing=0.2),
                F.cross_entropy(x, i, ignore_index=2, label_smoothing=0.1, reduction="sum"),
                F.cross_entropy(x, x.softmax(1), w, reduction="none"),
                F.cross_entropy(x, x.softmax(1), label_smoothing=0.3),
                F.margin_ranking_loss(x, x.flip(0), x.sign(), 0.3, reduction="sum"),
                F.hinge_embedding_loss(x, x.sign(), 1.5),
            )
        ),
        (numbers(3, 4), INDEX, torch.rand(4)),
    ),
    "sampling": (
        Call(
            lambda x, y, g, h: (
                *(
                    F.grid_sample(x, g, mode, pad, False)
                    for mode in ("bilinear", "nearest")
                    for pad in ("zeros", "border", "reflection")
                ),
                F.grid_sample(y, h, "bilinear", "reflection", True),
                F.grid_sample(y, h, "nearest", "border", False),
                F.grid_sample(y, h, "bilinear", "zeros", False),
                F.interpolate(x, (2, 3), mode="bilinear", antialias=True),
                F.interpolate(x, (7, 6), mode="bicubic", align_corners=True),
            )
        ),
        (numbers(1, 2, 4, 5), numbers(1, 2, 3, 4, 2), places(1, 3, 2, 2), places(1, 2, 2, 3, 3)),
    ),
    "batch_norm_in_training": (
        Call(lambda x, m, v: (F.batch_norm(x, m, v, training=True, momentum=0.3), m + v)),
        (numbers(4, 3, 2), numbers(3), torch.rand(3)),
    ),
    # Without running statistics nothing is written to.
    "instance_norm": (Call(lambda x, w: F.instance_norm(x, weight=w)), (numbers(2, 3, 4, 2), numbers(3))),
    "var_mean": (Call(lambda x: (torch.var_mean(x, 1, keepdim=True), torch.std_mean(x))), (numbers(3, 4),)),
    "frexp": (Call(lambda x: torch.frexp(x)), (torch.tensor([0.0, 1.0, -3.5, 1e-40, 3e38, 0.499, float("inf")]),)),
    "divisors": (
        Call(lambda x, y: (torch.gcd(x, y), torch.lcm(x, y))),
        (torch.tensor([0, 12, -18, 7540113804746346429, 5]), torch.tensor([0, -8, 27, 4660046610375530309, 0])),
    ),
    "log_ndtr": (Call(lambda x: torch.special.log_ndtr(x)), (torch.tensor([-1e4, -25.0, -20.0, -3.0, 0.0, 2.0, 40.0]),)),
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
