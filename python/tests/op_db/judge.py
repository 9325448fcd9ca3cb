# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether Emmy computes a sample of PyTorch's database as PyTorch does: one sample, or several as one program."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass

import emmy
import torch
from emmy.errors import CaptureError, UnsupportedError
from emmy.testing import compare
from torch.utils import _pytree as pytree

from . import scope

# The interpreter, and the plain loops as machine code.
DEVICES = ("tensor", "cpu")
# Of machine code that runs once, most of the time would go into making it fast. The values are the same at each level.
OPT_LEVEL = 0
# (relative, absolute): what torch.testing.assert_close takes by default. An element that is so near to eager is right.
DEFAULT_TOLERANCE = {
    torch.float64: (1e-7, 1e-7),
    torch.float32: (1.3e-6, 1e-5),
    torch.float16: (1e-3, 1e-5),
    torch.bfloat16: (1.6e-2, 1e-5),
}
# What PyTorch does not say which of equal elements it gives the position of: that depends on the processor's instructions. Ours are the
# positions of a stable order.
ANY_OF_EQUALS = {"sort", "argsort", "mode"}
# So many samples at most are one program: PyTorch's tracer takes longer to start than to trace an operator.
MOST_SAMPLES = 24


def call_operator(operator, value, args, kwargs):
    return operator(value, *args, **kwargs)


def get_caller(number: int):
    """The same function under a file name of its own: errors name the line of the user's that they are about."""
    scope = {}
    text = "def call(operator, value, args, kwargs):\n    return operator(value, *args, **kwargs)\n"
    exec(compile(text, f"<sample {number}>", "exec"), scope)
    return scope["call"]


@dataclass
class Sample:
    """A call whose tensors are the arguments of a program; everything else is a constant of it."""

    operator: object
    leaves: list
    spec: object
    # The dim along which positions are right that are those of elements equal to PyTorch's.
    open_dim: "int | None" = None

    @classmethod
    def create(cls, entry, sample):
        leaves, spec = pytree.tree_flatten((sample.input, tuple(sample.args), dict(sample.kwargs)))
        given = {**dict(enumerate(sample.args)), **sample.kwargs}
        is_open = entry.name in ANY_OF_EQUALS and not given.get("stable") and sample.input.dim() > 0
        return cls(entry.op, leaves, spec, given.get("dim", given.get(0, -1)) if is_open else None)

    @property
    def tensors(self) -> "list[torch.Tensor]":
        return [leaf for leaf in self.leaves if isinstance(leaf, torch.Tensor)]

    def call(self, tensors, function=call_operator):
        """The results, tensors and others, in their order."""
        given = iter(tensors)
        leaves = [next(given) if isinstance(leaf, torch.Tensor) else leaf for leaf in self.leaves]
        value, args, kwargs = pytree.tree_unflatten(leaves, self.spec)
        return pytree.tree_leaves(function(self.operator, value, args, kwargs))

    def run(self, is_wide=False) -> list:
        """The results of PyTorch, in the sample's dtypes or, as far as it goes, in f64."""
        tensors = [t.clone() for t in self.tensors]
        if is_wide:
            tensors = [t.double() if t.is_floating_point() else t for t in tensors]
        torch.manual_seed(0)
        with torch.no_grad(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return self.call(tensors)


class Program(torch.nn.Module):
    """Several samples as one module."""

    def __init__(self, samples):
        super().__init__()
        self.samples = samples
        self.callers = [get_caller(number) for number in range(len(samples))]

    def forward(self, groups):
        return [s.call(tensors, caller) for s, tensors, caller in zip(self.samples, groups, self.callers, strict=True)]


def get_arguments(samples):
    return ([[t.clone() for t in sample.tensors] for sample in samples],)


def get_expected(sample) -> "tuple[list, list]":
    """(the results of PyTorch, those that judge how near one has to be)."""
    eager = sample.run()
    try:
        exact = sample.run(is_wide=True)
    except Exception:  # an operator without f64
        return eager, eager
    if [getattr(e, "shape", None) for e in eager] != [getattr(e, "shape", None) for e in exact]:
        return eager, eager
    return eager, [w if isinstance(w, torch.Tensor) and not w.is_complex() else e for w, e in zip(exact, eager, strict=True)]


def choose_equally(x, dim: int, got, eager) -> bool:
    """Whether two tensors of positions along a dim are of equal elements, each of which is chosen once."""
    if got.dtype != torch.int64 or got.shape != eager.shape or not ((got >= 0) & (got < x.shape[dim])).all():
        return False
    places, others = (place if place.dim() == x.dim() else place.unsqueeze(dim) for place in (got, eager))
    ordered = places.sort(dim).values
    is_distinct = (ordered.diff(dim=dim) > 0).all()
    return bool(is_distinct) and torch.equal(x.gather(dim, places).nan_to_num(), x.gather(dim, others).nan_to_num())


def check_results(sample, got, eager, exact, device) -> "str | None":
    """None where the results are PyTorch's; else what is wrong."""
    got = pytree.tree_leaves(got)
    if len(got) != len(eager):
        return f"expected {len(eager)} results, but got {len(got)}"
    for number, (g, e, wide) in enumerate(zip(got, eager, exact, strict=True)):
        if isinstance(e, torch.Tensor):
            problem = compare(g, e, wide, tolerance=DEFAULT_TOLERANCE.get(e.dtype))
            if problem and sample.open_dim is not None and number == len(eager) - 1:
                problem = None if choose_equally(sample.tensors[0], sample.open_dim, g, e) else problem
        else:
            problem = None if g == e or g != g and e != e else f"expected {e!r}, but got {g!r}"
        if problem:
            return f"result #{number} on {device}: {problem}"
    return None


def get_words(error: BaseException) -> str:
    """The kind of an error and the first lines of its message."""
    text = re.sub(r"\s+", " ", str(error)).strip()
    return f"{type(error).__name__}: {text}"[:400]


def explain(error: Exception) -> str:
    """The problems alone where there are some."""
    problems = getattr(error, "diagnostics", None)
    if problems:
        return f"{type(error).__name__}: {'; '.join(dict.fromkeys(p.message for p in problems))}"[:400]
    return get_words(error)


def judge_program(samples) -> "list[str | None]":
    """Compiles and runs samples as one program; what is wrong with each. Raises where they have no program."""
    arguments = get_arguments(samples)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = emmy.compile(Program(samples), arguments)
    program.opt_level = OPT_LEVEL
    expected = [get_expected(sample) for sample in samples]
    verdicts = [None] * len(samples)
    for device in DEVICES:
        results = program(*get_arguments(samples), device=device)
        for number, (got, values) in enumerate(zip(results, expected, strict=True)):
            verdicts[number] = verdicts[number] or check_results(samples[number], got, *values, device)
    return verdicts


def get_reason(sample) -> str:
    """Why a sample is out of scope; empty where it is not. What is out of scope has to be refused, so that counts for nothing."""
    try:
        _, reasons = scope.record(lambda: sample.call([t.clone() for t in sample.tensors]))
    except Exception:  # PyTorch refuses
        return ""
    return ", ".join(sorted(reasons))


def refuse(sample, error: Exception) -> str:
    reason = get_reason(sample)
    return f"{scope.REFUSED}{reason}" if reason else explain(error)


def find_blamed(error, count: int) -> "dict[int, str]":
    """The samples that the problems of an error are about, as far as they say it."""
    messages: "dict[int, list[str]]" = {}
    for problem in getattr(error, "diagnostics", ()):
        match = re.fullmatch(r"<sample (\d+)>", problem.file or "")
        if match and int(match[1]) < count:
            messages.setdefault(int(match[1]), []).append(problem.message)
    return {number: f"{type(error).__name__}: {'; '.join(dict.fromkeys(texts))}"[:400] for number, texts in messages.items()}


def judge(samples):
    """Yields (numbers, problem or None) for every sample. What several have no program for is tried in smaller parts.

    An ellipsis for the problem says what is being tried: where the process ends, one of these is to blame.
    """
    pending = [list(range(start, min(start + MOST_SAMPLES, len(samples)))) for start in range(0, len(samples), MOST_SAMPLES)]
    while pending:
        numbers = pending.pop(0)
        yield numbers, ...
        try:
            for number, verdict in zip(numbers, judge_program([samples[n] for n in numbers]), strict=True):
                yield [number], verdict
            continue
        except Exception as error:
            if len(numbers) == 1:
                is_refusal = isinstance(error, (UnsupportedError, CaptureError))
                yield numbers, refuse(samples[numbers[0]], error) if is_refusal else explain(error)
                continue
            blamed = find_blamed(error, len(numbers)) if isinstance(error, UnsupportedError) else {}
        for index, problem in blamed.items():
            reason = get_reason(samples[numbers[index]])
            yield [numbers[index]], f"{scope.REFUSED}{reason}" if reason else problem
        rest = [number for index, number in enumerate(numbers) if index not in blamed]
        middle = len(rest) if blamed else len(rest) // 2
        pending[:0] = [part for part in (rest[:middle], rest[middle:]) if part]


def get_judged_samples(entry, dtype) -> "list[Sample]":
    return [Sample.create(entry, sample) for sample in scope.get_samples(entry, dtype)]
