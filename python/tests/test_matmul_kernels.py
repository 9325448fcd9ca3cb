# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hand-written multiplications on tensor cores: numpy's bits, the bank conflicts that the layouts have, and what is reported of
kernels with a mistake in them."""

from __future__ import annotations

import re

import numpy as np
import pytest
import torch
from kernel_execution import run_printed, run_retargeted, simulate
from matmul_kernels import Matmul
from test_matrix_instructions import assert_equal_bits


def make_operands(kernel):
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(kernel.m, kernel.k, generator=generator).bfloat16()
    w = torch.randn(kernel.k, kernel.n, generator=generator).bfloat16()
    return x, w, torch.full((kernel.m, kernel.n), torch.nan)


def multiply(x, w):
    """Sums in order of k, each product added in one rounding."""
    a, b = x.double().numpy(), w.double().numpy()
    total = np.zeros((x.shape[0], w.shape[1]), dtype=np.float32)
    for k in range(x.shape[1]):
        total = (total.astype(np.float64) + a[:, k, None] * b[None, k]).astype(np.float32)
    return torch.from_numpy(total)


# Warps with two fragments of sums each compile fast.
SMALL = {"block_m": 32, "warps_n": 4}
# Several tiles of each, tiles that the matrix ends in, and one element more than a tile; large warps once.
CASES = [
    Matmul(64, 192, 128, **SMALL),
    Matmul(64, 128, 128, swizzled=False, **SMALL),
    Matmul(37, 72, 104, **SMALL),
    Matmul(33, 8, 8, swizzled=False, **SMALL),
    Matmul(128, 64, 64),
]


@pytest.mark.parametrize("kernel", CASES, ids=lambda k: f"{k.m}x{k.n}x{k.k}{'' if k.swizzled else '-unswizzled'}")
def test_matmul(kernel):
    x, w, out = make_operands(kernel)
    messages, (launch,) = simulate(kernel.write(x, w, out), (x, w, out))
    assert messages == []
    assert_equal_bits(out, multiply(x, w))
    assert launch["shared_loads"]["conflicts"] == kernel.conflicts
    assert launch["shared_loads"]["wavefronts"] == kernel.matrices_loaded + kernel.conflicts
    assert launch["shared_stores"]["conflicts"] == 0
    blocks = kernel.grid[0] * kernel.grid[1]
    assert launch["matrix_flops"] == 2 * blocks * kernel.block_m * kernel.block_n * -(-kernel.k // 64) * 64


def test_printed():
    """The CUDA C++ of a kernel whose matrix ends in a tile, checked."""
    kernel = Matmul(37, 72, 104, **SMALL)
    x, w, out = make_operands(kernel)
    message, _ = run_printed(kernel.write(x, w, out), (x, w, out))
    assert message == ""
    assert_equal_bits(out, multiply(x, w))


def test_retargeted():
    """The code that becomes PTX."""
    kernel = Matmul(37, 72, 104, **SMALL)
    x, w, out = make_operands(kernel)
    messages, _ = run_retargeted(kernel.write(x, w, out), (x, w, out))
    assert messages == []
    assert_equal_bits(out, multiply(x, w))


def without_line(part, number):
    """Leaves out a line: of those with `part` in them number `number`."""

    def mutate(text):
        lines = text.split("\n")
        del lines[[i for i, line in enumerate(lines) if part in line][number]]
        return "\n".join(lines)

    return mutate


def moved(part, distance):
    """Adds `distance` to the index of the first access that begins with `part`."""

    def mutate(text):
        return re.sub(
            rf"(%\w+ = {re.escape(part)}\[)(%\w+)",
            rf"%distance = arith.constant {distance} : i32\n%moved = arith.addi \2, %distance : i32\n\1%moved",
            text,
            count=1,
        )

    return mutate


MUTANTS = {
    # Tiles are read before they are there.
    "no_barrier_before_reads": (
        without_line("emmy_kernel.barrier", 1),
        "data race: k_matmul, block (0, 0, 0): expected a barrier",
    ),
    # Tiles are overwritten while others still read them.
    "no_barrier_after_reads": (
        without_line("emmy_kernel.barrier", 0),
        "data race: k_matmul, block (0, 0, 0): expected a barrier",
    ),
    "half_a_row_away": (
        moved("emmy_kernel.ldmatrix %left", 4),
        "misaligned access: k_matmul, block (0, 0, 0): expected a load of 8 elements to start at a multiple of 8, but got element 4 of",
    ),
    "a_tile_away": (
        moved("emmy_kernel.ldmatrix transpose %right", 4096),
        "access out of bounds: k_matmul, block (0, 0, 0): expected a load inside of the 4096 elements of shared buffer #1",
    ),
    "a_tile_is_missing": (
        without_line(", %right[", 0),
        "uninitialized read: k_matmul, block (0, 0, 0): expected element ",
    ),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_mutants_are_found(name):
    mutate, expected = MUTANTS[name]
    kernel = Matmul(32, 64, 128, **SMALL)
    x, w, out = make_operands(kernel)
    text = kernel.write(x, w, out)
    mutant = mutate(text)
    assert mutant != text
    messages, _ = simulate(mutant, (x, w, out))
    assert messages and messages[0].startswith(expected)


def test_printed_mutants_are_found():
    """A checked program of the printed text tells of the missing barrier, too."""
    kernel = Matmul(32, 64, 128, **SMALL)
    x, w, out = make_operands(kernel)
    message, _ = run_printed(MUTANTS["no_barrier_before_reads"][0](kernel.write(x, w, out)), (x, w, out))
    assert "expected a load to be ordered after a store by thread" in message
