import numpy as np
from harness import check

x = np.array([2.0**-120, -(2.0**-148), 2.0**-140, 1.5], dtype=np.float32)
y = np.array([2.0**-10, 0.5, 2.0**40, 2.0**-149], dtype=np.float32)
for options in ([], ["--preset-flush-to-zero"], ["--preset-flush-to-zero", "-O0"]):
    check({"product": x * y}, [x, y], options=options)
