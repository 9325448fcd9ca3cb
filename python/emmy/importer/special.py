# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators whose text is more than a substitution. Each function gets the call and gives lines of the framework level."""

from __future__ import annotations

import sys

import torch

from .counters import is_number
from .slices import name_extent
from .types import Unsupported, get_dtype, print_float, print_scalar

SPECIAL = {}


def operator(*names):
    def register(function):
        SPECIAL.update(dict.fromkeys(names, function))
        return function

    return register


def print_range(call, start, end, step) -> str:
    """`[start : end : step]` with the parts that say something."""
    extents = call.graph.extents
    text = "[" + ("" if start in (None, 0) else extents.print(start)) + " : "
    text += "" if end is None or (isinstance(end, int) and end >= sys.maxsize) else extents.print(end)
    return text + ("]" if step == 1 else f" : {extents.print(step)}]")


@operator("slice.Tensor")
def import_slice(call):
    start, end, step = call["start"], call["end"], call["step"]
    for bound in filter(call.graph.is_carried, (start, end)):
        raise Unsupported(f"expected bounds that follow from sizes, but got {bound}, which depends on data", "data", str(bound))
    is_whole = start in (None, 0) and (end is None or (isinstance(end, int) and end >= sys.maxsize)) and step == 1
    if is_whole:
        return call.alias(call["self"])
    bounds = print_range(call, start, end, step)
    sizes = [node.meta["val"].shape[call["dim"]] for node in (call.node.args[0], call.node)]
    name_extent(call.graph.extents, *sizes, bounds)
    return call.emit(f"slice {call.tensor('self')} dim({call['dim']}) {bounds}", ["self"])


@operator("select.int")
def import_select(call):
    """The position has to be there, for which the size has to be large enough."""
    dim, index = call["dim"], call["index"]
    size = call.node.args[0].meta["val"].shape[dim]
    if call.graph.is_carried(index):
        return select_by_number(call, size)
    if isinstance(size, torch.SymInt) and isinstance(index, int):
        call.graph.symbols.require(size.node.expr, index + 1 if index >= 0 else -index)
    return call.emit(f"select {call.tensor('self')} dim({dim}) index({call.graph.extents.print(index)})", ["self"])


def select_by_number(call, size):
    """Counted from the end where it is negative."""
    number = call.graph.get_size_value(call["index"], call.node)
    size = str(size) if call.graph.extents.is_constant(size) else call.graph.get_size_value(size, call.node)
    scalar = torch.empty([], dtype=torch.int64, device="meta")
    flag, _ = call.emit_helper(f"lt {number}, 0", ["tensor<i64>"], torch.empty([], dtype=torch.bool, device="meta"))
    kinds = ["tensor<i64>"] * (1 if size.isdigit() else 2)
    wrapped, _ = call.emit_helper(f"add {number}, {size}", kinds, scalar)
    place, _ = call.emit_helper(f"where {flag}, {wrapped}, {number}", ["tensor<i1>", "tensor<i64>", "tensor<i64>"], scalar)
    place, _ = call.emit_helper(f"reshape {place} [1]", ["tensor<i64>"], torch.empty([1], dtype=torch.int64, device="meta"))
    x, result = call.node.args[0].meta["val"], call.node.meta["val"]
    line = torch.empty_like(result.unsqueeze(call["dim"]), device="meta")
    kinds = [call.graph.extents.tensor(x), "tensor<1xi64>"]
    line, kind = call.emit_helper(f"index_select {call.tensor('self')}, {place} dim({call['dim']})", kinds, line)
    return call.emit_typed(f"reshape {line} {call.graph.extents.sizes(result.shape)}", [kind])


@operator("reshape.default", "flatten.using_ints", "unflatten.int", "view_as.default", "reshape_as.default")
def import_reshape(call):
    """The result says what shape is meant."""
    return call.emit(f"reshape {call.tensor('self')} {call.graph.extents.sizes(call.node.meta['val'].shape)}", ["self"])


@operator("expand_as.default")
def import_expand_as(call):
    return call.emit(f"expand {call.tensor('self')} {call.graph.extents.sizes(call.node.meta['val'].shape)}", ["self"])


@operator("split.Tensor", "split_with_sizes.default", "split.sizes", "chunk.default")
def import_split(call):
    results = call.node.meta["val"]
    dim = call["dim"]
    sizes = call.graph.extents.sizes(result.shape[dim] for result in results)
    return call.emit(f"split {call.tensor('self')} dim({dim}) {sizes}", ["self"])


@operator("square.default")
def import_square(call):
    """Of bools it is a power, in i64."""
    is_bool = call.node.args[0].meta["val"].dtype == torch.bool
    return call.emit(f"pow {call.tensor('self')}, 2" if is_bool else f"square {call.tensor('self')}", ["self"])


@operator("max.dim", "min.dim")
def import_extremum(call):
    """(values, indices): the index of the extremum, and the extremum itself."""
    kind = call.name.split(".")[0]
    keepdim = " keepdim" if call["keepdim"] else ""
    values = call.emit_as(0, f"a{kind} {call.tensor('self')} dims({call['dim']}){keepdim}", ["self"])
    indices = call.emit_as(1, f"arg{kind} {call.tensor('self')} dim({call['dim']}){keepdim}", ["self"])
    return [values, indices]


@operator("sort.default", "sort.stable")
def import_sort(call):
    """(values, indices); Emmy's order is stable whether that is asked for or not."""
    return call.emit(f"sort {call.tensor('self')} dim({call['dim']}){' descending' if call['descending'] else ''}", ["self"])


@operator("cummax.default", "cummin.default")
def import_running_extremum(call):
    """(values, indices): the last position up to each that holds the extremum; a NaN is one."""
    name = call.name.split(".")[0]
    values, indices = call.node.meta["val"]
    x, dim, kind = call.tensor("self"), call["dim"], call.graph.extents.tensor(values)
    extremum = call.emit_as(0, f"{name} {x} dim({dim})", ["self"])
    if values.dim() == 0 or all(user.args[1] != 1 for user in call.node.users):
        zero = call.emit_as(1, "full [] value(0) dtype(i64)", []) if values.dim() == 0 else None
        return [extremum, zero]
    extremum = extremum or call.emit_helper(f"{name} {x} dim({dim})", [kind], values)[0]
    is_there, mask_kind = call.emit_helper(f"eq {x}, {extremum}", [kind, kind], values.to(torch.bool))
    if values.is_floating_point():
        is_nan, _ = call.emit_helper(f"isnan {x}", [kind], values.to(torch.bool))
        is_there, _ = call.emit_helper(f"logical_or {is_there}, {is_nan}", [mask_kind, mask_kind], values.to(torch.bool))
    sizes = [1] * values.dim()
    sizes[dim] = values.shape[dim]
    line = torch.empty(values.shape[dim : dim + 1 or None], dtype=torch.int64, device="meta")
    places, line_kind = call.emit_helper(f"arange [0 : {call.graph.extents.print(sizes[dim])}] dtype(i64)", [], line)
    shaped = torch.empty(sizes, dtype=torch.int64, device="meta")
    places, places_kind = call.emit_helper(f"reshape {places} {call.graph.extents.sizes(sizes)}", [line_kind], shaped)
    last, last_kind = call.emit_helper(f"where {is_there}, {places}, 0", [mask_kind, places_kind], indices)
    return [extremum, call.emit_typed_as(1, f"cummax {last} dim({dim})", [last_kind])]


@operator("var.correction", "std.correction")
def import_variance(call):
    dims = "" if call["dim"] is None else f" dims({', '.join(map(str, call['dim']))})"
    keepdim = " keepdim" if call["keepdim"] else ""
    correction = "" if call["correction"] is None else f" correction({print_float(call['correction'])})"
    return call.emit(f"{call.name.split('.')[0]} {call.tensor('self')}{dims}{keepdim}{correction}", ["self"])


@operator("clamp.default", "clamp.Tensor")
def import_clamp(call):
    low, high = call["min"], call["max"]
    if high is None:
        return call.emit(f"clamp_min {call.tensor('self')}, {call.operand('min')}", ["self", "min"])
    if low is None:
        return call.emit(f"clamp_max {call.tensor('self')}, {call.operand('max')}", ["self", "max"])
    text = f"clamp {call.tensor('self')}, {call.operand('min')}, {call.operand('max')}"
    return call.emit(text, ["self", "min", "max"])


@operator("_to_copy.default", "type_as.default", "to.dtype", "to.dtype_layout", "to.device", "to.other")
def import_cast(call):
    result = call.node.meta["val"]
    source = call.node.args[0].meta["val"]
    if result.dtype == source.dtype:
        return call.alias(call.node.args[0])
    return call.emit(f"to {call.tensor('self')} dtype({get_dtype(result.dtype)})", ["self"])


@operator("view.dtype")
def import_bits(call):
    """Of another dtype of the same width; a bool is 0 or 1, and whatever is not 0 is true."""
    result, source = call.node.meta["val"].dtype, call.node.args[0].meta["val"].dtype
    if result == source:
        return call.alias(call.node.args[0])
    if result.itemsize != source.itemsize:
        raise Unsupported(f"expected a view of elements of the same width, but got {source} as {result}")
    name = "to" if torch.bool in (result, source) else "bitcast"
    return call.emit(f"{name} {call.tensor('self')} dtype({get_dtype(result)})", ["self"])


def emit_number(call, value):
    """A number that is known when the program runs, in all positions."""
    result = call.node.meta["val"]
    number, dtype = call.graph.get_size_value(value, call.node), torch.bool if isinstance(value, torch.SymBool) else torch.int64
    kind = f"tensor<{get_dtype(dtype)}>"
    if result.dtype != dtype:
        cast = torch.empty([], dtype=result.dtype, device="meta")
        number, kind = call.emit_helper(f"to {number} dtype({get_dtype(result.dtype)})", [kind], cast)
    return call.emit_typed(f"expand {number} {call.graph.extents.sizes(result.shape)}", [kind])


def emit_full(call, value):
    result = call.node.meta["val"]
    sizes = call.graph.extents.sizes(result.shape)
    if is_number(value) and not value.node.expr.is_number:
        return emit_number(call, value)
    number = print_scalar(call.graph.get_constant(value))
    return call.emit(f"full {sizes} value({number}) dtype({get_dtype(result.dtype)})", [])


@operator("full.default", "full_like.default", "new_full.default")
def import_full(call):
    return emit_full(call, call["fill_value"])


@operator("zeros.default", "zeros_like.default", "new_zeros.default")
def import_zeros(call):
    return emit_full(call, 0)


@operator("ones.default", "ones_like.default", "new_ones.default")
def import_ones(call):
    return emit_full(call, 1)


@operator("empty.memory_format", "new_empty.default", "empty_like.default")
def import_empty(call):
    """Elements that nothing defines are 0."""
    return emit_full(call, 0)


@operator("scalar_tensor.default")
def import_scalar_tensor(call):
    return emit_full(call, call["s"])


@operator("fill.Scalar")
def import_fill(call):
    return emit_full(call, call["value"])


@operator("fill.Tensor", "copy.default")
def import_fill_tensor(call):
    """The value broadcast to the shape of self, in its dtype."""
    result = call.node.meta["val"]
    name = "value" if call.name == "fill.Tensor" else "src"
    value = call.node.args[1].meta["val"]
    operand, kind = call.tensor(name), call.graph.extents.tensor(value)
    if value.dtype != result.dtype:
        cast = torch.empty(value.shape, dtype=result.dtype, device="meta")
        operand, kind = call.emit_helper(f"to {operand} dtype({get_dtype(result.dtype)})", [kind], cast)
    return call.emit_typed(f"expand {operand} {call.graph.extents.sizes(result.shape)}", [kind])


@operator("arange.default", "arange.start", "arange.start_step")
def import_arange(call):
    start, step = call.get("start", 0), call.get("step", 1)
    result = call.node.meta["val"]
    if any(isinstance(part, (float, torch.SymFloat)) for part in (start, call["end"], step)):
        return import_float_arange(call, result, call.graph.get_constant(start), call.graph.get_constant(step))
    texts = [call.graph.extents.print(part) for part in (start, call["end"], step)]
    bounds = f"[{texts[0]} : {texts[1]}" + ("]" if step == 1 else f" : {texts[2]}]")
    return call.emit(f"arange {bounds} dtype({get_dtype(result.dtype)})", [])


def import_float_arange(call, result, start, step):
    """start + step * i, computed in f64 and rounded once; for integers both are rounded towards 0 first, but for how many there are."""
    if not result.dtype.is_floating_point:
        start, step = int(start), int(step)
    wide = torch.empty(result.shape, dtype=torch.float64, device="meta")
    value, kind = call.emit_helper(f"arange [0 : {call.graph.extents.print(result.shape[0])}] dtype(f64)", [], wide)
    if step != 1:
        value, _ = call.emit_helper(f"mul {value}, {print_scalar(step)}", [kind], wide)
    if start != 0:
        value, _ = call.emit_helper(f"add {value}, {print_scalar(start)}", [kind], wide)
    return call.emit_typed(f"to {value} dtype({get_dtype(result.dtype)})", [kind])


def refuse_training_dropout(call, is_training):
    if is_training and call["p"] != 0:
        raise Unsupported(f"expected a module in eval mode, but got dropout of {call['p']} in training; call module.eval() first")


@operator("native_dropout.default")
def import_native_dropout(call):
    refuse_training_dropout(call, call["train"])
    return [call.alias(call.node.args[0]), None]


@operator("dropout.default", "feature_dropout.default", "alpha_dropout.default", "feature_alpha_dropout.default")
def import_dropout(call):
    refuse_training_dropout(call, call["train"])
    return call.alias(call.node.args[0])


@operator("t.default")
def import_t(call):
    if call.node.meta["val"].dim() < 2:
        return call.alias(call["self"])
    return call.emit(f"transpose {call.tensor('self')} dim0(0) dim1(1)", ["self"])


@operator("constant_pad_nd.default", "pad.default")
def import_pad(call):
    pad, value = call["pad"], call.get("value", 0)
    rank = call.node.meta["val"].dim()
    if any(not isinstance(number, int) for number in pad):
        raise Unsupported("expected padding by constant numbers, but got symbolic ones")
    low, high = [0] * rank, [0] * rank
    for i in range(len(pad) // 2):
        low[rank - 1 - i], high[rank - 1 - i] = pad[2 * i], pad[2 * i + 1]
    lists = f"low({', '.join(map(str, low))}) high({', '.join(map(str, high))})"
    # Minus zero is not the zero that is left out.
    value = "" if value is None or str(value) in ("0", "0.0", "False") else f" value({print_scalar(value)})"
    return call.emit(f"pad {call.tensor('self')} {lists}{value}", ["self"])


@operator("roll.default")
def import_roll(call):
    shifts, dims = ", ".join(map(str, call["shifts"])), ", ".join(map(str, call["dims"]))
    return call.emit(f"roll {call.tensor('self')} shifts({shifts}) dims({dims})", ["self"])


def emit_batch_norm(call, emit):
    names = ["input", "running_mean", "running_var"]
    text = "batch_norm " + ", ".join(call.tensor(name) for name in names)
    for clause in ("weight", "bias"):
        if call[clause] is not None:
            text += f" {clause}({call.tensor(clause)})"
            names.append(clause)
    return emit(text + f" eps({print_float(call['eps'])})", names)


@operator("_native_batch_norm_legit_no_training.default")
def import_native_batch_norm(call):
    """(result, mean and variance of the batch): the last two are for training, and here they have no elements."""
    results = [emit_batch_norm(call, lambda text, names: call.emit_as(0, text, names))]
    for number, statistic in enumerate(call.node.meta["val"][1:], start=1):
        kind = get_dtype(statistic.dtype)
        results.append(call.emit_as(number, f"full {call.graph.extents.sizes(statistic.shape)} value(0) dtype({kind})", []))
    return results


@operator("batch_norm.default")
def import_batch_norm(call):
    return emit_batch_norm(call, call.emit)  # in training it has been decomposed
