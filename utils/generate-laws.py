#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns the laws table (the JSON that llvm-tblgen dumps of Laws.td) into a C++ table or a Python module.

Python has every column, C++ those that passes read (Laws.h).

Usage: generate-laws.py --format {cpp,python} LAWS.json OUTPUT
"""

import argparse
import json


def records(table, base):
    """The records derived from `base`, ordered by their enumeration value."""
    return sorted((table[name] for name in table["!instanceof"][base]), key=lambda record: record["value"])


def quote(text):
    return json.dumps(text)


def function_row(table, record):
    result = table[record["result"]["def"]]["name"]
    fields = [
        quote(record["str"]),
        str(record["arity"]),
        f"ResultKind::{result}_",
        quote(record["floatOp"]),
        quote(record["intOp"]),
        quote(record["unsignedOp"]),
        quote(record["boolOp"]),
    ]
    fields += [
        "true" if record[bit] else "false"
        for bit in ("commutative", "associativeInt", "associativeFloat", "idempotent", "involution")
    ]
    fields += [quote(record["identityInt"]), quote(record["identityFloat"])]
    fields += [quote(",".join(record["distributesOver"])), quote(record["quotientOf"]), str(record["flops"])]
    fields += [str(float(record["ulpF32"])), str(float(record["ulpF64"]))]
    return "{" + ", ".join(fields) + "}"


def monoid_row(record):
    fields = [quote(record["str"]), f"ScalarFunction::{record['function']}", str(record["components"])]
    fields += [quote(record["identityFloat"]), quote(record["identityInt"])]
    fields += ["true" if record["order"] == "tree" else "false"]
    return "{" + ", ".join(fields) + "}"


def write_cpp(table, out):
    out.write("// Generated from Laws.td.\n")
    for macro, rows in (
        ("FUNCTION", [(r["value"], function_row(table, r)) for r in records(table, "Emmy_Function")]),
        ("MONOID", [(r["value"], monoid_row(r)) for r in records(table, "Emmy_MonoidCase")]),
    ):
        out.write(f"#ifdef GET_{macro}_LAWS\n#undef GET_{macro}_LAWS\n")
        out.writelines(f"{{{value}, {row}}},\n" for value, row in rows)
        out.write("#endif\n")


def write_python(table, out):
    keys = (
        "arity floatOp intOp unsignedOp boolOp commutative associativeInt associativeFloat idempotent involution "
        "identityInt identityFloat distributesOver homomorphisms affineIn monotone inverse quotientOf flops ulpF32 ulpF64"
    ).split()
    functions = {
        record["str"]: {key: record[key] for key in keys} | {"result": table[record["result"]["def"]]["name"]}
        for record in records(table, "Emmy_Function")
    }
    monoids = {
        record["str"]: {key: record[key] for key in ("function", "components", "identityFloat", "identityInt", "order")}
        for record in records(table, "Emmy_MonoidCase")
    }
    out.write('"""The laws table: scalar functions and monoids. Generated from Laws.td."""\n')
    for name, value in (("FUNCTIONS", functions), ("MONOIDS", monoids)):
        out.write(f"\n{name} = {{\n")
        out.writelines(f"    {key!r}: {row!r},\n" for key, row in value.items())
        out.write("}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--format", choices=("cpp", "python"), required=True)
    parser.add_argument("input")
    parser.add_argument("output")
    arguments = parser.parse_args()
    with open(arguments.input, encoding="utf-8") as file:
        table = json.load(file)
    with open(arguments.output, "w", encoding="utf-8") as out:
        (write_cpp if arguments.format == "cpp" else write_python)(table, out)


if __name__ == "__main__":
    main()
