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


main(globals())
