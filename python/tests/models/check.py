# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks one whole model. PyTorch in f64 with the same weights is the judge: every result, and every buffer that the call writes,
is within 1e-4 (f32) or 1e-9 (f64) of its largest value."""

from __future__ import annotations

import contextlib
import copy
import time

import torch
from torch.utils import _pytree as pytree

from .precision import convert, doubled
from .weights import find_idle

TOLERANCE = {"f32": 1e-4, "f64": 1e-9}
DTYPES = {"f32": torch.float32, "f64": torch.float64}
# How a check ends, from worst to best.
STAGES = ("build", "export", "import", "compile", "run", "wrong", "ok")


def get_outputs(value) -> "list[torch.Tensor]":
    return [leaf for leaf in pytree.tree_leaves(value) if isinstance(leaf, torch.Tensor)]


def get_distance(got: torch.Tensor, wanted: torch.Tensor) -> float:
    """The largest difference, in terms of the largest value; integers are equal or infinitely far apart."""
    if got.shape != wanted.shape:
        raise ValueError(f"expected a result of shape {list(wanted.shape)}, but got {list(got.shape)}")
    if not wanted.is_floating_point():
        return 0.0 if torch.equal(got, wanted) else float("inf")
    if not wanted.numel():
        return 0.0
    got, wanted = got.double(), wanted.double()
    special = ~wanted.isfinite()
    if not torch.equal(got[special].nan_to_num(nan=0.5), wanted[special].nan_to_num(nan=0.5)):
        return float("inf")
    if special.all():
        return 0.0
    largest = float(wanted[~special].abs().max())
    distance = float((got - wanted)[~special].abs().max())
    if distance != distance:
        return float("inf")
    return distance / largest if largest else distance


class Exact:
    """A model in f64, and what PyTorch says that it computes."""

    def __init__(self, model):
        with torch.no_grad():
            self.module, self.args, self.kwargs = model.build()
            module = copy.deepcopy(self.module).double()
            args, kwargs = copy.deepcopy(convert((self.args, self.kwargs), torch.float64))
            with doubled():
                self.wanted = get_outputs(module(*args, **kwargs))
            self.buffers = dict(module.named_buffers())

    def make(self, dtype: str):
        """A copy of the module and its example call in a dtype."""
        module = copy.deepcopy(self.module).to(DTYPES[dtype])
        return module, *copy.deepcopy(convert((self.args, self.kwargs), DTYPES[dtype]))

    def find_idle(self) -> "list[str]":
        """Parameters that no result depends on, or hardly."""
        module, args, kwargs = self.make("f64")
        with doubled():
            return find_idle(module, args, kwargs, get_outputs)


class Check:
    """The steps of a check; `record` says how far it came, and how much time of the processor each step took."""

    def __init__(self, model, exact: Exact, dtype: str, device: str):
        self.model, self.exact, self.dtype, self.device = model, exact, dtype, device
        self.record = {"seconds": {}}

    def time(self, stage: str, action):
        self.record["stage"] = stage
        start = time.process_time()
        try:
            return action()
        finally:
            self.record["seconds"][stage] = round(time.process_time() - start, 2)

    def run(self) -> dict:
        try:
            module, args, kwargs = self.time("build", lambda: self.exact.make(self.dtype))
            with doubled() if self.dtype == "f64" else contextlib.nullcontext():
                self.run_stages(module, args, kwargs)
        except Exception as error:
            self.record["problem"] = f"{type(error).__name__}: {error}"
        return self.record

    def run_stages(self, module, args, kwargs):
        from emmy.arguments import CallShape
        from emmy.compiler import Module
        from emmy.importer import capture, import_exported
        from emmy.program import CompiledProgram

        captured = self.time("export", lambda: capture(module, args, kwargs))
        graph = self.time("import", lambda: import_exported(captured))
        self.record["operators"] = graph.text.count("= emmy_framework.")
        lowered = Module(graph.text, self.model.name)
        shape = CallShape(module, args, kwargs, captured.leaves)
        program = CompiledProgram(graph, lowered, target="cpu", out_spec=captured.exported.call_spec.out_spec, shape=shape)
        self.time("compile", lambda: program.get_executor(self.device))
        got = get_outputs(self.time("run", lambda: program(*args, device=self.device, **kwargs)))
        self.record["stage"] = "wrong"
        self.judge(got, dict(module.named_buffers()))
        self.record["stage"] = "ok"

    def judge(self, got, buffers):
        wanted = self.exact.wanted
        if len(got) != len(wanted) or not got:
            raise ValueError(f"expected {len(wanted)} results, but got {len(got)}")
        named = {f"result #{number}": pair for number, pair in enumerate(zip(got, wanted, strict=True))}
        named |= {f"buffer {name}": (value, self.exact.buffers[name]) for name, value in buffers.items()}
        distances = {name: get_distance(*pair) for name, pair in named.items()}
        worst = max(distances, key=distances.get)
        self.record["results"], self.record["distance"] = len(got), distances[worst]
        if not distances[worst] <= TOLERANCE[self.dtype]:
            raise ValueError(
                f"expected {worst} within {TOLERANCE[self.dtype]} of its largest value, but got {distances[worst]:.1e}"
            )
