# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`x[:, torch.tensor([True, False, True])]`: indices that are masks, and constants of the program. How many elements they take is
known, so that shapes are, and they stand for the positions where they hold.

PyTorch remembers what is in a constant where it has one element, and forgets it else. While a program is traced, masks are remembered, too.
"""

from __future__ import annotations

import contextlib
import functools

import torch
import torch._subclasses.fake_tensor as fake_tensor
from torch.export.graph_signature import InputKind

from .mutations import get_argument, is_mutation, is_operator

aten = torch.ops.aten
# Elements of constants that are remembered, at most.
MOST_ELEMENTS = 1 << 16
INDEXING = {aten.index, aten.index_put, aten.index_put_, aten._unsafe_index}
# In a program that is traced they give their operand, though their schema says that they write to it.
SAME = {aten.detach_.default}


@contextlib.contextmanager
def remembering_masks():
    """PyTorch's class and its setting are the process's: who calls this has the lock of the tracer."""
    modes = fake_tensor.FakeTensorMode
    convert, limit = modes.validate_and_convert_non_fake_tensors, fake_tensor.CONSTANT_NUMEL_LIMIT

    def convert_and_remember(mode, func, converter, given, spec):
        converted, fakes = convert(mode, func, converter, given, spec)
        for tensor, fake in zip(given, converted, strict=True):
            is_constant = type(tensor) is torch.Tensor and tensor is not fake
            if is_constant and tensor.dtype == torch.bool and tensor.numel() <= MOST_ELEMENTS and fake.constant is None:
                fake.constant = tensor.clone()
        return converted, fakes

    modes.validate_and_convert_non_fake_tensors, fake_tensor.CONSTANT_NUMEL_LIMIT = convert_and_remember, MOST_ELEMENTS
    try:
        yield
    finally:
        modes.validate_and_convert_non_fake_tensors, fake_tensor.CONSTANT_NUMEL_LIMIT = convert, limit


def is_function(node) -> bool:
    """Whether it gives the same of the same, and writes to nothing."""
    is_random = is_operator(node) and torch.Tag.nondeterministic_seeded in node.target.tags
    return is_operator(node) and not is_random and (not is_mutation(node) or node.target in SAME)


def get_written(node) -> "list[torch.fx.Node]":
    """What an operator writes to."""
    if not is_mutation(node) or node.target in SAME:
        return []
    names = [part.name for part in node.target._schema.arguments if part.alias_info is not None and part.alias_info.is_write]
    return [part for part in map(functools.partial(get_argument, node), names) if isinstance(part, torch.fx.Node)]


def get_storage(value: torch.Tensor) -> int:
    """The same number for all tensors that share memory."""
    return value.untyped_storage()._cdata


class ConstantMasks:
    """The masks of a program that are made of constants alone, and the positions in their place."""

    def __init__(self, exported, graph):
        placeholders = [node for node in graph.nodes if node.op == "placeholder"]
        specs = zip(placeholders, exported.graph_signature.input_specs, strict=True)
        self.graph = graph
        self.known = {
            node: exported.constants.get(spec.target) if spec.kind == InputKind.CONSTANT_TENSOR else None for node, spec in specs
        }
        self.positions: dict = {}
        self.fixed: "dict[torch.fx.Node, bool]" = {}
        # A write by way of a view reaches everything that shares its memory.
        values = [self.compute(part) for node in graph.nodes for part in get_written(node)]
        self.written = {get_storage(value) for value in values if value is not None}

    def compute(self, node) -> "torch.Tensor | None":
        """What a node gives in every call, as long as nobody writes to it; None where that depends on the call."""
        if node not in self.known:
            self.known[node] = None
            if is_function(node):
                inputs = [self.compute(source) for source in node.all_input_nodes]
                if all(value is not None for value in inputs):
                    args, kwargs = torch.fx.map_arg((node.args, node.kwargs), self.known.__getitem__)
                    self.known[node] = args[0] if node.target in SAME else node.target(*args, **kwargs)
        value = self.known[node]
        return value if isinstance(value, torch.Tensor) else None

    def is_fixed(self, node) -> bool:
        """Whether nobody writes to a node with a value, or to what it is made of."""
        if node not in self.fixed:
            is_written = get_storage(self.compute(node)) in self.written
            self.fixed[node] = not is_written and all(map(self.is_fixed, node.all_input_nodes))
        return self.fixed[node]

    def evaluate(self, node) -> "torch.Tensor | None":
        """What a node gives in every call; None where that depends on the call, or somebody writes to it."""
        value = self.compute(node)
        return value if value is not None and self.is_fixed(node) else None

    def call(self, like, target, *args, **kwargs):
        node = self.graph.call_function(target, args, kwargs)

        def get_value(part):
            return part.meta["val"] if isinstance(part, torch.fx.Node) else part

        with like.meta["val"].fake_mode:
            node.meta["val"] = target(*torch.fx.map_arg(args, get_value), **torch.fx.map_arg(kwargs, get_value))
        node.meta |= {name: value for name, value in like.meta.items() if name != "val"}
        return node

    def get_positions(self, mask) -> "list[torch.fx.Node] | None":
        """The coordinates where the mask holds, one vector for each of its dims. A stable order of what does not hold begins with them."""
        value = self.evaluate(mask)
        if value is None or value.dtype != torch.bool or not value.dim():
            return None
        if mask not in self.positions:
            with self.graph.inserting_after(mask):
                anchor = self.graph.call_function(aten.logical_not.default, (mask,))
            anchor.meta |= {**mask.meta, "val": mask.meta["val"]}
            with self.graph.inserting_before(anchor.next):
                flat = self.call(mask, aten.reshape.default, anchor, [value.numel()])
                ordered = self.call(mask, aten.argsort.stable, flat, stable=True, dim=0)
                places = self.call(mask, aten.slice.Tensor, ordered, 0, 0, int(value.sum()))
                coordinates = []
                for size in reversed(value.shape):
                    coordinates.append(self.call(mask, aten.remainder.Scalar, places, max(size, 1)))
                    places = self.call(mask, aten.floor_divide.default, places, max(size, 1))
            self.positions[mask] = coordinates[::-1]
        return self.positions[mask]

    def replace_index(self, node) -> None:
        indices = []
        for index in node.args[1]:
            positions = self.get_positions(index) if isinstance(index, torch.fx.Node) else None
            indices += [index] if positions is None else positions
        node.args = (node.args[0], indices, *node.args[2:])

    def replace_nonzero(self, node) -> None:
        positions = self.get_positions(node.args[0])
        if positions is not None:
            # It keeps its name, which may be that of a result.
            node.target, node.args = aten.stack.default, (positions, 1)

    def run(self) -> None:
        for node in list(self.graph.nodes):
            packet = node.target.overloadpacket if is_operator(node) else None
            if packet in INDEXING:
                self.replace_index(node)
            elif packet is aten.nonzero:
                self.replace_nonzero(node)


def has_masks(graph) -> bool:
    def is_mask(value) -> bool:
        return isinstance(value, torch.fx.Node) and value.meta["val"].dtype == torch.bool

    return any(
        is_operator(node)
        and (
            node.target.overloadpacket in INDEXING
            and any(map(is_mask, node.args[1]))
            or node.target.overloadpacket is aten.nonzero
        )
        for node in graph.nodes
    )


def write_constant_masks(exported: "torch.export.ExportedProgram", copy_graph) -> "torch.export.ExportedProgram":
    """The program with positions in place of masks that are constants."""
    if not has_masks(exported.graph):
        return exported
    module = torch.fx.GraphModule(exported.graph_module, copy_graph(exported.graph))
    masks = ConstantMasks(exported, module.graph)
    masks.run()
    return exported._update(module, exported.graph_signature) if masks.positions else exported
