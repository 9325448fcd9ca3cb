"""Writes arrays that emmy-run refuses, and a few that it takes, to a folder."""

import sys

import numpy as np

folder = sys.argv[1]
x = np.arange(6, dtype=np.float32).reshape(2, 3)
np.save(f"{folder}/f32.npy", x)
np.save(f"{folder}/f64.npy", x.astype(np.float64))
np.save(f"{folder}/fortran.npy", np.asfortranarray(x))
np.save(f"{folder}/rank.npy", x[0])
np.save(f"{folder}/flag.npy", np.array(True))
data = open(f"{folder}/f32.npy", "rb").read()
for name, changed in {
    "short": data[:-4],
    "version": data[:6] + b"\x09" + data[7:],
    "header": data[:8] + b"\xff\xff" + data[10:],
    "fields": data[:8] + b"\x03\x00{}\n",
    "sizes": data.replace(b"(2, 3)", b"(2, x)"),
    "negative": data.replace(b"(2, 3), ", b"(2, -3),"),
    "large": data[:8]
    + b"\x60\x00"
    + b"{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 3), }".ljust(95)
    + b"\n",
}.items():
    with open(f"{folder}/{name}.npy", "wb") as file:
        file.write(changed)
