# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tensors that a program takes from its module: parameters, buffers, and constants that are attributes."""

from __future__ import annotations

import torch

from .errors import ArgumentError


def find(module, path: "list[str]"):
    """What an attribute holds, however deep; None where it is gone."""
    for name in path:
        module = getattr(module, name, None)
    return module


class State:
    """Keeps `tensors`, by key, what the module holds under these names when it is called: PyTorch looks there at each call, too.

    Tensors that are not found in the module as it is captured are constants of the program. Tensors that were one tensor then are one
    argument of the program, and stay one.
    """

    def __init__(self, module, tensors: "dict[str, torch.Tensor]"):
        self.module, self.tensors = module, tensors
        paths = {key: key.split(".") for key in tensors}
        self.paths = {key: path for key, path in paths.items() if find(module, path) is tensors[key]}
        groups: "dict[int, list[str]]" = {}
        for key in self.paths:
            groups.setdefault(id(tensors[key]), []).append(key)
        self.tied = [keys for keys in groups.values() if len(keys) > 1]

    def refresh(self) -> None:
        """Takes over what was replaced, as by `module.weight = nn.Parameter(…)`; what does not fit is told where it is bound."""
        for key, path in self.paths.items():
            value = find(self.module, path)
            if value is self.tensors[key]:
                continue
            if not isinstance(value, torch.Tensor):
                raise ArgumentError(f"expected {key} of the module to be a tensor, as when it was compiled, but got {value!r}")
            self.tensors[key] = value
        for first, *others in self.tied:
            for key in others:
                if self.tensors[key] is not self.tensors[first]:
                    raise ArgumentError(
                        f"expected {first} and {key} of the module to be one tensor, as when it was compiled, but got two; compile "
                        "the module again"
                    )
