import numpy as np
from harness import check

check(
    {
        "none": np.empty(0, np.int64),
        "one": np.array([7]),
        "three": np.array([3, 1, 2]),
        "eight": np.array([5, 5, 6, -7, -7, -7, 8, 9], np.int32),
        "many": np.arange(13, dtype=np.float32),
        "turned": np.arange(15).reshape(3, 5).T,
        "bools": np.array([1, 0, 1, 1, 0, 0, 1], bool),
    }
)
