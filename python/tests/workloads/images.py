# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks of images, of convolutions in blocks."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn


class AlexNet(nn.Sequential):
    def __init__(self):
        def conv(*sizes, **options):
            return [nn.Conv2d(*sizes, **options), nn.ReLU(inplace=True)]

        pool = nn.MaxPool2d(3, 2)
        super().__init__(
            *conv(3, 96, 11, stride=4, padding=2),
            pool,
            *conv(96, 256, 5, padding=2),
            pool,
            *conv(256, 384, 3, padding=1),
            *conv(384, 384, 3, padding=1),
            *conv(384, 256, 3, padding=1),
            pool,
            nn.Flatten(),
            nn.Linear(9216, 4096),
            nn.ReLU(inplace=True),
            nn.Dropout(0.0),
            nn.Linear(4096, 4096),
            nn.ReLU(inplace=True),
            nn.Dropout(0.0),
            nn.Linear(4096, 1000),
        )


class Vgg(nn.Sequential):
    """Convolutions of 3 in five groups, each half as large as the one before."""

    def __init__(self):
        layers, channels = [], 3
        for count, width in ((2, 64), (2, 128), (3, 256), (3, 512), (3, 512)):
            for _ in range(count):
                layers += [nn.Conv2d(channels, width, 3, padding=1), nn.ReLU(inplace=True)]
                channels = width
            layers.append(nn.MaxPool2d(2))
        # A small image is one place.
        layers += [Places(7), nn.Flatten(), nn.Linear(25088, 4096), nn.ReLU(inplace=True), nn.Dropout(0.0)]
        super().__init__(*layers, nn.Linear(4096, 4096), nn.ReLU(inplace=True), nn.Dropout(0.0), nn.Linear(4096, 1000))


class Places(nn.Module):
    """An image of fewer places, repeated until it has `size` in each dim; one of that size as it is."""

    def __init__(self, size):
        super().__init__()
        self.size = size

    def forward(self, x):
        return x if x.shape[-1] == self.size else x.expand(-1, -1, self.size, self.size)


class Parts(nn.Module):
    """Several ways for one tensor, joined by their channels."""

    def __init__(self, *ways):
        super().__init__()
        self.ways = nn.ModuleList(ways)

    def forward(self, x):
        return torch.cat([way(x) for way in self.ways], 1)


def inception(channels, one, before_three, three, before_five, five, pool):
    conv = nn.Conv2d
    return Parts(
        conv(channels, one, 1),
        nn.Sequential(conv(channels, before_three, 1), conv(before_three, three, 3, padding=1)),
        nn.Sequential(conv(channels, before_five, 1), conv(before_five, five, 5, padding=2)),
        nn.Sequential(nn.MaxPool2d(3, 1, 1), conv(channels, pool, 1)),
    )


class GoogLeNet(nn.Sequential):
    def __init__(self):
        pool = nn.MaxPool2d(3, 2, 1)
        super().__init__(
            nn.Conv2d(3, 64, 7, 2, 3),
            nn.ReLU(),
            pool,
            nn.Conv2d(64, 64, 1),
            nn.ReLU(),
            nn.Conv2d(64, 192, 3, padding=1),
            nn.ReLU(),
            pool,
            inception(192, 64, 96, 128, 16, 32, 32),
            inception(256, 128, 128, 192, 32, 96, 64),
            pool,
            inception(480, 192, 96, 208, 16, 48, 64),
            inception(512, 160, 112, 224, 24, 64, 64),
            inception(512, 128, 128, 256, 24, 64, 64),
            inception(512, 112, 144, 288, 32, 64, 64),
            inception(528, 256, 160, 320, 32, 128, 128),
            pool,
            inception(832, 256, 160, 320, 32, 128, 128),
            inception(832, 384, 192, 384, 48, 128, 128),
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
            nn.Dropout(0.0),
            nn.Linear(1024, 1000),
        )


def conv_norm(*sizes, activation=None, **options):
    layers = [nn.Conv2d(*sizes, bias=False, **options), nn.BatchNorm2d(sizes[1])]
    return nn.Sequential(*layers, *([activation] if activation else []))


class Residual(nn.Module):
    """Two convolutions beside the tensor itself, or one convolution of it."""

    def __init__(self, before, after, stride):
        super().__init__()
        self.first = conv_norm(before, after, 3, stride, 1, activation=nn.ReLU(inplace=True))
        self.second = conv_norm(after, after, 3, 1, 1)
        self.beside = conv_norm(before, after, 1, stride) if stride != 1 or before != after else nn.Identity()

    def forward(self, x):
        y = self.second(self.first(x))
        y += self.beside(x)
        return F.relu_(y)


class ResNet(nn.Sequential):
    def __init__(self):
        layers = [conv_norm(3, 64, 7, 2, 3, activation=nn.ReLU(inplace=True)), nn.MaxPool2d(3, 2, 1)]
        before = 64
        for width in (64, 128, 256, 512):
            layers += [Residual(before, width, 1 if width == 64 else 2), Residual(width, width, 1)]
            before = width
        super().__init__(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000))


def norm_conv(before, after, kernel, padding=0):
    return [
        nn.BatchNorm2d(before),
        nn.ReLU(inplace=True),
        nn.Conv2d(before, after, kernel, padding=padding, bias=False),
    ]


def transition(before=32, after=64):
    return nn.Sequential(*norm_conv(before, after, 1), nn.AvgPool2d(2))


class Dense(nn.Module):
    """Layers of which each reads what all before it made."""

    def __init__(self, count, channels, growth):
        super().__init__()
        self.layers = nn.ModuleList(
            nn.Sequential(*norm_conv(channels + number * growth, growth, 3, 1), nn.Dropout(0.0)) for number in range(count)
        )

    def forward(self, x):
        for layer in self.layers:
            x = torch.cat([x, layer(x)], 1)
        return x


class DenseNet(nn.Sequential):
    def __init__(self, growth=32):
        layers, channels = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True)], 64
        layers.append(nn.MaxPool2d(3, 2, 1))
        for number, count in enumerate((6, 12, 24, 16)):
            layers.append(Dense(count, channels, growth))
            channels += count * growth
            if number < 3:
                layers.append(Shrink(channels, channels // 2))
                channels //= 2
        layers += [nn.BatchNorm2d(channels), nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
        super().__init__(*layers, nn.Linear(channels, 10))


class Shrink(nn.Module):
    """A transition; an image of one place is not halved."""

    def __init__(self, before, after):
        super().__init__()
        self.transition = transition(before, after)

    def forward(self, x):
        return self.transition(x) if x.shape[-1] > 1 else self.transition[:-1](x)


def fire(channels=3, squeeze=6, expand=64):
    return nn.Sequential(
        nn.Conv2d(channels, squeeze, 1),
        nn.ReLU(inplace=True),
        Parts(
            nn.Sequential(nn.Conv2d(squeeze, expand, 1), nn.ReLU(inplace=True)),
            nn.Sequential(nn.Conv2d(squeeze, expand, 3, padding=1), nn.ReLU(inplace=True)),
        ),
    )


class MobileNet(nn.Sequential):
    """Convolutions of each channel by itself, and of each place by itself, by turns."""

    def __init__(self):
        layers, before = [conv_norm(3, 32, 3, 2, 1, activation=nn.ReLU(inplace=True))], 32
        for after, stride in ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)):
            layers += [
                conv_norm(before, before, 3, stride, 1, groups=before, activation=nn.ReLU(inplace=True)),
                conv_norm(before, after, 1, activation=nn.ReLU(inplace=True)),
            ]
            before = after
        super().__init__(*layers, nn.AvgPool2d(7), nn.Flatten(), nn.Linear(1024, 1000))


class Beside(nn.Module):
    """What a module makes, and the tensor itself."""

    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, x):
        return x + self.module(x)


def inverted_bottleneck(before, after, kernel, stride, factor):
    """Wide in the middle, where each channel is a convolution by itself."""
    wide = before * factor
    module = nn.Sequential(
        conv_norm(before, wide, 1, activation=nn.ReLU6(inplace=True)),
        conv_norm(wide, wide, kernel, stride, (kernel - 1) // 2, groups=wide, activation=nn.ReLU6(inplace=True)),
        conv_norm(wide, after, 1),
    )
    return Beside(module) if stride == 1 and before == after else module


class NarrowNet(nn.Sequential):
    def __init__(self):
        layers, before = [conv_norm(3, 32, 3, 2, 1, activation=nn.ReLU())], 32
        for after, stride, factor in ((16, 1, 1), (24, 2, 6), (40, 2, 6), (80, 2, 6), (112, 1, 6), (192, 2, 6), (320, 1, 6)):
            layers.append(inverted_bottleneck(before, after, 3, stride, factor))
            before = after
        layers.append(conv_norm(320, 1280, 1, activation=nn.ReLU()))
        super().__init__(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(1280, 1000))


class Shuffled(nn.Module):
    """Convolutions in groups, between which the channels are dealt anew."""

    def __init__(self, before, after, groups):
        super().__init__()
        middle = after // 4
        self.first = conv_norm(before, middle, 1, groups=groups, activation=nn.ReLU())
        self.second = conv_norm(middle, middle, 3, 1, 1, groups=middle)
        self.third = conv_norm(middle, after, 1, groups=groups, activation=nn.ReLU())
        self.beside, self.groups = conv_norm(before, after, 1), groups

    def forward(self, x):
        y = self.second(self.first(x))
        batch, channels, height, width = y.shape
        y = y.view(batch, self.groups, channels // self.groups, height, width).transpose(1, 2).reshape(y.shape)
        return self.third(y) + self.beside(x)


def shuffle_unit():
    return Shuffled(240, 480, 3)


class RegularNet(nn.Sequential):
    def __init__(self):
        layers, before = [], 3
        for width in (64, 128, 256):
            for channels in (before, width):
                layers += [nn.Conv2d(channels, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU()]
            layers.append(nn.MaxPool2d(2))
            before = width
        super().__init__(*layers, Mean(), nn.Linear(256, 10))


class Mean(nn.Module):
    """Over the places of an image."""

    def forward(self, x):
        return x.mean((2, 3))


def twice(before, after):
    layers = []
    for channels in (before, after):
        layers += [nn.Conv2d(channels, after, 3, padding=1), nn.BatchNorm2d(after), nn.Softmax(-1)]
    return nn.Sequential(*layers)


class UNet(nn.Module):
    """Down to small images of many channels and up again, beside what there was on the way down."""

    def __init__(self, before, after, features):
        super().__init__()
        widths = [features * 2**number for number in range(5)]
        self.down = nn.ModuleList(twice(a, b) for a, b in zip([before, *widths], widths, strict=False))
        self.up = nn.ModuleList(nn.ConvTranspose2d(2 * width, width, 2, 2) for width in widths[3::-1])
        self.join = nn.ModuleList(twice(2 * width, width) for width in widths[3::-1])
        self.out = nn.Conv2d(features, after, 1)

    def forward(self, x):
        levels = []
        for number, layer in enumerate(self.down):
            x = layer(F.max_pool2d(x, 2) if number else x)
            levels.append(x)
        for up, join, level in zip(self.up, self.join, levels[3::-1], strict=True):
            x = join(torch.cat([up(x), level], 1))
        return self.out(x)
