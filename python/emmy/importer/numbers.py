# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of numbers, distances and losses that the framework level lacks."""

from __future__ import annotations

import math

import torch

from .decompositions import aten, decomposes


def to_float(x):
    return x if x.is_floating_point() else x.to(torch.float32)


@decomposes(aten.fmax.default)
def fmax(x, y):
    """The larger; a NaN only where both are."""
    return torch.where(x.isnan(), y, torch.where(y.isnan(), x, torch.maximum(x, y)))


@decomposes(aten.fmin.default)
def fmin(x, y):
    return torch.where(x.isnan(), y, torch.where(y.isnan(), x, torch.minimum(x, y)))


@decomposes(aten.angle.default)
def angle(x):
    """Of real numbers: pi for those below 0."""
    x = to_float(x)
    return torch.where(x.isnan(), x, torch.where(x < 0, torch.full([], math.pi, dtype=x.dtype), 0.0))


@decomposes(aten.hypot.default)
def hypot(x, y):
    """Squares of narrow floats have the range of f64; f64 itself is scaled by the larger number."""
    dtype = torch.result_type(x, y)
    x, y = x.to(torch.float64).abs(), y.to(torch.float64).abs()
    large, small = torch.maximum(x, y), torch.minimum(x, y)
    if dtype == torch.float64:
        ratio = torch.where(large > 0, small / large, 0.0)
        length = large * (1 + ratio * ratio).sqrt()
    else:
        length = (x * x + y * y).sqrt()
    return torch.where(x.isinf() | y.isinf(), math.inf, length).to(dtype)


# Steps of Euclid's algorithm that numbers of so many bits take at most: neighbours in Fibonacci's series are the worst.
def get_euclid_steps(bits: int) -> int:
    return math.ceil((bits + 1.2) / math.log2((1 + math.sqrt(5)) / 2))


@decomposes(aten.gcd.default)
def gcd(x, y):
    dtype = torch.result_type(x, y)
    x, y = x.to(dtype).abs(), y.to(dtype).abs()
    for _ in range(get_euclid_steps(torch.iinfo(dtype).bits - (dtype != torch.uint8))):
        x, y = torch.where(y == 0, x, y), torch.where(y == 0, 0, torch.remainder(x, torch.where(y == 0, 1, y))).to(dtype)
    return x.abs()


@decomposes(aten.lcm.default)
def lcm(x, y):
    divisor = gcd(x, y)
    return (torch.div(x, torch.where(divisor == 0, 1, divisor), rounding_mode="trunc") * y).abs().to(divisor.dtype)


def normalize(magnitude, gap):
    """(mantissa in [0.5, 1), exponent, the gap multiplied by the same power of two as the mantissa), for numbers above 0 in f64.

    They are halved or doubled by smaller and smaller powers of two, which is exact; one step is not enough for subnormals.
    """
    exponent = torch.zeros_like(magnitude, dtype=torch.int32)
    for power in (512, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1, 1):
        is_large, is_small = magnitude >= 2.0 ** (power - 1), magnitude < 2.0**-power
        factor = torch.where(is_large, 2.0**-power, torch.where(is_small, 2.0**power, torch.ones_like(magnitude)))
        exponent = exponent + torch.where(is_large, power, torch.where(is_small, -power, 0)).to(torch.int32)
        magnitude, gap = magnitude * factor, gap / factor
    return magnitude, exponent, gap


@decomposes(aten.frexp.Tensor)
def frexp(x):
    """(mantissa in [0.5, 1), exponent)."""
    wide = x.to(torch.float64)
    is_number = wide.isfinite() & (wide != 0)
    mantissa, exponent, _ = normalize(torch.where(is_number, wide.abs(), 0.5), torch.ones_like(wide))
    return torch.where(is_number, torch.copysign(mantissa, wide), wide).to(x.dtype), torch.where(is_number, exponent, 0)


# Distances.


def get_norms(difference, p):
    """Norms of vectors; those without elements have length 0."""
    if difference.shape[-1] == 0:
        return difference.sum(-1)
    # PyTorch takes no infinite norms where there are no vectors at all.
    if abs(p) == math.inf:
        return difference.abs().amax(-1) if p > 0 else difference.abs().amin(-1)
    return torch.linalg.vector_norm(difference, p, -1)


@decomposes(aten._cdist_forward.default)
def cdist(x, y, p, compute_mode=None):
    return get_norms(x.unsqueeze(-2) - y.unsqueeze(-3), p)


@decomposes(aten._euclidean_dist.default)
def euclidean_distance(x, y):
    """Of the differences themselves: products would cancel."""
    return get_norms(x.unsqueeze(-2) - y.unsqueeze(-3), 2)


@decomposes(aten._pdist_forward.default)
def pdist(x, p=2.0):
    rows, columns = torch.triu_indices(x.shape[0], x.shape[0], 1)
    return get_norms(x.index_select(0, rows) - x.index_select(0, columns), p)


@decomposes(aten.linalg_vector_norm.default)
def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    """In the dtype that is asked for."""
    if dtype is None or dtype == x.dtype:
        return NotImplemented
    return aten.linalg_vector_norm(x.to(dtype), ord, dim, keepdim)


# Sequences.


@decomposes(aten.linspace.default, aten.linspace.Tensor_Tensor, aten.linspace.Tensor_Scalar, aten.linspace.Scalar_Tensor)
def linspace(start, end, steps, *, dtype=None, **placement):
    """Integers lie between ends that are integers, and are rounded towards 0 from f64."""
    dtype = dtype or torch.get_default_dtype()
    if dtype.is_floating_point and (dtype.itemsize > 2 or steps < 2):
        return torch._refs.linspace(start, end, steps, dtype=dtype, device="cpu")
    if dtype.is_floating_point:
        return narrow_linspace(start, end, steps, dtype)
    ends = [place.to(dtype) if isinstance(place, torch.Tensor) else int(place) for place in (start, end)]
    return torch._refs.linspace(*ends, steps, dtype=torch.float64, device="cpu").to(dtype)


def narrow_linspace(start, end, steps, dtype):
    """From both ends to the middle. The step has the few digits of the dtype, and every operation rounds to it: with more digits,
    the numbers in the middle were others than PyTorch's by several units in the last place."""

    def rounded(x):
        return x.to(dtype).to(torch.float32)

    start, end, last = (
        rounded(place.to(torch.float32) if isinstance(place, torch.Tensor) else torch.full([], place, dtype=torch.float32))
        for place in (start, end, steps - 1)
    )
    step = rounded(rounded(end - start) / last)
    places = torch.arange(steps)
    up = start + rounded(step * rounded(places.to(torch.float32)))
    down = end - rounded(step * rounded((steps - 1 - places).to(torch.float32)))
    return torch.where(places < steps // 2, up, down).to(dtype)


# Sums of products.


@decomposes(aten._trilinear.default)
def trilinear(x, y, z, expand1, expand2, expand3, sumdim, unroll_dim=1):
    for dims, number in ((expand1, 0), (expand2, 1), (expand3, 2)):
        for dim in sorted(dims):
            x, y, z = (t.unsqueeze(dim) if n == number else t for n, t in enumerate((x, y, z)))
    product = x * y * z
    return product.sum(sumdim, dtype=product.dtype) if sumdim else product


@decomposes(aten.addbmm.default)
def addbmm(x, batch1, batch2, *, beta=1, alpha=1):
    """Of integers the factors are integers, too. Floats of 8 bits are rounded after each matrix, as PyTorch does it: one rounding fewer
    is another number altogether."""
    if x.dtype.itemsize == 1 and x.dtype.is_floating_point and isinstance(batch1.shape[0], int) and batch1.shape[0]:
        for number in range(batch1.shape[0]):
            x = torch.addmm(x, batch1[number], batch2[number], beta=1 if number else beta, alpha=alpha)
        return x
    if not x.is_floating_point():
        beta, alpha = int(beta), int(alpha)
    total = torch.bmm(batch1, batch2).sum(0, dtype=x.dtype)
    total = total if alpha == 1 else (total * alpha).to(x.dtype)
    return total.expand(torch.broadcast_shapes(x.shape, total.shape)) if beta == 0 else (x * beta).to(x.dtype) + total


# Losses.


@decomposes(aten.cross_entropy_loss.default)
def cross_entropy(x, target, weight=None, reduction=1, ignore_index=-100, label_smoothing=0.0):
    """Of probabilities, and of classes of which every other has a part."""
    is_probability = target.is_floating_point()
    if not is_probability and not label_smoothing:
        return NotImplemented
    dim = 0 if x.dim() == 1 else 1
    classes = x.shape[dim]
    logarithms = torch.log_softmax(x, dim)
    shape = [1] * x.dim()
    shape[dim] = classes
    weighted = logarithms if weight is None else logarithms * weight.reshape(shape)
    if is_probability:
        target = target * (1 - label_smoothing) + label_smoothing / classes if label_smoothing else target
        loss = -(weighted * target).sum(dim)
        number = max(loss.numel(), 1)
        return loss if reduction == 0 else loss.sum() / number if reduction == 1 else loss.sum()
    chosen = aten.nll_loss_nd(logarithms, target, weight, reduction, ignore_index)
    counts = target != ignore_index
    spread = torch.where(counts, -weighted.sum(dim), 0.0)
    if reduction != 0:
        spread = spread.sum()
    if reduction == 1 and weight is None:
        spread = spread / counts.sum()
    elif reduction == 1:
        spread = spread / torch.where(counts, weight[torch.where(counts, target, 0)], 0.0).sum()
    return chosen * (1 - label_smoothing) + spread * (label_smoothing / classes)


# Normal distribution.


@decomposes(aten.special_log_ndtr.default)
def log_ndtr(x):
    """log(erfc(-x / sqrt 2) / 2), in f64; far below 0, where that is 0, by the first terms of its asymptotic series."""
    dtype = to_float(x).dtype
    wide = x.to(torch.float64)
    near = (torch.special.erfc(wide * -math.sqrt(0.5)) * 0.5).log()
    inverse = 1 / (wide * wide)
    series = 1 - inverse * (1 - inverse * (3 - inverse * (15 - inverse * (105 - inverse * 945))))
    far = -0.5 * wide * wide - (-wide).log() - 0.5 * math.log(2 * math.pi) + series.log()
    return torch.where(wide > -20, near, far).to(dtype)


# Neighbours.

# Digits of the significand, and the smallest number above 0.
FORMATS = {
    torch.float64: (53, 2.0**-1074),
    torch.float32: (24, 2.0**-149),
    torch.float16: (11, 2.0**-24),
    torch.bfloat16: (8, 2.0**-133),
}


@decomposes(aten.nextafter.default)
def nextafter(x, y):
    """The number of the type next to x in the direction of y; sums of a number and the gap beside it are exact in f64."""
    digits, smallest = FORMATS[x.dtype]
    start, goal = x.to(torch.float64), y.to(torch.float64)
    mantissa, _, gap = normalize(start.abs(), torch.full_like(start, 2.0**-digits))
    goes_up, is_positive = goal > start, start > 0
    # Below a power of two the numbers are twice as dense.
    gap = torch.where((mantissa == 0.5) & (goes_up != is_positive), gap * 0.5, gap).clamp_min(smallest)
    away = torch.where(goes_up, start + gap, start - gap)
    away = torch.where(start == 0, torch.copysign(torch.full_like(start, smallest), goal), away)
    limit = torch.copysign(torch.full_like(start, torch.finfo(x.dtype).max), start)
    away = torch.where(start.isinf(), limit, away)
    # A number below the last one is 0 with the sign of where it comes from.
    away = torch.where((away == 0) & (start != 0), torch.copysign(away, start), away)
    away = torch.where(start == goal, goal, away)
    return torch.where(start.isnan() | goal.isnan(), math.nan, away).to(x.dtype)
