import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Inputs"))
import harness
import numpy as np
from harness import check, random

harness.LEVELS = ["tile"]
y, z = random(3, 40, 33, dtype=np.float16), random(3, 33, 40, dtype=np.float16, seed=1)
f, p = random(40, 33) > 0, np.array([1, 0, 3, 1, 4, 3])
scattered = np.full(5, -1)
np.add.at(scattered, p, np.arange(6))
for m, n in ((0, 5), (1, 1), (31, 33), (64, 97)):
    x = random(m, n, seed=2)
    expected = {
        "transposed": -x.T,
        "added": y.transpose(0, 2, 1) + z,
        "flags": f.T,
        "local": np.arange(4)[:, None] * p[::-1],
        "shared": p[::-1],
        "scattered": scattered,
    }
    for schedule in ("", "family=plain,threads=9"):
        check(expected, [x, y, z, f, p], options=[f"--schedule={schedule}"])
