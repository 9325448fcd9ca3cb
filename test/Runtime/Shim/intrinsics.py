# Exact device functions against Python's integers and numpy, and the floating-point environment of kernels.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import math
from fractions import Fraction

import numpy as np
from simulate import load, main, rng, run_well


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def test_integer_functions():
    special = [0, 1, 2, 3, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF, 0xFFFFFFFE, 0x12345678]
    x = np.array([a for a in special for _ in special] + list(rng.integers(0, 2**32, 200)), np.uint32)
    y = np.array([b for _ in special for b in special] + list(rng.integers(0, 2**32, 200)), np.uint32)
    out = np.zeros((len(x), 20), np.int64)
    run_well(load("intrinsics"), x, y, out, sizes=(0, len(x), 0))
    for a, b, got in zip(map(int, x), map(int, y), out, strict=True):
        w = a << 32 | b
        v = (w * 3 + 1) % 2**64
        sources = (b << 32 | a).to_bytes(8, "little")
        selector = a ^ b
        want = [
            32 - a.bit_length(),
            64 - w.bit_length(),
            (a & -a).bit_length(),
            a.bit_count(),
            w.bit_count(),
            int(f"{a:032b}"[::-1], 2),
            signed(int(f"{w:064b}"[::-1], 2), 64),
            signed(a, 32) * signed(b, 32) >> 32,
            a * b >> 32,
            signed(w, 64) * signed(v, 64) >> 64,
            signed(w * v >> 64, 64),
            ((b << 32 | a) << (a & 31)) >> 32 & 0xFFFFFFFF,
            (b << 32 | a) >> (a & 31) & 0xFFFFFFFF,
            int.from_bytes(bytes(sources[selector >> 4 * i & 7] for i in range(4)), "little"),
            min(signed(a, 32), signed(b, 32)),
            max(a, b),
            min(signed(w, 64), 5),
            (w & -w).bit_length(),
            signed(a, 32),
            signed(b, 32),
        ]
        assert list(got) == want, (hex(a), hex(b), [i for i in range(20) if got[i] != want[i]])


def to_integer(value, rounding, bits, is_signed, is_double):
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if is_signed else (0, 2**bits - 1)
    if math.isnan(value):
        result = 2 ** (bits - 1) if bits == 64 or is_double else 0
    elif math.isinf(value):
        result = high if value > 0 else low
    else:
        result = min(max(rounding(Fraction(value)), low), high)
    return signed(result, 64 if bits == 64 else 32) if is_signed or bits == 64 else result


def test_conversions_to_integers():
    values = [0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 1e-45, -1e-45, 0.49999997, 2.0**31, 2.0**32, 2.0**63, 2.0**64, 1e38]
    values += [-v for v in values] + [math.inf, -math.inf, math.nan, 2.0**31 - 128, 2.0**32 - 256, 2.0**63 - 2.0**39]
    x = np.array(values, np.float32)
    y = np.concatenate([values[:-3], [2.0**31 - 0.5, 2.0**32 - 0.5, -(2.0**31) - 0.5]])
    out = np.zeros((len(x), 12), np.int64)
    run_well(load("intrinsics"), x, y, out, sizes=(1, len(x), 0))
    kinds = [
        (round, 32, True),
        (math.trunc, 32, True),
        (math.floor, 32, True),
        (math.ceil, 32, True),
        (round, 32, False),
        (round, 64, True),
        (math.trunc, 64, False),
        (round, 32, True),
        (math.trunc, 32, True),
        (math.ceil, 32, False),
        (round, 64, True),
        (math.floor, 64, False),
    ]
    for i in range(len(x)):
        for k, kind in enumerate(kinds):
            value = float(x[i]) if k < 7 else float(y[i])
            want = to_integer(value, *kind, is_double=k >= 7)
            assert out[i][k] == want, (value, k, int(out[i][k]), want)


def exact_fma(a, b, c):
    """One rounding: in rationals, then to the nearest float by numpy's own rounding of the sum's two parts."""
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    guess = np.float32(float(exact))
    near = [np.nextafter(guess, np.float32(-np.inf)), guess, np.nextafter(guess, np.float32(np.inf))]
    return min(near, key=lambda f: (abs(Fraction(float(f)) - exact), int(f.view(np.uint32)) & 1))


# Subnormals and rounding to nearest, whatever the process has set; and the process's setting stays.
def test_floating_point_environment():
    x = np.concatenate([rng.standard_normal(500) * 2.0 ** rng.integers(-149, 0, 500), [1e-45, 5e-39, 1.1754944e-38]])
    y = np.concatenate([rng.standard_normal(500) * 2.0 ** rng.integers(-40, 40, 500), [0.5, 0.5, 0.75]])
    x, y = x.astype(np.float32), y.astype(np.float32)
    with np.errstate(all="ignore"):
        want = np.stack([x * y, x + y, x / y, np.sqrt(np.abs(x)), x, (x + y) * x + y, np.rint(x), np.copysign(x, y)], axis=1)
        want[:, 4] = [exact_fma(a, b, a) for a, b in zip(x, y, strict=True)]
    assert (np.abs(want[:, 0]) < 1e-38).sum() > 50, "expected subnormal results"
    for is_bad in (0, 1):
        for workers in (1, 3):
            out = np.zeros((len(x), 8), np.float32)
            run_well(load("intrinsics"), x, y, out, sizes=(2, len(x), is_bad), workers=workers)
            assert np.array_equal(out.view(np.uint32), want.view(np.uint32)), (is_bad, workers)


main(globals())
