# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of long runs: the same for one commit, others for other ones, and in the end everything."""

import pytest
from rotation import take_part


@pytest.mark.parametrize(("number", "count"), [(100, 10), (7, 3), (5, 5), (3, 8), (0, 2)])
def test_parts_reach_everything(number, count):
    items = list(range(number))
    parts = [take_part(items, count, seed) for seed in range(number + 1)]
    assert {item for part in parts for item in part} == set(items)
    assert all(len(part) == min(count, number) for part in parts)


def test_parts_follow_from_the_seed():
    items = list(range(100))
    assert take_part(items, 10, 3) == take_part(items, 10, 3) != take_part(items, 10, 4)
