# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of approximations, and the script that fits them.

    python3 polynomials.py            # fits all, writes Coefficients.json
    python3 polynomials.py exp log    # only these

Each line: what is approximated, with which weight (so that the error is
relative to the function's result), on which interval, with which degree.
"""

import json
import os
import sys

import mpmath as mp
import remez
from mpmath import mpf

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = os.path.join(HERE, "Coefficients.json")

half_ln2 = mp.log(2) / 2 * mpf("1.0001")
quarter_pi = mp.pi / 4 * mpf("1.0001")
log_low, log_high = mp.sqrt(mpf(1) / 2) - 1, mp.sqrt(2) - 1


def odd(f):
    """p(u), u = x^2, with f(x) = x + x*u*p(u); the weight makes the error relative to f."""

    def g(u):
        x = mp.sqrt(u)
        return (f(x) / x - 1) / u

    def weight(u):
        x = mp.sqrt(u)
        return u * x / f(x)

    return g, weight


def expm1_tail(x):
    return (mp.expm1(x) - x) / x**2


def exp2_tail(x):
    return (mpf(2) ** x - 1 - x * mp.log(2)) / x**2


def logarithm(base):
    """q(f) with log_base(1 + f) = f * (c + f * q(f)), c = 1 / ln(base)."""
    scale = 1 / mp.log(base) if base else mpf(1)
    return (lambda f: (mp.log1p(f) - f) * scale / f**2), (lambda f: f**2 / mp.log1p(f) / scale)


def atanh_tail(terms):
    """p(z), z = s^2: atanh(s) = s + s^3/3 + ... + s^(2*terms-1)/(2*terms-1) + s^(2*terms+1) * p(z)."""

    def g(z):
        s = mp.sqrt(z)
        return (mp.atanh(s) / s - sum(z**k / (2 * k + 1) for k in range(terms))) / z**terms

    def weight(z):
        return z**terms

    return g, weight


def cosine(u):
    return (mp.cos(mp.sqrt(u)) - 1 + u / 2) / u**2


def erf_small(u):
    x = mp.sqrt(u)
    return mp.erf(x) / x - 1


def erf_small_weight(u):
    x = mp.sqrt(u)
    return x / mp.erf(x)


def scaled_erfc(centre):
    """(1 + 2a) * exp(a^2) * erfc(a) as a function of t = (a - centre) / (a + centre)."""

    def g(t):
        a = centre * (1 + t) / (1 - t)
        with mp.workdps(80):
            if a > 60:  # asymptotic series
                total, term, k = mpf(1), mpf(1), 0
                while k < 60 and abs(term) > mpf(10) ** -60:
                    k += 1
                    term *= -(2 * k - 1) / (2 * a**2)
                    total += term
                return (1 + 2 * a) * total / (a * mp.sqrt(mp.pi))
            with mp.workdps(60 + int(a * a / 2)):
                return +((1 + 2 * a) * mp.exp(a**2) * mp.erfc(a))

    return g, (lambda t: 1 / g(t))


def erfc_interval(centre, low, high):
    return (mpf(low) - centre) / (mpf(low) + centre), (mpf(high) - centre) / (mpf(high) + centre)


def one(_):
    return mpf(1)


# name: (function, weight), (low, high), {mantissa bits: degree}
TABLE = {
    "expm1": ((expm1_tail, lambda x: x**2 / mp.expm1(x)), (-half_ln2, half_ln2), {24: 4, 53: 10}),
    "exp2": ((exp2_tail, lambda x: x**2 / mpf(2) ** x), (mpf("-0.5001"), mpf("0.5001")), {24: 4, 53: 10}),
    "log": (logarithm(None), (log_low, log_high), {24: 8}),
    "log2": (logarithm(2), (log_low, log_high), {24: 8}),
    "log10": (logarithm(10), (log_low, log_high), {24: 8}),
    "atanh_tail": (atanh_tail(1), (mpf(0), mpf("0.02945")), {53: 7}),
    "pow_tail": (atanh_tail(2), (mpf(0), mpf("0.02945")), {24: 2}),
    "pow_tail3": (atanh_tail(3), (mpf(0), mpf("0.02945")), {53: 7}),
    "tanh": (odd(mp.tanh), (mpf(0), mpf("0.6") ** 2), {24: 4, 53: 11}),
    "erf": ((erf_small, erf_small_weight), (mpf(0), mpf("1.0") ** 2), {24: 6, 53: 12}),
    "log_erfc": ((lambda x: mp.log(mp.erfc(x)), lambda x: mp.erfc(x) / mp.erf(x)), (mpf("1.0"), mpf(4)), {24: 6}),
    "erfcx": (scaled_erfc(mpf(4)), erfc_interval(mpf(4), 0, 28), {53: 23}),
    "erfcx_near": (scaled_erfc(mpf(2)), erfc_interval(mpf(2), 0, "10.5"), {24: 10}),
    "sin": (odd(mp.sin), (mpf(0), quarter_pi**2), {24: 2, 53: 5}),
    "cos": ((cosine, lambda u: u**2 / mp.cos(mp.sqrt(u))), (mpf(0), quarter_pi**2), {24: 2, 53: 5}),
    "atan": (odd(mp.atan), (mpf(0), mpf("1.0001")), {24: 8, 53: 19}),
    "asin": (odd(mp.asin), (mpf(0), mpf("0.2501")), {24: 5, 53: 12}),
    "sinh": (odd(mp.sinh), (mpf(0), mpf("1.0")), {24: 3, 53: 7}),
    "asinh": (odd(mp.asinh), (mpf(0), mpf("0.25")), {24: 6}),
    "atanh": (odd(mp.atanh), (mpf(0), mpf("0.2501")), {24: 6}),
}


def main():
    wanted = sys.argv[1:] or list(TABLE)
    table = json.load(open(FILE)) if sys.argv[1:] and os.path.exists(FILE) else {}
    for name in wanted:
        (f, weight), (low, high), degrees = TABLE[name]
        for precision, degree in degrees.items():
            coefficients, constant_low = remez.fit(f, weight, low, high, degree, precision)
            whole = [coefficients[0] + constant_low] + coefficients[1:]
            error = remez.largest_error(f, weight, low, high, whole)
            key = f"{name}_{'f32' if precision == 24 else 'f64'}"
            table[key] = {
                "error_log2": round(float(mp.log(error, 2)), 2),
                "constant_low": float(constant_low).hex(),
                "coefficients": [float(c).hex() for c in coefficients],
            }
            print(f"{key:16} degree {degree:2}  error 2^{table[key]['error_log2']}", flush=True)
    with open(FILE, "w") as out:
        json.dump({k: table[k] for k in sorted(table)}, out, indent=1)
        out.write("\n")


if __name__ == "__main__":
    main()
