# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functional form of an exported graph: no mutations, and only operators that the framework level has, as far as that goes."""

from __future__ import annotations

import torch

from .decompositions import DECOMPOSITIONS
from .operators import IDENTITIES, TEMPLATES
from .special import SPECIAL

# Decompositions lead to operators that may be decomposed again.
MOST_ROUNDS = 4


def get_name(target: torch._ops.OpOverload) -> str:
    """The overload as the tables call it, such as `add.Tensor`."""
    return f"{target._schema.name.removeprefix('aten::')}.{target._schema.overload_name or 'default'}"


def is_known(target) -> bool:
    """Whether the tables have the operator, or it only picks a result or computes a size."""
    if not isinstance(target, torch._ops.OpOverload):
        return True
    name = get_name(target)
    return name in TEMPLATES or name in SPECIAL or name in IDENTITIES


def make_functional(exported: "torch.export.ExportedProgram") -> "torch.export.ExportedProgram":
    """Mutations become results; composite operators stay whole where the framework level has them, and are decomposed where not."""
    exported = exported.run_decompositions({})
    for _ in range(MOST_ROUNDS):
        unknown = {node.target for node in exported.graph.nodes if node.op == "call_function" and not is_known(node.target)}
        # PyTorch's table fills itself as it is asked.
        table = torch.export.default_decompositions() if unknown else {}
        found = {
            target: DECOMPOSITIONS[target] if target in DECOMPOSITIONS else table[target]
            for target in unknown
            if target in DECOMPOSITIONS or target in table
        }
        if not found:
            break
        exported = exported.run_decompositions(found)
    return exported
