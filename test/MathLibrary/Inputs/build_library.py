# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the math library, as it is or altered, to a shared library."""

import subprocess
import sys
from pathlib import Path

LOWERINGS = [
    "--convert-scf-to-cf",
    "--convert-math-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
]


def run(*command, stdin=None):
    done = subprocess.run([str(c) for c in command], input=stdin, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(str(c) for c in command)} failed:\n{done.stderr}")
    return done.stdout


def build(text: str, folder: Path, name: str) -> Path:
    """No contraction: what the library does not write as an fma stays a multiply and an add."""
    folder.mkdir(parents=True, exist_ok=True)
    llvm_dialect = run("mlir-opt", *LOWERINGS, stdin=text)
    llvm_ir = run("mlir-translate", "--mlir-to-llvmir", stdin=llvm_dialect)
    run(
        "llc",
        "-O2",
        "-mcpu=native",
        "-fp-contract=off",
        "-relocation-model=pic",
        "-filetype=obj",
        "-o",
        folder / f"{name}.o",
        stdin=llvm_ir,
    )
    library = folder / f"{name}.so"
    run("g++", "-shared", folder / f"{name}.o", "-o", library, "-lm")
    return library


def source(repository: Path) -> Path:
    return repository / "lib" / "MathLibrary" / "MathLibrary.mlir"


if __name__ == "__main__":  # build_library.py REPOSITORY FOLDER
    repository, folder = Path(sys.argv[1]), Path(sys.argv[2])
    print(build(source(repository).read_text(), folder, "math"))
