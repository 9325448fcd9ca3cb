# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A network of images in windows, which are mixed by layers of their places; every other time the windows are shifted."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

WINDOW = 7


class Block(nn.Module):
    """Places are mixed in windows, in groups of channels; then the channels of each place."""

    def __init__(self, width, heads, size, shift):
        super().__init__()
        self.heads, self.size, self.shift = heads, size, shift if size > WINDOW else 0
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        places = heads * WINDOW**2
        self.places = nn.Conv1d(places, places, 1, groups=heads)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def mix(self, x):
        batch, length, width = x.shape
        size, window = self.size, WINDOW
        x = x.view(batch, size, size, width)
        if self.shift:
            around = (window - self.shift, self.shift)
            x = F.pad(x, (0, 0, *around, *around))
            size += window
        count = size // window
        x = x.view(batch, count, window, count, window, self.heads, width // self.heads).permute(0, 1, 3, 5, 2, 4, 6)
        shape = x.shape
        x = self.places(x.reshape(batch * count**2, self.heads * window**2, width // self.heads)).view(shape)
        x = x.permute(0, 1, 4, 2, 5, 3, 6).reshape(batch, size, size, width)
        if self.shift:
            start = window - self.shift
            x = x[:, start : start + self.size, start : start + self.size].contiguous()
        return x.view(batch, length, width)

    def forward(self, x):
        x = x + self.mix(self.first(x))
        return x + self.narrow(F.gelu(self.wide(self.second(x))))


class Merge(nn.Module):
    """Four places become one of twice the channels."""

    def __init__(self, width, size):
        super().__init__()
        self.size, self.norm, self.reduce = size, nn.LayerNorm(4 * width), nn.Linear(4 * width, 2 * width, bias=False)

    def forward(self, x):
        batch, _, width = x.shape
        x = x.view(batch, self.size, self.size, width)
        x = torch.cat([x[:, 0::2, 0::2], x[:, 1::2, 0::2], x[:, 0::2, 1::2], x[:, 1::2, 1::2]], -1)
        return self.reduce(self.norm(x.view(batch, -1, 4 * width)))


class SwinMlp(nn.Module):
    def __init__(self, size, depths):
        super().__init__()
        width, size = 96, size // 4
        self.patches, self.patch_norm = nn.Conv2d(3, width, 4, 4), nn.LayerNorm(width)
        layers = []
        for stage, depth in enumerate(depths):
            layers += [Block(width, 3 * 2**stage, size, 0 if number % 2 == 0 else WINDOW // 2) for number in range(depth)]
            if stage < len(depths) - 1:
                layers.append(Merge(width, size))
                width, size = 2 * width, size // 2
        self.layers, self.norm, self.head = nn.Sequential(*layers), nn.LayerNorm(width), nn.Linear(width, 1000)

    def forward(self, x):
        x = self.patch_norm(self.patches(x).flatten(2).transpose(1, 2))
        x = self.norm(self.layers(x))
        return self.head(F.adaptive_avg_pool1d(x.transpose(1, 2), 1).flatten(1))
