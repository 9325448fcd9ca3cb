# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Workloads that are whole architectures: layers of images and of sequences, recurrent and attending ones."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from .catalog import add
from .images import (
    AlexNet,
    DenseNet,
    GoogLeNet,
    MobileNet,
    NarrowNet,
    RegularNet,
    ResNet,
    UNet,
    Vgg,
    fire,
    inverted_bottleneck,
    shuffle_unit,
    transition,
)
from .windows import SwinMlp


def add_images(name, make, batch, size, parameters, small=32, channels=3) -> None:
    """A network of square images. Its layers are the same at both sizes."""
    add(
        name,
        lambda batch, size: make(),
        lambda batch, size: [(batch, channels, size, size)],
        {"batch": batch, "size": size},
        {"batch": 1, "size": small},
        parameters,
    )


# Layers of numbers.


def mlp(sizes):
    layers = []
    for before, after in zip(sizes, sizes[1:], strict=False):
        layers += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


for name, batch, sizes, small, parameters in (
    ("mlp", 128, [16384, 16384, 16384, 8192], [9, 8, 7, 6], 671129600),
    ("mlp_deep", 1024, [8192, *[1024] * 16, 8192], [9, *[5] * 16, 8], 32530432),
):
    add(
        name,
        lambda batch, sizes: mlp(sizes),
        lambda batch, sizes: [(batch, sizes[0])],
        {"batch": batch, "sizes": sizes},
        {"batch": 3, "sizes": small},
        parameters,
    )

# Networks of images.
add_images("alexnet", AlexNet, 1024, 224, 62378344, small=224)
add_images("googlenet", GoogLeNet, 10, 224, 6998552)
add_images("resnet18", ResNet, 2, 224, 11689512)
add_images("vgg16", Vgg, 10, 224, 138357544)
add_images("densenet_transition", transition, 128, 256, 2112, small=6, channels=32)
add_images("densenet121", DenseNet, 10, 224, 9854346)
add_images("squeezenet_fire", fire, 128, 256, 3992, small=7)
add_images("mobilenet_v1", MobileNet, 10, 224, 4231976, small=224)
add_images("inverted_bottleneck", lambda: inverted_bottleneck(112, 192, 5, 2, 6), 10, 224, 224160, small=5, channels=112)
add_images("efficientnet_b1", NarrowNet, 10, 240, 2661928)
add_images("shufflenet_unit", shuffle_unit, 10, 224, 147480, small=4, channels=240)
add_images("regnet", RegularNet, 8, 224, 1149770, small=16)
add(
    "swin_mlp",
    lambda batch, size, depths: SwinMlp(size, depths),
    lambda batch, size, depths: [(batch, 3, size, size)],
    {"batch": 10, "size": 224, "depths": (2, 2, 6, 2)},
    {"batch": 1, "size": 56, "depths": (2, 1)},
    19959292,
)
add(
    "unet_softmax",
    lambda features, batch, height, width: UNet(8, 4, features),
    lambda features, batch, height, width: [(batch, 8, height, width)],
    {"features": 64, "batch": 8, "height": 64, "width": 512},
    {"features": 2, "batch": 1, "height": 16, "width": 32},
    31046596,
)


# Attention.


class Attention(nn.Module):
    """Several heads, causal or not; the scores are written out."""

    def __init__(self, width, heads, is_causal=False):
        super().__init__()
        self.heads, self.is_causal = heads, is_causal
        self.project, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = (
            part.view(batch, length, self.heads, width // self.heads).transpose(1, 2)
            for part in self.project(x).split(width, dim=2)
        )
        scores = (q @ k.transpose(-2, -1)) * (width // self.heads) ** -0.5
        if self.is_causal:
            mask = torch.tril(torch.ones(length, length, device=x.device))
            scores = scores.masked_fill(mask == 0, float("-inf"))
        y = scores.softmax(-1) @ v
        return self.out(y.transpose(1, 2).reshape(batch, length, width))


class ImageAttention(nn.Module):
    """The places of an image as a sequence; the mean of the heads' weights is made, and not used."""

    def __init__(self, width, heads):
        super().__init__()
        self.attention, self.norm = nn.MultiheadAttention(width, heads), nn.LayerNorm(width)

    def forward(self, x):
        batch, channels, height, width = x.shape
        rows = x.view(batch, channels, height * width).permute(2, 0, 1)
        attended, _ = self.attention(rows, rows, rows)
        return self.norm(attended + rows).permute(1, 2, 0).view(batch, channels, height, width)


add(
    "attention_of_images",
    lambda batch, width, heads, size: ImageAttention(width, heads),
    lambda batch, width, heads, size: [(batch, width, size, size)],
    {"batch": 2, "width": 128, "heads": 4, "size": 128},
    {"batch": 2, "width": 8, "heads": 4, "size": 3},
    66304,
)
add(
    "attention_causal",
    lambda batch, length, width, heads: Attention(width, heads, True),
    lambda batch, length, width, heads: [(batch, length, width)],
    {"batch": 128, "length": 512, "width": 768, "heads": 8},
    {"batch": 2, "length": 7, "width": 16, "heads": 2},
    2362368,
)


# Recurrent networks. What they start from is an input.


class Step(nn.Module):
    """What is given and what is kept become what is kept, and that a result."""

    def __init__(self, width, hidden, result):
        super().__init__()
        self.keep, self.out = nn.Linear(width + hidden, hidden), nn.Linear(hidden, result)

    def forward(self, x, hidden):
        return self.out(self.keep(torch.cat([x, hidden], dim=1)).tanh())


class LongMemory(nn.Module):
    def __init__(self, width, hidden, layers, gives_state):
        super().__init__()
        self.memory, self.out = nn.LSTM(width, hidden, layers, batch_first=True), nn.Linear(hidden, 10)
        self.gives_state = gives_state

    def forward(self, x, hidden, cell):
        result, (_, cell) = self.memory(x, (hidden, cell))
        return cell if self.gives_state else self.out(result[:, -1])


class Gated(nn.Module):
    def __init__(self, width, hidden, layers, both):
        super().__init__()
        self.units = nn.GRU(width, hidden, layers, bidirectional=both)

    def forward(self, x, hidden):
        return self.units(x, hidden)[0]


add(
    "recurrent_step",
    lambda batch, width, hidden, result: Step(width, hidden, result),
    lambda batch, width, hidden, result: [(batch, width), (batch, hidden)],
    {"batch": 256, "width": 16384, "hidden": 16384, "result": 8192},
    {"batch": 3, "width": 7, "hidden": 6, "result": 5},
    671113216,
)
RECURRENT, SHORT = {"batch": 10, "length": 512, "width": 128, "hidden": 256}, {"batch": 2, "length": 3, "width": 4, "hidden": 5}
for name, gives_state in (("lstm", False), ("lstm_state", True)):
    add(
        name,
        lambda batch, length, width, hidden, gives_state=gives_state: LongMemory(width, hidden, 6, gives_state),
        lambda batch, length, width, hidden: [(batch, length, width), (6, batch, hidden), (6, batch, hidden)],
        RECURRENT,
        SHORT,
        3029514,
    )
for name, both, parameters in (("gru", False, 2270208), ("gru_of_both_directions", True, 6506496)):
    add(
        name,
        lambda batch, length, width, hidden, both=both: Gated(width, hidden, 6, both),
        lambda batch, length, width, hidden, both=both: [(length, batch, width), (12 if both else 6, batch, hidden)],
        RECURRENT,
        SHORT,
        parameters,
    )


# Clusters and states.


class Clusters(nn.Module):
    """How far features lie from the middles of clusters, each feature by how much it is in which; normalized twice."""

    def __init__(self, clusters, width):
        super().__init__()
        self.assign = nn.Parameter(torch.randn(width, clusters) / width**0.5)
        self.middles = nn.Parameter(torch.randn(1, width, clusters) / width**0.5)
        self.norm = nn.BatchNorm1d(clusters)

    def forward(self, x):
        batch, features, width = x.shape
        parts = self.norm(x.reshape(-1, width) @ self.assign).softmax(1).view(batch, features, -1)
        middle = parts.sum(1, keepdim=True) * self.middles
        distances = (parts.transpose(1, 2) @ x).transpose(1, 2) - middle
        return F.normalize(F.normalize(distances).reshape(batch, -1))


class StateSpace(nn.Module):
    """The last state of a selective state space, in blocks: within each a sum, between them a recurrence written as a product."""

    def __init__(self, batch, length, heads, state, block):
        super().__init__()
        self.block = block
        self.decay = nn.Parameter(-torch.rand(batch, length, heads))
        self.enter = nn.Parameter(torch.randn(batch, length, heads, state))
        self.leave = nn.Parameter(torch.randn(batch, length, heads, state))

    @staticmethod
    def sum_segments(x):
        """The sums from each place to each later one; -inf to an earlier one."""
        length = x.shape[-1]
        totals = x.cumsum(-1)
        segments = totals[..., :, None] - totals[..., None, :]
        return segments.masked_fill(~torch.tril(torch.ones(length, length, device=x.device, dtype=torch.bool)), float("-inf"))

    def forward(self, x):
        batch, length, heads, _ = x.shape
        blocks = length // self.block
        x, enter = (part.reshape(batch, blocks, self.block, heads, -1) for part in (x, self.enter))
        decay = self.decay.reshape(batch, blocks, self.block, heads).permute(0, 3, 1, 2)
        totals = decay.cumsum(-1)
        rest = torch.exp(totals[..., -1:] - totals)
        states = torch.einsum("bclhn,bhcl,bclhp->bchpn", enter, rest, x)
        states = torch.cat([torch.zeros_like(states[:, :1]), states], dim=1)
        between = torch.exp(self.sum_segments(F.pad(totals[..., -1], (1, 0))))
        return torch.einsum("bhzc,bchpn->bzhpn", between, states)[:, -1]


add(
    "clusters",
    lambda batch, features, clusters, width: Clusters(clusters, width),
    lambda batch, features, clusters, width: [(batch, features, width)],
    {"batch": 2048, "features": 100, "clusters": 32, "width": 512},
    {"batch": 2, "features": 5, "clusters": 4, "width": 6},
    32832,
)
add(
    "state_space",
    lambda batch, length, heads, width, state, block: StateSpace(batch, length, heads, state, block),
    lambda batch, length, heads, width, state, block: [(batch, length, heads, width)],
    {"batch": 2048, "length": 128, "heads": 8, "width": 64, "state": 16, "block": 64},
    {"batch": 2, "length": 6, "heads": 3, "width": 4, "state": 5, "block": 2},
    69206016,
)
