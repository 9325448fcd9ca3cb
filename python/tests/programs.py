# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs that are taken through every level: a module, and its inputs for a size of the leading dim."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import pytest
import torch
import torch.nn.functional as F
from emmy.cli import make_program
from emmy.compiler import Module
from emmy.importer import capture, import_exported
from emmy.program import CompiledProgram
from emmy.source import Source
from torch import nn
from torch.export import Dim


class SiluAndMul(nn.Module):
    def forward(self, x):
        left, right = x.chunk(2, dim=-1)
        return F.silu(left) * right


class SumOfProduct(nn.Module):
    def forward(self, a, b, c):
        return ((a + b) * c.relu()).sum(-1)


class Softmax(nn.Module):
    def forward(self, x):
        return x.softmax(-1)


class BiasMatmulRelu(nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = nn.Parameter(torch.randn(64))
        self.w = nn.Parameter(torch.randn(64, 16))

    def forward(self, x):
        return ((x + self.bias) @ self.w).relu()


class LinearGelu(nn.Module):
    def __init__(self, dtype):
        super().__init__()
        self.linear = nn.Linear(32, 48, dtype=dtype)

    def forward(self, x):
        return F.gelu(self.linear(x))


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(32, 64), nn.Linear(64, 32)

    def forward(self, x):
        return self.down(self.up(x).relu())


class EmbeddingRmsNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.norm = nn.Embedding(50, 32), nn.RMSNorm(32)

    def forward(self, tokens):
        return self.norm(self.embedding(tokens))


class CausalAttention(nn.Module):
    def forward(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)


class Views(nn.Module):
    """A chain of views that ends in one value."""

    def forward(self, x, y):
        return torch.cat([x, y], dim=1)[:, 1:9].transpose(1, 2).flatten(1) * 2


class Argmax(nn.Module):
    def forward(self, x):
        return x.argmax(-1)


class MeanOverTwo(nn.Module):
    def forward(self, x):
        return x.mean((1, 2))


class Gram(nn.Module):
    """A product of an input with itself: both sides are one operand."""

    def forward(self, x):
        return x @ x.transpose(-1, -2)


class ColumnSum(nn.Module):
    def forward(self, x):
        return x.abs().sum(0)


class Cumsum(nn.Module):
    def forward(self, x):
        return x.cumsum(-1)


class GrowCache(nn.Module):
    """A KV cache grown by the keys of a new token."""

    def forward(self, cache, keys):
        return torch.cat([cache, keys], dim=0)


@dataclass(frozen=True)
class Case:
    name: str
    make: "Callable[[], nn.Module]"
    inputs: "Callable[[int], tuple]"
    dynamic: "Callable[[object], tuple]"  # dynamic_shapes for a Dim
    terms: "Callable | None" = None  # the sums of the absolute terms, of a program that is one sum


def leading(count):
    """The leading dim of each of `count` inputs is the symbol."""
    return lambda dim: tuple({0: dim} for _ in range(count))


CASES = [
    Case("silu_and_mul", SiluAndMul, lambda n: (torch.randn(n, 3, 64),), leading(1)),
    Case(
        "sum_of_product",
        SumOfProduct,
        lambda n: tuple(torch.randn(n, 128) for _ in range(3)),
        leading(3),
        lambda a, b, c: ((a + b).abs() * c.relu()).sum(-1),
    ),
    Case("rms_norm", lambda: nn.RMSNorm(96), lambda n: (torch.randn(n, 96),), leading(1)),
    Case("softmax", Softmax, lambda n: (torch.randn(n, 100),), leading(1)),
    Case("layer_norm", lambda: nn.LayerNorm(96), lambda n: (torch.randn(n, 96),), leading(1)),
    Case("bias_matmul_relu", BiasMatmulRelu, lambda n: (torch.randn(n, 64),), leading(1)),
    Case("linear_gelu_f32", lambda: LinearGelu(torch.float32), lambda n: (torch.randn(n, 32),), leading(1)),
    Case("linear_gelu_f16", lambda: LinearGelu(torch.float16), lambda n: (torch.randn(n, 32).half(),), leading(1)),
    Case("linear_gelu_bf16", lambda: LinearGelu(torch.bfloat16), lambda n: (torch.randn(n, 32).bfloat16(),), leading(1)),
    Case("mlp", Mlp, lambda n: (torch.randn(n, 32),), leading(1)),
    Case("embedding_rms_norm", EmbeddingRmsNorm, lambda n: (torch.randint(0, 50, (n, 5)),), leading(1)),
    Case("causal_attention", CausalAttention, lambda n: tuple(torch.randn(n, 2, 64, 32) for _ in range(3)), leading(3)),
    Case("views", Views, lambda n: (torch.randn(n, 6, 5), torch.randn(n, 4, 5)), leading(2)),
    Case("argmax", Argmax, lambda n: (torch.randn(n, 37),), leading(1)),
    Case("mean_over_two", MeanOverTwo, lambda n: (torch.randn(n, 7, 9),), leading(1), lambda x: x.abs().mean((1, 2))),
    Case("gram", Gram, lambda n: (torch.randn(n, 17, 19),), leading(1)),
    Case("column_sum", ColumnSum, lambda n: (torch.randn(n, 3),), leading(1), lambda x: x.abs().sum(0)),
    Case("cumsum", Cumsum, lambda n: (torch.randn(n, 33),), leading(1), lambda x: x.abs().cumsum(-1)),
    Case("grow_cache", GrowCache, lambda n: (torch.randn(n, 2, 8), torch.randn(1, 2, 8)), lambda dim: ({0: dim}, None)),
]

# Most of a test's time is PyTorch's, which captures: tests of one case run in one process and share what it captured.
each_case = pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.name, marks=pytest.mark.xdist_group(case.name)) for case in CASES]
)


@functools.cache
def import_case(case: Case, is_dynamic: bool = True) -> Source:
    """The framework level of a case, with the module; its leading dim is 4, or dynamic."""
    torch.manual_seed(0)
    module, args = case.make().eval(), case.inputs(4)
    captured = capture(module, args, dynamic_shapes=case.dynamic(Dim("n")) if is_dynamic else None)
    graph = import_exported(captured)
    return Source(graph.text, case.name, graph, module, args, {}, captured.exported.call_spec.out_spec, captured.leaves)


@functools.cache
def compile_case(case: Case, is_dynamic: bool = True, target: str = "cpu") -> CompiledProgram:
    """One program for all tests of a case and target; each of its executors is compiled for the first that asks."""
    source = import_case(case, is_dynamic)
    module = Module(source.text, case.name, target="" if target == "cpu" else target)
    return make_program(source, module, target)
