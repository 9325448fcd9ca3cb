# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functional form of an exported graph: no mutations, and only operators that the framework level has, as far as that goes."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

import torch
from torch._decomp import decomposition_table
from torch.export.graph_signature import InputKind

from ..errors import CaptureError, Problem, UnsupportedError
from .conditions import REFUSED, choose_branches
from .constant_masks import write_constant_masks
from .decompositions import aten, get_decomposition
from .expand import MOST_ROUNDS, expand
from .functions import prepare_functions
from .locations import get_line
from .loops import copy_operands, find_functions
from .masks import replace_masked_updates
from .mutations import is_mutation, remove_mutations
from .nonempty import find_reduced_sizes
from .operators import ASSERTIONS, IDENTITIES, TEMPLATES
from .special import SPECIAL

BY_STRIDES = {torch.ops.aten.as_strided, torch.ops.aten.as_strided_, torch.ops.aten.as_strided_scatter}


def find_sparse_strides(graph: torch.fx.Graph) -> "list[Problem]":
    """Views by strides of tensors that are themselves no dense blocks of memory. (The functional form of a program that writes to such
    a tensor has a dense copy in its place, which the strides do not mean.)"""
    problems = []
    for node in graph.nodes:
        if isinstance(node.target, torch._ops.OpOverload) and node.target.overloadpacket in BY_STRIDES:
            x = node.args[0].meta["val"]
            if not x.is_contiguous():
                message = f"{node.name} ({node.target}): expected a contiguous tensor, but got strides {list(x.stride())}"
                problems.append(Problem(message, *get_line(node)))
    return problems


def get_name(target: torch._ops.OpOverload) -> str:
    """The overload as the tables call it, such as `add.Tensor`."""
    return f"{target._schema.name.removeprefix('aten::')}.{target._schema.overload_name or 'default'}"


def is_known(target) -> bool:
    """Whether the tables have the operator, or it only picks a result or computes a size."""
    if not isinstance(target, torch._ops.OpOverload):
        return True
    name = get_name(target)
    return name in TEMPLATES or name in SPECIAL or name in IDENTITIES or name in ASSERTIONS


@dataclass
class FunctionalProgram:
    """An exported program whose graph the importer may change."""

    graph: torch.fx.Graph
    graph_signature: "torch.export.ExportGraphSignature"
    state_dict: dict
    constants: dict
    problems: "list[Problem]" = field(default_factory=list)
    reduced: list = field(default_factory=list)  # sizes that may not be 0, as find_reduced_sizes gives them


def make_functional(exported: "torch.export.ExportedProgram") -> FunctionalProgram:
    """Mutations become results; composite operators stay whole where the framework level has them, and are written out where not."""
    exported = write_constant_masks(prepare_functions(exported, copy_graph), copy_graph)
    graph, problems = copy_graph(exported.graph), []
    reduced = find_reduced_sizes(exported.graph)
    is_refused = any(REFUSED in node.meta for node in graph.nodes)
    choose_branches(graph, exported.graph_module)
    if is_refused:  # PyTorch would trace the program, and the reasons were gone
        finish(graph, exported.graph_module)
        return FunctionalProgram(graph, exported.graph_signature, exported.state_dict, exported.constants)
    if not remove_mutations(graph, exported.graph_module):
        refuse_written_constants(exported)
        problems = find_sparse_strides(graph)
        copy_operands(graph)
        # PyTorch traces the program again, which is slow.
        module = torch.fx.GraphModule(exported.graph_module, graph)
        try:
            exported = exported._update(module, exported.graph_signature).run_decompositions({})
        except Exception as error:  # of all classes, assertions among them
            # PyTorch's functionalization knows no branches that write to values of their own. What is refused is told.
            if not any(REFUSED in node.meta for node in graph.nodes):
                reason = f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
                raise CaptureError(f"PyTorch could not take the writes out of the program: {reason}") from error
            return FunctionalProgram(graph, exported.graph_signature, exported.state_dict, exported.constants, problems)
        graph = exported.graph
        choose_branches(graph, exported.graph_module)
    replace_masked_updates(graph)
    given = exported
    if any(not is_known(target) for target in finish(graph, exported.graph_module)):
        exported = decompose_program(given)
        graph = exported.graph
        choose_branches(graph, exported.graph_module)
        finish(graph, exported.graph_module)
    convert_integers(graph)
    return FunctionalProgram(graph, exported.graph_signature, exported.state_dict, exported.constants, problems, reduced)


def finish(graph: torch.fx.Graph, owner: torch.nn.Module) -> set:
    """Writes out what the framework level does not have, in the functions of loops, too; the operators that could not be traced."""
    targets = set()

    def prepare(function, owner):
        choose_branches(function, owner)
        remove_mutations(function)
        replace_masked_updates(function)
        targets.update(finish(function, owner))
        convert_integers(function)
        return function

    find_functions(graph, owner, prepare)
    return targets | write_out(graph)


def write_out(graph: torch.fx.Graph) -> set:
    """Emmy's own decompositions look at the arguments of operators that it has, too, and leave alone what needs nothing."""
    return expand(graph, lambda target: not is_known(target) or get_decomposition(target))


def refuse_written_constants(exported: "torch.export.ExportedProgram") -> None:
    """A tensor that is neither an argument nor a buffer of the module is a constant, which nobody could read the new value of."""
    inputs = [node for node in exported.graph.nodes if node.op == "placeholder"]
    kinds = {node: spec.kind for node, spec in zip(inputs, exported.graph_signature.input_specs, strict=True)}
    problems = []
    for node in exported.graph.nodes:
        if is_mutation(node) and kinds.get(node.args[0]) == InputKind.CONSTANT_TENSOR:
            message = (
                f"{node.name}: expected only arguments and buffers to be written to, but got the constant {node.args[0].name}"
            )
            problems.append(Problem(f"{message}; register the tensor as a buffer of the module", *get_line(node)))
    if problems:
        raise UnsupportedError("the program writes to constants:", problems)


def asks_for_dtype(node: torch.fx.Node) -> bool:
    """Whether the call says by itself what dtype the result has, as casts do, and sums where they are told to."""
    given = dict(zip((argument.name for argument in node.target._schema.arguments), node.args, strict=False)) | node.kwargs
    return given.get("dtype") is not None


def convert_integers(graph: torch.fx.Graph) -> None:
    """Operands of functions that give floats of integers, as floats, where these are not f32: PyTorch gives its default dtype, which a
    program may have set. The framework level has no such setting."""
    for node in list(graph.nodes):
        value = node.meta.get("val")
        if not isinstance(node.target, torch._ops.OpOverload) or not isinstance(value, torch.Tensor):
            continue
        if not value.dtype.is_floating_point or value.dtype == torch.float32 or asks_for_dtype(node):
            continue
        operands = [source for source in node.all_input_nodes if isinstance(source.meta.get("val"), torch.Tensor)]
        if any(source.meta["val"].dtype.is_floating_point for source in operands):
            continue
        is_choice = node.target.overloadpacket is aten.where
        for source in operands:
            if is_choice and source is node.args[0]:
                continue
            with graph.inserting_before(node):
                cast = graph.call_function(aten._to_copy.default, (source,), {"dtype": value.dtype})
            cast.meta |= {**node.meta, "val": source.meta["val"].to(value.dtype)}
            node.replace_input_with(source, cast)


def decompose_program(exported: "torch.export.ExportedProgram") -> "torch.export.ExportedProgram":
    """The program traced as a whole, again and again, where the function of an operator cannot be traced by itself."""
    exported = exported.run_decompositions({})
    for _ in range(MOST_ROUNDS):
        targets = {node.target for node in exported.graph.nodes if node.op == "call_function"}
        # PyTorch's table fills itself as it is asked.
        table = torch.export.default_decompositions()
        functions = {target: get_whole_function(target, table) for target in targets if not is_known(target)}
        functions = {target: function for target, function in functions.items() if function is not None}
        if not functions:
            break
        exported = exported.run_decompositions(functions)
    return exported


def get_whole_function(target, table):
    """A function of other operators that computes the same: Emmy's, then that of PyTorch's exporter, then any of PyTorch's."""
    own = get_decomposition(target)
    if own is not None or target in table:
        return own or table[target]
    if target.namespace == "prims":
        return getattr(target.overloadpacket, "impl_aten", None)
    return decomposition_table.get(target)


def copy_graph(graph: torch.fx.Graph) -> torch.fx.Graph:
    """A copy with the same names, which are those of arguments and results."""
    result = copy.deepcopy(graph)
    for original, node in zip(graph.nodes, result.nodes, strict=True):
        node.name = original.name  # a copy avoids names of Python's own
    return result
