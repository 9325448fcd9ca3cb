import numpy as np
from harness import check

f = np.float32


def repeat(step, start, end, a, b):
    for i in range(start, end):
        a, b = step(i, a, b)
    return a, b


def replace(a, i, value):
    a = a.copy()
    a[i] = value
    return a


def put(i, a, b):
    return replace(a, i, b[i] + f(5)), b


def put_and_keep(i, a, b):
    return replace(a, i, b[i] + f(5)), a


def fibonacci(i, a, b):
    return b, a + b


for n, start, end, c in ((6, 0, 4, 3.5), (5, 0, 5, 1.0), (3, 0, 1, -2.0), (1, 2, 0, 9.0), (7, 3, 6, 2.0)):

    def nested(i, a, b, end=end):
        return repeat(put, i, end, a, b + f(1))[0], b + f(1)

    def nested_swap(i, a, b, end=end):
        return repeat(fibonacci, i, end, b, a)

    rng = np.random.default_rng(n)
    # Sums of such numbers are exact.
    x, y = (rng.integers(-8, 8, n).astype(f) for _ in range(2))

    def run(step, a, b, start=start, end=end):
        return repeat(step, start, end, a, b)

    expected = {}
    expected["fibonacci_a"], expected["fibonacci_b"] = run(fibonacci, x, y)
    expected["stays_a"], expected["stays_b"] = run(lambda i, a, b: (a, a + b), x, x)
    expected["twice_a"], expected["twice_b"] = run(lambda i, a, b: (a + f(1), a + f(1)), x, y)
    expected["put"] = run(put, x, y)[0]
    fresh = run(put, np.full(n, 3, f), x)[0]
    # A position beyond the end is not written.
    expected["put_fresh"] = replace(fresh, start, 9) if start < n else fresh
    expected["keep_a"], expected["keep_b"] = run(put_and_keep, x, y)
    expected["swap_a"], expected["swap_b"] = run(lambda i, a, b: (b, replace(a, i, 7)), x, y)
    expected["nested_a"], expected["nested_b"] = run(nested, x, y)
    expected["nested_swap_a"], expected["nested_swap_b"] = run(nested_swap, x, y)
    expected["last"] = np.int64(max(start, end))
    expected["sum"] = x + expected["fibonacci_a"]
    go, down = c > 0, c
    while go:
        down -= 1
        go = down > 0
    expected["down"] = np.float64(down)
    numbers = [np.int64(start), np.int64(end), np.bool_(c > 0), np.float64(c)]
    check({name: np.asarray(value) for name, value in expected.items()}, [x, y, *numbers])
