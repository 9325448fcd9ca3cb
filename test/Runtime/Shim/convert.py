# Conversions of 16-bit types: all 65536 values, and floats around every rounding boundary, against numpy.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import numpy as np
from simulate import load, main, rng, run_well

KERNELS = [
    "half to float",
    "float to half",
    "double to half",
    "bfloat to float",
    "float to bfloat",
    "double to bfloat",
    "half pairs",
    *(f"{source} to {target}" for target in ("half", "bfloat") for source in ("int32", "uint32", "int64", "uint64")),
]
ALL = np.arange(65536, dtype=np.uint16)


def convert(kernel, x, dtype):
    out = np.zeros(len(x), dtype)
    run_well(load("convert"), x, out, sizes=(KERNELS.index(kernel), len(x)), workers=2)
    return out


def bfloat_values(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def around(values):
    """All finite values, the midpoints between them, and their neighbours; then what overflows, infinities, NaN."""
    finite = np.unique(values[np.isfinite(values)].astype(np.float64))
    middle = (finite[1:] + finite[:-1]) / 2
    step = finite[-1] - finite[-2]
    limit = np.array([finite[-1] + step / 2, finite[-1] + step])
    points = np.concatenate([finite, middle, limit, -limit])
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan, 3e38, 1e300, -1e300, 1e-300, 5e-324, 2.0**-149, 1e-40])
    return points, special


def same(got, want):
    """Equal bits, with one NaN."""
    assert got.dtype == want.dtype == np.uint16
    bad = np.flatnonzero(got != want)
    assert not len(bad), [(int(i), hex(got[i]), hex(want[i])) for i in bad[:5]]


def half_bits(values):
    with np.errstate(over="ignore"):
        halves = values.astype(np.float16)
    return np.where(np.isnan(values), np.uint16(0x7FFF), halves.view(np.uint16))


def bfloat_bits(values):
    """The nearest by distance, even on ties; past the largest by more than half a step is infinity."""
    with np.errstate(invalid="ignore"):
        values = values.astype(np.float64)
    positive = np.concatenate([bfloat_values(ALL[:0x7F80]).astype(np.float64), [2.0**128]])
    magnitude = np.minimum(np.abs(values), 2.0**128)
    magnitude = np.where(np.isnan(values), 0, magnitude)
    above = np.clip(np.searchsorted(positive, magnitude), 1, len(positive) - 1)
    low, high = magnitude - positive[above - 1], positive[above] - magnitude
    take_high = (high < low) | ((high == low) & (above % 2 == 0))
    bits = np.where(take_high, above, above - 1).astype(np.uint16)
    bits |= np.signbit(values).astype(np.uint16) << 15
    return np.where(np.isnan(values), np.uint16(0x7FFF), bits)


def test_half_to_float():
    got, want = convert("half to float", ALL, np.float32), ALL.view(np.float16).astype(np.float32)
    assert np.array_equal(got, want, equal_nan=True)
    assert np.array_equal(np.signbit(got), np.signbit(want))


def test_bfloat_to_float():
    assert np.array_equal(convert("bfloat to float", ALL, np.uint32), ALL.astype(np.uint32) << 16)


def test_float_to_half():
    points, special = around(ALL.view(np.float16))
    exact = points.astype(np.float32)
    x = np.concatenate([exact, np.nextafter(exact, np.float32(np.inf)), np.nextafter(exact, -np.float32(np.inf))])
    with np.errstate(over="ignore"):
        x = np.concatenate([x, special.astype(np.float32)])
    same(convert("float to half", x, np.uint16), half_bits(x))


def test_float_to_bfloat():
    with np.errstate(over="ignore", invalid="ignore"):
        points, special = around(bfloat_values(ALL))
        exact = points.astype(np.float32)
        x = np.concatenate([exact, np.nextafter(exact, np.float32(np.inf)), np.nextafter(exact, -np.float32(np.inf))])
        x = np.concatenate([x, special.astype(np.float32)])
    same(convert("float to bfloat", x, np.uint16), bfloat_bits(x))


# A double a little off a tie must not be rounded twice.
def test_double_to_half_and_bfloat():
    for kernel, values, reference in (
        ("double to half", ALL.view(np.float16), half_bits),
        ("double to bfloat", bfloat_values(ALL), bfloat_bits),
    ):
        with np.errstate(invalid="ignore"):
            points, special = around(values)
        x = np.concatenate([points, np.nextafter(points, np.inf), np.nextafter(points, -np.inf), special])
        same(convert(kernel, x, np.uint16), reference(x))


def round_integer(value, digits, most):
    """The nearest number of so many binary digits, even on ties, as a float that holds it; past `most`, infinity."""
    shift = max(abs(value).bit_length() - digits, 0)
    kept, rest, half = abs(value) >> shift, abs(value) & ((1 << shift) - 1), (1 << shift) >> 1
    kept += rest > half or (rest == half and shift > 0 and kept % 2)
    magnitude = kept << shift
    return (-1 if value < 0 else 1) * (float(magnitude) if magnitude <= most else np.inf)


# By Python's integers: ties, a little off ties where the bits that decide are far below, the ends of each type.
def test_integers_are_rounded_once():
    for target, digits, most, bits in (("half", 11, 65504, half_bits), ("bfloat", 8, 2**128, bfloat_bits)):
        for source in ("int32", "uint32", "int64", "uint64"):
            info = np.iinfo(source)
            near = [
                sign * ((2 * lead + 1) << power) + off
                for lead in (128, 129, 1024, 1025)
                for power in range(55)
                for off in (-1, 0, 1)
                for sign in (1, -1)
            ]
            values = [*range(-300, 300), *near, 65503, 65519, 65520, info.max, info.max - 1, info.min, info.min + 1]
            values = [value for value in values if info.min <= value <= info.max]
            want = bits(np.array([round_integer(value, digits, most) for value in values]))
            same(convert(f"{source} to {target}", np.array(values, source), np.uint16), want)


def test_all_values_survive_the_round_trip():
    half = ALL.view(np.float16)
    same(convert("float to half", half.astype(np.float32), np.uint16), half_bits(half))
    same(convert("float to bfloat", bfloat_values(ALL), np.uint16), bfloat_bits(bfloat_values(ALL)))


def test_pairs():
    x = rng.standard_normal(256).astype(np.float16)
    out = np.zeros(256, np.float16)
    run_well(load("convert"), x, out, sizes=(6, 128))
    assert np.array_equal(out, x)


main(globals())
