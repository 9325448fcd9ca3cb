# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recurrent layers: what they compute, and that the work of importing one is that of one step, and of copying it."""

import copy

import emmy
import pytest
import torch
from emmy.errors import UnsupportedError
from emmy.importer import expand, import_module, recurrent
from emmy.testing import check_program
from rotation import choose
from torch import nn
from torch.utils import _pytree as pytree

# PyTorch warns that a layer writes to its own list of weights, which it does not, and of how it runs projections itself.
pytestmark = pytest.mark.filterwarnings("ignore:The tensor attributes", "ignore:LSTM with projections")

# Each option of PyTorch's layers once, next to others.
LAYERS = {
    "lstm": lambda: nn.LSTM(3, 4, 2, batch_first=True),
    "lstm_projected": lambda: nn.LSTM(3, 4, 2, bidirectional=True, proj_size=2),
    "lstm_projected_without_bias": lambda: nn.LSTM(3, 4, proj_size=2, bias=False),
    "gru": lambda: nn.GRU(3, 4, 2, bidirectional=True, batch_first=True),
    "gru_without_bias": lambda: nn.GRU(3, 4, bias=False),
    "tanh": lambda: nn.RNN(3, 4, 2, bias=False),
    "relu": lambda: nn.RNN(3, 4, nonlinearity="relu", bidirectional=True),
}


class Model(nn.Module):
    def __init__(self, layer: nn.RNNBase):
        super().__init__()
        self.layer = layer
        self.eval()

    def forward(self, x, *states):
        return self.layer(x, *states)


def make_states(layer: nn.RNNBase, batch: int) -> tuple:
    count = layer.num_layers * (2 if layer.bidirectional else 1)
    hidden = torch.randn(count, batch, layer.proj_size or layer.hidden_size)
    return ((hidden, torch.randn(count, batch, layer.hidden_size)),) if isinstance(layer, nn.LSTM) else (hidden,)


def get_terms(model: Model):
    """A step sums products of about 1 together, and what is off in one step adds to the next."""
    return lambda *inputs: pytree.tree_map(lambda result: torch.full_like(result, 5.0), model.double()(*inputs))


def check_layer(name: str, shape: "tuple[int, int, int]", devices, target: str) -> None:
    torch.manual_seed(0)
    layer = LAYERS[name]()
    model, inputs = Model(layer), (torch.randn(shape), *make_states(layer, shape[0 if layer.batch_first else 1]))
    program = emmy.compile(model, inputs, target=target)
    for device in devices:
        check_program(program, model, inputs, device=device, terms=get_terms(copy.deepcopy(model)))


@pytest.mark.parametrize("name", LAYERS)
def test_layer(name):
    check_layer(name, (2, 5, 3), ["cpu"], "cpu")


# Others at each commit.
@pytest.mark.parametrize("name", choose(list(LAYERS), 3))
def test_layer_on_other_executors(name):
    check_layer(name, (2, 2, 3), ["tensor", "tile", "simulator", "nvvm", "shim"], "sm_90")


@pytest.mark.parametrize(("kind", "operator"), [(nn.LSTM, "lstm"), (nn.GRU, "gru"), (nn.RNN, "rnn_tanh")])
def test_dropout_between_layers_in_training_is_refused(kind, operator):
    inputs = (torch.randn(2, 2, 3),)
    with pytest.raises(UnsupportedError) as caught:
        import_module(Model(kind(3, 4, 2, dropout=0.25)).train(), inputs)
    (problem,) = caught.value.diagnostics
    reason = "expected a module in eval mode, but got dropout of 0.25 in training; call module.eval() first"
    assert problem.message == f"{operator} ({operator}.input): {reason}"


@pytest.mark.parametrize(("layers", "dropout"), [(1, 0.25), (2, 0.0)])
@pytest.mark.filterwarnings("ignore:dropout option adds dropout")
def test_nothing_is_dropped_in_training(layers, dropout):
    """After the last layer, or with a probability of 0: what the layer computes in training is what it computes."""
    torch.manual_seed(0)
    model, inputs = Model(nn.GRU(3, 4, layers, dropout=dropout)).train(), (torch.randn(2, 2, 3),)
    check_program(emmy.compile(model, inputs), model, inputs, device="cpu")


def test_one_step_of_one_element():
    torch.manual_seed(0)
    model, inputs = Model(nn.GRU(1, 1)), (torch.randn(1, 1, 1),)
    check_program(emmy.compile(model, inputs), model, inputs, device="cpu")


def count_traced(monkeypatch, steps: int) -> "tuple[int, int]":
    """(operators that are traced to import as many steps, those of the program)."""
    traced = []
    original = expand.trace

    def trace(*arguments):
        module = original(*arguments)
        traced.extend(node for node in module.graph.nodes if node.op == "call_function" and node.target != recurrent.STEP)
        return module

    monkeypatch.setattr(expand, "trace", trace)
    text = import_module(Model(nn.LSTM(3, 4, 2)), (torch.randn(steps, 2, 3),)).text
    return len([node for node in traced if "getitem" not in node.name]), text.count("= emmy_framework.")


def test_steps_are_not_traced_one_by_one(monkeypatch):
    traced, operators = count_traced(monkeypatch, 8)
    more_traced, more_operators = count_traced(monkeypatch, 16)
    # The slices of the input's product are as many as the steps, for each of the layers.
    assert more_operators - operators >= 2 * 8 * 12
    assert more_traced - traced <= 2 * 8 * 3
