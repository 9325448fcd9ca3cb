# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bytes_loaded and bytes_stored against what the shim counts, and against kernels that are evaluated thread by thread."""

import random

import pytest
from emmy import _emmy
from emmy.compiler import Module
from kernel_programs import CASES


def simulate(module: Module, sizes, buffer_bytes):
    """(loaded, stored) bytes of every launch under the shim."""
    shim, message = _emmy.Shim.create(module.emit("cuda"), True)
    assert shim is not None, message
    memory = [bytearray(max(size, 1)) for size in buffer_bytes]
    import ctypes

    views = [(ctypes.c_char * len(m)).from_buffer(m) for m in memory]
    buffers = [(ctypes.addressof(v), size) for v, size in zip(views, buffer_bytes, strict=True)]
    message, launches = shim.run(buffers, [], list(sizes))
    assert not message, message
    return [(launch["global"]["bytes_loaded"], launch["global"]["bytes_stored"]) for launch in launches]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_shim_counts_the_same(case):
    name, text, get_buffer_bytes, get_expected = case
    module = Module(text)
    for n in (0, 1, 7, 37, 64, 200):
        kernel = module.report({"n": n})["kernels"][0]
        reported = (kernel["bytes_loaded"], kernel["bytes_stored"])
        assert reported == get_expected(n), n
        assert kernel["estimates"] == []
        counted = simulate(module, [n], get_buffer_bytes(n))
        assert [reported] == (counted or [(0, 0)]), n


# Random kernels. Each is written twice: as IR, and as Python that one thread runs.

BLOCK, GRID = 16, 11


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.code, self.count = [], [], 0

    def emit(self, depth, text, python=None):
        self.lines.append("  " * depth + text)
        if python is not None:
            self.code.append("  " * depth + python)

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def constant(self, depth, value):
        name = self.name()
        self.emit(depth, f"%{name} = arith.constant {value} : i32", f"{name} = {value}")
        return name

    def integer(self, depth, known):
        """A value of a few operations on known ones."""
        value = self.random.choice(known)
        for _ in range(self.random.randrange(4)):
            kind = self.random.choice(["addi", "subi", "muli", "remsi", "divsi", "andi", "minsi", "maxsi"])
            other = self.random.choice(known)
            if kind in ("muli", "remsi", "divsi", "andi"):
                other = self.constant(depth, self.random.choice([1, 2, 3, 7, 8, 15]))
            name = self.name()
            python = {
                "addi": "{0} + {1}",
                "subi": "{0} - {1}",
                "muli": "{0} * {1}",
                "remsi": "int(math.fmod({0}, {1}))",
                "divsi": "int({0} / {1})",
                "andi": "{0} & {1}",
                "minsi": "min({0}, {1})",
                "maxsi": "max({0}, {1})",
            }[kind]
            self.emit(depth, f"%{name} = arith.{kind} %{value}, %{other} : i32", f"{name} = {python.format(value, other)}")
            value = name
        return value

    def body(self, depth, known, nesting):
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.choice(["store", "if", "for", "count"]) if nesting else "store"
            if kind == "store":
                self.emit(depth, "emmy_kernel.store %zero, %out[%c0 : i32] : memref<1xf32, #global>", "count += 1")
            elif kind == "if":
                left, right = self.integer(depth, known), self.integer(depth, known)
                predicate, sign = self.random.choice([("slt", "<"), ("sge", ">="), ("eq", "=="), ("ne", "!=")])
                name = self.name()
                self.emit(depth, f"%{name} = arith.cmpi {predicate}, %{left}, %{right} : i32", f"{name} = {left} {sign} {right}")
                self.emit(depth, f"scf.if %{name} {{", f"if {name}:")
                self.body(depth + 1, list(known), nesting - 1)
                if self.random.random() < 0.5:
                    self.emit(depth, "} else {", "else:")
                    self.body(depth + 1, list(known), nesting - 1)
                self.emit(depth, "}")
            elif kind == "for":
                low, high = self.integer(depth, known), self.integer(depth, known)
                # At most a few iterations.
                top, bound = self.constant(depth, 9), self.name()
                self.emit(depth, f"%{bound} = arith.minsi %{high}, %{top} : i32", f"{bound} = min({high}, {top})")
                floor, start = self.constant(depth, -3), self.name()
                self.emit(depth, f"%{start} = arith.maxsi %{low}, %{floor} : i32", f"{start} = max({low}, {floor})")
                step, variable = self.constant(depth, self.random.choice([1, 2, 5])), self.name()
                self.emit(
                    depth,
                    f"scf.for %{variable} = %{start} to %{bound} step %{step} : i32 {{",
                    f"for {variable} in range({start}, {bound}, {step}):",
                )
                self.body(depth + 1, [*known, variable], nesting - 1)
                self.emit(depth, "}")
            else:
                # A loop that carries an integer, which later conditions may use.
                init, high = self.integer(depth, known), self.random.choice(known)
                top, bound, result, carried, variable, following = self.constant(depth, 6), *(self.name() for _ in range(5))
                self.emit(depth, f"%{bound} = arith.minsi %{high}, %{top} : i32", f"{bound} = min({high}, {top})")
                self.emit(
                    depth,
                    f"%{result} = scf.for %{variable} = %c0 to %{bound} step %c1 iter_args(%{carried} = %{init}) -> i32 : i32 {{",
                    f"{carried} = {init}",
                )
                self.emit(depth + 1, f"%{following} = arith.addi %{carried}, %{variable} : i32")
                self.emit(depth + 1, f"scf.yield %{following} : i32")
                self.emit(depth, "}", f"{result} = {carried} + sum(range(0, max({bound}, 0)))")
                known.append(result)


@pytest.mark.parametrize("seed", range(60))
def test_random_kernel(seed):
    writer = Writer(seed)
    writer.body(3, ["b", "t", "n", "c1"], 3)
    text = f"""
#global = #gpu.address_space<global>
module {{
  emmy.symbol @n
  emmy_kernel.module @kernels {{
    emmy_kernel.func @k(%out: memref<1xf32, #global>, %n: i32) attributes {{block = array<i32: {BLOCK}, 1, 1>}} {{
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %b = emmy_kernel.block_id x : i32
      %t = emmy_kernel.thread_id x : i32
{chr(10).join(writer.lines)}
      emmy_kernel.return
    }}
  }}
  func.func @main(%out: memref<1xf32>, %n: index) {{
    %grid = arith.constant {GRID} : index
    %size = arith.index_cast %n : index to i32
    emmy_kernel.launch @kernels::@k grid(%grid) args(%out, %size : memref<1xf32>, i32)
    return
  }}
}}
"""
    code = "def run(b, t, n):\n  import math\n  c1 = 1\n  count = 0\n  if True:\n" + "\n".join(writer.code) + "\n  return count\n"
    scope = {}
    exec(code, scope)
    for n in (0, 5, 40):
        kernel = Module(text).report({"n": n})["kernels"][0]
        expected = 4 * sum(scope["run"](b, t, n) for b in range(GRID) for t in range(BLOCK))
        assert kernel["bytes_stored"] == expected, (n, text, code)
        assert kernel["estimates"] == []


def test_condition_on_data_is_an_estimate():
    text = (
        CASES[0][1]
        .replace("arith.cmpi slt, %i, %n : i32", "arith.cmpi slt, %w, %n : i32")
        .replace(
            "      %inside = ",
            "      %u = emmy_kernel.load %x[%t : i32] : memref<?xf32, #global>\n"
            "      %w = arith.fptosi %u : f32 to i32\n      %inside = ",
        )
    )
    kernel = Module(text).report({"n": 64})["kernels"][0]
    assert set(kernel["estimates"]) == {"bytes_loaded", "bytes_stored"}
    # The load before is certain, the branch counts as taken.
    assert (kernel["bytes_loaded"], kernel["bytes_stored"]) == (512, 256)


def test_large_grid_is_exact_and_fast():
    kernel = Module(CASES[0][1].replace("max = 65536", "max = 2000000000")).report({"n": 1_999_999_999})["kernels"][0]
    assert (kernel["bytes_loaded"], kernel["estimates"]) == (4 * 1_999_999_999, [])
