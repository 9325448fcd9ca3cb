import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Inputs"))
import harness
import numpy as np
from harness import check, random

harness.LEVELS = ["tile"]
w = random(3, 40)
p = np.array([2, 0, 1, 1, 2])
padded = np.pad(w, ((0, 0), (1, 1)), constant_values=1).astype(np.float16)
for m, n in ((0, 5), (1, 1), (7, 33), (5, 256), (13, 257)):
    x = random(m, n, seed=m)
    expected = {
        "scaled": x * np.arange(n, dtype=np.float32),
        "gated": w[:, :20] * w[:, 20:],
        "positive": x > 0,
        "gathered": w[p],
        "padded": padded,
        "first": w[1],
        "second": w[:, :14:2].T,
    }
    for schedule in ("", "threads=32", "threads=64,vector=2", "family=plain,threads=7"):
        check(expected, [x, w, p], options=[f"--schedule={schedule}"])
