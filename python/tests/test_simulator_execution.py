# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hand-written kernels on the simulator against formulas: geometry, control flow, shuffles, atomics, memory; checked and not."""

import pytest
import torch
from kernel_execution import TYPES, execute

both = pytest.mark.parametrize("check", [True, False], ids=["checked", "unchecked"])


def constants(*numbers, dtype="i32"):
    return "\n".join(f"%c{n} = arith.constant {n} : {dtype}" for n in numbers)


@both
@pytest.mark.parametrize("block", [(1, 1, 1), (30, 1, 1), (5, 3, 2), (7, 5, 3), (33, 2, 1), (2, 4, 64), (1024, 1, 1)])
def test_coordinates(block, check):
    """Every thread of every block writes its coordinates; warps may be partial, and rows may end within one."""
    bx, by, bz = block
    grid = (3, 2, 2)
    threads = bx * by * bz
    kernel = (
        constants(bx, by, 3, 2, threads, 1000)
        + """
      %tx = emmy_kernel.thread_id x : i32
      %ty = emmy_kernel.thread_id y : i32
      %tz = emmy_kernel.thread_id z : i32
      %gx = emmy_kernel.block_id x : i32
      %gy = emmy_kernel.block_id y : i32
      %gz = emmy_kernel.block_id z : i32
    """
        + f"""
      %a = arith.muli %tz, %c{by} : i32
      %b = arith.addi %a, %ty : i32
      %c = arith.muli %b, %c{bx} : i32
      %t = arith.addi %c, %tx : i32
      %d = arith.muli %gz, %c2 : i32
      %e = arith.addi %d, %gy : i32
      %f = arith.muli %e, %c3 : i32
      %g = arith.addi %f, %gx : i32
      %h = arith.muli %g, %c{threads} : i32
      %i = arith.addi %h, %t : i32
      %v = arith.muli %t, %c1000 : i32
      %w = arith.addi %v, %g : i32
      emmy_kernel.store %w, %out[%i : i32] : memref<{threads * 12}xi32, #global>
    """
    )
    lines = dict.fromkeys(kernel.split("\n"))  # a constant that two names share is defined once
    result = torch.zeros(threads * 12, dtype=torch.int32)
    out, problems, launches = execute("\n".join(lines), grid=grid, block=block, result=result, check=check)
    assert problems == []
    expected = [t * 1000 + g for g in range(12) for t in range(threads)]
    assert out.tolist() == expected
    assert (launches[0]["grid"], launches[0]["block"]) == (list(grid), list(block))


@both
def test_divergent_loops(check):
    """Bounds and steps differ between threads, a loop in a condition in a loop; lanes that are through keep their values."""
    kernel = (
        constants(0, 1, 2, 3, 5, 7)
        + """
      %t = emmy_kernel.thread_id x : i32
      %first = arith.remsi %t, %c5 : i32
      %third = arith.remsi %t, %c3 : i32
      %step = arith.addi %third, %c1 : i32
      %sum, %count = scf.for %k = %first to %t step %step iter_args(%a = %c0, %n = %c0) -> (i32, i32) : i32 {
        %odd = arith.remsi %k, %c2 : i32
        %isOdd = arith.cmpi eq, %odd, %c1 : i32
        %more = scf.if %isOdd -> i32 {
          %inner = scf.for %j = %c0 to %k step %c7 iter_args(%b = %c0) -> i32 : i32 {
            %p = arith.muli %j, %t : i32
            %q = arith.addi %b, %p : i32
            scf.yield %q : i32
          }
          scf.yield %inner : i32
        } else {
          %d = arith.divsi %c7, %step : i32
          scf.yield %d : i32
        }
        %x = arith.addi %a, %more : i32
        %y = arith.addi %n, %c1 : i32
        scf.yield %x, %y : i32, i32
      }
      %r = arith.muli %count, %sum : i32
      emmy_kernel.store %r, %out[%t : i32] : memref<48xi32, #global>
    """
    )
    out, problems, _ = execute(kernel, block=(48, 1, 1), result=torch.zeros(48, dtype=torch.int32), check=check)
    assert problems == []
    expected = []
    for t in range(48):
        step = t % 3 + 1
        ks = range(t % 5, t, step)
        total = sum(sum(j * t for j in range(0, k, 7)) if k % 2 else 7 // step for k in ks)
        expected.append(total * len(ks))
    assert out.tolist() == expected


@both
@pytest.mark.parametrize("width", [1, 2, 8, 32])
@pytest.mark.parametrize("mode", ["xor", "down", "up", "idx"])
def test_shuffles(mode, width, check):
    """The offset differs between lanes; a lane outside of its group gives the own value."""
    kernel = (
        constants(3)
        + f"""
      %t = emmy_kernel.thread_id x : i32
      %v = emmy_kernel.load %x0[%t : i32] : memref<64xi64, #global>
      %offset = arith.andi %t, %c3 : i32
      %w = emmy_kernel.shuffle {mode} %v, %offset width {width} : i64
      emmy_kernel.store %w, %out[%t : i32] : memref<64xi64, #global>
    """
    )
    x = torch.arange(64) * 2**40 + 7
    out, problems, _ = execute(kernel, x, block=(64, 1, 1), result=torch.zeros(64, dtype=torch.int64), check=check)
    assert problems == []
    expected = []
    for t in range(64):
        first, offset = t - t % width, t & 3
        source = {"xor": t ^ offset, "down": t + offset, "up": t - offset, "idx": first + offset % width}[mode]
        expected.append(x[source if first <= source < first + width else t].item())
    assert out.tolist() == expected


@both
@pytest.mark.parametrize(
    "kind,combine",
    [
        ("add", lambda a, b: a + b),
        ("min_signed", min),
        ("max_signed", max),
        ("and", lambda a, b: a & b),
        ("or", lambda a, b: a | b),
        ("xor", lambda a, b: a ^ b),
        ("min_unsigned", lambda a, b: min(a, b, key=lambda v: v % 2**32)),
        ("max_unsigned", lambda a, b: max(a, b, key=lambda v: v % 2**32)),
    ],
)
def test_atomics(kind, combine, check):
    """Two warps combine into four counters in shared memory."""
    kernel = (
        constants(0, 4, 5)
        + f"""
      %t = emmy_kernel.thread_id x : i32
      %s = emmy_kernel.shared : memref<4xi32, #shared>
      %isFirst = arith.cmpi slt, %t, %c4 : i32
      scf.if %isFirst {{
        emmy_kernel.store %c5, %s[%t : i32] : memref<4xi32, #shared>
      }}
      emmy_kernel.barrier
      %v = emmy_kernel.load %x0[%t : i32] : memref<64xi32, #global>
      %i = arith.remsi %t, %c4 : i32
      %old = emmy_kernel.atomic {kind} %v, %s[%i : i32] : memref<4xi32, #shared>
      emmy_kernel.barrier
      scf.if %isFirst {{
        %w = emmy_kernel.load %s[%t : i32] : memref<4xi32, #shared>
        emmy_kernel.store %w, %out[%t : i32] : memref<4xi32, #global>
      }}
    """
    )
    torch.manual_seed(0)
    x = torch.randint(-100, 100, (64,), dtype=torch.int32)
    out, problems, _ = execute(kernel, x, block=(64, 1, 1), result=torch.zeros(4, dtype=torch.int32), check=check)
    assert problems == []
    expected = [5] * 4
    for t in range(64):
        expected[t % 4] = combine(expected[t % 4], x[t].item())
    assert out.tolist() == expected


@both
@pytest.mark.parametrize(
    "dtype,count", [(torch.float16, 8), (torch.float32, 4), (torch.int64, 2), (torch.int8, 16), (torch.int8, 1)]
)
def test_vectors(dtype, count, check):
    """Vectors of every width, through an array of the thread's own that is read backwards."""
    vector = f", vector<{count}x{TYPES[dtype]}>" if count > 1 else ""
    scalar = TYPES[dtype]
    lines = [f"%e{i} = vector.extract %v[{i}] : {scalar} from vector<{count}x{scalar}>" for i in range(count)] if vector else []
    names = [f"%e{i}" for i in range(count)] if vector else ["%v"]
    local = f"memref<{count}x{scalar}, #private>"
    lines += [f"emmy_kernel.store {name}, %l[%k{i} : index] : {local}" for i, name in enumerate(names)]
    lines += [f"%r{i} = emmy_kernel.load %l[%k{count - 1 - i} : index] : {local}" for i in range(count)]
    if vector:
        lines += [f"%w = vector.from_elements {', '.join(f'%r{i}' for i in range(count))} : vector<{count}x{scalar}>"]
    kernel = (
        "\n".join(f"%k{i} = arith.constant {i} : index" for i in range(count))
        + f"""
      %count = arith.constant {count} : i32
      %t = emmy_kernel.thread_id x : i32
      %i = arith.muli %t, %count : i32
      %l = emmy_kernel.local : {local}
      %v = emmy_kernel.load %x0[%i : i32] : memref<{32 * count}x{scalar}, #global>{vector}
      {chr(10).join(lines)}
      emmy_kernel.store {"%w" if vector else "%r0"}, %out[%i : i32] : memref<{32 * count}x{scalar}, #global>{vector}
    """
    )
    x = torch.arange(32 * count).to(dtype)
    out, problems, _ = execute(kernel, x, result=torch.zeros(32 * count, dtype=dtype), check=check)
    assert problems == []
    assert torch.equal(out.reshape(32, count), x.reshape(32, count).flip(1))


# Every element is summed with its mirror in the block, without the barrier that this needs, and stored one place too far.
RACE = (
    constants(255, 256)
    + """
  %t = emmy_kernel.thread_id x : i32
  %b = emmy_kernel.block_id x : i32
  %s = emmy_kernel.shared : memref<256xi32, #shared>
  emmy_kernel.store %t, %s[%t : i32] : memref<256xi32, #shared>
  %m = arith.subi %c255, %t : i32
  %v = emmy_kernel.load %s[%m : i32] : memref<256xi32, #shared>
  %base = arith.muli %b, %c255 : i32
  %i = arith.addi %base, %t : i32
  emmy_kernel.store %v, %out[%i : i32] : memref<51200xi32, #global>
"""
)


def test_reports_are_always_the_same():
    """200 blocks on all cores: the first block's findings are told, with exact counts, whichever core is faster."""
    runs = [execute(RACE, grid=(200,), block=(256, 1, 1), result=torch.zeros(51200, dtype=torch.int32)) for _ in range(3)]
    problems = runs[0][1]
    assert problems[0].startswith(
        "data race: k, block (0, 0, 0): expected a barrier between the store of element 128 of the shared"
    )
    assert problems[1].startswith(
        "data race: k, expected no block to access what another one writes, but got the store by "
        "thread (0, 0, 0) of block (1, 0, 0) and the store by thread (255, 0, 0) of block (0, 0, 0)"
    )
    assert len(problems) == 2
    assert all(run[1:] == runs[0][1:] for run in runs)
