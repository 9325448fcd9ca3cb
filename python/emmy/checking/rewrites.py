# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What to write instead of what Emmy does not take: a table of (kind, pattern of the subject, advice), the first match counts."""

from __future__ import annotations

import re

REWRITES = (
    ("data", r"aten\.(item|_local_scalar_dense|is_nonzero)\.|Tensor\.(item|__\w+__|tolist)", "keep the number a tensor without dims: torch.where(condition, a, b) "
     "instead of `if`, x * scale instead of x * scale.item()"),
    ("data", r"aten\.(equal|allclose)\.", "compare on the host before the call, or give the result as a tensor: (a == b).all()"),
    ("data", r"aten\.(index|masked_select)\.", "keep the shape and mask the values: torch.where(mask, x, 0), with mask.sum() where "
     "their number counts"),
    ("data", r"aten\.index_put", "torch.where(mask, values, x) with values of the shape of x, instead of x[mask] = values"),
    ("data", r"aten\.(nonzero|argwhere)", "torch.nonzero_static(x, size=n) has a shape that is known; or torch.where(mask, x, 0)"),
    ("data", r"aten\.(_unique|unique)", "call it on the host before the program, and give its results as arguments"),
    ("data", r"aten\.repeat_interleave\.", "repeat_interleave(x, repeats, output_size=n) with n given as the size of an argument"),
    ("data", r"aten\.bincount\.", "torch.zeros(n).index_add(0, x, ones) with a number of bins that is known"),
    ("data", r".*", "compute the number on the host and give it as the size of an argument, or as a tensor without dims"),
    ("dtype", r"torch\.complex", "torch.view_as_real outside of the program, and real and imaginary parts as two tensors"),
    ("dtype", r"torch\.(quint|qint)", "integers with a scale and a zero point as tensors: (q.to(torch.float32) - zero) * scale"),
    ("dtype", r"torch\.uint(16|32|64)", "the next wider signed dtype"),
    ("dtype", r"torch\.float8_", "torch.float8_e4m3fn or torch.float8_e5m2"),
    ("attribute", r"aten\.(\w*dropout|scaled_dot_product_attention)\.", "module.eval(), or p = 0: dropout is for training"),
    ("attribute", r"aten\.(pad|constant_pad_nd)\.", "torch.cat with zeros of the size that varies"),
    ("operator", r"aten\.(bernoulli|rand|randn|randint|normal|multinomial|exponential_|\w*_?uniform\w*|randperm|native_dropout)\b",
     "draw the random numbers outside, and give them as an argument"),
    ("operator", r"aten\.(_?fft|stft|istft)", "for a size that is known, products with the matrices of cosines and sines; else call it "
     "outside of the program"),
    ("operator", r"aten\.(linalg|_linalg|cholesky|lu_|triangular_solve|svd|qr|det|logdet|inverse)", "call it outside of the program, "
     "and give its result as an argument"),
    ("operator", r"aten\.special_(i0|i1|airy|bessel|modified|scaled|hermite|chebyshev|legendre|laguerre|shifted)", "a polynomial of "
     "the range that occurs, or a table with torch.gather"),
    ("operator", r"(cond|while_loop|scan|associative_scan|map_impl)$", "torch.cond on a tensor, with branches that give the same shapes; a Python loop "
     "with a number of steps that is known instead of torch.while_loop and scan"),
    ("operator", r"(?!aten\.)\w+\.", "an operator of a library: write what it computes in PyTorch's operators, or register a "
     "decomposition of it that does"),
    ("operator", r".*_backward", "torch.no_grad(), and a module that does not call autograd itself"),
    ("operator", r"aten\.(nonzero|masked_select|_unique2|unique_dim|unique_consecutive|bincount)\.", "keep the shape and mask the "
     "values: torch.where(mask, x, 0)"),
)  # fmt: skip


def find_rewrite(kind: str, subject: str) -> "str | None":
    for wanted, pattern, advice in REWRITES:
        if wanted == kind and re.match(pattern, subject):
            return advice
    return None
