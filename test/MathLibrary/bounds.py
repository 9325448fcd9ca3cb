# RUN: %python %s %emmy_src %emmy_build %t
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every function of the math library is within the laws table's bound of an oracle of higher precision, with the right special
values; and the measurement notices an altered coefficient and a lost special case."""

import importlib.util
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "Inputs"))
from build_library import build, run, source  # noqa: E402

REPOSITORY, BUILD, FOLDER = (Path(argument) for argument in sys.argv[1:])


def read_bounds() -> "tuple[dict, set]":
    """name_type -> bound in ulp, for every function of the laws table; and those that the library must have."""
    spec = importlib.util.spec_from_file_location("laws", BUILD / "python" / "emmy" / "laws.py")
    laws = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(laws)
    bounds = {f"{name}_{t}": float(row[f"ulp{t.upper()}"]) for name, row in laws.FUNCTIONS.items() for t in ("f32", "f64")}
    required = {f"{name}_{t}" for name, row in laws.FUNCTIONS.items() for t in ("f32", "f64") if row["floatOp"] == "library"}
    small = ("f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ")
    conversions = {f"convert_{f}_{to}": 0.0 for f in ("f32", "f64") for to in ("i32", "i64", *small)}
    conversions |= {f"convert_{f}_f32": 0.0 for f in small}
    return bounds | conversions, required | set(conversions)


BOUNDS, REQUIRED = read_bounds()


def compile_measure() -> Path:
    inputs, program = Path(__file__).parent / "Inputs", FOLDER / "measure"
    FOLDER.mkdir(parents=True, exist_ok=True)
    run("g++", "-std=gnu++17", "-O2", "-ffp-contract=off", inputs / "Measure.cpp", "-o", program, "-lquadmath", "-ldl")
    return program


def complaints(measure: Path, library: Path, *functions: str) -> list:
    """One line for each function that is worse than its bound; without `functions`, every one that the table requires."""
    found, bad = set(), []
    for line in run(measure, library, *functions).splitlines():
        name, worst, x, y, wrong, points, *first = line.split()
        found.add(name)
        if float(worst) > BOUNDS[name]:
            bad.append(f"{name}: expected at most {BOUNDS[name]} ulp, but got {worst} at {x} {y}")
        if int(wrong):
            bad.append(f"{name}: expected the special values of the oracle, but got {wrong} others, {' '.join(first)}")
    missing = set(functions or REQUIRED) - found
    return bad + [f"{name}: expected a function of this name, but got none" for name in sorted(missing)]


def alter(text: str, function: str, pattern: str, change) -> str:
    """Applies `change` to the first match of `pattern` in one function."""
    begin = text.index(f"@{function}(")
    end = text.index("\n}\n", begin)
    body, count = re.subn(pattern, change, text[begin:end], count=1)
    assert count == 1, f"{pattern} is not in {function}"
    return text[:begin] + body + text[end:]


def main():
    text = source(REPOSITORY).read_text()
    measure = compile_measure()
    bad = complaints(measure, build(text, FOLDER, "math"))
    if bad:
        sys.exit("\n".join(bad))

    def nudge(match):
        return f"{match[1]}{float(match[2]) * (1 + 2**-12)!r} :"

    alterations = {
        "exp_f32": lambda t: alter(t, "emmy_exp_f32", r"(%expm1_1 = arith.constant )(\S+) :", nudge),
        "sin_f64": lambda t: alter(t, "emmy_sine_f64", r"(%sin_2 = arith.constant )(\S+) :", nudge),
        "cosh_f32": lambda t: alter(t, "emmy_cosh_f32", "cmpf uno", "cmpf ord"),
        "convert_f32_f8E4M3FN": lambda t: alter(t, "emmy_convert_f32_f8E4M3FN", "cmpi sgt", "cmpi sge"),
        "convert_f8E5M2FNUZ_f32": lambda t: alter(t, "emmy_convert_f8E5M2FNUZ_f32", "cmpi eq", "cmpi ne"),
        "sin_f32": lambda t: alter(t, "emmy_sin_f32", "cmpf oeq", "cmpf one"),
    }
    for function, altered in alterations.items():
        library = build(altered(text), FOLDER, f"altered_{function}")
        if not complaints(measure, library, function):
            sys.exit(f"expected the measurement to reject an altered {function}, but it did not")


main()
