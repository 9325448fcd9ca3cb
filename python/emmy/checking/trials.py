# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes and values that hurt: which a program is run with, and its arguments for them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch.utils import _pytree as pytree

# Nothing, one, two, primes, and what lies next to the sizes of tiles.
SIZES = (0, 1, 2, 7, 31, 33, 129, 257)
QUICK_SIZES = (0, 1, 7)
VALUES = ("example", "random", "ties", "special", "extreme")
# Elements of the arguments of a trial at most, the example's excepted.
MAX_ELEMENTS = 1 << 20
# One element in so many is not an ordinary number.
RARE = 7


@dataclass(frozen=True)
class Plan:
    """What one trial is made of: a value for each symbol by name, and which values the arguments have."""

    sizes: "tuple[tuple[str, int], ...]"
    values: str
    seed: int = 0


def get_allowed(symbol, size: int) -> "int | None":
    """The size that the symbol's declaration allows next to `size`."""
    size = max(size, symbol.min)
    if symbol.max is not None:
        size = min(size, symbol.max)
    size -= size % symbol.multiple
    return size if size >= symbol.min else size + symbol.multiple


def choose_sizes(symbols, example: "dict[str, int]", hurtful) -> "list[dict[str, int]]":
    """The example's sizes, all symbols at one hurtful size, and each of them at one with the others as they are; and the ends."""
    choices = [dict(example)]
    values = [*hurtful, *(symbol.max for symbol in symbols if symbol.max is not None)]
    for size in values:
        choices.append({symbol.name: get_allowed(symbol, size) for symbol in symbols})
    if len(symbols) > 1:
        for symbol in symbols:
            choices += [example | {symbol.name: get_allowed(symbol, size)} for size in hurtful]
    return [dict(sizes) for sizes in dict.fromkeys(tuple(choice.items()) for choice in choices)]


def plan_trials(symbols, example: "dict[str, int]", *, is_quick: bool, seed: int = 0) -> "list[Plan]":
    """All trials: every kind of values at the example's sizes, and random ones at all others, among them special ones in turn."""
    plans = []
    for number, sizes in enumerate(choose_sizes(symbols, example, QUICK_SIZES if is_quick else SIZES)):
        kinds = VALUES if number == 0 and not is_quick else ("example", "special") if number == 0 else ("random",)
        if number and not is_quick and number % 3 == 0:
            kinds = (*kinds, "special")
        plans += [Plan(tuple(sizes.items()), kind, seed + number) for kind in kinds]
    return plans


class Arguments:
    """Arguments of a program's call: those of the example, at other sizes and with other values."""

    def __init__(self, graph, args, kwargs):
        self.graph, self.example = graph, pytree.tree_flatten((tuple(args), dict(kwargs)))
        self.symbols = {name: symbol for symbol, name in graph.symbols.items()}

    def get_shape(self, name: str, sizes: "dict[str, int]") -> "list[int]":
        values = {self.symbols[symbol]: size for symbol, size in sizes.items()}
        return [extent if isinstance(extent, int) else int(extent.subs(values)) for extent in self.graph.sizes[name]]

    def count(self, plan: Plan) -> int:
        """The elements of all arguments; -1 where a size makes none of them possible."""
        shapes = [self.get_shape(name, dict(plan.sizes)) for name in self.graph.inputs if name is not None]
        return -1 if any(size < 0 for shape in shapes for size in shape) else sum(math.prod(shape) for shape in shapes)

    def make(self, plan: Plan, *, is_wide: bool) -> "tuple[tuple, dict]":
        """(args, kwargs). Integers are of the example's range, or with `is_wide` any, where the values are special or extreme."""
        generator = torch.Generator().manual_seed(plan.seed)
        leaves, spec = self.example
        values = []
        for name, leaf in zip(self.graph.inputs, leaves, strict=True):
            if name is None or not isinstance(leaf, torch.Tensor):
                values.append(leaf)
                continue
            shape = self.get_shape(name, dict(plan.sizes))
            if plan.values == "example" or leaf.dtype == torch.bool and leaf.numel():
                values.append(repeat(leaf, shape))
            elif leaf.is_floating_point():
                values.append(make_floats(shape, leaf.dtype, plan.values, generator))
            else:
                values.append(make_integers(shape, leaf, plan.values if is_wide else "random", generator))
        return pytree.tree_unflatten(values, spec)


def repeat(example: torch.Tensor, shape) -> torch.Tensor:
    """The example's elements, again and again along dims that are larger."""
    result = example.detach()
    for dim, size in enumerate(shape):
        if result.shape[dim] == 0 and size:
            result = torch.zeros([*result.shape[:dim], size, *result.shape[dim + 1 :]], dtype=result.dtype)
        elif result.shape[dim] != size:
            result = result.index_select(dim, torch.arange(size) % result.shape[dim])
    return result.clone()


def choose(shape, numbers, dtype, generator) -> torch.Tensor:
    table = torch.tensor(numbers, dtype=torch.float64 if dtype.is_floating_point else torch.int64)
    return table[torch.randint(0, len(numbers), shape, generator=generator)].to(dtype)


def make_floats(shape, dtype: torch.dtype, values: str, generator) -> torch.Tensor:
    ordinary = torch.randn(shape, generator=generator, dtype=torch.float32).to(dtype)
    if values == "random":
        return ordinary
    if values == "ties":
        return choose(shape, [-1.5, -0.0, 0.0, 0.5, 2.0], dtype, generator)
    info = torch.finfo(dtype)
    if values == "special":
        infinity = math.inf if dtype.itemsize > 1 else info.max
        numbers = [math.nan, infinity, -infinity, -0.0, 0.0, info.smallest_normal / 2, -info.smallest_normal / 2]
    else:
        # Their squares can be summed: what overflows on the way does so earlier or later in another order of the same sum.
        large = 2.0 ** (math.frexp(info.max)[1] // 4)
        numbers = [large, -large, 1 / large, info.smallest_normal]
    is_rare = torch.randint(0, RARE, shape, generator=generator) == 0
    if dtype.itemsize == 1:  # PyTorch chooses between no floats of 8 bits
        return torch.where(is_rare, choose(shape, numbers, torch.float32, generator), ordinary.float()).to(dtype)
    return torch.where(is_rare, choose(shape, numbers, dtype, generator), ordinary)


def make_integers(shape, example: torch.Tensor, values: str, generator) -> torch.Tensor:
    low, high = (int(example.min()), int(example.max())) if example.numel() else (0, 0)
    ordinary = torch.randint(low, high + 1, shape, generator=generator).to(example.dtype)
    if values in ("random", "ties"):
        return ordinary if values == "random" else choose(shape, [low, high], example.dtype, generator)
    info = torch.iinfo(example.dtype)
    is_rare = torch.randint(0, RARE, shape, generator=generator) == 0
    return torch.where(is_rare, choose(shape, [info.min, info.max, 0, 1], example.dtype, generator), ordinary)
