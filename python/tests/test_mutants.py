# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The simulator against its own mistakes: kernels that are made wrong, one place at a time, have to be reported by the kind that their
class of mutation was given beforehand. A mutant counts when its results differ, or when its events, judged by other code, hold
conflicting accesses that nothing orders. An ordinary run takes a few mutants of each class, other ones for each commit;
`EMMY_LONG=1 pytest python/tests/test_mutants.py` takes all and prints the table."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from happens_before import find_unordered
from mutant_kernels import NAMES, Subject
from mutations import EXPECTED, VALUE, Mutator
from rotation import choose, is_long

# What the mutants came to is added up.
pytestmark = pytest.mark.xdist_group("mutants")

# Kernels of an ordinary run, and mutants of each.
NUM_KERNELS, NUM_MUTANTS = 2, 8
# At least so many of a hundred mutants that count are reported.
PERCENT = 98

totals: "defaultdict[str, Counter]" = defaultdict(Counter)
survivors: "list[str]" = []


def judge(subject: Subject, mutant) -> str:
    """equal, refused, reported or survived."""
    outcome = subject.run(mutant.text)
    if outcome.results is None:
        return "refused"
    differs = outcome.differs(subject.original)
    # Events are many: they are asked where results do not tell.
    if not differs and not subject.find_unordered():
        return "equal"
    if mutant.expected == VALUE and outcome.kinds:
        return "survived"
    said = outcome.kinds | (VALUE if differs else set())
    return "reported" if said & mutant.expected else "survived"


@pytest.mark.parametrize("name", choose(NAMES, NUM_KERNELS))
def test_kernel(name, tmp_path):
    subject = Subject(name, tmp_path / "events.tsv")
    # Nothing is said about what is right, by either judge.
    assert subject.original.kinds == set()
    assert subject.find_unordered() == set()
    mutants = list(Mutator(subject.text).make())
    counts: Counter = Counter()
    for mutant in choose(mutants, NUM_MUTANTS):
        verdict = judge(subject, mutant)
        counts[verdict] += 1
        totals[mutant.name][verdict] += 1
        if verdict == "survived":
            survivors.append(f"{name}:{mutant.line}: {mutant.name}: {mutant.text.splitlines()[mutant.line - 1].strip()}")
    assert counts["refused"] == 0
    # Of a few mutants none survives; of all, a share may, each with its reason below.
    assert is_long() or counts["survived"] == 0, survivors[-1]


def test_all_mutants(capsys):
    """The last test of a long run: the table, and the share of mutants that were reported."""
    assert len(NAMES) >= 20
    if not is_long():
        return
    sums = sum(totals.values(), Counter())
    with capsys.disabled():
        print(f"\n{'class':36} {'reported':>8} {'survived':>8} {'equal':>8}")
        for name in EXPECTED:
            print(f"{name:36} {totals[name]['reported']:8} {totals[name]['survived']:8} {totals[name]['equal']:8}")
        print(f"{'all':36} {sums['reported']:8} {sums['survived']:8} {sums['equal']:8}")
        print("\n".join(survivors))
    unproven = [name for name in EXPECTED if not totals[name]["reported"]]
    assert not unproven, "a class of which no mutant is reported proves nothing"
    assert 100 * sums["reported"] >= PERCENT * (sums["reported"] + sums["survived"])


def make_events(*rows) -> str:
    """kind, block, thread, buffer, element, line."""
    return "\n".join(
        f"{kind}\t0\tk\t{block}\t{thread}\t0\t{buffer}\t{element}\t{line}" for kind, block, thread, buffer, element, line in rows
    )


@pytest.mark.parametrize(
    "rows,expected",
    [
        # Two threads, one place, one of them writes.
        ([("store", 0, 0, "s0", 3, 1), ("load", 0, 1, "s0", 3, 2)], {("0", "s0", 1, 2)}),
        # A barrier that both pass orders them; one that only one of them passes orders nothing of the other.
        (
            [
                ("store", 0, 0, "s0", 3, 1),
                ("barrier", 0, 0, "-", "-", 9),
                ("barrier", 0, 1, "-", "-", 9),
                ("load", 0, 1, "s0", 3, 2),
            ],
            set(),
        ),
        ([("store", 0, 0, "s0", 3, 1), ("barrier", 0, 0, "-", "-", 9), ("load", 0, 1, "s0", 3, 2)], {("0", "s0", 1, 2)}),
        # A named barrier orders the threads that meet there, and no other one.
        (
            [
                ("store", 0, 0, "s0", 3, 1),
                ("barrier", 0, 0, "b1", 2, 9),
                ("barrier", 0, 1, "b1", 2, 9),
                ("load", 0, 1, "s0", 3, 2),
                ("load", 0, 2, "s0", 3, 4),
            ],
            {("0", "s0", 1, 4)},
        ),
        # That one is behind it when it meets one of them; at another barrier it meets nobody.
        (
            [
                ("store", 0, 0, "s0", 3, 1),
                ("barrier", 0, 0, "b1", 2, 9),
                ("barrier", 0, 1, "b1", 2, 9),
                ("barrier", 0, 1, "b1", 2, 9),
                ("barrier", 0, 2, "b1", 2, 9),
                ("load", 0, 2, "s0", 3, 4),
                ("barrier", 0, 3, "b2", 2, 9),
                ("load", 0, 3, "s0", 3, 5),
            ],
            {("0", "s0", 1, 5)},
        ),
        # Whoever comes after as many as it waits for waits for others.
        (
            [
                ("store", 0, 0, "s0", 3, 1),
                ("barrier", 0, 0, "b1", 2, 9),
                ("barrier", 0, 1, "b1", 2, 9),
                ("barrier", 0, 2, "b1", 2, 9),
                ("load", 0, 2, "s0", 3, 4),
            ],
            {("0", "s0", 1, 4)},
        ),
        # The same thread, other places, loads, atomics among themselves, shared memory of other blocks.
        ([("store", 0, 0, "s0", 3, 1), ("load", 0, 0, "s0", 3, 2)], set()),
        ([("store", 0, 0, "s0", 3, 1), ("load", 0, 1, "s0", 4, 2)], set()),
        ([("store", 0, 0, "s0", 3, 1), ("load", 0, 1, "s1", 3, 2)], set()),
        ([("load", 0, 0, "g0", 3, 1), ("load", 0, 1, "g0", 3, 1)], set()),
        ([("atomic", 0, 0, "g0", 3, 1), ("atomic", 1, 1, "g0", 3, 1)], set()),
        ([("atomic", 0, 0, "g0", 3, 1), ("load", 0, 1, "g0", 3, 2)], {("0", "g0", 1, 2)}),
        ([("store", 0, 0, "s0", 3, 1), ("load", 1, 1, "s0", 3, 2)], set()),
        # No barrier orders blocks.
        (
            [("store", 0, 0, "g0", 3, 1), ("barrier", 1, 0, "-", "-", 9), ("load", 1, 0, "g0", 3, 2)],
            {("0", "g0", 1, 2)},
        ),
    ],
)
def test_happens_before(rows, expected):
    assert find_unordered(make_events(*rows)) == expected
