# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with the check of every pass: none of them changes what is computed.

`EMMY_LONG=1` takes every program of `programs.py` to sm_90; by default a few of different kinds.
"""

import os

import emmy
import pytest
import torch
from emmy import _emmy
from emmy.compiler import Module
from programs import CASES
from torch.export import Dim

QUICK = ("silu_and_mul", "softmax", "linear_gelu_f16", "views")

IS_LONG = os.environ.get("EMMY_LONG", "") not in ("", "0")


@pytest.mark.parametrize("case", [case for case in CASES if IS_LONG or case.name in QUICK], ids=lambda case: case.name)
def test_no_pass_changes_a_program(case):
    torch.manual_seed(0)
    shapes = case.dynamic(Dim("n"))
    program = emmy.compile(case.make().eval(), case.inputs(4), dynamic_shapes=shapes, target="sm_90", check_each_pass=True)
    checks = {check.pass_name: check for check in program.pass_checks}
    # Each level was compared with the one above it.
    for level in ("framework-to-tensor", "tensor-to-loop", "loop-to-tile", "tile-to-kernel"):
        check = checks[f"emmy-convert-{level}"]
        assert check.elements > 0 and check.outcome in ("same bits", "close"), (check.outcome, check.detail)
    assert not [check.pass_name for check in program.pass_checks if check.outcome in ("differs", "not compared")]
    assert checks["emmy-gate"].outcome == "unchanged"


def test_a_product_and_a_sum_are_told():
    program = emmy.compile(lambda x: x * x + 1.5, (torch.randn(8),), target="sm_90", check_each_pass=True)
    fma = next(check for check in program.pass_checks if check.pass_name == "emmy-form-fma")
    assert (fma.effects, fma.outcome) == (["contracted"], "close")


def test_nothing_to_compare_is_an_error():
    module = Module(
        "func.func @main(%x: tensor<0xf32>) -> tensor<0xf32> {\n"
        "  %y = emmy_framework.relu %x : tensor<0xf32>\n  return %y : tensor<0xf32>\n}",
        check_each_pass=True,
    )
    with pytest.raises(emmy.CompileError, match="expected elements to compare before and after passes, but got none"):
        module.check_passes("kernel")


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"check_max_elements": 4}, "more than 4"),
        # Arguments and results count together.
        ({"check_max_elements": 12}, "16 elements, more than 12"),
        ({"check_max_evaluations": 3}, "of its budget"),
    ],
)
def test_limits(limits, reason):
    """What would take too long is not run, and told."""
    program = Module(
        "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n"
        "  %y = emmy_framework.relu %x : tensor<8xf32>\n  return %y : tensor<8xf32>\n}"
    ).programs["framework"]
    assert program.lower("tensor", _emmy.CompileOptions(check_each_pass=True, **limits))[0]
    details = [check.detail for check in program.pass_checks if check.outcome != "unchanged"]
    assert details and all(reason in detail for detail in details)
    assert not any(check.elements for check in program.pass_checks)
