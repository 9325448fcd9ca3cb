# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What all tests share: programs that a test executes run on the checked simulator, too, for sm_80 and for sm_90."""

from __future__ import annotations

import checked_programs
import pytest


@pytest.fixture(autouse=True)
def kernels_are_checked(monkeypatch):
    """After each test: its programs, or those among them that are this run's part; see checked_programs.py."""
    executed = checked_programs.watch(monkeypatch)
    yield
    for program in executed:
        checked_programs.check(program)
