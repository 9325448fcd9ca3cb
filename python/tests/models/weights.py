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
PRODUCTS = (torch.nn.Linear, torch.nn.modules.conv._ConvNd)
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
    """Statistics near those of what a batch norm is given, under which a rounding error grows no faster than the values do.

    Channels of a small picture, and what an attention makes of few positions, hardly vary. If their mean were taken away, all of it as
    in training or a half, and what is left scaled up to one, then an error would be scaled up with it, in every layer again: after
    forty layers nothing of f32 is left, in PyTorch itself. So about half of the mean is taken away where values vary as much, and less
    where they do not, and the scale is that of what stays. If more stayed, it would be the same whatever the layers before compute.
    """
    x = inputs[0].transpose(0, 1).flatten(1)
    mean, spread = x.mean(1), x.std(1, correction=0)
    taken = torch.minimum(mean.abs(), 2 * spread + 0.3 * mean.abs())
    norm.running_mean.copy_(taken * mean.sign() * torch.empty_like(mean).uniform_(0.3, 0.7))
    left = (x - norm.running_mean[:, None]).square().mean(1)
    # A channel that is smaller than others stays so: one value of it may be near zero.
    left = left.clamp_min(0.5 * float(left.mean()) + 1e-6)
    norm.running_var.copy_(left * torch.empty_like(left).uniform_(0.7, 1.4))


def make_parameter(name: str, parameter: torch.Tensor, owner) -> torch.Tensor:
    if name.endswith("bias") and parameter.dim() == 1:
        return make_bias(parameter, owner)
    if isinstance(owner, torch.nn.Embedding):
        return torch.randn_like(parameter)
    if "bias" in name.rpartition(".")[2] and parameter.dim() >= 2 and not isinstance(owner, PRODUCTS):
        # A table of what positions add to an attention's scores. Were it small, each position would get the mean of all.
        return torch.randn_like(parameter) * 2
    # Neither one number a channel, with dims of one, nor a table of positions.
    if isinstance(owner, PRODUCTS) or parameter.dim() >= 2 and min(parameter.shape[:2]) > 1:
        # A product that keeps the variance, up to what activations take away.
        return torch.randn_like(parameter) * get_gain(owner) / math.sqrt(get_fan_in(parameter, owner))
    return torch.empty_like(parameter).uniform_(0.6, 1.4) if is_scale(name, owner) else torch.randn_like(parameter) * 0.5


def make_bias(parameter: torch.Tensor, owner) -> torch.Tensor:
    if isinstance(owner, torch.nn.modules.batchnorm._BatchNorm):
        # Most values pass the activation. About half of them would be cut at 0, and what is left of a random network that normalizes
        # after each cut is chaotic: a rounding error grows by a fifth a layer, in PyTorch as in Emmy.
        return 0.8 + 0.3 * torch.randn_like(parameter)
    return torch.randn_like(parameter) * 0.2


def is_scale(name: str, owner) -> bool:
    """Whether a parameter multiplies values, one number a channel."""
    words = f"{name} {type(owner).__name__}".lower()
    return any(word in words for word in NORMS)


def get_fan_in(parameter: torch.Tensor, owner) -> int:
    """How many products make one element of the result."""
    if isinstance(owner, torch.nn.modules.conv._ConvTransposeNd):
        return parameter.shape[0] // owner.groups * math.prod(parameter.shape[2:]) // math.prod(owner.stride)
    if parameter.dim() == 3 and not isinstance(owner, (*PRODUCTS, torch.nn.utils.parametrize.ParametrizationList)):
        return parameter.shape[-1]  # a matrix for each expert
    return math.prod(parameter.shape[1:])


def get_gain(owner) -> float:
    """Convolutions are mostly followed by ReLU, which halves the second moment."""
    return 1.35 if isinstance(owner, torch.nn.modules.conv._ConvNd) else 1.0


# What a result has to move, in terms of its size, when a parameter changes by half.
LEAST_CHANGE = 1e-3


def find_idle(module, args, kwargs, get_outputs) -> "list[str]":
    """Parameters whose change by half hardly moves any result.

    One pass backward gives the derivatives of a random combination of the results' elements: its change is as large as that of
    the results, on average.
    """
    module.requires_grad_(True)
    parameters = {name: parameter for name, parameter in module.named_parameters() if parameter.is_floating_point()}
    results = [x for x in get_outputs(module(*args, **kwargs)) if x.is_floating_point() and x.requires_grad]
    finite = [torch.where(x.isfinite(), x, 0) for x in results]
    combination = sum((x * torch.randn_like(x)).sum() / x.detach().norm().clamp_min(1e-30) for x in finite)
    derivatives = torch.autograd.grad(combination, list(parameters.values()), allow_unused=True)
    return [
        name
        for (name, parameter), derivative in zip(parameters.items(), derivatives, strict=True)
        if derivative is None or not 0.5 * float((derivative * parameter.detach()).norm()) >= LEAST_CHANGE
    ]
