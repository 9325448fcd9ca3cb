import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Inputs"))
import harness
import numpy as np
from harness import check, random

harness.LEVELS = ["tile"]
z = np.round(random(20, 12, dtype=np.float16) * 2) / 2  # ties
w = random(1000, seed=1)
for m, n in ((0, 3), (1, 0), (3, 1), (9, 31), (2, 257)):
    x, y = random(m, 1000, seed=2), random(m, n, seed=3)
    d = x.astype(np.float64)
    e = np.exp(d - d.max(1, keepdims=True, initial=-np.inf))
    h = z.astype(np.float64)
    expected = {
        "softmax": (e / e.sum(1, keepdims=True)).astype(np.float32),
        "norm": (d / np.sqrt((d * d).mean(1, keepdims=True)) * w).astype(np.float32),
        "sums": np.exp(y.astype(np.float64)).sum(1).astype(np.float32),
        "columns": y.sum(0, dtype=np.float64).astype(np.float32),
        "argmax": z.argmax(1),
        "total": np.array(y.sum(dtype=np.float64), np.float32),
        "prefix": y.cumsum(1, dtype=np.float64).astype(np.float32),
        "halves": (h[:, :6] * h[:, 6:] + h[:, 6:].sum(1, keepdims=True)).astype(np.float32),
    }
    for schedule in ("", "threads=64,vector=2", "threads=256,rows=8", "family=plain,threads=5"):
        check(expected, [x, y, z, w], tolerance=1e-5, options=[f"--schedule={schedule}"])
