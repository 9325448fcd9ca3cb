# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dynamic dims: which Dim each dim of each argument has, examples that are fit for tracing, and the names and ranges of symbols."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass

import sympy
import torch
from torch.utils import _pytree as pytree

from ..errors import ArgumentError
from .types import Unsupported

# Words of the syntax of extents.
RESERVED = {"min", "max", "mod", "floordiv", "ceildiv"}
# No size below this is traced: PyTorch takes 0 and 1 for constants.
SMALLEST_EXAMPLE = 2
REPLACED_BY = 3


@dataclass
class Leaf:
    """One leaf of the arguments, in the order in which torch.export flattens them."""

    path: str  # such as `cache.keys[0]`
    value: object
    spec: object  # of dynamic_shapes: a dict or sequence of dims, or None

    def get_dim(self, number: int):
        """The Dim, Dim hint or int of one dim; None where it is static."""
        if isinstance(self.spec, dict):
            return self.spec.get(number, self.spec.get(number - self.value.dim()))
        return self.spec[number] if self.spec else None

    def check_dims(self) -> None:
        """ArgumentError for dims that the argument does not have."""
        if self.spec is not None and not isinstance(self.spec, (dict, list, tuple)):
            what = f"{type(self.spec).__name__}: the specification has the structure of the arguments"
            raise ArgumentError(f"expected a dict or a sequence of dims for {self.path}, but got a {what}")
        if not isinstance(self.spec, dict) or not self.spec:
            return
        if not isinstance(self.value, torch.Tensor):
            raise ArgumentError(f"expected dynamic dims of a tensor, but {self.path} is of type {type(self.value).__name__}")
        rank = self.value.dim()
        for number in self.spec:
            if not isinstance(number, int) or not -rank <= number < rank:
                raise ArgumentError(f"expected dynamic dims of {self.path} among its {rank}, but got dim {number}")


def get_forward(module):
    return module.forward if isinstance(module, torch.nn.Module) else module


def split_arguments(module, args, kwargs) -> "list[tuple[str, tuple, object]]":
    """(argument name, keys below it, value) of each positional and each keyword argument."""
    signature = inspect.signature(get_forward(module))
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        raise ArgumentError(f"expected an example call that fits {signature}, but {error}") from error
    parameters = signature.parameters.values()
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    rest = next((p.name for p in parameters if p.kind == p.VAR_POSITIONAL), None)
    named = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    others = next((p.name for p in parameters if p.kind == p.VAR_KEYWORD), None)
    result = []
    for number, value in enumerate(args):
        result.append(
            (positional[number].name, (), value) if number < len(positional) else (rest, (number - len(positional),), value)
        )
    for name, value in kwargs.items():
        result.append((name, (), value) if name in named else (others, (name,), value))
    return result


def follow(spec, keys):
    """The part of a specification below some keys of a pytree."""
    for key in keys:
        if spec is None:
            return None
        try:
            spec = spec[key]
        except (KeyError, IndexError, TypeError):
            spec = None
    return spec


def get_key(entry):
    for attribute in ("idx", "key", "name"):
        if hasattr(entry, attribute):
            return getattr(entry, attribute)
    return entry


def print_path(name: str, keys) -> str:
    return name + "".join(f".{key}" if isinstance(key, str) and key.isidentifier() else f"[{key!r}]" for key in keys)


def get_leaves(module, args, kwargs, dynamic_shapes) -> "list[Leaf]":
    """Every leaf with its part of dynamic_shapes; ArgumentError when that names an argument that the call does not have."""
    arguments = split_arguments(module, args, kwargs)
    names = list(dict.fromkeys(name for name, _, _ in arguments))
    if isinstance(dynamic_shapes, (tuple, list)):
        if len(dynamic_shapes) > len(names):
            raise ArgumentError(
                f"expected dynamic_shapes for the {len(names)} arguments {', '.join(names)}, but got {len(dynamic_shapes)}"
            )
        dynamic_shapes = dict(zip(names, dynamic_shapes, strict=False))  # the rest have none
    unknown = set(dynamic_shapes or ()) - set(names)
    if unknown:
        raise ArgumentError(f"expected dynamic_shapes for the arguments {', '.join(names)}, but got {', '.join(sorted(unknown))}")
    leaves = []
    for name, prefix, value in arguments:
        for path, leaf in pytree.tree_flatten_with_path(value)[0]:
            keys = [*prefix, *map(get_key, path)]
            leaves.append(Leaf(print_path(name, keys), leaf, follow((dynamic_shapes or {}).get(name), keys)))
            leaves[-1].check_dims()
    return leaves


# Examples


def is_hint(dim, kind: str) -> bool:
    return getattr(getattr(dim, "type", None), "name", None) == kind


def get_root(dim):
    """(the Dim that the user named, slope, offset): a derived Dim is slope * root + offset."""
    if hasattr(dim, "root"):
        offset = int(dim.fn(0))
        return dim.root, int(dim.fn(1)) - offset, offset
    return dim, 1, 0


def choose_sizes(leaves) -> dict:
    """Name -> a size to trace with, for Dims whose example is 0 or 1. Dims of one name are one to PyTorch."""
    sizes = {}
    for leaf in leaves:
        if not isinstance(leaf.value, torch.Tensor) or not leaf.spec:
            continue
        for number, size in enumerate(leaf.value.shape):
            dim = leaf.get_dim(number)
            if dim is None or not hasattr(dim, "__name__") or isinstance(dim, type):
                continue
            root, slope, offset = get_root(dim)
            value, rest = divmod(size - offset, slope)
            # PyTorch says what is wrong with a size that the relation does not allow.
            if rest == 0 and value < SMALLEST_EXAMPLE <= root.max:
                sizes[root.__name__] = int(min(max(REPLACED_BY, root.min), root.max))
    return sizes


def resize(tensor: torch.Tensor, number: int, size: int) -> torch.Tensor:
    if tensor.shape[number] == 0:
        shape = list(tensor.shape)
        shape[number] = size
        return tensor.new_zeros(shape)
    return tensor.index_select(number, torch.arange(size) % tensor.shape[number])


def enlarge(leaf: Leaf, sizes):
    """The example with every dynamic dim at a size that PyTorch does not take for a constant."""
    tensor = leaf.value
    if not isinstance(tensor, torch.Tensor) or not leaf.spec:
        return tensor
    for number in range(tensor.dim()):
        dim = leaf.get_dim(number)
        if is_hint(dim, "DYNAMIC") and tensor.shape[number] < SMALLEST_EXAMPLE:
            tensor = resize(tensor, number, REPLACED_BY)
        elif hasattr(dim, "__name__") and not isinstance(dim, type):
            root, slope, offset = get_root(dim)
            if root.__name__ in sizes:
                tensor = resize(tensor, number, slope * sizes[root.__name__] + offset)
    return tensor


def make_examples(module, args, kwargs, dynamic_shapes, forced=None):
    """The arguments of an example call for tracing: dynamic dims of 0 and 1 made larger consistently, and no tensor twice, since
    PyTorch takes one tensor in two places for one argument. `forced` gives Dims a size, by their names.
    """
    leaves = get_leaves(module, args, kwargs, dynamic_shapes)
    sizes = {**choose_sizes(leaves), **(forced or {})}
    _, spec = pytree.tree_flatten((args, kwargs))
    values, seen = [], set()
    for leaf in leaves:
        value = enlarge(leaf, sizes)
        if isinstance(value, torch.Tensor):
            value = value.clone() if id(value) in seen else value
            seen.add(id(value))
        values.append(value)
    return pytree.tree_unflatten(values, spec)


def get_named_roots(leaves) -> dict:
    """Name -> (the least size, that of the example), of the Dims that the user named."""
    roots = {}
    for leaf in leaves:
        if isinstance(leaf.value, torch.Tensor) and leaf.spec:
            for number in range(leaf.value.dim()):
                dim = leaf.get_dim(number)
                if hasattr(dim, "__name__") and not isinstance(dim, type):
                    root, slope, offset = get_root(dim)
                    low = int(root.min) if is_bound(getattr(root, "min", None)) else 0
                    roots[root.__name__] = low, max((leaf.value.shape[number] - offset) // slope, SMALLEST_EXAMPLE)
    return roots


# Symbols


class Symbols:
    """Names and ranges of the symbolic sizes of an exported program. `least` is the size from which on the program holds: a number,
    or one for each of the Dims that the user named, by their names.
    """

    def __init__(self, exported, leaves, least=None):
        self.exported, self.least = exported, least or {}
        self.names: dict = {}  # sympy symbol -> name
        self.ranges: "dict[str, tuple[int, int | None]]" = {}
        users = {spec.arg.name for spec in exported.graph_signature.input_specs if spec.kind.name == "USER_INPUT"}
        nodes = [node for node in exported.graph.nodes if node.op == "placeholder" and node.name in users]
        if leaves is None:  # an archive: the ranges are all that is known
            leaves = [Leaf(node.name, node.meta.get("val"), None) for node in nodes]
        places = []
        for node, leaf in zip(nodes, leaves, strict=True):
            value = node.meta.get("val")
            if isinstance(value, torch.Tensor):
                places += [
                    (node, number, size.node.expr, leaf.get_dim(number) if leaf.spec else None)
                    for number, size in enumerate(value.shape)
                    if isinstance(size, torch.SymInt)
                ]
        # Names that the user gave come first: a dim without one may be the same symbol.
        for node, number, expression, dim in sorted(places, key=lambda place: not hasattr(place[3], "__name__")):
            for symbol in sorted(expression.free_symbols, key=str):
                if symbol not in self.names:
                    root = get_root(dim)[0] if hasattr(dim, "__name__") else dim
                    self.add(symbol, getattr(root, "__name__", f"{node.name}_{number}"), root)

    def add(self, symbol, name: str, dim):
        name = re.sub(r"\W", "_", name)
        if name in RESERVED or name[0].isdigit():
            name = f"size_{name}"
        while name in self.ranges:
            name += "_"
        self.names[symbol] = name
        self.ranges[name] = self.get_range(symbol, dim)

    def get_range(self, symbol, dim) -> "tuple[int, int | None]":
        """From 0, unless the user said otherwise or the program does: PyTorch's own least size of 2 is none of them."""
        low, high = getattr(dim, "min", None), getattr(dim, "max", None)
        low, high = (int(bound) if is_bound(bound) else None for bound in (low, high))
        found = self.exported.range_constraints.get(symbol)
        if found is not None:
            lower, upper = (int(bound) if is_bound(bound) else None for bound in (found.lower, found.upper))
            if lower is not None and lower > SMALLEST_EXAMPLE:
                low = max(low or 0, lower)
            if upper is not None:
                high = upper if high is None else min(high, upper)
        # A dim without a name of the user's cannot be tried by itself.
        least = self.least.get(dim.__name__, 0) if hasattr(dim, "__name__") else max(self.least.values(), default=0)
        return max(low or 0, least), high

    def require(self, size, least: int):
        """Lets the symbol of a size start where the size is `least`."""
        if len(size.free_symbols) != 1 or not size.is_polynomial() or sympy.degree(size) != 1 or not sympy.LC(size) > 0:
            raise Unsupported(f"expected a position that is there at every size, but {size} may be less than {least}")
        (symbol,) = size.free_symbols
        name, start = self.names[symbol], int(sympy.ceiling((least - size.subs(symbol, 0)) / sympy.LC(size)))
        low, high = self.ranges[name]
        self.ranges[name] = max(low, start), high


def is_bound(value) -> bool:
    """Whether a bound says something: PyTorch writes no bound as infinity or as the largest integers."""
    return (isinstance(value, int) or getattr(value, "is_Integer", False)) and -(2**62) < int(value) < 2**62
