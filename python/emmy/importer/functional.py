# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functional form of an exported graph: no mutations, and only operators that the framework level has, as far as that goes."""

from __future__ import annotations

import torch
from torch._decomp import decomposition_table

from .decompositions import DECOMPOSITIONS
from .mutations import remove_mutations
from .operators import ASSERTIONS, IDENTITIES, TEMPLATES
from .special import SPECIAL

# Decompositions lead to operators that may be decomposed again.
MOST_ROUNDS = 6


def get_name(target: torch._ops.OpOverload) -> str:
    """The overload as the tables call it, such as `add.Tensor`."""
    return f"{target._schema.name.removeprefix('aten::')}.{target._schema.overload_name or 'default'}"


def is_known(target) -> bool:
    """Whether the tables have the operator, or it only picks a result or computes a size."""
    if not isinstance(target, torch._ops.OpOverload):
        return True
    name = get_name(target)
    return name in TEMPLATES or name in SPECIAL or name in IDENTITIES or name in ASSERTIONS


def get_targets(exported) -> set:
    return {node.target for node in exported.graph.nodes if node.op == "call_function"}


def get_decomposed(exported) -> set:
    """The operators to decompose. Emmy's own decompositions look at the arguments of operators that it has, too, and leave alone what
    needs nothing."""
    return {target for target in get_targets(exported) if not is_known(target) or target in DECOMPOSITIONS}


def get_decomposition(target, table):
    """A function of other operators that computes the same; None where there is none.

    Emmy's own first, then those of PyTorch's exporter, then all others of PyTorch's. What the last are written in are primitives, which
    know the operator that they come from.
    """
    if target in DECOMPOSITIONS:
        return DECOMPOSITIONS[target]
    if target in table:
        return table[target]
    if target.namespace == "prims":
        return getattr(target.overloadpacket, "impl_aten", None)
    return decomposition_table.get(target)


def make_functional(exported: "torch.export.ExportedProgram") -> "torch.export.ExportedProgram":
    """Mutations become results; composite operators stay whole where the framework level has them, and are decomposed where not."""
    written = remove_mutations(exported)
    if written is not None and not get_decomposed(written):
        return written
    # PyTorch traces the program again, which is slow.
    exported = exported.run_decompositions({})
    before = None
    for _ in range(MOST_ROUNDS):
        wanted = get_decomposed(exported)
        # PyTorch's table fills itself as it is asked.
        table = torch.export.default_decompositions() if wanted else {}
        found = {target: get_decomposition(target, table) for target in wanted}
        found = {target: function for target, function in found.items() if function is not None}
        targets = get_targets(exported)
        if not found or targets == before:
            break
        before = targets
        exported = exported.run_decompositions(found)
    return exported
