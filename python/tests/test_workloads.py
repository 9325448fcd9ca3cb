# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A share of the workloads, another one at each commit; `workloads/run.py` judges all of them, each in a process of its own."""

import pytest
import torch
from comparison import command
from comparison.suite import get_parts_by_name
from rotation import choose
from workloads.catalog import load_catalog
from workloads.judge import judge
from workloads.suite import Workloads

# So many of each: seconds. Those that take longer are left to the whole run.
COUNTS = {"small": 5, "full": 5}
MOST_SECONDS = 2.0


def get_quick(stage: str) -> "list[str]":
    records = {name: known[stage] for name, known in get_parts_by_name(Workloads().read_results()).items() if stage in known}
    return [name for name, record in records.items() if "problem" not in record and record["seconds"] <= MOST_SECONDS]


@pytest.mark.parametrize("stage", COUNTS)
def test_a_share_of_the_workloads(stage):
    records = {name: judge(name, stage) for name in choose(get_quick(stage), COUNTS[stage])}
    problems = {name: record["problem"] for name, record in records.items() if "problem" in record}
    assert records and not problems, problems


def test_parameters():
    """The full form is what it says: its numbers are counted."""
    for name, workload in load_catalog().items():
        with torch.device("meta"):
            module = workload.make(**workload.full)
        assert sum(parameter.numel() for parameter in module.parameters()) == workload.parameters, name


def test_every_workload_has_results():
    results = get_parts_by_name(Workloads().read_results())
    assert sorted(results) == sorted(load_catalog())
    assert all(set(parts) == set(COUNTS) for parts in results.values())


def test_a_judgment_in_its_process():
    suite = Workloads()
    results = command.judge_units(
        suite, [("relu", "small"), ("relu", "full")], command.make_parser(suite).parse_args(["--jobs", "2"])
    )
    assert sorted(results) == ["relu full", "relu small"]
    assert not [record["problem"] for record in results.values() if "problem" in record]
    assert results["relu full"]["kernels"] == 1
    assert all(record["megabytes"] > 50 for record in results.values())
