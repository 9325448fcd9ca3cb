# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`while_loop` and `scan` as `emmy.while`, which repeats a function of tensors as long as another one holds.

PyTorch has the functions as graphs beside the program. A scan carries, beside what it carries, the number of the step, and the stacked
results, of which each step writes its own part.
"""

from __future__ import annotations

import re

import torch

from .counters import get_expression, is_number, print_number
from .locations import inherit_origin, print_location
from .types import Unsupported, get_dtype

aten = torch.ops.aten
WHILE = torch.ops.higher_order.while_loop
SCAN = torch.ops.higher_order.scan
# The graphs of the condition and of the body, ready for the importer.
FUNCTIONS = "emmy_functions"
# Why a loop, or a condition, was left as it is.
REFUSED = "refused"


class Inside(Exception):
    """A function of a loop has problems, which are reported."""


def is_loop(node) -> bool:
    return node.op == "call_function" and node.target in (WHILE, SCAN)


def get_functions(graph: torch.fx.Graph, owner: "torch.nn.Module | None") -> "list[tuple[torch.fx.Graph, torch.nn.Module]]":
    """Copies of the functions of all loops, each with the owner of the functions that it has itself; none without an owner."""
    loops = filter(is_loop, graph.nodes if owner is not None else ())
    modules = [getattr(owner, part.target) for node in loops for part in node.args if getattr(part, "op", None) == "get_attr"]
    return [(copy_function(module), module) for module in modules]


def find_functions(graph: torch.fx.Graph, owner: torch.nn.Module, prepare) -> None:
    """Gives each loop of a graph its functions; `prepare(graph, owner)` makes one that the importer takes. `owner` has the graphs."""
    for node in graph.nodes:
        if not is_loop(node) or REFUSED in node.meta:
            continue
        modules = [getattr(owner, name.target) for name in node.args if getattr(name, "op", None) == "get_attr"]
        graphs = [copy_function(module) for module in modules]
        if node.target is SCAN:
            graphs = write_scan(node, *graphs)
            modules *= 2
        node.meta[FUNCTIONS] = [prepare(part, module) for part, module in zip(graphs, modules, strict=True)]
        for function in node.meta[FUNCTIONS]:
            for part in function.nodes:
                inherit_origin(part, node, overwrites=False)


def get_symbols(graph: torch.fx.Graph) -> set:
    """Of all symbolic numbers of a graph, and of the functions that its loops call."""
    symbols = set()
    for node in graph.nodes:
        if is_number(node.meta.get("val")):
            symbols |= node.meta["val"].node.expr.free_symbols
        for function in node.meta.get(FUNCTIONS, ()):
            symbols |= get_symbols(function)
    return symbols


def copy_function(module: torch.fx.GraphModule) -> torch.fx.Graph:
    graph = torch.fx.Graph()
    graph.output(graph.graph_copy(module.graph, {}))
    return graph


def copy_module(module: torch.fx.GraphModule) -> torch.fx.GraphModule:
    return torch.fx.GraphModule(module, copy_function(module))


def add_function(module: torch.nn.Module, hint: str, function: torch.fx.GraphModule) -> str:
    """Gives a module a function, under a name that it has no other for."""
    name, number = hint, 0
    while hasattr(module, name):
        number += 1
        name = f"{hint}_{number}"
    setattr(module, name, function)
    return name


def replace_value(node, value) -> None:
    """Lets a value stand for a node, which goes where the program does not return it: the signature has names for what is returned."""
    node.replace_all_uses_with(value, delete_user_cb=lambda user: user.op != "output")
    if node.users:
        node.target, node.args, node.kwargs = aten.alias.default, (value,), {}
    else:
        node.graph.erase_node(node)


def get_results(graph: torch.fx.Graph) -> list:
    (results,) = next(node for node in reversed(graph.nodes) if node.op == "output").args
    return list(results) if isinstance(results, (list, tuple)) else [results]


def get_placeholders(graph: torch.fx.Graph) -> list:
    return [node for node in graph.nodes if node.op == "placeholder"]


def copy_operands(graph: torch.fx.Graph) -> None:
    """Gives each loop operands of its own: PyTorch's functionalization takes none that share memory with each other."""
    for node in filter(is_loop, graph.nodes):
        with graph.inserting_before(node):
            node.args = torch.fx.map_arg(node.args, lambda value: copy_operand(graph, value))


def copy_operand(graph: torch.fx.Graph, value):
    if not isinstance(value.meta.get("val"), torch.Tensor):
        return value
    copy = graph.call_function(torch.ops.aten.clone.default, (value,))
    copy.meta |= {**value.meta, "val": value.meta["val"].clone()}
    return copy


# Scans


class Writer:
    """Writes calls into a graph, with the values that they have for the tracer."""

    def __init__(self, mode, graph=None):
        self.graph, self.mode = graph or torch.fx.Graph(), mode

    def add_input(self, name: str, value) -> torch.fx.Node:
        node = self.graph.placeholder(name)
        node.meta["val"] = value
        return node

    def call(self, target, *args, **options) -> torch.fx.Node:
        node = self.graph.create_node("call_function", target, args, options, name=target.overloadpacket.__name__)
        values = torch.fx.node.map_arg(args, lambda part: part.meta["val"])
        with self.mode:
            node.meta["val"] = target(*values, **options)
        return node

    def get_sizes(self, node, start=0) -> list:
        """The sizes of a node's dims, those that are symbolic as nodes."""
        sizes = list(node.meta["val"].shape)
        return [
            self.call(aten.sym_size.int, node, dim) if isinstance(sizes[dim], torch.SymInt) else sizes[dim]
            for dim in range(start, len(sizes))
        ]


def write_scan(node, combine: torch.fx.Graph) -> "tuple[torch.fx.Graph, torch.fx.Graph]":
    """The condition and the body of the loop that a scan is: they carry the step's number, what the scan carries, and the stacked
    results, and are given what is scanned over and the other operands."""
    _, inits, scanned, others = node.args
    parameters = get_placeholders(combine)
    stacked = node.meta["val"][len(inits) :]
    names = ["step", *(f"carried_{i}" for i in range(len(inits))), *(f"stacked_{i}" for i in range(len(stacked)))]
    names += [*(f"scanned_{i}" for i in range(len(scanned))), *(f"other_{i}" for i in range(len(others)))]
    carried, given = parameters[: len(inits)], parameters[len(inits) + len(scanned) :]
    mode = next(value.fake_mode for value in (*node.meta["val"], *(x.meta["val"] for x in scanned)))
    with mode:
        number = torch.zeros([], dtype=torch.int64)
    values = [number, *(part.meta["val"] for part in carried), *stacked]
    values += [*(x.meta["val"] for x in scanned), *(part.meta.get("val") for part in given)]

    condition = Writer(mode)
    inputs = [condition.add_input(name, value) for name, value in zip(names, values, strict=True)]
    start = 1 + len(inits) + len(stacked)
    condition.graph.output(condition.call(aten.lt.Scalar, inputs[0], condition.get_sizes(inputs[start])[0]))

    body = Writer(mode)
    inputs = [body.add_input(name, value) for name, value in zip(names, values, strict=True)]
    step, place = inputs[0], body.call(aten.reshape.default, inputs[0], [1])
    parts = []
    for x in inputs[start : start + len(scanned)]:
        line = body.call(aten.index_select.default, x, 0, place)
        parts.append(body.call(aten.reshape.default, line, body.get_sizes(x, 1)))
    operands = [*inputs[1 : 1 + len(inits)], *parts, *inputs[start + len(scanned) :]]
    results = body.graph.graph_copy(combine, dict(zip(parameters, operands, strict=True)))
    following = [body.call(aten.add.Tensor, step, 1), *results[: len(inits)]]
    for whole, part in zip(inputs[1 + len(inits) : start], results[len(inits) :], strict=True):
        line = body.call(aten.reshape.default, part, [1, *body.get_sizes(part)])
        following.append(body.call(aten.index_put.default, whole, [place], line))
    body.graph.output(following)
    return condition.graph, body.graph


# The text


def import_loop(importer, node) -> "list[str]":
    """The results of a loop, whose functions become functions of the module."""
    if node.target is WHILE:
        _, _, inits, given = node.args
        carried = [get_operand(importer, init, node) for init in inits]
    else:
        _, inits, scanned, others = node.args
        given = [*scanned, *others]
        # As write_scan has them: the number of the step, what the scan carries, and the stacked results.
        step = torch.empty([], dtype=torch.int64, device="meta")
        carried = [emit_zeros(importer, "step", step, node)]
        carried += [get_operand(importer, init, node) for init in inits]
        carried += [emit_zeros(importer, "stacked", value, node) for value in node.meta["val"][len(inits) :]]
    # Sizes are in the types.
    given = [get_operand(importer, part, node) for part in given if is_tensor(part)]
    condition, body = node.meta[FUNCTIONS]
    kinds = [kind for _, _, kind in carried]
    count = len(importer.problems)
    # Numbers that a loop around this one carries.
    numbers = {
        symbol: importer.numbers[symbol] for symbol in importer.numbers if symbol in get_symbols(condition) | get_symbols(body)
    }
    given += [("number", value, "tensor<i64>") for value in numbers.values()]
    names = [
        write_function(importer, node, role, graph, carried, given, numbers, results)
        for role, graph, results in (("condition", condition, ["tensor<i1>"]), ("body", body, kinds))
    ]
    if len(importer.problems) > count:
        raise Inside
    results = [importer.make_name(hint) for hint, _, _ in carried]
    text = f"{', '.join(results)} = emmy.while @{names[0]} do @{names[1]} carry({print_operands(carried)})"
    if given:
        text += f" given({print_operands(given)})"
    importer.lines.append(f"{text} {print_location(node.name, node, importer.caller)}")
    for result, value in zip(results, node.meta["val"] if node.target is WHILE else (), strict=False):
        if isinstance(value, torch.SymInt):
            importer.numbers[value.node.expr] = result
    return results if node.target is WHILE else results[1:]


def emit_zeros(importer, hint: str, value: torch.Tensor, node) -> "tuple[str, str, str]":
    """(hint, value, type) of what a loop starts from where no step has written."""
    text = f"full {importer.extents.sizes(value.shape)} value(0) dtype({get_dtype(value.dtype)})"
    return hint, importer.emit(hint, text, [], value, node), importer.extents.tensor(value)


def is_tensor(value) -> bool:
    return isinstance(value.meta.get("val") if isinstance(value, torch.fx.Node) else value, torch.Tensor)


def get_operand(importer, value, node) -> "tuple[str, str, str]":
    """(hint, value, type)"""
    if not is_tensor(value):
        number = get_expression(value)
        if isinstance(number, (bool, float)):
            raise Unsupported(
                f"expected a loop to carry tensors and integers, but got {number}; make it a tensor", "data", str(number)
            )
        return "number", print_number(importer, number, node), "tensor<i64>"
    return re.sub(r"_\d+$", "", value.name), importer.get_value(value), importer.get_type(value)


def print_operands(operands) -> str:
    return f"{', '.join(value for _, value, _ in operands)} : {', '.join(kind for _, _, kind in operands)}"


def write_function(importer, node, role: str, graph: torch.fx.Graph, carried, given, numbers, expected) -> "str | None":
    """Adds a function of the module, and gives its name; none where it has problems, which are reported. Unsupported where it does not
    fit the loop. The last of what is given are the numbers, by their symbols."""
    part = importer.make_part(graph)
    arguments = []
    parameters = get_placeholders(graph)
    # Of what is given, sizes are in the types.
    parameters = [*parameters[: len(carried)], *filter(is_tensor, parameters[len(carried) :]), *numbers]
    for parameter, (hint, _, kind) in zip(parameters, [*carried, *given], strict=True):
        value = part.make_name(hint)
        arguments.append(f"{value}: {kind} {print_location(hint)}")
        if not isinstance(parameter, torch.fx.Node):
            part.numbers[parameter] = value
        elif is_tensor(parameter):
            check_kind(kind, part.get_type(parameter))
            part.values[parameter] = value
        else:
            part.numbers[get_expression(parameter)] = value
    count = len(importer.problems)
    part.import_calls([call for call in graph.nodes if call.op not in ("placeholder", "output")])
    if len(importer.problems) > count:
        return None
    results = get_results(graph)
    values = []
    for result, kind in zip(results, expected, strict=True):
        if is_tensor(result):
            check_kind(kind, part.get_type(result))
            values.append(part.get_value(result))
        else:
            values.append(print_number(part, get_expression(result), node))
    values = ", ".join(values)
    name = importer.function_names.make(f"{re.sub(r'_[0-9]+$', '', node.name)}_{role}")
    importer.functions += [
        f"func.func private @{name}({', '.join(arguments)}) -> ({', '.join(expected)}) {{",
        *(f"  {line}" for line in part.lines),
        f"  return {values} : {', '.join(expected)}",
        "}",
    ]
    return name


def check_kind(expected: str, kind: str) -> None:
    if kind != expected:
        raise Unsupported(f"expected tensors of one dtype and shape in all steps of a loop, but got {expected} and {kind}")
