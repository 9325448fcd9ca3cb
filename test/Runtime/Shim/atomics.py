# Atomics of many blocks on several workers, against numpy.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import numpy as np
from simulate import load, main, rng, run_well


def test_atomics():
    n = 20000
    x = rng.integers(-(2**31), 2**31, n).astype(np.int32)
    u, wide = x.view(np.uint32), x.astype(np.int64)
    for workers in (1, 4):
        i = np.zeros(4, np.int32)
        out = np.array([0xFFFFFFFF, 0, 0, 0xFFFFFFFF, 0, 0], np.uint32)
        w = np.zeros(6, np.uint64)
        run_well(load("atomics"), x, i, out, w, sizes=(0, n), workers=workers)
        assert list(i) == [x.sum(dtype=np.int32), min(x.min(), 0), max(x.max(), 0), -x.sum(dtype=np.int32)]
        want = [np.bitwise_and.reduce(u), np.bitwise_or.reduce(u), np.bitwise_xor.reduce(u), u.min(), u.max(), n]
        assert list(out) == want
        assert w[0] == (wide * 0x100000001).sum().view(np.uint64)
        assert w[1] == np.uint64(u.max()) << np.uint64(20)
        assert w[2].view(np.int64) == int(x.min()) * 2**20
        small = int((x & 15).sum())
        assert w[3] == small
        assert w[4:5].view(np.float32)[0] == small and w[5:6].view(np.float64)[0] == small


def test_histogram_and_tickets():
    n = 5000
    x = rng.integers(0, 2**31, n).astype(np.int32)
    for workers in (1, 4):
        histogram, tickets, counter = np.zeros(16, np.int32), np.zeros(n, np.int32), np.zeros(1, np.int32)
        run_well(load("atomics"), x, histogram, tickets, counter, sizes=(1, n), workers=workers)
        assert np.array_equal(histogram, np.bincount(x & 15, minlength=16))
        assert counter[0] == n and np.array_equal(np.sort(tickets), np.arange(n))


# One array given twice is one buffer, so that nothing stale is copied back.
def test_one_buffer_given_twice():
    x = np.full(100, 3, np.int32)
    both = np.zeros(16, np.int32)
    run_well(load("atomics"), x, both, np.zeros(100, np.int32), both, sizes=(1, 100))
    assert both[3] == 100 and both[0] == 100


main(globals())
