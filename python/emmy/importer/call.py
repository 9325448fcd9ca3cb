# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One call of an ATen operator: its arguments by name, and its text after a template."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import torch

from .functional import get_name
from .operators import CONVERTED, IGNORED
from .types import Unsupported, fits, get_dtype, print_float, print_scalar

if TYPE_CHECKING:
    from .graph import GraphImporter

FIELD = re.compile(r"\{(?P<name>\w+)(?::(?P<kind>\w+))?\}")
# A template is a sequence of pieces: text, or text that is dropped when its argument is absent.
PIECE = re.compile(r"\S+\{\w+:flag\}|\S*\{[^}]*\}\S*|\S+")
# Arguments that say nothing about a value.
PLACEMENT = {"dtype", "layout", "device", "pin_memory", "memory_format", "non_blocking", "copy"}


class Call:
    """One call of an ATen operator, its arguments bound to the names of the schema."""

    def __init__(self, graph: "GraphImporter", node: torch.fx.Node):
        self.graph, self.node = graph, node
        self.name = get_name(node.target)
        self.hint = get_hint(node)
        self.arguments, self.defaults = {}, {}
        for index, argument in enumerate(node.target._schema.arguments):
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
        if isinstance(value, torch.fx.Node):
            return self.tensor(name)
        if self.graph.extents.is_constant(value):
            return print_scalar(self.graph.get_constant(value))
        number, dtype = self.graph.get_size_value(value, self.node), self.get_number_dtype()
        if dtype == torch.int64:
            return number
        return self.emit_helper(
            f"to {number} dtype({get_dtype(dtype)})", ["tensor<i64>"], torch.empty([], dtype=dtype, device="meta")
        )[0]

    def get_number_dtype(self) -> torch.dtype:
        """Of a number that is a tensor without dims: it leaves the dtype of another one as it is, as a Python number does."""
        dtype = getattr(self.node.meta["val"], "dtype", torch.int64)
        return torch.int64 if dtype.is_floating_point or dtype == torch.bool else dtype

    def types(self, names) -> "list[str]":
        """The types of those of the arguments that are tensors (a symbolic number is a tensor without dims)."""
        types = []
        for name in names:
            value = self[name]
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, torch.fx.Node):
                    types.append(self.graph.get_type(item))
                elif not isinstance(value, list) and not self.graph.extents.is_constant(item):
                    types.append(f"tensor<{get_dtype(self.get_number_dtype())}>")
        return types

    def alias(self, source):
        """This node is another one's value under a new name."""
        return self.graph.get_value(source)

    def emit(self, text: str, names):
        return self.emit_typed(text, self.types(names))

    def emit_typed(self, text: str, operand_types):
        return self.graph.emit(self.hint, text, operand_types, self.node.meta["val"], self.node)

    def emit_as(self, index: int, text: str, names) -> "str | None":
        """One of several results, each from an operator of its own; nothing where no one reads it."""
        return self.emit_typed_as(index, text, self.types(names))

    def emit_typed_as(self, index: int, text: str, operand_types) -> "str | None":
        if all(user.args[1] != index for user in self.node.users):
            return None
        return self.graph.emit(self.hint, text, operand_types, self.node.meta["val"][index], self.node)

    def emit_helper(self, text: str, operand_types, result) -> "tuple[str, str]":
        """An operator that the graph does not have; (value, type)."""
        name = self.graph.emit(f"{self.hint}_operand", text, operand_types, result, self.node)
        return name, self.graph.extents.tensor(result)

    # Templates

    def expand(self, template: str) -> "tuple[str, list[str]]":
        """Substitutes the arguments; (text, names of the arguments used)."""
        pieces, used = [], []
        for piece in PIECE.findall(template):
            match = FIELD.search(piece)
            if not match:
                pieces.append(piece)
                continue
            name, kind = match["name"], match["kind"]
            used.append(name)
            value = self[name]
            if kind == "flag":
                if value:
                    pieces.append(piece.partition("{")[0])
                continue
            if piece.endswith("?"):
                piece = piece[:-1]
                if self.is_absent(name, value):
                    continue
            pieces.append(FIELD.sub(lambda _, n=name, k=kind, v=value: self.print_argument(n, k, v), piece))
        return " ".join(pieces), used

    def is_absent(self, name: str, value) -> bool:
        if value is None or isinstance(value, list) and not value:
            return True
        return not isinstance(value, torch.fx.Node) and self.graph.extents.is_constant(value) and value == self.defaults[name]

    def print_argument(self, name: str, kind: "str | None", value) -> str:
        constant = self.graph.get_constant
        if kind is None:
            return self.tensor(name) if isinstance(value, list) else self.operand(name)
        if kind == "int":
            return str(constant(value))
        if kind == "ints":
            return ", ".join(str(constant(v)) for v in (value if isinstance(value, list) else [value]))
        if kind == "float":
            return print_float(constant(value))
        if kind == "scalar":
            return print_scalar(constant(value))
        if kind == "dtype":
            return get_dtype(value)
        if kind == "sizes":
            return self.graph.extents.sizes(value)
        if kind == "extent":
            return self.graph.extents.print(value)
        if kind == "word":
            return str(value)
        raise AssertionError(f"template of {self.name}: unknown kind {kind}")

    def check_numbers(self):
        """PyTorch refuses numbers beyond the range of the dtype where it converts them."""
        for name in CONVERTED.get(self.name, ()):
            value, dtype = self.get(name), self.node.meta["val"].dtype
            if isinstance(value, (int, float)) and not fits(value, dtype):
                raise Unsupported(f"expected a number of {dtype}, but got {name} = {value}")

    def check(self, used):
        """An argument that no template mentions must have its default, or be one that does not matter."""
        ignored = IGNORED.get(self.name, set()) | PLACEMENT
        for name, value in self.arguments.items():
            if name not in used and name not in ignored and value != self.defaults[name]:
                raise Unsupported(f"expected {name}={self.defaults[name]}, but got {name}={value}")


def get_hint(node: torch.fx.Node) -> str:
    """The name of a node without the number that makes it unique."""
    return re.sub(r"_\d+$", "", node.name)
