import numpy as np
from harness import check, random

for n in (0, 1, 7, 100):
    x = np.round(random(4, n) * 2) / 2  # ties
    h = random(4, n, dtype=np.float16, seed=1)
    q = np.random.default_rng(2).integers(-128, 128, (4, n), dtype=np.int8)
    with np.errstate(invalid="ignore"):
        # The sum is rounded to f32 before the finish divides in f32.
        mean = x.sum(1, dtype=np.float64).astype(np.float32) / np.float32(n)
    none = np.iinfo(np.int64).max
    check(
        {
            "max": x.max(1, initial=-np.inf).astype(np.float32),
            "argmax": x.argmax(1) if n else np.full(4, none),
            "mean": mean,
            "product": h.astype(np.float64).prod(1).astype(np.float16),
            "total": np.array(q.astype(np.int64).sum() % 256).astype(np.uint8).astype(np.int8),
        },
        [x, h, q],
        tile=5e-2,
    )
