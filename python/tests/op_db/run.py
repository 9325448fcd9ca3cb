# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges samples of PyTorch's database of operators and says how many agree. `comparison/command.py` says what it takes."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)

from comparison.command import main  # noqa: E402
from op_db.suite import OperatorSamples  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(OperatorSamples()))
