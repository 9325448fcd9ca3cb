# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks one whole model, in a process of its own: prints one line of JSON.

  check.py NAME [--dtype f32|f64] [--device cpu|tensor|tile|simulator] [--idle]

PyTorch in f64 with the same weights is the judge: every result is within 1e-4 (f32) or 1e-9 (f64) of its largest value.
"""

from __future__ import annotations

import argparse
import copy
import json
import resource
import sys
import time
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import torch  # noqa: E402
from catalog import load_catalog  # noqa: E402
from torch.utils import _pytree as pytree  # noqa: E402
from weights import find_idle  # noqa: E402

TOLERANCE = {"f32": 1e-4, "f64": 1e-9}
DTYPES = {"f32": torch.float32, "f64": torch.float64}
# What an output has to move when a parameter changes by half.
LEAST_CHANGE = 1e-3
# How a check ends, from worst to best.
STAGES = ("build", "export", "import", "compile", "run", "wrong", "ok")


def get_outputs(value) -> "list[torch.Tensor]":
    return [leaf for leaf in pytree.tree_leaves(value) if isinstance(leaf, torch.Tensor)]


def convert(value, dtype: torch.dtype):
    """Every float tensor of a structure in `dtype`."""

    def convert_one(leaf):
        return leaf.to(dtype) if isinstance(leaf, torch.Tensor) and leaf.is_floating_point() else leaf

    return pytree.tree_map(convert_one, value)


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
    return distance / largest if largest else distance if distance == distance else float("inf")


class Check:
    """The steps of a check; `record` says how far it came, and how long each step took."""

    def __init__(self, model, dtype: str, device: str):
        self.model, self.dtype, self.device = model, dtype, device
        self.record = {"name": model.name, "library": model.library, "dtype": dtype, "device": device, "seconds": {}}

    def time(self, stage: str, action):
        self.record["stage"] = stage
        start = time.perf_counter()
        value = action()
        self.record["seconds"][stage] = round(time.perf_counter() - start, 2)
        return value

    def run(self) -> dict:
        try:
            self.run_stages()
        except Exception as error:
            self.record["error"] = f"{type(error).__name__}: {error}"
        self.record["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        return self.record

    def run_stages(self):
        from emmy.arguments import CallShape
        from emmy.compiler import Module
        from emmy.importer import capture, import_exported
        from emmy.program import CompiledProgram

        module, args, kwargs = self.time("build", self.model.build)
        exact = convert(copy.deepcopy(module).double(), torch.float64)
        module, args, kwargs = module.to(DTYPES[self.dtype]), *convert((args, kwargs), DTYPES[self.dtype])
        captured = self.time("export", lambda: capture(module, args, kwargs))
        graph = self.time("import", lambda: import_exported(captured))
        self.record["operators"] = graph.text.count("= emmy_framework.")
        lowered = Module(graph.text, self.model.name)
        shape = CallShape(module, args, kwargs, captured.leaves)
        program = CompiledProgram(graph, lowered, target="cpu", out_spec=captured.exported.call_spec.out_spec, shape=shape)
        self.time("compile", lambda: program.get_executor(self.device))
        got = get_outputs(self.time("run", lambda: program(*copy.deepcopy(args), device=self.device, **copy.deepcopy(kwargs))))
        with torch.no_grad():
            wanted = get_outputs(exact(*convert(args, torch.float64), **convert(kwargs, torch.float64)))
        self.record["stage"] = "wrong"
        if len(got) != len(wanted) or not got:
            raise ValueError(f"expected {len(wanted)} results, but got {len(got)}")
        distances = [get_distance(g, w) for g, w in zip(got, wanted, strict=True)]
        self.record["results"], self.record["distance"] = len(got), max(distances)
        if not self.record["distance"] <= TOLERANCE[self.dtype]:
            worst = distances.index(max(distances))
            raise ValueError(
                f"expected result #{worst} within {TOLERANCE[self.dtype]} of its largest value, but got {max(distances):.3g}"
            )
        self.record["stage"] = "ok"


def find_idle_parameters(name: str) -> dict:
    """The parameters of a model that none of its outputs depends on."""
    module, args, kwargs = load_catalog()[name].build()
    idle = find_idle(module, args, kwargs, get_outputs, LEAST_CHANGE)
    return {"name": name, "idle": idle, "parameters": len(list(module.parameters()))}


def main() -> int:
    parser = argparse.ArgumentParser(description="check one whole model")
    parser.add_argument("name")
    parser.add_argument("--dtype", choices=DTYPES, default="f32")
    parser.add_argument("--device", default="cpu")
    parser.add_argument(
        "--idle", action="store_true", help="list the parameters that no output depends on, and check nothing else"
    )
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    if arguments.idle:
        print(json.dumps(find_idle_parameters(arguments.name)))
        return 0
    record = Check(load_catalog()[arguments.name], arguments.dtype, arguments.device).run()
    print(json.dumps(record))
    return 0 if record["stage"] == "ok" else 1


if __name__ == "__main__":
    sys.exit(main())
