# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hand-written streaming attention on tensor cores: softmax(q · kᵀ / sqrt(d)) · v for q of heads x queries x d elements and k, v of
heads x keys x d, of bf16 or f16, without the matrix of scores.

A block has 64 queries of one head, a warp 16 of them. Tiles of keys and values come through a ring of stages in shared memory, filled by
asynchronous copies. Scores are sums of an mma; each lane holds parts of two rows of them, which three other lanes share. A row's largest
score and its sum of weights are kept in registers: where a later tile has a larger score, the sums so far are rescaled. Sums have the
layout of the left operand of the next mma, so weights are rounded and multiplied with the values where they are. A row of a tile is
permuted in pieces of 16 bytes as in `matmul_kernels.py`, so that neither copies nor ldmatrix conflict.

The sizes are arguments of the kernel. What lies behind the last key is 0 in shared memory and has the weight 0; a query that sees no key
gives 0.
"""

from __future__ import annotations

import math
import sys

from attention_bounds import Attention
from kernel_body import Body
from kernel_execution import expand

PIECE = 8  # elements of 16 bytes
QUERIES, WARPS = 64, 4
THREADS = 32 * WARPS
LOG2_E = 1 / math.log(2)


class StreamingAttention(Attention):
    """Writes the kernel."""

    @property
    def name(self):
        return "k_causal_attention" if self.is_causal else "k_attention"

    @property
    def pieces(self):
        """Of a row."""
        return self.head_dim // PIECE

    def get_tile(self, rows):
        return f"memref<{rows * self.head_dim}x{self.dtype}, #shared>"

    def write_kernel(self):
        """The body of the kernel, whose parameters are %q, %k, %v, %out and the sizes %queries and %keys."""
        body = Body()
        fragments = self.head_dim // 8
        self.write_start(body)
        tiles = self.count_tiles(body)
        self.copy_tile(body, (("%q", "%query_tile"),), "%row0", QUERIES, body.mul("%head", "%queries"), "%queries", 0)
        body.add("emmy_kernel.async_commit")
        for number in range(self.stages - 1):
            self.begin(body, number, tiles)
        body.add(f"emmy_kernel.async_wait all_but {self.stages - 1}")
        body.add(f"emmy_kernel.barrier protects(%query_tile : {self.get_tile(QUERIES)})")
        queries = self.load_queries(body)
        limits = self.get_limits(body)

        inits = ["%none", "%none", "%nought", "%nought", *["%zero"] * fragments]
        kinds = ["f32"] * 4 + ["vector<4xf32>"] * fragments
        tile, carried, results = body.open_carried(tiles, 1, inits, kinds)
        body.add(f"emmy_kernel.async_wait all_but {self.stages - 2}")
        ring = self.get_tile(self.stages * self.keys)
        body.add(f"emmy_kernel.barrier protects(%key_tiles, %value_tiles : {ring}, {ring})")
        self.begin(body, body.add_i(tile, self.stages - 1), tiles)
        stage = body.mul(body.mod(tile, self.stages), self.keys * self.head_dim)
        scores = self.multiply_keys(body, queries, stage)
        first = body.mul(tile, self.keys)
        scores = self.mask(body, scores, [body.integer("subi", limit, first) for limit in limits])
        largest, sums, factors, weights = self.weigh(body, scores, carried[:2], carried[2:4])
        body.close_carried([*largest, *sums, *self.multiply_values(body, weights, carried[4:], factors, stage)])
        self.store(body, results[2:4], results[4:])
        return body.print()

    def write_start(self, body):
        ring = self.get_tile(self.stages * self.keys)
        for line in (
            f"%query_tile = emmy_kernel.shared : {self.get_tile(QUERIES)}",
            f"%key_tiles = emmy_kernel.shared : {ring}",
            f"%value_tiles = emmy_kernel.shared : {ring}",
            "%zero = arith.constant dense<0.0> : vector<4xf32>",
            "%nought = arith.constant 0.0 : f32",
            "%one = arith.constant 1.0 : f32",
            "%none = arith.constant 0xFF800000 : f32",
            f"%scale = arith.constant {LOG2_E / math.sqrt(self.head_dim):.9e} : f32",
            f"%negative_scale = arith.constant {-LOG2_E / math.sqrt(self.head_dim):.9e} : f32",
            "%thread = emmy_kernel.thread_id x : i32",
            "%query_block = emmy_kernel.block_id x : i32",
            "%head = emmy_kernel.block_id y : i32",
        ):
            body.add(line)
        body.add(f"%row0 = arith.muli %query_block, {body.constant(QUERIES)} : i32")
        body.add(f"%warp = arith.divui %thread, {body.constant(32)} : i32")
        body.add(f"%lane = arith.remui %thread, {body.constant(32)} : i32")
        # Rows of a tile that begin at multiples of 8 are permuted alike, by their number modulo 8.
        body.add(f"%lane8 = arith.remui %thread, {body.constant(8)} : i32")
        body.add(f"%warp_row = arith.muli %warp, {body.constant(16)} : i32")
        # Where a thread copies: the piece and the first of the rows, and the place of both in a tile.
        piece = body.mod("%thread", self.pieces)
        body.add(f"%copy_row = arith.divui %thread, {body.constant(self.pieces)} : i32")
        body.add(f"%copy_column = arith.muli {piece}, {body.constant(PIECE)} : i32")
        place = body.mul(body.integer("xori", piece, body.mod("%copy_row", 8)), PIECE)
        body.add(f"%copy_place = arith.addi {body.mul('%copy_row', self.head_dim)}, {place} : i32")

    def count_tiles(self, body):
        """Tiles of keys that the block's queries see."""
        end = "%keys"
        if self.is_causal:
            end = body.integer("minsi", end, body.add_i("%row0", QUERIES))
        return body.integer("divsi", body.add_i(end, self.keys - 1), self.keys)

    def copy_tile(self, body, operands, first, rows, base, limit, stage):
        """Begins to copy rows of `operands`, pairs of a buffer and its tiles, from row `first` of a head on, whose first row is
        `base`; from row `limit` on they are 0."""
        step = THREADS // self.pieces
        for start in range(0, rows, step):
            row = body.add_i(body.add_i(first, "%copy_row"), start)
            inside = body.less(row, limit)
            valid = body.let(f"arith.select {inside}, {body.constant(PIECE)}, {body.constant(0)} : i32")
            index = body.add_i(body.mul(body.add_i(base, row), self.head_dim), "%copy_column")
            place = body.add_i(body.add_i("%copy_place", stage), start * self.head_dim)
            for source, target in operands:
                tile = self.get_tile(QUERIES if target == "%query_tile" else self.stages * self.keys)
                body.add(
                    f"emmy_kernel.async_copy {source}[{index} : i32] to {target}[{place} : i32] elements {PIECE} valid({valid}) : "
                    f"memref<?x{self.dtype}, #global> to {tile}"
                )

    def begin(self, body, tile, tiles):
        """Begins to copy a tile of keys and values, where there is one; a group either way."""
        body.add(f"scf.if {body.less(tile, tiles)} {{")
        stage = body.mul(body.mod(tile, self.stages), self.keys * self.head_dim)
        operands = (("%k", "%key_tiles"), ("%v", "%value_tiles"))
        first = body.integer("muli", tile, self.keys)
        self.copy_tile(body, operands, first, self.keys, body.mul("%head", "%keys"), "%keys", stage)
        body.add("}\nemmy_kernel.async_commit")

    def get_row(self, body, lane_row, bit, stage=0):
        """For ldmatrix: where the row `lane_row` begins, and its piece number `bit` (0 or 1) of a pair, permuted."""
        start = body.add_i(body.mul(lane_row, self.head_dim), stage)
        return start, body.mul(body.integer("xori", bit, "%lane8"), PIECE)

    def load(self, body, tile, rows, start, piece, number, transpose=""):
        """Four matrices: pair `number` of the pieces of rows that `get_row` gave. Pairs begin at even pieces, so they are told apart by
        bits that permuting does not move."""
        place = body.integer("xori", piece, 2 * PIECE * number) if number else piece
        index = body.add_i(start, place)
        kind = f"vector<8x{self.dtype}>"
        return body.let(f"emmy_kernel.ldmatrix {transpose}{tile}[{index} : i32] : {self.get_tile(rows)}, {kind}")

    def load_queries(self, body):
        """The warp's 16 rows, 16 columns each."""
        row = body.add_i("%warp_row", body.mod("%lane", 16))
        start, piece = self.get_row(body, row, body.div("%lane", 16))
        return [self.load(body, "%query_tile", QUERIES, start, piece, s) for s in range(self.head_dim // 16)]

    def split(self, body, both):
        """The two right operands of four matrices."""
        return [body.join(body.extract(both, f"8x{self.dtype}", first, 4), f"4x{self.dtype}") for first in (0, 4)]

    def mma(self, body, left, right, total):
        kinds = f"vector<8x{self.dtype}>, vector<4x{self.dtype}>, vector<4xf32>"
        return body.let(f"emmy_kernel.mma m16n8k16 {left}, {right}, {total} : {kinds}")

    def multiply_keys(self, body, queries, stage):
        """Fragments of q · kᵀ, 8 keys each."""
        row = body.add_i(body.mul(body.div("%lane", 16), 8), "%lane8")
        start, piece = self.get_row(body, row, body.mod(body.div("%lane", 8), 2), stage)
        scores = []
        for pair in range(self.keys // 16):
            below = body.add_i(start, 16 * pair * self.head_dim)
            sums = ["%zero", "%zero"]
            for s, left in enumerate(queries):
                both = self.load(body, "%key_tiles", self.stages * self.keys, below, piece, s)
                sums = [self.mma(body, left, right, total) for right, total in zip(self.split(body, both), sums, strict=True)]
            scores += sums
        return scores

    def get_limits(self, body):
        """For both rows of the lane: the first key that its query does not see, counted from the lane's first key of a tile."""
        limits = []
        for half in range(2):
            limit = "%keys"
            if self.is_causal:
                row = body.add_i(body.add_i("%row0", "%warp_row"), body.div("%lane", 4))
                limit = body.integer("minsi", limit, body.add_i(row, 8 * half + 1))
            limits.append(body.integer("subi", limit, body.mul(body.mod("%lane", 4), 2)))
        return limits

    def mask(self, body, scores, limits):
        """scores[half][i]: those of a row that the lane holds, minus infinity where the query does not see the key."""
        masked = [[], []]
        for j, fragment in enumerate(scores):
            for half in range(2):
                for e, score in enumerate(body.extract(fragment, "4xf32", 2 * half, 2)):
                    seen = body.integer("cmpi sgt,", limits[half], 8 * j + e)
                    masked[half].append(body.let(f"arith.select {seen}, {score}, %none : f32"))
        return masked

    def combine(self, body, value, operation):
        """Over the four lanes that share a row."""
        for distance in (1, 2):
            other = body.let(f"emmy_kernel.shuffle xor {value}, {body.constant(distance)} : f32")
            value = body.let(operation.format(value, other))
        return value

    def weigh(self, body, scores, largest, sums):
        """The new largest scores and sums of both rows, the factors of what was summed before, and the weights. Sums are the lane's
        own: the largest score, and so the factor, is that of the row."""
        maximum = "emmy.apply maximum({}, {}) : (f32, f32) -> f32"
        new_largest, new_sums, factors, weights = [], [], [], []
        for half in range(2):
            most = scores[half][0]
            for score in scores[half][1:]:
                most = body.let(maximum.format(most, score))
            most = body.let(maximum.format(largest[half], self.combine(body, most, maximum)))
            # Infinity minus infinity is no number: where no key was seen yet, weights are relative to 0.
            nothing = body.let(f"arith.cmpf oeq, {most}, %none : f32")
            reference = body.let(f"arith.select {nothing}, %nought, {most} : f32")
            shift = body.let(f"arith.mulf {reference}, %negative_scale : f32")
            factor, *row = [self.exponential(body, score, shift) for score in (largest[half], *scores[half])]
            total = body.let(f"arith.mulf {sums[half]}, {factor} : f32")
            for weight in row:
                total = body.let(f"arith.addf {total}, {weight} : f32")
            new_largest.append(most)
            new_sums.append(total)
            factors.append(factor)
            weights.append([body.let(f"arith.truncf {weight} : f32 to {self.dtype}") for weight in row])
        return new_largest, new_sums, factors, weights

    def exponential(self, body, score, shift):
        power = body.let(f"math.fma {score}, %scale, {shift} : f32")
        return body.let(f"emmy.apply exp2({power}) : (f32) -> f32")

    def rescale(self, body, fragments, factors):
        """Sums times a factor for each row."""
        rescaled = []
        for fragment in fragments:
            elements = enumerate(body.extract(fragment, "4xf32", 0, 4))
            products = [body.let(f"arith.mulf {element}, {factors[e // 2]} : f32") for e, element in elements]
            rescaled.append(body.join(products, "4xf32"))
        return rescaled

    def multiply_values(self, body, weights, sums, factors, stage):
        """sums · factors + weights · v, fragments of 8 columns."""
        sums = self.rescale(body, sums, factors)
        start, piece = self.get_row(body, body.mod("%lane", 16), body.div("%lane", 16), stage)
        for pair in range(self.keys // 16):
            below = body.add_i(start, 16 * pair * self.head_dim)
            # Of 16 keys: the first 8 of both rows, then the others.
            parts = [weights[half][4 * pair + 2 * side + e] for side in range(2) for half in range(2) for e in range(2)]
            left = body.join(parts, f"8x{self.dtype}")
            for number in range(self.pieces // 2):
                both = self.load(body, "%value_tiles", self.stages * self.keys, below, piece, number, "transpose ")
                for side, right in enumerate(self.split(body, both)):
                    sums[2 * number + side] = self.mma(body, left, right, sums[2 * number + side])
        return sums

    def store(self, body, sums, fragments):
        """What was summed, divided by the sum of the weights, goes through the tile of the queries, so that whole rows are
        written."""
        tile, pair, vector = self.get_tile(QUERIES), f"2x{self.dtype}", f"vector<{PIECE}x{self.dtype}>"
        factors = []
        for total in sums:
            total = self.combine(body, total, "arith.addf {}, {} : f32")
            nothing = body.let(f"arith.cmpf oeq, {total}, %nought : f32")
            inverse = body.let(f"arith.divf %one, {total} : f32")
            factors.append(body.let(f"arith.select {nothing}, %nought, {inverse} : f32"))
        fragments = self.rescale(body, fragments, factors)
        # No barrier: who stores an element here is the lane that ldmatrix gave it to, since sums have the layout of left operands.
        row = body.div("%lane", 4)
        start = body.add_i(body.mul(body.add_i("%warp_row", row), self.head_dim), body.mul(body.mod("%lane", 4), 2))
        for number, fragment in enumerate(fragments):
            place = body.add_i(start, body.mul(body.integer("xori", row, number) if number else row, PIECE))
            for half in range(2):
                values = [
                    body.let(f"arith.truncf {value} : f32 to {self.dtype}")
                    for value in body.extract(fragment, "4xf32", 2 * half, 2)
                ]
                below = body.add_i(place, 8 * half * self.head_dim)
                body.add(f"emmy_kernel.store {body.join(values, pair)}, %query_tile[{below} : i32] : {tile}, vector<{pair}>")
        body.add(f"emmy_kernel.barrier protects(%query_tile : {tile})")
        base = body.mul("%head", "%queries")
        for start in range(0, QUERIES, THREADS // self.pieces):
            row = body.add_i(body.add_i("%row0", "%copy_row"), start)
            body.add(f"scf.if {body.less(row, '%queries')} {{")
            place = body.add_i("%copy_place", start * self.head_dim)
            value = body.let(f"emmy_kernel.load %query_tile[{place} : i32] : {tile}, {vector}")
            index = body.add_i(body.mul(body.add_i(base, row), self.head_dim), "%copy_column")
            body.add(f"emmy_kernel.store {value}, %out[{index} : i32] : memref<?x{self.dtype}, #global>, {vector}\n}}")

    def write(self, target="sm_90"):
        """The module of the kernel level, for any sizes."""
        rows = {"q": "queries", "k": "keys", "v": "keys", "out": "queries"}
        tensor = f"memref<?x?x{self.head_dim}x{self.dtype}>"
        entry = ", ".join(
            f"%{name}: {tensor} {{emmy.dims = #emmy.dims<[heads, {size}, {self.head_dim}]>{', emmy.result' if name == 'out' else ''}}}"
            for name, size in rows.items()
        )
        buffers = ", ".join(f"%{name}: memref<?x{self.dtype}, #global>" for name in rows)
        return expand(f"""module attributes {{emmy.target = "{target}"}} {{
  emmy.symbol @heads {{max = 1024}}
  emmy.symbol @keys {{max = 16384}}
  emmy.symbol @queries {{max = 16384}}
  emmy_kernel.module @kernels attributes {{target = "{target}"}} {{
    emmy_kernel.func @{self.name}({buffers}, %queries: i32, %keys: i32) attributes {{block = array<i32: {THREADS}, 1, 1>}} {{
{self.write_kernel()}
emmy_kernel.return
    }}
  }}
  func.func @main({entry}, %heads: index, %keys: index, %queries: index) {{
    %more = arith.constant {QUERIES - 1} : index
    %block = arith.constant {QUERIES} : index
    %up = arith.addi %queries, %more : index
    %blocks = arith.divui %up, %block : index
    %num_queries = arith.index_cast %queries : index to i32
    %num_keys = arith.index_cast %keys : index to i32
    emmy_kernel.launch @kernels::@{self.name} grid(%blocks, %heads)
        args(%q, %k, %v, %out, %num_queries, %num_keys : {", ".join([tensor] * 4)}, i32, i32)
    return
  }}
}}
""")


if __name__ == "__main__":
    # python python/tests/attention_kernels.py [f16] [causal]: prints the module.
    print(StreamingAttention(dtype="f16" if "f16" in sys.argv else "bf16", is_causal="causal" in sys.argv).write())
