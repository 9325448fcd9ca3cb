# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the large comparisons with PyTorch share: processes, results that are kept, shares, the command line; and that the pages of all of
them are made of their results."""

import json
import os
import signal
import time

import pytest
from comparison import command, pool
from comparison.suite import Suite, get_key, get_parts_by_name
from models.suite import Models
from op_db.suite import OperatorSamples
from workloads.suite import Workloads


def burn():
    while True:
        pass


class Words(Suite):
    """Names say themselves what happens to them; `fixed` are those that are right all the same."""

    parts_are, parts, seconds = "sides", ("left", "right"), 20
    is_silent = True
    names = ("fine", "wrong", "crash", "fine_too", "raise")

    def __init__(self, folder):
        super().__init__(folder, "words.md")
        self.fixed = set()

    def get_names(self):
        return list(self.names)

    def warm_up(self, names):
        pass

    def judge(self, task, options):
        ((name, part),) = task
        if name in self.fixed or name.startswith("fine"):
            yield get_key(name, part), {"figure": len(name)}
        elif name == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif name == "raise":
            raise ValueError("expected nothing")
        else:
            yield get_key(name, part), {"problem": f"expected another {part}"}

    def print_page(self, results):
        return "".join(f"{name}: {', '.join(parts)}\n" for name, parts in get_parts_by_name(results).items())


@pytest.fixture
def words(tmp_path):
    return Words(tmp_path)


def run(suite, *arguments):
    return command.main(suite, ["--jobs", "2", *arguments])


def test_what_fails_is_told_and_kept(words, capfd):
    assert run(words) == 1
    assert not words.results_file.exists()
    printed = capfd.readouterr().out.splitlines()
    assert printed[-1] == "4 passed, 6 failed, 0 failed as before"
    assert sorted(line for line in printed if line.startswith("new:")) == [
        "new: crash left: crash: the process ended with status -11",
        "new: crash right: crash: the process ended with status -11",
        "new: raise left: crash: the process ended with status 1",
        "new: raise right: crash: the process ended with status 1",
        "new: wrong left: expected another left",
        "new: wrong right: expected another right",
    ]
    assert sum("0 left] " in line for line in printed) == 1
    assert run(words, "--write") == 0
    results = words.read_results()
    assert list(results) == sorted(results)
    assert results["fine left"] == {"figure": 4}
    assert results["crash right"] == {"problem": "crash: the process ended with status -11"}
    assert words.page.read_text() == "".join(f"{name}: left, right\n" for name in sorted(words.names))
    # What is known to fail is no failure of the run.
    assert run(words, "--quiet") == 0
    assert capfd.readouterr().out.splitlines()[-1] == "4 passed, 0 failed, 6 failed as before"
    words.names = (*words.names, "new")
    assert run(words) == 1


def test_what_is_judged_again_replaces_what_is_known_of_it_alone(words):
    run(words, "--write", "--quiet")
    words.fixed = {"wrong"}
    run(words, "--write", "--quiet", "wrong", "--sides", "left")
    results = words.read_results()
    assert results["wrong left"] == {"figure": 5}
    assert results["wrong right"] == {"problem": "expected another right"}
    # What is in the catalog no more is forgotten.
    words.names = ("wrong", "fine", "other")
    assert command.select_units(words, command.make_parser(words).parse_args(["--missing"]), results) == [
        ("other", "left"),
        ("other", "right"),
    ]
    run(words, "--write", "--missing", "--quiet")
    assert sorted(get_parts_by_name(words.read_results())) == ["fine", "other", "wrong"]
    assert words.read_results()["wrong left"] == {"figure": 5}


def test_a_file_for_one_run_alone(words, tmp_path):
    run(words, "fine", "--quiet", "--output", str(tmp_path / "out.json"))
    assert json.loads((tmp_path / "out.json").read_text()) == {"fine left": {"figure": 4}, "fine right": {"figure": 4}}
    assert not words.results_file.exists()


def test_results_are_written_as_they_come(words, monkeypatch):
    """A run that is interrupted has what it judged."""
    monkeypatch.setattr(command, "SECONDS_BETWEEN_WRITES", 0)
    known = []
    words.describe = lambda record: known.append(len(words.read_results())) or ""
    run(words, "--write")
    assert known == list(range(1, 11))


def test_names_and_parts_of_names():
    names = ["relu", "prelu", "gelu", "exp"]
    assert command.select_names(names, []) == names
    assert command.select_names(names, ["relu"]) == ["relu"]
    assert command.select_names(names, ["exp", "lu"]) == names
    with pytest.raises(SystemExit, match="expected names or parts of names, but got 'tan'"):
        command.select_names(names, ["relu", "tan"])


def test_options_that_do_not_go_together(words, capsys):
    words.find_conflict = lambda options: "expected no --missing" if options.missing else ""
    with pytest.raises(SystemExit):
        run(words, "--missing")
    assert "expected no --missing" in capsys.readouterr().err


def test_parts_that_there_are_not(words):
    with pytest.raises(SystemExit, match="expected sides of left, right, but got middle"):
        run(words, "--sides", "left,middle")


def test_shares_are_the_whole(monkeypatch):
    names = [str(number) for number in range(23)]
    shares = [command.select_names(names, [], f"{number}/7") for number in range(7)]
    assert sorted(sum(shares, [])) == sorted(names)
    assert command.select_names(names, [], "9/7") == shares[2]
    monkeypatch.setattr(command, "get_seed", lambda: 10)
    assert command.select_names(names, [], "7") == shares[3]


@pytest.mark.parametrize(
    ("wait", "most_waiting", "what"), [(burn, 1000, "0.05 s of the processor"), (lambda: time.sleep(60), 20, "1.0 s")]
)
def test_what_takes_too_long_ends(monkeypatch, wait, most_waiting, what):
    """Whether it takes time of the processor or only of the clock."""
    monkeypatch.setattr(pool, "MOST_WAITING", most_waiting)

    def work(task):
        yield task
        wait()

    taken, ended = [], []
    pool.do_tasks([1], 1, work, lambda task, answer: taken.append(answer), lambda task, what: ended.append(what) or [], 0.05)
    assert (taken, ended) == ([1], [f"timeout: expected an answer within {what}, but got none"])


def test_time_is_from_answer_to_answer():
    def work(task):
        for number in range(4):
            end = time.process_time() + 0.15
            while time.process_time() < end:
                pass
            yield number

    taken = []
    pool.do_tasks([1], 1, work, lambda task, answer: taken.append(answer), lambda task, what: pytest.fail(what), 0.4)
    assert taken == [0, 1, 2, 3]


def test_what_was_given_up_is_done_in_parts():
    def work(task):
        if 3 in task:
            os._exit(9)
        yield from task

    taken, given_up = [], []

    def give_up(task, what):
        given_up.append(what)
        return [task[: len(task) // 2], task[len(task) // 2 :]] if len(task) > 1 else []

    pool.do_tasks([[0, 1, 2, 3], [4]], 2, work, lambda task, answer: taken.append(answer), give_up, 20)
    assert sorted(taken) == [0, 1, 2, 4]
    assert given_up == ["crash: the process ended with status 9"] * 3


def test_an_error_here_ends_all_processes():
    def work(task):
        yield os.getpid()
        time.sleep(60)

    numbers, start = [], time.monotonic()

    def take(task, answer):
        numbers.append(answer)
        if len(numbers) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pool.do_tasks([0, 1], 2, work, take, None, 20)
    assert time.monotonic() - start < 50
    for number in numbers:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


@pytest.mark.parametrize("suite", [OperatorSamples, Workloads, Models])
def test_pages_are_made_of_results(suite):
    suite = suite()
    results = suite.read_results()
    assert suite.page.read_text() == suite.print_page(results), f"run {suite.folder.name}/run.py --table"
    assert set(get_parts_by_name(results)) <= set(suite.get_names())
    assert list(results) == sorted(results)
