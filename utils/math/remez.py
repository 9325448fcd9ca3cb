# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Minimax polynomials: Remez exchange on a fixed dense grid, then rounding.

`fit` minimises the largest |weight(x) * (p(x) - f(x))|. Coefficients are then
rounded to the working precision one after the other, the constant term first;
after each rounding the remaining ones are fitted again (Lawson's iteratively
reweighted least squares, which does not need a Haar space).
"""

import mpmath as mp
import numpy as np

mp.mp.dps = 60


def grid(low, high, count):
    """Points that are dense at both ends, like the extrema of Chebyshev polynomials."""
    middle, half = (mp.mpf(low) + high) / 2, (mp.mpf(high) - low) / 2
    return [middle - half * mp.cos(mp.pi * (k + mp.mpf(1) / 2) / count) for k in range(count)]


def fit(f, weight, low, high, degree, precision, points=None):
    """Coefficients (constant term first) as exact mpmath numbers of `precision` bits, and for double
    what rounding left of the constant term."""
    xs = grid(low, high, points or 40 * (degree + 2))
    fs, ws = [f(x) for x in xs], [abs(weight(x)) for x in xs]
    exact = _exchange(xs, fs, ws, degree)
    if precision > 24:  # double: fitting again would need more than double precision
        return [_round(c, precision) for c in exact], exact[0] - _round(exact[0], precision)
    return _round_in_turn(xs, fs, ws, exact, precision), mp.mpf(0)


def largest_error(f, weight, low, high, coefficients, points=500):
    return max(abs(weight(x) * (mp.polyval(coefficients[::-1], x) - f(x))) for x in grid(low, high, points))


def _round(x, precision):
    with mp.workprec(precision):
        return +mp.mpf(x)


def _exchange(xs, fs, ws, degree):
    n = degree + 2
    # xs is dense at the ends already, so spread the reference evenly over its indices
    reference = [round((len(xs) - 1) * k / (n - 1)) for k in range(n)]
    coefficients = None
    for _ in range(60):
        matrix = mp.matrix(n, n)
        right = mp.matrix(n, 1)
        for row, k in enumerate(reference):
            power = mp.mpf(1)
            for column in range(n - 1):
                matrix[row, column] = power
                power *= xs[k]
            matrix[row, n - 1] = (-1) ** row / ws[k]
            right[row] = fs[k]
        solution = mp.lu_solve(matrix, right)
        coefficients = [solution[i] for i in range(n - 1)]
        level = abs(solution[n - 1])
        errors = [w * (mp.polyval(coefficients[::-1], x) - y) for x, y, w in zip(xs, fs, ws, strict=True)]
        peaks = _alternating_peaks(errors)
        while len(peaks) > n:  # drop the weaker end
            peaks.pop(0 if abs(errors[peaks[0]]) < abs(errors[peaks[-1]]) else -1)
        if len(peaks) < n or peaks == reference:
            break
        if max(abs(e) for e in errors) < level * (1 + mp.mpf(10) ** -6):
            break
        reference = peaks
    return coefficients


def _alternating_peaks(errors):
    peaks = []
    for k, e in enumerate(errors):
        if peaks and (errors[peaks[-1]] > 0) == (e > 0):
            if abs(e) > abs(errors[peaks[-1]]):
                peaks[-1] = k
        else:
            peaks.append(k)
    return peaks


def _round_in_turn(xs, fs, ws, exact, precision):
    x = np.array([float(v) for v in xs])
    w = np.array([float(v) for v in ws])
    w /= np.max(w)
    result = []
    residual = list(fs)
    free = list(exact)
    for position in range(len(exact)):
        result.append(_round(free[0], precision))
        residual = [y - result[-1] * v**position for y, v in zip(residual, xs, strict=True)]
        if position + 1 == len(exact):
            break
        y = np.array([float(v) for v in residual])
        powers = np.stack([x**k for k in range(position + 1, len(exact))], axis=1)
        free = _lawson(powers, y, w)
    return result


def _lawson(powers, y, w, rounds=40):
    importance = np.ones(len(y))
    best, best_error = None, np.inf
    scale = np.max(np.abs(powers), axis=0)
    for _ in range(rounds):
        rows = np.sqrt(importance) * w
        solution = np.linalg.lstsq(powers / scale * rows[:, None], y * rows, rcond=None)[0] / scale
        error = np.abs(w * (powers @ solution - y))
        if error.max() < best_error:
            best, best_error = solution, error.max()
        importance *= error + 1e-300
        importance /= importance.sum()
    return [mp.mpf(float(c)) for c in best]
