# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes lib/MathLibrary/MathLibrary.mlir, or checks that it is up to date.

    python3 generate.py [--check] [--bounds FILE] [-o FILE]
"""

import argparse
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
LIBRARY = os.path.join(HERE, "..", "..", "lib", "MathLibrary")

HEADER = """\
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scalar functions that every executor calls by name, from primitives whose results are the
// same bits everywhere: add, subtract, multiply, divide, fma and sqrt rounded to nearest even,
// integer operations, comparisons, selects. No operation here may be contracted, reassociated or
// flushed. No NaN and no out-of-range value reaches a float -> int conversion or exponent
// arithmetic: arguments are clamped or replaced first, and special values selected at the end.
//
// Operations: arith.{constant, addf, subf, mulf, divf, negf, cmpf, select, bitcast, addi, subi, muli,
// andi, ori, xori, shli, shrsi, shrui, cmpi, trunci, extui, extsi, sitofp, fptosi, extf, truncf},
// math.{fma, sqrt}, func.call, and scf.if / scf.for (constant trip count) on slow paths. i1 is a
// condition, i32 and i64 are bits. Bounds are in units in the last place of the result, measured by
// the tests in test/MathLibrary against an oracle of higher precision.
//
// Written by utils/math/generate.py; the coefficients by utils/math/polynomials.py.
"""


def text():
    import library
    import exponential, logarithm, hyperbolic, error_function  # noqa: F401
    for name in ("trigonometric", "inverse_trigonometric", "power", "rounding"):
        if os.path.exists(os.path.join(HERE, name + ".py")):
            __import__(name)
    bounds_file = os.path.join(LIBRARY, "Bounds.json")
    bounds = json.load(open(bounds_file)) if os.path.exists(bounds_file) else {}
    return "\n".join([HEADER] + [library.text_of(e, bounds) + "\n" for e in library.ENTRIES])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("-o", default=os.path.join(LIBRARY, "MathLibrary.mlir"))
    options = parser.parse_args()
    new = text()
    if options.check:
        if open(options.o).read() != new:
            sys.exit(f"{options.o} is stale: run python3 utils/math/generate.py")
        return
    with open(options.o, "w") as out:
        out.write(new)


if __name__ == "__main__":
    main()
