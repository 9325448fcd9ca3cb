# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One warp writes tiles into two buffers in turn and another one reads them; they meet at named barriers, one for each buffer that
is full and one for each that is empty. A second pair of warps does the same beside them, at barriers of its own."""

import random
import re

import emmy
import pytest
import torch
from ring_programs import HEADER
from test_assembled import assemble, call, find_tool
from test_async_copies import run_printed, run_retargeted, simulate

TILES = 5


def make_text(target="sm_90", mutant=""):
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


def make_tensors():
    return torch.arange(64.0), torch.full((64,), torch.nan)


@pytest.mark.parametrize("mutant", ["", "nothing named"])
def test_values(mutant):
    text = make_text(mutant=mutant)
    x, out = make_tensors()
    expected = sum(range(TILES)) * x.reshape(2, 32).flip(1).flatten()
    for run in (
        lambda tensors: simulate(text, tensors)[0],
        lambda tensors: simulate(text, tensors, check=False)[0],
        lambda tensors: run_printed(text, tensors, True),
        lambda tensors: run_printed(text, tensors, False),
        lambda tensors: run_retargeted(text, tensors),
    ):
        out.fill_(torch.nan)
        assert not run((x, out))
        assert torch.equal(out, expected)


@pytest.mark.parametrize(
    "mutant,expected",
    [
        ("another barrier", "divergent barrier: "),
        ("no empty buffer", "divergent barrier: "),
        ("another buffer", "data race: "),
    ],
)
def test_mutants(mutant, expected):
    text = make_text(mutant=mutant)
    problems, _ = simulate(text, make_tensors())
    assert problems and problems[0].startswith(expected), problems
    # What barriers protect is not in the text of the shim; that nobody can go on it finds, too.
    message = run_printed(text, make_tensors(), True)
    assert ("all wait" in message) == (mutant != "another buffer"), message


@pytest.mark.parametrize("target", ["sm_75", "sm_90"])
def test_assembled(target, tmp_path):
    module = emmy.Module(make_text(target=target))
    ptx = module.emit("ptx")
    assert set(re.findall(r"bar\.sync\s+(\d+), 64;", ptx)) == set("12345678")
    assert assemble(ptx, target, tmp_path / "pairs.ptx") == {"k_pairs": (0, 0)}
    if target == "sm_75":
        source = tmp_path / "pairs.cu"
        source.write_text(module.emit("cuda"))
        options = ("-Werror", "all-warnings", "-fmad=false", "-std=c++17", f"-arch={target}", "-cubin")
        assert call(find_tool("nvcc"), *options, source, "-o", tmp_path / "pairs.cubin") == ""


WARPS, BUFFERS = 4, 3


def make_events(seed):
    """What four warps do, in one order: accesses of the first thread of a warp to one of three buffers, and barriers of some or all
    warps that protect some or all buffers."""
    choose = random.Random(seed)
    events = [("access", 0, buffer, "store") for buffer in range(BUFFERS)] + [
        ("barrier", tuple(range(WARPS)), tuple(range(BUFFERS)))
    ]
    for _ in range(choose.randrange(4, 18)):
        if choose.random() < 0.6:
            kind = choose.choice(["load", "load", "store", "atomic"])
            events.append(("access", choose.randrange(WARPS), choose.randrange(BUFFERS), kind))
        else:
            warps = tuple(sorted(choose.sample(range(WARPS), choose.randrange(1, WARPS + 1))))
            buffers = tuple(sorted(choose.sample(range(BUFFERS), choose.randrange(1, BUFFERS + 1))))
            events.append(("barrier", warps, buffers))
    return events


def has_race(events):
    """Whether two accesses of a buffer conflict, and there is no way from the one to the other along the order of a warp and the
    barriers that protect the buffer."""

    def get_warps(event, buffer):
        if event[0] == "access":
            return {event[1]}
        return set(event[1]) if buffer in event[2] else set()

    for buffer in range(BUFFERS):
        for start, first in enumerate(events):
            if first[0] != "access" or first[2] != buffer:
                continue
            reached = {first[1]}
            for event in events[start + 1 :]:
                if event[0] == "barrier":
                    if reached & get_warps(event, buffer):
                        reached |= get_warps(event, buffer)
                elif event[2] == buffer and event[1] not in reached:
                    kinds = {first[3], event[3]}
                    if kinds != {"load"} and kinds != {"atomic"}:
                        return True
    return False


def make_events_text(events):
    lines = []
    for warp in range(WARPS):
        lines.append(f"scf.if %is{warp} {{")
        for number, event in enumerate(events):
            if event[0] == "barrier":
                if warp not in event[1]:
                    continue
                # Each set of warps has a number of its own.
                identity = sum(1 << other for other in event[1])
                name = f" id({identity}) threads({32 * len(event[1])})"
                names = ", ".join(f"%s{buffer}" for buffer in event[2])
                types = ", ".join("memref<1xi32, #shared>" for _ in event[2])
                protects = "" if len(event[2]) == BUFFERS else f" protects({names} : {types})"
                lines.append(f"emmy_kernel.barrier{name}{protects}")
            elif event[1] == warp:
                lines.append("scf.if %isFirst {")
                if event[3] == "load":
                    lines.append(f"%v{number} = emmy_kernel.load %s{event[2]}[%c0 : i32] : memref<1xi32, #shared>")
                    lines.append(f"%n{number} = arith.constant {number} : i32")
                    lines.append(f"emmy_kernel.store %v{number}, %out[%n{number} : i32] : memref<64xi32, #global>")
                elif event[3] == "store":
                    lines.append(f"emmy_kernel.store %t, %s{event[2]}[%c0 : i32] : memref<1xi32, #shared>")
                else:
                    lines.append(f"%v{number} = emmy_kernel.atomic add %t, %s{event[2]}[%c0 : i32] : memref<1xi32, #shared>")
                lines.append("}")
        lines.append("}")
    body = "\n".join(lines)
    warps = "\n".join(f"%w{w} = arith.constant {w} : i32\n%is{w} = arith.cmpi eq, %warp, %w{w} : i32" for w in range(WARPS))
    shared = "\n".join(f"%s{buffer} = emmy_kernel.shared : memref<1xi32, #shared>" for buffer in range(BUFFERS))
    return f"""{HEADER}
emmy_kernel.module @kernels attributes {{target = "sm_80"}} {{
  emmy_kernel.func @k(%out: memref<64xi32, #global>) attributes {{block = array<i32: 128, 1, 1>}} {{
    {shared}
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %t = emmy_kernel.thread_id x : i32
    %warp = arith.divsi %t, %c32 : i32
    %lane = arith.remsi %t, %c32 : i32
    %isFirst = arith.cmpi eq, %lane, %c0 : i32
    {warps}
    {body}
    emmy_kernel.return
  }}
}}
func.func @main(%out: memref<64xi32>) {{
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k grid(%c1) args(%out : memref<64xi32>)
  return
}}
"""


def test_random_orders():
    """Races are found where there are some, and only there, whatever barriers order."""
    counts = {True: 0, False: 0}
    for seed in range(30):
        events = make_events(seed)
        problems, _ = simulate(make_events_text(events), (torch.zeros(64, dtype=torch.int32),))
        assert all(problem.startswith("data race: ") for problem in problems), (seed, problems)
        assert bool(problems) == has_race(events), (seed, events, problems)
        counts[bool(problems)] += 1
    assert min(counts.values()) >= 5, counts
