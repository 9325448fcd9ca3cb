# RUN: %python %s %emmy_src %t
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The library printed as CUDA C++, and compiled as C++, gives the bits of the library compiled by LLVM."""

import ctypes
import random
import re
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
from build_library import build, run, source  # noqa: E402

REPOSITORY, FOLDER = Path(sys.argv[1]), Path(sys.argv[2])
SIGNATURE = re.compile(r"^func\.func @(emmy_\w+)\((.*)\) -> (\w+) \{", re.M)
CTYPES = {"f32": ctypes.c_float, "f64": ctypes.c_double, "i32": ctypes.c_int32, "i64": ctypes.c_int64}
FORMATS = {"f32": ("<f", "<I"), "f64": ("<d", "<Q")}
PRELUDE = """
#define __device__
#include <cmath>
#include <cstdint>
#include <cstring>
template <typename To, typename From> static To bits(From from) { To to; std::memcpy(&to, &from, sizeof to); return to; }
static float __int_as_float(int x) { return bits<float>(x); }
static int __float_as_int(float x) { return bits<int>(x); }
static double __longlong_as_double(long long x) { return bits<double>(x); }
static long long __double_as_longlong(double x) { return bits<long long>(x); }
"""


def kernel(name, arguments, result):
    """A kernel that calls one function, so that it is printed."""
    space = "#gpu.address_space<global>"
    operands = ", ".join("%v" for _ in arguments)
    types = ", ".join(arguments)
    return f"""
      func.func private @{name}({types}) -> {result}
      emmy_kernel.func @k_{name}(%x: memref<32x{arguments[0]}, {space}>, %y: memref<32x{result}, {space}>)
          attributes {{block = array<i32: 32, 1, 1>}} {{
        %t = emmy_kernel.thread_id x : i32
        %v = emmy_kernel.load %x[%t : i32] : memref<32x{arguments[0]}, {space}>
        %r = func.call @{name}({operands}) : ({types}) -> {result}
        emmy_kernel.store %r, %y[%t : i32] : memref<32x{result}, {space}>
        emmy_kernel.return
      }}"""


def print_cuda(functions) -> str:
    """The printed device functions, as C++ with C linkage."""
    kernels = "".join(kernel(*function) for function in functions)
    module = f'module {{ emmy_kernel.module @kernels attributes {{target = "sm_80"}} {{ {kernels} }} }}'
    # Names travel as locations.
    linked = run("emmy-opt", "--emmy-expand-apply", "--mlir-print-debuginfo", stdin=module)
    printed = run("emmy-translate", "--emmy-kernel-to-cuda", stdin=linked)
    bodies = re.findall(r"^static __device__ __forceinline__ (\w+ emmy_\w+\(.*?^\})", printed, re.M | re.S)
    return PRELUDE + "\n".join(f'extern "C" {body}' for body in bodies)


def arguments_of(kind, generator, count):
    """Bit patterns of any kind, special values, and moderate numbers."""
    if kind == "i32":  # the bits of a float of 8 bits
        yield from (i % 256 for i in range(count))
        return
    as_float, as_bits = FORMATS[kind]
    specials = [0.0, 1.0, 0.5, 2.5, float("inf"), float("nan"), 1e30, 1e-30, 1e-40, 2.0**31, 33000.0]
    for i in range(count):
        if i % 3 == 0:
            yield struct.unpack(as_float, struct.pack(as_bits, generator.getrandbits(struct.calcsize(as_bits) * 8)))[0]
        else:
            value = generator.choice(specials) if i % 3 == 1 else 2.0 ** generator.uniform(-8, 8)
            yield value * generator.choice((1, -1))


def differs(a, b):
    return not (a == b and str(a) == str(b)) and not (a != a and b != b)


def main():
    text = source(REPOSITORY).read_text()
    functions = [(name, re.findall(r": (\w+)", arguments), result) for name, arguments, result in SIGNATURE.findall(text)]
    assert len(functions) >= 82, "expected the functions of the library"
    compiled = ctypes.CDLL(build(text, FOLDER, "math"))
    (FOLDER / "math.cpp").write_text(print_cuda(functions))
    run("g++", "-std=c++17", "-O1", "-ffp-contract=off", "-shared", "-fPIC", FOLDER / "math.cpp", "-o", FOLDER / "cuda.so")
    printed = ctypes.CDLL(FOLDER / "cuda.so")
    generator = random.Random(3)
    for name, kinds, result in functions:
        for library in (compiled, printed):
            function = getattr(library, name)
            function.argtypes, function.restype = [CTYPES[k] for k in kinds], CTYPES[result]
        for values in zip(*(arguments_of(k, generator, 1500) for k in kinds), strict=True):
            want, got = getattr(compiled, name)(*values), getattr(printed, name)(*values)
            if differs(want, got):
                sys.exit(f"{name}{values}: expected {want!r} as compiled by LLVM, but the CUDA C++ gives {got!r}")


main()
