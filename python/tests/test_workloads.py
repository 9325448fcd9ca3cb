# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A share of the workloads, another one at each commit; `workloads/run.py` judges all of them, each in a process of its own."""

import pytest
import torch
from rotation import choose
from workloads import run
from workloads.catalog import load_catalog
from workloads.judge import judge

# So many of each: seconds. Those that take longer are left to the whole run.
COUNTS = {"small": 5, "full": 5}
MOST_SECONDS = 2.0


def get_quick(stage: str) -> "list[str]":
    records = {name: known[stage] for name, known in run.read_results().items() if stage in known}
    return [name for name, record in records.items() if record["problem"] is None and record["seconds"] <= MOST_SECONDS]


@pytest.mark.parametrize("stage", COUNTS)
def test_a_share_of_the_workloads(stage):
    problems = {name: judge(name, stage)["problem"] for name in choose(get_quick(stage), COUNTS[stage])}
    assert problems and not any(problems.values()), problems


def test_parameters():
    """The full form is what it says: its numbers are counted."""
    for name, workload in load_catalog().items():
        with torch.device("meta"):
            module = workload.make(**workload.full)
        assert sum(parameter.numel() for parameter in module.parameters()) == workload.parameters, name


def test_the_page_is_made_of_the_results():
    assert run.PAGE.read_text() == run.print_page(run.read_results()), "run python/tests/workloads/run.py --table"


def test_every_workload_has_results():
    assert list(run.read_results()) == list(load_catalog())
