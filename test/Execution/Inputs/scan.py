import numpy as np
from harness import check, random

for n in (0, 1, 7):
    x, t = random(2, n), np.arange(6, dtype=np.int32)
    total = x.cumsum(1, dtype=np.float64)
    before = np.concatenate([np.zeros((2, 1)), total], 1)[:, :n]
    backward = x[:, ::-1].cumsum(1, dtype=np.float64)[:, ::-1]
    t1 = t.copy()
    t1[[0, 3]] += 10
    t3 = t1.copy()
    t3[1:3] = [100, 200]
    check(
        {
            "inclusive": total.astype(np.float32),
            "exclusive": before.astype(np.float32),
            "reverse": backward.astype(np.float32),
            "tied": t1,
            "again": t3,
            "untouched": t,
            "twice": t1,
        },
        [x, t],
        tile=1e-5,
    )
