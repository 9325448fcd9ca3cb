# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Floats of 8 bits: every operator that PyTorch has for them, bit for bit."""

import functools

import emmy
import pytest
import test_operators as families
import torch
from emmy.errors import UnsupportedError
from emmy.testing import compare, to_double
from torch.export import Dim
from torch.utils import _pytree as pytree

DEVICES = ["tensor", "cpu", "simulator"]

E4M3, E5M2 = torch.float8_e4m3fn, torch.float8_e5m2
DTYPES = [E4M3, E5M2]
NAMES = ["elementwise", "conversions", "shapes", "reductions", "whole", "contractions", "lookups"]

# x, y: [5, 6]; v: [6]; one: []; m: [6, 4]; wide: [5, 6] in f32; other: [5, 6], the other one of the two; i: [3] below 5, without and
# r: [4] with repeats; bytes: [5, 6] of 8 bits.
CALLS = """
x.view(torch.uint8)
x.view(torch.int8)
x.view(other.dtype)
bytes.view(x.dtype)
bytes.view(torch.int8).view(x.dtype)
bytes.view(torch.int8).view(torch.uint8)
x == one
x == 0.3
v * x
torch.outer(v, v)
torch.kron(v, v)
x.bool()
x.any(1)
x.all()
x.isnan()
other.to(x.dtype)
wide.to(x.dtype)
wide.to(torch.bfloat16).to(x.dtype)
(wide * 1e4).to(torch.float16).to(x.dtype)
(wide * 1e40).to(x.dtype)
wide.double().mul(1e-3).to(x.dtype)
wide.to(torch.int32).to(x.dtype)
(wide > 0).to(x.dtype)
x.to(torch.int32)
x.float_power(2)
x.count_nonzero(0)
torch.where(wide > 0, x, one)
torch.where(wide > 0, x, 0.3)
torch.where(x == y, x, y)
torch.full([2], 1.3, dtype=x.dtype)
torch.full([2], float('nan'), dtype=x.dtype)
torch.full_like(wide, 0.7, dtype=x.dtype)
torch.zeros(3, dtype=x.dtype)
torch.ones_like(wide, dtype=x.dtype)
torch.eye(3, dtype=x.dtype)
torch.scalar_tensor(-1.3, dtype=x.dtype)
x.new_full([2], 3.7)
x.clone().fill_(1.3)
x.clone().zero_()
x.clone().copy_(wide)
x[:, 1:4:2]
x[1, -1]
x[i]
x[i, i]
x.index_put((i,), v)
x.index_put((r,), v)
x.index_put((i,), v, accumulate=True)
x.index_reduce(0, i, y[:3], 'prod')
torch.cat([x, y], 1)
torch.stack([x, y])
torch.hstack([x, y])
x.roll(1, 0)
x.T.contiguous()
x.expand(2, 5, 6)
x.repeat(2, 1)
x.tile(2)
x.unfold(1, 3, 2)
x.repeat_interleave(2, 0)
torch.nn.functional.pad(x, (1, 2), value=0.3)
torch.nn.functional.pad(x[None], (2, 1), mode='circular')
torch.nn.functional.embedding(i, x)
torch.nn.functional.embedding(i, x, padding_idx=0)
torch.block_diag(x, m)
torch.diag(v)
torch.diagonal(x)
torch.diag_embed(x)
torch.meshgrid(v, v[:2], indexing='ij')
torch.mm(x, m)
torch.nn.functional.linear(x, m.T, m[0])
torch.addmm(m[0], x, m, beta=0.3, alpha=1.7)
torch.addbmm(x[:, :4], torch.stack([x, y]), torch.stack([m, m]), beta=0.6, alpha=2.5)
torch.linalg.multi_dot([x, m, m.T])
""".strip().split("\n")


def make_inputs(dtype) -> dict:
    x, y = families.sample(dtype, 5, 6), families.sample(dtype, 5, 6)
    x[0, :3], x[2] = torch.tensor([float("nan"), 0.0, -0.0]).to(dtype), y[2]
    if dtype == E5M2:
        x[1, :2] = torch.tensor([float("inf"), float("-inf")])
    return {
        "x": x,
        "y": y,
        "v": families.sample(dtype, 6),
        "one": torch.tensor(0.7).to(dtype),
        "m": families.sample(dtype, 6, 4),
        "wide": torch.randn(5, 6) * torch.logspace(-3, 3, 30).reshape(5, 6),
        "other": families.sample(E5M2 if dtype == E4M3 else E4M3, 5, 6),
        "i": torch.tensor([4, 0, 2]),
        "r": torch.tensor([4, 0, 4, 4]),
        "bytes": torch.arange(30, dtype=torch.uint8).reshape(5, 6),
    }


def get_bits(value):
    """Numbers as integers; all NaN as one."""
    if value.dtype in DTYPES:
        return torch.where(value.float().isnan(), 255, value.view(torch.uint8).to(torch.int32))
    return value


def find_difference(got, eager, exact) -> "str | None":
    """Of floats that are wider, sums may be away from PyTorch's, by the standard tolerance."""
    if eager.is_floating_point() and eager.dtype not in DTYPES:
        return compare(got, eager, exact if exact.shape == eager.shape else eager)
    if got.dtype != eager.dtype or got.shape != eager.shape:
        return f"expected {eager.dtype} {list(eager.shape)}, but got {got.dtype} {list(got.shape)}"
    wrong = get_bits(got) != get_bits(eager)
    return f"expected {eager[wrong][:4].tolist()}, but got {got[wrong][:4].tolist()}" if wrong.any() else None


def find_differences(call, got, function, inputs) -> "list[str]":
    eager = pytree.tree_leaves(function(**inputs))
    try:
        exact = pytree.tree_leaves(function(**{name: to_double(value) for name, value in inputs.items()}))
    except (RuntimeError, TypeError):  # an operator without f64
        exact = eager
    pairs = zip(pytree.tree_leaves(got), eager, exact, strict=True)
    problems = [find_difference(*values) for values in pairs if isinstance(values[1], torch.Tensor)]
    return [f"{call}: {problem}" for problem in problems if problem]


@functools.cache
def get_family(name, dtype):
    """(calls, program); one of the two dtypes has dynamic sizes."""
    torch.manual_seed(0)
    family = families.FAMILIES[name]
    inputs = family.make(dtype, families.EXAMPLE_SIZE)
    reads = [key for key, value in inputs.items() if value.dtype == dtype]
    # A sum over a dim of any size is rounded once, not after each matrix.
    is_dynamic = family.dynamic and dtype == E4M3
    calls = [call for call in family.calls if any(key in call for key in reads) and not families.is_refused(call, inputs)]
    calls = [call for call in calls if not (is_dynamic and call.startswith("addbmm"))]
    dims = [
        {dim: families.N for dim, size in enumerate(value.shape) if size == families.EXAMPLE_SIZE} or None
        for value in inputs.values()
    ]
    with families.find_least_once((name, "f8")):
        shapes = tuple(dims) if is_dynamic else None
        return calls, emmy.compile(families.get_module(calls, list(inputs)), tuple(inputs.values()), dynamic_shapes=shapes)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", DTYPES, ids=["e4m3fn", "e5m2"])
def test_family(name, dtype, device):
    """Of the table of operators, all calls that PyTorch takes for the dtype."""
    calls, program = get_family(name, dtype)
    family = families.FAMILIES[name]
    torch.manual_seed(1)
    problems = []
    sizes = family.sizes if family.dynamic and dtype == E4M3 else (families.EXAMPLE_SIZE,)
    for size in sizes:
        inputs = family.make(dtype, size)
        results = program(*inputs.values(), device=device)
        for call, got in zip(calls, results, strict=True):
            if families.is_refused(call, inputs):
                continue
            function = families.get_module([call], list(inputs))
            problems += find_differences(f"n = {size}: {call}", got, function, inputs)
    assert not problems, "\n".join([f"{len(problems)} differences:", *problems])


@functools.cache
def get_calls(dtype):
    torch.manual_seed(2)
    inputs = make_inputs(dtype)
    scope = {"torch": torch, "aten": torch.ops.aten}
    functions = [eval(f"lambda {', '.join(inputs)}: {call}", scope) for call in CALLS]
    return inputs, functions, emmy.compile(lambda *values: [f(*values) for f in functions], tuple(inputs.values()))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("dtype", DTYPES, ids=["e4m3fn", "e5m2"])
def test_calls(dtype, device):
    inputs, functions, program = get_calls(dtype)
    results = program(*inputs.values(), device=device)
    problems = []
    for call, function, got in zip(CALLS, functions, results, strict=True):
        problems += find_differences(call, got, function, inputs)
    assert not problems, "\n".join([f"{len(problems)} differences:", *problems])


@pytest.mark.parametrize("device", DEVICES)
def test_updates_of_one_element_are_rounded_once(device):
    """PyTorch rounds after each; ours are in an order that nobody knows, and rounded at the end."""
    x, places = families.sample(E4M3, 3), torch.tensor([1, 1, 1, 1, 0])
    values = torch.tensor([0.3, 11.0, -7.0, 400.0, 0.6]).to(E4M3)
    program = emmy.compile(lambda x, values: x.index_put((places,), values, accumulate=True), (x, values))
    wide = x.float().index_add(0, places, values.float())
    assert torch.equal(get_bits(program(x, values, device=device)), get_bits(wide.to(E4M3)))
    program = emmy.compile(lambda x, values: x.index_reduce(0, places, values, "prod"), (x, values))
    wide = x.float().index_reduce(0, places, values.float(), "prod")
    assert torch.equal(get_bits(program(x, values, device=device)), get_bits(wide.to(E4M3)))


# Products of scaled matrices: (dtypes of the matrices, whether scales are those of rows, dtype of the bias, dtype of the result).
SCALED = [
    (E4M3, E4M3, False, None, torch.bfloat16),
    (E4M3, E4M3, True, torch.bfloat16, torch.bfloat16),
    (E4M3, E5M2, False, torch.float16, torch.float16),
    (E5M2, E4M3, True, None, torch.float32),
    (E5M2, E5M2, True, torch.float32, E5M2),
    (E4M3, E4M3, False, torch.float32, E4M3),
    (E4M3, E4M3, True, torch.float64, torch.float64),
    (E4M3, E4M3, False, None, None),
]


def make_scaled(left, right, is_rowwise, bias, m, k, n):
    x, y = families.sample(left, m, k), families.sample(right, n, k).t()
    scales = (torch.rand(m, 1) + 0.5, torch.rand(1, n) + 0.5) if is_rowwise else (torch.tensor(0.37), torch.tensor([1.3]))
    return x, y, *scales, torch.randn(n).to(bias) if bias else None


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("case", SCALED, ids=str)
def test_scaled_products(case, device):
    left, right, is_rowwise, bias, out = case

    def call(x, y, scale_a, scale_b, bias):
        return torch._scaled_mm(x, y, scale_a, scale_b, bias=bias, out_dtype=out)

    torch.manual_seed(3)
    inputs = make_scaled(left, right, is_rowwise, bias, 5, 48, 7)
    rows = {0: Dim("m")}
    shapes = (rows, None, rows if is_rowwise else None, None, None)
    program = emmy.compile(call, inputs, dynamic_shapes=shapes)
    for m in (5, 1, 33) if is_rowwise else (5, 0, 1, 33):
        inputs = make_scaled(left, right, is_rowwise, bias, m, 48, 7)
        x, y, scale_a, scale_b = (value.double() for value in inputs[:4])
        exact, terms = (x * scale_a) @ (y * scale_b), (x * scale_a).abs() @ (y * scale_b).abs()
        exact = exact if bias is None else exact + inputs[4].double()
        got, eager = program(*inputs, device=device), call(*inputs)
        if eager.dtype in DTYPES:
            assert torch.equal(get_bits(got), get_bits(eager))
        else:
            assert compare(got.float(), eager.float(), exact, terms=terms) is None


@pytest.mark.parametrize("device", DEVICES)
def test_scaled_products_that_are_exact(device):
    """Scales that are powers of two, results that are scaled themselves, other numbers of rows than the example's, no terms at all."""

    def call(x, y, scale_a, scale_b, bias, scale):
        plain = torch._scaled_mm(x, y, scale_a, scale_b, bias=bias, out_dtype=torch.float32)
        scaled = torch._scaled_mm(x, y, scale_a, scale_b, bias=bias, scale_result=scale, out_dtype=E4M3)
        return plain, scaled, torch._scaled_mm(x[:, :0], y[:0], scale_a, scale_b, out_dtype=torch.float32)

    torch.manual_seed(4)
    x, y = (torch.randint(-8, 9, shape).to(E4M3) for shape in ([5, 16], [16, 6]))
    inputs = (x, y, torch.tensor(0.5), torch.tensor(4.0), torch.arange(6.0), torch.tensor(0.7))
    for got, eager in zip(emmy.compile(call, inputs)(*inputs, device=device), call(*inputs), strict=True):
        assert torch.equal(get_bits(got), get_bits(eager))


@pytest.mark.parametrize("device", DEVICES)
def test_scaled_products_by_recipe(device):
    kinds = torch.nn.functional.ScalingType

    def call(x, y, a, b, rows, columns):
        matrix = torch.nn.functional.scaled_mm(x, y, a, kinds.TensorWise, b, kinds.TensorWise)
        return matrix, torch.nn.functional.scaled_mm(x, y, rows, kinds.RowWise, columns, kinds.RowWise)

    torch.manual_seed(5)
    inputs = (*make_scaled(E4M3, E5M2, False, None, 5, 16, 6)[:4], *make_scaled(E4M3, E4M3, True, None, 5, 16, 6)[2:4])
    for got, eager in zip(emmy.compile(call, inputs)(*inputs, device=device), call(*inputs), strict=True):
        assert torch.equal(got, eager)


def test_what_pytorch_refuses_is_refused():
    x, y = families.sample(E4M3, 5, 256), families.sample(E4M3, 6, 256).t()
    kinds, columns = torch.nn.functional.ScalingType, torch.ones(2, 6).t()
    with pytest.raises(UnsupportedError, match=r"of tensors \(0\) or of rows \(1\) and no other dims, but got recipes"):
        emmy.compile(
            lambda x, y, a, b: torch.nn.functional.scaled_mm(x, y, a, kinds.BlockWise1x128, b, kinds.BlockWise1x128),
            (x, y, torch.ones(2, 5).t(), columns),
        )
