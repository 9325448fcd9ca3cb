# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether a model compiles right, without a GPU: what stands in the way, every pass, every kernel, at shapes and values that hurt."""

from .result import CheckResult, Finding, Obstacle, PassRow, Trial
from .run import check

__all__ = ["CheckResult", "Finding", "Obstacle", "PassRow", "Trial", "check"]
