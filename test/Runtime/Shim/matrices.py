# Mistakes at matrix instructions; what they compute is tested with the printers that call them.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import numpy as np
from simulate import HERE, expect_error, load, main, run


def run_kernel(mistake, threads=32, checked=False):
    out = np.zeros(threads, np.float32)
    return run(load("matrices", checked=checked), out, sizes=(mistake, threads), names=["out"]), out


def line_of(text):
    lines = (HERE / "matrices.cu").read_text().splitlines()
    return next(i + 1 for i, line in enumerate(lines) if text in line)


LOAD = line_of("(mistake == 3 &&")


def test_no_mistake():
    for checked in (False, True):
        report, out = run_kernel(0, threads=64, checked=checked)
        assert report.code == 0, report.text
        assert (out == 8).all()
    # Two matrices of 128 bytes for each of two warps, in pieces of 4 bytes.
    assert report.launches[0].sharedAccesses.loads[2] == 2 * 2 * 32


def test_a_warp_that_is_not_full():
    report, _ = run_kernel(0, threads=48)
    expect_error(report, 719, "expected all 32 lanes of the warp at ldmatrix, but got lanes 0x0000ffff")


def test_lanes_that_have_returned():
    report, _ = run_kernel(1)
    expect_error(report, 719, "expected all 32 lanes of the warp at ldmatrix, but got lanes 0x0000ffff")


def test_two_loads():
    report, _ = run_kernel(2)
    first = line_of("if (mistake == 2") + 1
    expect_error(
        report, 719, f"expected all lanes of the warp at the same ldmatrix, but got one in line {LOAD} and one in line {first}"
    )


def test_two_multiplications():
    report, _ = run_kernel(6)
    first = line_of("d = lane < 8")
    expect_error(
        report, 719, f"expected all lanes of the warp at the same mma, but got one in line {first} and one in line {first + 1}"
    )


def test_a_row_that_is_not_aligned():
    report, _ = run_kernel(3)
    expect_error(
        report,
        716,
        f"thread (9, 0, 0): expected a row of ldmatrix in line {LOAD} at a multiple of 16 bytes, but got byte 8",
    )


def test_an_instruction_that_there_is_not():
    report, _ = run_kernel(7)
    line = line_of("m1n1k1")
    expect_error(
        report,
        719,
        f"expected one of the matrix instructions that there are in line {line}, but got 'm1n1k1_f32_f16_f16'",
    )


def test_a_race():
    """Lane 1 gets what lane 0 wrote: that lane 0 gives the address orders nothing."""
    report, _ = run_kernel(4, checked=True)
    expect_error(report, 719, "thread (1, 0, 0): expected a load to be ordered after a store by thread 0 of the block")


def test_deadlock():
    report, _ = run_kernel(5)
    expect_error(report, 702, "threads 8-31 wait at mma in line", "threads 0-7 wait at __syncthreads in line")


main(globals())
