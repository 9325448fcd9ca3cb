import numpy as np
from harness import check, random

for n in (0, 1, 7):
    for k in (0, 1, 2, 33):
        x, w = random(n, k), random(k, 3, seed=1)
        products = x[:, :, None] * w[None, :, :]
        check({"y": products.sum(1, dtype=np.float64).astype(np.float32)}, [x, w], tile=1e-5)
