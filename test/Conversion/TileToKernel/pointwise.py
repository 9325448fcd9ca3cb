# Pointwise kernels, executed.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import numpy as np
from execute import assemble, emit, execute, expect_close, main, rng

SILU_MUL = """
module attributes {emmy.target = "sm_90"} {
func.func @main(%x: tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32> {
  %m = emmy_tile.kernel ins(%x : tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32> attributes {threads = 256 : i64} {
  ^bb0(%in: memref<1x32x4096xf32>, %out: memref<1x32x2048xf32>):
    %one = arith.constant 1.0 : f32
    emmy_tile.for block (%b) in (64) {
      emmy_tile.for thread (%t) in (256) stride [1] {
        emmy_tile.for vector (%v) in (4) {
          %l = emmy_tile.load %in[0, %b floordiv 2, (%b mod 2) * 1024 + %t * 4 + %v] : memref<1x32x4096xf32>
          %n = arith.negf %l : f32
          %e = emmy.apply exp(%n) : (f32) -> f32
          %d = arith.addf %e, %one : f32
          %s = arith.divf %l, %d : f32
          %r = emmy_tile.load %in[0, %b floordiv 2, (%b mod 2) * 1024 + %t * 4 + %v + 2048] : memref<1x32x4096xf32>
          %p = arith.mulf %s, %r : f32
          emmy_tile.store %p, %out[0, %b floordiv 2, (%b mod 2) * 1024 + %t * 4 + %v] : memref<1x32x2048xf32>
        }
      }
    }
  }
  return %m : tensor<1x32x2048xf32>
}
}
"""


def test_silu_mul():
    x = rng.standard_normal((1, 32, 4096), dtype=np.float32)
    out = np.empty((1, 32, 2048), np.float32)
    report = execute(SILU_MUL, [x], [out])
    left, right = np.split(x.astype(np.float64), 2, axis=-1)
    expect_close(out, left / (1 + np.exp(-left)) * right, 1e-6)
    launch = report.launches[0]
    # Every input is read once and every output written once, 16 bytes at a time.
    assert list(launch.globalAccesses.loads) == [0, 0, 0, 0, 2 * 64 * 256, 0]
    assert list(launch.globalAccesses.stores) == [0, 0, 0, 0, 64 * 256, 0]
    assert launch.grid[0] == 64 and launch.block[0] == 256 and launch.barriers == 0
    assert "0 bytes spill stores" in assemble(SILU_MUL)


DYNAMIC = """
emmy.symbol @n {declared}
func.func @main(%x: tensor<?xf16, #emmy.dims<[n]>>) -> tensor<?xf32, #emmy.dims<[n]>> {{
  %n = emmy.size @n
  %y = emmy_tile.kernel ins(%x : tensor<?xf16, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[n]>> attributes {{threads = 256 : i64}} {{
  ^bb0(%in: memref<?xf16>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0.0 : f16
    %c255 = arith.constant 255 : index
    %c256 = arith.constant 256 : index
    %rounded = arith.addi %size, %c255 : index
    %blocks = arith.divui %rounded, %c256 : index
    emmy_tile.for block (%b) in (%blocks) {{
      emmy_tile.for thread (%t) in (256) stride [1] {{
        %v = emmy_tile.load %in[%b * 256 + %t] if (symbol(%size) - 1 - %b * 256 - %t >= 0) else %zero : memref<?xf16>
        %w = arith.extf %v : f16 to f32
        emmy_tile.store %w, %out[%b * 256 + %t] if (symbol(%size) - 1 - %b * 256 - %t >= 0) : memref<?xf32>
      }}
    }}
  }}
  return %y : tensor<?xf32, #emmy.dims<[n]>>
}}
"""


# Indices are 32-bit under a declared limit, and 64-bit without; an empty grid is no launch.
def test_dynamic():
    for declared, kind in (("{max = 100000}", "int n"), ("", "int64_t n")):
        text = DYNAMIC.format(declared=declared)
        assert kind in emit(text)
        for n in (0, 1, 255, 256, 257, 1000):
            x = rng.standard_normal(n).astype(np.float16)
            out = np.empty(n, np.float32)
            report = execute(text, [x], [out], sizes=(n,))
            assert np.array_equal(out, x.astype(np.float32)), n
            assert len(report.launches) == (n > 0)


# Bools are bytes; lanes whose elements are not consecutive are accessed one by one; a gather's index comes from memory.
MIXED = """
func.func @main(%x: tensor<64x8xf32>, %mask: tensor<512xi1>, %i: tensor<512xi64>) -> (tensor<512xi1>, tensor<8x64xf32>, tensor<512xf32>) {
  %r:3 = emmy_tile.kernel ins(%x, %mask, %i : tensor<64x8xf32>, tensor<512xi1>, tensor<512xi64>) -> (tensor<512xi1>, tensor<8x64xf32>, tensor<512xf32>) attributes {threads = 128 : i64} {
  ^bb0(%in: memref<64x8xf32>, %m: memref<512xi8>, %index: memref<512xi64>, %flags: memref<512xi8>, %turned: memref<8x64xf32>, %picked: memref<512xf32>):
    %zero = arith.constant 0.0 : f32
    %true = arith.constant true
    emmy_tile.for thread (%t) in (128) stride [1] {
      emmy_tile.for vector (%v) in (4) {
        %b = emmy_tile.load %m[%t * 4 + %v] : memref<512xi8> -> i1
        %n = arith.xori %b, %true : i1
        emmy_tile.store %n, %flags[%t * 4 + %v] : i1, memref<512xi8>
        %e = emmy_tile.load %in[(%t * 4 + %v) mod 64, (%t * 4 + %v) floordiv 64] : memref<64x8xf32>
        emmy_tile.store %e, %turned[%t floordiv 16, (%t mod 16) * 4 + %v] : memref<8x64xf32>
        %k = emmy_tile.load %index[%t * 4 + %v] : memref<512xi64>
        %j = arith.index_cast %k : i64 to index
        %p = emmy_tile.load %in[%j floordiv 8, %j mod 8] if (%j >= 0, 511 - %j >= 0) else %zero : memref<64x8xf32>
        emmy_tile.store %p, %picked[%t * 4 + %v] : memref<512xf32>
      }
    }
  }
  return %r#0, %r#1, %r#2 : tensor<512xi1>, tensor<8x64xf32>, tensor<512xf32>
}
"""


def test_mixed():
    x = rng.standard_normal((64, 8), dtype=np.float32)
    mask = rng.integers(0, 2, 512).astype(np.uint8)
    index = rng.integers(-20, 540, 512)
    flags, turned, picked = np.empty(512, np.uint8), np.empty((8, 64), np.float32), np.empty(512, np.float32)
    report = execute(MIXED, [x, mask, index], [flags, turned, picked])
    assert np.array_equal(flags, 1 - mask)
    assert np.array_equal(turned, x.T)
    inside = (index >= 0) & (index < 512)
    assert np.array_equal(picked, np.where(inside, x.reshape(-1)[np.clip(index, 0, 511)], 0))
    # Stores of bools take 4 bytes together, those of floats 16.
    assert list(report.launches[0].globalAccesses.stores) == [0, 0, 128, 0, 256, 0]


# Two kernels that are the same but for names are one; a returned input is copied, as is a value that is returned twice; an
# intermediate result lies in the workspace.
TWICE = """
func.func @main(%x: tensor<64xf32> loc("x")) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %a = emmy_tile.kernel ins(%x : tensor<64xf32>) -> tensor<64xf32> attributes {threads = 64 : i64} {
  ^bb0(%in: memref<64xf32>, %out: memref<64xf32>):
    emmy_tile.for thread (%t) in (64) stride [1] {
      %v = emmy_tile.load %in[%t] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      emmy_tile.store %w, %out[%t] : memref<64xf32>
    }
  } loc("double")
  %b = emmy_tile.kernel ins(%a : tensor<64xf32>) -> tensor<64xf32> attributes {threads = 64 : i64} {
  ^bb0(%in: memref<64xf32>, %out: memref<64xf32>):
    emmy_tile.for thread (%t) in (64) stride [1] {
      %v = emmy_tile.load %in[%t] : memref<64xf32>
      %w = arith.addf %v, %v : f32
      emmy_tile.store %w, %out[%t] : memref<64xf32>
    }
  } loc("quadruple")
  return %x, %b, %b : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}
"""


def test_twice():
    text = emit(TWICE)
    assert text.count("__global__") == 1 and "k_double" in text
    x = rng.standard_normal(64, dtype=np.float32)
    same, first, second = (np.empty(64, np.float32) for _ in range(3))
    report = execute(TWICE, [x], [same, first, second])
    assert np.array_equal(same, x) and np.array_equal(first, 4 * x) and np.array_equal(second, 4 * x)
    assert len(report.launches) == 2


main(globals())
