# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lines of a function of the framework level, the values that they name, and what stands for a value: sizes and Python numbers."""

from __future__ import annotations

import re

import torch

from .counters import is_number, print_number
from .locations import print_location
from .types import Extents, Unsupported


class Names:
    """Names that differ: what was asked for, or that and the next number that is free."""

    def __init__(self, used=()):
        self.used = set(used)
        self.counts: "dict[str, int]" = {}  # the last number that was given to a name

    def make(self, name: str) -> str:
        unique = name
        while unique in self.used:
            self.counts[name] = self.counts.get(name, 0) + 1
            unique = f"{name}_{self.counts[name]}"
        self.used.add(unique)
        return unique


class Writer:
    """Writes one function. Values are nodes of the graph that is imported."""

    def __init__(self, extents: Extents, caller=None):
        self.extents, self.caller = extents, caller
        self.values: "dict[torch.fx.Node, object]" = {}
        self.numbers: dict = {}  # sympy symbol of a number that a loop carries -> value
        self.number_values: "dict[str, str]" = {}  # those of them, and sizes, that are tensors
        self.names = Names()
        self.lines: "list[str]" = []

    def make_name(self, hint: str) -> str:
        name = re.sub(r"\W", "_", hint) or "value"
        return f"%{self.names.make(f'v{name}' if name[0].isdigit() else name)}"

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
        """A Python number, also where PyTorch traced it as a symbolic one that is known."""
        if isinstance(value, (bool, int, float)):
            return value
        if isinstance(value, (torch.SymInt, torch.SymFloat)) and value.node.expr.is_number:
            return int(value.node.expr) if isinstance(value, torch.SymInt) else float(value.node.expr)
        kind = "data" if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)) else "attribute"
        raise Unsupported(f"expected a Python number, but got {value}", kind, str(value))

    def is_carried(self, value) -> bool:
        """Whether a number depends on some that a loop carries."""
        return is_number(value) and bool(value.node.expr.free_symbols & self.numbers.keys())

    def get_size_value(self, size, node) -> str:
        """A symbolic number as a tensor without dims."""
        if not is_number(size):
            raise Unsupported(f"expected a Python number or a size, but got {size}", "data", str(size))
        if self.is_carried(size) or isinstance(size, torch.SymBool):
            return print_number(self, size.node.expr, node)
        return self.get_extent_value(size.node.expr, node)

    def get_extent_value(self, extent, node) -> str:
        """The only element of `arange [n : n + 1]`."""
        text = self.extents.print(extent)
        if text not in self.number_values:
            line = self.emit(
                "size",
                f"arange [{text} : {self.extents.print(extent + 1)}] dtype(i64)",
                [],
                torch.empty(1, dtype=torch.int64, device="meta"),
                node,
            )
            self.number_values[text] = self.emit(
                "size", f"reshape {line} []", ["tensor<1xi64>"], torch.empty((), dtype=torch.int64, device="meta"), node
            )
        return self.number_values[text]

    def get_value(self, node) -> str:
        if isinstance(node, (list, tuple)):
            return ", ".join(self.get_value(item) for item in node)
        if not isinstance(node, torch.fx.Node):
            raise Unsupported(f"expected tensors, but got {node}")
        value = self.values.get(node)
        if value is None:
            raise Unsupported(f"expected a result that Emmy computes, but got {node}")
        assert isinstance(value, str), f"{node} has several results"
        return value

    def get_type(self, node) -> str:
        return self.extents.tensor(node.meta["val"])

    def emit(self, hint: str, text: str, operand_types, result, node):
        """Adds `%hint = emmy_framework.text : types`, and gives the name, or a list of names for several results."""
        results = list(result) if isinstance(result, (list, tuple)) else [result]
        names = [self.make_name(hint) for _ in results]
        result_types = ", ".join(self.extents.tensor(r) for r in results)
        types = f"{', '.join(operand_types)} -> {result_types}" if operand_types else result_types
        self.lines.append(f"{', '.join(names)} = emmy_framework.{text} : {types} {print_location(hint, node, self.caller)}")
        return names if isinstance(result, (list, tuple)) else names[0]
