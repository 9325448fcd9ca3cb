# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images read between their elements, where PyTorch has no decomposition: grids of three dims, and resizing that averages."""

from __future__ import annotations

import math

import torch

from .decompositions import DECOMPOSITIONS, aten, decomposes


def get_reflected(place, low_twice: int, high_twice: int):
    """A coordinate mirrored at both ends, given as twice their values, until it lies between them."""
    if low_twice == high_twice:
        return torch.zeros_like(place)
    low, span = low_twice / 2, (high_twice - low_twice) / 2
    distance = (place - low).abs()
    rest = torch.fmod(distance, span)
    flips = (distance / span).floor()
    return torch.where(torch.fmod(flips, 2) == 0, rest + low, span - rest + low)


def get_source_places(place, size: int, padding_mode: int, align_corners: bool):
    """Coordinates from -1 to 1 as places in a dim, padded by zeros (mode 0), the border (1) or reflection (2)."""
    place = (place + 1) / 2 * (size - 1) if align_corners else ((place + 1) * size - 1) / 2
    if padding_mode == 2:
        ends = (0, 2 * (size - 1)) if align_corners else (-1, 2 * size - 1)
        place = get_reflected(place, *ends)
    return place.clamp(0, size - 1) if padding_mode else place


@decomposes(aten.grid_sampler_3d.default)
def grid_sampler_3d(x, grid, interpolation_mode=0, padding_mode=0, align_corners=False):
    """From (batch, channels, dims…) at (batch, places…, 3), whose last dim names the dims from the last to the first."""
    dtype = x.dtype
    x, grid = (t.to(torch.float32) if t.dtype in (torch.float16, torch.bfloat16) else t for t in (x, grid))
    sizes = x.shape[2:]
    batch = torch.arange(x.shape[0]).reshape([-1, *[1] * (grid.dim() - 2)])
    places = [
        get_source_places(grid.select(-1, len(sizes) - 1 - dim), size, padding_mode, align_corners)
        for dim, size in enumerate(sizes)
    ]
    starts = [place.round() if interpolation_mode == 1 else place.floor() for place in places]
    total = None
    for corner in range(1 if interpolation_mode == 1 else 2 ** len(sizes)):
        weight, inside, indices = None, None, []
        for dim, size in enumerate(sizes):
            step = corner >> dim & 1
            at = starts[dim] + step
            is_there = (at >= 0) & (at < size)
            inside = is_there if inside is None else inside & is_there
            indices.append(torch.where(is_there, at, 0).to(torch.int64))
            part = places[dim] - starts[dim] if step else 1 - (places[dim] - starts[dim])
            weight = part if weight is None else weight * part
        # (batch, places…, channels)
        values = aten.index.Tensor(x.movedim(1, -1), [batch, *indices])
        values = values if interpolation_mode == 1 else values * weight.unsqueeze(-1)
        values = torch.where(inside.unsqueeze(-1), values, 0.0)
        total = values if total is None else total + values
    return total.movedim(-1, 1).to(dtype)


def tent(distance):
    return (1 - distance).clamp_min(0)


def cubic(distance):
    """Keys' kernel with a = -0.5, as image libraries have it."""
    near = (1.5 * distance - 2.5) * distance * distance + 1
    far = (((distance - 5) * distance + 8) * distance - 4) * -0.5
    return torch.where(distance < 1, near, torch.where(distance < 2, far, 0.0))


# Kernel -> how many steps it reaches to either side.
KERNELS = {tent: 1, cubic: 2}


def get_averaging_weights(size, result, align_corners: bool, scale, kernel):
    """(result, size), in f64: how much of each element is in each of the result; the kernel is as wide as steps are, where a step is
    more than one."""
    one, places = torch.ones([], dtype=torch.float64), torch.arange(size)
    if align_corners:
        step = one * (size - 1) / max(result - 1, 1) if result != 1 else one * 0
    else:
        step = one / scale if scale else one * size / result
    reach = step.clamp_min(1.0)
    center = (torch.arange(result, dtype=torch.float64) + 0.5) * step
    first = (center - reach * KERNELS[kernel] + 0.5).to(torch.int64).clamp_min(0)
    end = (center + reach * KERNELS[kernel] + 0.5).to(torch.int64)
    inside = (places >= first.unsqueeze(-1)) & (places < end.unsqueeze(-1))
    distance = (places.to(torch.float64) + 0.5 - center.unsqueeze(-1)) / reach
    weights = torch.where(inside, kernel(distance.abs()), 0.0)
    return weights / weights.sum(-1, keepdim=True)


def average_bytes(x, weights):
    """A byte of each sum of bytes, by weights of 16 bits, of which the largest leaves no room for another binary digit."""
    largest = weights.amax()
    digits = sum(((largest * 2.0**number + 0.5).floor() < 2**15).to(torch.float64) for number in range(1, 23))
    scale = torch.ones([], dtype=torch.float64)
    for number in range(22):
        scale = torch.where(digits > number, scale * 2, scale)
    weights = weights * scale
    weights = torch.where(weights < 0, weights - 0.5, weights + 0.5).trunc()
    return ((torch.matmul(x.to(torch.float64), weights.t()) + scale * 0.5) / scale).floor().clamp(0, 255).to(torch.uint8)


def average(x, output_size, align_corners, scales, kernel):
    """Along rows, then along columns."""
    rows, columns = (
        get_averaging_weights(size, result, align_corners, scale, kernel)
        for size, result, scale in zip(x.shape[2:], output_size, scales, strict=True)
    )
    if x.dtype == torch.uint8:
        return average_bytes(average_bytes(x, columns).transpose(2, 3), rows).transpose(2, 3)
    dtype = torch.float64 if x.dtype == torch.float64 else torch.float32
    return torch.matmul(rows.to(dtype), torch.matmul(x.to(dtype), columns.to(dtype).t())).to(x.dtype)


def average_to_size(kernel):
    def call(x, output_size, align_corners, scales_h=None, scales_w=None):
        return average(x, output_size, align_corners, (scales_h, scales_w), kernel)

    return call


def get_factors(x, factors):
    """A dim whose size stays is not resized at all, whatever its factor."""
    sizes = x.shape[-len(factors) :]
    return [
        1.0 if isinstance(size, int) and int(size * factor) == size else factor
        for size, factor in zip(sizes, factors, strict=True)
    ]


def average_by_factor(kernel):
    def call(x, output_size, align_corners, scale_factors=None):
        scales = get_factors(x, scale_factors) if scale_factors else (None, None)
        if output_size is None:
            output_size = [math.floor(size * scale) for size, scale in zip(x.shape[2:], scales, strict=True)]
        return average(x, output_size, align_corners, scales, kernel)

    return call


for packet, kernel in ((aten._upsample_bilinear2d_aa, tent), (aten._upsample_bicubic2d_aa, cubic)):
    decomposes(packet.default)(average_to_size(kernel))
    decomposes(packet.vec)(average_by_factor(kernel))


def keep_sizes(resize):
    """A resizing by factors as one to sizes, as PyTorch's kernels have it. (Those of the nearest element in one dim and in three have not.)"""

    def call(x, output_size, *options):
        *flags, factors = options
        if factors:
            factors = get_factors(x, factors)
            output_size = [math.floor(size * factor) for size, factor in zip(x.shape[-len(factors) :], factors, strict=True)]
        return resize(x, output_size, *flags, *(factors or [None] * len(output_size)))

    return call


DECOMPOSITIONS |= {
    packet.vec: keep_sizes(packet.default)
    for packet in (
        aten.upsample_nearest2d,
        aten.upsample_linear1d,
        aten.upsample_bilinear2d,
        aten.upsample_trilinear3d,
    )
}
