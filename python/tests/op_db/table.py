# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of failures: each with its reason, in classes, from the results of a run."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from comparison.suite import print_table

# (title, what it means, pattern of problems, what of the match is the reason); the first that matches.
CLASSES = [
    (
        "Operators that Emmy does not have",
        "The importer lists them, with the user's line.",
        r"expected an operator that Emmy knows, but got (aten\.\S+?)(?:;|$|')",
    ),
    (
        "Refused by the importer",
        "An operator is known, but not with these arguments.",
        r"UnsupportedError: (?:\S+ \(.*?\): )?(.*)",
    ),
    ("Not captured", "torch.export refuses, or the value of a tensor decides what is computed.", r"CaptureError: (.*)"),
    ("Refused by the compiler", "The verifier or a pass says why.", r"CompileError: (.*)"),
    ("Other errors", "", r"(\w+Error: .*)"),
    ("The process ended, or the time was up", "", r"((?:crash|timeout).*)"),
    ("Other values", "Compiled, run, and not what PyTorch gives.", r"result #\d+ on \w+: (.*)"),
    ("No samples", "", r"(no samples.*)"),
    ("Other", "", r"(.*)"),
]


def classify(problem: str) -> "tuple[int, str]":
    for number, (_, _, pattern) in enumerate(CLASSES):
        match = re.search(pattern, problem, re.DOTALL)
        if match:
            return number, shorten(match[1])
    raise AssertionError


def shorten(reason: str) -> str:
    """Without what differs from sample to sample."""
    reason = re.sub(r"%?\b\w+_\d+\b", "x", reason)
    reason = re.sub(r"tensor<[^>]*>", "tensor", reason)
    reason = re.sub(r"\d+ of \d+ elements are wrong, the first at .*", "elements are wrong", reason)
    return re.sub(r"\s+", " ", reason)[:160]


def print_rate(results: dict) -> str:
    refused = sum(unit.get("refused", 0) for unit in results.values())
    samples = sum(unit["samples"] for unit in results.values()) - refused
    failed = sum(len(unit["problems"]) for unit in results.values())
    whole = sum(not unit["problems"] for unit in results.values())
    rate = 100 * (samples - failed) / samples if samples else 0
    return f"{samples - failed:,} of {samples:,} samples agree ({rate:.2f} %); {whole} of {len(results)} entries and dtypes are whole; {refused} are out of scope"


def print_page(results: dict, entries: "list[str]") -> str:
    lines = ["# What of PyTorch's samples does not agree", ""]
    lines += ["Written by `run.py`; `entries.txt` says what is in scope, `results.json` has every sample that failed.", ""]
    lines += [print_rate(results) + ".", ""]
    judged = {key.split()[0] for key in results}
    lines += [f"Of {len(judged)} of the {len(entries)} entries in scope there are results.", ""]
    classes = defaultdict(lambda: defaultdict(Counter))
    for key, unit in results.items():
        name, dtype = key.split()
        for problem in unit["problems"].values():
            number, reason = classify(problem)
            classes[number][reason][name, dtype] += 1
    for number in sorted(classes):
        title, meaning, _ = CLASSES[number]
        reasons = classes[number]
        lines += [f"## {title}: {sum(c.total() for c in reasons.values())}", ""]
        lines += [meaning, ""] if meaning else []
        rows = []
        for reason, counts in sorted(reasons.items(), key=lambda pair: (-sum(pair[1].values()), pair[0])):
            names = defaultdict(list)
            for (name, dtype), count in sorted(counts.items()):
                names[name].append(f"{dtype} {count}")
            rows.append((reason, counts.total(), "; ".join(f"{name} ({', '.join(dtypes)})" for name, dtypes in names.items())))
        lines += print_table(["reason", "samples", "entries"], rows)
    return "\n".join(lines)
