# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that are written out in the place of a call: equal calls are traced once, and other ones are not taken for equal."""

import emmy
import torch
from emmy.importer import expand


def test_zeros_of_both_signs_are_other_arguments():
    def forward(mask):
        return torch.where(mask, 0.0, -0.0), torch.where(mask, -0.0, 0.0)

    mask = torch.tensor([True, False])
    for got, wanted in zip(emmy.compile(forward, (mask,))(mask), forward(mask), strict=True):
        assert torch.equal(torch.signbit(got), torch.signbit(wanted))


def test_equal_calls_are_traced_once(monkeypatch):
    traced = []
    original = expand.trace
    monkeypatch.setattr(expand, "trace", lambda node, *rest: traced.append(str(node.target)) or original(node, *rest))

    def forward(x, y):
        return torch.hypot(x, y) + torch.hypot(y, x), x.unfold(0, 2, 1), x.unfold(0, 1, 2)

    x, y = torch.randn(3), torch.randn(3)
    torch.testing.assert_close(emmy.compile(forward, (x, y))(x, y), forward(x, y))
    assert traced.count("aten.hypot.default") == 1 and traced.count("aten.unfold.default") == 2


def test_results_of_equal_calls_are_different_operands():
    def forward(x, y):
        # What `diagonal` is written out as is traced once for both; what takes both of them takes two values.
        return torch.hypot(x.diagonal(), y.diagonal()), torch.dist(x.diagonal(), y.diagonal())

    x, y = torch.randn(3, 3), torch.randn(3, 3)
    torch.testing.assert_close(emmy.compile(forward, (x, y))(x, y), forward(x, y))


def test_functions_that_write_to_values_of_their_own():
    def forward(x):
        # PyTorch rounds positions, interpolates and drops a dim in place; the last changes what its operand looks like.
        return torch.quantile(x, 0.4, -1), torch.nanquantile(x, torch.tensor([0.1, 0.9]), 0, keepdim=True)

    x = torch.randn(4, 5)
    torch.testing.assert_close(emmy.compile(forward, (x,))(x), forward(x))


def test_functions_that_write_to_arguments():
    def forward(x, mean, variance):
        y = torch.nn.functional.instance_norm(x, mean, variance)
        return y, mean + 0, variance + 0

    inputs = torch.randn(2, 3, 5), torch.randn(3), torch.rand(3)
    given = [tensor.clone() for tensor in inputs]
    torch.testing.assert_close(emmy.compile(forward, inputs)(*given), forward(*inputs))
    torch.testing.assert_close(given, list(inputs))
