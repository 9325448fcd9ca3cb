# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Importing libraries of models."""

from __future__ import annotations

import importlib

import torch

# Operators that torchvision registers Python functions for. Its compiled library, which declares them, is tied to one build of
# PyTorch; no model of these tests calls them.
COMPILED = ("nms", "qnms")
_library = None


def import_torchvision():
    """torchvision, also where its compiled library does not load."""
    global _library
    try:
        return importlib.import_module("torchvision")
    except RuntimeError:
        _library = torch.library.Library("torchvision", "DEF")
        for name in COMPILED:
            _library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        return importlib.import_module("torchvision")


def import_timm():
    import_torchvision()
    return importlib.import_module("timm")


def import_transformers():
    """transformers, which imports torchvision where it is installed."""
    import_torchvision()
    transformers = importlib.import_module("transformers")
    # PyTorch's product of groups of rows has no f64; the library's own, which a capture calls, has every dtype.
    importlib.import_module("transformers.integrations.moe")._can_use_grouped_mm = lambda *_: False
    return transformers


def import_for(library: str) -> None:
    """What most models of a library need."""
    if library == "torchvision":
        import_torchvision()
    elif library == "timm":
        import_timm()
    elif library == "transformers":
        import_transformers()
        importlib.import_module("transformers.models.llama.modeling_llama")  # and with it what all models of the library share
