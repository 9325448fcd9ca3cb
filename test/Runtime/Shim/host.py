# Mistakes of the host code and of the caller of a program: each is found, and the report says what was expected.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import ctypes as c

import numpy as np
from simulate import HERE, Buffer, Report, compile_text, expect_error, library, load, main, run

TEXT = (HERE / "host.cu").read_text()


def run_case(number, program=None, **options):
    out = np.zeros(4, np.float32)
    return run(program or load("host"), out, sizes=(number,), names=["out"], **options)


def test_device_memory():
    expect_error(run_case(0), 1, "expected a place for the pointer, but got null")
    expect_error(run_case(1), 2, "expected 4611686018427387904 bytes of memory, but got none")
    expect_error(run_case(2), 1, "expected memory from cudaMalloc, but got another pointer")
    expect_error(run_case(3), 1, "expected memory to copy 4 bytes, but got null")
    expect_error(run_case(4), 1, "expected memory to fill 4 bytes, but got null")
    expect_error(run_case(8), 0)


def test_launches():
    expect_error(
        run_case(5),
        98,
        "kernel k_large, grid (1, 1, 1), block (1, 1, 1): expected at most 49152 bytes of static shared memory, but got 52000",
    )
    # A launch inside of a kernel fails there; the kernel stores the error that it got.
    out = np.zeros(4, np.float32)
    expect_error(run(load("host"), out, sizes=(6,)), 0)
    assert out[0] == 9, out


# What a program is, is found at its first launch, so each of these is a program of its own.
def test_kernels_that_are_none():
    # Memory, and a function of another library.
    for number in (7, 13):
        program = compile_text(TEXT + f"// {number}")
        expect_error(run_case(number, program), 98, "expected a kernel of a loaded program, but got an unknown address")
    expect_error(
        run_case(9, compile_text(TEXT + "// version")),
        98,
        "expected a program of shim version 1, but got version 99; compile it again",
    )


def test_workspace():
    expect_error(run_case(10), 1, "expected a workspace of at least 0 bytes, but got -1")
    expect_error(run_case(11), 2, "expected memory for the buffers and the workspace, but got none")


def test_buffer_without_memory():
    buffers, sizes = (Buffer * 1)(Buffer(None, 16, b"out")), (c.c_int64 * 1)(12)
    pointer = library.emmySimulateRun(c.c_void_p(load("host")), buffers, c.c_size_t(1), sizes, None)
    expect_error(Report(pointer), 1, "expected memory for out, but got 16 bytes at (nil)")


def test_library_that_is_none():
    error = c.c_char_p()
    library.emmySimulateLoad.restype = c.c_void_p
    assert not library.emmySimulateLoad(b"/nowhere/program.so", c.byref(error))
    assert b"expected a program to load, but got: /nowhere/program.so: cannot open shared object file" in error.value, error.value


if __name__ == "__main__":
    main(globals())
