# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which accesses of a run nothing orders, worked out from its events alone: no code, and no idea, is shared with the simulator's
checks. What orders two accesses is that one thread made both, or that a barrier of their block came between: a thread that has passed
k barriers is behind everything that its block did before the k-th.

    emmy-run --level=kernel --seed=0 --trace-accesses=events.tsv program.mlir
    python happens_before.py events.tsv
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Access:
    kind: str  # load, store or atomic
    block: int
    thread: int
    epoch: int  # barriers that the thread has passed
    line: int  # of the operation

    def conflicts(self, other: Access) -> bool:
        """Whether one of the two writes, and they are not both atomic."""
        return (self.kind, other.kind) != ("load", "load") and (self.kind, other.kind) != ("atomic", "atomic")

    def is_ordered(self, other: Access) -> bool:
        if self.block != other.block:
            return False
        return self.thread == other.thread or self.epoch != other.epoch


def read_accesses(text: str) -> "dict[tuple, set[Access]]":
    """The accesses of each place: (launch, buffer, element), and of shared memory the block."""
    passed: "defaultdict[tuple, int]" = defaultdict(int)
    places: "defaultdict[tuple, set[Access]]" = defaultdict(set)
    for row in text.splitlines():
        kind, launch, _, block, thread, _, buffer, element, line = row.split("\t")
        owner = (launch, block, thread)
        if kind == "barrier":
            passed[owner] += 1
            continue
        place = (launch, buffer, element) if buffer[0] == "g" else (launch, buffer, element, block)
        places[place].add(Access(kind, int(block), int(thread), passed[owner], int(line)))
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
