# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`torch.vmap` as operators on whole batches.

PyTorch captures what is mapped as operators on parts, between `_add_batch_dim`, which takes the parts of a tensor, and `_remove_batch_dim`,
which puts results together; both name the level of the map, from 1. What depends on parts of the outermost level is traced again, where
PyTorch's rules for batches turn it into other operators, and stands in the place of that *stretch* of the graph.
"""

from __future__ import annotations

import torch
from torch._C._functorch import _add_batch_dim, _remove_batch_dim, _vmap_decrement_nesting, _vmap_increment_nesting
from torch._functorch import predispatch

from .expand import NotExpanded, trace_function
from .locations import inherit_origin
from .loops import REFUSED, replace_value
from .mutations import is_mutation

ADD, REMOVE = predispatch._add_batch_dim, predispatch._remove_batch_dim
# What only says where a map begins and ends. PyTorch leaves these out in functions of loops.
MARKS = (predispatch.lazy_load_decompositions, predispatch._vmap_increment_nesting, predispatch._vmap_decrement_nesting)


def is_batched(node) -> bool:
    return node.target in (ADD, REMOVE)


def write_batches(graph: torch.fx.Graph) -> None:
    """Writes all maps of a graph out."""
    for node in list(graph.nodes):
        if node.target in MARKS:
            assert not node.users, "levels are numbers in the graph"
            graph.erase_node(node)
    for stretch in find_stretches(graph):
        try:
            write_stretch(graph, stretch)
        except Exception as error:  # of all classes: PyTorch has no rule for some operators
            reason = f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
            for node in filter(is_batched, stretch):
                node.meta[REFUSED] = f"expected a function that torch.vmap maps over tensors without elements, but got {reason}"


def get_level(node) -> int:
    return node.args[2] if node.target is ADD else node.args[1]


def find_stretches(graph: torch.fx.Graph) -> "list[list[torch.fx.Node]]":
    """The nodes of each outermost map, from where parts are taken to where results are put together: all of the former come before all
    of the latter."""
    ends: "list[list[torch.fx.Node]]" = []
    outermost = [node for node in graph.nodes if is_batched(node)]
    level = min(map(get_level, outermost), default=0)
    for node in outermost:
        if get_level(node) != level:
            continue
        if not ends or (node.target is ADD and ends[-1][1].target is REMOVE):
            ends.append([node, node])
        ends[-1][1] = node
    stretches = []
    for first, last in ends:
        stretch = [first]
        while stretch[-1] is not last:
            stretch.append(stretch[-1].next)
        stretches.append(stretch)
    return stretches


def write_stretch(graph: torch.fx.Graph, stretch) -> None:
    # What depends on no part may be read behind the stretch, too.
    batched: dict = {}
    for node in stretch:
        if is_batched(node) or any(source in batched for source in node.all_input_nodes):
            batched[node] = len(batched)
        elif is_mutation(node) and node.target is not torch.ops.aten.detach_.default:  # which writes no elements
            raise NotExpanded(f"{node.target}, which writes to what all parts share")
        else:
            stretch[0].prepend(node)
    inputs = list(dict.fromkeys(source for node in batched for source in node.all_input_nodes if source not in batched))
    results = [node for node in batched if any(user not in batched for user in node.users)]

    def run(*values):
        known = dict(zip(inputs, values, strict=True))
        with Levels() as levels:
            for node in batched:
                known[node] = levels.run(node, *torch.fx.map_arg((node.args, node.kwargs), known.__getitem__))
        return [known[node] for node in results]

    values = [node.meta["val"] for node in inputs]
    mode = next(value.fake_mode for value in (*values, *(node.meta["val"] for node in results)) if hasattr(value, "fake_mode"))
    traced = trace_function(run, values, mode)
    with graph.inserting_before(next(iter(batched))):
        placeholders = [node for node in traced.graph.nodes if node.op == "placeholder"]
        before = next(iter(batched)).prev
        written = graph.graph_copy(traced.graph, dict(zip(placeholders, inputs, strict=True)))
    while before.next not in batched:
        before = before.next
        inherit_origin(before, stretch[-1], overwrites=True)
    for node in reversed(batched):
        if node in results:
            replace_value(node, written[results.index(node)])
        else:
            graph.erase_node(node)


class Levels:
    """The maps around the operator that runs. The levels of the graph are those of PyTorch from some level on."""

    def __init__(self):
        self.open: "list[tuple[int, int]]" = []  # the graph's level, and PyTorch's
        self.is_closing = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close(0)

    def close(self, level: int) -> None:
        """Leaves the maps from a level of the graph on."""
        while self.open and self.open[-1][0] >= level:
            self.open.pop()
            _vmap_decrement_nesting()

    def enter(self, level: int, size) -> int:
        if not self.open or self.open[-1][0] < level:
            self.open.append((level, _vmap_increment_nesting(size, "error")))
        return self.open[-1][1]

    def run(self, node, args, kwargs):
        if node.target is ADD:
            tensor, dim, level = args
            if self.is_closing:
                self.close(level)
            self.is_closing = False
            return _add_batch_dim(tensor, dim, self.enter(level, tensor.shape[dim]))
        if node.target is REMOVE:
            tensor, level, size, dim = args
            self.close(level + 1)
            self.is_closing = True
            return _remove_batch_dim(tensor, self.enter(level, size), size, dim)
        return node.target(*args, **kwargs)
