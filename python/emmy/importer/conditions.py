# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`torch.cond` as a choice between the values of both branches.

Both are computed, and `where` takes the elements of the one that is asked for: a NaN or an infinity of the other does not reach them.
That is the same program as long as nobody sees that the other branch ran, so each must only compute. Nothing that Emmy computes fails:
a position beyond an end reads 0, and integers are divided by 0 (docs/Numerics.md). What depends on data in one branch alone, such as a
shape, is no choice between values, and refused.
"""

from __future__ import annotations

import operator

import torch

from .locations import inherit_origin
from .loops import REFUSED, is_loop
from .mutations import remove_mutations

aten = torch.ops.aten
CONDITION = torch.ops.higher_order.cond


def is_condition(node) -> bool:
    return node.op == "call_function" and node.target is CONDITION


def choose_branches(graph: torch.fx.Graph, owner: torch.nn.Module) -> None:
    """Replaces every condition, those in branches first; says in a node's `refused` why one is left. `owner` has the branches."""
    for node in list(graph.nodes):
        if not is_condition(node):
            continue
        predicate, *names, operands = node.args
        branches = [prepare_branch(getattr(owner, name.target)) for name in names]
        reason = node.meta.get(REFUSED) or find_refusal(node, predicate, branches)
        if reason:
            node.meta[REFUSED] = reason
            continue
        replace(graph, node, predicate, branches, operands)
        for name in dict.fromkeys(names):
            if not name.users:
                graph.erase_node(name)


def prepare_branch(module: torch.fx.GraphModule) -> torch.fx.Graph:
    """A copy of a branch's graph, without conditions of its own where they can be replaced."""
    graph = torch.fx.Graph()
    graph.output(graph.graph_copy(module.graph, {}))
    choose_branches(graph, module)
    remove_mutations(graph)
    return graph


def get_results(graph: torch.fx.Graph) -> tuple:
    (results,) = next(node for node in reversed(graph.nodes) if node.op == "output").args
    return tuple(results) if isinstance(results, (list, tuple)) else (results,)


def get_kind(value):
    """The dtype and sizes of a result; what else it is."""
    if isinstance(value, torch.fx.Node):
        value = value.meta.get("val")
    if isinstance(value, torch.Tensor):
        return value.dtype, tuple(str(size) for size in value.shape)
    return value


def find_refusal(node, predicate, branches) -> "str | None":
    value = predicate.meta.get("val") if isinstance(predicate, torch.fx.Node) else predicate
    if not isinstance(value, torch.Tensor) or value.dtype != torch.bool:
        return f"expected a condition that is a tensor of bools, but got {value}"
    for graph in branches:
        if any(map(is_loop, graph.nodes)):
            return "expected branches that end in any case, since both are computed, but got a loop in one"
        for part in graph.nodes:
            if part.op == "get_attr" or isinstance(part.target, torch._ops.HigherOrderOperator):
                return part.meta.get(REFUSED) or f"expected branches that only compute, but got {part.target} in one"
            if isinstance(part.target, torch._ops.OpOverload) and part.target._schema.is_mutable:
                return f"expected branches that only compute, but got {part.target} in one"
    for number, values in enumerate(zip(node.meta["val"], *map(get_results, branches), strict=True)):
        kinds = list(map(get_kind, values))
        if kinds.count(kinds[0]) != len(kinds) or not isinstance(values[0], torch.Tensor):
            return f"expected branches with one dtype and shape of result #{number}, but got {kinds[1]} and {kinds[2]}"
    return None


def replace(graph, node, predicate, branches, operands) -> None:
    """Both branches in the place of a condition, and a `where` for each result."""
    values = []
    first = node.prev
    with graph.inserting_before(node):
        if predicate.meta["val"].dim():
            rank_0 = graph.call_function(aten.reshape.default, (predicate, []))
            rank_0.meta["val"] = predicate.meta["val"].reshape([])
            predicate = rank_0
        for branch in branches:
            placeholders = [part for part in branch.nodes if part.op == "placeholder"]
            results = graph.graph_copy(branch, dict(zip(placeholders, operands, strict=True)))
            values.append(results if isinstance(results, (list, tuple)) else (results,))
        chosen = []
        for result, *pair in zip(node.meta["val"], *values, strict=True):
            chosen.append(graph.create_node("call_function", aten.where.self, (predicate, *pair), name="cond"))
            chosen[-1].meta["val"] = result
    part = first.next
    while part is not node:
        inherit_origin(part, node, overwrites=False)
        part = part.next
    for user in list(node.users):
        assert user.target is operator.getitem, "a condition has a tuple of results"
        user.replace_all_uses_with(chosen[user.args[1]])
        graph.erase_node(user)
    graph.erase_node(node)
