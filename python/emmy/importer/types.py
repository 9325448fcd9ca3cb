# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch's dtypes, sizes and scalars as text of the framework level."""

from __future__ import annotations

import fractions
import math

import sympy
import torch

DTYPES = {
    torch.float64: "f64",
    torch.float32: "f32",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.float8_e4m3fn: "f8E4M3FN",
    torch.float8_e5m2: "f8E5M2",
    torch.float8_e4m3fnuz: "f8E4M3FNUZ",
    torch.float8_e5m2fnuz: "f8E5M2FNUZ",
    torch.int64: "i64",
    torch.int32: "i32",
    torch.int16: "i16",
    torch.int8: "i8",
    torch.uint8: "ui8",
    torch.bool: "i1",
}


class Unsupported(Exception):
    """What is being imported has no text at the framework level; the message says what was found.

    `kind` is that of `Problem`; `found` is the dtype, or the symbol of the number that depends on data.
    """

    def __init__(self, message: str, kind: str = "attribute", found: str = ""):
        super().__init__(message)
        self.kind, self.found = kind, found


def get_dtype(dtype: torch.dtype) -> str:
    """The element type of a dtype; Unsupported for complex and quantised numbers."""
    if dtype not in DTYPES:
        raise Unsupported(f"expected one of the dtypes {', '.join(DTYPES.values())}, but got {dtype}", "dtype", str(dtype))
    return DTYPES[dtype]


def check_tensor(value: torch.Tensor) -> None:
    """Unsupported for what PyTorch itself cannot trace, or traces as if it were dense."""
    if value.is_nested:
        raise Unsupported("expected a dense tensor, but got a nested one")
    if value.is_quantized:
        get_dtype(value.dtype)
    if value.layout == torch._mkldnn:
        raise Unsupported(f"expected a dense tensor, but got one of layout {value.layout}")


def fits(number: "int | float", dtype: torch.dtype) -> bool:
    """Whether PyTorch converts a Python number to a dtype: infinities and NaN are floats, and unsigned integers wrap below 0."""
    if dtype == torch.bool:
        return True
    if dtype.is_floating_point:
        return not math.isfinite(number) or abs(number) <= torch.finfo(dtype).max
    info = torch.iinfo(dtype)
    return math.isfinite(number) and (info.min or -info.max) <= number <= info.max


# Functions of symbolic sizes, by the class name that PyTorch gives them.
SIZE_FUNCTIONS = {
    "FloorDiv": "floordiv",
    "CleanDiv": "floordiv",
    "CeilDiv": "ceildiv",
    "Mod": "mod",
    "PythonMod": "mod",
    "Max": "max",
    "Min": "min",
}


# Factors with more binary digits than these may round a product with a size.
MOST_DENOMINATOR = 1 << 20


def get_rational_product(e) -> "tuple[fractions.Fraction, sympy.Expr] | None":
    """(0.5, s) of FloorToInt(0.5*ToFloat(s)), a size that is scaled by a number which floats have exactly."""
    if type(e).__name__ != "FloorToInt" or not e.args[0].is_Mul or len(e.args[0].args) != 2:
        return None
    number, size = e.args[0].args
    factor = fractions.Fraction(float(number)) if number.is_Float and number > 0 else None
    if factor is None or type(size).__name__ != "ToFloat" or max(factor.denominator, factor.numerator) > MOST_DENOMINATOR:
        return None
    return factor, size.args[0]


class Extents:
    """Prints sizes; symbols go by the names given to them."""

    def __init__(self, names: "dict[sympy.Symbol, str]"):
        self.names = names
        self.inferred: "dict[sympy.Expr, str]" = {}  # sizes that type inference writes in another way

    def print(self, size) -> str:
        """An int, a SymInt or a sympy expression as an extent: `4`, `seq`, `batch*seq + floordiv(seq, 2)`."""
        expression = size.node.expr if isinstance(size, torch.SymInt) else int(size) if isinstance(size, bool) else size
        return self._print(sympy.sympify(expression))

    def is_constant(self, size) -> bool:
        return not isinstance(size, (torch.SymInt, torch.SymFloat)) or size.node.expr.is_number

    def _print(self, e) -> str:
        if e in self.inferred:
            return f"({self.inferred[e]})"
        if e.is_Integer:
            return str(int(e))
        if e.is_Symbol:
            if e not in self.names:
                raise Unsupported(
                    f"expected sizes that follow from those of the inputs, but got {e}, which depends on data", "data", str(e)
                )
            return self.names[e]
        if e.is_Add:
            return " + ".join(self._print(term) for term in e.args)
        if e.is_Mul:
            return "*".join(f"({self._print(f)})" if f.is_Add else self._print(f) for f in e.args)
        if e.is_Pow and e.exp.is_Integer and int(e.exp) > 0:
            return "*".join([f"({self._print(e.base)})"] * int(e.exp))
        product = get_rational_product(e)
        if product is not None:
            factor, size = product
            return f"floordiv({factor.numerator}*({self._print(size)}), {factor.denominator})"
        name = SIZE_FUNCTIONS.get(type(e).__name__)
        if name is None or len(e.args) < 2:
            raise Unsupported(f"expected a size made of +, *, //, %, min and max, but got {e}")
        text = self._print(e.args[0])
        for argument in e.args[1:]:
            text = f"{name}({text}, {self._print(argument)})"
        return text

    def tensor(self, value: torch.Tensor) -> str:
        """`tensor<2x?xf32, #emmy.dims<[2, seq]>>`."""
        dtype = get_dtype(value.dtype)
        if value.layout != torch.strided:
            raise Unsupported(f"expected a dense tensor, but got one of layout {value.layout}")
        shape = "".join(f"{int(n)}x" if self.is_constant(n) else "?x" for n in value.shape)
        if all(self.is_constant(n) for n in value.shape):
            return f"tensor<{shape}{dtype}>"
        return f"tensor<{shape}{dtype}, #emmy.dims<{self.sizes(value.shape)}>>"

    def sizes(self, sizes) -> str:
        return "[" + ", ".join(self.print(size) for size in sizes) + "]"


def print_scalar(value) -> str:
    """A Python bool, int or float, so that it reads back as the same value of the same kind."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return print_float(value)


def print_float(value: float) -> str:
    value = float(value)
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    text = repr(value)
    mantissa, _, exponent = text.partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    return f"{mantissa}e{exponent}" if exponent else mantissa
