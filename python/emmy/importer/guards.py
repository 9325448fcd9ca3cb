# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Guards of PyTorch's that hold for every size.

PyTorch refuses a program where it cannot tell that a guard always holds, such as that `x[2:]` is as long as `x[:-2]`: it spells the
two lengths `max(0, n - min(2, n))` and `max(0, n - 2)`. To the framework level they are one extent.
"""

from __future__ import annotations

import re

GUARD = re.compile(r"  - Not all values of .* satisfy the generated guard (.*) == (.*)\.")
SIZE = re.compile(r"L(?:\[[^]]*\])*\.size\(\)\[\d+\]")
EXTENTS = re.compile(r"#emmy\.dims<\[(.*)\]>>.*#emmy\.dims<\[(.*)\]>>")


def hold_always(refusal: Exception) -> bool:
    """Whether all that PyTorch refuses a program for are guards that hold for every size."""
    lines = [line for line in str(refusal).splitlines() if line.startswith("  - ")]
    guards = [GUARD.fullmatch(line) for line in lines]
    return bool(guards) and all(guard is not None and is_identity(guard[1], guard[2]) for guard in guards)


def is_identity(left: str, right: str) -> bool:
    """Whether two sizes in PyTorch's spelling are one extent."""
    from .. import _emmy  # programs that PyTorch takes can be captured without the compiler

    names: dict = {}
    sides = [SIZE.sub(lambda match: names.setdefault(match[0], f"s{len(names)}"), side) for side in (left, right)]
    declarations = "".join(f"emmy.symbol @{name}\n" for name in names.values())
    kinds = ", ".join(f"tensor<?xf32, #emmy.dims<[{side}]>>" for side in sides)
    program, _ = _emmy.Program.parse(f"{declarations}func.func private @main({kinds})", "<guard>")
    found = EXTENTS.search(program.print()) if program is not None else None
    return found is not None and found[1] == found[2]
