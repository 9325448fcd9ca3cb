# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The harness of whole models, on models of PyTorch alone: right ones are right, wrong ones are told, the list follows from the
results. `make check-models` checks the models themselves."""

import os
from argparse import Namespace

import pytest
import torch
from comparison.pool import do_tasks
from models import check as checks
from models import weights
from models.catalog import Model, images
from models.precision import doubled
from models.suite import Models
from torch import nn


class Small(nn.Module):
    """Parts that the weights look at, one part in f32 whatever the dtype is, and a buffer that a call writes."""

    def __init__(self):
        super().__init__()
        self.convolution, self.norm = nn.Conv2d(3, 4, 1), nn.BatchNorm2d(4)
        self.scale, self.unused = nn.Parameter(1e-6 * torch.ones(4, 1, 1)), nn.Parameter(torch.ones(3))
        self.register_buffer("calls", torch.zeros(1))

    def forward(self, x):
        self.calls.add_(1.0)
        y = self.norm(self.convolution(x)).relu()
        return (y.float().exp().to(x.dtype) * self.scale).sum((2, 3)), y


def make(name="small", module=Small, call=None) -> Model:
    return Model(name, "torch", module, call or images(2, 3, 5, 5))


def judge(model, *dtypes, seconds=Models.seconds):
    suite = Models({model.name: model})
    suite.warm_up([model.name])
    results = {}
    judging = suite.start(results.__setitem__)
    units = [(model.name, dtype) for dtype in dtypes]
    do_tasks([units], 1, lambda task: suite.judge(task, Namespace(device="cpu")), judging.take, judging.give_up, seconds)
    return suite, results


def test_a_model_agrees_in_both_dtypes_and_idle_parameters_are_named():
    suite, results = judge(make(), "f32", "f64")
    one, two = results["small f32"], results["small f64"]
    assert [(record["stage"], record["results"]) for record in (one, two)] == [("ok", 2), ("ok", 2)]
    # The part in f32 is one in f64 for both sides.
    assert two["distance"] < 1e-13 < 1e-9 < one["distance"] < 1e-5
    assert set(one["seconds"]) == {"build", "export", "import", "compile", "run"}
    assert two["idle"] == ["unused"]
    assert "ok, " in suite.describe(one)
    assert "s of the processor: build" in suite.summarize(results)


def test_other_values_are_told():
    check = checks.Check(make(), checks.Exact(make()), "f32", "cpu")
    (result, y), buffers = (x.float() for x in check.exact.wanted), {"calls": check.exact.buffers["calls"].float()}
    check.judge([result, y], buffers)
    with pytest.raises(ValueError, match=r"expected result #1 within 0.0001 of its largest value, but got 2\.5e-04"):
        check.judge([result, y + 2.5e-4 * y.abs().max()], buffers)
    with pytest.raises(ValueError, match="expected buffer calls within 0.0001 of its largest value, but got 1.0e"):
        check.judge([result, y], {"calls": torch.zeros(1)})
    with pytest.raises(ValueError, match="expected 2 results, but got 1"):
        check.judge([result], {})


class Untraceable(nn.Module):
    def forward(self, x):
        return x * 2 if x.sum() > 0 else x


class Crash(nn.Module):
    """Well in PyTorch, and the end of the process that captures it."""

    def forward(self, x):
        if torch.compiler.is_exporting():
            os.kill(os.getpid(), 11)
        return x + 1


class Slow(nn.Module):
    def forward(self, x):
        while True:
            x = x + 1


class Unmade(nn.Module):
    def __init__(self):
        raise RuntimeError("no such configuration")


@pytest.mark.parametrize(
    ("module", "stage", "text"),
    [
        (Untraceable, "export", "CaptureError: torch.export could not capture the module"),
        (Crash, "end", "crash: the process ended with status -11"),
        (Slow, "end", "timeout: expected an answer within 0.5 s of the processor, but got none"),
        (Unmade, "build", "RuntimeError: no such configuration"),
    ],
)
def test_what_fails_is_a_record(module, stage, text):
    suite, results = judge(make("failing", module), "f32", seconds=0.5 if module is Slow else Models.seconds)
    assert list(results) == ["failing f32"]
    record = results["failing f32"]
    kept = {key: suite.keep(key, record) for key, record in results.items()}
    assert kept["failing f32"]["stage"] == stage
    assert text in record["problem"]
    assert f"FAIL at {stage}" in suite.describe(record)
    assert f"| failing | f32 | {text.partition(':')[0]}" in suite.print_page(kept)


@pytest.mark.parametrize(
    ("got", "wanted", "distance"),
    [
        ([1.0, -4.0], [1.0, -5.0], 0.2),
        ([0.0, 0.5], [0.0, 0.0], 0.5),
        ([float("nan"), 1.0], [1.0, 1.0], float("inf")),
        ([float("nan"), 1.5], [float("nan"), 1.0], 0.5),
        ([float("-inf"), 1.0], [float("inf"), 1.0], float("inf")),
        ([float("inf")], [float("inf")], 0.0),
        ([], [], 0.0),
        ([1, 2], [1, 2], 0.0),
        ([1, 2], [1, 3], float("inf")),
    ],
)
def test_distances(got, wanted, distance):
    assert checks.get_distance(torch.tensor(got), torch.tensor(wanted)) == distance


def test_shapes_are_part_of_a_result():
    with pytest.raises(ValueError, match=r"expected a result of shape \[2\], but got \[1\]"):
        checks.get_distance(torch.ones(1), torch.ones(2))


def test_weights_hide_no_layer():
    torch.manual_seed(0)
    module, x = Small().eval(), torch.randn(2, 3, 5, 5)
    weights.initialize(module, (x,), {})
    assert 0.6 <= module.scale.min() < module.scale.max() <= 1.4
    # A product by a filter of one element keeps the variance as others do.
    assert 0.3 < module.convolution(x).std() < 4
    assert (module.norm.running_mean != 0).all()
    assert (module.norm.running_var != 1).all()
    assert module.norm(module.convolution(x)).sub(module.norm.bias[:, None, None]).std() < 2


def test_sizes_of_weights():
    torch.manual_seed(0)
    assert 1.5 < weights.make_parameter("attention_biases", torch.empty(4, 64), nn.Module()).std() < 2.5
    assert 0.2 < weights.make_parameter("experts.up", torch.empty(4, 24, 16), nn.Module()).std() < 0.3
    assert weights.make_parameter("bias_ih_l0", torch.empty(64), nn.LSTM(3, 16)).std() < 1


def test_errors_do_not_grow_where_channels_hardly_vary():
    """Else nothing of f32 is left of a deep network, and a wrong result is told from a right one no more."""
    torch.manual_seed(0)
    module = nn.Sequential(*(layer for _ in range(20) for layer in (nn.Linear(32, 32), nn.BatchNorm1d(32)))).eval()
    x = torch.randn(1, 32) + 1e-3 * torch.randn(8, 32)
    weights.initialize(module, (x,), {})
    with torch.no_grad():
        error = checks.get_distance(module(x), module.double()(x.double()))
    assert error < 3e-5


def test_within_doubled_f32_is_f64():
    x = torch.ones(2, dtype=torch.float64)
    with doubled():
        dtypes = [value.dtype for value in (x.float(), x.to(torch.float32), torch.zeros(2, dtype=torch.float32), torch.rand(2))]
        assert x.half().dtype == torch.float16
    assert dtypes == [torch.float64] * 4
    assert torch.rand(2).dtype == x.float().dtype == torch.float32


def test_results_keep_what_does_not_change():
    suite = Models({"a": make("a")})
    right = {"stage": "ok", "results": 2, "distance": 3.4e-7, "operators": 9, "seconds": {"run": 1.5}}
    wrong = {"stage": "export", "problem": "CaptureError: why\n", "seconds": {}, "idle": ["w"]}
    kept = {key: suite.keep(key, record) for key, record in {"a f32": right, "a f64": wrong}.items()}
    libraries = [f"torch {torch.__version__.split('+')[0]}"]
    assert kept == {
        "a f32": {"libraries": libraries, "stage": "ok", "results": 2, "distance": "1e-06"},
        "a f64": {"libraries": libraries, "stage": "export", "problem": "CaptureError: why", "idle": ["w"]},
    }
    assert suite.keep("a f32", {**right, "distance": 0.0})["distance"] == "0.0"
    page = suite.print_page(kept)
    assert f"| a | {libraries[0]} | within 1e-06 | export |  |" in page
    assert "| a | w |" in page
