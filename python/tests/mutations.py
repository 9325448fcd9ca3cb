# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutations of kernels: every barrier, guard, mask, bound, lane, thread, block and stage index, and every grid of a program's text,
each made wrong in a way that people make it wrong. What the simulator has to say about each class is decided here, before anything
runs."""

from __future__ import annotations

import re
from dataclasses import dataclass

# What is said about a mutant: the simulator's kinds, and "wrong value" where only a comparison with the right result shows it.
MEMORY = {
    "access out of bounds",
    "misaligned access",
    "uninitialized read",
    "element never written",
    "element written twice",
    "data race",
    "index overflow",
}
VALUE = {"wrong value"}
# What goes wrong where an element of memory on chip is not there, or another thread's.
PLACE = {"access out of bounds", "misaligned access", "uninitialized read", "data race"}

# Every class, and the kinds of which its mutants give one. Where the class says who may touch what when, a check has to find it;
# where it says which element is meant, another element of the same buffer is nothing that a check can know. Where a value is all that
# can be wrong, every report is a mistake of the simulator.
EXPECTED = {
    "barrier removed": {"data race"},
    "barrier for one thread of a warp": {"divergent barrier"},
    "named barrier removed": {"divergent barrier", "data race"},
    "named barrier of other threads": {"divergent barrier"},
    "named barrier of more threads": {"divergent barrier"},
    "named barrier of fewer threads": {"divergent barrier", "data race"},
    "store without its guard": {"access out of bounds", "element written twice", "data race"},
    "value without its guard": {"access out of bounds", "uninitialized read"} | VALUE,
    "barrier without its guard": {"divergent barrier"},
    "store that never happens": {"element never written", "uninitialized read"},
    "value that never happens": VALUE,
    "barrier that never happens": {"divergent barrier"},
    "mask of a float that always holds": VALUE,
    "mask of an integer that always holds": MEMORY | VALUE,
    "comparison off by one": MEMORY | VALUE | {"divergent barrier"},
    "loop too long": MEMORY | VALUE,
    "loop too short": MEMORY | VALUE,
    "lane off by one": VALUE,
    "shuffle by one thread of a warp": {"divergent shuffle"},
    "fragment index off by one": VALUE,
    "thread index off by one": MEMORY | VALUE,
    "block index off by one": MEMORY | VALUE,
    "all threads the first": MEMORY | VALUE,
    "all blocks the first": MEMORY | VALUE,
    "stage store off by one": PLACE,
    "stage load off by one": PLACE | {"unfinished copy"} | VALUE,
    "remainder off by one": MEMORY | VALUE | {"unfinished copy", "divergent barrier", "divergent shuffle"},
    "copy without its bound": {"access out of bounds"} | VALUE,
    "copies not waited for": {"unfinished copy"},
    "one group too few waited for": {"unfinished copy"},
    "copies not committed": {"unfinished copy"},
    "copy from off by one": {"access out of bounds", "misaligned access"} | VALUE,
    "copy to off by one": {"access out of bounds", "misaligned access", "data race", "unfinished copy", "uninitialized read"},
    "grid too small": {"element never written", "uninitialized read"},
    "grid too large": {"access out of bounds", "element written twice", "data race"},
}


@dataclass(frozen=True)
class Mutant:
    name: str  # of the class
    line: int  # in the text, from 1
    text: str  # of the program

    @property
    def expected(self) -> "set[str]":
        return EXPECTED[self.name]


class Mutator:
    """The mutants of one text. Operations that a mutant adds are constants of its own, and stand before the line that uses them."""

    def __init__(self, text: str):
        self.text, self.lines = text, text.split("\n")
        self.threads = self.find_results(r"emmy_kernel\.thread_id \w+ :")
        self.blocks = self.find_results(r"emmy_kernel\.block_id \w+ :")

    def find_results(self, pattern: str) -> "set[str]":
        found = (re.match(rf"\s*(%[\w$.-]+) = {pattern}", line) for line in self.lines)
        return {match[1] for match in found if match}

    def edit(self, name: str, number: int, *lines: str) -> Mutant:
        changed = [*self.lines[:number], *lines, *self.lines[number + 1 :]]
        return Mutant(name, number + 1, "\n".join(changed))

    def add_one(self, name: str, number: int, match: re.Match, group: int, kind: str, count: int = 1) -> Mutant:
        """The value of a group of the match plus `count` where it stands in the line."""
        line = self.lines[number]
        changed = line[: match.start(group)] + "%mutated" + line[match.end(group) :]
        constant = f"%mutant = arith.constant {count} : {kind}"
        return self.edit(name, number, constant, f"%mutated = arith.addi {match[group]}, %mutant : {kind}", changed)

    def replace(self, name: str, number: int, match: re.Match, group: int, constant: str) -> Mutant:
        line = self.lines[number]
        changed = line[: match.start(group)] + "%mutated" + line[match.end(group) :]
        return self.edit(name, number, f"%mutated = arith.constant {constant}", changed)

    def get_body(self, number: int) -> str:
        """The lines of the first region of an operation, by their indentation."""
        indent = len(self.lines[number]) - len(self.lines[number].lstrip())
        body = []
        for line in self.lines[number + 1 :]:
            if len(line) - len(line.lstrip()) <= indent:
                break
            body.append(line)
        return "\n".join(body)

    def make(self):
        for number, line in enumerate(self.lines):
            for rule in RULES:
                yield from rule(self, number, line)


# Each rule gives the mutants of one line.

# Whether a thread is the first one of its warp.
IS_FIRST = (
    "%mutant = arith.constant 0 : i32",
    "%mutantWarp = arith.constant 32 : i32",
    "%mutantThread = emmy_kernel.thread_id x : i32",
    "%mutated = arith.remsi %mutantThread, %mutantWarp : i32",
    "%isFirst = arith.cmpi eq, %mutated, %mutant : i32",
)


def mutate_barrier(mutator: Mutator, number: int, line: str):
    match = re.match(r"\s*emmy_kernel\.barrier\b(?: id\((\d+)\) threads\((\d+)\))?", line)
    if not match:
        return
    if match[1]:
        yield mutator.edit("named barrier removed", number)
        yield mutator.edit("named barrier of other threads", number, line.replace(f"id({match[1]})", f"id({int(match[1]) + 1})"))
        for name, threads in (("more", int(match[2]) + 32), ("fewer", int(match[2]) - 32)):
            if threads > 0:
                changed = line.replace(f"threads({match[2]})", f"threads({threads})")
                yield mutator.edit(f"named barrier of {name} threads", number, changed)
    else:
        yield mutator.edit("barrier removed", number)
    yield mutator.edit("barrier for one thread of a warp", number, *IS_FIRST, "scf.if %isFirst {", line, "}")


def mutate_guard(mutator: Mutator, number: int, line: str):
    match = re.search(r"scf\.if (%[\w$.-]+)", line)
    if not match:
        return
    body = mutator.get_body(number)
    # Of what a guard holds, the one that others wait for is noticed first.
    what = (
        "barrier"
        if "emmy_kernel.barrier" in body
        else "store"
        if re.search(r"emmy_kernel\.(store|atomic|async_copy)\b", body)
        else "value"
    )
    yield mutator.replace(f"{what} without its guard", number, match, 1, "true")
    yield mutator.replace(f"{what} that never happens", number, match, 1, "false")


def mutate_mask(mutator: Mutator, number: int, line: str):
    match = re.search(r"(%[\w$.-]+) = arith\.select (%[\w$.-]+),.* : (\w+)$", line)
    if not match:
        return
    # How much is copied is nothing that only values tell.
    kind = "a float" if re.match(r"b?f\d", match[3]) else "an integer"
    name = "copy without its bound" if f"valid({match[1]})" in mutator.text else f"mask of {kind} that always holds"
    yield mutator.replace(name, number, match, 2, "true")


PREDICATES = {"slt": "sle", "sle": "slt", "ult": "ule", "ule": "ult", "sgt": "sge", "sge": "sgt", "ugt": "uge", "uge": "ugt"}


def mutate_comparison(mutator: Mutator, number: int, line: str):
    match = re.search(r"arith\.cmpi (\w+),", line)
    if match and match[1] in PREDICATES:
        changed = line[: match.start(1)] + PREDICATES[match[1]] + line[match.end(1) :]
        yield mutator.edit("comparison off by one", number, changed)


def mutate_loop(mutator: Mutator, number: int, line: str):
    match = re.search(r"scf\.for %[\w$.-]+ = %[\w$.-]+ to (%[\w$.-]+) step (%[\w$.-]+)", line)
    if not match:
        return
    kind = line[line.rindex(" : ") + 3 :].split(" ")[0] if " : " in line else "index"
    for name, operation in (("loop too long", "addi"), ("loop too short", "subi")):
        changed = line[: match.start(1)] + "%mutated" + line[match.end(1) :]
        yield mutator.edit(name, number, f"%mutated = arith.{operation} {match[1]}, {match[2]} : {kind}", changed)


def mutate_remainder(mutator: Mutator, number: int, line: str):
    """Which of the stages of a ring, of the lanes of a warp, of the columns of a tile: the next one."""
    match = re.search(r"arith\.rem[su]i (%[\w$.-]+), %[\w$.-]+ : (\w+)", line)
    if match:
        yield mutator.add_one("remainder off by one", number, match, 1, match[2])


def mutate_lane(mutator: Mutator, number: int, line: str):
    match = re.search(r"emmy_kernel\.shuffle \w+ (%[\w$.-]+), (%[\w$.-]+)", line)
    if match:
        yield mutator.add_one("lane off by one", number, match, 2, "i32")
        result, shuffle = line.split("=", 1)
        kind = line[line.rindex(" : ") + 3 :]
        alone = (
            f"{result.strip()} = scf.if %isFirst -> {kind} {{",
            f"%mutantLane = {shuffle}",
            f"scf.yield %mutantLane : {kind}",
        )
        otherwise = ("} else {", f"scf.yield {match[1]} : {kind}", "}")
        yield mutator.edit("shuffle by one thread of a warp", number, *IS_FIRST, *alone, *otherwise)


def mutate_fragment(mutator: Mutator, number: int, line: str):
    """An element of a vector of floats: another one."""
    match = re.search(r"vector\.extract %[\w$.-]+\[(\d+)\] : b?f\d+ from vector<(\d+)x", line)
    if match and int(match[2]) > 1:
        other = (int(match[1]) + 1) % int(match[2])
        yield mutator.edit("fragment index off by one", number, line[: match.start(1)] + str(other) + line[match.end(1) :])


def mutate_coordinate(mutator: Mutator, number: int, line: str):
    """Every use of a coordinate."""
    for which, values in (("thread", mutator.threads), ("block", mutator.blocks)):
        for value in sorted(values):
            for match in re.finditer(rf"(?<=[ \[(])({re.escape(value)})(?=[, \]])(?! =)", line):
                yield mutator.add_one(f"{which} index off by one", number, match, 1, "i32")
                yield mutator.replace(f"all {which}s the first", number, match, 1, "0 : i32")


def mutate_stage(mutator: Mutator, number: int, line: str):
    match = re.search(r"emmy_kernel\.(?:load|store|atomic|ldmatrix)\b.*\[(%[\w$.-]+) : (\w+)\].*<workgroup>", line)
    if match:
        vector = re.search(r"vector<(\d+)x", line[match.start(2) :])
        kind = "store" if "emmy_kernel.store" in line else "load"
        yield mutator.add_one(f"stage {kind} off by one", number, match, 1, match[2], int(vector[1]) if vector else 1)


def mutate_copies(mutator: Mutator, number: int, line: str):
    """Asynchronous copies: their two places, and what is waited for."""
    match = re.search(
        r"emmy_kernel\.async_copy %[\w$.-]+\[(%[\w$.-]+) : (\w+)\] to %[\w$.-]+\[(%[\w$.-]+) : (\w+)\] elements (\d+)", line
    )
    if match:
        yield mutator.add_one("copy from off by one", number, match, 1, match[2], int(match[5]))
        yield mutator.add_one("copy to off by one", number, match, 3, match[4], int(match[5]))
    if "emmy_kernel.async_commit" in line:
        yield mutator.edit("copies not committed", number)
    match = re.search(r"emmy_kernel\.async_wait(?: all_but (\d+))?", line)
    if match:
        yield mutator.edit("copies not waited for", number)
        yield mutator.edit("one group too few waited for", number, f"emmy_kernel.async_wait all_but {int(match[1] or 0) + 1}")


def mutate_grid(mutator: Mutator, number: int, line: str):
    match = re.search(r"emmy_kernel\.launch @[\w@:]+ grid\((%[\w$.-]+)", line)
    if match:
        yield mutator.add_one("grid too small", number, match, 1, "index", -1)
        yield mutator.add_one("grid too large", number, match, 1, "index", 1)


RULES = (
    mutate_barrier,
    mutate_guard,
    mutate_mask,
    mutate_comparison,
    mutate_loop,
    mutate_remainder,
    mutate_lane,
    mutate_fragment,
    mutate_coordinate,
    mutate_stage,
    mutate_copies,
    mutate_grid,
)
