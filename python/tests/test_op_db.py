# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A share of PyTorch's own samples, another one at each commit: those that are known to agree still do. `op_db/run.py` judges more."""

import os
from pathlib import Path

import pytest
import torch
from comparison import command
from comparison.suite import get_key
from op_db import judge, scope, table
from op_db.suite import OperatorSamples, SampleJudging, Task, join
from rotation import take_part

FOLDER = Path(__file__).resolve().parent / "op_db"
# About so many entries and dtypes, and so many samples of each, are seconds.
UNITS, MOST = 6, 4


def judge_units(units, *words):
    return command.judge_units(suite := OperatorSamples(), units, command.make_parser(suite).parse_args(["--jobs", "1", *words]))


def test_a_share_of_the_samples_agrees():
    suite = OperatorSamples()
    known = suite.read_results()
    units = take_part([tuple(key.rsplit(" ", 1)) for key in known], UNITS)
    results = judge_units(units, "--most", str(MOST))
    assert sorted(results) == sorted(get_key(*unit) for unit in units)
    assert suite.find_new_failures(results, known) == []


def test_every_entry_is_in_one_of_the_lists():
    inside = (FOLDER / "entries.txt").read_text().split()
    outside = [line.split("\t")[0] for line in (FOLDER / "excluded.txt").read_text().splitlines()]
    assert sorted(inside + outside) == sorted(scope.get_entries())
    assert set(inside).isdisjoint(outside)


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
    assert OperatorSamples().find_new_failures(results, {"a f": {"problems": {"2": "y"}}}) == ["a f #0: x"]


def test_what_is_written_is_whole():
    suite = OperatorSamples()
    conflict = suite.find_conflict(command.make_parser(suite).parse_args(["--write", "--most", "3"]))
    assert conflict.startswith("expected all samples of what is written, but got --most")
    assert not suite.find_conflict(command.make_parser(suite).parse_args(["--most", "3"]))


def make_judging():
    whole = {}
    return SampleJudging(whole.__setitem__), whole


def test_only_units_that_are_judged_as_a_whole_have_results():
    judging, whole = make_judging()
    judging.take(Task([("a", "f", None)]), {"made": [["a", "f", 0], ["a", "f", 1]]})
    judging.record(("a", "f", 1), None)
    assert whole == {}
    judging.record(("a", "f", 0), "wrong")
    assert whole == {"a f": {"samples": 2, "problems": {"0": "wrong"}}}


def test_parts_of_a_batch_are_units_again():
    assert join([("a", "f", 1), ("b", "f", 0), ("a", "f", 3)]) == [("a", "f", [1, 3]), ("b", "f", [0])]


def test_what_ends_a_process_while_it_is_tried_fails_alone():
    judging, whole = make_judging()
    task = Task([("a", "f", None), ("b", "f", None)])
    judging.take(task, {"trying": [["a", "f", 0]]})
    judging.take(task, {"made": [["a", "f", number] for number in range(6)]})
    judging.take(task, {"trying": [["b", "f", 0]]})
    judging.take(task, {"made": [["b", "f", 0]]})
    judging.take(task, {"trying": [["a", "f", number] for number in range(5)]})
    judging.take(task, {"sample": ["a", "f", 0], "problem": None})
    # Several were tried: each is tried with fewer others; what was not tried goes on as before.
    tasks = judging.give_up(task, "crash")
    rest = [("a", "f", [5]), ("b", "f", [0])]
    assert [part.units for part in tasks] == [*([("a", "f", [number])] for number in range(1, 5)), rest]
    judging.take(tasks[0], {"trying": [["a", "f", 1]]})
    judging.take(tasks[0], {"made": [["a", "f", 1]]})
    assert judging.give_up(tasks[0], "crash") == []
    for number in range(2, 6):
        judging.record(("a", "f", number), None)
    assert whole == {"a f": {"samples": 6, "problems": {"1": "crash"}}}


def test_what_ends_a_process_while_samples_are_made_fails_alone():
    judging, whole = make_judging()
    task = Task([("a", "f", None), ("b", "f", None), ("c", "f", None)])
    judging.take(task, {"trying": [["a", "f", 0]]})
    judging.take(task, {"made": [["a", "f", 0], ["a", "f", 1]]})
    judging.take(task, {"trying": [["b", "f", 0]]})
    tasks = judging.give_up(task, "crash")
    assert whole == {"b f": {"samples": 1, "problems": {"0": "crash while the samples were made"}}}
    assert [part.units for part in tasks] == [[("a", "f", [0, 1]), ("c", "f", None)]]


def test_what_ends_a_process_while_samples_are_made_again_leaves_the_others():
    judging, whole = make_judging()
    judging.take(Task([("a", "f", None)]), {"made": [["a", "f", number] for number in range(3)]})
    again = Task([("a", "f", [1, 2]), ("b", "f", None)])
    judging.take(again, {"trying": [["a", "f", 1]]})
    assert [part.units for part in judging.give_up(again, "crash")] == [[("a", "f", [2]), ("b", "f", None)]]
    for number in (0, 2):
        judging.record(("a", "f", number), None)
    assert whole == {"a f": {"samples": 3, "problems": {"1": "crash while the samples were made"}}}


def test_a_process_that_tries_nothing_is_an_error():
    with pytest.raises(RuntimeError, match="expected a process that tries something, but got a crash"):
        make_judging()[0].give_up(Task([("a", "f", None)]), "crash")


def test_samples_that_end_their_process_are_found(monkeypatch):
    """From the outside, with the judge of a suite that ends its process at one sample."""

    def judge_or_end(samples):
        for start in range(0, len(samples), 4):
            group = list(range(start, min(start + 4, len(samples))))
            yield group, ...
            for number in group:
                if samples[number].tensors[0].numel() == 1:
                    os.abort()
                yield [number], None

    monkeypatch.setattr(judge, "judge", judge_or_end)
    sizes = [sample.tensors[0].numel() for sample in judge.get_judged_samples(scope.get_entries()["cumsum"], torch.float32)]
    results = judge_units([("cumsum", "float32")])
    ended = {str(number): "crash: the process ended with status -6" for number, size in enumerate(sizes) if size == 1}
    assert ended
    assert results == {"cumsum float32": {"samples": len(sizes), "problems": ended}}
