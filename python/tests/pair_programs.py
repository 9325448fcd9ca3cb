# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hand-written kernels whose warps meet at named barriers.

pairs   one warp writes tiles into two buffers in turn and another one reads them; they meet at named barriers, one for each buffer
        that is full and one for each that is empty. A second pair of warps does the same beside them, at barriers of its own
halves  each half of a block reverses its part of the input through shared memory, at a barrier of its own, and the block adds
        what the other half has
"""

from __future__ import annotations

from ring_programs import HEADER

TILES = 5


def make_pairs(target="sm_90", mutant=""):
    """out[i] = sum over tiles of tile * x[32 * pair + 31 - lane] for the second warp of each pair."""
    lines = []

    def barrier(pair, tile, is_full, is_reader):
        number = 1 + 4 * pair + 2 * is_full + tile % 2
        if mutant == "another barrier" and (pair, tile, is_full, is_reader) == (1, 2, True, True):
            number = 15
        buffer = tile % 2 if mutant != "another buffer" else 0
        protects = f" protects(%s{pair}{buffer} : memref<32xf32, #shared>)" if mutant != "nothing named" else ""
        lines.append(f"emmy_kernel.barrier id({number}) threads(64){protects}")

    for pair in range(2):
        for is_reader in (False, True):
            lines.append(f"scf.if %is{2 * pair + is_reader} {{")
            if not is_reader:
                lines.append("%v = emmy_kernel.load %x[%i : i32] : memref<64xf32, #global>")
            for tile in range(TILES):
                buffer = f"%s{pair}{tile % 2}"
                # Both warps wait, so they come to the barriers in one order.
                if tile >= 2 and not (mutant == "no empty buffer" and is_reader and tile == 3):
                    barrier(pair, tile, False, is_reader)
                if is_reader:
                    barrier(pair, tile, True, is_reader)
                    lines.append(f"%w{tile} = emmy_kernel.load {buffer}[%mirror : i32] : memref<32xf32, #shared>")
                    sums = "%zero" if tile == 0 else f"%sum{tile - 1}"
                    lines.append(f"%sum{tile} = arith.addf {sums}, %w{tile} : f32")
                else:
                    lines.append(f"%f{tile} = arith.constant {tile}.0 : f32")
                    lines.append(f"%p{tile} = arith.mulf %v, %f{tile} : f32")
                    lines.append(f"emmy_kernel.store %p{tile}, {buffer}[%lane : i32] : memref<32xf32, #shared>")
                    barrier(pair, tile, True, is_reader)
            if is_reader:
                lines.append(f"emmy_kernel.store %sum{TILES - 1}, %out[%i : i32] : memref<64xf32, #global>")
            lines.append("}")
    body = "\n".join(lines)
    shared = "\n".join(f"%s{p}{b} = emmy_kernel.shared : memref<32xf32, #shared>" for p in range(2) for b in range(2))
    warps = "\n".join(f"%c{w} = arith.constant {w} : i32\n%is{w} = arith.cmpi eq, %warp, %c{w} : i32" for w in range(4))
    return f"""{HEADER}
module attributes {{emmy.target = "{target}"}} {{
  emmy_kernel.module @kernels attributes {{target = "{target}"}} {{
    emmy_kernel.func @k_pairs(%x: memref<64xf32, #global>, %out: memref<64xf32, #global>) attributes {{block = array<i32: 128, 1, 1>}} {{
      {shared}
      %zero = arith.constant 0.0 : f32
      %c31 = arith.constant 31 : i32
      %c32 = arith.constant 32 : i32
      %c64 = arith.constant 64 : i32
      %t = emmy_kernel.thread_id x : i32
      %warp = arith.divsi %t, %c32 : i32
      %lane = arith.remsi %t, %c32 : i32
      %mirror = arith.subi %c31, %lane : i32
      %pair = arith.divsi %t, %c64 : i32
      %start = arith.muli %pair, %c32 : i32
      %i = arith.addi %start, %lane : i32
      {warps}
      {body}
      emmy_kernel.return
    }}
  }}
  func.func @main(%x: memref<64xf32>, %out: memref<64xf32> {{emmy.result}}) {{
    %c1 = arith.constant 1 : index
    emmy_kernel.launch @kernels::@k_pairs grid(%c1) args(%x, %out : memref<64xf32>, memref<64xf32>)
    return
  }}
}}
"""


def make_halves(n: int = 100) -> str:
    """out[i] = 2 x[j] + x[k] of 128 elements, where j mirrors i in its half, k is j in the other half, and x is 0 from n on."""
    shared = "memref<128xf32, #shared>"
    return f"""{HEADER}
module attributes {{emmy.target = "sm_90"}} {{
  emmy_kernel.module @kernels attributes {{target = "sm_90"}} {{
    emmy_kernel.func @k_halves(%x: memref<{n}xf32, #global>, %out: memref<128xf32, #global>) attributes {{block = array<i32: 128, 1, 1>}} {{
      %s = emmy_kernel.shared : {shared}
      %r = emmy_kernel.shared : {shared}
      %zero = arith.constant 0.0 : f32
      %two = arith.constant 2.0 : f32
      %c63 = arith.constant 63 : i32
      %c64 = arith.constant 64 : i32
      %n = arith.constant {n} : i32
      %t = emmy_kernel.thread_id x : i32
      %isInside = arith.cmpi slt, %t, %n : i32
      %v = scf.if %isInside -> f32 {{
        %w = emmy_kernel.load %x[%t : i32] : memref<{n}xf32, #global>
        scf.yield %w : f32
      }} else {{
        scf.yield %zero : f32
      }}
      emmy_kernel.store %v, %s[%t : i32] : {shared}
      %isFirst = arith.cmpi slt, %t, %c64 : i32
      scf.if %isFirst {{
        emmy_kernel.barrier id(1) threads(64) protects(%s : {shared})
      }} else {{
        emmy_kernel.barrier id(2) threads(64) protects(%s : {shared})
      }}
      %mirror = arith.xori %t, %c63 : i32
      %own = emmy_kernel.load %s[%mirror : i32] : {shared}
      emmy_kernel.store %own, %r[%t : i32] : {shared}
      emmy_kernel.barrier protects(%r : {shared})
      %across = arith.xori %t, %c64 : i32
      %other = emmy_kernel.load %r[%across : i32] : {shared}
      %sum = math.fma %own, %two, %other : f32
      emmy_kernel.store %sum, %out[%t : i32] : memref<128xf32, #global>
      emmy_kernel.return
    }}
  }}
  func.func @main(%x: memref<{n}xf32>, %out: memref<128xf32> {{emmy.result}}) {{
    %c1 = arith.constant 1 : index
    emmy_kernel.launch @kernels::@k_halves grid(%c1) args(%x, %out : memref<{n}xf32>, memref<128xf32>)
    return
  }}
}}
"""
