# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparing a result with PyTorch: eager in the program's own dtypes gives the error that is usual, eager in f64 the value."""

from __future__ import annotations

import copy

import torch
from torch.utils import _pytree as pytree

# Gaps between numbers near 1, by the dtype of the result.
EPSILON = {torch.float64: 2.0**-52, torch.float32: 2.0**-23, torch.float16: 2.0**-10, torch.bfloat16: 2.0**-7}
# The smallest gap (between subnormals).
SMALLEST = {torch.float64: 2.0**-1074, torch.float32: 2.0**-149, torch.float16: 2.0**-24, torch.bfloat16: 2.0**-133}


def get_ulp(value: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """The gap between neighbouring numbers of `dtype` at each f64 value; at 0, the smallest number."""
    _, exponent = torch.frexp(value.abs())
    gap = torch.ldexp(torch.ones_like(value), exponent - 1).mul(EPSILON[dtype])
    return torch.where(value == 0, 0.0, gap).clamp_min(SMALLEST[dtype])


def get_usual_error(error: torch.Tensor, reference: torch.Tensor, local: bool) -> torch.Tensor:
    """For each element the largest of `error`: over all elements, or over those within two binades of its own."""
    if not error.numel():
        return error
    if not local:
        return error.max().expand_as(error)
    _, exponent = torch.frexp(reference)
    result = torch.zeros_like(error)
    for value in exponent.unique():
        result[exponent == value] = error[(exponent - value).abs() <= 2].max()
    return result


def compare(
    got: torch.Tensor,
    eager: torch.Tensor,
    exact: torch.Tensor,
    *,
    terms: "torch.Tensor | None" = None,
    local: bool = False,
    tolerance: "tuple[float, float] | None" = None,
) -> "str | None":
    """None when `got` is right, or what is wrong with its first wrong element.

    Integers and bools are equal to eager. Of floats, f64 is the judge:

    * A finite element is within max(2 E, 4 ulp, 4 u terms) of f64, with E the largest distance of eager from f64 (`local`: among
      elements of about the same size), u half the gap at 1 in the type that sums, and `terms` the sums of absolute terms, for
      values that are sums. A value of f64 beyond the range of the dtype is the infinity that it rounds to.
    * NaN where f64 has NaN, and the same infinity.
    * Where eager is not finite, eager's own value is right too: what the operator's definition names may leave the range on
      the way (`exp` does so earlier in f32).
    * Where only f64 is not finite, an element within the same distance of eager is right too: PyTorch may take another way to the
      value in another dtype (`pow(-inf, -0.5)` is 0 in f16).
    * With a `tolerance` (relative, absolute), an element that is so near to eager is right too.
    """
    if got.dtype != eager.dtype or got.shape != eager.shape:
        return f"expected {eager.dtype} {list(eager.shape)}, but got {got.dtype} {list(got.shape)}"
    if not eager.is_floating_point():
        wrong = (got != eager).flatten()
        reference, allowed = eager, torch.zeros(eager.shape, dtype=torch.float64)
    else:
        exact, narrow, value = exact.to(torch.float64), eager.to(torch.float64), got.to(torch.float64)
        reference = torch.where(narrow.isfinite() & ~exact.isfinite(), narrow, exact)
        allowed = get_allowed(reference, narrow, exact, got.dtype, terms, local)
        rounded = exact.to(got.dtype).to(torch.float64)
        near = reference.isfinite() & ((value - reference).abs() <= allowed)
        special = ~rounded.isfinite() & is_same(value, rounded) | ~narrow.isfinite() & is_same(value, narrow)
        if tolerance is not None:
            near |= torch.isclose(value, narrow, rtol=tolerance[0], atol=tolerance[1])
        wrong = ~(near | special).flatten()
    if not wrong.any():
        return None
    first = int(wrong.nonzero()[0])
    index = tuple(int(i) for i in torch.unravel_index(torch.tensor(first), got.shape))
    wanted, distance = reference.flatten()[first].item(), allowed.flatten()[first].item()
    return (
        f"{int(wrong.sum())} of {wrong.numel()} elements are wrong, the first at {list(index)}: "
        f"expected {wanted!r} within {distance:.3g}, but got {got.flatten()[first].item()!r}"
    )


def get_allowed(reference, eager, exact, dtype: torch.dtype, terms, local: bool) -> torch.Tensor:
    """How far from the reference each element may be."""
    if dtype.itemsize == 1:
        return torch.zeros_like(reference)  # only conversions give floats of 8 bits
    finite = torch.where(reference.isfinite(), reference, 1.0)
    allowed = 4 * get_ulp(finite, dtype)
    if dtype == torch.float64:
        # There is no wider oracle: eager's own errors are not seen.
        allowed = torch.maximum(allowed, 256 * EPSILON[dtype] * finite.abs().clamp_min(1.0))
    if terms is not None:
        unit = EPSILON[torch.float64 if dtype == torch.float64 else torch.float32] / 2
        allowed = torch.maximum(allowed, 4 * unit * torch.where(terms.isfinite(), terms, 0.0).to(torch.float64))
    both = exact.isfinite() & eager.isfinite()
    usual = get_usual_error((eager - exact)[both].abs(), exact[both], local)
    allowed[both] = torch.maximum(allowed[both], 2 * usual)
    return allowed


def is_same(value, reference) -> torch.Tensor:
    """Equal, a NaN to every other."""
    return torch.where(reference.isnan(), value.isnan(), value == reference)


def to_double(value):
    """Modules and tensors with every float in f64; everything else unchanged."""
    if isinstance(value, torch.Tensor):
        return value.double() if value.is_floating_point() else value
    return value


def check_program(program, module, args, *, kwargs=None, device: str, terms=None) -> None:
    """Runs a compiled program and compares every result with the module; AssertionError says what is wrong.

    `terms`, a function of the arguments in f64, gives for each result the sums of the absolute terms of its sums, or None.
    """
    kwargs = kwargs or {}
    wide = copy.deepcopy(module).double() if isinstance(module, torch.nn.Module) else module
    # Each run has arguments of its own: a module may write to them.
    double_args, double_kwargs = pytree.tree_map(to_double, (args, kwargs))
    with torch.no_grad():
        bounds = terms(*double_args, **double_kwargs) if terms else None
        got = program(*copy.deepcopy(args), device=device, **copy.deepcopy(kwargs))
        eager = module(*copy.deepcopy(args), **copy.deepcopy(kwargs))
        exact = wide(*double_args, **double_kwargs)
    results = [pytree.tree_leaves(value) for value in (got, eager, exact)]
    assert len(results[0]) == len(results[1]), f"expected {len(results[1])} results, but got {len(results[0])}"
    bounds = pytree.tree_leaves(bounds) if bounds is not None else [None] * len(results[0])
    for number, (g, e, x, bound) in enumerate(zip(*results, bounds, strict=True)):
        if isinstance(e, torch.Tensor):
            problem = compare(g, e, x, terms=bound)
        else:
            problem = None if g == e else f"expected {e!r}, but got {g!r}"
        assert problem is None, f"result #{number} on {device}: {problem}"
