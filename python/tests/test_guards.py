# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes that are equal for every value of a symbol, though PyTorch cannot tell."""

import emmy
import pytest
import torch
from emmy.importer.guards import hold_always, is_identity
from torch.export import Dim

N = Dim("n", min=0)


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("dim", [0, 1])
def test_slices_of_one_length(count, dim):
    """The differences of neighbours, and of elements further away."""

    def forward(x):
        return x[count:] - x[:-count] if dim == 0 else x[:, count:] - x[:, :-count]

    program = emmy.compile(forward, (torch.randn(9, 9),), dynamic_shapes=({dim: N},))
    for size in (0, 1, 2, 3, 7):
        x = torch.randn(size, 9) if dim == 0 else torch.randn(9, size)
        torch.testing.assert_close(program(x), forward(x))


def test_slices_of_other_lengths_are_refused():
    with pytest.raises(emmy.CaptureError, match="generated guard"):
        emmy.compile(lambda x: x[2:] + x[:4], (torch.randn(6),), dynamic_shapes=({0: N},))


@pytest.mark.parametrize(
    ("left", "right", "is_equal"),
    [
        ("max(0, L['x'].size()[0] + ((-1)*min(2, L['x'].size()[0])))", "max(0, (-2) + L['x'].size()[0])", True),
        ("max(0, L['x'].size()[0] + ((-1)*min(2, L['x'].size()[0])))", "max(0, (-2) + L['y'].size()[0])", False),
        ("L['x'].size()[0]", "L['x'].size()[1]", False),
        ("L['x'].size()[0]", "4", False),
        ("(1 + L['x'].size()[2]) // 2", "(1 + L['x'].size()[2]) // 2", False),
    ],
)
def test_identities(left, right, is_equal):
    assert is_identity(left, right) == is_equal


@pytest.mark.parametrize(
    "text",
    ["no guard at all", "  - Not all values of n = L['x'].size()[0] in the specified range satisfy the generated guard 4 <= n."],
)
def test_other_refusals_stand(text):
    assert not hold_always(ValueError(text))
