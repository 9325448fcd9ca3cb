# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes lib/MathLibrary/MathLibrary.mlir, or checks that it is up to date.

    python3 generate.py [--check] [--laws build/include/Emmy/Dialect/Base/IR/Laws.json] [-o FILE]

The error bounds in the comments are those of the laws table.
"""

import argparse
import importlib
import json
import os
import sys

import library

# The order of the functions in the library.
SOURCES = (
    "exponential",
    "logarithm",
    "hyperbolic",
    "error_function",
    "trigonometric",
    "inverse_trigonometric",
    "power",
    "rounding",
    "small_floats",
)
ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))

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


def bounds_of(laws):
    """Function and type -> bound, from the JSON of the laws table."""
    with open(laws, encoding="utf-8") as file:
        table = json.load(file)
    rows = [table[name] for name in table["!instanceof"]["Emmy_Function"]]
    bounds = {f"{row['str']}_{T}": float(row[f"ulp{T.upper()}"]) for row in rows for T in ("f32", "f64")}
    bounds |= {f"convert_{f}_{i}": 0.0 for f in ("f32", "f64") for i in ("i32", "i64")}
    return bounds


def text(laws):
    for source in SOURCES:
        importlib.import_module(source)
    bounds = bounds_of(laws)
    return "\n".join([HEADER] + [library.text_of(entry, bounds) + "\n" for entry in library.ENTRIES])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--laws", default=os.path.join(ROOT, "build", "include", "Emmy", "Dialect", "Base", "IR", "Laws.json"))
    parser.add_argument("-o", default=os.path.join(ROOT, "lib", "MathLibrary", "MathLibrary.mlir"))
    options = parser.parse_args()
    new = text(options.laws)
    if options.check:
        with open(options.o, encoding="utf-8") as file:
            if file.read() != new:
                sys.exit(f"{options.o} is stale: run python3 utils/math/generate.py")
        return
    with open(options.o, "w", encoding="utf-8") as out:
        out.write(new)


if __name__ == "__main__":
    main()
