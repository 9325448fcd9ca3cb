# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`torch.cond` as a choice between the values of both branches.

Both are computed, and `where` takes the elements of the one that is asked for: a NaN or an infinity of the other does not reach them.
That is the same program as long as nobody sees that the other branch ran, so each must only compute. Nothing that Emmy computes fails:
a position beyond an end reads 0, and integers are divided by 0 (docs/Numerics.md). What depends on data in one branch alone, such as a
shape, is no choice between values, and refused.

A loop may not end where its branch is not taken. So it is given whether that is, and takes no step where not.
"""

from __future__ import annotations

import operator

import torch
from torch.utils import _pytree as pytree

from .locations import inherit_origin
from .loops import REFUSED, WHILE, add_function, copy_module, get_placeholders, is_loop, replace_value
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
        modules = [getattr(owner, name.target) for name in names]
        branches = [prepare_branch(module) for module in modules]
        reason = node.meta.get(REFUSED) or find_refusal(node, predicate, branches)
        if reason:
            node.meta[REFUSED] = reason
            continue
        for branch, module in zip(branches, modules, strict=True):
            move_functions(branch, module, owner)
        replace(graph, node, predicate, branches, operands, owner)
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
    if not isinstance(value, torch.SymBool) and (not isinstance(value, torch.Tensor) or value.dtype != torch.bool):
        return f"expected a condition that is a tensor of bools, but got {value}"
    for graph in branches:
        for part in graph.nodes:
            if part.op == "get_attr" and all(map(is_loop, part.users)):
                continue
            if part.op == "get_attr" or isinstance(part.target, torch._ops.HigherOrderOperator) and not is_loop(part):
                return part.meta.get(REFUSED) or f"expected branches that only compute, but got {part.target} in one"
            if isinstance(part.target, torch._ops.OpOverload) and part.target._schema.is_mutable:
                return f"expected branches that only compute, but got {part.target} in one"
    for number, values in enumerate(zip(node.meta["val"], *map(get_results, branches), strict=True)):
        kinds = list(map(get_kind, values))
        if kinds.count(kinds[0]) != len(kinds) or not isinstance(values[0], torch.Tensor):
            return f"expected branches with one dtype and shape of result #{number}, but got {kinds[1]} and {kinds[2]}"
    return None


def replace(graph, node, predicate, branches, operands, owner) -> None:
    """Both branches in the place of a condition, and a `where` for each result."""
    values = []
    first = node.prev

    def call(target, *args):
        result = graph.call_function(target, args)
        result.meta["val"] = target(*torch.fx.node.map_arg(args, lambda part: part.meta["val"]))
        return result

    with graph.inserting_before(node):
        predicate = to_tensor(predicate, node.meta["val"][0].fake_mode)
        if predicate.meta["val"].dim():
            predicate = call(aten.reshape.default, predicate, [])
        for number, branch in enumerate(branches):
            placeholders = get_placeholders(branch)
            given = list(operands)
            if has_while(branch, owner):
                placeholders.append(guard_loops(branch, owner, predicate.meta["val"]))
                given.append(predicate if number == 0 else call(aten.logical_not.default, predicate))
            results = graph.graph_copy(branch, dict(zip(placeholders, given, strict=True)))
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
        replace_value(user, chosen[user.args[1]])
    graph.erase_node(node)


def to_tensor(condition: torch.fx.Node, mode) -> torch.fx.Node:
    """A condition on numbers as a tensor; the graph knows where it goes."""
    if isinstance(condition.meta["val"], torch.Tensor):
        return condition
    flag = condition.graph.call_function(aten.scalar_tensor.default, (condition,), {"dtype": torch.bool})
    with mode:
        flag.meta["val"] = torch.zeros([], dtype=torch.bool)
    return flag


# Loops in branches


def move_functions(graph: torch.fx.Graph, module: torch.nn.Module, owner: torch.nn.Module) -> None:
    """The functions that a branch's loops call become the owner's, under names of their own."""
    names = {}
    for node in graph.nodes:
        if node.op == "get_attr":
            names[node.target] = names.get(node.target) or add_function(owner, node.target, getattr(module, node.target))
            node.target = names[node.target]


def has_while(graph: torch.fx.Graph, owner: torch.nn.Module) -> bool:
    """Whether there is a loop that may not end. A scan does, but for loops in it."""
    loops = [node for node in graph.nodes if is_loop(node)]
    return any(node.target is WHILE or has_while(*get_function(owner, node.args[0])) for node in loops)


def get_function(owner, name) -> "tuple[torch.fx.Graph, torch.nn.Module]":
    module = getattr(owner, name.target)
    return module.graph, module


def guard_loops(graph: torch.fx.Graph, owner: torch.nn.Module, value: torch.Tensor) -> torch.fx.Node:
    """Lets loops take steps only where a further input of the graph holds; the input. `value` describes it."""
    taken = add_input(graph, "taken", value)
    for node in [part for part in graph.nodes if is_loop(part)]:
        names = [part for part in node.args if getattr(part, "op", None) == "get_attr"]
        if node.target is not WHILE and not has_while(*get_function(owner, names[0])):
            continue
        # Other calls of the same functions keep theirs.
        functions = [copy_module(getattr(owner, name.target)) for name in names]
        if node.target is WHILE:
            condition, body = functions
            guard_condition(condition, value)
            add_input(body.graph, "taken", value)
        else:
            guard_loops(functions[0].graph, functions[0], value)
        with graph.inserting_before(node):
            names = [graph.get_attr(add_function(owner, name.target, f)) for name, f in zip(names, functions, strict=True)]
        for function in functions:
            function.recompile()
        node.args = (*names, *node.args[len(names) : -1], (*node.args[-1], taken))
    return taken


def guard_condition(condition: torch.fx.GraphModule, value: torch.Tensor) -> None:
    taken = add_input(condition.graph, "taken", value)
    output = next(node for node in reversed(condition.graph.nodes) if node.op == "output")
    (result,) = pytree.tree_leaves(output.args)
    with condition.graph.inserting_before(output):
        both = condition.graph.call_function(aten.logical_and.default, (taken, to_tensor(result, value.fake_mode)))
    both.meta["val"] = value.clone()
    output.args = (both,)


def add_input(graph: torch.fx.Graph, name: str, value: torch.Tensor) -> torch.fx.Node:
    """An input behind all others."""
    inputs = get_placeholders(graph)
    with graph.inserting_after(inputs[-1]) if inputs else graph.inserting_before(next(iter(graph.nodes))):
        node = graph.placeholder(f"{name}_{len(inputs)}")
    node.meta["val"] = value
    return node
