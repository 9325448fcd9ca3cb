# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every program on every executor at sizes that hurt, each from one import and one compilation."""

import pytest
import torch
from emmy.testing import check_program
from programs import compile_case, each_case, import_case

SIZES = (0, 1, 7, 37, 512)


@pytest.mark.parametrize("device", ["tensor", "cpu", "tile", "shim"])
@each_case
def test_program(case, device):
    torch.manual_seed(0)
    module, program = import_case(case).module, compile_case(case)
    compiles = program.stats.compiles
    # The interpreter is obvious, not fast.
    for size in SIZES if device != "tensor" else SIZES[:3]:
        check_program(program, module, case.inputs(size), device=device, terms=case.terms)
    assert (program.stats.imports, program.stats.compiles) == (1, compiles + 1)
