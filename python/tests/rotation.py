# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long runs in parts: an ordinary run of the tests does one part, another one for each commit; EMMY_LONG=1 does all."""

from __future__ import annotations

import functools
import os
import subprocess
from pathlib import Path


def is_long() -> bool:
    return os.environ.get("EMMY_LONG", "") not in ("", "0")


@functools.cache
def get_seed() -> int:
    """A number of the commit; EMMY_PART where it is set, to repeat a part."""
    if os.environ.get("EMMY_PART"):
        return int(os.environ["EMMY_PART"])
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True)
    return int(done.stdout.strip() or "0", 16)


def take_part(items: list, count: int, seed: "int | None" = None) -> list:
    """`count` of the items, one from each of as many stretches of the list. So many seeds as a stretch is long reach all."""
    if count >= len(items):
        return items
    seed = get_seed() if seed is None else seed
    bounds = [len(items) * i // count for i in range(count + 1)]
    return [items[low + seed % (high - low)] for low, high in zip(bounds, bounds[1:], strict=False)]


def choose(items: list, count: int) -> list:
    """A part of the items; all in a long run."""
    return items if is_long() else take_part(items, count)
