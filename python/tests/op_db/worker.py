# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A process that judges samples. Each line of its input is JSON, a list of `[entry, dtype, numbers]`: several entries at once, so that
small ones share a program.

Where `numbers` is null all samples are meant, and `{"most": 4}` means four of them. What it prints, a line of JSON each: `{"samples":
[[entry, dtype, numbers], …]}` says what is judged; `{"trying": [[entry, dtype, number], …]}` before some are tried; `{"sample": [entry,
dtype, number], "problem": text or null}`; and `{"done": true}`.
"""

from __future__ import annotations

import json
import os
import sys

# What PyTorch and Emmy print is none of the answers.
ANSWERS = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)


def answer(**values):
    ANSWERS.write(json.dumps(values) + "\n")
    ANSWERS.flush()


def choose(count: int, numbers) -> "list[int]":
    if isinstance(numbers, dict):
        most = min(numbers["most"], count)
        return [index * count // most for index in range(most)]
    return list(range(count)) if numbers is None else numbers


def main():
    import judge
    import scope
    import torch

    torch.set_num_threads(1)
    entries = scope.get_entries()
    answer(ready=True)
    for line in sys.stdin:
        names, samples, units, problems = [], [], [], []
        for entry, dtype, numbers in json.loads(line):
            try:
                made = judge.get_judged_samples(entries[entry], getattr(torch, dtype))
            except Exception as error:
                units.append([entry, dtype, [0]])
                problems.append([entry, dtype, f"no samples: {judge.get_words(error)}"])
                continue
            numbers = choose(len(made), numbers)
            units.append([entry, dtype, numbers])
            names += [[entry, dtype, number] for number in numbers]
            samples += [made[number] for number in numbers]
        answer(samples=units)
        for entry, dtype, problem in problems:
            answer(sample=[entry, dtype, 0], problem=problem)

        def report(group, verdict, names=names):
            if verdict is ...:
                answer(trying=[names[index] for index in group])
            else:
                for index in group:
                    answer(sample=names[index], problem=verdict)

        judge.judge(samples, report)
        answer(done=True)


main()
