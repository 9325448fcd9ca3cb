# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weights with which every layer of a model shows in its outputs.

What libraries initialize models with hides layers: scales of 1e-6, biases of zero, running statistics of 0 and 1, residual
branches whose last norm is zero, position tables of zeros. Here every parameter is random, sized so that values neither vanish nor
explode, and so are the statistics of batch norms. `find_idle` then says which parameters an output does not depend on all the same.
"""

from __future__ import annotations

import copy
import math

import torch

# Parameters that are no weights: their initial value is part of the method (decay rates of state space models).
KEPT = ("A_log", "dt_proj.bias", "dt_bias", "time_decay", "time_first")
# Norms scale, whatever their class is called.
NORMS = ("norm", "bn", "ln", "layer_scale", "gamma", "scale")


def initialize(module: torch.nn.Module, args, kwargs) -> None:
    """Random parameters, in the order of their names, from PyTorch's generator, and the statistics of the example call."""
    owners = {f"{prefix}.{name}".lstrip("."): owner for prefix, owner in module.named_modules() for name in owner._parameters}
    with torch.no_grad():
        for name, parameter in module.named_parameters():
            if not parameter.is_floating_point() or name.endswith(KEPT):
                continue
            parameter.copy_(make_parameter(name, parameter, owners.get(name)))
        norms = [part for part in module.modules() if isinstance(part, torch.nn.modules.batchnorm._BatchNorm)]
        hooks = [norm.register_forward_pre_hook(set_statistics) for norm in norms if norm.track_running_stats]
        if hooks:
            module(*copy.deepcopy(args), **copy.deepcopy(kwargs))
        for hook in hooks:
            hook.remove()


def set_statistics(norm, inputs) -> None:
    """Statistics near those of what a batch norm is given: with others, values grow from layer to layer, and errors with them."""
    x = inputs[0].transpose(0, 1).flatten(1)
    deviation = x.std(1, correction=0)
    # A channel of one value, or of equal ones, has none of its own.
    deviation = torch.where(deviation > 0.1 * deviation.mean(), deviation, deviation.mean().clamp_min(0.1))
    norm.running_mean.copy_(x.mean(1) + 0.2 * deviation * torch.randn_like(deviation))
    norm.running_var.copy_(deviation.square() * torch.empty_like(deviation).uniform_(0.7, 1.4))


def make_parameter(name: str, parameter: torch.Tensor, owner) -> torch.Tensor:
    if isinstance(owner, torch.nn.Embedding):
        return torch.randn_like(parameter)
    if parameter.dim() >= 2 and min(parameter.shape) > 1 and get_fan_in(parameter, owner) > 1:
        # A product that keeps the variance, up to what activations take away.
        return torch.randn_like(parameter) * get_gain(owner) / math.sqrt(get_fan_in(parameter, owner))
    if name.endswith("bias") and isinstance(owner, torch.nn.modules.batchnorm._BatchNorm):
        # Most values pass the activation. About half of them would be cut at 0, and what is left of a random network that normalizes
        # after each cut is chaotic: a rounding error grows by a fifth a layer, in PyTorch as in Emmy.
        return 0.8 + 0.3 * torch.randn_like(parameter)
    if name.endswith("bias"):
        return torch.randn_like(parameter) * 0.2
    return torch.empty_like(parameter).uniform_(0.6, 1.4) if is_scale(name, owner) else torch.randn_like(parameter) * 0.5


def is_scale(name: str, owner) -> bool:
    """Whether a parameter multiplies values, one number a channel."""
    words = f"{name} {type(owner).__name__}".lower()
    return any(word in words for word in NORMS)


def get_fan_in(parameter: torch.Tensor, owner) -> int:
    """How many products make one element of the result."""
    if isinstance(owner, torch.nn.modules.conv._ConvTransposeNd):
        return parameter.shape[0] // owner.groups * math.prod(parameter.shape[2:]) // math.prod(owner.stride)
    return math.prod(parameter.shape[1:])


def get_gain(owner) -> float:
    """Convolutions are mostly followed by ReLU, which halves the second moment."""
    return 1.35 if isinstance(owner, torch.nn.modules.conv._ConvNd) else 1.0


def find_idle(module, args, kwargs, get_outputs, least: float) -> "list[tuple[str, float]]":
    """Parameters whose change by half moves no output by `least` of its largest value: (name, how far it moved)."""
    with torch.no_grad():
        usual = get_outputs(module(*args, **kwargs))
        idle = []
        for name, parameter in module.named_parameters():
            if not parameter.is_floating_point():
                continue
            kept = parameter.clone()
            parameter.mul_(1 + 0.5 * torch.randn_like(parameter))
            moved = max(
                float((after - before).abs().max() / before.abs().max().clamp_min(1e-30))
                for before, after in zip(usual, get_outputs(module(*args, **kwargs)), strict=True)
                if before.is_floating_point() and before.numel()
            )
            parameter.copy_(kept)
            if not moved >= least:
                idle.append((name, moved))
    return idle
