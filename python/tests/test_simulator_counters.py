# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the simulator counts, against figures worked out by hand for each kernel: requests, sectors and bytes of global memory,
wavefronts and conflicts of shared memory, instructions of a warp and their lanes by class.

A request is an access of one warp. It touches the aligned pieces of 32 bytes that its lanes' bytes lie in, and in shared memory it
takes as many passes as one of the 32 banks of 4 bytes has different words to give: for half of the warp at a time where a lane asks
for 8 bytes, for a quarter where it asks for 16.
"""

import pytest
import torch
from test_simulator_execution import constants, execute

F32, F16, I32 = torch.float32, torch.float16, torch.int32


def count(kernel, *arguments, out, **geometry):
    """The launch's counters; `out` is (elements, dtype) of a result that the kernel writes completely."""
    _, problems, launches = execute(kernel, *arguments, result=torch.zeros(out[0], dtype=out[1]), **geometry)
    assert problems == []
    return launches[0]


def get_traffic(launch, name):
    """(requests, sectors, bytes) of global memory, or (requests, wavefronts, conflicts, bytes) of shared memory."""
    keys = ("requests", "sectors", "bytes") if name.startswith("global") else ("requests", "wavefronts", "conflicts", "bytes")
    return tuple(launch[name][key] for key in keys)


def get_instructions(launch):
    """(instructions of a warp, lanes) by class, without those that there are none of."""
    return {key: (number, launch["lanes"][key]) for key, number in launch["instructions"].items() if number}


THREAD = "%t = emmy_kernel.thread_id x : i32\n"


# Stride in words, sectors of a request. Up to 8 words every sector on the way is touched: (31 stride + 1) words from a multiple of 32
# bytes on, 8 words each. From 8 words on each lane has its own.
@pytest.mark.parametrize("stride,sectors", [(1, 4), (2, 8), (3, 12), (8, 32), (24, 32)])
def test_strided(stride, sectors):
    kernel = f"""
      {THREAD} {constants(stride)}
      %i = arith.muli %t, %c{stride} : i32
      %v = emmy_kernel.load %x0[%i : i32] : memref<{64 * stride}xf32, #global>
      emmy_kernel.store %v, %out[%t : i32] : memref<64xf32, #global>
    """
    launch = count(kernel, torch.ones(64 * stride), out=(64, F32), block=(64, 1, 1))
    assert get_traffic(launch, "global_loads") == (2, 2 * sectors, 256)
    assert launch["global_loads"]["efficiency"] == pytest.approx(128 / (32 * sectors))
    assert get_traffic(launch, "global_stores") == (2, 8, 256)
    assert get_instructions(launch) == {"integer": (2, 64), "global_load": (2, 64), "global_store": (2, 64)}


# Lanes that share a word share its sector: 32 / group different words in a row, 8 to a sector.
@pytest.mark.parametrize("group,sectors", [(32, 1), (16, 1), (4, 1), (2, 2), (1, 4)])
def test_broadcast(group, sectors):
    kernel = f"""
      {THREAD} {constants(group)}
      %i = arith.divui %t, %c{group} : i32
      %v = emmy_kernel.load %x0[%i : i32] : memref<32xf32, #global>
      emmy_kernel.store %v, %out[%t : i32] : memref<32xf32, #global>
    """
    launch = count(kernel, torch.ones(32), out=(32, F32))
    assert get_traffic(launch, "global_loads") == (1, sectors, 128)
    assert launch["global_loads"]["efficiency"] == 128 / (32 * sectors)


def test_misaligned_rows():
    """Rows of 33 words: 128 bytes from byte 132 b on. That is a multiple of 32 for b = 0 and 8, else a fifth sector is touched."""
    kernel = f"""
      {THREAD} {constants(33, 32)}
      %b = emmy_kernel.block_id x : i32
      %row = arith.muli %b, %c33 : i32
      %i = arith.addi %row, %t : i32
      %v = emmy_kernel.load %x0[%i : i32] : memref<330xf32, #global>
      %start = arith.muli %b, %c32 : i32
      %o = arith.addi %start, %t : i32
      emmy_kernel.store %v, %out[%o : i32] : memref<320xf32, #global>
    """
    launch = count(kernel, torch.ones(330), out=(320, F32), grid=(10,))
    assert get_traffic(launch, "global_loads") == (10, 2 * 4 + 8 * 5, 10 * 128)
    assert get_traffic(launch, "global_stores") == (10, 10 * 4, 10 * 128)
    assert get_instructions(launch)["integer"] == (4 * 10, 4 * 320)


# Bytes of a lane's vector, and its distance from the next lane's in vectors. Vectors side by side fill their sectors; with a gap of
# one, 8 bytes lie in every second half of a sector (16 sectors still hold 32 of them), and 16 bytes in a sector of their own.
@pytest.mark.parametrize(
    "dtype,elements,distance,sectors",
    [(F32, 2, 1, 8), (F32, 4, 1, 16), (F16, 2, 1, 4), (F16, 8, 1, 16), (F32, 2, 2, 16), (F32, 4, 2, 32), (F16, 8, 2, 32)],
)
def test_vectors(dtype, elements, distance, sectors):
    scalar = {F32: "f32", F16: "f16"}[dtype]
    vector = f"vector<{elements}x{scalar}>"
    step = elements * distance
    kernel = f"""
      {THREAD} %step = arith.constant {step} : i32
      %count = arith.constant {elements} : i32
      %i = arith.muli %t, %step : i32
      %o = arith.muli %t, %count : i32
      %v = emmy_kernel.load %x0[%i : i32] : memref<{32 * step}x{scalar}, #global>, {vector}
      emmy_kernel.store %v, %out[%o : i32] : memref<{32 * elements}x{scalar}, #global>, {vector}
    """
    launch = count(kernel, torch.ones(32 * step, dtype=dtype), out=(32 * elements, dtype))
    size = elements * dtype.itemsize
    assert get_traffic(launch, "global_loads") == (1, sectors, 32 * size)
    assert get_traffic(launch, "global_stores") == (1, size, 32 * size)


# A tile of 32 x 32 words is written row by row and read column by column, a warp a time. Unpadded, a column lies in one bank: 32
# passes. With a row of 33 words it lies in all 32 banks.
@pytest.mark.parametrize("width,passes", [(32, 32), (33, 1), (34, 2), (36, 4), (40, 8)])
def test_transpose(width, passes):
    kernel = f"""
      {THREAD} {constants(*dict.fromkeys((0, 1, 32, width)))}
      %s = emmy_kernel.shared : memref<{32 * width}xf32, #shared>
      scf.for %r = %c0 to %c32 step %c1 : i32 {{
        %from = arith.muli %r, %c32 : i32
        %i = arith.addi %from, %t : i32
        %v = emmy_kernel.load %x0[%i : i32] : memref<1024xf32, #global>
        %row = arith.muli %r, %c{width} : i32
        %p = arith.addi %row, %t : i32
        emmy_kernel.store %v, %s[%p : i32] : memref<{32 * width}xf32, #shared>
      }}
      emmy_kernel.barrier
      scf.for %r = %c0 to %c32 step %c1 : i32 {{
        %column = arith.muli %t, %c{width} : i32
        %p = arith.addi %column, %r : i32
        %v = emmy_kernel.load %s[%p : i32] : memref<{32 * width}xf32, #shared>
        %to = arith.muli %r, %c32 : i32
        %o = arith.addi %to, %t : i32
        emmy_kernel.store %v, %out[%o : i32] : memref<1024xf32, #global>
      }}
    """
    launch = count(kernel, torch.ones(1024), out=(1024, F32))
    assert get_traffic(launch, "global_loads") == get_traffic(launch, "global_stores") == (32, 32 * 4, 4096)
    assert get_traffic(launch, "shared_stores") == (32, 32, 0, 4096)
    assert get_traffic(launch, "shared_loads") == (32, 32 * passes, 32 * (passes - 1), 4096)
    assert launch["barriers"] == 1
    # Each loop is one instruction, and one more an iteration; 4 of its operations are integer arithmetic.
    assert get_instructions(launch) == {
        "integer": (2 * 32 * 4, 32 * 2 * 32 * 4),
        "control": (2 * (1 + 32), 32 * 2 * (1 + 32)),
        "global_load": (32, 1024),
        "global_store": (32, 1024),
        "shared_load": (32, 1024),
        "shared_store": (32, 1024),
        "barrier": (1, 32),
    }


# Words of a lane's access, distance between lanes in words, passes. Two words: 16 lanes at a time, 32 words where they are side by
# side; at a distance of 4 words lanes 0 and 8 want the same banks, at 32 words all lanes do. Four words: 8 lanes at a time.
@pytest.mark.parametrize(
    "words,distance,passes",
    [
        (2, 2, 2),
        (2, 4, 4),
        (2, 8, 8),
        (2, 32, 32),
        (4, 4, 4),
        (4, 8, 8),
        (4, 16, 16),
        (4, 32, 32),
        (4, 36, 4),
        (1, 2, 2),
        (1, 0, 1),
    ],
)
def test_banks(words, distance, passes):
    size = 32 * max(distance, words)
    vector = f", vector<{words}xf32>" if words > 1 else ""
    value = f"vector.broadcast %one : f32 to vector<{words}xf32>" if words > 1 else "arith.addf %one, %one : f32"
    element = f"vector.extract %v[0] : f32 from vector<{words}xf32>" if words > 1 else "arith.addf %v, %one : f32"
    # Only the warp's own lanes' words are written where lanes are apart; where all share one, one of them writes it.
    store = f"emmy_kernel.store %w, %s[%i : i32] : memref<{size}xf32, #shared>{vector}"
    if distance == 0:
        store = f"%isFirst = arith.cmpi eq, %t, %zero : i32\n scf.if %isFirst {{ {store} }}"
    kernel = f"""
      {THREAD} %zero = arith.constant 0 : i32
      %distance = arith.constant {distance} : i32
      %one = arith.constant 1.0 : f32
      %s = emmy_kernel.shared : memref<{size}xf32, #shared>
      %w = {value}
      %i = arith.muli %t, %distance : i32
      {store}
      emmy_kernel.barrier
      %v = emmy_kernel.load %s[%i : i32] : memref<{size}xf32, #shared>{vector}
      %e = {element}
      emmy_kernel.store %e, %out[%t : i32] : memref<32xf32, #global>
    """
    launch = count(kernel, out=(32, F32))
    assert get_traffic(launch, "shared_loads") == (1, passes, passes - words, 128 * words)
    if distance:
        assert get_traffic(launch, "shared_stores") == (1, passes, passes - words, 128 * words)


# Numbers of 2 bytes: two of a word are one word. In a row 32 of them are 16 words; at a distance of 128 bytes all are in one bank.
@pytest.mark.parametrize("distance,passes", [(1, 1), (2, 1), (4, 2), (64, 32), (66, 1)])
def test_banks_of_narrow_numbers(distance, passes):
    size = 32 * distance
    kernel = f"""
      {THREAD} %distance = arith.constant {distance} : i32
      %s = emmy_kernel.shared : memref<{size}xf16, #shared>
      %x = emmy_kernel.load %x0[%t : i32] : memref<32xf16, #global>
      %i = arith.muli %t, %distance : i32
      emmy_kernel.store %x, %s[%i : i32] : memref<{size}xf16, #shared>
      %v = emmy_kernel.load %s[%i : i32] : memref<{size}xf16, #shared>
      emmy_kernel.store %v, %out[%t : i32] : memref<32xf16, #global>
    """
    launch = count(kernel, torch.ones(32, dtype=F16), out=(32, F16))
    assert get_traffic(launch, "shared_loads") == get_traffic(launch, "shared_stores") == (1, passes, passes - 1, 64)
    assert get_traffic(launch, "global_loads") == (1, 2, 64)


# An atomic is a request in both directions. 64 threads count into `places` words: 8 of them to a sector, all in banks of their own.
@pytest.mark.parametrize("places", [1, 4, 9, 32])
@pytest.mark.parametrize("space", ["global", "shared"])
def test_atomics(space, places):
    kernel = f"""
      {THREAD} %c0 = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %c32 = arith.constant 32 : i32
      %places = arith.constant {places} : i32
      %s = emmy_kernel.shared : memref<32xi32, #shared>
      %isLow = arith.cmpi slt, %t, %c32 : i32
      scf.if %isLow {{
        emmy_kernel.store %c0, %s[%t : i32] : memref<32xi32, #shared>
      }}
      emmy_kernel.barrier
      %i = arith.remui %t, %places : i32
      %old = emmy_kernel.atomic add %one, {"%x0" if space == "global" else "%s"}[%i : i32] : memref<32xi32, #{space}>
      emmy_kernel.store %old, %out[%t : i32] : memref<64xi32, #global>
    """
    launch = count(kernel, torch.zeros(32, dtype=I32), out=(64, I32), block=(64, 1, 1))
    is_global = space == "global"
    sectors = 2 * -(-places // 8)
    assert get_traffic(launch, "global_loads") == ((2, sectors, 256) if is_global else (0, 0, 0))
    assert get_traffic(launch, "global_stores") == ((4, sectors + 8, 512) if is_global else (2, 8, 256))
    # The first warp's zeros, and the atomics.
    assert get_traffic(launch, "shared_loads") == ((0, 0, 0, 0) if is_global else (2, 2, 0, 256))
    assert get_traffic(launch, "shared_stores") == ((1, 1, 0, 128) if is_global else (3, 3, 0, 128 + 256))
    assert get_instructions(launch) == {
        "integer": (2 + 2, 64 + 64),
        "control": (2, 64),
        "shared_store": (1, 32),
        "barrier": (2, 64),
        "atomic": (2, 64),
        "global_store": (2, 64),
    }


# n elements in blocks of 64: full warps touch 4 sectors, the last one those of its lanes. Warps behind n make no request, but they
# compute their index and the condition.
@pytest.mark.parametrize("n", [1, 8, 9, 32, 33, 64, 100, 127])
def test_tail(n):
    blocks = -(-n // 64)
    kernel = f"""
      {THREAD} %c64 = arith.constant 64 : i32
      %n = arith.constant {n} : i32
      %b = emmy_kernel.block_id x : i32
      %base = arith.muli %b, %c64 : i32
      %i = arith.addi %base, %t : i32
      %inside = arith.cmpi slt, %i, %n : i32
      scf.if %inside {{
        %v = emmy_kernel.load %x0[%i : i32] : memref<{n}xf32, #global>
        %w = arith.addf %v, %v : f32
        emmy_kernel.store %w, %out[%i : i32] : memref<{n}xf32, #global>
      }}
    """
    launch = count(kernel, torch.ones(n), out=(n, F32), grid=(blocks,), block=(64, 1, 1))
    warps = -(-n // 32)
    sectors = n // 32 * 4 + -(-(n % 32) // 8)
    assert get_traffic(launch, "global_loads") == get_traffic(launch, "global_stores") == (warps, sectors, 4 * n)
    assert get_instructions(launch) == {
        "integer": (2 * blocks * 3, 64 * blocks * 3),
        "control": (2 * blocks, 64 * blocks),
        "float": (warps, n),
        "global_load": (warps, n),
        "global_store": (warps, n),
    }


# Threads of a block in x, y, z; its warps are 32 in that order, the last one with what is left.
@pytest.mark.parametrize("block", [(5, 3, 2), (33, 1, 1), (1, 1, 1), (16, 4, 1), (31, 3, 1)])
def test_partial_warps(block):
    x, y, z = block
    threads = x * y * z
    kernel = f"""
      %x = emmy_kernel.thread_id x : i32
      %y = emmy_kernel.thread_id y : i32
      %z = emmy_kernel.thread_id z : i32
      %sx = arith.constant {x} : i32
      %sy = arith.constant {y} : i32
      %a = arith.muli %z, %sy : i32
      %b = arith.addi %a, %y : i32
      %c = arith.muli %b, %sx : i32
      %t = arith.addi %c, %x : i32
      emmy_kernel.store %t, %out[%t : i32] : memref<{threads}xi32, #global>
    """
    launch = count(kernel, out=(threads, I32), block=block)
    full, rest = divmod(threads, 32)
    assert get_traffic(launch, "global_stores") == (full + (rest > 0), 4 * full + -(-rest // 8), 4 * threads)
    assert get_instructions(launch)["integer"] == (4 * (full + (rest > 0)), 4 * threads)


def test_divergent_loop():
    """Lane t iterates t % 4 times: the warp makes 3 iterations, of 24, 16 and 8 lanes."""
    kernel = f"""
      {THREAD} {constants(0, 1, 4)}
      %zero = arith.constant 0.0 : f32
      %n = arith.remui %t, %c4 : i32
      %sum = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> f32 : i32 {{
        %i = arith.addi %t, %k : i32
        %v = emmy_kernel.load %x0[%i : i32] : memref<35xf32, #global>
        %s = arith.addf %a, %v : f32
        scf.yield %s : f32
      }}
      emmy_kernel.store %sum, %out[%t : i32] : memref<32xf32, #global>
    """
    launch = count(kernel, torch.ones(35), out=(32, F32))
    lanes = 24 + 16 + 8
    assert get_instructions(launch) == {
        "integer": (1 + 3, 32 + lanes),
        "float": (3, lanes),
        "control": (1 + 3, 32 + lanes),
        "global_load": (3, lanes),
        "global_store": (1, 32),
    }
    # Of the lanes with t % 4 > k, each reads word t + k. k = 0: words 1, 2, 3, 5, ... 31 in sectors 0 to 3; k = 1: words 3, 4, 7, 8, ... 31,
    # 32 in 0 to 4; k = 2: words 5, 9, ... 33 in 0 to 4.
    assert get_traffic(launch, "global_loads") == (3, 4 + 5 + 5, 4 * lanes)


def test_classes():
    """One operation or more of every class, on two warps."""
    kernel = f"""
      {THREAD} {constants(1, 2)}
      %zero = arith.constant 0 : index
      %l = emmy_kernel.local : memref<4xf32, #private>
      %v = emmy_kernel.load %x0[%t : i32] : memref<64xf32, #global>
      emmy_kernel.store %v, %l[%zero : index] : memref<4xf32, #private>
      %w = emmy_kernel.load %l[%zero : index] : memref<4xf32, #private>
      %q = arith.divf %w, %v : f32
      %r = math.sqrt %q : f32
      %p = arith.mulf %r, %r : f32
      %f = math.fma %p, %p, %r : f32
      %n = arith.negf %f : f32
      %y = emmy_kernel.shuffle xor %n, %c1 : f32
      %z = emmy_kernel.shuffle down %y, %c2 : f32
      %i = arith.bitcast %z : f32 to i32
      %j = arith.xori %i, %i : i32
      %k = arith.addi %j, %t : i32
      emmy_kernel.store %z, %out[%k : i32] : memref<64xf32, #global>
    """
    launch = count(kernel, torch.ones(64), out=(64, F32), block=(64, 1, 1))
    # A conversion between a float and its bits counts as one of floats.
    classes = {"integer": 2, "float": 4, "special": 2, "global_load": 1, "global_store": 1, "local": 2, "shuffle": 2}
    assert get_instructions(launch) == {name: (2 * number, 64 * number) for name, number in classes.items()}
