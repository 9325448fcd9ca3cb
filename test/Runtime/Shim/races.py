# Accesses that nothing orders are found in checked programs, whatever the scheduler's order makes of them.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import re

import numpy as np
from simulate import HERE, expect_error, load, main, run, run_well

KERNELS = re.findall(r"__global__ void (k_\w+)", (HERE / "races.cu").read_text())


def check(name, *texts, blocks=1):
    out = np.zeros(64, np.float32)
    arguments = {"names": ["out"], "sizes": (KERNELS.index(name), 0, blocks)}
    expect_error(run(load("races", checked=True), out, **arguments), 719, f"kernel {name}, block (", *texts)
    arguments["sizes"] = (KERNELS.index(name), 1, blocks)
    for checked in (True, False):
        out[:] = 0
        run_well(load("races", checked=checked), out, **arguments)
    return out


def test_read_after_write():
    # Thread 63 finds what thread 0 has written; thread 0 has read before thread 63 writes.
    out = check("k_read_after_write", "expected a store to be ordered after a load by thread", "of shared array tile (256 bytes)")
    assert np.array_equal(out, np.arange(63, -1, -1))


def test_write_after_read():
    # The threads that go on first read what has been written anew, or write what others have not yet read.
    out = check("k_write_after_read", "to be ordered after a", "by thread", "of shared array tile (256 bytes)")
    assert (out == 1).all()


def test_write_after_write():
    text = "thread (40, 0, 0): expected a store to be ordered after a store by thread 3 of the block, but got a race at "
    out = check("k_write_after_write", text + "offset 0 of dynamic shared memory (256 bytes)")
    assert (out == 2).all()


def test_warps():
    out = check("k_warp", "by thread", "of shared array tile")
    assert (out == 6).all()
    out = check("k_warp_once", "by thread", "of shared array tile")
    assert (out == 1).all()
    check("k_half_warp", "by thread", "of shared array tile")


def test_atomics():
    out = check("k_atomic", "to be ordered after", "of shared array counter (4 bytes)")
    assert (out == 64).all()


def test_atomics_of_global_memory():
    out = check("k_global_atomic", "expected a load to be ordered after", "offset 0 of out (256 bytes)")
    assert (out[32:] == 32).all()


def test_blocks():
    text = (
        "block (1, 0, 0), thread (0, 0, 0): expected a store to be ordered after a store by another block than this, number 0, "
    )
    check("k_blocks_write", text + "but got a race at offset 0 of out (256 bytes)", blocks=3)
    check("k_blocks_read", "to be ordered after a", "by another block than this", "offset 40 of out (256 bytes)", blocks=3)


def test_global_memory_within_a_block():
    check("k_global_exchange", "by thread", "of out (256 bytes)")


# How fences order blocks is not followed: with them nothing is reported.
def test_fence():
    out = check("k_last_block", "expected a load to be ordered after a store by another block", blocks=4)
    assert out[62] == 2


# The programs of the other tests have none, but for the transposition without its barrier.
def test_missing_barrier_of_the_transposition():
    x, out = np.ones((37, 65), np.float32), np.zeros((65, 37), np.float32)
    program = load("transpose", checked=True)
    expect_error(
        run(program, x, out, sizes=(1, 37, 65, 0, 0)), 719, "kernel k_transpose_racy", "of shared array tile (4224 bytes)"
    )
    run_well(program, x, out, sizes=(0, 37, 65, 0, 0))
    out = np.zeros(3, np.float32)
    run_well(load("block_sum", checked=True), np.ones(3 * 256, np.float32), out, sizes=(3,))
    run_well(load("warp", checked=True), np.zeros(32, np.int32), sizes=(1, 0, 0, 0, 0, 0))


main(globals())
