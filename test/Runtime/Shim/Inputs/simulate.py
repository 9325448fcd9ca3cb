# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Emmy/Runtime/Simulate.h for the tests of this folder, by way of ctypes."""

import ctypes as c
import functools
import os
import sys
import tempfile
import traceback
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
BUILD = Path(sys.argv[1])
WIDTHS = (1, 2, 4, 8, 16, "other")


class CompileOptions(c.Structure):
    _fields_ = [
        ("compiler", c.c_char_p),
        ("arguments", c.POINTER(c.c_char_p)),
        ("numArguments", c.c_size_t),
        ("cacheDirectory", c.c_char_p),
        ("shimDirectory", c.c_char_p),
        ("checked", c.c_int),
    ]


class Buffer(c.Structure):
    _fields_ = [("data", c.c_void_p), ("bytes", c.c_int64), ("name", c.c_char_p)]


class RunOptions(c.Structure):
    _fields_ = [("workers", c.c_uint), ("poisonPlusOne", c.c_uint), ("inPlace", c.c_int)]


class Accesses(c.Structure):
    _fields_ = [("loads", c.c_uint64 * 6), ("stores", c.c_uint64 * 6), ("bytesLoaded", c.c_uint64), ("bytesStored", c.c_uint64)]


class Launch(c.Structure):
    _fields_ = [
        ("kernel", c.c_char_p),
        ("grid", c.c_uint * 3),
        ("block", c.c_uint * 3),
        ("sharedBytes", c.c_uint64),
        ("globalAccesses", Accesses),
        ("sharedAccesses", Accesses),
        ("atomics", c.c_uint64),
        ("barriers", c.c_uint64),
    ]


library = c.CDLL(str(BUILD / "lib" / "libEmmyShim.so"))
library.emmySimulateCompile.restype = c.c_void_p
library.emmySimulateGetLibraryPath.restype = c.c_char_p
library.emmySimulateRun.restype = c.c_void_p
library.emmySimulateGetErrorText.restype = c.c_char_p
library.emmySimulateGetNumLaunches.restype = c.c_size_t
library.emmySimulateGetLaunch.restype = Launch


class CompileError(Exception):
    pass


failures = set()


@functools.cache
def compile_text(text, checked=False, compiler=None, cache=None, arguments=()):
    """A program from CUDA C++ text; compiled in the build folder's cache."""
    cache = cache or BUILD / "test" / "Runtime" / "Shim" / "cache"
    values = (c.c_char_p * len(arguments))(*[a.encode() for a in arguments])
    options = CompileOptions(compiler and compiler.encode(), values, len(arguments), str(cache).encode(), None, checked)
    error = c.c_char_p()
    key = (text, checked, compiler, str(cache), arguments)
    if key in failures:
        raise CompileError("as before")
    program = library.emmySimulateCompile(text.encode(), c.byref(options), c.byref(error))
    if not program:
        failures.add(key)
        raise CompileError(error.value.decode())
    return program


def load(name, **options):
    """The program in Inputs/<name>.cu."""
    return compile_text((HERE / f"{name}.cu").read_text(), **options)


class Report:
    def __init__(self, pointer):
        self.code = library.emmySimulateGetErrorCode(c.c_void_p(pointer))
        self.text = library.emmySimulateGetErrorText(c.c_void_p(pointer)).decode()
        self.launches = []
        for i in range(library.emmySimulateGetNumLaunches(c.c_void_p(pointer))):
            launch = library.emmySimulateGetLaunch(c.c_void_p(pointer), c.c_size_t(i))
            launch.name = launch.kernel.decode()
            self.launches.append(launch)
        library.emmySimulateDeleteReport(c.c_void_p(pointer))


def run(program, *arrays, sizes=(0,), names=None, workers=1, poison=None, in_place=False):
    """Runs a program on arrays, in place as far as the caller can see."""
    buffers = (Buffer * len(arrays))()
    for i, array in enumerate(arrays):
        assert array.flags["C_CONTIGUOUS"]
        buffers[i] = Buffer(array.ctypes.data, array.nbytes, names[i].encode() if names else None)
    values = (c.c_int64 * len(sizes))(*sizes)
    options = RunOptions(workers, 0 if poison is None else poison + 1, in_place)
    pointer = library.emmySimulateRun(c.c_void_p(program), buffers, c.c_size_t(len(arrays)), values, c.byref(options))
    return Report(pointer)


def run_well(program, *arrays, **options):
    report = run(program, *arrays, **options)
    assert report.code == 0, report.text
    return report


def expect_error(report, code, *texts):
    assert report.code == code, f"expected error {code}, but got {report.code}: {report.text}"
    for text in texts:
        assert text in report.text, f"expected '{text}' in:\n{report.text}"


def temporary_directory():
    return tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR"))


def main(cases):
    """Runs the functions named test_… of a module."""
    failed = 0
    for name, case in list(cases.items()):
        if not name.startswith("test_"):
            continue
        try:
            case()
        except Exception:
            failed += 1
            print(f"FAILED: {name}")
            traceback.print_exc(file=sys.stdout, limit=-1)
    sys.exit(failed != 0)


rng = np.random.default_rng(7)
