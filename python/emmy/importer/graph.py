# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes an exported graph as a module of the framework level, one line an operator."""

from __future__ import annotations

import json
import operator
from dataclasses import dataclass, field

import torch
from torch.export.graph_signature import InputKind, OutputKind
from torch.utils import _pytree as pytree

from ..errors import Problem, UnsupportedError
from .call import Call
from .conditions import REFUSED
from .dims import Symbols
from .expand import REFUSAL, WRITTEN_OUT
from .functional import FunctionalProgram
from .indices import Positions
from .locations import get_line, print_location
from .loops import FUNCTIONS, Inside, import_loop
from .nonempty import require
from .operators import IDENTITIES, TEMPLATES
from .special import SPECIAL
from .types import Extents, Unsupported
from .writer import Names, Writer

PARAMETER_KINDS = (InputKind.PARAMETER, InputKind.BUFFER, InputKind.CONSTANT_TENSOR)
# The name of a value that there is not.
UNSUPPORTED = "%unsupported"
MUTATION_KINDS = (OutputKind.BUFFER_MUTATION, OutputKind.PARAMETER_MUTATION, OutputKind.USER_INPUT_MUTATION)


@dataclass
class ImportedGraph:
    """The text, and what a caller needs beside it."""

    text: str = ""
    inputs: "list[str | None]" = field(default_factory=list)  # one per leaf of the arguments: a tensor's name, None for constants
    parameters: "dict[str, torch.Tensor]" = field(default_factory=dict)  # key -> value, for the provider
    symbols: dict = field(default_factory=dict)  # sympy symbol -> name
    sizes: "dict[str, list]" = field(default_factory=dict)  # input -> its extents as sympy expressions
    # One per result: ("value", name), ("number", name) of a tensor that is one to the program, ("constant", value),
    # ("size", sympy expression), ("update", input or key).
    outputs: "list[tuple[str, object]]" = field(default_factory=list)
    operators: "set[str]" = field(default_factory=set)  # ATen overloads of the graph, such as add.Tensor
    # (sympy expression of a size, what is wrong where it is 0).
    reduced: "list[tuple[object, str]]" = field(default_factory=list)
    positions: Positions = field(default_factory=Positions)  # that are data, as far as the arguments alone say them


class GraphImporter(Writer):
    """Imports one program. Everything that stands in the way is collected, then raised at once."""

    def __init__(self, exported: FunctionalProgram, symbols: Symbols, caller=None):
        super().__init__(Extents(symbols.names), caller)
        self.exported, self.symbols = exported, symbols
        self.result = ImportedGraph(symbols=symbols.names)
        self.arguments: "list[str]" = []
        self.problems: "list[Problem]" = list(exported.problems)
        self.reasons: "dict[torch.fx.Node, set]" = {}  # of what failed, and of what reads it
        self.functions: "list[str]" = []  # those of loops
        self.function_names = Names(["main"])

    def make_part(self, graph: torch.fx.Graph) -> "GraphImporter":
        """The importer of a function of the same module, with values of its own."""
        exported = self.exported
        part = GraphImporter(
            FunctionalProgram(graph, exported.graph_signature, exported.state_dict, exported.constants), self.symbols, self.caller
        )
        part.result, part.problems, part.extents = self.result, self.problems, self.extents
        part.functions, part.function_names = self.functions, self.function_names
        return part

    # Operators

    def import_call(self, node: torch.fx.Node):
        if node.target is operator.getitem:
            return self.values[node.args[0]][node.args[1]]
        value = node.meta.get("val")
        if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool, int, float, bool)) or value is None:
            return None  # sizes are read from the types; assertions on them are the ranges of the symbols
        # What the program calls, not what that was written out as.
        called = node.meta.get(WRITTEN_OUT, (node.name, node.target))[1]
        if REFUSAL in node.meta:
            refusal = node.meta[REFUSAL]
            if isinstance(refusal, Unsupported):
                raise Unsupported(str(refusal), refusal.kind, refusal.found)
            reason = f"{type(refusal).__name__}: {str(refusal).strip().partition(chr(10))[0]}"
            raise Unsupported(f"expected a call that PyTorch can trace, but got {called}: {reason}", "data")
        if FUNCTIONS in node.meta:
            return import_loop(self, node)
        if not isinstance(node.target, torch._ops.OpOverload):
            raise Unsupported(node.meta.get(REFUSED) or f"expected an ATen operator, but got {called}", "operator")
        call = Call(self, node)
        self.result.operators.add(call.name)
        call.check_numbers()
        if call.name in IDENTITIES:
            return call.alias(node.args[0])
        if call.name in SPECIAL:
            return SPECIAL[call.name](call)
        if call.name not in TEMPLATES or node.target.namespace != "aten":
            raise Unsupported(f"expected an operator that Emmy knows, but got {called}", "operator")
        text, used = call.expand(TEMPLATES[call.name])
        call.check(used)
        return call.emit(text, used)

    def import_calls(self, nodes):
        """What fails has a value that stands for it, so that what uses it is looked at, too: only for what is wrong with itself."""
        written_out = set()
        needed = get_needed(self.exported.graph)
        for node in nodes:
            if node not in needed:
                continue  # computed, and read by nobody
            if node.op == "get_attr":
                continue  # a part of a higher-order operator, which is reported
            inherited = set().union(*(self.reasons.get(source, ()) for source in node.all_input_nodes))
            if inherited:
                self.reasons[node] = inherited
            try:
                value = self.import_call(node)
                if value is not None:
                    self.values[node] = value
            except Inside:
                self.values[node] = make_placeholder(node)
            except Unsupported as problem:
                self.values[node] = make_placeholder(node)
                self.reasons[node] = inherited | get_reasons(node, problem)
                call = node.meta.get(WRITTEN_OUT)
                if (problem.kind, problem.found) not in inherited and (call is None or call not in written_out):
                    self.report(node, f"{get_label(node)}: {problem}", problem)
                written_out.add(call)

    def report(self, node, message: str, problem: Unsupported):
        target = node.meta.get(WRITTEN_OUT, (node.name, node.target))[1]
        subject = problem.found if problem.kind == "dtype" else str(target)
        self.problems.append(Problem(message, *get_line(node, self.caller), kind=problem.kind, subject=subject))

    # The function

    def import_input(self, spec, node):
        value = node.meta.get("val")
        if spec.kind == InputKind.USER_INPUT:
            if not isinstance(value, torch.Tensor):
                self.result.inputs.append(None)
                if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
                    raise Unsupported(f"expected tensors and constants, but got the symbolic number {node.name}")
                return
            self.values[node] = self.make_name(node.name)
            self.result.inputs.append(node.name)
            self.result.sizes[node.name] = [size.node.expr if isinstance(size, torch.SymInt) else size for size in value.shape]
            self.arguments.append(
                f"{self.values[node]}: {self.get_type(node)} {{emmy.name = {json.dumps(node.name)}}} {print_location(node.name)}"
            )
            return
        if spec.kind not in PARAMETER_KINDS:
            raise Unsupported(
                f"expected tensors, parameters, buffers and constants, but got {spec.kind.name.lower()} {node.name}"
            )
        if spec.kind == InputKind.CONSTANT_TENSOR or not spec.persistent and spec.kind == InputKind.BUFFER:
            tensor = self.exported.constants[spec.target]
        else:
            tensor = self.exported.state_dict[spec.target]
        self.result.parameters[spec.target] = tensor
        if node.users:
            self.values[node] = self.emit(spec.target.rpartition(".")[2], f"parameter {json.dumps(spec.target)}", [], value, None)

    def run(self) -> ImportedGraph:
        nodes = list(self.exported.graph.nodes)
        placeholders = [node for node in nodes if node.op == "placeholder"]
        # Arguments first, so that they have the user's names.
        specs = list(zip(self.exported.graph_signature.input_specs, placeholders, strict=True))
        for spec, node in sorted(specs, key=lambda pair: pair[0].kind != InputKind.USER_INPUT):
            try:
                self.import_input(spec, node)
            except Unsupported as problem:
                self.report(node, f"{get_kind(spec)} {get_input_name(spec, node)}: {problem}", problem)
                self.values[node] = UNSUPPORTED  # what uses it is not to blame
                self.reasons[node] = get_reasons(node, problem)
        self.import_calls([node for node in nodes if node.op not in ("placeholder", "output")])
        for node, size in require(self.symbols, self.exported.reduced):
            path, line = get_line(node, self.caller)
            problem = f"expected elements to choose from, but got a dim of size {self.extents.print(size)} = 0"
            self.result.reduced.append((size, f"{path}:{line}: {node.name} ({node.target}): {problem}"))
        outputs = self.import_outputs(nodes[-1]) if not self.problems else []
        if self.problems:
            count = len(self.problems)
            raise UnsupportedError(f"{count} {'thing stands' if count == 1 else 'things stand'} in the way:", self.problems)
        self.result.text = self.print_module(outputs)
        return self.result

    def import_outputs(self, output) -> "list[tuple[str, str, str]]":
        """(value, type, attributes) of every result of the function."""
        returned = []
        for spec, node in zip(self.exported.graph_signature.output_specs, output.args[0], strict=True):
            value = node.meta.get("val") if isinstance(node, torch.fx.Node) else node
            if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
                if self.is_carried(value):
                    returned.append(self.return_number(spec, node))
                else:
                    self.result.outputs.append(("size", value.node.expr))
                continue
            if not isinstance(value, torch.Tensor):
                self.result.outputs.append(("constant", value))
                continue
            try:
                returned.append((self.get_value(node), self.get_type(node), self.get_output_attributes(spec, node)))
            except Unsupported as problem:
                self.report(node, f"output {node.name}: {problem}", problem)
        return returned

    def return_number(self, spec, node) -> "tuple[str, str, str]":
        value = node.meta["val"]
        self.result.outputs.append(("number", node.name))
        kind = "i1" if isinstance(value, torch.SymBool) else "i64"
        return self.get_size_value(value, node), f"tensor<{kind}>", f"emmy.name = {json.dumps(node.name)}"

    def get_output_attributes(self, spec, node) -> str:
        attributes = f"emmy.name = {json.dumps(self.get_value(node).removeprefix('%'))}"
        if spec.kind in MUTATION_KINDS:
            self.result.outputs.append(("update", spec.target))
            return f"{attributes}, emmy.updates = {json.dumps(spec.target)}"
        if spec.kind != OutputKind.USER_OUTPUT:
            raise Unsupported(f"expected a value or a mutation, but got {spec.kind.name.lower()}")
        self.result.outputs.append(("value", node.name))
        return attributes

    def print_module(self, outputs) -> str:
        lines = []
        for symbol in self.symbols.names.values():
            low, high = self.symbols.ranges[symbol]
            bounds = [f"min = {low}"] if low else []
            bounds += [f"max = {high}"] if high is not None else []
            lines.append(f"emmy.symbol @{symbol}" + (f" {{{', '.join(bounds)}}}" if bounds else ""))
        lines += self.functions
        results = ", ".join(f"{kind} {{{attributes}}}" for _, kind, attributes in outputs)
        lines.append(f"func.func @main({', '.join(self.arguments)}) -> ({results}) {{")
        lines += [f"  {line}" for line in self.lines]
        values, kinds = ", ".join(value for value, _, _ in outputs), ", ".join(kind for _, kind, _ in outputs)
        lines.append(f"  return {values} : {kinds}" if outputs else "  return")
        lines.append("}")
        return "\n".join(lines) + "\n"


def get_kind(spec) -> str:
    return {InputKind.PARAMETER: "parameter", InputKind.BUFFER: "buffer", InputKind.CONSTANT_TENSOR: "constant"}.get(
        spec.kind, "input"
    )


def get_input_name(spec, node) -> str:
    """The user's name: of an argument, or of what the module holds."""
    return spec.target if spec.kind in PARAMETER_KINDS else node.name


def get_needed(graph) -> set:
    """The nodes that the results depend on."""
    needed, pending = set(), [node for node in graph.nodes if node.op == "output"]
    while pending:
        node = pending.pop()
        if node not in needed:
            needed.add(node)
            pending += node.all_input_nodes
    return needed


def make_placeholder(node):
    """Stands for the values of a node that failed."""
    value = node.meta.get("val")
    return [UNSUPPORTED] * len(value) if isinstance(value, (list, tuple)) else UNSUPPORTED


def get_reasons(node, problem: Unsupported) -> set:
    """What what reads the node is not to blame for: the problem, and what else its values have that Emmy does not take."""
    reasons = {(problem.kind, problem.found or str(problem))}
    for value in pytree.tree_leaves(node.meta.get("val")):
        if isinstance(value, torch.Tensor):
            reasons.add(("dtype", str(value.dtype)))
            sizes = [size for size in value.shape if isinstance(size, torch.SymInt)]
            reasons |= {("data", str(symbol)) for size in sizes for symbol in size.node.expr.free_symbols}
    return reasons


def get_label(node) -> str:
    name, target = node.meta.get(WRITTEN_OUT, (node.name, node.target))
    return f"{name} ({getattr(target, '__name__', target)})"
