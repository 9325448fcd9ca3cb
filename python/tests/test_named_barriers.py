# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels whose warps meet at named barriers (pair_programs.py), on every executor, and what the checks say of wrong ones."""

import random
import re

import emmy
import pytest
import torch
from happens_before import find_unordered
from pair_programs import TILES, make_halves, make_pairs
from ring_programs import HEADER
from test_assembled import assemble, call, find_tool
from test_async_copies import run_printed, run_retargeted, simulate


def make_tensors():
    return torch.arange(64.0), torch.full((64,), torch.nan)


def check_values(text, x, expected):
    out = torch.empty(expected.shape)
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


@pytest.mark.parametrize("mutant", ["", "nothing named"])
def test_pairs(mutant):
    x, _ = make_tensors()
    check_values(make_pairs(mutant=mutant), x, sum(range(TILES)) * x.reshape(2, 32).flip(1).flatten())


def test_halves():
    x = torch.arange(100.0)
    mirrored = torch.cat([x, torch.zeros(28)]).reshape(2, 64).flip(1)
    check_values(make_halves(), x, (2 * mirrored + mirrored.flip(0)).flatten())


@pytest.mark.parametrize(
    "mutant,expected",
    [
        ("another barrier", "divergent barrier: "),
        ("no empty buffer", "divergent barrier: "),
        ("another buffer", "data race: "),
    ],
)
def test_mutants(mutant, expected):
    text = make_pairs(mutant=mutant)
    problems, _ = simulate(text, make_tensors())
    assert problems and problems[0].startswith(expected), problems
    # What barriers protect is not in the text of the shim; that nobody can go on it finds, too.
    message = run_printed(text, make_tensors(), True)
    assert ("all wait" in message) == (mutant != "another buffer"), message


@pytest.mark.parametrize("target", ["sm_75", "sm_90"])
def test_assembled(target, tmp_path):
    module = emmy.Module(make_pairs(target=target))
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


def make_rows(events):
    """What a run of these events prints where every barrier protects everything."""
    rows = []
    for number, event in enumerate(events):
        if event[0] == "access":
            rows.append((event[3], 32 * event[1], f"s{event[2]}", 0, number))
            continue
        for thread in (32 * warp + lane for warp in event[1] for lane in range(32)):
            is_of_block = len(event[1]) == WARPS
            rows.append(("barrier", thread, *(("-", "-") if is_of_block else ("b1", 32 * len(event[1]))), number))
    return "\n".join(f"{kind}\t0\tk\t0\t{thread}\t0\t{buffer}\t{element}\t{line}" for kind, thread, buffer, element, line in rows)


def test_order_of_events():
    """What judges the simulator (happens_before.py) finds an order where there is a way, and only there."""
    counts = {True: 0, False: 0}
    for seed in range(300):
        events = [(*event[:2], tuple(range(BUFFERS))) if event[0] == "barrier" else event for event in make_events(seed)]
        assert bool(find_unordered(make_rows(events))) == has_race(events), (seed, events)
        counts[has_race(events)] += 1
    assert min(counts.values()) >= 50, counts
