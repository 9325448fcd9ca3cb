# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`x[mask] *= 2`: elements that a mask takes out, changed one by one, and put back where they were.

How many these are nobody knows before the program runs, and it does not matter: the change is applied to all elements, and taken over
where the mask holds. What mixes the elements, or reads them otherwise, has no such form.
"""

from __future__ import annotations

import torch
from torch.fx.experimental.symbolic_shapes import guard_or_true
from torch.utils import _pytree as pytree

from .decompositions import aten
from .mutations import get_argument, is_mutation, is_operator
from .operators import IDENTITIES

READS = (aten.index.Tensor, aten._unsafe_index.Tensor)
CASTS = (aten._to_copy.default, aten.to.dtype)


def is_pointwise(node) -> bool:
    """Whether each element of the result is made of those at its own place, and of nothing else."""
    if not is_operator(node) or is_mutation(node) or torch.Tag.nondeterministic_seeded in node.target.tags:
        return False
    name = f"{node.target._schema.name.removeprefix('aten::')}.{node.target._schema.overload_name or 'default'}"
    return torch.Tag.pointwise in node.target.tags or node.target in CASTS or name in IDENTITIES


def get_mask(node) -> "tuple[int, torch.fx.Node] | None":
    """(the first dim that it stands for, the mask) of a call that indexes by one mask and nothing else."""
    given = [(dim, index) for dim, index in enumerate(node.args[1]) if index is not None]
    if len(given) != 1 or given[0][1].meta["val"].dtype != torch.bool or given[0][1].meta["val"].dim() == 0:
        return None
    return given[0]


def is_same(left, right) -> bool:
    """Whether two nodes of a program without writes have one value: a mask is often written twice, as in x[x > 0] = -x[x > 0]."""
    if not isinstance(left, torch.fx.Node) or not isinstance(right, torch.fx.Node):
        return type(left) is type(right) and left == right
    if left is right:
        return True
    if not is_operator(left) or left.target is not right.target or torch.Tag.nondeterministic_seeded in left.target.tags:
        return False
    parts, others = (pytree.tree_flatten((list(node.args), dict(node.kwargs))) for node in (left, right))
    return parts[1] == others[1] and all(map(is_same, parts[0], others[0]))


class MaskedUpdate:
    """One call of index_put by a mask, and the values that it puts, on all elements instead of those that the mask takes."""

    def __init__(self, graph, node):
        self.graph, self.node = graph, node
        self.dim, self.mask = get_mask(node)
        self.rank = self.mask.meta["val"].dim()
        self.behind = node.args[0].meta["val"].dim() - self.dim - self.rank  # dims behind those of the mask
        self.made: dict = {}

    def reads_elements(self, node) -> bool:
        """Whether it takes elements of a tensor by the same mask, so that they stand in the same places."""
        mask = get_mask(node) if is_operator(node) and node.target in READS else None
        return (
            mask is not None
            and is_same(mask[1], self.mask)
            and node.args[0].meta["val"].dim() - mask[0] - self.rank == self.behind
        )

    def find(self, node, found: "set[torch.fx.Node]") -> bool:
        """Whether a value is made of elements alone that the mask takes, and of what is the same for all of them."""
        if node in found or self.reads_elements(node) or not self.has_elements(node):
            found.add(node)
            return True
        if not is_pointwise(node) or not all(self.find(source, found) for source in node.all_input_nodes):
            return False
        found.add(node)
        return True

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
        """The value at all elements."""
        if node in self.made:
            return self.made[node]
        value = node.meta["val"]
        if self.reads_elements(node):
            result = node.args[0]
        elif self.has_elements(node):
            result = self.call(
                node.target, *torch.fx.map_arg(node.args, self.spread), **torch.fx.map_arg(node.kwargs, self.spread)
            )
            result.meta |= {name: part for name, part in node.meta.items() if name != "val"}
        elif value.dim() <= self.behind:
            result = node
        else:
            result = self.unsqueeze(node, value.dim() - self.behind - 1, self.rank - 1)
        self.made[node] = result
        return result

    def replace(self) -> None:
        x, _, values = self.node.args[:3]
        with self.graph.inserting_before(self.node):
            changed = self.spread(values)
            mask = self.unsqueeze(self.mask, -1, self.behind)
            if get_argument(self.node, "accumulate"):
                changed = self.call(aten.add.Tensor, x, changed)
            result = self.call(aten.where.self, mask, changed, x)
        self.node.replace_all_uses_with(result)
        self.graph.erase_node(self.node)


def replace_masked_updates(graph: torch.fx.Graph) -> None:
    """Writes each update by a mask of a program without writes as a choice between values, where its values read elements by it."""
    for node in list(graph.nodes):
        if not is_operator(node) or node.target is not aten.index_put.default or get_mask(node) is None:
            continue
        update = MaskedUpdate(graph, node)
        found: set = set()
        if update.find(node.args[2], found) and any(map(update.reads_elements, found)):
            update.replace()
