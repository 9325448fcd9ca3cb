# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which entries of PyTorch's own database of operators (`op_db`) are in scope, by rules that look at no result of Emmy.

    python scope.py            compares `entries.txt` and `excluded.txt` with what the rules give
    python scope.py --update   writes them

An entry is in scope unless one of these holds, in this order; `excluded.txt` has each excluded entry with its reason:

* its name is in the table `NAMES` below: what it computes is none of a forward pass on dense tensors of real numbers;
* it takes none of the dtypes;
* all its samples are of a kind that is out of scope (see below);
* its samples call an operator that is neither in Core ATen (PyTorch's tag), nor decomposed by PyTorch's table into such ones, nor in
  the table `COVERED` below. Composite operators are taken apart first, as PyTorch's dispatcher does it.

An entry in scope may have samples that are not: those that draw random numbers (dropout in an attention), whose result has a shape
that depends on data (`x[mask]`), that hold complex numbers, or need a decomposition of a matrix (its nuclear norm). Emmy has to refuse
them in words.
"""

from __future__ import annotations

import argparse
import difflib
import functools
import re
import sys
import warnings
from pathlib import Path

import torch
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree
from torch.utils._python_dispatch import TorchDispatchMode

FOLDER = Path(__file__).resolve().parent
# How the verdict starts on a sample that is out of scope and was refused.
REFUSED = "refused: "
DTYPES = (torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.bool)

# Reason -> patterns of whole names.
NAMES = {
    "random numbers": r"(nn\.functional\.)?(dropout\d?d?|alpha_dropout|feature_alpha_dropout\w*(\.\w+)?|rrelu|fractional_max_pool\dd)|"
    r"nn\.functional\.(feature_alpha_dropout\.\w+|multi_head_attention_forward)|bernoulli|rand\w*(\.\w+)?|multinomial|cauchy|exponential|geometric|(log_)?normal(\.\w+)?"
    r"|uniform",
    "complex numbers": r"complex|polar|view_as_(real|complex)|imag|fft\..*|stft|istft|chalf|cfloat|cdouble",
    "sparse tensors": r"sparse\..*|to_sparse",
    "decompositions and solutions of matrices": r"linalg\.(cholesky|cholesky_ex|cond|det|eig|eigh|eigvals|eigvalsh|householder_product"
    r"|inv|inv_ex|ldl_.*|lstsq|lu|lu_.*|matrix_power|matrix_rank|multi_dot|pinv|qr|slogdet|solve|solve_ex|solve_triangular|svd|svdvals"
    r"|tensorinv|tensorsolve)(\..*)?|cholesky\w*|geqrf|logdet|lu\w*|matrix_exp|ormqr|pca_lowrank|pinverse|qr|svd|svd_lowrank"
    r"|triangular_solve",
    "a backward pass": r".*backward.*",
    "a shape that depends on data": r"nonzero(_static)?|argwhere|masked_select|unique|unique_consecutive|item",
    "a Python value of data": r"equal|allclose",
    "values that nothing defines": r"(new_)?empty(_\w+)?",
    "no values, but storage": r"resize_|resize_as_|broadcast_shapes|as_strided\.partial_views",
    "a device": r"jiterator_.*",
    "a special function outside of Core ATen": r"mvlgamma\..*",
}

# Operators that are neither in Core ATen nor decomposed by PyTorch's table, but that Emmy wants to have.
COVERED = set(
    """
    adaptive_max_pool2d adaptive_max_pool3d avg_pool1d _embedding_bag_forward_only _embedding_bag cummax cummin cumprod
    logcumsumexp sort kthvalue median nanmedian topk msort argsort index_add index_copy index_fill index_reduce take put
    im2col col2im grid_sampler_2d grid_sampler_3d _upsample_bilinear2d_aa _upsample_bicubic2d_aa upsample_nearest1d upsample_nearest2d
    upsample_nearest3d _upsample_nearest_exact1d _upsample_nearest_exact2d _upsample_nearest_exact3d upsample_linear1d
    upsample_bilinear2d upsample_bicubic2d upsample_trilinear3d max_pool3d_with_indices max_unpool2d max_unpool3d
    nll_loss_forward nll_loss2d_forward multilabel_margin_loss_forward multi_margin_loss huber_loss smooth_l1_loss
    lstm gru rnn_tanh rnn_relu _scaled_dot_product_attention_math _scaled_dot_product_flash_attention_for_cpu scatter_reduce
    scatter_add scatter_reduce_two renorm searchsorted bucketize native_group_norm native_layer_norm native_batch_norm
    _native_batch_norm_legit _batch_norm_with_update _cdist_forward _euclidean_dist _pdist_forward
    linalg_cross linalg_vector_norm nextafter heaviside hypot gcd lcm copysign fmax fmin frexp ldexp trace tril triu
    tril_indices triu_indices unfold isin masked_scatter mode roll rot90 vdot histc lift_fresh signbit exp2 erfc
    bitwise_left_shift bitwise_right_shift narrow addmv addbmm dist diagonal_scatter as_strided_scatter angle _trilinear
    embedding_renorm _scaled_dot_product_flash_attention_for_cpu
    """.split()
)


def get_name(entry) -> str:
    return f"{entry.name}.{entry.variant_test_name}" if entry.variant_test_name else entry.name


@functools.cache
def get_entries() -> dict:
    """Name with variant -> entry. Two entries of the same name are told apart by a number."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from torch.testing._internal.common_methods_invocations import op_db
    entries = {}
    for entry in op_db:
        name, count = get_name(entry), 1
        unique = name
        while unique in entries:
            count += 1
            unique = f"{name}.{count}"
        entries[unique] = entry
    return entries


def get_dtypes(entry) -> list:
    supported = entry.supported_dtypes("cpu")
    return [dtype for dtype in DTYPES if dtype in supported]


def get_samples(entry, dtype):
    """All samples of an entry, always the same ones."""
    torch.manual_seed(0)
    return list(entry.sample_inputs("cpu", dtype, requires_grad=False))


# Operators that make a sample one out of scope.
EXCLUDED_CALLS = {
    # Samples that set the seed leave the state of the generator as it was, which tells of all others.
    "random numbers": {"bernoulli", "bernoulli_"},
    "a decomposition of a matrix": {"_linalg_svd", "linalg_eigh", "_linalg_eigh", "linalg_qr"},
    "a shape that depends on data": {
        "nonzero",
        "masked_select",
        "_unique2",
        "unique_dim",
        "_local_scalar_dense",
        "bincount",
        "repeat_interleave",
    },
}


class Recorder(TorchDispatchMode):
    """The operators that the dispatcher arrives at, and why a sample that calls them is out of scope."""

    def __init__(self):
        super().__init__()
        self.operators, self.reasons = set(), set()

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        self.operators.add(function)
        name = function._schema.name.removeprefix("aten::")
        result = function(*args, **(kwargs or {}))
        self.reasons |= {reason for reason, names in EXCLUDED_CALLS.items() if name in names}
        if name == "index" and any(i is not None and i.dtype in (torch.bool, torch.uint8) for i in args[1]):
            self.reasons.add("a shape that depends on data")
        if any(isinstance(leaf, torch.Tensor) and leaf.is_complex() for leaf in pytree.tree_leaves((args, kwargs, result))):
            self.reasons.add("complex numbers")
        return result


class Listener(TorchFunctionMode):
    """Functions that read a tensor's values where the dispatcher sees nothing of it."""

    def __init__(self, reasons: set):
        super().__init__()
        self.reasons = reasons

    def __torch_function__(self, function, types, args=(), kwargs=None):
        if function in (torch.tensor_split, torch.Tensor.tensor_split):
            places = [*args[1:2], *(kwargs or {}).values()]
            if any(isinstance(place, torch.Tensor) for place in places):
                self.reasons.add("a shape that depends on data")
        return function(*args, **(kwargs or {}))


def record(function) -> "tuple[set, set[str]]":
    """(the operators that a call arrives at, why it is out of scope)."""
    recorder = Recorder()
    state = torch.get_rng_state()
    with torch.no_grad(), warnings.catch_warnings(), Listener(recorder.reasons), recorder:
        warnings.simplefilter("ignore")
        function()
    if not torch.equal(state, torch.get_rng_state()):
        recorder.reasons.add("random numbers")
    return recorder.operators, recorder.reasons


def is_covered(function) -> bool:
    if function.namespace == "prim":
        return True
    name = function._schema.name.removeprefix("aten::").removesuffix("_")
    # What writes into its operand, or views it, is what the functional operator computes.
    functional = name.removesuffix("_copy")
    packet = getattr(torch.ops.aten, functional, None)
    overloads = [function] + [getattr(packet, overload) for overload in (packet.overloads() if packet else [])]
    table = torch._decomp.core_aten_decompositions()
    return functional in COVERED or any(torch.Tag.core in overload.tags or overload in table for overload in overloads)


def get_reason(name, entry) -> "str | None":
    """Why the entry is out of scope; None where it is in scope."""
    for reason, pattern in NAMES.items():
        if re.fullmatch(pattern, name):
            return reason
    if not get_dtypes(entry):
        return "none of the dtypes"
    calls = [
        record(lambda sample=sample: entry.op(sample.input, *sample.args, **sample.kwargs))
        for sample in get_samples(entry, get_dtypes(entry)[0])
    ]
    if all(reasons for _, reasons in calls):
        return ", ".join(sorted({reason for _, reasons in calls for reason in reasons})) or "no samples"
    operators = set().union(*(operators for operators, reasons in calls if not reasons))
    outside = sorted({f._schema.name.replace("::", ".") for f in operators if not is_covered(f)})
    return f"outside of the operators that are covered: {', '.join(outside)}" if outside else None


def get_scope() -> "tuple[list[str], list[str]]":
    inside, outside = [], []
    for name, entry in get_entries().items():
        reason = get_reason(name, entry)
        (inside if reason is None else outside).append(name if reason is None else f"{name}\t{reason}")
    return inside, outside


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--update", action="store_true", help="write the lists")
    arguments = parser.parse_args()
    code = 0
    for name, lines in zip(("entries.txt", "excluded.txt"), get_scope(), strict=True):
        path, text = FOLDER / name, "".join(f"{line}\n" for line in sorted(lines))
        if arguments.update:
            path.write_text(text)
        elif path.read_text() != text:
            sys.stdout.writelines(
                difflib.unified_diff(path.read_text().splitlines(True), text.splitlines(True), name, "the rules")
            )
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
