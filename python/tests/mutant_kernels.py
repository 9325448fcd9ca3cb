# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels that are mutated, each at a size with a tail, and inputs that were fixed before any mutant ran; and what became of a
mutant."""

from __future__ import annotations

from dataclasses import dataclass

import emmy
import matmul_kernels
import pair_programs
import ring_programs
import torch
import torch.nn.functional as F
from attention_kernels import StreamingAttention
from emmy import _emmy
from emmy.binding import TORCH_DTYPES, bind
from emmy.testing import check_program
from happens_before import find_unordered
from torch import nn


def numbers(*shape):
    """No two of them are alike, so that another element is another value."""
    return torch.randn(*shape)


class Attention(nn.Module):
    def forward(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)


KERNELS = {
    # Pointwise, with and without tails and vectors.
    "relu_tail": (lambda x: x.relu() + 1, lambda: (numbers(7, 33),)),
    "scale_vector": (lambda x: x * 3, lambda: (numbers(5, 64),)),
    "silu_and_mul": (lambda x: F.silu(x[:, :40]) * x[:, 40:], lambda: (numbers(9, 80),)),
    "broadcast": (lambda x, row, col: x * row + col, lambda: (numbers(13, 21), numbers(21), numbers(13, 1))),
    "half": (lambda x: (x * 2).tanh(), lambda: (numbers(3, 50).half(),)),
    # Index maps.
    "transpose": (lambda x: x.t() * 2.0, lambda: (numbers(37, 45),)),
    "transpose_inner": (lambda x: x.transpose(1, 2) + 1.0, lambda: (numbers(2, 33, 40),)),
    "concatenate": (lambda x, y: torch.cat([x, y], 1), lambda: (numbers(5, 7), numbers(5, 6))),
    "pad": (lambda x: F.pad(x, (1, 2), value=3.0), lambda: (numbers(6, 9),)),
    "flip": (lambda x: x.flip(0) - x, lambda: (numbers(41, 3),)),
    "gather": (lambda x, i: x.index_select(0, i), lambda: (numbers(9, 11), torch.tensor([3, 0, 8, 8, 1]))),
    # Reductions.
    "row_sum": (lambda x: x.sum(-1), lambda: (numbers(5, 300),)),
    "short_rows": (lambda x: x.sum(-1), lambda: (numbers(50, 6),)),
    "column_sum": (lambda x: x.sum(0), lambda: (numbers(130, 5),)),
    "maximum": (lambda x: x.amax(-1), lambda: (numbers(3, 1000),)),
    "argmax": (lambda x: x.argmax(-1), lambda: (numbers(3, 200),)),
    "softmax": (lambda x: x.softmax(-1), lambda: (numbers(3, 700),)),
    "layer_norm": (nn.LayerNorm(96).eval(), lambda: (numbers(5, 96),)),
    "all_sum": (lambda x: x.sum(), lambda: (numbers(41, 31),)),
    "max_pool": (nn.MaxPool2d(3, 2, 1), lambda: (numbers(1, 2, 9, 7),)),
    # Scan.
    "cumsum": (lambda x: x.cumsum(-1), lambda: (numbers(3, 100),)),
    # Contractions.
    "matmul": (lambda a, b: a @ b, lambda: (numbers(20, 33), numbers(33, 18))),
    "matmul_relu": (lambda a, b: (a @ b).relu(), lambda: (numbers(17, 19), numbers(19, 40))),
    "batched": (lambda a, b: a @ b, lambda: (numbers(3, 5, 9), numbers(3, 9, 7))),
    "attention": (Attention(), lambda: tuple(numbers(1, 2, 12, 8) for _ in range(3))),
}


@dataclass
class Written:
    """A program that is written by hand, and what it runs on."""

    text: str
    inputs: "tuple[torch.Tensor, ...]"
    result: torch.Tensor
    sizes: "tuple[int, ...]" = ()  # the values of its symbols, by name


def make_ring() -> Written:
    """Asynchronous copies into a ring of stages."""
    return Written(ring_programs.make_matmul(33, 36, 20), (numbers(33, 20), numbers(20, 36)), torch.zeros(33, 36))


def make_tensor_core_product() -> Written:
    """ldmatrix and mma, with a tail in every dim."""
    kernel = matmul_kernels.Matmul(37, 72, 40)
    x, w, out = numbers(37, 40).bfloat16(), numbers(40, 72).bfloat16(), torch.zeros(37, 72)
    return Written(kernel.write(x, w, out), (x, w), out)


def make_streaming_attention() -> Written:
    """A ring of stages whose first one is used again, fragments that become operands, two heads, a tail of queries and of keys.

    What no mutant of it shows, and none can: a query or key more is copied (its weight is 0, its row is not stored), a tile more is
    looked at (all its weights are 0), threads copy each other's pieces, and the second of two exchanges by xor goes to the third lane
    instead of the second, which has the same by then."""
    kernel = StreamingAttention(keys=16, stages=3, is_causal=True)
    q, k, v = (numbers(2, rows, 64).bfloat16() for rows in (70, 57, 57))
    return Written(kernel.write(), (q, k, v), torch.zeros(2, 70, 64).bfloat16(), (2, 57, 70))


def make_pairs() -> Written:
    """Warps that wait for each other at named barriers."""
    return Written(pair_programs.make_pairs(), (numbers(64),), torch.zeros(64))


def make_halves() -> Written:
    """Named barriers of parts of the block, and one of all of it."""
    return Written(pair_programs.make_halves(), (numbers(100),), torch.zeros(128))


# Kernels that are written by hand.
TEXTS = {
    "ring": make_ring,
    "tensor_core_product": make_tensor_core_product,
    "streaming_attention": make_streaming_attention,
    "pairs": make_pairs,
    "halves": make_halves,
}
NAMES = [*KERNELS, *TEXTS]

# The sums of the absolute terms, of kernels that are one sum.
TERMS = {
    "row_sum": lambda x: x.abs().sum(-1),
    "short_rows": lambda x: x.abs().sum(-1),
    "column_sum": lambda x: x.abs().sum(0),
    "all_sum": lambda x: x.abs().sum(),
    "cumsum": lambda x: x.abs().cumsum(-1),
    "matmul": lambda a, b: a.abs() @ b.abs(),
    "matmul_relu": lambda a, b: a.abs() @ b.abs(),
    "batched": lambda a, b: a.abs() @ b.abs(),
}

BYTES = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


@dataclass
class Outcome:
    results: "list[torch.Tensor] | None"  # as bits; None where the text is not a program
    kinds: "set[str]"  # what the simulator said

    def differs(self, other: Outcome) -> bool:
        return any(not torch.equal(a, b) for a, b in zip(self.results, other.results, strict=True))


class Subject:
    """A program whose kernels are mutated, its inputs, and how it runs."""

    def __init__(self, name: str, trace_file):
        torch.manual_seed(1)
        self.trace_file = trace_file
        self.sizes = ()
        if name in KERNELS:
            self.compile(name)
        else:
            written = TEXTS[name]()
            # As the compiler prints it.
            self.text = emmy.Module(written.text).print("kernel")
            self.arguments, self.sizes = list(written.inputs), written.sizes
            self.results = [(written.result.shape, written.result.dtype)]
        self.original = self.run(self.text)

    def compile(self, name: str) -> None:
        function, make_inputs = KERNELS[name]
        inputs = make_inputs()
        program = emmy.compile(function, inputs, target="sm_90")
        check_program(program, function, inputs, device="simulator", terms=TERMS.get(name))
        self.text = program.ir("kernel")
        # Arguments and results as buffers.
        entry = program.get_entry()
        self.arguments, symbols = bind(program.graph, entry, program.signature, program.shape.flatten(inputs, {}))
        assert not symbols, "the programs are static"
        shapes = entry.result_shapes([])[0]
        self.results = [(shape, TORCH_DTYPES[info.dtype]) for info, shape in zip(program.signature.outputs, shapes, strict=True)]

    def run(self, text: str) -> Outcome:
        try:
            program = emmy.Module(text).programs["kernel"]
        except emmy.errors.CompileError:
            return Outcome(None, set())
        # A mutant runs once: code that is not optimized is ready sooner.
        options = _emmy.CompileOptions()
        executor, _ = _emmy.Executor.create(program, "kernel", options, opt_level=0, trace_file=str(self.trace_file))
        if executor is None:
            return Outcome(None, set())
        arguments = [argument.clone() for argument in self.arguments]
        results = [torch.zeros(shape, dtype=dtype) for shape, dtype in self.results]
        _, diagnostics, _ = executor.run([(t.data_ptr(), t.nbytes) for t in (*arguments, *results)], list(self.sizes))
        kinds = {diagnostic.message.split(":")[0] for diagnostic in diagnostics}
        bits = [t.contiguous().view(BYTES[t.element_size()]) for t in results]
        return Outcome(bits, kinds)

    def find_unordered(self) -> "set[tuple]":
        """What nothing orders in the last run, by its events."""
        return find_unordered(self.trace_file.read_text())
