import numpy as np
from harness import check, random

for n in (0, 1, 3, 7):
    x = random(n)
    m = np.random.default_rng(1).integers(0, 2, n).astype(bool)
    p = np.array([0, n + 1, -1, n + 2, min(n, 2)])
    padded = np.pad(x, 1, constant_values=-1)
    numerators = np.arange(-4, 5)
    check(
        {
            "padded": padded,
            "flipped": ~m[::-1],
            "gathered": np.array([padded[i] if 0 <= i < n + 2 else 0 for i in p], dtype=np.float32),
            "divided": np.stack([numerators // max(n, 1) + 8, numerators % max(n, 1) + 8, -(-numerators // 3) + 8], 1),
        },
        [x, m, p],
    )
