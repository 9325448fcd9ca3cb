# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The harness of whole models, on models of PyTorch alone: right ones are right, wrong ones are told, the list follows from the
results. `make check-models` checks the models themselves."""

import os
import sys
import time
from pathlib import Path

import pytest
import torch
from torch import nn

FOLDER = Path(__file__).resolve().parent / "models"
sys.path.insert(0, str(FOLDER))

import check as checks  # noqa: E402
import libraries  # noqa: E402
import results  # noqa: E402
import weights  # noqa: E402
from catalog import Model, images, load_catalog  # noqa: E402
from models import run, table  # noqa: E402
from precision import doubled  # noqa: E402


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


@pytest.fixture(scope="module", autouse=True)
def imported():
    """Once, and not in the process of each check."""
    libraries.import_capture()


def make(name="small", module=Small, call=None) -> Model:
    return Model(name, "torch", module, call or images(2, 3, 5, 5))


def test_a_model_agrees_in_both_dtypes_and_idle_parameters_are_named():
    records, idle = run.check(make(), ["f32", "f64"], "cpu", 300, finds_idle=True)
    assert [(record["dtype"], record["stage"], record["results"]) for record in records] == [("f32", "ok", 2), ("f64", "ok", 2)]
    # The part in f32 is one in f64 for both sides.
    assert records[1]["distance"] < 1e-13 < 1e-9 < records[0]["distance"] < 1e-5
    assert set(records[0]["seconds"]) == {"build", "export", "import", "compile", "run"}
    assert idle == ["unused"]


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
        time.sleep(60)
        return x


class Unmade(nn.Module):
    def __init__(self):
        raise RuntimeError("no such configuration")


@pytest.mark.parametrize(
    ("module", "stage", "text"),
    [
        (Untraceable, "export", "CaptureError: torch.export could not capture the module"),
        (Crash, "run", "ended with status -11"),
        (Slow, "run", "expected an answer within 2 s, but got none"),
        (Unmade, "build", "RuntimeError: no such configuration"),
    ],
)
def test_what_fails_is_a_record(module, stage, text):
    records, idle = run.check(make("failing", module), ["f32"], "cpu", 2 if module is Slow else 300)
    assert [(record["name"], record["dtype"], record["stage"]) for record in records] == [("failing", "f32", stage)]
    assert text in records[0]["error"]
    assert idle is None


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


def test_a_table_of_biases_tells_positions_apart():
    torch.manual_seed(0)
    assert 1.5 < weights.make_parameter("attention_biases", torch.empty(4, 64), nn.Module()).std() < 2.5
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
    right = {
        "name": "a",
        "dtype": "f32",
        "stage": "ok",
        "results": 2,
        "distance": 3.4e-7,
        "operators": 9,
        "seconds": {"run": 1.5},
    }
    wrong = {"name": "a", "dtype": "f64", "stage": "export", "error": "CaptureError: why\n", "seconds": {}}
    version = f"torch {torch.__version__.split('+')[0]}"
    known = results.merge({"b": {}}, "torch", [right, wrong], ["w"])
    assert known == {
        "a": {
            "libraries": [version],
            "f32": {"stage": "ok", "results": 2, "distance": "1e-06"},
            "f64": {"stage": "export", "reason": "CaptureError: why"},
            "idle": ["w"],
        },
        "b": {},
    }
    # What is judged again alone replaces what was known of it alone.
    again = results.merge(known, "torch", [{**right, "dtype": "f64", "distance": 0.0}], None)
    assert again["a"] == {**known["a"], "f64": {"stage": "ok", "results": 2, "distance": "0.0"}}
    assert results.find_new_failures([right, wrong], known) == []
    assert results.find_new_failures([right, wrong], again) == [wrong]


def test_the_list_is_made_of_the_results():
    settings = {name: model.settings for name, model in load_catalog().items()}
    assert table.PAGE.read_text() == table.print_page(results.read_results(), settings), "run python/tests/models/run.py --table"


def test_results_are_those_of_the_catalog():
    assert set(results.read_results()) <= set(load_catalog())


def test_shares_are_the_catalog():
    catalog = load_catalog()
    shares = [run.select(catalog, [], f"{number}/7") for number in range(7)]
    assert sorted(sum(shares, [])) == sorted(catalog)
    assert run.select(catalog, [], "9/7") == shares[2]
    with pytest.raises(SystemExit, match="expected models of the catalog, but got nothing_like_it"):
        run.select(catalog, ["bert", "nothing_like_it"], "0/1")
