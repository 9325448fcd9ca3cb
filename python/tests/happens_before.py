# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which accesses of a run nothing orders, worked out from its events alone: no code, and no idea, is shared with the simulator's
checks. What orders two accesses is that one thread made both, or that there is a way from the one to the other along threads and
barriers. The k-th barrier of a block is a meeting of all its threads that come to a k-th one. A named barrier is a meeting of as many
threads as it waits for, in the order in which they come; the next ones to come meet anew. Who was not there is not ordered by it.

    emmy-run --level=kernel --seed=0 --trace-accesses=events.tsv program.mlir
    python happens_before.py events.tsv
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Access:
    kind: str  # load, store or atomic
    block: int
    thread: int
    step: int  # meetings that the thread was at
    line: int  # of the operation
    # Of every thread: the last step of which everything is over. The same for all accesses of a thread's step.
    known: "dict[int, int]" = field(compare=False, repr=False)

    def conflicts(self, other: Access) -> bool:
        """Whether one of the two writes, and they are not both atomic."""
        return (self.kind, other.kind) != ("load", "load") and (self.kind, other.kind) != ("atomic", "atomic")

    def is_behind(self, other: Access) -> bool:
        return self.known.get(other.thread, -1) >= other.step

    def is_ordered(self, other: Access) -> bool:
        if self.block != other.block:
            return False
        return self.thread == other.thread or self.is_behind(other) or other.is_behind(self)


class Block:
    """The threads of one block: how far each has come, and what it knows to be over."""

    def __init__(self, counts: Counter):
        self.counts = counts  # of the block's barriers: how many threads come to the k-th
        self.steps: "defaultdict[int, int]" = defaultdict(int)
        self.known: "defaultdict[int, dict[int, int]]" = defaultdict(dict)
        self.passed: Counter = Counter()  # the block's barriers, by thread
        self.waiting: "defaultdict[object, list[int]]" = defaultdict(list)

    def arrive(self, thread: int, name: str, threads: str) -> None:
        if name == "-":
            self.passed[thread] += 1
            barrier, wanted = self.passed[thread], self.counts[self.passed[thread]]
        else:
            barrier, wanted = name, int(threads)
        waiting = self.waiting[barrier]
        waiting.append(thread)
        if len(waiting) == wanted:
            self.meet(waiting)
            del self.waiting[barrier]

    def meet(self, threads: "list[int]") -> None:
        """What any of the threads did, or knows of, is over for all of them."""
        joined: "dict[int, int]" = {}
        # Those that met last have one dictionary.
        for known in {id(self.known[thread]): self.known[thread] for thread in threads}.values():
            for other, step in known.items():
                joined[other] = max(step, joined.get(other, -1))
        for thread in threads:
            joined[thread] = self.steps[thread]
        for thread in threads:
            self.steps[thread] += 1
            self.known[thread] = joined


def read_accesses(text: str) -> "dict[tuple, set[Access]]":
    """The accesses of each place: (launch, buffer, element), and of shared memory the block."""
    rows = [row.split("\t") for row in text.splitlines()]
    passed: Counter = Counter()
    counts: "defaultdict[tuple, Counter]" = defaultdict(Counter)
    for kind, launch, _, block, thread, _, buffer, _, _ in rows:
        if (kind, buffer) == ("barrier", "-"):
            passed[launch, block, thread] += 1
            counts[launch, block][passed[launch, block, thread]] += 1
    blocks: "dict[tuple, Block]" = {}
    places: "defaultdict[tuple, set[Access]]" = defaultdict(set)
    for kind, launch, _, number, name, _, buffer, element, line in rows:
        owner, thread = (launch, number), int(name)
        if owner not in blocks:
            blocks[owner] = Block(counts[owner])
        block = blocks[owner]
        if kind == "barrier":
            block.arrive(thread, buffer, element)
            continue
        place = (launch, buffer, element) if buffer[0] == "g" else (launch, buffer, element, number)
        places[place].add(Access(kind, int(number), thread, block.steps[thread], int(line), block.known[thread]))
    return places


def find_unordered(text: str) -> "set[tuple]":
    """(launch, buffer, line, line) of conflicting accesses that nothing orders."""
    found = set()
    for place, accesses in read_accesses(text).items():
        writes = [access for access in accesses if access.kind != "load"]
        for write in writes:
            for other in accesses:
                if write.conflicts(other) and not write.is_ordered(other):
                    found.add((*place[:2], *sorted((write.line, other.line))))
    return found


if __name__ == "__main__":
    for launch, buffer, *lines in sorted(find_unordered(Path(sys.argv[1]).read_text())):
        print(f"launch {launch}, buffer {buffer}: nothing orders lines {lines[0]} and {lines[1]}")
