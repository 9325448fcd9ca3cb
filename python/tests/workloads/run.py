# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges workloads: at small sizes against PyTorch, at full ones whether they become kernels. `comparison/command.py` says what it takes."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)

from comparison.command import main  # noqa: E402

from workloads.suite import Workloads  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(Workloads()))
