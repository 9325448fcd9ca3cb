# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions, pooling, vector norms, losses and updates at computed coordinates."""

from __future__ import annotations

import functools

import torch

from .decompositions import aten, decomposes
from .special import operator
from .types import Unsupported, print_float


def get_numbers(call, name, count, fallback=None) -> "list[int]":
    """One number per spatial dim; PyTorch writes a single number, or none, for all."""
    value = call[name]
    if value is None or isinstance(value, list) and not value:
        return list(fallback)
    numbers = [call.graph.get_constant(v) for v in (value if isinstance(value, list) else [value])]
    return numbers * count if len(numbers) == 1 else numbers


def clause(name, numbers) -> str:
    return f" {name}({', '.join(map(str, numbers))})"


def get_optional(call, names, clauses) -> str:
    """Optional operands as clauses; their names are added to the operands'."""
    text = ""
    for name in clauses:
        if call[name] is not None:
            text += f" {name}({call.tensor(name)})"
            names.append(name)
    return text


# Convolutions.


def emit_convolution(call, padding, transposed=False, output_padding=None):
    count = call.node.args[1].meta["val"].dim() - 2
    names = ["input", "weight"]
    text = f"convolution {call.tensor('input')}, {call.tensor('weight')}" + get_optional(call, names, ["bias"])
    text += clause("stride", get_numbers(call, "stride", count)) + clause("padding", padding)
    text += clause("dilation", get_numbers(call, "dilation", count))
    if transposed:
        text += " transposed" + clause("output_padding", output_padding)
    groups = call.graph.get_constant(call["groups"])
    return call.emit(text + (clause("groups", [groups]) if groups != 1 else ""), names)


@operator("conv1d.default", "conv2d.default", "conv3d.default", "convolution.default")
def import_convolution(call):
    count = call.node.args[1].meta["val"].dim() - 2
    padding, transposed = get_numbers(call, "padding", count), call.get("transposed", False)
    extra = get_numbers(call, "output_padding", count) if transposed else None
    return emit_convolution(call, padding, transposed, extra)


def get_reaches(weight, dilation) -> list:
    """How far the last element of a window is from its first."""
    kernel = weight.shape[2:]
    return [
        d * (k - 1) for d, k in zip(dilation if len(dilation) == len(kernel) else [*dilation] * len(kernel), kernel, strict=True)
    ]


@decomposes(aten.conv1d.padding, aten.conv2d.padding, aten.conv3d.padding)
def convolve_by_word(x, weight, bias=None, stride=(1,), padding="valid", dilation=(1,), groups=1):
    """`same` keeps the extents: where the window's reach is odd, there is one element more behind than before."""
    reaches = get_reaches(weight, dilation)
    if padding != "same" or not any(reach % 2 for reach in reaches):
        return NotImplemented
    behind = [number for reach in reversed(reaches) for number in (0, reach % 2)]
    operator = (aten.conv1d, aten.conv2d, aten.conv3d)[len(reaches) - 1].default
    before = [reach // 2 for reach in reaches]
    return operator(aten.constant_pad_nd(x, behind), weight, bias, stride, before, dilation, groups)


@operator("conv1d.padding", "conv2d.padding", "conv3d.padding")
def import_convolution_by_word(call):
    """`valid` is no padding; with `same` the windows reach evenly."""
    weight = call.node.args[1].meta["val"]
    reaches = get_reaches(weight, get_numbers(call, "dilation", weight.dim() - 2))
    return emit_convolution(call, [reach // 2 if call["padding"] == "same" else 0 for reach in reaches])


@operator("conv_transpose1d.default", "conv_transpose2d.input", "conv_transpose3d.input")
def import_transposed_convolution(call):
    count = call.node.args[1].meta["val"].dim() - 2
    padding, extra = get_numbers(call, "padding", count), get_numbers(call, "output_padding", count)
    return emit_convolution(call, padding, True, extra)


# Pooling.


def get_pool_text(call, name, count) -> str:
    kernel = get_numbers(call, "kernel_size", count)
    text = f"{name} {call.tensor('self')}" + clause("kernel_size", kernel)
    text += clause("stride", get_numbers(call, "stride", count, kernel)) + clause("padding", get_numbers(call, "padding", count))
    return text + (" ceil_mode" if call["ceil_mode"] else "")


def get_spatial_dims(call) -> int:
    return int(next(letter for letter in call.name if letter.isdigit()))


@operator("max_pool1d.default", "max_pool2d.default", "max_pool3d.default")
def import_max_pool(call):
    count = get_spatial_dims(call)
    return call.emit(get_pool_text(call, "max_pool", count) + clause("dilation", get_numbers(call, "dilation", count)), ["self"])


@operator("max_pool2d_with_indices.default", "max_pool3d_with_indices.default")
def import_max_pool_with_indices(call):
    count = get_spatial_dims(call)
    results = []
    for index, name in enumerate(("max_pool", "max_pool_indices")):
        text = get_pool_text(call, name, count) + clause("dilation", get_numbers(call, "dilation", count))
        results.append(call.emit_as(index, text, ["self"]))
    return results


@operator("adaptive_max_pool2d.default", "adaptive_max_pool3d.default")
def import_adaptive_max_pool(call):
    count = get_spatial_dims(call)
    sizes = call.graph.extents.sizes(call.node.meta["val"][0].shape[-count:])
    return [
        call.emit_as(index, f"{name} {call.tensor('self')} {sizes}", ["self"])
        for index, name in enumerate(("adaptive_max_pool", "adaptive_max_pool_indices"))
    ]


def average_integers(pool, x, *args, **kwargs):
    """Rounded towards 0, as integers divide; in f64, in which all sums below 2^53 are exact."""
    return NotImplemented if x.is_floating_point() else pool(x.to(torch.float64), *args, **kwargs).to(x.dtype)


for average in (aten.avg_pool1d.default, aten.avg_pool2d.default, aten.avg_pool3d.default):
    decomposes(average)(functools.partial(average_integers, average))


@operator("avg_pool1d.default", "avg_pool2d.default", "avg_pool3d.default")
def import_avg_pool(call):
    text = get_pool_text(call, "avg_pool", get_spatial_dims(call))
    text += " count_include_pad" if call["count_include_pad"] else ""
    divisor = call.get("divisor_override")
    return call.emit(text + (clause("divisor_override", [divisor]) if divisor is not None else ""), ["self"])


@operator(
    "adaptive_avg_pool1d.default",
    "adaptive_avg_pool2d.default",
    "adaptive_avg_pool3d.default",
    "_adaptive_avg_pool2d.default",
    "_adaptive_avg_pool3d.default",
)
def import_adaptive_avg_pool(call):
    count = get_spatial_dims(call)
    sizes = call.graph.extents.sizes(call.node.meta["val"].shape[-count:])
    return call.emit(f"adaptive_avg_pool {call.tensor('self')} {sizes}", ["self"])


# Norms and losses.


@operator("linalg_vector_norm.default", "norm.Scalar", "norm.ScalarOpt_dim", "frobenius_norm.dim")
def import_vector_norm(call):
    order = call.get("ord", call.get("p"))
    dims = call.get("dim")
    text = f"vector_norm {call.tensor('self')}"
    if dims:
        text += clause("dims", dims if isinstance(dims, list) else [dims])
    text += " keepdim" if call.get("keepdim") else ""
    return call.emit(text + (f" ord({print_float(order)})" if order is not None and order != 2 else ""), ["self"])


@operator("nll_loss.default", "nll_loss_nd.default", "cross_entropy_loss.default")
def import_loss(call):
    name = "cross_entropy_loss" if call.name.startswith("cross") else "nll_loss"
    names = ["self", "target"]
    text = f"{name} {call.tensor('self')}, {call.tensor('target')}" + get_optional(call, names, ["weight"])
    text += f" reduction({['none', 'mean', 'sum'][call['reduction']]})"
    ignored = call.graph.get_constant(call["ignore_index"])
    return call.emit(text + (clause("ignore_index", [ignored]) if ignored != -100 else ""), names)


# Coordinates that are data.


@operator("scatter.src", "scatter_add.default", "scatter_reduce.two")
def import_scatter(call):
    assert call.get("include_self", True), "expected what does not start with the elements of self to be written out"
    names = ["self", "index", "src"]
    operands = ", ".join(call.tensor(name) for name in names)
    reduction = f" reduce({call['reduce']})" if "reduce" in call.arguments else ""
    return call.emit(f"{call.name.split('.')[0]} {operands} dim({call['dim']}){reduction}", names)


def get_indexed(call) -> "tuple[list[int], list]":
    """The indexed dims and their index tensors."""
    pairs = [(dim, index) for dim, index in enumerate(call["indices"]) if index is not None]
    if any(index.meta["val"].dtype in (torch.bool, torch.uint8) for _, index in pairs):
        raise Unsupported(
            "expected index tensors of numbers, but got a mask, whose number of elements nobody knows; keep the shape, as "
            "torch.where(mask, x, 0) does",
            "data",
        )
    return [dim for dim, _ in pairs], [index for _, index in pairs]


@operator("index.Tensor", "_unsafe_index.Tensor")
def import_index(call):
    dims, indices = get_indexed(call)
    operands = [call.tensor("self"), *map(call.graph.get_value, indices)]
    types = [*call.types(["self"]), *map(call.graph.get_type, indices)]
    return call.emit_typed(f"index {', '.join(operands)}" + clause("dims", dims), types)


@operator("index_put.default")
def import_index_put(call):
    dims, indices = get_indexed(call)
    operands = [call.tensor("self"), call.tensor("values"), *map(call.graph.get_value, indices)]
    types = [*call.types(["self", "values"]), *map(call.graph.get_type, indices)]
    text = f"index_put {', '.join(operands)}" + clause("dims", dims) + (" accumulate" if call["accumulate"] else "")
    return call.emit_typed(text, types)
