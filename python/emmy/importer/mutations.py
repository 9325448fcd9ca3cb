# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutations that are only another way to write a value: `x.relu_()` where nothing else sees the old `x` becomes `x.relu()`.

PyTorch's own functionalization traces the whole program again, which takes longer than everything else that the importer does. Most
programs do not need it: they write to values that no view shares memory with, or not at all.
"""

from __future__ import annotations

import torch

# Composite operators may give views, and do not say so. These never do.
COMPUTING = set(
    """batch_norm conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d group_norm instance_norm layer_norm linear
    log_softmax matmul max_pool1d max_pool2d max_pool3d rms_norm scaled_dot_product_attention softmax adaptive_avg_pool1d
    adaptive_avg_pool2d adaptive_avg_pool3d cross_entropy_loss""".split()
)


def is_operator(node) -> bool:
    return node.op == "call_function" and isinstance(node.target, torch._ops.OpOverload)


def get_base_name(node) -> str:
    return node.target._schema.name.removeprefix("aten::")


def is_mutation(node) -> bool:
    return is_operator(node) and node.target._schema.is_mutable


def updates_statistics(node) -> bool:
    """Whether a batch norm in training writes to its running statistics, which its schema does not say."""
    return is_operator(node) and get_base_name(node) == "batch_norm" and node.args[5]


def has_regions(graph) -> bool:
    """Whether operators with graphs of their own occur, which may write to what they are given."""
    return any(node.op == "get_attr" or isinstance(node.target, torch._ops.HigherOrderOperator) for node in graph.nodes)


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


def get_viewed(node) -> "list[torch.fx.Node]":
    """The operands that a node's results may share memory with."""
    if not is_operator(node):
        return node.all_input_nodes  # a member of a tuple of views; operators on sizes have no memory
    if not any(is_alias(result) for result in node.target._schema.returns):
        is_composite = node.target.has_kernel_for_dispatch_key(torch._C.DispatchKey.CompositeImplicitAutograd)
        return node.all_input_nodes if is_composite and get_base_name(node) not in COMPUTING else []
    viewed = []
    for number, argument in enumerate(node.target._schema.arguments):
        if is_alias(argument):
            value = node.args[number] if number < len(node.args) else node.kwargs.get(argument.name)
            viewed += [value] if isinstance(value, torch.fx.Node) else []
    return viewed


def keeps_dtype(node) -> bool:
    """Whether the functional operator gives the dtype that the mutated tensor has."""
    kind = node.args[0].meta["val"].dtype
    if get_base_name(node) in ("copy_", "fill_", "zero_", "masked_fill_", "index_put_"):
        return True
    values = [source.meta.get("val") for source in node.all_input_nodes]
    scalars = [value for value in (*node.args, *node.kwargs.values()) if isinstance(value, (float, complex))]
    same = all(isinstance(value, torch.Tensor) and value.dtype == kind for value in values)
    return same and (kind.is_floating_point or not scalars)


def find_replacements(graph) -> "dict[torch.fx.Node, torch._ops.OpOverload] | None":
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
        is_value = target in replacements or not get_viewed(target)
        views = {user for user in target.users if order[user] < order[node] and target in get_viewed(user)}
        views -= replacements.keys()
        if not is_value or not keeps_dtype(node) or any(is_read_after(view, order, order[node]) for view in views):
            return None
        replacements[node] = functional
    return replacements


def is_read_after(view, order, place: int) -> bool:
    """Whether a view, or a view of it, is read behind a place."""
    return any(
        order[user] > place or (view in get_viewed(user) and is_read_after(user, order, place)) for user in view.users
    ) or is_mutation(view)


def replace(graph, replacements) -> None:
    """Each mutation becomes a value, which all later readers of the tensor read."""
    order = {node: place for place, node in enumerate(graph.nodes)}
    for node, functional in replacements.items():
        old = node.args[0]
        node.target = functional
        old.replace_all_uses_with(node, delete_user_cb=lambda user, start=order[node]: order[user] > start)


def remove_mutations(graph) -> bool:
    """Turns all mutations of a graph into values; False, and nothing done, where that needs PyTorch's functionalization."""
    replacements = None if has_regions(graph) else find_replacements(graph)
    if replacements is None:
        return False
    replace(graph, replacements)
    return True
