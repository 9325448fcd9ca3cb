# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes an exported graph as a module of the framework level, one line an operator."""

from __future__ import annotations

import json
import operator
import re
from dataclasses import dataclass, field

import torch
from torch.export.graph_signature import InputKind, OutputKind

from ..errors import Problem, UnsupportedError
from .functional import get_name, is_known
from .locations import get_line, print_location
from .operators import IDENTITIES, IGNORED, ONLY_VALUE, TEMPLATES
from .special import SPECIAL
from .types import Extents, Unsupported, get_dtype, print_float, print_scalar

FIELD = re.compile(r"\{(?P<name>\w+)(?::(?P<kind>\w+))?\}")
# A template is a sequence of pieces: text, or text that is dropped when its argument is absent.
PIECE = re.compile(r"\S+\{\w+:flag\}|\S*\{[^}]*\}\S*|\S+")


@dataclass
class ImportedGraph:
    """The text, and what a caller needs beside it."""

    text: str
    inputs: "list[str]"  # user inputs that are tensors, in order
    parameters: "dict[str, torch.Tensor]"  # key -> value, for the provider
    symbols: "list[str]"
    outputs: "list[tuple[str, object]]" = field(default_factory=list)  # ("value", name) | ("constant", value) | ("update", key)
    operators: "set[str]" = field(default_factory=set)  # ATen overloads of the graph, such as add.Tensor


class Call:
    """One call of an ATen operator, its arguments bound to the names of the schema."""

    def __init__(self, graph: "GraphImporter", node: torch.fx.Node):
        self.graph, self.node = graph, node
        schema = node.target._schema
        self.name = get_name(node.target)
        self.arguments, self.defaults = {}, {}
        for index, argument in enumerate(schema.arguments):
            default = argument.default_value if argument.has_default_value() else None
            self.defaults[argument.name] = default
            if index < len(node.args):
                self.arguments[argument.name] = node.args[index]
            else:
                self.arguments[argument.name] = node.kwargs.get(argument.name, default)

    def __getitem__(self, name):
        """The argument; symbolic sizes as SymInts, tensors as graph nodes."""
        return self.graph.resolve(self.arguments[name])

    def get(self, name, default=None):
        return self[name] if name in self.arguments else default

    def tensor(self, name) -> str:
        return self.graph.get_value(self.arguments[name])

    def operand(self, name) -> str:
        """A tensor, or a Python scalar as an attribute."""
        value = self[name]
        return self.tensor(name) if isinstance(value, torch.fx.Node) else print_scalar(self.graph.get_constant(value))

    def types(self, names) -> "list[str]":
        """The types of those of the arguments that are tensors."""
        nodes = []
        for name in names:
            value = self.arguments[name]
            nodes += [v for v in (value if isinstance(value, (list, tuple)) else [value]) if isinstance(v, torch.fx.Node)]
        return [self.graph.get_type(node) for node in nodes if isinstance(node.meta.get("val"), torch.Tensor)]

    def alias(self, source):
        """This node is another one's value under a new name."""
        return self.graph.values[source]

    def emit(self, text: str, names):
        return self.emit_typed(text, self.types(names))

    def emit_typed(self, text: str, operand_types):
        return self.graph.emit(self.node.name, text, operand_types, self.node.meta["val"], self.node)

    def emit_as(self, index: int, text: str, names) -> str:
        """One of several results, each from an operator of its own."""
        result = self.node.meta["val"][index]
        return self.graph.emit(f"{self.node.name}_{index}", text, self.types(names), result, self.node)

    def emit_helper(self, text: str, operand_types, result) -> "tuple[str, str]":
        """An operator that the graph does not have; (value, type)."""
        name = self.graph.emit(f"{self.node.name}_operand", text, operand_types, result, self.node)
        return name, self.graph.extents.tensor(result)


class GraphImporter:
    """Imports one ExportedProgram. Everything that stands in the way is collected, then raised at once."""

    def __init__(self, exported: "torch.export.ExportedProgram", names: dict, ranges: "dict[str, tuple[int, int | None]]"):
        self.exported = exported
        self.extents = Extents(names)
        self.ranges = ranges
        self.values: "dict[torch.fx.Node, object]" = {}
        self.used: "set[str]" = set()
        self.lines: "list[str]" = []
        self.problems: "list[Problem]" = []
        self.operators: "set[str]" = set()

    # Values

    def make_name(self, hint: str) -> str:
        name = re.sub(r"\W", "_", hint) or "value"
        if name[0].isdigit():
            name = f"v{name}"
        unique, count = name, 0
        while unique in self.used:
            count += 1
            unique = f"{name}_{count}"
        self.used.add(unique)
        return f"%{unique}"

    def resolve(self, argument):
        """Replaces nodes of sizes by the sizes that they stand for."""
        if isinstance(argument, (list, tuple)):
            return [self.resolve(item) for item in argument]
        if isinstance(argument, torch.fx.Node):
            value = argument.meta.get("val")
            return argument if isinstance(value, (torch.Tensor, list, tuple)) or value is None else value
        return argument

    @staticmethod
    def get_constant(value):
        if isinstance(value, (bool, int, float)):
            return value
        if isinstance(value, (torch.SymInt, torch.SymFloat)) and value.node.expr.is_number:
            return value.node.expr.is_Integer and int(value.node.expr) or float(value.node.expr)
        raise Unsupported(f"expected a Python number, but got {value}")

    def get_value(self, node) -> str:
        if isinstance(node, (list, tuple)):
            return ", ".join(self.get_value(item) for item in node)
        value = self.values[node]
        assert isinstance(value, str), f"{node} has several results"
        return value

    def get_type(self, node) -> str:
        return self.extents.tensor(node.meta["val"])

    def emit(self, hint: str, text: str, operand_types, result, node):
        """Adds `%hint = emmy_framework.text : types`, and gives the name, or a list of names for several results."""
        results = list(result) if isinstance(result, (list, tuple)) else [result]
        names = [self.make_name(hint if len(results) == 1 else f"{hint}_{i}") for i in range(len(results))]
        result_types = ", ".join(self.extents.tensor(r) for r in results)
        types = f"{', '.join(operand_types)} -> {result_types}" if operand_types else result_types
        self.lines.append(f"{', '.join(names)} = emmy_framework.{text} : {types} {print_location(hint, node)}")
        return names if isinstance(result, (list, tuple)) else names[0]

    # Operators

    def expand_template(self, call: Call, template: str):
        """Substitutes the arguments; (text, names of the arguments used)."""
        pieces, used = [], []
        for piece in PIECE.findall(template):
            field_match = FIELD.search(piece)
            if not field_match:
                pieces.append(piece)
                continue
            name, kind = field_match["name"], field_match["kind"]
            used.append(name)
            value = call[name]
            if kind == "flag":
                if value:
                    pieces.append(piece.partition("{")[0])
                continue
            if piece.endswith("?"):
                piece = piece[:-1]
                is_default = not isinstance(value, torch.fx.Node) and value == call.defaults[name]
                if value is None or is_default or (isinstance(value, list) and not value):
                    continue
            pieces.append(FIELD.sub(lambda _: self.print_argument(call, name, kind, value), piece))
        return " ".join(pieces), used

    def print_argument(self, call: Call, name: str, kind: "str | None", value) -> str:
        if kind is None:
            return call.tensor(name) if isinstance(value, list) else call.operand(name)
        if kind == "int":
            return str(self.get_constant(value))
        if kind == "ints":
            return ", ".join(str(self.get_constant(v)) for v in (value if isinstance(value, list) else [value]))
        if kind == "float":
            return print_float(self.get_constant(value))
        if kind == "scalar":
            return print_scalar(self.get_constant(value))
        if kind == "dtype":
            return get_dtype(value)
        if kind == "sizes":
            return self.extents.sizes(value)
        if kind == "extent":
            return self.extents.print(value)
        if kind == "word":
            return str(value)
        raise AssertionError(f"template of {call.name}: unknown kind {kind}")

    def check_arguments(self, call: Call, used):
        """An argument that no template mentions must have its default, or be one that does not matter."""
        ignored = IGNORED.get(call.name, set())
        only = ONLY_VALUE.get(call.name, {})
        for name, value in call.arguments.items():
            if name in used or name in ignored or name in ("dtype", "layout", "device", "pin_memory", "memory_format"):
                continue
            if value != only.get(name, call.defaults[name]):
                raise Unsupported(f"expected {name}={only.get(name, call.defaults[name])}, but got {name}={value}")

    def import_call(self, node: torch.fx.Node):
        if node.target is operator.getitem:
            source = self.values.get(node.args[0])
            return None if source is None else source[node.args[1]]
        value = node.meta.get("val")
        if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool, int, float, bool)) or value is None:
            return None  # sizes are read from the types; assertions on them are the ranges of the symbols
        if not isinstance(node.target, torch._ops.OpOverload) or node.target.namespace != "aten":
            raise Unsupported(f"expected an ATen operator, but got {node.target}")
        call = Call(self, node)
        self.operators.add(call.name)
        if call.name in IDENTITIES:
            return call.alias(node.args[0])
        if call.name in SPECIAL:
            return SPECIAL[call.name](call)
        if call.name not in TEMPLATES:
            raise Unsupported(f"expected an operator that Emmy knows, but got aten.{call.name}")
        text, used = self.expand_template(call, TEMPLATES[call.name])
        self.check_arguments(call, used)
        return call.emit(text, used)

    # The function

    def import_input(self, spec, node, result: ImportedGraph, arguments):
        value = node.meta.get("val")
        if spec.kind == InputKind.USER_INPUT:
            if not isinstance(value, torch.Tensor):
                if isinstance(value, (torch.SymInt, torch.SymFloat)):
                    raise Unsupported(f"expected inputs that are tensors or constants, but got a symbolic number {node.name}")
                return
            self.values[node] = self.make_name(node.name)
            result.inputs.append(node.name)
            arguments.append(f"{self.values[node]}: {self.get_type(node)} {{emmy.name = {json.dumps(node.name)}}} "
                             f"{print_location(node.name)}")
            return
        if spec.kind not in (InputKind.PARAMETER, InputKind.BUFFER, InputKind.CONSTANT_TENSOR):
            raise Unsupported(f"expected inputs, parameters, buffers and constants, but got {spec.kind.name.lower()} {node.name}")
        if spec.kind == InputKind.CONSTANT_TENSOR or not spec.persistent and spec.kind == InputKind.BUFFER:
            tensor = self.exported.constants[spec.target]
        else:
            tensor = self.exported.state_dict[spec.target]
        result.parameters[spec.target] = tensor
        if node.users:
            hint = spec.target.rpartition(".")[2] if "." in spec.target else spec.target
            self.values[node] = self.emit(hint, f"parameter {json.dumps(spec.target)}", [], value, None)

    def report(self, node, message: str):
        file, line = get_line(node)
        self.problems.append(Problem(message, file, line))

    def run(self) -> ImportedGraph:
        result = ImportedGraph("", [], {}, [])
        arguments: "list[str]" = []
        nodes = list(self.exported.graph.nodes)
        placeholders = [node for node in nodes if node.op == "placeholder"]
        # Arguments first, so that they have the user's names.
        specs = list(zip(self.exported.graph_signature.input_specs, placeholders))
        for spec, node in sorted(specs, key=lambda pair: pair[0].kind != InputKind.USER_INPUT):
            try:
                self.import_input(spec, node, result, arguments)
            except Unsupported as problem:
                self.report(node, f"input {node.name}: {problem}")
        failed = set()
        for node in nodes:
            if node.op != "call_function":
                if node.op not in ("placeholder", "output"):
                    self.report(node, f"{node.name}: expected operators, but got {node.op}")
                continue
            if any(source in failed for source in node.all_input_nodes):
                failed.add(node)
                if node.target is operator.getitem or is_known(node.target):
                    continue
            try:
                value = self.import_call(node)
                if value is not None:
                    self.values[node] = value
            except Unsupported as problem:
                failed.add(node)
                self.report(node, f"{node.name} ({getattr(node.target, '__name__', node.target)}): {problem}")
        if self.problems:
            count = len(self.problems)
            raise UnsupportedError(f"{count} {'thing stands' if count == 1 else 'things stand'} in the way:", self.problems)
        returned, result_types = self.import_outputs(nodes[-1], result)
        result.operators = self.operators
        result.text = self.print_module(arguments, returned, result_types, result)
        return result

    def import_outputs(self, output, result: ImportedGraph):
        returned, types = [], []
        for spec, node in zip(self.exported.graph_signature.output_specs, output.args[0]):
            if not isinstance(node, torch.fx.Node) or not isinstance(node.meta.get("val"), torch.Tensor):
                constant = node.meta["val"] if isinstance(node, torch.fx.Node) else node
                result.outputs.append(("constant", constant))
                continue
            name = node.name
            attributes = f"emmy.name = {json.dumps(name)}"
            if spec.kind == OutputKind.USER_OUTPUT:
                result.outputs.append(("value", name))
            elif spec.kind in (OutputKind.BUFFER_MUTATION, OutputKind.USER_INPUT_MUTATION):
                attributes += f", emmy.updates = {json.dumps(spec.target)}"
                result.outputs.append(("update", spec.target))
            else:
                self.report(node, f"output {name}: expected a value or a mutation, but got {spec.kind.name.lower()}")
                continue
            returned.append(self.get_value(node))
            types.append((self.get_type(node), attributes))
        if self.problems:
            raise UnsupportedError("the outputs stand in the way:", self.problems)
        return returned, types

    def print_module(self, arguments, returned, result_types, result: ImportedGraph) -> str:
        result.symbols = list(dict.fromkeys(self.extents.names.values()))
        lines = []
        for symbol in result.symbols:
            low, high = self.ranges.get(symbol, (0, None))
            bounds = [f"min = {low}"] if low else []
            bounds += [f"max = {high}"] if high is not None else []
            lines.append(f"emmy.symbol @{symbol}" + (f" {{{', '.join(bounds)}}}" if bounds else ""))
        results = ", ".join(f"{kind} {{{attributes}}}" for kind, attributes in result_types)
        lines.append(f"func.func @main({', '.join(arguments)}) -> ({results}) {{")
        lines += [f"  {line}" for line in self.lines]
        kinds = ", ".join(kind for kind, _ in result_types)
        lines.append(f"  return {', '.join(returned)} : {kinds}" if returned else "  return")
        lines.append("}")
        return "\n".join(lines) + "\n"
