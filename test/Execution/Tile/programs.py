# RUN: %python %s
"""Fuses, schedules and runs programs of the tensor level in order, and compares with numpy: small shapes under the schedules that
are chosen and the plain ones, then shapes beyond a tile."""

import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../Inputs"))
from fusion_programs import PROGRAMS  # noqa: E402
from tensor_program import get_arrays  # noqa: E402

# (name, shape): shapes that need several blocks, chunks, or the masks of tiles.
LARGE = [
    ("silu_and_mul", (33, 264)),
    ("add_relu_sum", (9, 1031)),
    ("softmax", (3, 4100)),
    ("layer_norm", (140, 72)),
    ("prologue_epilogue", (33, 40, 49)),
    ("two_prologues", (33, 41, 49)),
    ("linear_gelu", ("m", 65, 33, 64)),
    ("norm_linear", (32, 24, 40)),
    ("column_norm", (40, 65)),
    ("attention", (2, 17, 33, 16)),
]


def check(name, shape, schedule):
    build = PROGRAMS[name][0]
    symbols = [s for s in shape if isinstance(s, str)]
    sizes = dict(zip(symbols, shape[len(shape) - len(symbols) :], strict=True))
    text, reference = build(*(shape[: len(shape) - len(symbols)]))
    arrays = get_arrays(text, sizes, seed=len(text))
    want = reference(*[a.astype(np.float64) if a.dtype == np.float32 else a for a in arrays])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.mlir")
        with open(path, "w") as file:
            file.write(text)
        command = ["emmy-run", path, "--level=tile", f"--schedule={schedule}", f"--output-dir={folder}/out", "-O1"]
        for i, array in enumerate(arrays):
            np.save(f"{folder}/{i}.npy", array)
            command.append(f"--input={folder}/{i}.npy")
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr + text
        got = [np.load(f"{folder}/out/{result}") for result in sorted(os.listdir(f"{folder}/out"))]
    assert len(got) == len(want)
    for result, expected in zip(got, want, strict=True):
        assert result.shape == expected.shape, (result.shape, expected.shape)
        scale = max(1, np.sqrt(max((a.shape[-1] for a in arrays if a.ndim), default=1)) / 4)
        np.testing.assert_allclose(result, expected, rtol=2e-5 * scale, atol=2e-6 * scale)


failures = 0
cases = [(name, shape, "") for name, (_, _, shapes) in PROGRAMS.items() for shape in shapes]
cases += [(name, shapes[0], "family=plain") for name, (_, _, shapes) in PROGRAMS.items()]
cases += [(name, shape, "") for name, shape in LARGE]
for name, shape, schedule in cases:
    if len(sys.argv) > 1 and name not in sys.argv[1:]:
        continue
    try:
        check(name, shape, schedule)
    except AssertionError as error:
        failures += 1
        print(f"FAILED {name}{shape} {schedule}: {error}")
sys.exit(failures != 0)
