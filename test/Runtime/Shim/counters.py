# What checked programs count, against numbers that are worked out by hand.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import shutil

import numpy as np
from simulate import WIDTHS, expect_error, load, main, rng, run, run_well

# Any compiler counts the same.
COMPILERS = [name for name in ("clang++-22", "clang++", "g++") if shutil.which(name)]


def each(name):
    for compiler in COMPILERS:
        yield load(name, checked=True, compiler=compiler)


def expect_counts(accesses, loads=None, stores=None):
    """Numbers of accesses by width; all other widths are not used."""
    for got, want in ((accesses.loads, loads or {}), (accesses.stores, stores or {})):
        got = {width: count for width, count in zip(WIDTHS, got, strict=True) if count}
        assert got == want, f"expected {want}, but got {got}"
    assert accesses.bytesLoaded == sum(width * count for width, count in (loads or {}).items())
    assert accesses.bytesStored == sum(width * count for width, count in (stores or {}).items())


def test_scalars():
    for n in (1, 256, 1000):
        for program in each("pointwise"):
            x = np.ones(n, np.float32)
            (launch,) = run_well(program, x, x, np.zeros(n, np.float32), sizes=(0, n)).launches
            assert (launch.name, list(launch.grid), list(launch.block)) == ("k_add", [(n + 255) // 256, 1, 1], [256, 1, 1])
            expect_counts(launch.globalAccesses, loads={4: 2 * n}, stores={4: n})
            expect_counts(launch.sharedAccesses)
            assert launch.atomics == launch.barriers == 0


# What is read and then written is both.
def test_read_and_written():
    for program in each("pointwise"):
        out = np.ones(300, np.float32)
        (launch,) = run_well(program, np.ones(300, np.float32), out, sizes=(2, 300)).launches
        assert (out == 2).all()
        expect_counts(launch.globalAccesses, loads={4: 600}, stores={4: 300})


def test_vectors_and_their_tail():
    for program in each("pointwise"):
        x = np.ones(1003, np.float32)
        (launch,) = run_well(program, x, np.zeros(1003, np.float32), sizes=(1, 1003)).launches
        expect_counts(launch.globalAccesses, loads={16: 250, 4: 3}, stores={16: 250, 4: 3})


def test_shared_memory_and_barriers():
    for program in each("block_sum"):
        x = np.ones((5, 256), np.float32)
        out = np.zeros(5, np.float32)
        (launch,) = run_well(program, x, out, sizes=(5,), workers=2).launches
        assert list(out) == [256.0] * 5
        expect_counts(launch.globalAccesses, loads={4: 5 * 256}, stores={4: 5})
        expect_counts(launch.sharedAccesses, loads={4: 5 * 8}, stores={4: 5 * 8})
        assert launch.barriers == 5 and launch.sharedBytes == 32


def test_dynamic_shared_memory():
    for program in each("transpose"):
        x = np.ones((37, 65), np.float32)
        (launch,) = run_well(program, x, np.zeros((65, 37), np.float32), sizes=(2, 37, 65, 4224, 0)).launches
        expect_counts(launch.globalAccesses, loads={4: 37 * 65}, stores={4: 37 * 65})
        expect_counts(launch.sharedAccesses, loads={4: 37 * 65}, stores={4: 37 * 65})


def test_halves():
    for program in each("convert"):
        x = np.ones(300, np.float16)
        (launch,) = run_well(program, x, np.zeros(300, np.float32), sizes=(0, 300)).launches
        expect_counts(launch.globalAccesses, loads={2: 300}, stores={4: 300})
        (launch,) = run_well(program, np.ones(256, np.float16), np.zeros(256, np.float16), sizes=(6, 128)).launches
        expect_counts(launch.globalAccesses, loads={16: 32}, stores={4: 128})
        expect_counts(launch.sharedAccesses, loads={4: 128}, stores={16: 32})


def test_atomics_are_loads_and_stores():
    for program in each("atomics"):
        x = np.arange(200, dtype=np.int32)
        out = [np.zeros(16, np.int32), np.zeros(200, np.int32), np.zeros(1, np.int32)]
        (launch,) = run_well(program, x, *out, sizes=(1, 200)).launches
        expect_counts(launch.globalAccesses, loads={4: 200 + 200 + 32}, stores={4: 200 + 200 + 32})
        expect_counts(launch.sharedAccesses, loads={4: 200 + 32}, stores={4: 200 + 32})
        assert launch.atomics == 2 * 200 + 32 and launch.barriers == 4


# Buffers used where they are give the same counts and the same checks.
def test_in_place():
    x, y = np.ones(10, np.float32), np.zeros(10, np.float32)
    for program in each("pointwise"):
        (launch,) = run_well(program, x, x, y, sizes=(0, 10), in_place=True).launches
        expect_counts(launch.globalAccesses, loads={4: 20}, stores={4: 10})
        report = run(program, x[:9].copy(), x, y, sizes=(0, 10), names=["x", "y", "out"], in_place=True)
        expect_error(
            report, 700, "kernel k_add, block (0, 0, 0), thread (9, 0, 0)", "a load of 4 bytes", "offset 36 of x (36 bytes)"
        )


# A program that is not checked computes the same and counts nothing.
def test_unchecked_programs_count_nothing():
    x = rng.standard_normal(256, dtype=np.float32)
    results = []
    for checked in (False, True):
        out = np.zeros(1, np.float32)
        (launch,) = run_well(load("block_sum", checked=checked), x, out, sizes=(1,)).launches
        assert launch.barriers == 1 and (launch.globalAccesses.bytesLoaded > 0) == checked
        results.append(out[0])
    assert results[0] == results[1]


main(globals())
