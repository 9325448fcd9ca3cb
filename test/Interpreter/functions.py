# REQUIRES: torch
# RUN: %python %s
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scalar functions and monoids of the interpreter against PyTorch, on values chosen to hurt, for every dtype.

One module holds a function per case, whose inputs are dense constants given by their bytes; the interpreter prints the results.
Integers, bools and exactly rounded functions must be equal; for the others PyTorch computes in f64 and one unit in the last
place of the result's dtype is allowed."""

# Tables are laid out by hand.
# fmt: off
import itertools
import math
import subprocess
import sys

import torch

FLOATS = {"f64": torch.float64, "f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
INTEGERS = {"i64": torch.int64, "i32": torch.int32, "i16": torch.int16, "i8": torch.int8, "ui8": torch.uint8}
EIGHT_BITS = {"f8E4M3FN": torch.float8_e4m3fn, "f8E5M2": torch.float8_e5m2}
DTYPES = {**FLOATS, **INTEGERS, "i1": torch.bool, **EIGHT_BITS}

inf, nan = math.inf, math.nan
HARD = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, -7.0, 1e-3, 88.0, -88.0, 700.0, 1e5, -1e30, 1e-40, 5e-324,
        inf, -inf, nan, 0.1, -0.7, 2.0**24 + 1, 65504.0, 3.4e38]


def values_of(name):
    if name == "i1":
        return torch.tensor([True, False])
    if name in INTEGERS:
        info = torch.iinfo(INTEGERS[name])
        numbers = [0, 1, 2, 3, 7, 31, 64, info.max, info.max - 1]
        numbers += [] if name == "ui8" else [-1, -2, -7, info.min, info.min + 1]
        return torch.tensor(numbers, dtype=INTEGERS[name])
    return torch.tensor(HARD, dtype=torch.float64).to(torch.float32 if name != "f64" else torch.float64).to(DTYPES[name])


def pairs_of(name):
    values = values_of(name)
    left, right = zip(*itertools.product(range(len(values)), repeat=2), strict=True)
    return values[list(left)], values[list(right)]


def type_of(tensor, name):
    return f"tensor<{'x'.join([*map(str, tensor.shape), name])}>"


def constant(tensor, name):
    data = tensor.contiguous().view(torch.uint8) if tensor.dtype != torch.bool else tensor.to(torch.uint8)
    text = ", ".join("true" if bit else "false" for bit in tensor.tolist()) if name == "i1" else None
    body = f"[{text}]" if text is not None else '"0x' + bytes(data.flatten().tolist()).hex() + '"'
    return f"emmy_tensor.constant dense<{body}> : {type_of(tensor, name)}"


class Cases:
    def __init__(self):
        self.functions, self.expected = [], []

    def add(self, title, inputs, op, result, expected, ulps=0):
        """`op` is the text after the constants %x0, %x1 …, which are (tensor, type name); `expected` a tensor."""
        name = f"f{len(self.functions)}"
        lines = [f"  %x{index} = {constant(*value)}" for index, value in enumerate(inputs)]
        result_type = type_of(expected, result)
        self.functions.append("\n".join(
            [f"func.func @{name}() -> {result_type} {{", *lines, f"  %r = {op}", f"  return %r : {result_type}", "}"]))
        self.expected.append((title, expected, ulps))

    def check(self):
        run = subprocess.run(["emmy-opt", "--emmy-test-interpret", "-o", "/dev/null"], input="\n".join(self.functions),
                             text=True, capture_output=True)
        if run.returncode:
            sys.exit(run.stderr[:2000])
        failures = 0
        for line, (title, expected, ulps) in zip(run.stdout.splitlines(), self.expected, strict=True):
            got = line[line.index("[") + 1:-1]
            got = [float(number) if expected.dtype.is_floating_point else int(number)
                   for number in got.split(", ") if number]
            if expected.dtype.is_floating_point:
                # Nine digits tell f32 and narrower apart; they are not the number itself.
                got = torch.tensor(got, dtype=torch.float64).to(expected.dtype).double().tolist()
            for index, (number, wanted) in enumerate(zip(got, expected.flatten(), strict=True)):
                if not is_close(number, wanted, ulps):
                    failures += 1
                    if failures < 30:
                        print(f"{title}: element {index}: expected {wanted.item()}, but got {number}")
        print(f"{len(self.expected)} cases, {failures} failures")
        return failures


def is_close(number, wanted, ulps):
    value = wanted.item()
    if not wanted.dtype.is_floating_point:
        return number == int(value)
    if math.isnan(value) or math.isnan(number):
        return math.isnan(value) and math.isnan(number)
    if number == value:
        return math.copysign(1, number) == math.copysign(1, value)
    if not ulps or math.isinf(value) or math.isinf(number):
        return False
    step = torch.finfo(wanted.dtype).eps * max(abs(value), torch.finfo(wanted.dtype).smallest_normal)
    return abs(number - value) <= ulps * step


cases = Cases()

# Unary functions of floats: PyTorch in f64, rounded to the dtype.
UNARY = {
    "negate": torch.neg, "absolute": torch.abs, "sign": torch.sign, "sqrt": torch.sqrt, "rsqrt": torch.rsqrt,
    "exp": torch.exp, "exp2": torch.exp2, "expm1": torch.expm1, "log": torch.log, "log2": torch.log2,
    "log10": torch.log10, "log1p": torch.log1p, "sin": torch.sin, "cos": torch.cos, "tan": torch.tan,
    "asin": torch.asin, "acos": torch.acos, "atan": torch.atan, "sinh": torch.sinh, "cosh": torch.cosh,
    "tanh": torch.tanh, "asinh": torch.asinh, "acosh": torch.acosh, "atanh": torch.atanh, "erf": torch.erf,
    "erfc": torch.erfc, "floor": torch.floor, "ceil": torch.ceil, "trunc": torch.trunc, "round": torch.round}
EXACT = {"negate", "absolute", "sign", "sqrt", "floor", "ceil", "trunc", "round"}
for function, reference in UNARY.items():
    for name, dtype in FLOATS.items():
        x = values_of(name)
        expected = reference(x.double()).to(dtype)
        ulps = 0 if function in EXACT else 2 if function == "rsqrt" or name == "f64" else 1
        cases.add(f"{function} {name}", [(x, name)], f"emmy_tensor.elementwise {function}(%x0) : {type_of(x, name)}",
                  name, expected, ulps)
INTEGER_UNARY = {"negate": torch.neg, "absolute": torch.abs, "sign": torch.sign, "bitwise_not": torch.bitwise_not}
for function, reference in INTEGER_UNARY.items():
    for name in INTEGERS:
        x = values_of(name)
        cases.add(f"{function} {name}", [(x, name)], f"emmy_tensor.elementwise {function}(%x0) : {type_of(x, name)}",
                  name, reference(x))

# Binary functions, on all pairs.
BINARY = {
    "add": torch.add, "subtract": torch.sub, "multiply": torch.mul, "divide": torch.div,
    "trunc_divide": lambda a, b: torch.div(a, b, rounding_mode="trunc"), "remainder": torch.remainder, "fmod": torch.fmod,
    "floor_divide": lambda a, b: torch.div(a, b, rounding_mode="floor"), "maximum": torch.maximum,
    "minimum": torch.minimum, "pow": torch.pow, "atan2": torch.atan2, "copysign": torch.copysign}


def ordered(reference, a, b):
    """maximum and minimum with -0 below +0, which PyTorch leaves to the order of the operands."""
    result = reference(a, b)
    tie = (a == 0) & (b == 0)
    negative = torch.signbit(a) & torch.signbit(b) if reference is torch.maximum else torch.signbit(a) | torch.signbit(b)
    zero = torch.zeros_like(result)
    return torch.where(tie, torch.where(negative, -zero, zero), result)


for function, reference in BINARY.items():
    for name in ("f64", "f32"):
        a, b = pairs_of(name)
        if function == "copysign":  # the sign of NaN says nothing
            keep = ~torch.isnan(b)
            a, b = a[keep], b[keep]
        if function in ("remainder", "fmod", "floor_divide"):  # PyTorch's vector code overflows where a / b does
            keep = torch.isfinite(a / b) | ~torch.isfinite(a) | ~torch.isfinite(b) | (b == 0)
            a, b = a[keep], b[keep]
        if function in ("pow", "atan2"):
            expected, ulps = reference(a.double(), b.double()).to(a.dtype), 2
        elif function in ("maximum", "minimum"):
            expected, ulps = ordered(reference, a, b), 0
        else:
            expected, ulps = reference(a, b), 0
        cases.add(f"{function} {name}", [(a, name), (b, name)],
                  f"emmy_tensor.elementwise {function}(%x0, %x1) : {type_of(a, name)}", name, expected, ulps)

INTEGER_BINARY = {name: BINARY[name] for name in
                  ("add", "subtract", "multiply", "trunc_divide", "floor_divide", "remainder", "fmod", "maximum", "minimum")}
INTEGER_BINARY |= {"bitwise_and": torch.bitwise_and, "bitwise_or": torch.bitwise_or, "bitwise_xor": torch.bitwise_xor,
                   "shift_left": torch.bitwise_left_shift, "shift_right": torch.bitwise_right_shift}
for function, reference in INTEGER_BINARY.items():
    for name in INTEGERS:
        a, b = pairs_of(name)
        if "divide" in function or function in ("remainder", "fmod"):
            # The smallest integer divided by -1 traps in PyTorch on some dtypes; zero divisors raise there.
            keep = (b != 0) & ~((a == torch.iinfo(a.dtype).min) & (b == (a.dtype != torch.uint8) * -1))
            a, b = a[keep], b[keep]
        cases.add(f"{function} {name}", [(a, name), (b, name)],
                  f"emmy_tensor.elementwise {function}(%x0, %x1) : {type_of(a, name)}", name, reference(a, b))

# What PyTorch raises or traps on.
lowest = torch.tensor([-(2**31), 7, -7, -(2**31)], dtype=torch.int32)
divisor = torch.tensor([-1, 0, 0, 0], dtype=torch.int32)
for function, results in {"floor_divide": [-(2**31), -1, -1, -1], "trunc_divide": [-(2**31), -1, -1, -1],
                          "remainder": [0, 7, -7, -(2**31)], "fmod": [0, 7, -7, -(2**31)]}.items():
    cases.add(f"{function} i32 total", [(lowest, "i32"), (divisor, "i32")],
              f"emmy_tensor.elementwise {function}(%x0, %x1) : tensor<4xi32>", "i32", torch.tensor(results, dtype=torch.int32))

bases, exponents = torch.tensor([2, 0, -1, -1, 1, 3, -2, 5]), torch.tensor([-1, 0, -3, -2, -5, 40, 63, 3])
cases.add("pow i64", [(bases, "i64"), (exponents, "i64")], "emmy_tensor.elementwise pow(%x0, %x1) : tensor<8xi64>", "i64",
          torch.pow(bases, exponents))

# Comparisons, inspection, selection, logic on bools.
COMPARE = {"equal": torch.eq, "not_equal": torch.ne, "less": torch.lt, "less_equal": torch.le, "greater": torch.gt,
           "greater_equal": torch.ge}
for function, reference in COMPARE.items():
    for name in ("f32", "bf16", "i64", "i8", "ui8", "i1"):
        a, b = pairs_of(name)
        cases.add(f"{function} {name}", [(a, name), (b, name)],
                  f"emmy_tensor.elementwise {function}(%x0, %x1) : {type_of(a, name)}", "i1", reference(a, b))
for function, reference in {"isnan": torch.isnan, "isinf": torch.isinf, "signbit": torch.signbit}.items():
    for name in ("f64", "f16", "i32"):
        x = values_of(name)
        cases.add(f"{function} {name}", [(x, name)], f"emmy_tensor.elementwise {function}(%x0) : {type_of(x, name)}", "i1",
                  reference(x))
for function, reference in {"bitwise_and": torch.bitwise_and, "bitwise_or": torch.bitwise_or, "bitwise_xor": torch.bitwise_xor,
                            "maximum": torch.maximum, "minimum": torch.minimum, "multiply": torch.mul}.items():
    a, b = pairs_of("i1")
    cases.add(f"{function} i1", [(a, "i1"), (b, "i1")], f"emmy_tensor.elementwise {function}(%x0, %x1) : {type_of(a, 'i1')}",
              "i1", reference(a, b))
a, b = pairs_of("f32")
cases.add("select f32", [(a < b, "i1"), (a, "f32"), (b, "f32")],
          f"emmy_tensor.elementwise select(%x0, %x1, %x2) : {type_of(a, 'f32')}", "f32", torch.where(a < b, a, b))

# Conversions between all dtypes. A float out of the range of an integer is PyTorch's own business on each machine: left out.
for source, target in itertools.product(DTYPES, repeat=2):
    if source == target:
        continue
    x = values_of(source)
    if source not in INTEGERS and source != "i1" and target in INTEGERS:
        info = torch.iinfo(INTEGERS[target])
        number = x.double()
        x = x[~torch.isnan(number) & (number > max(info.min, -(2.0**31)) - 0.5) & (number < min(info.max, 2.0**31 - 1))]
    expected = x.to(DTYPES[target])
    if target == "f8E4M3FN":  # PyTorch saturates here; without `saturate` what rounds beyond 448 is NaN
        expected = torch.where(x.float().abs() > 464, nan, expected.float()).to(torch.float8_e4m3fn)
    cases.add(f"convert {source} to {target}", [(x, source)],
              f"emmy_tensor.elementwise convert(%x0) user : {type_of(x, source)} -> {type_of(x, target)}", target,
              expected)
# Unsigned numbers beyond what a signed one of the width holds.
for width, source in {16: torch.uint16, 32: torch.uint32, 64: torch.uint64}.items():
    x = torch.tensor([0, 1, 2 ** (width - 1), 2**width - 1, 2 ** (width - 1) + 2 ** (width // 2) + 1], dtype=source)
    for target in ("f64", "f32", "bf16"):
        expected = x.to(FLOATS["f32" if target == "bf16" else target]).to(FLOATS[target])
        cases.add(f"convert ui{width} to {target}", [(x, f"ui{width}")],
                  f"emmy_tensor.elementwise convert(%x0) user : tensor<5xui{width}> -> tensor<5x{target}>", target, expected)
wild = torch.tensor([1e20, -1e20, nan, inf, -inf, 3e9, 300.7, -1.5])
for target, results in {"i32": [-(2**31)] * 6 + [300, -1], "i64": [-(2**63)] * 5 + [3000000000, 300, -1],
                        "i8": [0] * 6 + [44, -1], "ui8": [0] * 6 + [44, 255]}.items():
    cases.add(f"convert wild to {target}", [(wild, "f32")],
              f"emmy_tensor.elementwise convert(%x0) user : tensor<8xf32> -> tensor<8x{target}>", target,
              torch.tensor(results, dtype=INTEGERS[target]))
large = torch.tensor([1e9, -1e9, inf, -inf, nan, 448.0, 464.1, 0.3])
for target, dtype in EIGHT_BITS.items():
    limit = torch.finfo(dtype).max
    cases.add(f"convert saturate {target}", [(large, "f32")],
              f"emmy_tensor.elementwise convert(%x0) user saturate : tensor<8xf32> -> tensor<8x{target}>", target,
              large.clamp(-limit, limit).to(dtype))

# Reductions and scans; sums of f32 in f64.
torch.manual_seed(0)
x = torch.randn(3, 5, 4)
x[0, 1, 2], x[1, 0, 0], x[2] = nan, inf, -inf
y = torch.randint(-5, 5, (3, 5, 4))
for dims in ([0], [1], [0, 2], [0, 1, 2]):
    kept = [size for dim, size in enumerate(x.shape) if dim not in dims]
    shape = "x".join(map(str, kept))
    shape += "x" if kept else ""
    for monoid, reference in {"sum": torch.sum, "max": torch.amax, "min": torch.amin}.items():
        cases.add(f"reduce {monoid} f32 {dims}", [(x, "f32")],
                  f"emmy_tensor.reduce {monoid}(%x0) dims = {dims} : tensor<3x5x4xf32> -> tensor<{shape}f32>", "f32",
                  reference(x.double(), dims).float())
        cases.add(f"reduce {monoid} i64 {dims}", [(y, "i64")],
                  f"emmy_tensor.reduce {monoid}(%x0) dims = {dims} : tensor<3x5x4xi64> -> tensor<{shape}i64>", "i64",
                  reference(y, dims))
for monoid, reference in {"argmax": torch.argmax, "argmin": torch.argmin}.items():
    for tensor, name in ((x, "f32"), (y.to(torch.uint8), "ui8"), (y, "i64")):
        for dim in range(3):
            shape = "x".join(str(size) for index, size in enumerate(x.shape) if index != dim)
            cases.add(f"{monoid} {name} {dim}", [(tensor, name)],
                      f"emmy_tensor.reduce {monoid}(%x0) dims = [{dim}] : tensor<3x5x4x{name}> -> tensor<{shape}xi64>", "i64",
                      reference(tensor, dim=dim))
        cases.add(f"{monoid} {name} all", [(tensor, name)],
                  f"emmy_tensor.reduce {monoid}(%x0) dims = [0, 1, 2] : tensor<3x5x4x{name}> -> tensor<i64>", "i64",
                  reference(tensor))
b = y > 0
for monoid, reference in {"all": torch.all, "any": torch.any}.items():
    cases.add(f"reduce {monoid}", [(b.flatten(), "i1")],
              f"emmy_tensor.reduce {monoid}(%x0) dims = [0] : tensor<60xi1> -> tensor<i1>", "i1", reference(b))
narrow = torch.full((3000,), 1.001, dtype=torch.float16)
cases.add("sum f16", [(narrow, "f16")], "emmy_tensor.reduce sum(%x0) dims = [0] accumulate f32 : tensor<3000xf16> -> tensor<f16>",
          "f16", narrow.double().sum().half())
cases.add("product i8", [(torch.tensor([3, 50, 7], dtype=torch.int8), "i8")],
          "emmy_tensor.reduce product(%x0) dims = [0] : tensor<3xi8> -> tensor<i8>", "i8", torch.tensor(26, dtype=torch.int8))
for dim in range(3):
    z = torch.randn(3, 5, 4)
    cases.add(f"scan sum {dim}", [(z, "f32")], f"emmy_tensor.scan sum(%x0) dim = {dim} : tensor<3x5x4xf32> -> tensor<3x5x4xf32>",
              "f32", z.double().cumsum(dim).float())
    cases.add(f"scan product {dim}", [(y, "i64")],
              f"emmy_tensor.scan product(%x0) dim = {dim} reverse : tensor<3x5x4xi64> -> tensor<3x5x4xi64>",
              "i64", y.flip(dim).cumprod(dim).flip(dim))
    cases.add(f"scan max {dim}", [(x, "f32")], f"emmy_tensor.scan max(%x0) dim = {dim} : tensor<3x5x4xf32> -> tensor<3x5x4xf32>",
              "f32", x.cummax(dim).values)
cases.add("scan exclusive", [(y, "i64")], "emmy_tensor.scan sum(%x0) dim = 1 exclusive : tensor<3x5x4xi64> -> tensor<3x5x4xi64>",
          "i64", y.cumsum(1) - y)

# Gather and scatter.
table, ids = torch.randn(10, 4), torch.tensor([[3, 0, 9], [9, 9, 1]])
cases.add("embedding", [(table, "f32"), (ids, "i64")],
          "emmy_tensor.gather %x0[%x1] dims = [0] : (tensor<10x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>", "f32", table[ids])
rows = torch.tensor([4, 2, 2])
cases.add("index_select", [(y, "i64"), (rows, "i64")],
          "emmy_tensor.gather %x0[%x1] dims = [1] at 1 : (tensor<3x5x4xi64>, tensor<3xi64>) -> tensor<3x3x4xi64>", "i64",
          y[:, rows])
first, last = torch.tensor([0, 2, 1]), torch.tensor([3, 0, 3])
cases.add("index apart", [(y, "i64"), (first, "i64"), (last, "i64")],
          "emmy_tensor.gather %x0[%x1, %x2] dims = [0, 2] : "
          "(tensor<3x5x4xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<3x5xi64>",
          "i64", y[first, :, last])
outside = torch.tensor([-1, 5, 1])
cases.add("gather outside", [(y, "i64"), (outside, "i64")],
          "emmy_tensor.gather %x0[%x1] dims = [1] at 1 : (tensor<3x5x4xi64>, tensor<3xi64>) -> tensor<3x3x4xi64>", "i64",
          torch.stack([torch.zeros(3, 4, dtype=torch.int64), torch.zeros(3, 4, dtype=torch.int64), y[:, 1]], 1))
dest, updates, where = torch.zeros(6, 2), torch.randn(4, 2), torch.tensor([1, 5, 1, 3])
scatter = "%x0 into %x1[%x2] dims = [0] : tensor<4x2xf32> into (tensor<6x2xf32>, tensor<4xi64>)"
inputs = [(updates, "f32"), (dest, "f32"), (where, "i64")]
cases.add("scatter sum", inputs, f"emmy_tensor.scatter sum {scatter}", "f32",
          dest.double().index_add(0, where, updates.double()).float())
replaced = dest.clone()
for index, row in zip(where, updates, strict=True):
    replaced[index] = row
cases.add("scatter replace", inputs, f"emmy_tensor.scatter replace {scatter}", "f32", replaced)
cases.add("scatter max", inputs, f"emmy_tensor.scatter max {scatter}", "f32", dest.index_reduce(0, where, updates, "amax"))
cases.add("scatter outside", [(updates, "f32"), (dest, "f32"), (torch.tensor([-1, 6, 7, -9]), "i64")],
          f"emmy_tensor.scatter sum {scatter}", "f32", dest)

sys.exit(cases.check() != 0)
