# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks whole models against PyTorch in f64. `comparison/command.py` says what it takes."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)

from comparison.command import main  # noqa: E402
from models.suite import Models  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(Models()))
