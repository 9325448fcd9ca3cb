# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The gate of a Llama feed-forward layer: SiLU of one half times the other.

The last line calls the module on inputs, which is all that Emmy asks of a file:
    emmy compile examples/silu_and_mul.py --target sm_90 --ir tile
"""

import torch
import torch.nn.functional as F
from torch import nn


class SiluAndMul(nn.Module):
    def forward(self, x):
        left, right = x.chunk(2, dim=-1)
        return F.silu(left) * right


SiluAndMul()(torch.randn(1, 32, 4096))
