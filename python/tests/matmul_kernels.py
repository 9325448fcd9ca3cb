# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hand-written matrix multiplications on tensor cores: tiles in shared memory, swizzled or not, fragments by ldmatrix, sums by mma.

    out[m, n] (f32) = x[m, k] (bf16) · w[k, n] (bf16), all row-major; k and n are multiples of 8, so that rows are read in pieces of
    16 bytes; m is any number.

A block computes a tile of the result, a warp a part of it. A row of a tile in shared memory is 128 bytes, which all banks hold: the
eight rows that ldmatrix reads at once begin in the same bank, unless the pieces of row r are permuted (piece p lies at p xor r mod 8).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from kernel_body import Body

PIECE = 8  # elements of 16 bytes
THREADS_PER_WARP = 32


@dataclass(frozen=True)
class Matmul:
    m: int
    n: int
    k: int
    swizzled: bool = True
    block_m: int = 64
    block_n: int = 64
    block_k: int = 64
    warps_m: int = 2
    warps_n: int = 2

    @property
    def threads(self):
        return self.warps_m * self.warps_n * THREADS_PER_WARP

    @property
    def grid(self):
        return -(-self.n // self.block_n), -(-self.m // self.block_m)

    @property
    def tiles(self):
        """Fragments of sums of a warp, down and across."""
        return self.block_m // self.warps_m // 16, self.block_n // self.warps_n // 8

    @property
    def matrices_loaded(self):
        """By all warps: 8 x 8 elements each."""
        down, across = self.tiles
        steps = -(-self.k // self.block_k) * self.block_k // 16
        return self.grid[0] * self.grid[1] * self.warps_m * self.warps_n * steps * (4 * down + 2 * across)

    @property
    def conflicts(self):
        """Eight rows of a matrix begin in one bank, or in eight different groups of four."""
        return 0 if self.swizzled else 7 * self.matrices_loaded

    def permute(self, body, piece, row):
        """Where a piece of a row of a tile lies; of `row` only the number modulo 8 counts."""
        return body.integer("xori", piece, body.mod(row, 8)) if self.swizzled else piece

    def stage(self, body, source, size, first, tile, rows, columns, thread):
        """Copies a tile of `source`, which has `size` = (rows, columns), from its element `first` to the buffer `tile`; what is outside
        of the matrix is 0."""
        pieces = columns // PIECE
        kind, buffer = f"memref<{size[0] * size[1]}xbf16, #global>", f"memref<{rows * columns}xbf16, #shared>"
        number = body.open_loop(rows * pieces, self.threads)
        number = body.add_i(number, thread)
        row, piece = body.div(number, pieces), body.mod(number, pieces)
        y, x = body.add_i(first[0], row), body.add_i(first[1], body.mul(piece, PIECE))
        inside = body.let(f"arith.andi {body.less(y, size[0])}, {body.less(x, size[1])} : i1")
        index = body.add_i(body.mul(y, size[1]), x)
        value = body.let(
            f"scf.if {inside} -> vector<8xbf16> {{\n"
            f"  %loaded = emmy_kernel.load {source}[{index} : i32] : {kind}, vector<8xbf16>\n"
            f"  scf.yield %loaded : vector<8xbf16>\n}} else {{\n  scf.yield %nothing : vector<8xbf16>\n}}"
        )
        place = body.add_i(body.mul(row, columns), body.mul(self.permute(body, piece, row), PIECE))
        body.add(f"emmy_kernel.store {value}, {tile}[{place} : i32] : {buffer}, vector<8xbf16>\n}}")

    def write_kernel(self):
        """The body of the kernel, whose parameters are %x, %w and %out."""
        down, across = self.tiles
        body = Body()
        left = f"memref<{self.block_m * self.block_k}xbf16, #shared>"
        right = f"memref<{self.block_k * self.block_n}xbf16, #shared>"
        for line in (
            "%thread = emmy_kernel.thread_id x : i32",
            "%blockN = emmy_kernel.block_id x : i32",
            "%blockM = emmy_kernel.block_id y : i32",
            "%nothing = arith.constant dense<0.0> : vector<8xbf16>",
            "%zero = arith.constant dense<0.0> : vector<4xf32>",
            f"%left = emmy_kernel.shared : {left}",
            f"%right = emmy_kernel.shared : {right}",
        ):
            body.add(line)
        warp, lane = body.div("%thread", 32), body.mod("%thread", 32)
        warp_m = body.mul(body.div(warp, self.warps_n), 16 * down)
        warp_n = body.mul(body.mod(warp, self.warps_n), 8 * across)
        first_m, first_n = body.mul("%blockM", self.block_m), body.mul("%blockN", self.block_n)
        # The row that a lane gives to ldmatrix: of four matrices two lie below each other, and two beside those. Warps and fragments
        # begin at multiples of 8, so rows are permuted by lane modulo 8 everywhere.
        matrix = body.div(lane, 8)
        lane_row = body.add_i(body.mod(lane, 8), body.mul(body.mod(matrix, 2), 8))
        lane_piece = body.div(matrix, 2)
        starts = [body.mul(body.add_i(body.add_i(warp_m, lane_row), 16 * i), self.block_k) for i in range(down)]
        pieces = []
        for j in range(0, across, 2):
            piece = body.add_i(body.add_i(body.div(warp_n, 8), lane_piece), j)
            pieces.append(body.mul(self.permute(body, piece, lane), PIECE))
        zeros, kinds = ["%zero"] * (down * across), ["vector<4xf32>"] * (down * across)
        barrier = f"emmy_kernel.barrier protects(%left, %right : {left}, {right})"

        k, outer_sums, results = body.open_carried(self.k, self.block_k, zeros, kinds)
        body.add(barrier)
        self.stage(body, "%x", (self.m, self.k), (first_m, k), "%left", self.block_m, self.block_k, "%thread")
        self.stage(body, "%w", (self.k, self.n), (k, first_n), "%right", self.block_k, self.block_n, "%thread")
        body.add(barrier)
        step, sums, inner_results = body.open_carried(self.block_k // 16, 1, outer_sums, kinds)
        piece = body.add_i(lane_piece, body.mul(step, 2))
        offset = body.mul(self.permute(body, piece, lane), PIECE)
        rows = [
            body.let(f"emmy_kernel.ldmatrix %left[{body.add_i(start, offset)} : i32] : {left}, vector<8xbf16>")
            for start in starts
        ]
        start = body.mul(body.add_i(lane_row, body.mul(step, 16)), self.block_n)
        columns = []
        for piece in pieces:
            place = body.add_i(start, piece)
            both = body.let(f"emmy_kernel.ldmatrix transpose %right[{place} : i32] : {right}, vector<8xbf16>")
            for first in (0, 4):
                columns.append(body.join(body.extract(both, "8xbf16", first, 4), "4xbf16"))
        types = "vector<8xbf16>, vector<4xbf16>, vector<4xf32>"
        sums = [
            body.let(f"emmy_kernel.mma m16n8k16 {rows[i]}, {columns[j]}, {sums[i * across + j]} : {types}")
            for i in range(down)
            for j in range(across)
        ]
        body.close_carried(sums)
        body.close_carried(inner_results)
        self.store(body, results, lane, body.add_i(first_m, warp_m), body.add_i(first_n, warp_n))
        return body.print()

    def store(self, body, sums, lane, first_m, first_n):
        """A lane holds two neighbours of row lane / 4 and of the row that is 8 below."""
        down, across = self.tiles
        for i in range(down):
            for j in range(across):
                column = body.add_i(body.add_i(first_n, body.mul(body.mod(lane, 4), 2)), 8 * j)
                for half in range(2):
                    row = body.add_i(body.add_i(first_m, body.div(lane, 4)), 16 * i + 8 * half)
                    inside = body.let(f"arith.andi {body.less(row, self.m)}, {body.less(column, self.n)} : i1")
                    index = body.add_i(body.mul(row, self.n), column)
                    body.add(f"scf.if {inside} {{")
                    pair = body.join(body.extract(sums[i * across + j], "4xf32", 2 * half, 2), "2xf32")
                    body.add(
                        f"emmy_kernel.store {pair}, %out[{index} : i32] : memref<{self.m * self.n}xf32, #global>, vector<2xf32>\n}}"
                    )

    def write(self, x, w, out, target="sm_90"):
        """The module of the kernel level for these tensors."""
        from kernel_execution import get_parameter, write_program

        parameters = [get_parameter(name, tensor) for name, tensor in (("x", x), ("w", w), ("out", out))]
        kernel = ("k_matmul", self.write_kernel(), parameters, (self.threads, 1, 1))
        arguments = [("x", x, False), ("w", w, False), ("out", out, True)]
        return write_program([kernel], arguments, [("k_matmul", self.grid, ["x", "w", "out"])], target)


if __name__ == "__main__":
    # python python/tests/matmul_kernels.py M N K [unswizzled]: prints the module.
    import torch

    m, n, k = map(int, sys.argv[1:4])
    shapes = (torch.empty(m, k, dtype=torch.bfloat16), torch.empty(k, n, dtype=torch.bfloat16), torch.empty(m, n))
    print(Matmul(m, n, k, swizzled="unswizzled" not in sys.argv).write(*shapes))
