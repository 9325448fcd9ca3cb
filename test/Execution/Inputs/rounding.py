import numpy as np
from harness import check

# 1 + 2^-12 squared is 1 + 2^-11 and a rest that rounding drops; nothing of it is left beside the rounded product.
x = np.array([1 + 2.0**-12, -1 - 2.0**-12, 3, 1 + 2.0**-12] * 2, np.float32)
y = np.array([1 + 2.0**-12, 1 + 2.0**-12, 5, 1 - 2.0**-12] * 2, np.float32)
z = -(x * y)
for options in (["-O0"], ["-O3"]):
    check({"sum": np.zeros(8, np.float32)}, [x, y, z], options=options)
