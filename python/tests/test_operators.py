# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operator that the importer knows, executed on every dtype and compared with PyTorch: the families of `operators.py`."""

import functools
import importlib
from dataclasses import dataclass
from unittest import mock

import emmy
import operators
import programs
import pytest
import test_windows
import torch
from emmy.importer.operators import IDENTITIES, TEMPLATES
from emmy.importer.special import SPECIAL
from emmy.testing import compare, to_double
from torch.export import Dim

# The families share compiled programs, and the last test looks at all of them.
pytestmark = pytest.mark.xdist_group("operators")

FLOATS = [torch.float32, torch.float16, torch.bfloat16, torch.float64]
INTEGERS = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]
ALL = [*FLOATS, *INTEGERS, torch.bool]

# One for all programs, so that what is known of it for one can be used for others.
N = Dim("n")

# Sums of terms: on absolute values they give the sum of the absolute terms.
LINEAR = {"sum", "mean", "cumsum", "matmul", "mm", "mv", "dot", "bmm", "linear", "addmm", "baddbmm", "addbmm", "einsum"}

# Calls that are not compared on edges: PyTorch rounds, or overflows, where it likes in a product that is added; and its vectors of f64
# have no remainder of numbers whose quotient is huge.
NO_EDGES = ("add.Tensor(x, row, alpha", "add.Tensor(x, y, alpha", "sub.Tensor(x, y, alpha", "addcmul", "remainder", "fmod")

# The example call: a size that no other dim has, so that the dims of this size are the dynamic ones.
EXAMPLE_SIZE = 11

EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.5, -3.5, 7.0, float("inf"), float("-inf"), float("nan")]


def get_edges(dtype) -> torch.Tensor:
    """Values that hurt: zeros, ties, ends of the range, subnormals, NaN and infinities."""
    if dtype == torch.bool:
        return torch.tensor([False, True])
    if not dtype.is_floating_point:
        info = torch.iinfo(dtype)
        return torch.tensor(
            [0, 1, 2, 3, 7, info.max, info.max // 2 + 1, info.min, *([-1, -2, -7] if info.min else [])], dtype=dtype
        )
    info = torch.finfo(dtype)
    return torch.tensor(
        [*EDGES, info.max, info.min, info.tiny, -info.tiny / 4, info.smallest_normal / 8, info.eps, 88.5, -104.0], dtype=dtype
    )


def sample(dtype, *shape) -> torch.Tensor:
    if dtype == torch.bool:
        return torch.rand(shape) < 0.5
    if dtype.is_floating_point:
        return (torch.randn(shape) * 2).to(dtype)
    return torch.randint(0 if dtype == torch.uint8 else -20, 20, shape).to(dtype)


def make_elementwise(dtype, n, is_edge=False) -> dict:
    if is_edge:
        edges = get_edges(dtype)
        x, y = (t.flatten() for t in torch.meshgrid(edges, edges, indexing="ij"))
        n = x.numel() // 5 + 1
        x, y = (torch.cat([t, sample(dtype, n * 5 - t.numel())]).reshape(n, 5) for t in (x, y))
    else:
        x, y = sample(dtype, n, 5), sample(dtype, n, 5)
    nonzero = torch.where(y == 0, torch.ones_like(y), y)
    if not dtype.is_floating_point and dtype != torch.bool:
        # The smallest integer by -1 is not a number of the type; the processor traps.
        nonzero = torch.where((nonzero == -1) & (x == torch.iinfo(dtype).min), torch.full_like(y, 2), nonzero)
    count = (
        y
        if dtype.is_floating_point
        else torch.arange(n * 5).reshape(n, 5).remainder(70).sub(2).clamp(0 if dtype == torch.uint8 else -2, 127).to(dtype)
    )
    return {
        "x": x,
        "y": y,
        "row": sample(dtype, 5),
        "col": sample(dtype, n, 1),
        "one": sample(dtype),
        "mask": torch.rand(n, 5) < 0.5,
        "nonzero": nonzero,
        "count": count,
    }


def make_conversions(dtype, n) -> dict:
    return {"small": sample(dtype, n, 5)}


def make_shapes(dtype, n) -> dict:
    return {
        "x": sample(dtype, n, 5, 6),
        "y": sample(dtype, n, 3, 6),
        "m": sample(dtype, n, 6, 6),
        "s": sample(dtype, n),
        "one": sample(dtype),
        "single": sample(dtype, 1, n, 1, 5),
        "mask3": torch.rand(n, 3, 6) < 0.5,
    }


def make_sources(dtype, n) -> dict:
    return {"x": sample(dtype, n, 2)}


def make_reductions(dtype, n) -> dict:
    x = sample(dtype, n, 5, 6)
    # Rows of one value.
    x[n // 2 :, 1] = x[n // 2 :, 1, :1].clone()
    if dtype.is_floating_point and n > 3:
        x[0, 2, 1], x[1, 3, 2], x[2, 4] = float("nan"), float("inf"), float("-inf")
    return {"x": x, "row": sample(dtype, 6), "chan": sample(dtype, 5)}


def make_whole(dtype, n) -> dict:
    return {"x": sample(dtype, 5, 6), "one": sample(dtype), "zero": torch.tensor(0)}


def make_contractions(dtype, n) -> dict:
    return {
        "x": sample(dtype, n, 5, 6),
        "a": sample(dtype, 6, 4),
        "w": sample(dtype, 4, 6),
        "bias": sample(dtype, 4),
        "v": sample(dtype, 6),
        "u": sample(dtype, n, 6, 3),
        "q": sample(dtype, n, 2, 5, 4),
        "k": sample(dtype, n, 2, 7, 4),
        "keep": torch.arange(35).reshape(5, 7) % 3 > 0,
        "extra": sample(dtype, 5, 7),
    }


def make_lookups(dtype, n) -> dict:
    return {
        "x": sample(dtype, n, 5, 6),
        "table": sample(dtype, 9, 6),
        "ids": torch.randint(0, 9, (n, 3)),
        "rows": torch.tensor([4, 0, 2, 2]),
        "one": sample(dtype),
        "row": sample(dtype, 6),
        "at": torch.randint(0, 5, (n, 2, 6)),
    }


@dataclass
class Family:
    calls: "list[str]"
    make: object
    dtypes: "list[torch.dtype]"
    sizes: "tuple[int, ...]" = (0, 1, 7)
    dynamic: bool = True


FAMILIES = {
    "elementwise": Family(operators.ELEMENTWISE, make_elementwise, ALL),
    "conversions": Family(operators.CONVERSIONS, make_conversions, ALL),
    "shapes": Family(operators.SHAPES, make_shapes, [torch.float32, torch.bool, torch.int64]),
    "sources": Family(operators.SOURCES, make_sources, [torch.float32]),
    "reductions": Family(operators.REDUCTIONS, make_reductions, [*FLOATS, torch.int32, torch.uint8, torch.bool]),
    "whole": Family(operators.WHOLE, make_whole, [torch.float32, torch.int64, torch.bool], (0,), False),
    "contractions": Family(operators.CONTRACTIONS, make_contractions, [*FLOATS[:3], torch.int64]),
    "lookups": Family(operators.LOOKUPS, make_lookups, [torch.float16, torch.int8]),
}


def get_module(calls, names):
    """A function of the named inputs that gives the value of every call."""
    lines = [f"def call({', '.join(names)}):"]
    if "x" in names:
        lines.append("    n = x.shape[0]")
    lines.append("    return (" + "".join(f"aten.{call}, " for call in calls) + ")")
    scope = {"aten": torch.ops.aten, "torch": torch}
    exec("\n".join(lines), scope)
    return scope["call"]


def is_refused(call, inputs) -> bool:
    """Whether PyTorch itself does not take the call for these dtypes."""
    try:
        get_module([call], list(inputs))(**inputs)
    except (RuntimeError, TypeError, IndexError, ValueError):
        return True
    return False


captures = importlib.import_module("emmy.importer.capture")
least_sizes = {}


def find_least_once(kind):
    """Which is the least size that a program holds for is no matter of the width of its numbers: it is found for one dtype of a
    kind, by four captures."""
    find = captures.find_least_sizes

    def find_or_recall(trace, roots, sizes):
        if kind not in least_sizes:
            least_sizes[kind] = find(trace, roots, sizes)
        return least_sizes[kind]

    return mock.patch.object(captures, "find_least_sizes", find_or_recall)


@functools.cache
def get_program(name, dtype):
    """(the calls that the dtype has, the function of all of them, the program)."""
    torch.manual_seed(0)
    family = FAMILIES[name]
    inputs = family.make(dtype, EXAMPLE_SIZE)
    calls = [call for call in family.calls if not is_refused(call, inputs)]
    function = get_module(calls, list(inputs))
    dims = [{dim: N for dim, size in enumerate(value.shape) if size == EXAMPLE_SIZE} or None for value in inputs.values()]
    with find_least_once((name, dtype.is_floating_point, dtype == torch.bool)):
        program = emmy.compile(function, tuple(inputs.values()), dynamic_shapes=tuple(dims) if family.dynamic else None)
    return calls, function, program


def to_wide(inputs) -> dict:
    return {key: to_double(value) for key, value in inputs.items()}


def find_problems(name, dtype, inputs, device, local=False) -> "list[str]":
    calls, _, program = get_program(name, dtype)
    got = program(*inputs.values(), device=device)
    problems = []
    for call, results in zip(calls, got, strict=True):
        function = get_module([call], list(inputs))
        if is_refused(call, inputs) or local and call.startswith(NO_EDGES):
            continue
        eager, exact = function(**inputs)[0], function(**to_wide(inputs))[0]
        terms = function(**{key: value.abs() if value.is_floating_point() else value for key, value in to_wide(inputs).items()})[
            0
        ]
        flat = [value if isinstance(value, (tuple, list)) else [value] for value in (results, eager, exact)]
        for g, e, x in zip(*flat, strict=True):
            problem = compare(g, e, x, local=local, terms=terms if call.split(".")[0] in LINEAR else None)
            if problem:
                problems.append(f"{call}: {problem}")
    return problems


def iterate_inputs(name, dtype):
    """(a description, inputs) of every run."""
    torch.manual_seed(1)
    family = FAMILIES[name]
    for size in family.sizes:
        yield f"n = {size}", family.make(dtype, size), False
    if name == "elementwise":
        yield "edges", make_elementwise(dtype, 0, is_edge=True), True


@pytest.mark.parametrize("device", ["tensor", "cpu"])
@pytest.mark.parametrize(
    ("name", "dtype"),
    [(name, dtype) for name, family in FAMILIES.items() for dtype in family.dtypes],
    ids=lambda value: str(value).removeprefix("torch."),
)
def test_family(name, dtype, device):
    problems = []
    for what, inputs, local in iterate_inputs(name, dtype):
        problems += [f"{what}: {problem}" for problem in find_problems(name, dtype, inputs, device, local)]
    assert not problems, "\n".join([f"{len(problems)} differences:", *problems])


def test_the_table_has_nothing_unused():
    """Every operator of the importer's tables arrives from one of the calls that are compared with PyTorch."""
    # Floats and integers have all calls between them.
    pairs = [
        (name, dtype)
        for name, family in FAMILIES.items()
        for dtype in {family.dtypes[0], *[d for d in family.dtypes if d in INTEGERS][:1]}
    ]
    arrived = set().union(*(get_program(*pair)[2].graph.operators for pair in pairs))
    for name in test_windows.CASES:
        arrived |= test_windows.get_program(name).graph.operators
    for case in programs.CASES:
        arrived |= programs.import_case(case).graph.operators
    known = {*TEMPLATES, *SPECIAL, *IDENTITIES}
    assert sorted(known - arrived) == []
    assert arrived <= known
