# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recurrent layers, written out step by step. A step is one call in what is traced, and is itself traced once for all steps that are
equal: tracing every operator of every step would be most of the time of importing a long sequence."""

from __future__ import annotations

import contextlib
import functools
import threading

import torch
import torch.nn.functional as F
from torch._C import DispatchKey
from torch._subclasses import FakeTensor
from torch.fx.experimental.proxy_tensor import get_proxy_mode

from .decompositions import aten, decomposes
from .expand import OWN


def step_lstm(x, states, weight, bias, projection):
    hidden, cell = states
    gates = F.linear(hidden, weight, bias) + x
    taken, kept, new, shown = gates.chunk(4, -1)
    cell = kept.sigmoid() * cell + taken.sigmoid() * new.tanh()
    hidden = shown.sigmoid() * cell.tanh()
    return [hidden if projection is None else F.linear(hidden, projection), cell]


def step_gru(x, states, weight, bias, _):
    (hidden,) = states
    resets, kept, new = x.chunk(3, -1)
    hidden_resets, hidden_kept, hidden_new = F.linear(hidden, weight, bias).chunk(3, -1)
    resets, kept = (hidden_resets + resets).sigmoid(), (hidden_kept + kept).sigmoid()
    new = (new + hidden_new * resets).tanh()
    return [(hidden - new) * kept + new]


def step_tanh(x, states, weight, bias, _):
    return [(F.linear(states[0], weight, bias) + x).tanh()]


def step_relu(x, states, weight, bias, _):
    return [(F.linear(states[0], weight, bias) + x).relu()]


CELLS = {"lstm": step_lstm, "gru": step_gru, "tanh": step_tanh, "relu": step_relu}

# The operator that stands for one step while the layer is traced. Of the weights, a bias and a projection may be missing.
LIBRARY = torch.library.Library(OWN, "DEF")
LIBRARY.define("step(str cell, Tensor x, Tensor[] states, Tensor?[] weights) -> Tensor[]")


@torch.library.register_fake(f"{OWN}::step", lib=LIBRARY)
def infer_step(cell, x, states, weights):
    return [torch.empty_like(state) for state in states]


STEP = getattr(torch.ops, OWN).step.default


@decomposes(STEP)
def run_step(cell, x, states, weights):
    return CELLS[cell](x, states, *weights)


def run_direction(cell, x, states, weights, has_biases, is_reversed):
    """(the hidden states of all steps, the last states) of one layer in one direction; the steps are the first dim."""
    input_weight, weight, *others = weights
    input_bias, bias = others[:2] if has_biases else (None, None)
    projection = others[-1] if len(others) % 2 else None
    steps = list(F.linear(x, input_weight, input_bias).unbind(0))
    outputs = []
    for gates in reversed(steps) if is_reversed else steps:
        states = STEP(cell, gates, states, [weight, bias, projection])
        outputs.append(states[0])
    return torch.stack(outputs[::-1] if is_reversed else outputs), states


def run_layers(cell, x, states, weights, has_biases, layers, dropout, train, bidirectional, batch_first):
    """(the output, the last states of all layers and directions, one tensor for each kind of state)."""
    x = x.transpose(0, 1) if batch_first else x
    directions = 2 if bidirectional else 1
    given = list(zip(*(state.unbind(0) for state in states), strict=True))
    size, last = len(weights) // len(given), []
    for layer in range(layers):
        outputs = []
        for direction in range(directions):
            number = directions * layer + direction
            own = weights[size * number : size * (number + 1)]
            output, final = run_direction(cell, x, list(given[number]), own, has_biases, direction == 1)
            outputs.append(output)
            last.append(final)
        x = torch.cat(outputs, -1) if bidirectional else outputs[0]
        if train and dropout and layer + 1 < layers:
            x = torch.dropout(x, dropout, True)
    return (x.transpose(0, 1) if batch_first else x), *(torch.stack(kind) for kind in zip(*last, strict=True))


@decomposes(aten.lstm.input)
def lstm(x, states, weights, *options):
    return run_layers("lstm", x, states, weights, *options)


@decomposes(aten.gru.input)
def gru(x, hidden, weights, *options):
    return run_layers("gru", x, [hidden], weights, *options)


@decomposes(aten.rnn_tanh.input)
def rnn_tanh(x, hidden, weights, *options):
    return run_layers("tanh", x, [hidden], weights, *options)


@decomposes(aten.rnn_relu.input)
def rnn_relu(x, hidden, weights, *options):
    return run_layers("relu", x, [hidden], weights, *options)


LAYERS = (aten.lstm.input, aten.gru.input, aten.rnn_tanh.input, aten.rnn_relu.input)
# Where PyTorch looks for the function of a composite operator: what it runs to know what an operator gives, and what it traces.
KEYS = (DispatchKey.CompositeImplicitAutograd, DispatchKey.Autograd)


def describe_by_one_step(function, thread, x, *others):
    """What PyTorch's function of a layer gives for tensors without data, found in one step: all steps are alike, and running thousands of
    them is nearly all of the time that exporting a long sequence takes. The layout is that of a stack of steps, as PyTorch makes it.
    Whoever traces the function itself gets all of it."""
    is_batch_first = others[-1]
    dim = 1 if is_batch_first else 0
    steps = x.shape[dim] if isinstance(x, FakeTensor) and x.dim() == 3 else None
    if threading.get_ident() != thread or get_proxy_mode() is not None or not isinstance(steps, int) or steps < 2:
        return function(x, *others)
    result, *states = function(x.narrow(dim, 0, 1), *others)
    result = result.new_empty(steps, result.shape[1 - dim], result.shape[2])
    return (result.transpose(0, 1) if is_batch_first else result), *states


@contextlib.contextmanager
def describing_by_one_step():
    """While this thread exports, layers are whole operators whose steps nobody looks at. One thread exports at a time."""
    kept = [(layer, key, layer.py_kernels[key]) for layer in LAYERS for key in KEYS if key in layer.py_kernels]
    try:
        for layer, key, function in kept:
            layer.py_kernels[key] = functools.partial(describe_by_one_step, function, threading.get_ident())
            layer._dispatch_cache.clear()
        yield
    finally:
        for layer, key, function in kept:
            layer.py_kernels[key] = function
            layer._dispatch_cache.clear()
