# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a workload of these tests is, and the list of them.

A workload is a module made of sizes, and the tensors of a call. At its small sizes it is run and compared with PyTorch; at its full
ones it has shapes and no values, on PyTorch's `meta` device, and is only compiled. What a program would draw at random is an input.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass

import torch
from torch import nn

SEED = 0
# The modules that add workloads to the catalog.
PARTS = ("operators", "sequences", "architectures")
WORKLOADS: "dict[str, Workload]" = {}


class Call(nn.Module):
    """A function as a module."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *inputs):
        return self.function(*inputs)


@dataclass(frozen=True)
class Integers:
    """An input of whole numbers below a bound."""

    shape: tuple
    bound: int


@dataclass(frozen=True)
class Bools:
    shape: tuple


@dataclass(frozen=True)
class Uniform:
    """An input of numbers from 0 to 1: what decides at random."""

    shape: tuple


@dataclass(frozen=True)
class Workload:
    """`make` and `inputs` take sizes by name: the module, and a list of inputs, each the shape of random numbers or one of the above.

    `parameters`: how many numbers the module has at its full sizes.
    """

    name: str
    make: object
    inputs: object
    full: dict
    small: dict
    parameters: int = 0

    def build(self, sizes: dict, device: str = "cpu"):
        """(module in eval mode, inputs)."""
        torch.manual_seed(SEED)
        with torch.device(device):
            module = self.make(**sizes).eval()
            given = tuple(make_input(spec) for spec in self.inputs(**sizes))
        if device != "meta":
            set_statistics(module)
        return module, given


def make_input(spec) -> torch.Tensor:
    if isinstance(spec, Integers):
        return torch.randint(0, spec.bound, spec.shape)
    if isinstance(spec, Bools):
        return torch.rand(spec.shape) < 0.5
    if isinstance(spec, Uniform):
        return torch.rand(spec.shape)
    return torch.randn(spec)


def set_statistics(module: nn.Module) -> None:
    """Statistics and weights of norms that are not those of a fresh module, which changes nothing."""
    for part in module.modules():
        if isinstance(part, (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)):
            part.running_mean.normal_(0, 0.1)
            part.running_var.uniform_(0.5, 1.5)
        if isinstance(getattr(part, "weight", None), nn.Parameter) and part.weight.dim() == 1:
            nn.init.uniform_(part.weight, 0.8, 1.2)
            nn.init.normal_(part.bias, 0, 0.1)


def add(name, make, inputs, full, small, parameters=0) -> None:
    if name in WORKLOADS:
        raise ValueError(f"expected every workload once, but got '{name}' twice")
    WORKLOADS[name] = Workload(name, make, inputs, full, small, parameters)


def load_catalog() -> "dict[str, Workload]":
    for part in PARTS:
        importlib.import_module(f"{__package__}.{part}")
    return WORKLOADS
