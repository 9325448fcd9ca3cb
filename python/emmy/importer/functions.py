# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions that a program's loops and branches call, and the program itself, in the form that the importer starts from: without
tensors that PyTorch made of Python numbers, which its functionalization does not take, and without maps and associative scans."""

from __future__ import annotations

import torch

from .associative import write_associative_scans
from .batches import is_batched, write_batches
from .loops import REFUSED, Writer, copy_module

aten = torch.ops.aten
# Elements of a tensor that is written as code.
MOST_NUMBERS = 64


def prepare_functions(exported: "torch.export.ExportedProgram", copy_graph) -> "torch.export.ExportedProgram":
    """The program in that form; the given one stays as it is."""
    if not any(is_batched(node) or node.op == "get_attr" for node in exported.graph.nodes):
        return exported
    module = torch.fx.GraphModule(exported.graph_module, copy_graph(exported.graph))
    prepare(module)
    return exported._update(module, exported.graph_signature)


def prepare(module: torch.fx.GraphModule) -> None:
    functions: dict = {}
    for node in list(module.graph.nodes):
        if node.op != "get_attr" or not isinstance(getattr(module, node.target), torch.fx.GraphModule):
            continue
        if node.target not in functions:
            functions[node.target] = copy_module(getattr(module, node.target))
            prepare(functions[node.target])
            write_numbers(functions[node.target])
            setattr(module, node.target, functions[node.target])
        reasons = [part.meta[REFUSED] for part in functions[node.target].graph.nodes if REFUSED in part.meta]
        for user in node.users:
            if reasons:
                user.meta[REFUSED] = reasons[0]
    write_batches(module.graph)
    write_associative_scans(module)


def write_numbers(module: torch.fx.GraphModule) -> None:
    """Tensors that PyTorch made of Python numbers as calls that make them; says in a node's `refused` that there are too many."""
    for node in list(module.graph.nodes):
        if node.op != "get_attr" or not isinstance(node.meta.get("val"), torch.Tensor):
            continue
        value = getattr(module, node.target)
        if value.numel() > MOST_NUMBERS:
            node.meta[REFUSED] = (
                f"expected tensors of at most {MOST_NUMBERS} Python numbers in a loop or a branch, but got one of "
                f"{value.numel()}; give it as an operand, or make it a buffer"
            )
            continue
        write_constant(module, node, value)


def write_constant(module: torch.fx.GraphModule, node, value: torch.Tensor) -> None:
    writer = Writer(node.meta["val"].fake_mode, module.graph)
    with module.graph.inserting_before(node):
        numbers = [writer.call(aten.full.default, [1], number, dtype=value.dtype) for number in value.flatten().tolist()]
        if not numbers:
            numbers = [writer.call(aten.full.default, [0], 0, dtype=value.dtype)]
        flat = writer.call(aten.cat.default, numbers) if len(numbers) > 1 else numbers[0]
        node.replace_all_uses_with(writer.call(aten.reshape.default, flat, list(value.shape)))
    module.graph.erase_node(node)
    if not any(part.op == "get_attr" and part.target == node.target for part in module.graph.nodes):
        delattr(module, node.target)
