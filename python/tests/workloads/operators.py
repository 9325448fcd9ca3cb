# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Workloads of one operator, or of the few that one is written with."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from .catalog import Bools, Call, Integers, add


def add_call(name, function, full, small) -> None:
    """A function of tensors of these shapes."""
    add(name, lambda shapes: Call(function), lambda shapes: shapes, {"shapes": full}, {"shapes": small})


def add_layer(name, layer, full, small, parameters=0) -> None:
    """A module of one tensor, of the same sizes but for the tensor's."""
    add(name, lambda shape: layer(), lambda shape: [shape], {"shape": full}, {"shape": small}, parameters)


# Products.
add_call("matmul_square", torch.matmul, [(4096, 4096)] * 2, [(17, 17)] * 2)
add_call("matmul_batched", torch.bmm, [(128, 512, 1024), (128, 1024, 2048)], [(3, 5, 7), (3, 7, 6)])
add_call("scale_matrix", lambda x: x * 3.14, [(65536, 16384)], [(13, 9)])
add_call("matmul_short_inner", torch.matmul, [(32768, 64), (64, 32768)], [(19, 4), (4, 21)])
add_call("matmul_tall", torch.matmul, [(32768, 32), (32, 32768)], [(33, 2), (2, 31)])
add_call("matmul_four_dims", torch.matmul, [(8, 256, 512, 256), (256, 768)], [(2, 3, 4, 5), (5, 6)])
add_call("matmul_symmetric", lambda a, b: (a + a.T) @ (b + b.T), [(4096, 4096)] * 2, [(15, 15)] * 2)
add_call("matmul_lower_triangles", lambda a, b: (a.tril() @ b.tril()).tril(), [(4096, 4096)] * 2, [(13, 13)] * 2)
add_call("matmul_transposed", lambda a, b: a @ b.T, [(2048, 8192), (4096, 8192)], [(6, 11), (7, 11)])

# Activations and norms.
WIDE, NARROW = [(4096, 393216)], [(5, 67)]
add_call("relu", torch.relu, WIDE, NARROW)
add_call("sigmoid", torch.sigmoid, WIDE, NARROW)
add_call("softmax", lambda x: x.softmax(1), WIDE, NARROW)
add_call("swish", lambda x: x * torch.sigmoid(x), WIDE, NARROW)
add_call("selu", torch.selu, WIDE, NARROW)
add_call("softplus", F.softplus, WIDE, NARROW)
add_call("elu", F.elu, WIDE, NARROW)
add_layer("batch_norm", lambda: nn.BatchNorm2d(64), (64, 64, 512, 512), (2, 64, 3, 5), 128)
add_layer("group_norm", lambda: nn.GroupNorm(8, 64), (112, 64, 512, 512), (2, 64, 3, 5), 128)
add_call("frobenius_norm", lambda x: x / torch.norm(x, p="fro"), [(112, 64, 512, 512)], [(2, 3, 5, 4)])
add_call("row_norms", lambda x: x / torch.norm(x, p=2, dim=1, keepdim=True), [(32768, 65535)], [(4, 33)])

# Windows and reductions.
add_layer("max_pool_1d", lambda: nn.MaxPool1d(8, 1, 4, 3), (64, 192, 65536), (2, 3, 40))
add_layer("max_pool_3d", lambda: nn.MaxPool3d(3, 2, 1, 3), (16, 32, 128, 128, 128), (1, 2, 9, 8, 10))
add_layer("average_pool_2d", lambda: nn.AvgPool2d(11), (16, 64, 2048, 2048), (1, 2, 25, 34))
COLUMNS, FEW = [(128, 4096, 4095)], [(3, 8, 7)]
add_call("sum_columns", lambda x: x.sum(1, keepdim=True), COLUMNS, FEW)
add_call("max_columns", lambda x: x.max(1)[0], COLUMNS, FEW)
add_call("argmax_columns", lambda x: x.argmax(1), COLUMNS, FEW)
add_call("min_columns", lambda x: x.min(1)[0], COLUMNS, FEW)

# Convolutions.


def conv(kind, *sizes, **options):
    return lambda: kind(*sizes, bias=False, **options)


add_layer("conv_2d_wide", conv(nn.Conv2d, 64, 128, 3), (8, 64, 512, 1024), (1, 64, 5, 6), 73728)
add_layer("conv_transposed_2d", conv(nn.ConvTranspose2d, 64, 64, 3), (8, 64, 1024, 1024), (1, 64, 4, 3), 36864)
add_layer("conv_3d_flat_kernel", conv(nn.Conv3d, 3, 64, (3, 3, 1)), (16, 3, 256, 256, 10), (1, 3, 5, 6, 2), 1728)
add_layer("conv_transposed_3d", conv(nn.ConvTranspose3d, 48, 48, 3), (8, 48, 64, 64, 64), (1, 48, 2, 3, 2), 62208)
add_layer("conv_2d_square", conv(nn.Conv2d, 16, 128, 3), (16, 16, 1024, 1024), (1, 16, 6, 6), 18432)
add_layer("conv_transposed_2d_uneven_kernel", conv(nn.ConvTranspose2d, 64, 64, (3, 7)), (8, 64, 512, 512), (1, 64, 3, 2), 86016)
add_layer("conv_1d", conv(nn.Conv1d, 64, 128, 3), (32, 64, 131072), (2, 64, 9), 24576)
add_layer("conv_transposed_2d_uneven", conv(nn.ConvTranspose2d, 64, 128, (3, 5)), (64, 64, 128, 256), (1, 64, 2, 3), 122880)
add_layer("conv_transposed_2d_wide", conv(nn.ConvTranspose2d, 32, 32, 3), (8, 32, 512, 1024), (1, 32, 3, 4), 9216)
add_layer("conv_transposed_3d_strided", conv(nn.ConvTranspose3d, 32, 32, 3, 2, 1), (4, 32, 32, 64, 128), (1, 32, 2, 3, 2), 27648)
add_layer(
    "conv_transposed_2d_grouped",
    conv(nn.ConvTranspose2d, 32, 64, (3, 5), (2, 3), (1, 2), groups=4, dilation=(2, 1)),
    (16, 32, 128, 256),
    (1, 32, 4, 3),
    7680,
)
add_layer(
    "conv_transposed_3d_dilated",
    conv(nn.ConvTranspose3d, 32, 64, 3, 2, 1, dilation=2),
    (16, 32, 16, 32, 32),
    (1, 32, 2, 2, 3),
    55296,
)
add_layer("conv_transposed_1d_dilated", conv(nn.ConvTranspose1d, 32, 64, 3, 2, 1, dilation=2), (16, 32, 131072), (2, 32, 7), 6144)
add_layer(
    "conv_transposed_2d_dilated",
    conv(nn.ConvTranspose2d, 32, 64, 3, 5, 1, dilation=2),
    (16, 32, 64, 128),
    (1, 32, 2, 3),
    18432,
)
add_layer("conv_depthwise_columns", conv(nn.Conv2d, 8, 8, (3, 1), groups=8), (64, 8, 512, 512), (2, 8, 6, 5), 24)
add_layer("conv_depthwise", conv(nn.Conv2d, 128, 128, (3, 7), groups=128), (32, 128, 128, 256), (1, 128, 5, 9), 2688)
add_layer("conv_pointwise", conv(nn.Conv2d, 64, 128, 1), (16, 64, 1024, 1024), (1, 64, 3, 4), 8192)

# Scans, losses and attention.
LINES, SHORT = [(32768, 32768)], [(4, 37)]
add_call("cumsum", lambda x: x.cumsum(1), LINES, SHORT)
add_call("cumsum_from_the_end", lambda x: x.flip(1).cumsum(1).flip(1), LINES, SHORT)
add_call("cumsum_masked", lambda x, mask: (x * mask).cumsum(1), [*LINES, Bools(LINES[0])], [*SHORT, Bools(SHORT[0])])
add_call("cross_entropy", F.cross_entropy, [(32768, 4096), Integers((32768,), 4096)], [(9, 12), Integers((9,), 12)])
add_call("attention", F.scaled_dot_product_attention, [(32, 32, 512, 1024)] * 3, [(1, 2, 7, 10)] * 3)
add_call("triplet_margin_loss", F.triplet_margin_loss, [(32768, 8192)] * 3, [(6, 11)] * 3)
