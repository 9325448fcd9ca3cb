import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Inputs"))
import harness
import numpy as np
from harness import check, random

harness.LEVELS = ["tile"]
h, g = random(2, 33, 40, dtype=np.float16), random(40, 52, dtype=np.float16, seed=1)
s, x, w = random(40, seed=2) / 4, random(1, 3, 19, 18, seed=3), random(17, 3, 3, 3, seed=4)
h64, g64, x64, w64 = (t.astype(np.float64) for t in (h, g, x, w))
first = np.exp(h64[1, :, :37] + s[:37].astype(np.float64)) @ g64[:37]
windows = np.lib.stride_tricks.sliding_window_view(x64, (3, 3), (2, 3))
fixed = {
    "half": (h64 @ g64 * 2).astype(np.float16),
    "gate": (first * (h64[1] @ (g64 + 1)) + s[0]).astype(np.float32),
    "conv": np.einsum("bcyzpq,ocpq->boyz", windows, w64).astype(np.float32),
}
for m, n, k in ((0, 5, 3), (1, 1, 1), (17, 33, 0), (31, 17, 45), (64, 65, 16)):
    a, b = random(m, k, seed=5), random(n, k, seed=6)
    distance = (
        -np.abs(a[:, None, :] - b[None, :, :]).max(2, initial=np.inf) if k == 0 else -np.abs(a[:, None, :] - b[None, :, :]).min(2)
    )
    expected = {
        "linear": (a.astype(np.float64) @ b.astype(np.float64).T).astype(np.float32),
        "distance": distance.astype(np.float32),
        **fixed,
    }
    for schedule in ("", "family=plain") if k == 45 else ("",):
        check(expected, [a, b, h, g, s, x, w], tolerance=2e-3, options=[f"--schedule={schedule}"])
