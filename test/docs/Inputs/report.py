import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(64, 64))

    def forward(self, x):
        return x * self.scale.exp() + 0


Model()(torch.randn(64, 64))
