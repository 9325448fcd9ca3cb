# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bytes_read, bytes_written and flops: programs whose figures are known, and random accesses that are evaluated point by point."""

import ast
import functools
import itertools
import random

import pytest
from emmy.compiler import Module

SUM = """ combine {
      ^bb0(%left: f32, %right: f32):
        %joined = arith.addf %left, %right : f32
        emmy_tile.yield %joined : f32
      } -> (f32)"""


# Kernels are written at the tile level, where nothing is scheduled any more.


def get_kernel(text, **sizes):
    report = Module(text).report(sizes)
    (kernel,) = report["kernels"]
    return kernel


def get_bytes(text, **sizes):
    kernel = get_kernel(text, **sizes)
    return kernel["bytes_read"], kernel["bytes_written"]


def make_silu_and_mul(offset):
    return f"""
func.func @main(%x: tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32> {{
  %m = emmy_tile.kernel ins(%x : tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32> {{
  ^bb0(%in: memref<1x32x4096xf32>, %out: memref<1x32x2048xf32>):
    %one = arith.constant 1.0 : f32
    emmy_tile.for parallel (%i, %j) in (32, 2048) {{
      %l = emmy_tile.load %in[0, %i, %j] : memref<1x32x4096xf32>
      %n = arith.negf %l : f32
      %e = emmy.apply exp(%n) : (f32) -> f32
      %d = arith.addf %e, %one : f32
      %s = arith.divf %l, %d : f32
      %r = emmy_tile.load %in[0, %i, %j + {offset}] : memref<1x32x4096xf32>
      %p = arith.mulf %s, %r : f32
      emmy_tile.store %p, %out[0, %i, %j] : memref<1x32x2048xf32>
    }}
  }}
  return %m : tensor<1x32x2048xf32>
}}
"""


def test_disjoint_slices_add_and_equal_maps_count_once():
    assert get_bytes(make_silu_and_mul(2048)) == (524288, 262144)
    assert get_bytes(make_silu_and_mul(0)) == (262144, 262144)
    # Slices that overlap: their union.
    assert get_bytes(make_silu_and_mul(1)) == (32 * 2049 * 4, 262144)
    # negate, exp, add, divide, multiply
    assert get_kernel(make_silu_and_mul(2048))["flops"] == 5 * 65536


def make_sum_of_product():
    return f"""
func.func @main(%a: tensor<4x128xf32>, %b: tensor<4x128xf32>, %c: tensor<4x128xf32>) -> tensor<4xf32> {{
  %m = emmy_tile.kernel ins(%a, %b, %c : tensor<4x128xf32>, tensor<4x128xf32>, tensor<4x128xf32>) -> tensor<4xf32> {{
  ^bb0(%ab: memref<4x128xf32>, %bb: memref<4x128xf32>, %cb: memref<4x128xf32>, %out: memref<4xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (4) {{
      %s = emmy_tile.reduce (%r) in (128) init(%zero : f32) {{
        %x = emmy_tile.load %ab[%i, %r] : memref<4x128xf32>
        %y = emmy_tile.load %bb[%i, %r] : memref<4x128xf32>
        %z = emmy_tile.load %cb[%i, %r] : memref<4x128xf32>
        %u = arith.addf %x, %y : f32
        %v = emmy.apply maximum(%z, %zero) : (f32, f32) -> f32
        %w = arith.mulf %u, %v : f32
        emmy_tile.yield %w : f32
      }}{SUM}
      emmy_tile.store %s, %out[%i] : memref<4xf32>
    }}
  }}
  return %m : tensor<4xf32>
}}
"""


def test_sum_of_product():
    kernel = get_kernel(make_sum_of_product())
    assert (kernel["bytes_read"], kernel["bytes_written"]) == (6144, 16)
    assert kernel["flops"] == 4 * 4 * 128
    assert Module(make_sum_of_product()).report()["total"]["bytes_compulsory"] == 6160


def make_rows(passes):
    """Row statistics, then the row divided by them: `passes` sums, one after the other."""
    sums = "\n".join(
        f"""
      %s{number} = emmy_tile.reduce (%r) in (%columns) init(%zero : f32) {{
        %x = emmy_tile.load %in[%i, %r] : memref<?x?xf32>
        emmy_tile.yield %x : f32
      }}{SUM}
      %t{number} = arith.addf %t{number - 1}, %s{number} : f32"""
        for number in range(1, passes + 1)
    )
    return f"""
emmy.symbol @m
emmy.symbol @n
func.func @main(%source: tensor<?x?xf32, #emmy.dims<[m, n]>>, %w: tensor<?xf32, #emmy.dims<[n]>>) -> tensor<?x?xf32, #emmy.dims<[m, n]>> {{
  %m = emmy.size @m
  %n = emmy.size @n
  %y = emmy_tile.kernel ins(%source, %w : tensor<?x?xf32, #emmy.dims<[m, n]>>, tensor<?xf32, #emmy.dims<[n]>>) sizes(@m = %m, @n = %n) -> tensor<?x?xf32, #emmy.dims<[m, n]>> {{
  ^bb0(%in: memref<?x?xf32>, %weight: memref<?xf32>, %rows: index, %columns: index, %out: memref<?x?xf32>):
    %zero = arith.constant 0.0 : f32
    %t0 = arith.constant 1.0 : f32
    emmy_tile.for parallel (%i) in (%rows) {{{sums}
      emmy_tile.for parallel (%j) in (%columns) {{
        %a = emmy_tile.load %in[%i, %j] : memref<?x?xf32>
        %b = emmy_tile.load %weight[%j] : memref<?xf32>
        %c = arith.divf %a, %t{passes} : f32
        %d = arith.mulf %c, %b : f32
        emmy_tile.store %d, %out[%i, %j] : memref<?x?xf32>
      }}
    }}
  }}
  return %y : tensor<?x?xf32, #emmy.dims<[m, n]>>
}}
"""


@pytest.mark.parametrize("m,n", [(0, 8), (8, 0), (1, 1), (7, 37), (32, 2048)])
def test_every_nest_that_loads_is_a_sweep(m, n):
    for passes in (0, 1, 2):
        kernel = get_kernel(make_rows(passes), m=m, n=n)
        weight = 4 * n if m else 0
        assert kernel["bytes_read"] == (passes + 1) * 4 * m * n + weight
        assert kernel["bytes_written"] == 4 * m * n
        assert kernel["flops"] == m * (passes * (n + 1) + 2 * n)
        x, w, _ = kernel["operands"]
        assert (x["read_sweeps"], w["read_sweeps"]) == (passes + 1, 1)


def make_staged_rows(second_load):
    """The row is loaded into registers once; `second_load` is read by the last nest."""
    return f"""
func.func @main(%x: tensor<64x1000xf32>) -> tensor<64x1000xf32> {{
  %m = emmy_tile.kernel ins(%x : tensor<64x1000xf32>) -> tensor<64x1000xf32> attributes {{threads = 256 : i64}} {{
  ^bb0(%in: memref<64x1000xf32>, %out: memref<64x1000xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for block (%b) in (64) {{
      %row = emmy_tile.stage (%t, %v) in (256, 4) bind [thread, vector] stride [1, 0] {{
        %e = emmy_tile.load %in[%b, %t * 4 + %v] if (249 - %t >= 0) else %zero : memref<64x1000xf32>
        emmy_tile.yield %e : f32
      }} : memref<256x4xf32, #emmy_tile.registers<[0]>>
      %sum = emmy_tile.reduce thread (%t) in (256) stride [1] init(%zero : f32) {{
        %p = emmy_tile.reduce vector (%v) in (4) init(%zero : f32) {{
          %e = emmy_tile.load %row[%t, %v] : memref<256x4xf32, #emmy_tile.registers<[0]>>
          emmy_tile.yield %e : f32
        }} combine {{
        ^bb0(%a: f32, %c: f32):
          %f = arith.addf %a, %c : f32
          emmy_tile.yield %f : f32
        }}
        emmy_tile.yield %p : f32
      }} combine {{
      ^bb0(%a: f32, %c: f32):
        %f = arith.addf %a, %c : f32
        emmy_tile.yield %f : f32
      }}
      emmy_tile.for thread (%t) in (256) stride [1] {{
        emmy_tile.for vector (%v) in (4) {{
          %e = emmy_tile.load {second_load}
          %q = arith.divf %e, %sum : f32
          emmy_tile.store %q, %out[%b, %t * 4 + %v] if (249 - %t >= 0) : memref<64x1000xf32>
        }}
      }}
    }}
  }}
  return %m : tensor<64x1000xf32>
}}
"""


def test_staged_data_is_not_read_again():
    assert get_bytes(make_staged_rows("%row[%t, %v] : memref<256x4xf32, #emmy_tile.registers<[0]>>")) == (256000, 256000)
    again = "%in[%b, %t * 4 + %v] if (249 - %t >= 0) else %zero : memref<64x1000xf32>"
    assert get_bytes(make_staged_rows(again)) == (512000, 256000)


def make_gather(table):
    return f"""
func.func @main(%x: tensor<{table}x8xf32>, %i: tensor<5xi64>) -> tensor<5x8xf32> {{
  %m = emmy_tile.kernel ins(%x, %i : tensor<{table}x8xf32>, tensor<5xi64>) -> tensor<5x8xf32> {{
  ^bb0(%in: memref<{table}x8xf32>, %rows: memref<5xi64>, %out: memref<5x8xf32>):
    emmy_tile.for parallel (%a, %b) in (5, 8) {{
      %r = emmy_tile.load %rows[%a] : memref<5xi64>
      %row = arith.index_cast %r : i64 to index
      %v = emmy_tile.load %in[%row, %b] : memref<{table}x8xf32>
      emmy_tile.store %v, %out[%a, %b] : memref<5x8xf32>
    }}
  }}
  return %m : tensor<5x8xf32>
}}
"""


def test_position_that_depends_on_data_is_an_estimate():
    kernel = get_kernel(make_gather(100))
    assert "bytes_read" in kernel["estimates"]
    assert (kernel["bytes_read"], kernel["bytes_written"]) == (5 * 8 * 4 + 5 * 8, 5 * 8 * 4)
    # A table has no more bytes than its own.
    assert get_kernel(make_gather(3))["bytes_read"] == 3 * 8 * 4 + 5 * 8


# Random accesses: an index expression over three loops, one of them with an extent that depends on another; guards.


def make_expression(rng, depth=0):
    kind = rng.randrange(6 if depth < 3 else 2)
    if kind == 0:
        return rng.choice(["%i", "%j", "%k"])
    if kind == 1:
        return str(rng.randint(0, 9))
    left = make_expression(rng, depth + 1)
    if kind == 2:
        return f"({left} + {make_expression(rng, depth + 1)})"
    if kind == 3:
        return f"({left} - {make_expression(rng, depth + 1)})"
    if kind == 4:
        return f"({left} * {rng.choice([-3, 2, 4, 7])})"
    return f"({left} {rng.choice(['floordiv', 'ceildiv', 'mod'])} {rng.choice([2, 3, 4, 10])})"


class CeilDivision(ast.NodeTransformer):
    """a @ b as -(-a // b)."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if not isinstance(node.op, ast.MatMult):
            return node
        return ast.UnaryOp(ast.USub(), ast.BinOp(ast.UnaryOp(ast.USub(), node.left), ast.FloorDiv(), node.right))


@functools.cache
def compile_expression(expression):
    text = expression.replace("%", "")
    for word, operator in {"floordiv": "//", "ceildiv": "@", "mod": "%"}.items():
        text = text.replace(word, operator)
    tree = CeilDivision().visit(ast.parse(f"lambda i, j, k: {text}", mode="eval"))
    return eval(compile(ast.fix_missing_locations(tree), "<expression>", "eval"))


def evaluate(expression, i, j, k):
    return compile_expression(expression)(i, j, k)


@pytest.mark.parametrize("seed", range(80))
def test_random_accesses(seed):
    rng = random.Random(seed)
    sizes = [rng.choice([1, 3, 8, 12]), rng.choice([1, 2, 5, 16]), rng.choice([1, 4, 6])]
    is_triangle = rng.random() < 0.3
    shape = [rng.choice([1, 7, 24]), rng.choice([1, 10, 64])]
    loads, touched = [], set()
    for number in range(rng.randint(1, 3)):
        rows, columns, guard = (make_expression(rng) for _ in range(3))
        is_equality = rng.random() < 0.2
        loads.append(
            f"""      %v{number} = emmy_tile.load %in[({rows}) mod {shape[0]}, ({columns}) mod {shape[1]}] """
            f"""if ({guard} {"==" if is_equality else ">="} 0) else %zero : memref<{shape[0]}x{shape[1]}xf32>
      emmy_tile.store %v{number}, %out[%i, %j] : memref<{sizes[0]}x{sizes[1]}xf32>"""
        )
        for i, j, k in itertools.product(*map(range, sizes)):
            if is_triangle and k >= (j * 3) // 2 - i + 1:
                continue
            condition = evaluate(guard, i, j, k)
            if condition == 0 if is_equality else condition >= 0:
                touched.add((evaluate(rows, i, j, k) % shape[0], evaluate(columns, i, j, k) % shape[1]))
    extent = "%extent" if is_triangle else sizes[2]
    text = f"""
func.func @main(%x: tensor<{shape[0]}x{shape[1]}xf32>) -> tensor<{sizes[0]}x{sizes[1]}xf32> {{
  %m = emmy_tile.kernel ins(%x : tensor<{shape[0]}x{shape[1]}xf32>) -> tensor<{sizes[0]}x{sizes[1]}xf32> {{
  ^bb0(%in: memref<{shape[0]}x{shape[1]}xf32>, %out: memref<{sizes[0]}x{sizes[1]}xf32>):
    %zero = arith.constant 0.0 : f32
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %most = arith.constant {sizes[2]} : index
    emmy_tile.for parallel (%i, %j) in ({sizes[0]}, {sizes[1]}) {{
      %triple = arith.muli %j, %c3 : index
      %half = arith.divui %triple, %c2 : index
      %less = arith.subi %half, %i : index
      %more = arith.addi %less, %c1 : index
      %extent = arith.minsi %more, %most : index
      emmy_tile.for sequential (%k) in ({extent}) {{
{chr(10).join(loads)}
      }}
    }}
  }}
  return %m : tensor<{sizes[0]}x{sizes[1]}xf32>
}}
"""
    kernel = get_kernel(text)
    assert kernel["bytes_read"] == 4 * len(touched), text
    assert "bytes_read" not in kernel["estimates"]
