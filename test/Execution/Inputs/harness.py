"""Runs a .mlir file with emmy-run on numpy arrays and compares the results with those of numpy."""

import os
import subprocess
import sys
import tempfile

import numpy as np

FILE = sys.argv[1]
LEVELS = sys.argv[2:] or ["loop"]


def run(inputs=(), sizes=None, level="loop", options=()):
    """Executes FILE; returns its results by name."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["emmy-run", FILE, f"--level={level}", f"--output-dir={folder}/out", *options]
        for i, array in enumerate(inputs):
            path = os.path.join(folder, f"{i}.npy")
            np.save(path, array)
            command.append(f"--input={path}")
        command += [f"--size={name}={value}" for name, value in (sizes or {}).items()]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        results = os.path.join(folder, "out")
        return {name[:-4]: np.load(os.path.join(results, name)) for name in sorted(os.listdir(results))}


def check(expected, inputs=(), sizes=None, tolerance=0.0, options=(), tile=None):
    """Compares every result at every level: shape, dtype, and numbers (zeros' signs included) within the tolerance.

    `tile` is that of the tile level, where sums are accumulated in the types that are written.
    """
    exact = tolerance
    for level in LEVELS:
        tolerance = tile if tile is not None and level == "tile" else exact
        got = run(inputs, sizes, level, options)
        assert sorted(got) == sorted(expected), (sorted(got), sorted(expected))
        for name, want in expected.items():
            result = got[name]
            assert result.shape == want.shape, (level, name, result.shape, want.shape)
            assert result.dtype == want.dtype, (level, name, result.dtype, want.dtype)
            if tolerance == 0.0 or want.dtype.kind != "f":
                np.testing.assert_array_equal(result, want, err_msg=f"{level}: {name}")
                if want.dtype.kind == "f":
                    numbers = ~np.isnan(want)
                    np.testing.assert_array_equal(np.signbit(result)[numbers], np.signbit(want)[numbers])
            else:
                np.testing.assert_allclose(result, want, rtol=tolerance, atol=tolerance, err_msg=f"{level}: {name}")


def random(*shape, dtype=np.float32, seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)
