# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long slices of dynamic dims are.

PyTorch knows a size from 2 on and spells it in its own way: `x[1:4]` is `min(4, n) - 1` to it, which is no size where n is 0. The
operator's own type inference gives the extent that holds for every size, and everything that PyTorch gives the same size has it.
"""

from __future__ import annotations

import functools
import re

RESULT = re.compile(r"emmy_framework\.slice .*?-> tensor<\?xf32, #emmy\.dims<\[(.*)\]>>")


@functools.cache
def infer_extent(symbols: "tuple[str, ...]", extent: str, bounds: str) -> "str | None":
    """The extent of `[bounds]` of a dim; None where it is a number, or the dim's own."""
    from .. import _emmy  # graphs without such slices can be imported without the compiler

    declarations = "".join(f"emmy.symbol @{name}\n" for name in symbols)
    kind = f"tensor<?xf32, #emmy.dims<[{extent}]>>"
    text = f"{declarations}func.func @main(%x: {kind}) {{\n  emmy_framework.slice %x dim(0) {bounds} : {kind}\n  return\n}}"
    program, _ = _emmy.Program.parse(text, "<slice>")
    found = RESULT.search(program.print()) if program is not None else None
    return found[1] if found else None


def name_extent(extents, size, result, bounds: str) -> None:
    """Lets PyTorch's size of the slice be printed as the extent that is inferred for it."""
    if extents.is_constant(size) or extents.is_constant(result) or result.node.expr.is_Symbol:
        return
    inferred = infer_extent(tuple(extents.names.values()), extents.print(size), bounds)
    if inferred is not None:
        extents.inferred[result.node.expr] = inferred
