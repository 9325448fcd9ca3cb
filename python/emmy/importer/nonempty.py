# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions that have no value of nothing: PyTorch refuses them when it runs, so a program of any size refuses a call of size 0, also
where the reduction stands in a branch that would not be taken, or a loop without steps."""

from __future__ import annotations

import math

import torch

from .mutations import get_argument
from .types import Unsupported

aten = torch.ops.aten
# The largest, the smallest, or another of the elements.
CHOICES = {aten.amax, aten.amin, aten.max, aten.min, aten.argmax, aten.argmin, aten.aminmax, aten.mode, aten.kthvalue}
# Those without a dim are NaN of nothing.
MEDIANS = {aten.median, aten.nanmedian}


def get(node, name: str):
    """The argument of that name, or what it is when it is left out; None where the operator has none."""
    defaults = {argument.name: argument.default_value for argument in node.target._schema.arguments}
    given = get_argument(node, name)
    return defaults.get(name) if given is None else given


def chooses(node) -> bool:
    """Whether a call is a reduction without an identity."""
    packet = node.target.overloadpacket
    if packet is aten.linalg_vector_norm:
        order = get(node, "ord")
        return order < 0 or math.isinf(order)
    return packet in CHOICES and get(node, "other") is None or packet in MEDIANS and get(node, "dim") is not None


def get_reduced_sizes(node) -> list:
    """The sizes of which none may be 0."""
    shape = node.args[0].meta["val"].shape
    dims = get(node, "dim")
    dims = [dims] if isinstance(dims, int) else dims or range(len(shape))
    return [shape[dim] for dim in dims] if len(shape) else []


def find_reduced_sizes(graph) -> list:
    """(node, sympy expression) of each size that is no number and may not be 0."""
    found = []
    for node in graph.nodes:
        function = getattr(graph.owning_module, node.target, None) if node.op == "get_attr" else None
        if isinstance(function, torch.fx.GraphModule):
            found += find_reduced_sizes(function.graph)
        elif isinstance(node.target, torch._ops.OpOverload) and node.target.namespace == "aten" and chooses(node):
            found += [(node, size.node.expr) for size in get_reduced_sizes(node) if isinstance(size, torch.SymInt)]
    return found


def require(symbols, sizes) -> list:
    """Lets symbols start where none of the sizes is 0. The sizes that are no products of symbols, and are looked at in each call."""
    rest = []
    for node, size in sizes:
        try:
            for factor in size.as_ordered_factors():
                if not factor.is_number:
                    symbols.require(factor, 1)
        except Unsupported:
            rest.append((node, size))
    return rest
