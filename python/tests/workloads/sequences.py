# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Workloads of a product or a convolution with what is done to its result."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from .catalog import Uniform, add


class Chain(nn.Module):
    """A layer, further modules by name, and numbers to learn; `after(self, y, x, *rest)` is what is done to the layer's result."""

    def __init__(self, layer, after, parts, numbers):
        super().__init__()
        self.layer, self.after = layer, after
        for name, part in parts.items():
            setattr(self, name, part())
        for name, shape in numbers.items():
            setattr(self, name, nn.Parameter(torch.randn(shape)))

    def forward(self, x, *rest):
        return self.after(self, self.layer(x), x, *rest)


def add_chain(name, layer, full, small, parameters, after, extra=None, numbers=None, **parts) -> None:
    """`extra`: for the input's shape, what the inputs behind it are."""
    add(
        name,
        lambda shape: Chain(layer(), after, parts, numbers or {}),
        lambda shape: [shape, *(extra(shape) if extra else [])],
        {"shape": full},
        {"shape": small},
        parameters,
    )


def add_product(name, width, result, rows, parameters, after, numbers=None, **parts) -> None:
    """A linear layer of `width` to `result`, both a 256th at the small sizes. `numbers` and `parts` are functions of `result`."""

    def make(rows, width, result):
        made = {part: (lambda make_part=make_part: make_part(result)) for part, make_part in parts.items()}
        return Chain(nn.Linear(width, result), after, made, {key: shape(result) for key, shape in (numbers or {}).items()})

    full = {"rows": rows, "width": width, "result": result}
    small = {"rows": 5, "width": width // 256, "result": result // 256}
    add(name, make, lambda rows, width, result: [(rows, width)], full, small, parameters)


def conv(*sizes, **options):
    return lambda: nn.Conv2d(*sizes, **options)


def conv3(*sizes, **options):
    return lambda: nn.Conv3d(*sizes, **options)


def back(*sizes, **options):
    return lambda: nn.ConvTranspose2d(*sizes, **options)


def back3(*sizes, **options):
    return lambda: nn.ConvTranspose3d(*sizes, **options)


def norm(groups, channels):
    return lambda: nn.GroupNorm(groups, channels)


IMAGE, SPOT = (128, 64, 128, 128), (1, 64, 6, 5)
THIN, THIN_SPOT = (128, 8, 128, 128), (2, 8, 7, 6)
VOLUME, CUBE = (32, 32, 16, 32, 32), (1, 32, 2, 3, 2)
CHANNELS, PLANES = {"bias": (128, 1, 1)}, {"bias": (64, 1, 1)}

add_chain("conv_relu_bias", conv(64, 128, 3), IMAGE, SPOT, 73984, lambda m, y, x: y.relu() + m.bias, numbers=CHANNELS)
add(
    "conv_back_sum_norm_pool_gelu",
    lambda shape: Chain(
        nn.ConvTranspose3d(32, 64, 3, 2, 1, 1),
        lambda m, y, x: F.gelu(m.pool(m.norm(y + m.addend))),
        {"norm": lambda: nn.LayerNorm(2 * shape[-1]), "pool": lambda: nn.AvgPool3d(2)},
        {"addend": ()},
    ),
    lambda shape: [shape],
    {"shape": VOLUME},
    {"shape": CUBE},
    55489,
)
add_chain(
    "conv_back_subtract_tanh",
    back(64, 64, 4, 2, 1, 1),
    (32, 64, 256, 256),
    (1, 64, 3, 2),
    65664,
    lambda m, y, x: (y - m.bias).tanh(),
    numbers=PLANES,
)
add_chain(
    "conv_3d_activations",
    conv3(8, 32, 3),
    (64, 8, 32, 64, 64),
    (1, 8, 4, 5, 3),
    6976,
    lambda m, y, x: F.gelu(F.leaky_relu(y.relu(), 0.01)).sigmoid() + m.bias,
    numbers={"bias": (32, 1, 1, 1)},
)
add_product("linear_subtract_scale_relu", 8192, 8192, 1024, 67117056, lambda m, y, x: ((y - 2.0) * 1.5).relu())
add_chain(
    "conv_back_norm_tanh_pool_norm",
    back(64, 128, 5, 1, 1),
    (512, 64, 32, 32),
    (1, 64, 4, 3),
    205440,
    lambda m, y, x: m.groups(F.max_pool2d(m.norm(y).tanh(), 2)),
    norm=lambda: nn.BatchNorm2d(128),
    groups=norm(8, 128),
)
add_chain(
    "conv_back_mean_softmax_tanh",
    back3(16, 64, 3, 1, 1),
    (16, 16, 32, 128, 128),
    (1, 16, 3, 4, 3),
    27776,
    lambda m, y, x: (y.mean(2, keepdim=True) + m.bias).softmax(1).tanh() * 2.0,
    numbers={"bias": (1, 64, 1, 1, 1)},
)
add_chain(
    "conv_back_norm_less_mean",
    back3(16, 32, 3, 2, 1),
    (16, 16, 16, 32, 32),
    (2, 16, 2, 3, 2),
    13920,
    lambda m, y, x: (z := m.norm(y)) - z.mean((2, 3, 4), keepdim=True),
    norm=lambda: nn.BatchNorm3d(32),
)
add_chain(
    "conv_instance_norm_divide",
    conv(64, 128, 3),
    IMAGE,
    SPOT,
    73856,
    lambda m, y, x: m.norm(y) / 2.0,
    norm=lambda: nn.InstanceNorm2d(128),
)
add_chain(
    "conv_back_gelu_norm",
    back(64, 64, 3),
    (128, 64, 256, 256),
    (1, 64, 3, 4),
    37056,
    lambda m, y, x: m.norm(F.gelu(y)),
    norm=norm(8, 64),
)
add_chain(
    "conv_scale_sigmoid_norm",
    conv(8, 32, 3),
    (128, 8, 256, 256),
    THIN_SPOT,
    2464,
    lambda m, y, x: m.norm(((y + m.bias) * m.scale).sigmoid()),
    numbers={"bias": (32, 1, 1), "scale": (32, 1, 1)},
    norm=norm(8, 32),
)
add_chain(
    "conv_3d_norm_mean",
    conv3(3, 24, 3),
    (128, 3, 24, 32, 32),
    (2, 3, 4, 5, 6),
    2016,
    lambda m, y, x: m.norm(y).mean((1, 2, 3, 4)),
    norm=norm(8, 24),
)
add_chain(
    "conv_min_tanh_tanh",
    conv(16, 64, 3),
    (128, 16, 256, 256),
    (2, 16, 6, 5),
    9280,
    lambda m, y, x: y.min(1, keepdim=True)[0].tanh().tanh(),
)
add_chain(
    "conv_3d_hardswish_norm_mean",
    conv3(3, 16, 4),
    (1024, 3, 16, 32, 32),
    (2, 3, 5, 6, 7),
    3120,
    lambda m, y, x: m.norm(F.hardswish(y)).mean((2, 3, 4)),
    norm=norm(4, 16),
)
add_product("linear_mish_mish", 8192, 8192, 1024, 67117056, lambda m, y, x: F.mish(F.mish(y)))
add_chain(
    "conv_min_bias_scale",
    conv(64, 128, 3),
    IMAGE,
    SPOT,
    73984,
    lambda m, y, x: (torch.minimum(y, torch.tensor(0.5, device=y.device, dtype=y.dtype)) + m.bias) * 2.0,
    numbers=CHANNELS,
)


def scale_and_norm(m, y, x):
    return m.norm(y * m.scale)


SCALE = {"scale": lambda result: (result,)}
add_product("linear_scale_norm", 8192, 8192, 1024, 67141632, scale_and_norm, SCALE, norm=nn.BatchNorm1d)
add_chain(
    "conv_hardswish_pool_mish",
    conv(64, 128, 3),
    IMAGE,
    SPOT,
    73856,
    lambda m, y, x: F.mish(F.max_pool2d(F.hardswish(y - 0.5), 2)),
)
add_product(
    "linear_swish_sum_norm",
    1024,
    4096,
    32768,
    4210688,
    lambda m, y, x: m.norm(y.sigmoid() * y + m.bias),
    {"bias": lambda result: (result,)},
    norm=lambda result: nn.GroupNorm(64 if result > 64 else 4, result),
)
add_product("linear_scale_norm_narrow", 4096, 4096, 16384, 16793600, scale_and_norm, SCALE, norm=nn.BatchNorm1d)
add_product("linear_norm_gelu_relu", 4096, 4096, 16384, 16789504, lambda m, y, x: F.gelu(m.norm(y)).relu(), norm=nn.BatchNorm1d)
add_chain(
    "conv_3d_pool_logsumexp_relu",
    conv3(32, 64, 3, 1, 1),
    (4, 32, 32, 128, 128),
    (1, 32, 4, 3, 4),
    55360,
    lambda m, y, x: F.max_pool3d(y, 2).logsumexp(1, keepdim=True).relu(),
)
add_product(
    "two_linears_logsumexp",
    2048,
    4096,
    16384,
    12588032,
    lambda m, y, x: m.second(y.sigmoid()).logsumexp(1),
    second=lambda result: nn.Linear(result, result // 4),
)
add_chain("conv_3d_mish_tanh", conv3(32, 64, 3), (16, 32, 32, 64, 64), (1, 32, 4, 3, 5), 55360, lambda m, y, x: F.mish(y).tanh())
add_chain(
    "conv_back_softmax_sigmoid",
    back3(32, 64, 3, 2, 1, 1),
    (16, 32, 16, 32, 32),
    (1, 32, 2, 3, 2),
    55360,
    lambda m, y, x: y.softmax(1).sigmoid(),
)
add_product(
    "linear_mean_logsumexp_gelu_residual",
    8192,
    8192,
    2048,
    67125248,
    lambda m, y, x: F.gelu((y - m.subtrahend).mean(1, keepdim=True).logsumexp(1, keepdim=True)) + x,
    {"subtrahend": lambda result: (result,)},
)
add_product("linear_scale_hardtanh_gelu", 8192, 8192, 2048, 67117056, lambda m, y, x: F.gelu(F.hardtanh(y * 0.5, -2, 2)))
add_product(
    "linear_pool_sum",
    32768,
    32768,
    128,
    1073774592,
    lambda m, y, x: F.max_pool1d(y.unsqueeze(1), 2).squeeze(1).sum(1) * 0.5,
)
add_chain(
    "conv_relu_hardswish_by_hand",
    conv(8, 64, 3),
    THIN,
    THIN_SPOT,
    4672,
    lambda m, y, x: (z := y.relu()) * torch.clamp((z + 3) / 6, 0, 1),
)
add_product("linear_swish_scale", 32768, 32768, 128, 1073774592, lambda m, y, x: y * y.sigmoid() * 2.0)
add_chain(
    "conv_back_relu_norm",
    back3(64, 128, 3, bias=False),
    (16, 64, 32, 32, 32),
    (1, 64, 2, 3, 2),
    221440,
    lambda m, y, x: m.norm(y.relu()),
    norm=norm(8, 128),
)
add_product("linear_relu_divide", 8192, 8192, 1024, 67117056, lambda m, y, x: y.relu() / 2.0)
add_chain(
    "conv_pool_sigmoid_sum",
    conv(8, 64, 3),
    (128, 8, 384, 384),
    (2, 8, 11, 10),
    4672,
    lambda m, y, x: F.avg_pool2d(y, 4).sigmoid().sum((1, 2, 3)),
)
add_chain(
    "conv_gelu_global_mean",
    conv(8, 64, 3),
    (128, 8, 256, 256),
    THIN_SPOT,
    4672,
    lambda m, y, x: F.adaptive_avg_pool2d(F.gelu(y), 1).squeeze(-1).squeeze(-1),
)
add_chain("conv_hardswish_relu", conv(8, 64, 3), THIN, THIN_SPOT, 4672, lambda m, y, x: F.hardswish(y).relu())
add_chain("conv_divide_leaky_relu", conv(8, 64, 3), THIN, THIN_SPOT, 4672, lambda m, y, x: F.leaky_relu(y / 2, 0.01))
add_chain(
    "conv_norm_scale",
    conv(8, 64, 3),
    THIN,
    THIN_SPOT,
    4800,
    lambda m, y, x: m.norm(y) * 2.0,
    norm=lambda: nn.BatchNorm2d(64),
)
add_product(
    "linear_norm_min_bias",
    8192,
    8192,
    1024,
    67141632,
    lambda m, y, x: m.norm(y).min(1, keepdim=True)[0] + m.bias,
    {"bias": lambda result: (1, result, 1, 1)},
    norm=lambda result: nn.GroupNorm(max(result // 16, 1), result),
)
add_chain(
    "conv_back_scale_norm_global_mean",
    back3(64, 128, 5),
    (16, 64, 16, 32, 32),
    (1, 64, 2, 1, 2),
    1024384,
    lambda m, y, x: F.adaptive_avg_pool3d(m.norm(y * 2.0), 1),
    norm=lambda: nn.BatchNorm3d(128),
)
add_chain(
    "conv_3d_scale_norm_clamp_max",
    conv3(3, 16, 3),
    (128, 3, 16, 32, 32),
    (2, 3, 5, 4, 6),
    1328,
    lambda m, y, x: (m.norm(y * m.scale).clamp(-1, 1) * m.scale).max(1)[0],
    numbers={"scale": (16, 1, 1, 1)},
    norm=lambda: nn.InstanceNorm3d(16),
)
add_product(
    "linear_swish_clamps",
    8192,
    8192,
    1024,
    67117056,
    lambda m, y, x: (y * y.sigmoid() / 2.0).clamp(-1, 1).tanh().clamp(-1, 1),
)
add_chain(
    "conv_3d_norm_min_clamp_dropout",
    conv3(3, 16, 3),
    (128, 3, 16, 64, 64),
    (2, 3, 4, 5, 5),
    1344,
    lambda m, y, x, drawn: (
        torch.minimum(m.norm(y), torch.tensor(0.5, device=y.device, dtype=y.dtype)).clamp(0, 1) * ((drawn < 0.8) / 0.8)
    ),
    extra=lambda shape: [Uniform((shape[0], 16, *(size - 2 for size in shape[2:])))],
    norm=norm(8, 16),
)
add_chain(
    "conv_norm_scale_pool_clamp",
    conv(8, 64, 3),
    THIN,
    (2, 8, 11, 10),
    4864,
    lambda m, y, x: F.max_pool2d(m.norm(y) * m.bias, 4).clamp(0, 1),
    numbers=PLANES,
    norm=norm(16, 64),
)
add_chain("conv_subtract_twice_mish", conv(8, 64, 3), (128, 8, 256, 256), THIN_SPOT, 4672, lambda m, y, x: F.mish(y - 0.5 - 0.2))
add_chain(
    "conv_back_pool_softmax_swish_max",
    back3(3, 16, 3, 2, 1, 1),
    (128, 3, 16, 32, 32),
    (2, 3, 2, 3, 3),
    1328,
    lambda m, y, x: ((z := F.max_pool3d(y, 2).softmax(1) - m.subtrahend).sigmoid() * z).max(1)[0],
    numbers={"subtrahend": (1, 16, 1, 1, 1)},
)
add_chain(
    "conv_back_softmax_bias_sigmoid",
    back(64, 128, 4, 2, 1, 1),
    (128, 64, 64, 64),
    (1, 64, 3, 2),
    131328,
    lambda m, y, x: ((y.softmax(1) + m.bias) * 2.0).sigmoid(),
    numbers=CHANNELS,
)
add_chain(
    "conv_back_add_min_gelu_scale",
    back(64, 128, 4, 2),
    (128, 64, 64, 64),
    (1, 64, 2, 3),
    131200,
    lambda m, y, x: F.gelu(torch.minimum(y + 0.5, torch.tensor(0.0, device=y.device, dtype=y.dtype))) * 2.0,
)
add_product(
    "linear_add_activations",
    8192,
    8192,
    1024,
    67125248,
    lambda m, y, x: F.hardtanh(F.gelu(((z := y + m.addend).sigmoid() * z).tanh()), -1, 1),
    {"addend": lambda result: (result,)},
)
add_product(
    "linear_norm_bias_swish",
    8192,
    8192,
    1024,
    67133441,
    lambda m, y, x: (z := (m.norm(y) + m.bias) / 1.5) * z.sigmoid(),
    {"bias": lambda result: (1,)},
    norm=nn.BatchNorm1d,
)
add_product("linear_gelu_softmax", 8192, 8192, 1024, 67117056, lambda m, y, x: F.gelu(y).softmax(1))
