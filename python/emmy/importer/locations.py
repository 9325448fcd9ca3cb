# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where a node of the graph comes from: the user's Python line, with a path that is the same on every machine, and the module."""

from __future__ import annotations

import json
import os
import re
import sys
import traceback
from functools import cache

import torch

FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+), in (?P<function>.*)')
# PyTorch calls a captured module from a function that it makes of text: the outermost frame of every trace, and a branch once more.
TRACER = ("<string>", "1", "<lambda>")
# Where PyTorch and Emmy lie: their frames are not the user's.
LIBRARIES = (os.path.dirname(torch.__file__) + os.sep, os.path.dirname(os.path.dirname(__file__)) + os.sep)
# Python's own frames have no file, and functions that PyTorch makes of graphs have none of the user's.
NO_FILES = ("<frozen ", "<eval_with_key>")
# What a node knows of where it comes from.
ORIGIN = ("stack_trace", "nn_module_stack", "torch_fn", "source_fn_stack", "from_node")


def inherit_origin(node, source, *, overwrites: bool) -> None:
    """Lets a node come from where another one does; also one that has an origin, if it `overwrites` that."""
    node.meta |= {name: source.meta[name] for name in ORIGIN if name in source.meta and (overwrites or not node.meta.get(name))}


def is_library(path: str) -> bool:
    return path.startswith((*LIBRARIES, *NO_FILES))


def get_caller() -> "tuple[str, int] | None":
    """(file, line) of the user's code that called Emmy; none where that is only Emmy's own command."""
    frame = sys._getframe(1)
    while frame is not None:
        if not is_library(frame.f_code.co_filename):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return None


def get_error_place(error) -> "tuple[str, int]":
    """The innermost user's line of a traceback."""
    place = ("", 0)
    for frame, line in traceback.walk_tb(error.__traceback__):
        if not is_library(frame.f_code.co_filename):
            place = get_relative_path(frame.f_code.co_filename), line
    return place


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


def get_line(node, caller: "tuple[str, int] | None" = None) -> "tuple[str, int]":
    """(relative file, line) of the innermost frame of the user's.

    Where PyTorch's own modules were called directly there is none: then the line that called Emmy, or ('', 0).
    """
    users = [frame for frame in FRAME.findall(node.meta.get("stack_trace") or "") if not is_library(frame[0])]
    for end in (0, -1):  # at the end where it calls a branch
        if users and users[end] == TRACER:
            del users[end]
    file, line = users[-1][:2] if users else caller or ("", 0)
    return get_relative_path(file) if file else "", int(line)


def get_module_path(node) -> str:
    """The module that ran the operator, such as `layers.0.act`; empty at the top."""
    stack = node.meta.get("nn_module_stack") or {}
    paths = [value[0] if isinstance(value, tuple) else str(value) for value in stack.values()]
    return paths[-1].removeprefix("L['self'].").removeprefix("L['self']") if paths else ""


def print_location(name: str, node=None, caller: "tuple[str, int] | None" = None) -> str:
    """`loc("silu"(fused<"layers.0.act">["model.py":12:1]))`."""
    file, line = get_line(node, caller) if node is not None else ("", 0)
    if not file:
        return f"loc({json.dumps(name)})"
    place = f"{json.dumps(file)}:{line}:1"
    module = get_module_path(node)
    return f"loc({json.dumps(name)}({f'fused<{json.dumps(module)}>[{place}]' if module else place}))"
