# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A hand-written matrix product whose operands come through a ring of stages in shared memory, filled by asynchronous copies;
and what happens to it when one thing is left out."""

from __future__ import annotations

import itertools

# A block computes ROWS x COLUMNS elements, a thread 4 x 4 of them, DEPTH of the inner dimension at a time.
ROWS, COLUMNS, DEPTH, THREADS = 32, 32, 8, 64

HEADER = """
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
"""


class Writer:
    """Lines of a kernel, with names for values."""

    def __init__(self):
        self.lines: list[str] = []
        self.numbers = itertools.count()
        self.constants: dict[int, str] = {}

    def emit(self, text: str) -> None:
        self.lines.append(text)

    def value(self, text: str) -> str:
        name = f"%v{next(self.numbers)}"
        self.emit(f"{name} = {text}")
        return name

    def constant(self, number: int) -> str:
        """An i32; constants stand at the start of the kernel."""
        return self.constants.setdefault(number, f"%c{number}" if number >= 0 else f"%m{-number}")

    def binary(self, operation: str, lhs: str, rhs: "str | int") -> str:
        return self.value(f"arith.{operation} {lhs}, {rhs if isinstance(rhs, str) else self.constant(rhs)} : i32")

    def compare(self, predicate: str, lhs: str, rhs: "str | int") -> str:
        return self.binary(f"cmpi {predicate},", lhs, rhs)

    def get_text(self) -> str:
        constants = [f"{name} = arith.constant {number} : i32" for number, name in self.constants.items()]
        return "\n".join(constants + self.lines)


def copy_tile(w: Writer, tile: str, m: int, n: int, k: int, stages: int, mutant: str) -> None:
    """Begins the copies of one tile of both operands; each thread copies four elements of each. What lies outside of the
    operands becomes zero."""
    stage = w.binary("remsi", w.binary("addi", tile, 1) if mutant == "copies to the next stage" else tile, stages)
    first = w.binary("muli", tile, DEPTH)
    for operand, extents, tile_columns, base in (
        ("a", (m, k), DEPTH, ("%row0", first)),
        ("b", (k, n), COLUMNS, (first, "%column0")),
    ):
        element = w.binary("muli", "%t", 4)
        row = w.binary("divsi", element, tile_columns)
        column = w.binary("remsi", element, tile_columns)
        row, column = w.binary("addi", base[0], row), w.binary("addi", base[1], column)
        left = w.binary("maxsi", w.binary("minsi", w.binary("subi", w.constant(extents[1]), column), 4), 0)
        valid = w.value(f"arith.select {w.compare('slt', row, extents[0])}, {left}, {w.constant(0)} : i32")
        index = w.binary("addi", w.binary("muli", row, extents[1]), column)
        target = w.binary("addi", w.binary("muli", stage, THREADS * 4), element)
        guard = "" if mutant == "copies what is outside" else f" valid({valid})"
        w.emit(
            f"emmy_kernel.async_copy %{operand}[{index} : i32] to %tiles_{operand}[{target} : i32] elements 4{guard} : "
            f"memref<{extents[0] * extents[1]}xf32, #global> to memref<{stages * THREADS * 4}xf32, #shared>"
        )


def multiply_tile(w: Writer, tile: str, sums: "list[str]", stages: int, mutant: str) -> "list[str]":
    """Adds the products of one tile to the sums of the thread."""
    stage = w.binary("remsi", w.binary("addi", tile, 1) if mutant == "reads the next stage" else tile, stages)
    start = w.binary("muli", stage, THREADS * 4)
    memory = f"memref<{stages * THREADS * 4}xf32, #shared>"
    carried = [f"%p{i}" for i in range(16)]
    results = f"%s{next(w.numbers)}"
    inits = ", ".join(f"{name} = {value}" for name, value in zip(carried, sums, strict=True))
    types = ", ".join(["f32"] * 16)
    w.emit(
        f"{results}:16 = scf.for %kk = {w.constant(0)} to {w.constant(DEPTH)} step {w.constant(1)} iter_args({inits}) -> ({types}) : i32 {{"
    )
    columns = w.binary("addi", w.binary("addi", start, w.binary("muli", "%kk", COLUMNS)), w.binary("muli", "%tx", 4))
    vector = w.value(f"emmy_kernel.load %tiles_b[{columns} : i32] : {memory}, vector<4xf32>")
    b = [w.value(f"vector.extract {vector}[{j}] : f32 from vector<4xf32>") for j in range(4)]
    next_sums = []
    for i in range(4):
        row = w.binary("muli", w.binary("addi", "%ty", 8 * i), DEPTH)
        a = w.value(f"emmy_kernel.load %tiles_a[{w.binary('addi', w.binary('addi', start, row), '%kk')} : i32] : {memory}")
        next_sums += [w.value(f"math.fma {a}, {b[j]}, {carried[4 * i + j]} : f32") for j in range(4)]
    w.emit(f"scf.yield {', '.join(next_sums)} : {types}")
    w.emit("}")
    return [f"{results}#{i}" for i in range(16)]


def make_matmul(m: int, n: int, k: int, *, stages: int = 3, padding: int = 0, target: str = "sm_90", mutant: str = "") -> str:
    """`out = a @ b` for `a` of m x k and `b` of k x n elements. The elements of a row are a multiple of 4. `padding` adds
    a buffer of so many bytes, so that the launch has to provide the memory."""
    assert n % 4 == 0 and k % 4 == 0
    w = Writer()
    tiles = -(-k // DEPTH)
    w.emit(f"%tiles_a = emmy_kernel.shared : memref<{stages * THREADS * 4}xf32, #shared>")
    if padding:
        w.emit(f"%padding = emmy_kernel.shared : memref<{padding}xi8, #shared>")
    w.emit(f"%tiles_b = emmy_kernel.shared : memref<{stages * THREADS * 4}xf32, #shared>")
    w.emit("%zero = arith.constant 0.0 : f32")
    w.emit("%t = emmy_kernel.thread_id x : i32")
    w.emit(f"%tx = arith.remsi %t, {w.constant(8)} : i32")
    w.emit(f"%ty = arith.divsi %t, {w.constant(8)} : i32")
    w.emit("%bx = emmy_kernel.block_id x : i32")
    w.emit("%by = emmy_kernel.block_id y : i32")
    w.emit(f"%row0 = arith.muli %by, {w.constant(ROWS)} : i32")
    w.emit(f"%column0 = arith.muli %bx, {w.constant(COLUMNS)} : i32")
    if padding:
        w.emit("%byte = arith.trunci %t : i32 to i8")
        w.emit(f"%last = arith.addi %t, {w.constant(padding - THREADS)} : i32")
        w.emit(f"emmy_kernel.store %byte, %padding[%last : i32] : memref<{padding}xi8, #shared>")

    def begin(tile: str) -> None:
        if mutant != "copies beyond the last tile":
            w.emit(f"scf.if {w.compare('slt', tile, tiles)} {{")
        copy_tile(w, tile, m, n, k, stages, mutant)
        if mutant != "copies beyond the last tile":
            w.emit("}")
        w.emit("emmy_kernel.async_commit")

    for number in range(stages - 1):
        begin(w.constant(number))
    carried = [f"%q{i}" for i in range(16)]
    inits = ", ".join(f"{name} = %zero" for name in carried)
    types = ", ".join(["f32"] * 16)
    w.emit(
        f"%sums:16 = scf.for %tile = {w.constant(0)} to {w.constant(tiles)} step {w.constant(1)} iter_args({inits}) -> ({types}) : i32 {{"
    )
    if mutant != "does not wait":
        w.emit(f"emmy_kernel.async_wait all_but {stages - 2 + (mutant == 'waits for one group less')}")
    memory = f"memref<{stages * THREADS * 4}xf32, #shared>"
    if mutant == "protects one operand":
        w.emit(f"emmy_kernel.barrier protects(%tiles_a : {memory})")
    elif mutant != "has no barrier":
        w.emit(f"emmy_kernel.barrier protects(%tiles_a, %tiles_b : {memory}, {memory})")
    begin(w.binary("addi", "%tile", stages - 1))
    sums = multiply_tile(w, "%tile", carried, stages, mutant)
    w.emit(f"scf.yield {', '.join(sums)} : {types}")
    w.emit("}")
    for i in range(16):
        row = w.binary("addi", w.binary("addi", "%row0", "%ty"), 8 * (i // 4))
        column = w.binary("addi", w.binary("addi", "%column0", w.binary("muli", "%tx", 4)), i % 4)
        inside = w.value(f"arith.andi {w.compare('slt', row, m)}, {w.compare('slt', column, n)} : i1")
        w.emit(f"scf.if {inside} {{")
        w.emit(
            f"emmy_kernel.store %sums#{i}, %out[{w.binary('addi', w.binary('muli', row, n), column)} : i32] : memref<{m * n}xf32, #global>"
        )
        w.emit("}")
    w.emit("emmy_kernel.return")
    return f"""{HEADER}
module attributes {{emmy.target = "{target}"}} {{
  emmy_kernel.module @kernels attributes {{target = "{target}"}} {{
    emmy_kernel.func @k_matmul(%a: memref<{m * k}xf32, #global>, %b: memref<{k * n}xf32, #global>, %out: memref<{m * n}xf32, #global>)
        attributes {{block = array<i32: {THREADS}, 1, 1>}} {{
{w.get_text()}
    }}
  }}
  func.func @main(%a: memref<{m * k}xf32>, %b: memref<{k * n}xf32>, %out: memref<{m * n}xf32> {{emmy.result}}) {{
    %x = arith.constant {-(-n // COLUMNS)} : index
    %y = arith.constant {-(-m // ROWS)} : index
    emmy_kernel.launch @kernels::@k_matmul grid(%x, %y) args(%a, %b, %out : memref<{m * k}xf32>, memref<{k * n}xf32>, memref<{m * n}xf32>)
    return
  }}
}}
"""


# What each mutant does, and the start of the first report of it.
MUTANTS = [
    ("does not wait", "unfinished copy: "),
    ("waits for one group less", "unfinished copy: "),
    ("reads the next stage", "unfinished copy: "),
    ("copies to the next stage", "unfinished copy: "),
    ("has no barrier", "data race: "),
    ("protects one operand", "data race: "),
    ("copies what is outside", "access out of bounds: "),
    ("copies beyond the last tile", "unfinished copy: "),
]
