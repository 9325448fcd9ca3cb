# Shared memory and barriers, against numpy.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import numpy as np
from simulate import expect_error, load, main, rng, run, run_well


# The tree of the kernel, step by step, gives the same bits; the sum in double is the second opinion.
def test_block_sum():
    x = rng.standard_normal((64, 256), dtype=np.float32)
    out = np.zeros(64, np.float32)
    run_well(load("block_sum"), x, out, sizes=(64,))
    tree = x.reshape(64, 8, 32)
    for half in (16, 8, 4, 2, 1):
        tree = tree[..., :half] + tree[..., half : 2 * half]
    tree = tree[..., 0]
    for half in (4, 2, 1):
        tree = tree[..., :half] + tree[..., half : 2 * half]
    assert np.array_equal(out, tree[:, 0])
    assert np.allclose(out, x.astype(np.float64).sum(1), atol=1e-4)


def test_transpose():
    program = load("transpose")
    for rows, columns in ((1, 1), (32, 32), (37, 65), (100, 3)):
        x = rng.standard_normal((rows, columns), dtype=np.float32)
        for kernel, bytes in ((0, 0), (2, 32 * 33 * 4)):
            out = np.zeros((columns, rows), np.float32)
            run_well(program, x, out, sizes=(kernel, rows, columns, bytes, 0))
            assert np.array_equal(out, x.T), (kernel, rows, columns)


# Without the barrier a thread reads what nobody has written yet: the poison.
def test_missing_barrier_shows():
    x = rng.standard_normal((32, 32), dtype=np.float32)
    out = np.zeros((32, 32), np.float32)
    run_well(load("transpose"), x, out, sizes=(1, 32, 32, 0, 0))
    assert np.isnan(out).any()
    run_well(load("transpose"), x, out, sizes=(1, 32, 32, 0, 0), poison=0)
    assert not np.isnan(out).any() and (out == 0).any()


def test_dynamic_shared_memory_limits():
    program = load("transpose")
    x = np.ones((32, 32), np.float32)
    expect_error(
        run(program, x, x, sizes=(2, 32, 32, 49153, 0)), 1, "expected at most 49152 bytes of dynamic shared memory", "got 49153"
    )
    run_well(program, x, x, sizes=(2, 32, 32, 49153, 49153))
    run_well(program, x, x, sizes=(2, 32, 32, 232448, 232448))
    expect_error(run(program, x, x, sizes=(2, 32, 32, 0, 232449)), 1, "between 0 and 232448 bytes", "got 232449")


# Writes behind the dynamic shared memory damage the guard bytes.
def test_dynamic_shared_memory_too_small():
    x = np.ones((32, 32), np.float32)
    report = run(load("transpose"), x, x, sizes=(2, 32, 32, 4100, 0))
    expect_error(report, 700, "kernel k_transpose_dynamic, block (0, 0, 0)", "writes to 4100 bytes of dynamic shared memory")


def test_shared_bytes_are_recorded():
    x = np.ones((32, 32), np.float32)
    assert run_well(load("transpose"), x, x, sizes=(0, 32, 32, 0, 0)).launches[0].sharedBytes == 32 * 33 * 4
    assert run_well(load("transpose"), x, x, sizes=(2, 32, 32, 5000, 0)).launches[0].sharedBytes == 5000


main(globals())
