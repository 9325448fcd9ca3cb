# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arguments of calls of a compiled program: what the example call had, constants included, with other tensors in it."""

from __future__ import annotations

import inspect

import torch
from torch.utils import _pytree as pytree

from .errors import ArgumentError
from .importer.dims import Leaf, get_forward, get_key, print_path


class CallShape:
    """The structure of the example call. Later calls have the same structure and the same constants."""

    def __init__(self, module, args, kwargs, leaves: "list[Leaf]"):
        self.module = module
        self.parameters = inspect.signature(get_forward(module)).parameters
        self.signature = inspect.Signature([p.replace(annotation=p.empty) for p in self.parameters.values()])
        self.num_positional, self.keywords = len(args), list(kwargs)
        self.leaves = leaves
        _, self.spec = pytree.tree_flatten((tuple(args), dict(kwargs)))
        self.names = list(self.signature.bind(*args, **kwargs).arguments)

    def arrange(self, args, kwargs):
        """The arguments split into positional ones and keywords as the example call splits them."""
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError as error:
            raise ArgumentError(f"expected the arguments {', '.join(self.names)}, but {error}") from error
        given = dict(bound.arguments)
        for name in [name for name in given if name not in self.names]:
            default = self.parameters[name].default
            if given[name] is not default and not is_equal(given.pop(name), default):
                raise ArgumentError(f"expected {name}={default!r}, which the example call left out, but got another value")
        rest = [p.name for p in self.parameters.values() if p.kind == p.VAR_POSITIONAL]
        others = [p.name for p in self.parameters.values() if p.kind == p.VAR_KEYWORD]
        positional, named = [], {}
        for parameter in self.parameters.values():
            if parameter.name in rest:
                positional += given.get(parameter.name, ())
            elif parameter.name in others:
                named |= given.get(parameter.name, {})
            elif parameter.name in given:
                if len(positional) < self.num_positional and parameter.kind != parameter.KEYWORD_ONLY:
                    positional.append(given[parameter.name])
                else:
                    named[parameter.name] = given[parameter.name]
        missing = [name for name in self.keywords if name not in named]
        if missing:
            raise ArgumentError(f"expected the arguments {', '.join(self.names)}, but got no {', '.join(missing)}")
        return tuple(positional), {name: named[name] for name in self.keywords} | named

    def flatten(self, args, kwargs) -> "list[torch.Tensor]":
        """The tensors, in the order of the example call's; everything else equals the example's."""
        args, kwargs = self.arrange(args, kwargs)
        paths, spec = pytree.tree_flatten_with_path((args, kwargs))
        if spec != self.spec:
            raise ArgumentError(f"expected arguments of the structure {self.describe()}, but got {describe(paths, self)}")
        tensors = []
        for leaf, (_, value) in zip(self.leaves, paths, strict=True):
            if isinstance(leaf.value, torch.Tensor):
                if not isinstance(value, torch.Tensor):
                    raise ArgumentError(f"expected {leaf.path} to be a tensor, but got {type(value).__name__}")
                tensors.append(value)
            elif not is_equal(value, leaf.value):
                raise ArgumentError(f"expected {leaf.path}={leaf.value!r}, as in the example call, but got {print_value(value)}")
        return tensors

    def describe(self) -> str:
        return f"({', '.join(leaf.path for leaf in self.leaves)})"


def describe(paths, shape: CallShape) -> str:
    """The leaves of a call, as in `(x, cache.keys[0])`."""
    names = list(shape.parameters)
    texts = []
    for path, _ in paths:
        kind, first, *rest = map(get_key, path)
        name = names[first] if kind == 0 and first < len(names) else str(first)
        texts.append(print_path(name, rest))
    return f"({', '.join(texts)})"


def is_equal(value, expected) -> bool:
    if isinstance(value, torch.Tensor) or isinstance(expected, torch.Tensor):
        return False
    if isinstance(value, float) and isinstance(expected, float) and value != value and expected != expected:
        return True
    return type(value) is type(expected) and value == expected


def print_value(value) -> str:
    return "a tensor" if isinstance(value, torch.Tensor) else repr(value)
