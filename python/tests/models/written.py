# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that no library of the others has: written with PyTorch's own modules."""

from __future__ import annotations

import torch
from torch import nn

from .catalog import add, images
from .language import VOCABULARY


class Tagger(nn.Module):
    """A label for every word, by LSTMs in both directions."""

    def __init__(self, words: int, labels: int, width: int):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.lstm = nn.LSTM(width, width, num_layers=2, bidirectional=True, batch_first=True)
        self.labels = nn.Linear(2 * width, labels)

    def forward(self, input_ids):
        states, (hidden, cell) = self.lstm(self.embedding(input_ids))
        return self.labels(states).log_softmax(-1), hidden, cell


class GRUClassifier(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.gru = nn.GRU(width, 2 * width, batch_first=True)
        self.head = nn.Linear(2 * width, 3)

    def forward(self, x):
        states, last = self.gru(x)
        return self.head(last[-1]), states


def convolve_twice(inputs: int, outputs: int) -> nn.Sequential:
    layers = []
    for source in (inputs, outputs):
        layers += [nn.Conv2d(source, outputs, 3, padding=1), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)]
    return nn.Sequential(*layers)


class UNet(nn.Module):
    """Down by maxima, up by transposed convolutions, with the picture of every size passed across."""

    def __init__(self, widths=(8, 16, 32)):
        super().__init__()
        self.down = nn.ModuleList(convolve_twice(a, b) for a, b in zip((3, *widths), widths, strict=False))
        self.pool = nn.MaxPool2d(2)
        pairs = list(zip(widths[::-1], widths[-2::-1], strict=False))
        self.grow = nn.ModuleList(nn.ConvTranspose2d(a, b, 2, stride=2) for a, b in pairs)
        self.up = nn.ModuleList(convolve_twice(2 * b, b) for _, b in pairs)
        self.head = nn.Conv2d(widths[0], 4, 1)

    def forward(self, x):
        across = []
        for number, block in enumerate(self.down):
            x = block(x if number == 0 else self.pool(x))
            across.append(x)
        for grow, block, skip in zip(self.grow, self.up, across[-2::-1], strict=True):
            x = block(torch.cat([skip, grow(x)], 1))
        return self.head(x)


class Generator(nn.Module):
    """A picture from noise."""

    def __init__(self, noise: int = 16, width: int = 8):
        super().__init__()
        self.layers = nn.Sequential(
            nn.ConvTranspose2d(noise, 4 * width, 4, bias=False),
            nn.BatchNorm2d(4 * width),
            nn.ReLU(inplace=True),
            nn.ConvTranspose2d(4 * width, width, 4, stride=2, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Upsample(scale_factor=2, mode="nearest"),
            nn.Conv2d(width, 3, 3, padding=1),
            nn.Tanh(),
        )

    def forward(self, x):
        return self.layers(x)


class Translator(nn.Module):
    """PyTorch's own transformer, with a causal mask."""

    def __init__(self, words: int, width: int):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.transformer = nn.Transformer(width, 4, 2, 2, 2 * width, batch_first=True)
        self.head = nn.Linear(width, words)

    def forward(self, source, target):
        mask = nn.Transformer.generate_square_subsequent_mask(target.shape[1])
        return self.head(self.transformer(self.embedding(source), self.embedding(target), tgt_mask=mask, tgt_is_causal=True))


def two_sentences():
    return (torch.randint(0, VOCABULARY, (2, 9)), torch.randint(0, VOCABULARY, (2, 6))), {}


class CachedAttention(nn.Module):
    """Attention of one new token to the tokens before it, whose keys and values are kept in buffers."""

    def __init__(self, width: int, heads: int, length: int):
        super().__init__()
        self.heads = heads
        self.project, self.output = nn.Linear(width, 3 * width), nn.Linear(width, width)
        for name in ("keys", "values"):
            self.register_buffer(name, torch.randn(1, heads, length, width // heads))

    def forward(self, x, position):
        query, key, value = self.project(x).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        self.keys.index_copy_(2, position, key)
        self.values.index_copy_(2, position, value)
        mask = torch.arange(self.keys.shape[2]) <= position[:, None]
        attended = nn.functional.scaled_dot_product_attention(query, self.keys, self.values, attn_mask=mask)
        return self.output(attended.transpose(1, 2).flatten(-2))


class DecodeStep(nn.Module):
    """The scores of the token behind one new token, with a cache of those before it."""

    def __init__(self, words: int = VOCABULARY, width: int = 32, layers: int = 2, length: int = 16):
        super().__init__()
        self.embedding, self.head = nn.Embedding(words, width), nn.Linear(width, words, bias=False)
        self.attention = nn.ModuleList(CachedAttention(width, 4, length) for _ in range(layers))
        self.gate = nn.ModuleList(nn.Linear(width, 2 * width, bias=False) for _ in range(layers))
        self.up = nn.ModuleList(nn.Linear(width, 2 * width, bias=False) for _ in range(layers))
        self.down = nn.ModuleList(nn.Linear(2 * width, width, bias=False) for _ in range(layers))
        self.norms = nn.ModuleList(nn.RMSNorm(width, 1e-6) for _ in range(2 * layers + 1))

    def forward(self, input_ids, position):
        x = self.embedding(input_ids)
        for number, attention in enumerate(self.attention):
            x = x + attention(self.norms[2 * number](x), position)
            y = self.norms[2 * number + 1](x)
            x = x + self.down[number](nn.functional.silu(self.gate[number](y)) * self.up[number](y))
        return self.head(self.norms[-1](x))


def one_token():
    return (torch.tensor([[7]]), torch.tensor([3])), {}


add("lstm_tagger", "torch", lambda: Tagger(VOCABULARY, 5, 16), lambda: ((torch.randint(0, VOCABULARY, (2, 7)),), {}))
add("gru_classifier", "torch", lambda: GRUClassifier(8), images(2, 6, 8))
add("unet", "torch", UNet, images(1, 3, 32, 32))
add("dcgan_generator", "torch", Generator, images(2, 16, 1, 1))
add("translator", "torch", lambda: Translator(VOCABULARY, 32), two_sentences)
add("decode_step", "torch", DecodeStep, one_token)
