# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of groups of rows, and operators of libraries that are known by their names."""

import emmy
import pytest
import torch
from emmy.importer.decompositions import DECOMPOSITIONS, decomposes

# (shape of x, shape of y, where groups end; one of them is empty).
GROUPED = [
    ((8, 16), (4, 16, 24), [2, 2, 5, 8]),
    ((4, 8, 16), (16, 24), [6, 6, 12, 24]),
    ((8, 16), (16, 24), [4, 4, 8, 16]),
    ((4, 8, 16), (4, 16, 24), None),
]


@pytest.fixture(scope="module")
def library():
    """A library of operators with a kernel that PyTorch cannot look into."""
    made = torch.library.Library("experts", "DEF")
    made.define("cut_mm(Tensor x, Tensor y, Tensor offs) -> Tensor")
    made.impl("cut_mm", multiply_groups, "CPU")
    made.impl("cut_mm", lambda x, y, offs: x.new_empty(x.shape[0], y.shape[2]), "Meta")
    yield torch.ops.experts.cut_mm
    made._destroy()


def multiply_groups(x, y, offs):
    ends = offs.tolist()
    return torch.cat([x[start:end] @ y[group] for group, (start, end) in enumerate(zip([0, *ends], ends, strict=False))])


@pytest.mark.parametrize(("x", "y", "ends"), GROUPED)
def test_groups_of_rows_take_their_own_matrices(x, y, ends):
    generator = torch.Generator().manual_seed(0)
    x, y = (torch.randn(shape, generator=generator).to(torch.bfloat16) for shape in (x, y))
    offs = None if ends is None else torch.tensor(ends, dtype=torch.int32)

    def multiply(x, y, offs):
        return torch._grouped_mm(x, y, offs=offs)

    got = emmy.compile(multiply, (x, y, offs))(x, y, offs)
    torch.testing.assert_close(got, multiply(x, y, offs))


def test_what_other_groups_sum_may_be_infinite():
    x, y = torch.ones(8, 16, dtype=torch.bfloat16), torch.ones(16, 24, dtype=torch.bfloat16)
    x[:, 0] = float("inf")
    offs = torch.tensor([8, 16], dtype=torch.int32)
    got = emmy.compile(lambda *given: torch._grouped_mm(given[0], given[1], offs=given[2]), (x, y, offs))(x, y, offs)
    assert got[0].isinf().all()
    assert (got[1] == 8).all()


def test_operators_of_libraries_are_known_by_their_names(library):
    generator = torch.Generator().manual_seed(0)
    x, y = torch.randn(7, 5, generator=generator), torch.randn(4, 5, 3, generator=generator)
    offs = torch.tensor([2, 2, 6, 7])

    def multiply(x, y, offs):
        return library(x, y, offs)

    with pytest.raises(emmy.errors.UnsupportedError, match=r"got experts\.cut_mm\.default"):
        emmy.compile(multiply, (x, y, offs))
    decomposes("experts::cut_mm")(DECOMPOSITIONS["transformers::grouped_mm_fallback"])
    try:
        torch.testing.assert_close(emmy.compile(multiply, (x, y, offs))(x, y, offs), multiply_groups(x, y, offs))
    finally:
        del DECOMPOSITIONS["experts::cut_mm"]
