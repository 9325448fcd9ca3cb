# Asynchronous copies arrive when they are waited for; warps meet at named barriers.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import numpy as np
from simulate import expect_error, load, main, run, run_well

X = np.arange(64, dtype=np.int32) + (np.arange(64, dtype=np.int32) << 16)


def launch(kernel, variant, checked=True):
    out = np.zeros(128, np.int32)
    report = run(load("async", checked=checked), X, out, names=["x", "out"], sizes=(kernel, variant))
    return report, out


def check(kernel, variant, code, *texts):
    report, _ = launch(kernel, variant)
    expect_error(report, code, *texts)


def test_copies():
    for checked in (True, False):
        out = np.zeros(128, np.int32)
        run_well(load("async", checked=checked), X, out, names=["x", "out"], sizes=(0, 0))
        # Of the even elements two bytes are copied, the others are zero.
        assert np.array_equal(out[:64], np.where(np.arange(64) % 2, X, np.arange(64)))
        assert np.array_equal(out[64:], X[::-1])


def test_reads_before_the_wait():
    check(
        0,
        4,
        719,
        "thread (0, 0, 0): expected thread 0 to wait for its asynchronous copy before a load, but got none at",
        "offset 256 of shared array tile (512 bytes)",
    )
    # What was there before is still there.
    out = np.zeros(128, np.int32)
    run_well(load("async", checked=False), X, out, names=["x", "out"], sizes=(0, 4))
    assert np.array_equal(out[:64], np.where(np.arange(64) % 2, X, np.arange(64)) - 5)


def test_two_copies_to_one_place():
    check(
        0, 1, 719, "expected thread 0 to wait for its asynchronous copy before a store, but got none at offset 0 of shared array"
    )


def test_bounds_and_bytes():
    check(0, 2, 700, "thread (63, 0, 0): expected a load of 4 bytes inside of a buffer, but got one at offset 256 of x")
    check(0, 3, 719, "expected from 0 to 4 valid bytes of the asynchronous copy in line", "but got 5")
    check(0, 7, 716, "expected both addresses of the asynchronous copy in line", "to be multiples of 4, but got other ones")


def test_copies_at_the_end():
    check(0, 5, 719, "expected the thread to wait for its asynchronous copies, but got 1 under way at its end")


def test_missing_barrier():
    check(0, 6, 719, "to be ordered after a", "by thread", "of shared array tile (512 bytes)")


def test_pairs():
    for checked in (True, False):
        out = np.zeros(128, np.int32)
        run_well(load("async", checked=checked), X, out, names=["x", "out"], sizes=(1, 0))
        assert np.array_equal(out, np.concatenate([X + 1, X + 2]))


def test_other_pair():
    """A named barrier orders the warps that meet and no others."""
    for variant in (3, 4):
        check(1, variant, 719, "to be ordered after a", "by thread", "of shared array tile (512 bytes)")


def test_missing_warp():
    check(
        1,
        1,
        702,
        "expected a thread that can go on, but all wait:",
        "threads 64-95 wait at __barrier_sync_count in line",
        "of barrier 2",
        "have returned",
    )


def test_other_count():
    check(1, 2, 719, "thread (32, 0, 0): expected to wait for 64 threads at barrier 1 in line", "as others do, but got 96")


main(globals())
