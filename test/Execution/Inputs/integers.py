import numpy as np
from harness import check


def divide(x, y):
    """Python's own division; x // 0 has all bits set, and what does not fit wraps."""
    return x // y if y else -1


def remainder(x, y):
    return x % y if y else x


def trunc_divide(x, y):
    return (abs(x) // abs(y)) * (1 if (x < 0) == (y < 0) else -1) if y else -1


def fmod(x, y):
    return x - trunc_divide(x, y) * y if y else x


def power(x, y):
    """An integer's power with a negative exponent is truncated; that of 0 is 0."""
    if y >= 0:
        return pow(x, y, 1 << 64)
    return x ** (-y % 2) if x in (1, -1) else 0


def shift_left(x, y):
    return x << y if 0 <= y < 8 else 0


def shift_right(x, y):
    return x >> (y if 0 <= y < 8 else 8)


FUNCTIONS = {
    "floor_divide": divide,
    "remainder": remainder,
    "trunc_divide": trunc_divide,
    "fmod": fmod,
    "shift_left": shift_left,
    "shift_right": shift_right,
    "pow": power,
}


def pairs(numbers, dtype):
    left, right = np.meshgrid(np.array(numbers, dtype), np.array(numbers, dtype), indexing="ij")
    return left.flatten(), right.flatten()


def evaluate(function, x, y):
    """In Python's integers, wrapped to the dtype."""
    bits = x.dtype.itemsize * 8
    values = [function(int(a), int(b)) & ((1 << bits) - 1) for a, b in zip(x, y, strict=True)]
    return np.array(values, np.uint64).astype(f"u{x.dtype.itemsize}").view(x.dtype)


inputs = {
    "i8": pairs(range(-128, 128), np.int8),
    "ui8": pairs(range(256), np.uint8),
    "i64": pairs([-(2**63), -(2**63) + 1, -7, -1, 0, 1, 7, 2**63 - 1], np.int64),
}
signs = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, np.nan], np.float32)
signs[7:] = -signs[7:]  # a NaN whose bit is set
expected = {"signs": np.array([False, True, False, True, False, True, False, False])}
for dtype, (x, y) in inputs.items():
    for name, function in FUNCTIONS.items():
        if dtype != "i64" or name in ("floor_divide", "remainder", "trunc_divide", "fmod"):
            expected[f"{dtype}_{name}"] = evaluate(function, x, y)
large = np.array([1, 2**63, 2**63 + 2**39 + 1, 2**64 - 1], np.uint64)
expected["large"] = large.astype(np.float32)
check(expected, [array for pair in inputs.values() for array in pair] + [signs, large])
