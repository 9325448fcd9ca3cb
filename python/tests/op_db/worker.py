# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A process that judges units of work, an entry and a dtype each, read from its input line by line.

A line is `entry dtype [first …]`; without numbers all samples are meant, and `~4` means four of them. What it prints, a line of JSON each: `{"samples": N}` first,
then `{"trying": […]}` before some samples are tried, `{"sample": number, "problem": text or null}`, and `{"done": true}`.
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


def main():
    import judge
    import scope
    import torch

    torch.set_num_threads(1)
    entries = scope.get_entries()
    answer(ready=True)
    for line in sys.stdin:
        name, dtype, *numbers = line.split()
        try:
            samples = judge.get_judged_samples(entries[name], getattr(torch, dtype))
        except Exception as error:
            answer(samples=1)
            answer(sample=0, problem=f"no samples: {judge.get_words(error)}")
            answer(done=True)
            continue
        if numbers and numbers[0].startswith("~"):
            count = min(int(numbers[0][1:]), len(samples))
            numbers = [index * len(samples) // count for index in range(count)]
        numbers = [int(number) for number in numbers] or list(range(len(samples)))
        answer(samples=len(numbers), numbers=numbers)

        def report(group, verdict, numbers=numbers):
            group = [numbers[index] for index in group]
            if verdict is ...:
                answer(trying=group)
            else:
                for number in group:
                    answer(sample=number, problem=verdict)

        judge.judge([samples[number] for number in numbers], report)
        answer(done=True)


main()
