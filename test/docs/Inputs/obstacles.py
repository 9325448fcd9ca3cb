import torch
from torch.nn import functional as F


class Model(torch.nn.Module):
    def forward(self, x, mask):
        noise = torch.bernoulli(x.sigmoid())
        spectrum = torch.fft.rfft(x).abs()
        if x.max() > 1:
            x = x * mask.sum().item()
        kept = x[x > 0]
        return F.dropout(noise, 0.5, training=True), spectrum, kept.sum()


Model()(torch.randn(4, 8), torch.ones(8))
