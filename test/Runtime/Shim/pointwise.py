# Kernels without synchronisation, against numpy.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import numpy as np
from simulate import expect_error, load, main, rng, run, run_well


# Sizes around the block, and one element.
def test_add_with_tail():
    program = load("pointwise")
    for n in (1, 31, 255, 256, 257, 1023, 5000):
        x, y = rng.standard_normal((2, n), dtype=np.float32)
        out = np.full(n, -1, np.float32)
        run_well(program, x, y, out, sizes=(0, n))
        assert np.array_equal(out, x + y), n


def test_vectors_with_tail():
    program = load("pointwise")
    for n in (1, 4, 511, 512, 513, 515, 4099):
        x = rng.standard_normal(n, dtype=np.float32)
        out = np.full(n, -1, np.float32)
        run_well(program, x, out, sizes=(1, n))
        assert np.array_equal(out, x * np.float32(3)), n


# x runs fastest in blocks and in threads, and lanes are counted that way.
def test_coordinates_in_three_dimensions():
    program = load("pointwise")
    for grid, block in (((3, 2, 2), (5, 3, 2)), ((1, 1, 1), (1024, 1, 1)), ((2, 3, 1), (2, 2, 64)), ((70000, 1, 1), (1, 1, 1))):
        blocks, threads = np.prod(grid), np.prod(block)
        out = np.full((blocks * threads, 7), -1, np.int32)
        run_well(program, out, sizes=(3, *grid, *block))
        want = [(bx, by, bz) for bz in range(grid[2]) for by in range(grid[1]) for bx in range(grid[0])]
        assert np.array_equal(out[::threads, :3], want)
        want = [(tx, ty, tz) for tz in range(block[2]) for ty in range(block[1]) for tx in range(block[0])]
        assert np.array_equal(out[-threads:, 3:6], want)
        assert np.array_equal(out[-threads:, 6], np.arange(threads) // 8 * 8)


# The runtime of CUDA rejects these; so must the shim, with CUDA's numbers.
def test_bad_geometry():
    program = load("pointwise")
    out = np.zeros(7, np.int32)
    for sizes, text in (
        ((0, 1, 1, 1, 1, 1), "expected a grid extent between 1 and 2147483647 in x, but got 0"),
        ((1, 65536, 1, 1, 1, 1), "expected a grid extent between 1 and 65535 in y, but got 65536"),
        ((1, 1, 0, 1, 1, 1), "expected a grid extent between 1 and 65535 in z, but got 0"),
        ((1, 1, 1, 1025, 1, 1), "expected a block extent between 1 and 1024 in x, but got 1025"),
        ((1, 1, 1, 1, 1, 65), "expected a block extent between 1 and 64 in z, but got 65"),
        ((1, 1, 1, 32, 33, 1), "expected at most 1024 threads in a block, but got 1056"),
    ):
        expect_error(run(program, out, sizes=(3, *sizes)), 9, "kernel k_coordinates", text)
    x = np.zeros(4, np.float32)
    expect_error(run(program, x, x, x, sizes=(0, 0)), 9, "grid (0, 1, 1)")


def test_workers_do_not_change_results():
    x = rng.standard_normal(4096 * 256, dtype=np.float32)
    results = []
    for workers in (1, 2, 7):
        out = np.zeros(4096, np.float32)
        run_well(load("block_sum"), x, out, sizes=(4096,), workers=workers)
        results.append(out)
    assert all(np.array_equal(results[0], other) for other in results)


main(globals())
