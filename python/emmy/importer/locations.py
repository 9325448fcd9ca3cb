# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where a node of the graph comes from: the user's Python line, with a path that is the same on every machine, and the module."""

from __future__ import annotations

import json
import os
import re
from functools import cache

import torch

FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
# Where PyTorch lies: its frames are not the user's.
TORCH = os.path.dirname(torch.__file__) + os.sep


def is_library(path: str) -> bool:
    return path.startswith(TORCH)


@cache
def get_relative_path(path: str) -> str:
    """The path from the folder that holds the outermost package, such as `models/llama.py`; a script is its bare name.

    It is the same on every machine and in every working folder.
    """
    if path.startswith("<"):
        return path
    folder, name = os.path.split(os.path.abspath(path))
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        name = f"{package}/{name}"
    return name


def get_line(node) -> "tuple[str, int]":
    """(relative file, line) of the innermost frame outside PyTorch; ('', 0) when the trace has none."""
    users = [frame for frame in FRAME.findall(node.meta.get("stack_trace") or "") if not is_library(frame[0])]
    if not users:
        return "", 0
    file, line = users[-1]
    return get_relative_path(file), int(line)


def get_module_path(node) -> str:
    """The module that ran the operator, such as `layers.0.act`; empty at the top."""
    stack = node.meta.get("nn_module_stack") or {}
    paths = [value[0] if isinstance(value, tuple) else str(value) for value in stack.values()]
    return paths[-1].removeprefix("L['self'].").removeprefix("L['self']") if paths else ""


def print_location(name: str, node=None) -> str:
    """`loc("silu"(fused<"layers.0.act">["model.py":12:1]))`."""
    file, line = get_line(node) if node is not None else ("", 0)
    if not file:
        return f"loc({json.dumps(name)})"
    place = f"{json.dumps(file)}:{line}:1"
    module = get_module_path(node)
    return f"loc({json.dumps(name)}({f'fused<{json.dumps(module)}>[{place}]' if module else place}))"
