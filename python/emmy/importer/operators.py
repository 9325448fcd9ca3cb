# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of operators: each ATen overload as one line of the framework level.

A template names a framework operator, then its operands and clauses, with the arguments of the ATen schema in braces:

    {self}              a tensor operand
    {other}             a tensor, or a Python scalar where ATen passes one
    weight({weight})?   a clause that is left out when the argument is None or its schema default
    {size:sizes}        a bracketed list of sizes; {dim:int}, {dim:ints}, {eps:float}, {value:scalar}, {dtype:dtype}
    keepdim{keepdim:flag}   the bare word, when the argument is true

`sum dims({dim:ints})?` means an absent list stays absent. What needs more than substitution is a function in `special.py`.
"""

from __future__ import annotations

UNARY = """abs neg sign floor ceil trunc frac bitwise_not exp exp2 expm1 log log2 log10 log1p sqrt rsqrt reciprocal sin
cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc sigmoid relu relu6 silu selu hardsigmoid hardswish mish
logical_not isnan isinf isfinite signbit""".split()

# Operators on two tensors, or a tensor and a Python scalar: the overloads Tensor and Scalar.
BINARY = "mul remainder fmod bitwise_and bitwise_or bitwise_xor eq ne lt le gt ge".split()

TEMPLATES = {
    "add.Tensor": "add {self}, {other} alpha({alpha:scalar})?",
    "add.Scalar": "add {self}, {other} alpha({alpha:scalar})?",
    "sub.Tensor": "sub {self}, {other} alpha({alpha:scalar})?",
    "sub.Scalar": "sub {self}, {other} alpha({alpha:scalar})?",
    "rsub.Tensor": "sub {other}, {self} alpha({alpha:scalar})?",
    "rsub.Scalar": "sub {other}, {self} alpha({alpha:scalar})?",
    "div.Tensor": "div {self}, {other}",
    "div.Scalar": "div {self}, {other}",
    "div.Tensor_mode": "div {self}, {other} rounding({rounding_mode:word})?",
    "div.Scalar_mode": "div {self}, {other} rounding({rounding_mode:word})?",
    "pow.Tensor_Scalar": "pow {self}, {exponent}",
    "pow.Tensor_Tensor": "pow {self}, {exponent}",
    "pow.Scalar": "pow {self}, {exponent}",
    "remainder.Scalar_Tensor": "remainder {self}, {other}",
    "floor_divide.default": "floor_divide {self}, {other}",
    "floor_divide.Scalar": "floor_divide {self}, {other}",
    "maximum.default": "maximum {self}, {other}",
    "minimum.default": "minimum {self}, {other}",
    "max.other": "maximum {self}, {other}",
    "min.other": "minimum {self}, {other}",
    "logical_and.default": "logical_and {self}, {other}",
    "logical_or.default": "logical_or {self}, {other}",
    "logical_xor.default": "logical_xor {self}, {other}",
    "atan2.default": "atan2 {self}, {other}",
    "copysign.Tensor": "copysign {self}, {other}",
    "copysign.Scalar": "copysign {self}, {other}",
    "bitwise_left_shift.Tensor": "bitwise_left_shift {self}, {other}",
    "bitwise_left_shift.Tensor_Scalar": "bitwise_left_shift {self}, {other}",
    "bitwise_right_shift.Tensor": "bitwise_right_shift {self}, {other}",
    "bitwise_right_shift.Tensor_Scalar": "bitwise_right_shift {self}, {other}",
    "__and__.Tensor": "bitwise_and {self}, {other}",
    "__and__.Scalar": "bitwise_and {self}, {other}",
    "__or__.Tensor": "bitwise_or {self}, {other}",
    "__or__.Scalar": "bitwise_or {self}, {other}",
    "__xor__.Tensor": "bitwise_xor {self}, {other}",
    "__xor__.Scalar": "bitwise_xor {self}, {other}",
    "__lshift__.Tensor": "bitwise_left_shift {self}, {other}",
    "__lshift__.Scalar": "bitwise_left_shift {self}, {other}",
    "__rshift__.Tensor": "bitwise_right_shift {self}, {other}",
    "__rshift__.Scalar": "bitwise_right_shift {self}, {other}",
    "clamp_min.default": "clamp_min {self}, {min}",
    "clamp_min.Tensor": "clamp_min {self}, {min}",
    "clamp_max.default": "clamp_max {self}, {max}",
    "clamp_max.Tensor": "clamp_max {self}, {max}",
    "where.self": "where {condition}, {self}, {other}",
    "where.ScalarOther": "where {condition}, {self}, {other}",
    "where.ScalarSelf": "where {condition}, {self}, {other}",
    "masked_fill.Scalar": "masked_fill {self}, {mask}, {value}",
    "masked_fill.Tensor": "masked_fill {self}, {mask}, {value}",
    "lerp.Tensor": "lerp {self}, {end}, {weight}",
    "lerp.Scalar": "lerp {self}, {end}, {weight}",
    "addcmul.default": "addcmul {self}, {tensor1}, {tensor2} value({value:scalar})?",
    "addcdiv.default": "addcdiv {self}, {tensor1}, {tensor2} value({value:scalar})?",
    "round.default": "round {self}",
    "log_sigmoid.default": "logsigmoid {self}",
    "gelu.default": "gelu {self} approximate({approximate:word})?",
    "leaky_relu.default": "leaky_relu {self} negative_slope({negative_slope:float})?",
    "elu.default": "elu {self} alpha({alpha:float})? scale({scale:float})? input_scale({input_scale:float})?",
    "celu.default": "celu {self} alpha({alpha:float})?",
    "hardtanh.default": "hardtanh {self} min_val({min_val:scalar})? max_val({max_val:scalar})?",
    "softplus.default": "softplus {self} beta({beta:float})? threshold({threshold:float})?",
    # Shapes.
    "view.default": "reshape {self} {size:sizes}",
    "_unsafe_view.default": "reshape {self} {size:sizes}",
    "permute.default": "permute {self} dims({dims:ints})",
    "transpose.int": "transpose {self} dim0({dim0:int}) dim1({dim1:int})",
    "expand.default": "expand {self} {size:sizes}",
    "cat.default": "cat {tensors} dim({dim:int})",
    "stack.default": "stack {tensors} dim({dim:int})",
    "squeeze.default": "squeeze {self}",
    "squeeze.dim": "squeeze {self} dims({dim:ints})",
    "squeeze.dims": "squeeze {self} dims({dim:ints})",
    "unsqueeze.default": "unsqueeze {self} dim({dim:int})",
    "flip.default": "flip {self} dims({dims:ints})",
    "repeat.default": "repeat {self} {repeats:sizes}",
    "tril.default": "tril {self} diagonal({diagonal:int})?",
    "triu.default": "triu {self} diagonal({diagonal:int})?",
    # Reductions.
    "sum.default": "sum {self} dtype({dtype:dtype})?",
    "sum.dim_IntList": "sum {self} dims({dim:ints})? keepdim{keepdim:flag} dtype({dtype:dtype})?",
    "mean.default": "mean {self} dtype({dtype:dtype})?",
    "mean.dim": "mean {self} dims({dim:ints})? keepdim{keepdim:flag} dtype({dtype:dtype})?",
    "prod.default": "prod {self} dtype({dtype:dtype})?",
    "prod.dim_int": "prod {self} dims({dim:ints}) keepdim{keepdim:flag} dtype({dtype:dtype})?",
    "amax.default": "amax {self} dims({dim:ints})? keepdim{keepdim:flag}",
    "amin.default": "amin {self} dims({dim:ints})? keepdim{keepdim:flag}",
    "max.default": "amax {self}",
    "min.default": "amin {self}",
    "all.default": "all {self}",
    "all.dim": "all {self} dims({dim:ints}) keepdim{keepdim:flag}",
    "all.dims": "all {self} dims({dim:ints})? keepdim{keepdim:flag}",
    "any.default": "any {self}",
    "any.dim": "any {self} dims({dim:ints}) keepdim{keepdim:flag}",
    "any.dims": "any {self} dims({dim:ints})? keepdim{keepdim:flag}",
    "argmax.default": "argmax {self} dim({dim:int})? keepdim{keepdim:flag}",
    "argmin.default": "argmin {self} dim({dim:int})? keepdim{keepdim:flag}",
    "logsumexp.default": "logsumexp {self} dims({dim:ints}) keepdim{keepdim:flag}",
    "cumsum.default": "cumsum {self} dim({dim:int}) dtype({dtype:dtype})?",
    "cumprod.default": "cumprod {self} dim({dim:int}) dtype({dtype:dtype})?",
    "softmax.int": "softmax {self} dim({dim:int}) dtype({dtype:dtype})?",
    "log_softmax.int": "log_softmax {self} dim({dim:int}) dtype({dtype:dtype})?",
    "layer_norm.default": "layer_norm {input} weight({weight})? bias({bias})? {normalized_shape:sizes} eps({eps:float})",
    "rms_norm.default": "rms_norm {input} weight({weight})? {normalized_shape:sizes} eps({eps:float})?",
    "group_norm.default": "group_norm {input} weight({weight})? bias({bias})? num_groups({num_groups:int}) eps({eps:float})",
    # Contractions and look-ups.
    "matmul.default": "matmul {self}, {other}",
    "mm.default": "matmul {self}, {mat2}",
    "mv.default": "matmul {self}, {vec}",
    "dot.default": "matmul {self}, {tensor}",
    "bmm.default": "bmm {self}, {mat2}",
    "linear.default": "linear {input}, {weight} bias({bias})?",
    "addmm.default": "addmm {self}, {mat1}, {mat2} beta({beta:scalar})? alpha({alpha:scalar})?",
    "baddbmm.default": "baddbmm {self}, {batch1}, {batch2} beta({beta:scalar})? alpha({alpha:scalar})?",
    "scaled_dot_product_attention.default": "scaled_dot_product_attention {query}, {key}, {value} attn_mask({attn_mask})? "
    "is_causal{is_causal:flag} scale({scale:float})? enable_gqa{enable_gqa:flag}",
    "embedding.default": "embedding {weight}, {indices}",
    "index_select.default": "index_select {self}, {index} dim({dim:int})",
    "gather.default": "gather {self}, {index} dim({dim:int})",
}
TEMPLATES |= {f"{name}.default": f"{name} {{self}}" for name in UNARY}
TEMPLATES |= {f"{name}.{overload}": f"{name} {{self}}, {{other}}" for name in BINARY for overload in ("Tensor", "Scalar")}

# Arguments that change nothing of what a forward pass computes.
IGNORED = {
    "embedding.default": {"padding_idx", "scale_grad_by_freq", "sparse"},
    "layer_norm.default": {"cudnn_enable"},
    "group_norm.default": {"cudnn_enabled"},
    "gather.default": {"sparse_grad"},
}

# Arguments that are converted to the result's dtype, and have to be among its numbers.
CONVERTED = {
    **dict.fromkeys(("clamp.default", "clamp_min.default", "clamp_max.default"), ("min", "max")),
    "hardtanh.default": ("min_val", "max_val"),
    **dict.fromkeys(("masked_fill.Scalar", "fill.Scalar", "constant_pad_nd.default", "pad.default"), ("value",)),
    **dict.fromkeys(("full.default", "full_like.default", "new_full.default"), ("fill_value",)),
    "where.ScalarOther": ("other",),
    "where.ScalarSelf": ("self",),
}

# Values that are their operand, whatever else is asked for (memory formats are not part of a value).
IDENTITIES = {"clone.default", "detach.default", "alias.default", "contiguous.default", "lift_fresh_copy.default"}

# What a program checks as it runs: of sizes, the ranges of the symbols say it; of metadata, the types.
ASSERTIONS = {"_assert_scalar.default", "_assert_tensor_metadata.default", "sym_constrain_range_for_size.default"}
