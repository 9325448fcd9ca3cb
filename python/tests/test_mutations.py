# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""In-place operators become values: without PyTorch's slow functionalization where nothing else sees the memory, right in any case."""

import emmy
import pytest
import torch
from torch import nn


def relu_of_value(x):
    return (x + 1).relu_()


def chain(x):
    y = x * 2
    y.add_(x).mul_(3)
    y.clamp_(-1, 5)
    return y - x


def read_before(x):
    y = x * 2
    z = y.sum()
    y.relu_()
    return y, z


def view_read_before(x):
    y = x * 2
    z = y[0] * 3
    y.neg_()
    return y, z


def view_read_later(x):
    y = x * 2
    row = y[0]
    y.neg_()
    return row + y


def view_of_view_read_later(x):
    y = x * 2
    part = y.reshape(-1)[1:4]
    y.add_(1)
    return part


def write_through_view(x):
    y = x * 2
    y[1].fill_(7)
    return y


def view_made_later(x):
    y = x * 2
    y.neg_()
    row = y[0]
    return row + y


def narrow_sum_of_wide(x):
    y = x * 2
    y.add_(torch.tensor([1e-9], dtype=torch.float64))
    return y


def index_put(x):
    y = x * 2
    y[torch.tensor([0, 2])] = torch.tensor(5.0)
    return y


def write_to_argument(x):
    x.mul_(2)
    return x + 1


def two_names(x):
    y = x + 1
    z = y.contiguous()
    y.mul_(2)
    return z


def write_to_copy(x):
    y = x.t().reshape(-1)
    y.relu_()
    return y, x * 1


def write_to_other_name(x):
    y = x * 2
    z = nn.functional.dropout(y, 0.5, training=False)
    z.add_(1)
    return y


def other_name_read_later(x):
    y = x * 2
    z = nn.functional.dropout(y, 0.5, training=False)
    y.add_(1)
    return z


def idle_dropout_of_view(x):
    y = nn.functional.dropout(x.flatten(), 0.5, training=False, inplace=True)
    return y + x.flatten()


FAST = [relu_of_value, chain, read_before, view_read_before, view_made_later, index_put, two_names, write_to_copy]
FAST += [write_to_other_name, idle_dropout_of_view]
SLOW = [
    view_read_later,
    view_of_view_read_later,
    write_through_view,
    narrow_sum_of_wide,
    write_to_argument,
    other_name_read_later,
]


@pytest.fixture
def traces(monkeypatch):
    """How often PyTorch traced a program again."""
    seen = []
    original = torch.export.ExportedProgram.run_decompositions
    monkeypatch.setattr(
        torch.export.ExportedProgram, "run_decompositions", lambda self, *args: seen.append(1) or original(self, *args)
    )
    return seen


@pytest.mark.parametrize("function", [*FAST, *SLOW], ids=lambda function: function.__name__)
def test_values(function, traces):
    x = torch.arange(-4.0, 8.0).reshape(3, 4)
    program = emmy.compile(function, (x.clone(),))
    assert bool(traces) == (function in SLOW)
    given = [x.clone(), x.clone()]
    got, wanted = program(given[0]), function(given[1])
    torch.testing.assert_close(got, wanted, rtol=1e-6, atol=0)
    assert torch.equal(*given)


def test_eval_modules_are_not_traced_again(traces):
    module = nn.Sequential(nn.Conv2d(2, 4, 3), nn.BatchNorm2d(4), nn.ReLU(inplace=True), nn.Dropout(0.5), nn.Flatten()).eval()
    module[1].running_var.uniform_(0.5, 2)
    x = torch.randn(2, 2, 5, 5)
    program = emmy.compile(module, (x,))
    assert not traces
    torch.testing.assert_close(program(x), module(x).detach(), rtol=1e-5, atol=1e-6)


def test_batch_norm_in_training():
    module, same = nn.BatchNorm2d(3).train(), nn.BatchNorm2d(3).train()
    x = torch.randn(2, 3, 4, 4)
    program = emmy.compile(module, (x,))
    torch.testing.assert_close(program(x), same(x).detach(), rtol=1e-5, atol=1e-6)


def test_norms_whose_flag_is_named():
    def forward(x, mean, variance):
        y = torch.ops.aten.batch_norm(
            x, None, None, running_mean=mean, running_var=variance, training=True, momentum=0.3, eps=1e-3, cudnn_enabled=False
        )
        return y, mean + variance

    x, mean, variance = torch.randn(2, 3, 4), torch.randn(3), torch.rand(3)
    given, same = [[t.clone() for t in (x, mean, variance)] for _ in range(2)]
    torch.testing.assert_close(emmy.compile(forward, (x, mean, variance))(*given), forward(*same), rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(given, same)


def test_unread_values_are_not_imported():
    def forward(x):
        torch.nonzero(x)
        return x + 1

    assert torch.equal(emmy.compile(forward, (torch.ones(2),))(torch.zeros(2)), torch.ones(2))
