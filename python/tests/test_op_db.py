# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A share of PyTorch's own samples, another one at each commit: those that are known to agree still do. `op_db/run.py` judges more."""

import sys
from pathlib import Path

import pytest
import torch
from rotation import take_part

FOLDER = Path(__file__).resolve().parent / "op_db"
sys.path.insert(0, str(FOLDER))

import judge  # noqa: E402
import scope  # noqa: E402
from op_db import run, table  # noqa: E402
from workers import Pool, join  # noqa: E402

# About so many entries and dtypes, and so many samples of each, are seconds.
UNITS, MOST = 6, 4


def test_a_share_of_the_samples_agrees():
    known = run.read_results()
    units = take_part(run.get_known_units(known, most=MOST), UNITS)
    results = Pool(units, 1, lambda *_: None).run()
    assert sorted(results) == sorted(run.get_key(unit) for unit in units)
    assert run.find_new_failures(results, known) == []


def test_every_entry_is_in_one_of_the_lists():
    inside = (FOLDER / "entries.txt").read_text().split()
    outside = [line.split("\t")[0] for line in (FOLDER / "excluded.txt").read_text().splitlines()]
    assert sorted(inside + outside) == sorted(scope.get_entries())
    assert set(inside).isdisjoint(outside)


def test_the_table_is_made_of_the_results():
    assert table.PAGE.read_text() == table.print_page(run.read_results()), "run python/tests/op_db/run.py --table"


@pytest.mark.parametrize(
    ("problem", "title", "reason"),
    [
        (
            "UnsupportedError: x (x.default): expected an operator that Emmy knows, but got aten.x.default",
            "have",
            "aten.x.default",
        ),
        ("CompileError: 'op' expected a float", "compiler", "'op' expected a float"),
        ("result #0 on cpu: 2 of 9 elements are wrong, the first at [0]: expected 1", "values", "elements are wrong"),
        ("timeout", "ended", "timeout"),
    ],
)
def test_failures_have_their_reason(problem, title, reason):
    number, found = table.classify(problem)
    assert title in table.CLASSES[number][0]
    assert found == reason


@pytest.mark.parametrize(
    ("got", "is_right"),
    [
        ([1, 2, 0, 3], True),
        ([2, 1, 0, 3], True),
        ([1, 1, 0, 3], False),  # one of them twice
        ([1, 0, 2, 3], False),  # of other elements
        ([1, 2, 0, 4], False),
        ([-3, 2, 0, 3], False),
    ],
)
def test_any_of_equal_elements_is_chosen(got, is_right):
    nan = float("nan")
    for x in ([5.0, 2.0, 2.0, nan], [True, False, False, True]):
        is_found = judge.choose_equally(torch.tensor(x), 0, torch.tensor(got), torch.tensor([1, 2, 0, 3]))
        assert is_found == is_right
    # Of one position in each line, which the result has no dim for.
    assert judge.choose_equally(torch.tensor([[5, 2, 2], [1, 1, 1]]), 1, torch.tensor([2, 0]), torch.tensor([1, 2]))


def test_a_failure_that_is_not_known_is_new():
    results = {"a f": {"samples": 3, "problems": {"0": "x", "2": "y"}}}
    assert run.find_new_failures(results, {"a f": {"problems": {"2": "y"}}}) == ["a f #0: x"]


def test_only_units_that_are_judged_as_a_whole_have_results():
    pool = Pool([["a", "f", None]], 1, lambda *_: None)
    pool.results = {"a f": {"samples": 2, "problems": {}}}
    pool.record(("a", "f", 1), None)
    assert pool.get_whole() == {}
    pool.record(("a", "f", 0), "wrong")
    assert pool.get_whole() == {"a f": {"samples": 2, "problems": {"0": "wrong"}}}


def test_parts_of_a_batch_are_units_again():
    assert join([("a", "f", 1), ("b", "f", 0), ("a", "f", 3)]) == [["a", "f", [1, 3]], ["b", "f", [0]]]
