# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What hand-written streaming attention computes, and how far from the exact result it may be."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F

DTYPES = {"bf16": torch.bfloat16, "f16": torch.float16}


@dataclass(frozen=True)
class Attention:
    dtype: str = "bf16"
    keys: int = 32  # of a tile, a multiple of 16
    stages: int = 2
    is_causal: bool = False  # query i sees key j where j <= i
    head_dim: int = 64  # 64 or 128

    def make_operands(self, heads: int, queries: int, keys: int):
        generator = torch.Generator().manual_seed(queries + keys)
        shapes = [(heads, rows, self.head_dim) for rows in (queries, keys, keys)]
        return tuple(torch.randn(*shape, generator=generator).to(DTYPES[self.dtype]) for shape in shapes)

    def get_reference(self, q, k, v):
        return F.scaled_dot_product_attention(q.double(), k.double(), v.double(), is_causal=self.is_causal)

    def get_bound(self, q, k, v):
        """How far each element may be from the exact one. With u = 2^-24, S the largest sum of absolute terms of a score, all in terms of
        the natural exponential:

        * a score is a sum of d products in f32; scaling it, and the difference from the largest one, round five times more what is at most
          2 S: (d + 10) u S; the exponential is off by an ulp, 2 u
        * a tile rescales what was summed before by a factor that is off by as much, and rounds: T ((10 S + 4) u)
        * adding a row's weights, and the products with the values, round once a key; shuffles, the quotient and a product 8 times
        * all of that twice, in numerator and denominator; and a weight of the numerator is rounded to 16 bits, and so is the result.

        Errors of weights are relative: they move the result by as much of the average of |v|. Below the least normal number they are
        absolute, relative to the largest weight, which is 1."""
        info = torch.finfo(DTYPES[self.dtype])
        u, narrow, least = 2.0**-24, info.eps / 2, info.smallest_normal * info.eps / 2
        q, k, v = q.double(), k.double(), v.double()
        terms = q.abs() @ k.abs().mT
        largest = terms[terms.isfinite()].max().item() / math.sqrt(self.head_dim) if terms.numel() else 0.0
        tiles = -(-k.shape[1] // self.keys)
        relative = 2 * u * ((self.head_dim + 10) * largest + 2 + tiles * (10 * largest + 4) + k.shape[1] + 8)
        average = self.get_reference(q, k, v.abs())
        total = v.abs().sum(-2, keepdim=True)
        return (narrow + relative) * 1.01 * average + narrow * self.get_reference(q, k, v).abs() + least * (total + 1)
