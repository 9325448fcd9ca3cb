# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A concatenation of more tensors than a kernel has parameters."""

import emmy
import torch
from emmy.testing import check_program


class Concatenation(torch.nn.Module):
    def forward(self, pieces):
        rows = torch.cat(pieces)
        return rows, rows[-2:]


def test_more_pieces_than_parameters():
    pieces = ([torch.randn(1, 2) for _ in range(520)],)
    program = emmy.compile(Concatenation(), pieces, target="sm_90")
    for device in ("tensor", "loop"):
        check_program(program, Concatenation(), pieces, device=device)
    # Pointers of eight bytes, of which a launch takes 4096 bytes.
    entries = program.module.emit("ptx").split(".visible .entry")[1:]
    assert [8 * entry.partition(")")[0].count(".param") <= 4096 for entry in entries] == [True] * 3
