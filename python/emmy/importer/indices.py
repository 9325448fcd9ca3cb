# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Positions that are data: PyTorch raises where one does not exist. Kernels have a guard there and no way to say so, so what a program's
arguments alone say about its positions is looked at before it runs.

That is what is computed of integers and bools, by PyTorch itself, in front of each call: token ids, `attention_mask.cumsum(-1) - 1`, and
buffers of positions. What goes by way of floats, the branches of a condition, of which only one is taken, and what loops carry are not.
"""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass, field, replace

import torch
from torch.export.graph_signature import InputKind
from torch.utils import _pytree as pytree

from ..errors import ArgumentError
from .locations import get_line
from .mutations import get_argument, is_mutation, is_operator

aten = torch.ops.aten
# Names of (the tensor that is read or written, its dim, or None for all of them as one, the positions).
ALONG_DIM = {
    aten.embedding: ("weight", 0, "indices"),
    aten.embedding_bag: ("weight", 0, "indices"),
    **dict.fromkeys(
        (aten.index_select, aten.gather, aten.index_add, aten.index_copy, aten.index_reduce), ("self", "dim", "index")
    ),
    **dict.fromkeys((aten.scatter, aten.scatter_add, aten.scatter_reduce), ("self", "dim", "index")),
}
# The same for those that count from the end, too.
FROM_BOTH_ENDS = {
    aten.index_fill: ("self", "dim", "index"),
    aten.take: ("self", None, "index"),
    aten.put: ("self", None, "index"),
}
LISTS = {aten.index, aten.index_put}
LOSSES = {aten.nll_loss, aten.nll_loss_nd, aten.nll_loss2d, aten.cross_entropy_loss}


@dataclass
class Row:
    """Positions that a call names."""

    index: torch.fx.Node
    size: "int | torch.SymInt"  # of the dim
    wraps: bool  # -1 is the last one
    ignored: "int | None"  # a number that stands for none
    total: "int | torch.SymInt"  # 0 where only other dims have no elements, or other positions are none: nothing is read
    label: str


@dataclass
class Positions:
    """What is looked at before each call of a program."""

    module: "torch.fx.GraphModule | None" = None  # gives the positions, of some arguments and parameters
    inputs: "list[tuple[InputKind, str]]" = field(default_factory=list)
    rows: "list[Row]" = field(default_factory=list)

    def check(self, arguments, parameters, get_size) -> None:
        """ArgumentError, with the line of the program, for the first position that does not exist."""
        if not self.rows:
            return
        inputs = [arguments[name] if kind == InputKind.USER_INPUT else parameters[name] for kind, name in self.inputs]
        with torch.no_grad():
            try:
                indices = self.module(*inputs)
            except (RuntimeError, IndexError) as error:  # PyTorch's own words for a position that others are computed of
                raise ArgumentError(f"expected positions that PyTorch computes, but got: {error}") from error
        for row, index in zip(self.rows, indices, strict=True):
            size = get_size(row.size)
            low, high = -size if row.wraps else 0, size - 1
            wrong = (index < low) | (index > high)
            wrong = wrong if row.ignored is None else wrong & (index != row.ignored)
            if wrong.any() and (get_size(row.total) or not size):
                raise ArgumentError(f"{row.label}: expected positions from {low} to {high}, but got {index[wrong][0].item()}")


def get_packet(node):
    """`index_put` of index_put_.default."""
    packet = node.target.overloadpacket
    name = packet.__name__
    return getattr(aten, name.removesuffix("_"), packet) if name.endswith("_") and not name.startswith("_") else packet


def find_rows(node, caller) -> "list[Row]":
    if not is_operator(node) or node.target.namespace != "aten":
        return []
    packet, (path, line) = get_packet(node), get_line(node, caller)
    label = f"{path}:{line}: {node.name} ({node.target})"

    def make(index, x, dim, wraps=False, ignored=None):
        shape = x.meta["val"].shape
        size = x.meta["val"].numel() if dim is None else shape[dim] if shape else 1
        return Row(index, size, wraps, ignored, x.meta["val"].numel(), label)

    if packet is aten.embedding_bag and get_argument(node, "include_last_offset"):
        return []  # what stands behind the last bag is not read
    if packet in ALONG_DIM or packet in FROM_BOTH_ENDS:
        names = ALONG_DIM.get(packet) or FROM_BOTH_ENDS[packet]
        x, index = get_argument(node, names[0]), get_argument(node, names[2])
        dim = get_argument(node, names[1]) if isinstance(names[1], str) else names[1]
        return [make(index, x, dim, packet in FROM_BOTH_ENDS)]
    if packet in LISTS:
        x, indices = node.args[0], node.args[1]
        given = [(dim, index) for dim, index in enumerate(indices) if index is not None]
        # A mask stands for as many dims as it has, and is no position.
        if any(index.meta["val"].dtype in (torch.bool, torch.uint8) for _, index in given):
            return []
        rows = [make(index, x, dim, wraps=True) for dim, index in given]
        # Positions of several dims broadcast, to none where one has no elements.
        total = math.prod((index.meta["val"].numel() for _, index in given), start=x.meta["val"].numel())
        return [replace(row, total=total) for row in rows]
    if packet in LOSSES:
        x, target = node.args[0], node.args[1]
        ignored = get_argument(node, "ignore_index")
        dim = 0 if x.meta["val"].dim() == 1 else 1
        return [make(target, x, dim, ignored=-100 if ignored is None else ignored)]
    if packet is aten.one_hot and (get_argument(node, "num_classes") or 0) > 0:
        return [Row(node.args[0], node.args[1], False, None, 1, label)]
    return []


def is_whole(value) -> bool:
    """Whether there is nothing to round in it."""
    if isinstance(value, torch.Tensor):
        return not value.is_floating_point() and not value.is_complex()
    return isinstance(value, (bool, int, torch.SymInt, torch.SymBool))


def get_slice(index) -> "set | None":
    """What the positions are computed of; None where this is more than integers and arguments."""
    found, pending = set(), [index]
    while pending:
        node = pending.pop()
        if node in found:
            continue
        found.add(node)
        if node.op == "placeholder":
            continue
        is_size = node.op == "call_function" and getattr(node.target, "__module__", "") in ("_operator", "math")
        if not (is_operator(node) or node.target is operator.getitem or is_size):
            return None
        if is_operator(node):
            tags = node.target.tags
            if is_mutation(node) or torch.Tag.nondeterministic_seeded in tags or torch.Tag.data_dependent_output in tags:
                return None
        if not all(map(is_whole, pytree.tree_leaves(node.meta.get("val")))):
            return None
        pending += node.all_input_nodes
    return found


def find_written(graph) -> set:
    """What integers and bools that the program writes to are made of, and what is made of them: their values are those of a moment."""
    written = set()
    for node in graph.nodes:
        if is_mutation(node) and is_whole(node.meta.get("val")):
            pending = [node.args[0], node]
            while pending:
                part = pending.pop()
                if part not in written:
                    written.add(part)
                    pending += [user for user in part.users if is_whole(user.meta.get("val"))]
                    pending += [source for source in part.all_input_nodes if is_whole(source.meta.get("val"))]
    return written


def find_positions(exported: "torch.export.ExportedProgram", caller) -> Positions:
    """Of the program as PyTorch captured it: what operators are written out as names positions of its own, which exist."""
    graph = exported.graph
    rows = [row for node in graph.nodes for row in find_rows(node, caller)]
    # The targets of a loss may be probabilities, which are no positions; nor is a mask.
    rows = [row for row in rows if is_whole(row.index.meta["val"]) and row.index.meta["val"].dtype != torch.bool]
    slices = {row.index: get_slice(row.index) for row in rows}
    rows = [row for row in rows if slices[row.index] is not None]
    written = find_written(graph) if rows else set()
    rows = [row for row in rows if not slices[row.index] & written]
    if not rows:
        return Positions()
    needed = set().union(*(slices[row.index] for row in rows))
    part, values, inputs = torch.fx.Graph(), {}, []
    placeholders = [node for node in graph.nodes if node.op == "placeholder"]
    kinds = {
        node: (spec.kind, node.name if spec.kind == InputKind.USER_INPUT else spec.target)
        for node, spec in zip(placeholders, exported.graph_signature.input_specs, strict=True)
    }
    for node in graph.nodes:
        if node in needed:
            values[node] = part.node_copy(node, values.__getitem__)
            if node in kinds:
                inputs.append(kinds[node])
    part.output(tuple(values[row.index] for row in rows))
    return Positions(torch.fx.GraphModule({}, part), inputs, rows)
