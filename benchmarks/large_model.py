# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long a language model of seven thousand million parameters takes from PyTorch to loop nests, and how much memory, step by step.

PYTHONPATH=build/python python benchmarks/large_model.py [--layers 32] [--level loop] [--json]

The model is made on PyTorch's `meta` device: its parameters have shapes and no values. Memory is the largest that the process held in a
step, beyond what it held when PyTorch and Emmy were imported and the program was exported.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

VOCABULARY, WIDTH, HEADS, INNER, LENGTH = 32000, 4096, 32, 11008, 128
# From the exported program on: so many seconds and megabytes at most.
SECONDS, MEGABYTES = 30, 2000
STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")


class Attention(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width, bias=False) for _ in range(4))

    def forward(self, x, cosines, sines):
        batch, length, width = x.shape
        q, k, v = (
            part(x).view(batch, length, self.heads, width // self.heads).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        q, k = (rotate(part, cosines, sines) for part in (q, k))
        attended = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(attended.transpose(1, 2).reshape(batch, length, width))


def rotate(x, cosines, sines):
    left, right = x.chunk(2, dim=-1)
    return x * cosines + torch.cat([-right, left], dim=-1) * sines


class Layer(nn.Module):
    def __init__(self, width: int, heads: int, inner: int):
        super().__init__()
        self.attention, self.attention_norm, self.norm = Attention(width, heads), nn.RMSNorm(width), nn.RMSNorm(width)
        self.gate, self.up, self.down = (
            nn.Linear(width, inner, False),
            nn.Linear(width, inner, False),
            nn.Linear(inner, width, False),
        )

    def forward(self, x, cosines, sines):
        x = x + self.attention(self.attention_norm(x), cosines, sines)
        y = self.norm(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class LanguageModel(nn.Module):
    """Decoder layers with rotary positions, root-mean-square norms and gated linear units."""

    def __init__(self, layers: int, width=WIDTH, heads=HEADS, inner=INNER, vocabulary=VOCABULARY):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.layers = nn.ModuleList(Layer(width, heads, inner) for _ in range(layers))
        self.norm, self.head = nn.RMSNorm(width), nn.Linear(width, vocabulary, bias=False)
        self.size = width // heads

    def forward(self, tokens):
        places = torch.arange(tokens.shape[1], device=tokens.device).float()[:, None]
        rates = 10000.0 ** (-torch.arange(0, self.size, 2, device=tokens.device).float() / self.size)
        angles = (places * rates).repeat(1, 2)
        x, cosines, sines = self.embedding(tokens), angles.cos(), angles.sin()
        for layer in self.layers:
            x = layer(x, cosines, sines)
        return self.head(self.norm(x))


def get_memory(field: str) -> float:
    """Megabytes of a line of the process's status: VmRSS, or VmHWM, the largest since `forget`."""
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith(field))
    return int(line.split()[1]) / 1024


def forget() -> None:
    """Starts the largest amount of memory anew."""
    CLEAR.write_text("5")


class Steps:
    """Seconds of the processor and megabytes of each step."""

    def __init__(self):
        self.rows: "list[dict]" = []
        self.base = 0.0

    def run(self, name: str, action):
        forget()
        start, cpu = time.perf_counter(), time.process_time()
        value = action()
        self.rows.append(
            {
                "step": name,
                "seconds": time.perf_counter() - start,
                "cpu_seconds": time.process_time() - cpu,
                "peak_megabytes": get_memory("VmHWM") - self.base,
            }
        )
        return value


def measure(layers: int, level: str) -> dict:
    from emmy.compiler import LEVELS, Module
    from emmy.importer import capture, import_exported

    steps = Steps()
    torch.export.export(nn.ReLU(), (torch.ones(2),))  # what PyTorch imports when it first captures something
    with torch.device("meta"):
        model = steps.run("build", lambda: LanguageModel(layers).eval())
        tokens = torch.zeros(1, LENGTH, dtype=torch.int64)
    captured = steps.run("export", lambda: capture(model, (tokens,)))
    steps.base = get_memory("VmRSS")
    steps.rows = [{**row, "peak_megabytes": None} for row in steps.rows]
    graph = steps.run("import", lambda: import_exported(captured))
    module = steps.run("parse", lambda: Module(graph.text, target="sm_90"))
    for name in LEVELS[1 : LEVELS.index(level) + 1]:
        steps.run(name, lambda name=name: module.get_program(name))
    ours = steps.rows[2:]
    return {
        "layers": layers,
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
        "operators": graph.text.count("= emmy_framework."),
        "kernels": module.print(level).count(f"emmy_{level}.kernel") if level in ("loop", "tile") else None,
        "steps": steps.rows,
        "seconds": sum(row["seconds"] for row in ours),
        "cpu_seconds": sum(row["cpu_seconds"] for row in ours),
        "peak_megabytes": max(row["peak_megabytes"] for row in ours),
    }


def print_table(figures: dict) -> None:
    from rich.console import Console
    from rich.table import Table

    title = f"{figures['layers']} layers, {figures['parameters']:,} parameters, {figures['operators']:,} operators"
    table = Table(title=title, title_justify="left")
    table.add_column("step")
    for name in ("seconds", "of the processor", "peak MB"):
        table.add_column(name, justify="right")
    for row in [*figures["steps"], {"step": "from the exported program", **figures}]:
        peak = row["peak_megabytes"]
        table.add_row(row["step"], f"{row['seconds']:.2f}", f"{row['cpu_seconds']:.2f}", "" if peak is None else f"{peak:,.0f}")
    Console(width=None if sys.stdout.isatty() else 100).print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description="time and memory of compiling a large language model that has no values")
    parser.add_argument("--layers", type=int, default=32)
    parser.add_argument("--level", choices=("tensor", "loop", "tile", "kernel"), default="loop")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    options = parser.parse_args()
    figures = measure(options.layers, options.level)
    if options.json:
        print(json.dumps(figures, indent=2))
    else:
        print_table(figures)
    excesses = [
        f"expected {name} of at most {limit}, but got {figures[name]:.1f}"
        for name, limit in (("cpu_seconds", SECONDS), ("peak_megabytes", MEGABYTES))
        if options.level in ("tensor", "loop") and figures[name] > limit
    ]
    for excess in excesses:
        print(excess, file=sys.stderr)
    return 1 if excesses else 0


if __name__ == "__main__":
    sys.exit(main())
