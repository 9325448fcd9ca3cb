# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of small graphs with one right answer: all graphs of a table are one program, which every executor runs.

A graph is a function, its inputs, and its right value where that is known without PyTorch. Without one, PyTorch in the graph's own
dtypes and in f64 is the judge. What a graph writes to its inputs is a result, too.
"""

from __future__ import annotations

import copy
import functools
from dataclasses import dataclass

import emmy
import torch
from emmy.testing import compare, to_double
from torch.utils import _pytree as pytree

# The interpreter, machine code of the loops, the kernels on the checked simulator.
DEVICES = ["tensor", "cpu", "simulator"]


@dataclass(frozen=True)
class Graph:
    """`right`: the value of the result, or a tuple of those of each."""

    call: object
    inputs: tuple
    right: object = None


class Table:
    """The graphs of a table as one program; `graphs`: name -> the parts of a Graph."""

    def __init__(self, graphs: dict):
        self.graphs = {name: Graph(*parts) for name, parts in graphs.items()}

    @functools.cached_property
    def program(self):
        return emmy.compile(self.call, tuple(graph.inputs for graph in self.graphs.values()))

    def call(self, *inputs):
        return [graph.call(*given) for graph, given in zip(self.graphs.values(), inputs, strict=True)]

    @functools.cached_property
    def eager(self):
        return run(self.call, self.make_inputs())

    @functools.cached_property
    def exact(self):
        return run(self.call, pytree.tree_map(to_double, self.make_inputs()))

    def make_inputs(self):
        return copy.deepcopy(tuple(graph.inputs for graph in self.graphs.values()))

    def check(self, device: str) -> None:
        got = run(functools.partial(self.program, device=device), self.make_inputs())
        problems = []
        for name, g, e, x in zip(self.graphs, got, self.eager, self.exact, strict=True):
            problem = judge(self.graphs[name], g, e, x)
            problems += [f"{name}: {problem}"] if problem else []
        assert not problems, "\n".join([f"{len(problems)} of {len(got)} graphs on {device}:", *problems])


def make_function(text: str, names: str = "x"):
    """The function of these inputs whose last line is an expression, or `return`s."""
    *lines, last = text.strip().split("\n")
    lines += [last if last.startswith("return") else f"return {last}"]
    scope = {"torch": torch, "F": torch.nn.functional, "nan": float("nan"), "inf": float("inf")}
    exec(f"def call({names}):\n" + "\n".join(f"    {line}" for line in lines), scope)
    return scope["call"]


def run(call, inputs) -> list:
    """For each graph (its results, its inputs afterwards)."""
    with torch.no_grad():
        results = call(*inputs)
    return [pytree.tree_leaves((result, given)) for result, given in zip(results, inputs, strict=True)]


def judge(graph: Graph, got, eager, exact) -> "str | None":
    """None, or the first result that is wrong."""
    right = graph.right if isinstance(graph.right, tuple) else (graph.right,)
    for number, (g, e, x) in enumerate(zip(got, eager, exact, strict=True)):
        if not isinstance(e, torch.Tensor):
            problem = None if g == e else f"expected {e!r}, but got {g!r}"
        elif number < len(right) and right[number] is not None:
            wanted = torch.as_tensor(right[number], dtype=torch.float64 if e.is_floating_point() else e.dtype)
            problem = compare(g, wanted.to(e.dtype), wanted)
        else:
            problem = compare(g, e, x)
        if problem:
            return f"result #{number}: {problem}"
    return None
