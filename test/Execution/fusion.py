# RUN: %python %s
"""Lifts programs of the tensor level, runs them before and after fusion, compares with numpy, and counts kernels."""

import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from fusion_programs import PROGRAMS  # noqa: E402
from tensor_program import get_arrays  # noqa: E402

UNFUSED = ["--emmy-convert-tensor-to-loop", "--cse"]
FUSED = UNFUSED + ["--emmy-loop-fuse", "--canonicalize", "--cse"]


def lower(text, passes):
    done = subprocess.run(["emmy-opt", *passes], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + text
    return done.stdout


def run(text, arrays, folder):
    path = os.path.join(folder, "program.mlir")
    with open(path, "w") as file:
        file.write(text)
    command = ["emmy-run", path, "--level=loop", f"--output-dir={folder}/out", "-O1"]
    for i, array in enumerate(arrays):
        np.save(f"{folder}/{i}.npy", array)
        command.append(f"--input={folder}/{i}.npy")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + text
    names = sorted(os.listdir(f"{folder}/out"))
    return [np.load(f"{folder}/out/{name}") for name in names]


def check(name, build, kernels, shape):
    symbols = [s for s in shape if isinstance(s, str)]
    dims = shape[: len(shape) - len(symbols)]
    sizes = dict(zip(symbols, shape[len(shape) - len(symbols) :], strict=True))
    text, reference = build(*dims)
    arrays = get_arrays(text, sizes, seed=len(text))
    want = reference(*[a.astype(np.float64) if a.dtype == np.float32 else a for a in arrays])
    for passes in UNFUSED, FUSED:
        lowered = lower(text, passes)
        if passes is FUSED:
            count = lowered.count("emmy_loop.kernel")
            assert count == kernels, f"{name}{shape}: expected {kernels} kernels, but got {count}\n{lowered}"
        with tempfile.TemporaryDirectory() as folder:
            got = run(lowered, arrays, folder)
        assert len(got) == len(want)
        for result, expected in zip(got, want, strict=True):
            assert result.shape == expected.shape, (name, shape, result.shape, expected.shape)
            np.testing.assert_allclose(result, expected, rtol=2e-5, atol=2e-6, err_msg=f"{name}{shape}\n{lowered}")


chosen = sys.argv[1:] or list(PROGRAMS)
failures = 0
for name in chosen:
    build, kernels, shapes = PROGRAMS[name]
    for shape in shapes:
        try:
            check(name, build, kernels, shape)
        except AssertionError as error:
            failures += 1
            print(f"FAILED {name}{shape}: {error}")
            break
sys.exit(failures != 0)
