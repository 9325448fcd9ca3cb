# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutations that are only another way to write a value: `x.relu_()` where nothing else sees the old `x` becomes `x.relu()`.

PyTorch's own functionalization traces the whole program again, which takes longer than everything else that the importer does. Most
programs do not need it: they write to values that no view shares memory with, or not at all.
"""

from __future__ import annotations

import torch
from torch.utils import _pytree as pytree

from .loops import get_functions, is_loop


def is_operator(node) -> bool:
    return node.op == "call_function" and isinstance(node.target, torch._ops.OpOverload)


def is_mutation(node) -> bool:
    return is_operator(node) and node.target._schema.is_mutable


def is_composite(node) -> bool:
    return is_operator(node) and node.target.has_kernel_for_dispatch_key(torch._C.DispatchKey.CompositeImplicitAutograd)


def get_argument(node, name: str):
    """The argument of that name; None where the operator has none, or it is left out."""
    for number, argument in enumerate(node.target._schema.arguments):
        if argument.name == name:
            return node.args[number] if number < len(node.args) else node.kwargs.get(name)
    return None


def updates_statistics(node) -> bool:
    """Whether a norm in training takes the statistics of its input, and writes to running ones, which schemas do not say."""
    if not is_operator(node) or get_argument(node, "running_mean") is None:
        return False
    return bool(get_argument(node, "training") or get_argument(node, "use_input_stats"))


def call_alike(target, node):
    """(the tensors that stand for the node's operands, the results) of an operator called as the node is, with tensors that have the
    forms of its operands, and no elements."""
    leaves, spec = pytree.tree_flatten((list(node.args), dict(node.kwargs)))
    values = [leaf.meta["val"] if isinstance(leaf, torch.fx.Node) else leaf for leaf in leaves]
    mode = next(value.fake_mode for value in values if isinstance(value, torch.Tensor))
    operands = {}
    with mode:
        for number, (leaf, value) in enumerate(zip(leaves, values, strict=True)):
            if isinstance(value, torch.Tensor):
                # One of its own for each: what has been loaded from a file does not say which of the node's share memory.
                values[number] = torch.empty_strided(value.shape, value.stride(), dtype=value.dtype, device=value.device)
                operands[leaf] = values[number]
        args, kwargs = pytree.tree_unflatten(values, spec)
        return operands, pytree.tree_leaves(target(*args, **kwargs))


def has_regions(graph) -> bool:
    """Whether operators with graphs of their own occur that may write to what they are given. PyTorch captures no such loop."""
    return any(
        node.op == "get_attr"
        and not all(map(is_loop, node.users))
        or isinstance(node.target, torch._ops.HigherOrderOperator)
        and not is_loop(node)
        for node in graph.nodes
    )


def get_functional(target: "torch._ops.OpOverload") -> "torch._ops.OpOverload | None":
    """`relu.default` of `relu_.default`: the operator of that name with the same arguments, none of which it writes to."""
    name = target._schema.name.removeprefix("aten::")
    packet = getattr(torch.ops.aten, name.removesuffix("_"), None) if name.endswith("_") else None
    functional = getattr(packet, target._overloadname, None)
    if functional is None or functional._schema.is_mutable:
        return None
    names = [[argument.name for argument in op._schema.arguments] for op in (target, functional)]
    return functional if names[0] == names[1] else None


def is_alias(argument) -> bool:
    return argument.alias_info is not None


def get_form(value) -> str:
    """What two tensors of one memory are the same by; symbolic sizes are not compared as numbers, which would make them ones."""
    return str((value.shape, value.stride(), value.storage_offset(), value.dtype))


class Views:
    """Which operands a node's results may share memory with."""

    def __init__(self):
        self.known: dict = {}

    def get_viewed(self, node) -> "list[torch.fx.Node]":
        """Of a composite operator the schema says what it may share, or nothing; whether this call shares memory, it shows."""
        if not is_operator(node):
            return node.all_input_nodes  # a member of a tuple of views; operators on sizes have no memory
        if is_composite(node):
            return list(self.ask(node))
        if not any(is_alias(result) for result in node.target._schema.returns):
            return []
        shared = [get_argument(node, argument.name) for argument in node.target._schema.arguments if is_alias(argument)]
        return [value for value in shared if isinstance(value, torch.fx.Node)]

    def get_same(self, node) -> "torch.fx.Node | None":
        """The operand that a composite operator gives back as it is, unwritten, as a dropout does in eval mode, be it in place."""
        return next((operand for operand, is_same in self.ask(node).items() if is_same), None)

    def ask(self, node) -> "dict[torch.fx.Node, bool]":
        """Operand -> whether it is the only result, and nothing was written to it, for those whose memory is that of a result."""
        if node not in self.known:
            operands, results = call_alike(node.target, node)
            tensors = [result for result in results if isinstance(result, torch.Tensor)]
            memory = {result.untyped_storage()._cdata for result in tensors}
            self.known[node] = {
                operand: len(results) == 1 and get_form(value) == get_form(results[0]) and value._version == 0
                for operand, value in operands.items()
                if value.untyped_storage()._cdata in memory
            }
        return self.known[node]

    def is_read_after(self, view, order, place: int) -> bool:
        """Whether a view, or a view of it, is read behind a place."""
        return is_mutation(view) or any(
            order[user] > place or (view in self.get_viewed(user) and self.is_read_after(user, order, place))
            for user in view.users
        )


def keeps_form(node, functional) -> bool:
    """Whether the functional operator gives the dtype and the shape that the mutated tensor has."""
    value, (result,) = node.args[0].meta["val"], call_alike(functional, node)[1]
    return (result.dtype, result.dim()) == (value.dtype, value.dim())


def forward_same(graph, known: Views) -> None:
    """What is only another name for a tensor becomes that tensor, in a program that writes to some, perhaps by views of either:
    PyTorch's functionalization takes the one for a copy of the other."""
    if not any(map(is_mutation, graph.nodes)):
        return
    for node in list(graph.nodes):
        if is_composite(node):
            same = known.get_same(node)
            if same is not None:
                node.replace_all_uses_with(same, delete_user_cb=lambda user: user.op != "output")
                # The signature has names for what is returned.
                node.target, node.args, node.kwargs = torch.ops.aten.alias.default, (same,), {}
                if not node.users:
                    graph.erase_node(node)


def find_replacements(graph, known: Views) -> "dict[torch.fx.Node, torch._ops.OpOverload] | None":
    """Mutation -> the operator that computes its value; None where PyTorch has to look at the program.

    A mutation is of this kind where the tensor is a value that this program computed, is no view, and has no view that is read later.
    """
    order = {node: place for place, node in enumerate(graph.nodes)}
    replacements: dict = {}
    for node in graph.nodes:
        if updates_statistics(node):
            return None
        if not is_mutation(node):
            continue
        functional = get_functional(node.target)
        target = node.args[0] if node.args else None
        if functional is None or not isinstance(target, torch.fx.Node) or not is_operator(target):
            return None
        is_value = target in replacements or not known.get_viewed(target)
        views = {user for user in target.users if order[user] < order[node] and target in known.get_viewed(user)}
        views -= replacements.keys()
        if (
            not is_value
            or any(known.is_read_after(view, order, order[node]) for view in views)
            or not keeps_form(node, functional)
        ):
            return None
        replacements[node] = functional
    return replacements


def replace(graph, replacements) -> None:
    """Each mutation becomes a value, which all later readers of the tensor read."""
    order = {node: place for place, node in enumerate(graph.nodes)}
    for node, functional in replacements.items():
        old = node.args[0]
        node.target = functional
        old.replace_all_uses_with(node, delete_user_cb=lambda user, start=order[node]: order[user] > start)


def remove_mutations(graph, owner=None) -> bool:
    """Turns all mutations of a graph into values. False where that needs PyTorch's functionalization: then the graph has one name for
    each tensor that is written to, and is the same otherwise. `owner` has the functions of loops, whose own mutations are looked at."""
    for node in graph.nodes:
        if node.target is torch.ops.aten.detach_.default:
            node.target = torch.ops.aten.detach.default  # it writes no element, but what autograd knows
    if has_regions(graph) or not all(remove_mutations(*part) for part in get_functions(graph, owner)):
        return False
    known = Views()
    forward_same(graph, known)
    replacements = find_replacements(graph, known)
    if replacements is None:
        return False
    replace(graph, replacements)
    return True
