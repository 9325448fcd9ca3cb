# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python numbers that loops carry. PyTorch computes with them symbolically, as with sizes, and calls each by a symbol of its own; here they
are tensors without dims: i64, and i1 where numbers are compared."""

from __future__ import annotations

import sympy
import torch
from sympy.logic.boolalg import Boolean

from .types import Unsupported

RELATIONS = {
    "Equality": "eq",
    "Unequality": "ne",
    "StrictLessThan": "lt",
    "LessThan": "le",
    "StrictGreaterThan": "gt",
    "GreaterThan": "ge",
}
# Functions of two or more numbers, by the class names that sympy and PyTorch give them; all of them are associative, but for the last.
FUNCTION = {
    "Add": "add",
    "Mul": "mul",
    "Max": "maximum",
    "Min": "minimum",
    "And": "logical_and",
    "Or": "logical_or",
    "FloorDiv": "floor_divide",
    "CleanDiv": "floor_divide",
    "Mod": "remainder",
    "PythonMod": "remainder",
    **RELATIONS,
}
KNOWN = "+, *, //, %, min, max, comparisons, and, or and not"


def is_number(value) -> bool:
    return isinstance(value, (torch.SymInt, torch.SymBool))


def get_expression(value):
    """What sympy computes with, of a node or a number."""
    value = value.meta.get("val") if isinstance(value, torch.fx.Node) else value
    return value.node.expr if is_number(value) else value


def print_number(importer, e, node) -> str:
    """The value of a number that loops decide; of a size or a Python number, too."""
    e = sympy.sympify(e)
    key = str(e)
    if key not in importer.number_values:
        importer.number_values[key] = write_number(importer, e, node)
    return importer.number_values[key]


def write_number(importer, e, node) -> str:
    if e in importer.numbers:
        return importer.numbers[e]
    kind = "i1" if isinstance(e, Boolean) and not e.is_Symbol else "i64"
    result = torch.empty([], dtype=torch.bool if kind == "i1" else torch.int64, device="meta")
    if e.is_Integer or e in (sympy.true, sympy.false):
        return importer.emit("number", f"full [] value({str(e).lower()}) dtype({kind})", [], result, node)
    if not e.free_symbols & importer.numbers.keys() and kind == "i64":
        return importer.get_extent_value(e, node)
    name = type(e).__name__
    if name == "Not":
        operand = print_number(importer, e.args[0], node)
        return importer.emit("number", f"logical_not {operand}", ["tensor<i1>"], result, node)
    args = list(e.args)
    if e.is_Pow and e.exp.is_Integer and int(e.exp) > 1:
        name, args = "Mul", [e.base] * int(e.exp)
    if name not in FUNCTION:
        raise Unsupported(f"expected a number made of {KNOWN}, but got {e}; make what a loop carries a tensor", "data", str(e))
    value, *others = [print_number(importer, part, node) for part in args]
    operand = "tensor<i1>" if name in ("And", "Or") else "tensor<i64>"
    for other in others:
        value = importer.emit("number", f"{FUNCTION[name]} {value}, {other}", [operand, operand], result, node)
    return value
