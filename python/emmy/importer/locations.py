# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where a node of the graph comes from: the user's Python line, with a path that is the same on every machine, and the module."""

from __future__ import annotations

import json
import os
import re
import sys
from functools import lru_cache

FRAME = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
# Frames inside these packages are not the user's.
LIBRARY = (f"{os.sep}torch{os.sep}", f"{os.sep}emmy{os.sep}importer{os.sep}")


@lru_cache(maxsize=None)
def get_relative_path(path: str) -> str:
    """The path below the working folder, or below the longest entry of sys.path, or the bare file name."""
    path = os.path.abspath(path)
    for root in [os.getcwd(), *sorted(filter(os.path.isabs, sys.path), key=len, reverse=True)]:
        if path.startswith(root.rstrip(os.sep) + os.sep):
            return os.path.relpath(path, root)
    return os.path.basename(path)


def get_line(node) -> "tuple[str, int]":
    """(relative file, line) of the innermost frame outside PyTorch; ('', 0) when the trace has none."""
    frames = FRAME.findall(node.meta.get("stack_trace") or "")
    users = [frame for frame in frames if not any(part in frame[0] for part in LIBRARY)]
    if not (users or frames):
        return "", 0
    file, line = (users or frames)[-1]
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
