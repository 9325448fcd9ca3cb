# Shuffles and votes, against a model of a warp in Python.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import numpy as np
from simulate import load, main, run_well

UNDEFINED = -1  # what a lane reads from one outside of the mask


def source_lane(kind, lane, by, width):
    """The source of a shuffle, as the PTX manual defines it by clamp and mask."""
    first, last = lane & ~(width - 1), lane | (width - 1)
    if kind == 0:
        return first | (by & (width - 1))
    if kind == 1:
        return lane - by if lane - by >= first else lane
    if kind == 2:
        return lane + by if lane + by <= last else lane
    return lane ^ by if lane ^ by <= last else lane


def test_shuffles():
    program = load("warp")
    for mask in (0xFFFFFFFF, 0x0000FFFF, 0x80000001, 0x55555555):
        for kind in range(4):
            for width in (32, 16, 8, 2):
                for by in (0, 1, 3, 16, 31):
                    for bits in (32, 64, 0):
                        out = np.zeros(64, np.int64)
                        run_well(program, out, sizes=(0, kind, mask, by, width, bits))
                        for thread in range(64):
                            lane = thread % 32
                            source = source_lane(kind, lane, by, width)
                            got = out[thread]
                            if not mask >> lane & 1:
                                assert got == -2
                            elif mask >> source & 1:
                                assert got == 1000 + thread // 32 * 32 + source, (hex(mask), kind, width, by, bits, lane)
                            elif bits:
                                assert got == UNDEFINED


def test_two_groups_of_one_warp():
    out = np.zeros(32, np.int32)
    run_well(load("warp"), out, sizes=(1, 0, 0, 0, 0, 0))
    value, lanes = np.arange(32), np.arange(32)
    for _ in range(3):
        low = value + value[lanes ^ 1]
        low = low + low[lanes ^ 2]
        value = np.where(lanes < 16, low, value - value[lanes ^ 3])
        value = value + value[lanes ^ 16]
    assert np.array_equal(out, value)


# A mask may name lanes that have returned: nobody waits for them.
def test_returning_lanes():
    out = np.zeros(32, np.uint32)
    run_well(load("warp"), out, sizes=(2, 0, 0, 0, 0, 0))
    assert [int(v) for v in out[:31]] == [0xFFFFFFFF << (i + 1) & 0xFFFFFFFF for i in range(31)]
    # From the last lane on: the others already wait when it returns.
    run_well(load("warp"), out, sizes=(2, 0, 31, 0, 0, 0))
    assert [int(v) for v in out[:31]] == [0xFFFFFFFF >> (i + 1) for i in range(31)]


def test_votes():
    for mask in (0xFFFFFFFF, 0x0000FF80, 0x00000080, 0xF0F0F00F):
        out = np.full((32, 5), -2, np.int32)
        run_well(load("warp"), out, sizes=(3, 0, mask, 0, 0, 0))
        lanes = [lane for lane in range(32) if mask >> lane & 1]
        ballot = sum(1 << lane for lane in lanes if lane % 3 == 0)
        want = [np.int64(ballot).astype(np.int32), 7 in lanes, 7 not in lanes, sum(lanes), max(lanes)]
        for lane in range(32):
            assert np.array_equal(out[lane], want if lane in lanes else [-2] * 5), hex(mask)


main(globals())
