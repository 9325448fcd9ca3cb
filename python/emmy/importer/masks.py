# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`x[mask] *= 2`: elements that a mask takes out, changed one by one, and put back where they were.

How many these are nobody knows before the program runs, and it does not matter: the change is applied to all elements, and taken over
where the mask holds. What mixes the elements, or reads them otherwise, has no such form.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass

import torch
from torch.fx.experimental.symbolic_shapes import guard_or_true

from .decompositions import aten
from .mutations import get_argument, is_mutation, is_operator
from .operators import IDENTITIES

READS = (aten.index.Tensor, aten._unsafe_index.Tensor)
# Pointwise operators that PyTorch does not call so: casts, and some that it writes out as others.
UNTAGGED = {
    *(aten._to_copy.default, aten.to.dtype),
    *(aten.floor_divide.default, aten.floor_divide.Scalar),
    *(aten.where.ScalarSelf, aten.where.ScalarOther),
    *(aten.__and__.Tensor, aten.__and__.Scalar, aten.__or__.Tensor, aten.__or__.Scalar, aten.__xor__.Tensor, aten.__xor__.Scalar),
}


def is_pointwise(node) -> bool:
    """Whether each element of the result is made of those at its own place, and of nothing else."""
    if not is_operator(node) or is_mutation(node) or torch.Tag.nondeterministic_seeded in node.target.tags:
        return False
    name = f"{node.target._schema.name.removeprefix('aten::')}.{node.target._schema.overload_name or 'default'}"
    return torch.Tag.pointwise in node.target.tags or node.target in UNTAGGED or name in IDENTITIES


def get_mask(node) -> "tuple[int, torch.fx.Node] | None":
    """(the first dim that it stands for, the mask) of a call that indexes by one mask and nothing else."""
    given = [(dim, index) for dim, index in enumerate(node.args[1]) if index is not None]
    if len(given) != 1 or given[0][1].meta["val"].dtype != torch.bool or given[0][1].meta["val"].dim() == 0:
        return None
    return given[0]


@dataclass(frozen=True)
class Value:
    """What a node computes. Nodes that compute the same have the same number."""

    number: int


class Values:
    """The values of a program without writes: a mask is often written twice, as in x[x > 0] = -x[x > 0].

    Each node is looked at once, after those that it reads, and has the value of an earlier one that applies the same operator to the
    same values and constants. Comparing two nodes operand by operand instead would take twice as long for each step of y * y + y.
    """

    def __init__(self, graph):
        self.known: dict = {}
        self.values: dict = {}
        for node in graph.nodes:
            self.values[node] = self.known.setdefault(self.get_key(node), Value(len(self.known)))

    def get_key(self, node):
        """The node itself where a second one like it may have another value."""
        is_pure = is_operator(node) and not is_mutation(node) and torch.Tag.nondeterministic_seeded not in node.target.tags
        if not is_pure and node.target is not operator.getitem:
            return node
        # As text, which tells 1, 1.0 and True from each other, and -0.0 from 0.0, and has NaN equal to itself.
        return node.target, repr(torch.fx.map_arg((node.args, node.kwargs), self.values.__getitem__))

    def is_same(self, left, right) -> bool:
        return self.values[left] == self.values[right]

    def replace(self, old, new) -> None:
        """A new node has the value of an old one."""
        self.values[new] = self.values[old]


class MaskedUpdate:
    """One call of index_put by a mask, and the values that it puts, on all elements instead of those that the mask takes."""

    def __init__(self, graph, node, values: Values):
        self.graph, self.node, self.values = graph, node, values
        self.dim, self.mask = get_mask(node)
        self.rank = self.mask.meta["val"].dim()
        self.behind = node.args[0].meta["val"].dim() - self.dim - self.rank  # dims behind those of the mask
        self.made: dict = {}

    def reads_elements(self, node) -> bool:
        """Whether it takes elements of a tensor by the same mask, so that they stand in the same places."""
        mask = get_mask(node) if is_operator(node) and node.target in READS else None
        return (
            mask is not None
            and self.values.is_same(mask[1], self.mask)
            and node.args[0].meta["val"].dim() - mask[0] - self.rank == self.behind
        )

    def find(self) -> "list[torch.fx.Node] | None":
        """What the values that it puts are made of, in the order of the program, where this is elements alone that the mask takes, and
        what is the same for all of them."""
        found, pending = set(), [self.node.args[2]]
        while pending:
            node = pending.pop()
            if node in found:
                continue
            found.add(node)
            if self.reads_elements(node) or not self.has_elements(node):
                continue
            if not is_pointwise(node):
                return None
            pending += node.all_input_nodes
        return sorted(found)

    def has_elements(self, node) -> bool:
        """Whether a tensor has a dim of so many elements as the mask takes: its number of them, in their place, may not be one."""
        value = node.meta.get("val")
        if not isinstance(value, torch.Tensor) or value.dim() <= self.behind:
            return not isinstance(value, torch.Tensor)
        return bool(guard_or_true(value.shape[value.dim() - self.behind - 1] != 1))

    def call(self, target, *args, **kwargs):
        """A new node, in front of the call."""
        node = self.graph.call_function(target, args, kwargs)

        def get_value(part):
            return part.meta["val"] if isinstance(part, torch.fx.Node) else part

        with self.node.meta["val"].fake_mode:
            node.meta["val"] = target(*torch.fx.map_arg(args, get_value), **torch.fx.map_arg(kwargs, get_value))
        node.meta |= {name: value for name, value in self.node.meta.items() if name != "val"}
        return node

    def unsqueeze(self, node, dim: int, count: int):
        for _ in range(count):
            node = self.call(aten.unsqueeze.default, node, dim)
        return node

    def spread(self, node):
        """The value at all elements; those that it is made of have theirs already."""
        value = node.meta["val"]
        if self.reads_elements(node):
            return node.args[0]
        if not self.has_elements(node):
            return self.unsqueeze(node, value.dim() - self.behind - 1, self.rank - 1) if value.dim() > self.behind else node
        args, kwargs = torch.fx.map_arg((node.args, node.kwargs), self.made.__getitem__)
        result = self.call(node.target, *args, **kwargs)
        result.meta |= {name: part for name, part in node.meta.items() if name != "val"}
        return result

    def replace(self, found: "list[torch.fx.Node]") -> None:
        x, _, values = self.node.args[:3]
        with self.graph.inserting_before(self.node):
            for node in found:
                self.made[node] = self.spread(node)
            changed = self.made[values]
            mask = self.unsqueeze(self.mask, -1, self.behind)
            if get_argument(self.node, "accumulate"):
                changed = self.call(aten.add.Tensor, x, changed)
            result = self.call(aten.where.self, mask, changed, x)
        self.values.replace(self.node, result)
        self.node.replace_all_uses_with(result)
        self.graph.erase_node(self.node)


def replace_masked_updates(graph: torch.fx.Graph) -> None:
    """Writes each update by a mask of a program without writes as a choice between values, where its values read elements by it."""
    updates = [node for node in graph.nodes if node.target is aten.index_put.default and get_mask(node) is not None]
    values = Values(graph) if updates else None
    for node in updates:
        update = MaskedUpdate(graph, node, values)
        found = update.find()
        if found is not None and any(map(update.reads_elements, found)):
            update.replace(found)
