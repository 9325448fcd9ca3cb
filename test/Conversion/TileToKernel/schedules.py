# Schedules as a person may write them, executed by all threads.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import numpy as np
from execute import execute, expect_close, main, rng

APPLY = ["--emmy-tile-apply-schedule"]

ROWS = """
func.func @main(%x: tensor<6x{length}xf32>) -> tensor<6x{columns}xf32> {{
  %y = emmy_tile.kernel ins(%x : tensor<6x{length}xf32>) -> tensor<6x{columns}xf32> attributes {{schedule = {schedule}}} {{
  ^bb0(%in: memref<6x{length}xf32>, %out: memref<6x{columns}xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (6) {{
      %s = emmy_tile.reduce (%r) in ({length}) init(%zero : f32) {{
        %v = emmy_tile.load %in[%i, %r] : memref<6x{length}xf32>
        emmy_tile.yield %v : f32
      }} combine {{
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }}
      emmy_tile.for parallel (%j) in ({columns}) {{
        emmy_tile.store %s, %out[%i, %j] : memref<6x{columns}xf32>
      }}
    }}
  }}
  return %y : tensor<6x{columns}xf32>
}}
"""


def test_reduction_by_fewer_threads_than_use_it():
    """All threads of the group have the result, also those that had nothing to add."""
    cases = [
        (8, 64, 64, "i0 = [block], r0 = [sequential, thread 8], i1 = [sequential, thread 64]"),
        (5, 33, 96, "i0 = [block], r0 = [sequential, thread 4], i1 = [sequential, thread 96]"),
        (70, 100, 128, "i0 = [block], r0 = [sequential, thread 32], i1 = [sequential, thread 128]"),
        (70, 100, 128, "i0 = [block], r0 = [sequential, thread 64], i1 = [sequential, thread 128]"),
        (8, 64, 64, "i0 = [block, thread 2], r0 = [sequential, thread 1], i1 = [sequential, thread 32]"),
        (8, 12, 96, "i0 = [sequential, thread 2], r0 = [vector], i1 = [block, thread 1]"),
        (8, 12, 64, "i0 = [block, thread 4], r0 = [sequential, thread 4], i1 = [sequential, thread 16]"),
    ]
    for length, columns, threads, axes in cases:
        schedule = f"#emmy_tile.schedule<threads = {threads}, axes = [{axes}]>"
        x = rng.standard_normal((6, length), dtype=np.float32)
        out = np.empty((6, columns), np.float32)
        execute(ROWS.format(length=length, columns=columns, schedule=schedule), [x], [out], passes=APPLY)
        expect_close(out, np.repeat(x.astype(np.float64).sum(1, keepdims=True), columns, 1))


def test_two_groups_of_many_warps():
    """Each lane reads a slot of its own group, where a group has so many warps that a warp combines them."""
    for threads, group in ((1024, 512), (768, 384)):
        axes = f"i0 = [block, thread 2], r0 = [sequential, thread {group}], i1 = [sequential, thread {group}]"
        x = rng.standard_normal((6, 1030), dtype=np.float32)
        out = np.empty((6, 3), np.float32)
        schedule = f"#emmy_tile.schedule<threads = {threads}, axes = [{axes}]>"
        execute(ROWS.format(length=1030, columns=3, schedule=schedule), [x], [out], passes=APPLY)
        expect_close(out, np.repeat(x.astype(np.float64).sum(1, keepdims=True), 3, 1))


COPY = """
func.func @main(%x: tensor<8x12xf32>) -> tensor<8x12xf32> {{
  %y = emmy_tile.kernel ins(%x : tensor<8x12xf32>) -> tensor<8x12xf32> attributes {{schedule = {schedule}}} {{
  ^bb0(%in: memref<8x12xf32>, %out: memref<8x12xf32>):
    emmy_tile.for parallel (%i, %j) in (8, 12) {{
      %v = emmy_tile.load %in[%i, %j] : memref<8x12xf32>
      emmy_tile.store %v, %out[%i, %j] : memref<8x12xf32>
    }}
  }}
  return %y : tensor<8x12xf32>
}}
"""


def test_factors_of_one_thread():
    """They take no thread from the other axes, wherever they stand."""
    for axes in (
        "i0 = [block, thread 8], i1 = [block, thread 1]",
        "i0 = [block, thread 1], i1 = [block, thread 8]",
        "i0 = [block, thread 1], i1 = [block, thread 1]",
    ):
        x = rng.standard_normal((8, 12), dtype=np.float32)
        out = np.empty_like(x)
        execute(COPY.format(schedule=f"#emmy_tile.schedule<threads = 8, axes = [{axes}]>"), [x], [out], passes=APPLY)
        np.testing.assert_array_equal(out, x)


LANES = """
func.func @main(%x: tensor<32xf32>) -> tensor<32xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<32xf32>) -> tensor<32xf32> attributes {threads = 8 : i64} {
  ^bb0(%in: memref<32xf32>, %out: memref<32xf32>):
    emmy_tile.for thread (%t) in (8) stride [1] {
      emmy_tile.for vector (%v) in (4) {
        %number = arith.index_cast %v : index to i32
        %other = arith.sitofp %number : i32 to f32
        %e = emmy_tile.load %in[%t * 4 + %v] if (%t - 3 >= 0) else %other : memref<32xf32>
        emmy_tile.store %e, %out[%t * 4 + %v] : memref<32xf32>
      }
    }
  }
  return %y : tensor<32xf32>
}
"""


def test_lanes_of_a_masked_load_have_values_of_their_own():
    """Where nothing is read, each lane gets its own other value."""
    x = rng.standard_normal(32, dtype=np.float32)
    out = np.empty_like(x)
    execute(LANES, [x], [out])
    np.testing.assert_array_equal(out, np.where(np.arange(32) < 12, np.arange(32) % 4, x))


SHIFTED = """
func.func @main(%x: tensor<36xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
  %y, %z = emmy_tile.kernel ins(%x : tensor<36xf32>) -> (tensor<32xf32>, tensor<32xf32>) attributes {threads = 8 : i64} {
  ^bb0(%in: memref<36xf32>, %one: memref<32xf32>, %two: memref<32xf32>):
    emmy_tile.for thread (%t) in (8) stride [1] {
      emmy_tile.for vector (%v) in (4) {
        %e = emmy_tile.load %in[%t * 4 + %v + 1] : memref<36xf32>
        emmy_tile.store %e, %one[%t * 4 + %v] : memref<32xf32>
        %f = emmy_tile.load %in[%t * 4 + %v + 2] : memref<36xf32>
        emmy_tile.store %f, %two[%t * 4 + %v] : memref<32xf32>
      }
    }
  }
  return %y, %z : tensor<32xf32>, tensor<32xf32>
}
"""


def test_lanes_that_start_between_multiples_of_the_vector():
    """Vectors are accessed at multiples of their size only; else they are narrower."""
    x = rng.standard_normal(36, dtype=np.float32)
    one, two = np.empty(32, np.float32), np.empty(32, np.float32)
    execute(SHIFTED, [x], [one, two])
    np.testing.assert_array_equal(one, x[1:33])
    np.testing.assert_array_equal(two, x[2:34])


DIVIDED = """
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %y, %z = emmy_tile.kernel ins(%x : tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) attributes {threads = 8 : i64} {
  ^bb0(%in: memref<8xf32>, %quotients: memref<8xf32>, %remainders: memref<8xf32>):
    emmy_tile.for thread (%t) in (8) stride [1] {
      %q = emmy_tile.load %in[%t floordiv 7] : memref<8xf32>
      emmy_tile.store %q, %quotients[%t] : memref<8xf32>
      %r = emmy_tile.load %in[%t mod 7] : memref<8xf32>
      emmy_tile.store %r, %remainders[%t] : memref<8xf32>
    }
  }
  return %y, %z : tensor<8xf32>, tensor<8xf32>
}
"""


def test_division_whose_numerator_reaches_the_divisor():
    x = rng.standard_normal(8, dtype=np.float32)
    quotients, remainders = np.empty_like(x), np.empty_like(x)
    execute(DIVIDED, [x], [quotients, remainders])
    np.testing.assert_array_equal(quotients, x[np.arange(8) // 7])
    np.testing.assert_array_equal(remainders, x[np.arange(8) % 7])


def test_every_thread_combines_in_the_same_order():
    """Where combine gives other bits for its operands exchanged, all threads of a group still have the same ones."""
    combine = "%n = arith.constant 1.00000095 : f32\n        %c = math.fma %a, %n, %b : f32"
    text = ROWS.replace("%c = arith.addf %a, %b : f32", combine)
    assert text != ROWS
    for threads in (8, 64):
        axes = f"i0 = [block], r0 = [sequential, thread {threads}], i1 = [sequential, thread {threads}]"
        schedule = f"#emmy_tile.schedule<threads = {threads}, axes = [{axes}]>"
        x = rng.standard_normal((6, 128), dtype=np.float32)
        out = np.empty((6, threads), np.float32)
        execute(text.format(length=128, columns=threads, schedule=schedule), [x], [out], passes=APPLY)
        np.testing.assert_array_equal(out, np.repeat(out[:, :1], threads, 1))
        expect_close(out[:, 0], x.astype(np.float64).sum(1), 1e-3)


STATISTIC = """
func.func @main(%x: tensor<6x8xf32>) -> (tensor<6xf32>, tensor<6x12xf32>) {{
  %y, %z = emmy_tile.kernel ins(%x : tensor<6x8xf32>) -> (tensor<6xf32>, tensor<6x12xf32>) attributes {{schedule = {schedule}}} {{
  ^bb0(%in: memref<6x8xf32>, %sums: memref<6xf32>, %out: memref<6x12xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (6) {{
      %s = emmy_tile.reduce (%r) in (8) init(%zero : f32) {{
        %v = emmy_tile.load %in[%i, %r] : memref<6x8xf32>
        emmy_tile.yield %v : f32
      }} combine {{
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }}
      emmy_tile.store %s, %sums[%i] : memref<6xf32>
      emmy_tile.for parallel (%j) in (12) {{
        emmy_tile.store %s, %out[%i, %j] : memref<6x12xf32>
      }}
    }}
  }}
  return %y, %z : tensor<6xf32>, tensor<6x12xf32>
}}
"""


def test_one_block_stores_what_several_compute():
    """Where an inner loop has a block factor, all of its blocks compute the row's statistic."""
    axes = "i0 = [block], r0 = [sequential, thread 4], i1 = [block, thread 4]"
    x = rng.standard_normal((6, 8), dtype=np.float32)
    sums, out = np.empty(6, np.float32), np.empty((6, 12), np.float32)
    execute(STATISTIC.format(schedule=f"#emmy_tile.schedule<threads = 4, axes = [{axes}]>"), [x], [sums, out], passes=APPLY)
    expect_close(sums, x.astype(np.float64).sum(1))
    np.testing.assert_array_equal(out, np.repeat(sums[:, None], 12, 1))


BROADCAST = """
func.func @main(%x: tensor<32xf32>) -> tensor<32xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<32xf32>) -> tensor<32xf32> attributes {threads = 64 : i64} {
  ^bb0(%in: memref<32xf32>, %out: memref<32xf32>):
    %shared = emmy_tile.alloc : memref<2xf32, #emmy_tile.shared>
    emmy_tile.for sequential (%k) in (2) {
      %v = emmy_tile.load %in[%k * 5] : memref<32xf32>
      emmy_tile.store %v, %shared[%k] : memref<2xf32, #emmy_tile.shared>
    }
    emmy_tile.for thread (%t) in (32) stride [1] {
      %a = emmy_tile.load %shared[%t mod 2] : memref<2xf32, #emmy_tile.shared>
      emmy_tile.store %a, %out[%t] : memref<32xf32>
    }
  }
  return %y : tensor<32xf32>
}
"""


def test_one_thread_stores_what_the_block_computes():
    """Threads without an iteration of a loop store nothing."""
    x = rng.standard_normal(32, dtype=np.float32)
    out = np.empty_like(x)
    execute(BROADCAST, [x], [out])
    np.testing.assert_array_equal(out, np.tile(x[[0, 5]], 16))


EXCHANGE = """
func.func @main(%x: tensor<128xf32>) -> tensor<128xf32> {{
  %y = emmy_tile.kernel ins(%x : tensor<128xf32>) -> tensor<128xf32> attributes {{threads = 64 : i64}} {{
  ^bb0(%in: memref<128xf32>, %out: memref<128xf32>):
    %shared = emmy_tile.alloc : memref<64xf32, #emmy_tile.shared>
    {code}
  }}
  return %y : tensor<128xf32>
}}
"""
ROUND = """
      emmy_tile.for thread (%t) in (64) stride [1] {{
        %v = emmy_tile.load %in[{start} + %t] : memref<128xf32>
        emmy_tile.store %v, %shared[%t] : memref<64xf32, #emmy_tile.shared>
      }}
      emmy_tile.for thread (%t) in (64) stride [1] {{
        %v = emmy_tile.load %shared[63 - %t] : memref<64xf32, #emmy_tile.shared>
        emmy_tile.store %v, %out[{start} + %t] : memref<128xf32>
      }}
"""


def test_shared_memory_that_is_written_again():
    """What was read is overwritten behind a barrier, in straight-line code and by the next iteration of a loop."""
    loop = f"emmy_tile.for sequential (%k) in (2) {{ {ROUND.format(start='%k * 64')} }}"
    for code in (ROUND.format(start="0") + ROUND.format(start="64"), loop):
        x = rng.standard_normal(128, dtype=np.float32)
        out = np.empty_like(x)
        execute(EXCHANGE.format(code=code), [x], [out])
        np.testing.assert_array_equal(out, x.reshape(2, 64)[:, ::-1].flatten())


main(globals())
