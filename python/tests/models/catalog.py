# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a whole model is for these tests, and the list of them.

A model is made of a configuration, with random weights from a fixed seed: nothing is downloaded. It is imported as its library
makes it; the only thing that a model of these tests says itself is its configuration and its example call.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field

SEED = 0
# The modules that add models to the catalog.
PARTS = ("vision", "timm_models", "language", "multimodal", "decoding", "written")
MODELS: "dict[str, Model]" = {}


@dataclass(frozen=True)
class Model:
    """One model: `make` gives the module, and `call` the positional and keyword arguments of the example call."""

    name: str
    library: str
    make: object
    call: object
    settings: dict = field(default_factory=dict)  # what it was made of, for the table

    def build(self):
        """(module in eval mode with weights that make every layer matter, args, kwargs)."""
        import torch

        from .weights import initialize

        torch.manual_seed(SEED)
        args, kwargs = self.call()
        module = self.make().eval()
        initialize(module, args, kwargs)
        return module, args, kwargs


def add(name, library, make, call, **settings) -> None:
    if name in MODELS:
        raise ValueError(f"expected every model once, but got '{name}' twice")
    MODELS[name] = Model(name, library, make, call, settings)


def load_catalog() -> "dict[str, Model]":
    for part in PARTS:
        importlib.import_module(f"{__package__}.{part}")
    return MODELS


# Example calls.


def images(*shape):
    def call():
        import torch

        return (torch.randn(*shape),), {}

    return call


def tokens(vocabulary: int, batch: int = 2, length: int = 11, **kwargs):
    """Token numbers, and a mask that hides the end of the second row."""

    def call():
        import torch

        ids = torch.randint(2, vocabulary, (batch, length))
        mask = torch.ones(batch, length, dtype=torch.int64)
        if batch > 1:
            mask[1, length - 3 :] = 0
        return (), {"input_ids": ids, "attention_mask": mask, **{name: make() for name, make in kwargs.items()}}

    return call
