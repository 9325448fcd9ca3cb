# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that the framework level lacks, written out in place: each is traced by itself, and once for all equal calls.

PyTorch would trace the whole program again for one such operator. Here the rest of the program is not touched, so that the work is
that of the operators which need it.
"""

from __future__ import annotations

import contextlib
import functools
import operator

import torch
from torch._decomp import get_decompositions
from torch._subclasses.functional_tensor import dispatch_functionalize
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils import _pytree as pytree

from .decompositions import get_decomposition
from .locations import inherit_origin
from .mutations import remove_mutations

# What is traced may be made of operators that have to be written out again.
MOST_ROUNDS = 8

# The name and the operator of the call that a node was written out of.
WRITTEN_OUT = "written_out"
# The namespace of operators that only the importer calls. They are functions of values, wherever in memory these lie.
OWN = "emmy_importer"
# The exception of the function of a call that it was not traced for.
REFUSAL = "refusal"


# Of operators that compute sizes: nothing is made of them, since sizes are read from types.
NUMBERS = (int, float, torch.SymInt, torch.SymFloat, torch.SymBool)


class NotExpanded(Exception):
    """An operator whose function leaves it as it is, makes constants that are no numbers, or writes to its operands."""


def is_composite(target) -> bool:
    return target.has_kernel_for_dispatch_key(torch._C.DispatchKey.CompositeImplicitAutograd)


def get_function(target: "torch._ops.OpOverload"):
    """(a function of other operators that computes the same, whether what it calls stays whole), or None: Emmy's, then PyTorch's."""
    if torch.Tag.data_dependent_output in target.tags:
        return None  # a number that nobody knows before the program runs: what uses it is to blame
    own = get_decomposition(target)
    return (own, True) if own is not None else get_pytorch_function(target)


@functools.cache
def get_pytorch_function(target: "torch._ops.OpOverload"):
    found = get_decompositions([target]).get(target)
    # Of a composite operator, PyTorch's reference in Python may take words where the operator takes numbers; the operator takes its own.
    if found is not None and not (is_composite(target) and found.__module__.startswith("torch._refs")):
        return found, True
    if is_composite(target):
        return target, False  # traced below the composite operators, it is written out itself
    if target.namespace == "prims" and hasattr(target.overloadpacket, "impl_aten"):
        return target.overloadpacket.impl_aten, True
    return None


def get_values(node) -> "tuple[list[torch.fx.Node], list, object]":
    """(the nodes among the arguments, all leaves of the arguments, their structure)."""
    leaves, spec = pytree.tree_flatten((list(node.args), dict(node.kwargs)))
    return [leaf for leaf in leaves if isinstance(leaf, torch.fx.Node)], leaves, spec


def get_key(node, leaves, spec) -> "tuple | None":
    """What a traced operator depends on, the names of its arguments included; None where sizes are symbolic, which are not compared."""
    parts = []
    for leaf in leaves:
        value = leaf.meta.get("val") if isinstance(leaf, torch.fx.Node) else leaf
        if isinstance(value, torch.Tensor):
            sizes = (*value.shape, *value.stride(), *([] if node.target.namespace == OWN else [value.storage_offset()]))
            if not all(isinstance(size, int) for size in sizes):
                return None
            parts.append((value.dtype, value.dim(), sizes))
        elif isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
            return None
        else:
            # Zeros of both signs are equal, and are not the same argument.
            parts.append((type(value), str(value) if isinstance(value, float) else value))
    return node.target, repr(spec), tuple(parts)


@contextlib.contextmanager
def without_mkldnn():
    """No function is to call the operators of a library for one kind of processor. (PyTorch's own switch warns about others of it.)"""
    enabled = torch._C._get_mkldnn_enabled()
    torch._C._set_mkldnn_enabled(False)
    try:
        yield
    finally:
        torch._C._set_mkldnn_enabled(enabled)


def to_plain(value):
    """Lists and dicts of a graph, which nobody may change, as those of Python, which functions do change."""
    if isinstance(value, list):
        return [to_plain(item) for item in value]
    return {key: to_plain(item) for key, item in value.items()} if isinstance(value, dict) else value


def trace_function(function, values, mode, *, keeps_composites=False) -> torch.fx.GraphModule:
    """The graph of a function of values that PyTorch describes: it writes to none, and knows no tensors but its own."""
    with mode, without_mkldnn():
        # What was written out of equal calls has one description, and would be one value to PyTorch.
        inputs = [value.detach() if isinstance(value, torch.Tensor) else value for value in values]
        for written in (function, dispatch_functionalize(function)):
            module = make_fx(written, pre_dispatch=keeps_composites)(*inputs)
            module.graph.eliminate_dead_code()
            replace_constants(module)
            if remove_mutations(module.graph):
                return module
    raise NotExpanded


def trace(node, function, keeps_composites, leaves, spec) -> torch.fx.GraphModule:
    """The graph of one call, with a placeholder for each node among its arguments."""
    descriptions = [leaf.meta["val"] for leaf in leaves if isinstance(leaf, torch.fx.Node)]

    def call(*values):
        given = iter(values)
        args, kwargs = pytree.tree_unflatten([next(given) if isinstance(leaf, torch.fx.Node) else leaf for leaf in leaves], spec)
        result = function(*to_plain(args), **to_plain(kwargs))
        if result is NotImplemented:
            raise NotExpanded
        # PyTorch's classes of named tuples are none that a graph knows.
        return tuple(result) if isinstance(result, (list, tuple)) else result

    mode = next(
        value.fake_mode for value in (*descriptions, *pytree.tree_leaves(node.meta["val"])) if hasattr(value, "fake_mode")
    )
    return trace_function(call, descriptions, mode, keeps_composites=keeps_composites)


def replace_constants(module: torch.fx.GraphModule) -> None:
    """Tensors that the function made of Python numbers, as the numbers."""
    for node in list(module.graph.nodes):
        if node.op != "get_attr":
            continue
        value = getattr(module, node.target)
        if not isinstance(value, torch.Tensor) or value.dim() or hasattr(value, "fake_mode"):
            raise NotExpanded
        with module.graph.inserting_before(node):
            number = module.graph.call_function(torch.ops.aten.scalar_tensor.default, (value.item(),), {"dtype": value.dtype})
        number.meta["val"] = next(iter(node.users)).meta["val"] if node.users else value
        node.replace_all_uses_with(number)
        module.graph.erase_node(node)


def inline(graph, node, traced: torch.fx.GraphModule, inputs) -> None:
    """The traced graph in the place of a node."""
    placeholders = [part for part in traced.graph.nodes if part.op == "placeholder"]
    values = dict(zip(placeholders, inputs, strict=True))
    before = node.prev
    with graph.inserting_before(node):
        result = graph.graph_copy(traced.graph, values)
    part = before.next
    while part is not node:
        inherit_origin(part, node, overwrites=True)
        part.meta[WRITTEN_OUT] = node.meta.get(WRITTEN_OUT, (node.name, node.target))
        part = part.next
    if isinstance(result, torch.fx.Node):
        node.replace_all_uses_with(result)
    else:
        for user in list(node.users):
            assert user.target is operator.getitem, "the results of an exported graph are taken one by one"
            user.replace_all_uses_with(result[user.args[1]])
            graph.erase_node(user)
    graph.erase_node(node)


def expand(graph: torch.fx.Graph, is_wanted) -> set:
    """Writes out every operator that `is_wanted`, as far as there are functions for them. The operators that have a function which
    cannot be traced by itself."""
    traced: dict = {}
    done: set = set()
    for _ in range(MOST_ROUNDS):
        wanted = [node for node in graph.nodes if node.op == "call_function" and is_wanted(node.target) and node not in done]
        if not wanted:
            break
        for node in wanted:
            done.add(node)
            expand_call(graph, node, traced)
    return {target for (target, *_), module in traced.items() if module is None}


def trace_call(node, leaves, spec) -> "torch.fx.GraphModule | Exception | None":
    """The graph of one call; the exception of what is not traced; None where it has to stay as it is."""
    try:
        return trace(node, *get_function(node.target), leaves, spec)
    except NotExpanded:
        return None
    except Exception as error:  # of all classes: PyTorch refuses some calls only when they run, and what depends on values
        return error


def expand_call(graph, node, traced: dict) -> None:
    if get_function(node.target) is None or not node.users or isinstance(node.meta.get("val"), NUMBERS):
        return
    inputs, leaves, spec = get_values(node)
    key = get_key(node, leaves, spec)
    result = traced[key] if key in traced else trace_call(node, leaves, spec)
    if key is not None:
        traced[key] = result
    if isinstance(result, Exception):
        node.meta[REFUSAL] = result
    elif result is not None:
        inline(graph, node, result, inputs)
