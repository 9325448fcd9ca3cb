# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`emmy check`: everything that stands in the way at once, every pass, every kernel at sizes and with values that hurt."""

import inspect
import json
import multiprocessing
import os
import signal
import sys
import time
import warnings

import emmy
import pytest
import torch
from emmy.cli import main
from programs import CASES
from rotation import choose, get_seed, is_long
from torch import nn
from torch.export import Dim


def find_line(function, code: str) -> str:
    """`test_check.py:N` of the line of a function's source that holds the code."""
    lines, first = inspect.getsourcelines(function)
    return f"test_check.py:{first + next(number for number, line in enumerate(lines) if code in line)}"


@pytest.fixture(scope="module", autouse=True)
def warm():
    """What PyTorch loads at the first capture is loaded for the checks' processes, too."""
    emmy.compile(lambda x: torch.nn.functional.gelu(x).softmax(-1), (torch.ones(2),))
    with pytest.raises(emmy.UnsupportedError):
        emmy.compile(torch.special.airy_ai, (torch.ones(2),))


class Obstacles(nn.Module):
    """Seven things that Emmy does not take, each on a line of its own, some of them reading what others give."""

    def forward(self, x, y):
        a = torch.special.airy_ai(x)
        b = nn.functional.dropout(a, 0.5, training=True)
        c = torch.fft.rfft(b).abs()
        d = y[y > 0].sum()
        e = x * y.sum().item()
        f = torch.bernoulli(x.sigmoid())
        return c, d, e, f, b.to(torch.complex64)


OBSTACLES = {
    ("operator", "aten.special_airy_ai.default"): "airy",
    ("attribute", "aten.dropout.default"): "dropout",
    ("operator", "aten.fft_rfft.default"): "rfft",
    ("data", "aten.index.Tensor"): "y > 0",
    ("data", "aten.mul.Tensor"): "item",
    ("operator", "aten.bernoulli.default"): "bernoulli",
    ("dtype", "torch.complex64"): "complex64",
}


def test_everything_that_stands_in_the_way():
    result = emmy.check(Obstacles(), (torch.randn(4, 8), torch.randn(6)))
    assert (result.answer, result.exit_status) == ("unsupported", 2)
    assert result.stages == {"operators": "failed", "passes": "not run", "kernels": "not run"}
    got = {(row.kind, row.subject): row for row in result.obstacles}
    assert got.keys() == OBSTACLES.keys()
    for key, code in OBSTACLES.items():
        assert got[key].places == [find_line(Obstacles.forward, code)], key
        assert got[key].count == 1
        assert got[key].rewrite, key


class Branches(nn.Module):
    """Numbers that Python reads from tensors: PyTorch captures none of this, and says so of the first."""

    def forward(self, x):
        if x.sum() > 0:
            x = x + 1
        for row in range(3):
            x = x * 2 if x[row].max() > 0 else x
        return torch.special.airy_ai(x), torch.full((2,), x.sum().item())


def test_what_pytorch_does_not_capture():
    """The branches that the example takes are captured all the same, so that what is behind them is listed, too."""
    result = emmy.check(Branches(), (torch.ones(3, 4),))
    assert result.answer == "unsupported"
    rows = {row.subject: (row.count, row.places) for row in result.obstacles}
    branch, loop = find_line(Branches.forward, "if x.sum()"), find_line(Branches.forward, "max()")
    last = find_line(Branches.forward, "airy")
    assert rows == {
        "Tensor.__bool__": (4, [branch, loop]),
        "aten.special_airy_ai.default": (1, [last]),
        "Tensor.item": (1, [last]),
    }


def test_calls_are_counted():
    result = emmy.check(lambda x: torch.special.i0e(torch.special.airy_ai(torch.special.airy_ai(x))), (torch.ones(3),))
    counts = {row.subject: row.count for row in result.obstacles}
    assert counts["aten.special_airy_ai.default"] == 2


def test_right():
    module = nn.Sequential(nn.Linear(8, 5), nn.GELU()).eval()
    result = emmy.check(module, (torch.randn(4, 8),), dynamic_shapes=({0: Dim("n", max=40)},), counters=True)
    assert (result.answer, result.exit_status, result.findings) == ("right", 0, [])
    assert result.is_right and set(result.stages.values()) == {"right"}
    assert result.targets == ["sm_80", "sm_90"]
    # Each level was compared with the one above it, for both targets.
    for target in result.targets:
        rows = {row.name: row for row in result.passes if row.target == target}
        for level in ("framework-to-tensor", "tensor-to-loop", "loop-to-tile", "tile-to-kernel"):
            assert rows[f"emmy-convert-{level}"].elements > 0
        trials = [trial for trial in result.trials if trial.target == target]
        assert {trial.sizes["n"] for trial in trials} == {0, 1, 2, 4, 7, 31, 33, 40}
        assert {trial.values for trial in trials} == {"example", "random", "ties", "special", "extreme"}
        assert all(trial.outcome == "right" and trial.elements == trial.sizes["n"] * 5 for trial in trials)
        (kernel,) = [kernel for kernel in result.kernels if kernel.target == target]
        # An empty launch is none.
        assert kernel.launches == sum(trial.sizes["n"] > 0 for trial in trials)
        assert kernel.counters["global_stores"]["bytes"] == 4 * 5 * 4
    assert result.elements["kernels"] == sum(trial.elements for trial in result.trials)


def differs(x):
    """PyTorch computes something else when it is not captured."""
    y = x + 1
    return y if torch.compiler.is_compiling() else torch.where(x.abs() > 5, -y, y)


def test_wrong_values():
    """Found at every size that holds a number for which the function is another one: none of the example."""
    result = emmy.check(differs, (torch.zeros(64),), targets=("sm_90",), dynamic_shapes=({0: Dim("n")},))
    assert (result.answer, result.exit_status) == ("kernel", 4)
    assert result.stages == {"operators": "right", "passes": "right", "kernels": "failed"}
    (finding,) = result.findings
    assert (finding.stage, finding.kind, finding.kernel) == ("kernels", "wrong values", "k_add")
    assert finding.place == find_line(differs, "y = x + 1")
    assert "n = 64, extreme values" in finding.trials and "n = 64, example values" not in finding.trials
    assert "elements are wrong, the first at [" in finding.message


class Center(nn.Module):
    def forward(self, x):
        return x - x.mean(-1, keepdim=True)


@pytest.fixture(scope="module")
def broken(tmp_path_factory):
    """Kernels without their barriers, as a file."""
    text = emmy.compile(Center(), (torch.randn(3, 2048),), target="sm_90").ir("kernel", with_locations=True)
    path = tmp_path_factory.mktemp("check") / "broken.mlir"
    path.write_text("\n".join(line for line in text.split("\n") if "emmy_kernel.barrier" not in line))
    return path


def test_findings_of_the_simulator(broken, tmp_path, capsys):
    status = main(["check", str(broken), "--quick", "--json", str(tmp_path / "out" / "check.json")])
    out, err = capsys.readouterr()
    assert status == 4
    line = find_line(Center.forward, "mean")
    assert f"data race ({line}, k_mean_sub)" in out
    assert "expected a barrier between the " in out and "in: " in out
    assert out.endswith("kernels are wrong\n")
    assert "emmy: kernels: failed" in err
    result = json.loads((tmp_path / "out" / "check.json").read_text())
    assert (result["version"], result["answer"], result["exit_status"]) == (1, "kernel", 4)
    assert {finding["kind"] for finding in result["findings"]} == {"data race"}
    assert all(finding["place"] == line and finding["targets"] == ["sm_90"] for finding in result["findings"])
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["check.json"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-c", "1 / 0\nF.relu(torch.ones(2))"), "the Python code raised:\n  <command>:1: ZeroDivisionError: division by zero"),
        (("nowhere.py",), "expected a file, but nowhere.py does not exist or is not a file"),
        ((), "expected one of FILE and -c CODE"),
        (("-c", "F.relu(torch.ones(2))", "--target", "sm_1"), "expected option 'target' to be one of sm_75"),
        (("-c", "F.relu(torch.ones(2))", "--budget", "-1"), "expected --budget to be a positive number of seconds, but got -1"),
        (("-c", "F.relu(torch.ones(2))", "--check-each-pass"), "expected no --check-each-pass with check"),
    ],
)
def test_bad_usage(arguments, message, capsys):
    assert main(["check", *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == "" and message in err and "Traceback" not in err


CALLS_NO_MODULE = "expected the last line to call a module on its inputs:\n  model.py:2: but "
MODULE = "class Model(nn.Module):\n    def forward(self, x):\n        {}\n        return x\n"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("m = nn.ReLU()\nprint(m(torch.ones(2)))", CALLS_NO_MODULE + "print is a function of Python's module builtins"),
        ("m = nn.ReLU()\nstr(m)", CALLS_NO_MODULE + "str is a class: str(…) makes an object"),
        ("main = lambda: 5\nmain()", CALLS_NO_MODULE + "what it calls gives no tensor: 5"),
        (
            MODULE.format("exit()") + "Model()(torch.ones(2))",
            "the module ends its process instead of giving results:\n  model.py:3: ",
        ),
        (MODULE.format("x > 0 or exit(3)") + "Model()(torch.zeros(1))", "the example call raised:\n  model.py:3: SystemExit: 3"),
        (
            MODULE.format("raise ValueError('no')") + "Model()(torch.ones(2))",
            "the example call raised:\n  model.py:3: ValueError: no",
        ),
        ("import os\nos._exit(7)\nF.relu(torch.ones(2))", "the model ended the process that captures it, by exit status 7"),
    ],
)
def test_files_that_call_no_module(code, message, tmp_path, monkeypatch, capsys):
    """Nothing that Emmy or PyTorch could be blamed for: the file is wrong, as docs/Check.md says."""
    (tmp_path / "model.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", sys.path[:])
    assert main(["check", "model.py"]) == 1
    out, err = capsys.readouterr()
    assert out == "" and message in err and "Traceback" not in err


def make_slow(action):
    """A function that does something where it runs by itself, for arguments that are none of the example."""

    def call(x):
        if not torch.compiler.is_compiling() and x.numel() != 3:
            action()
        return x * 2

    return call


def check_slow(action, **options):
    return emmy.check(
        make_slow(action), (torch.ones(3),), targets=("sm_90",), dynamic_shapes=({0: Dim("n")},), quick=True, **options
    )


def test_budget():
    """A check that takes too long ends with what it found until then."""
    result = check_slow(lambda: time.sleep(60), budget=3)
    assert (result.answer, result.exit_status, result.ended) == ("incomplete", 5, "budget")
    assert result.seconds < 30
    assert result.stages == {"operators": "right", "passes": "right", "kernels": "not finished"}
    assert [trial.outcome for trial in result.trials] == ["right", "right"]
    assert str(result).endswith("nothing wrong was found, but not everything was checked (the budget is spent)\n")


def test_interrupt(tmp_path):
    """Ctrl-C ends the check with a summary of what is known, and leaves no process behind."""

    def progress(event, result):
        if result.trials and not result.ended:
            os.kill(os.getpid(), signal.SIGINT)

    result = check_slow(lambda: time.sleep(60), progress=progress)
    assert (result.answer, result.exit_status, result.stages["kernels"]) == ("interrupted", 130, "not finished")
    assert result.seconds < 30 and multiprocessing.active_children() == []
    result.write_json(tmp_path / "check.json")
    assert json.loads((tmp_path / "check.json").read_text())["ended"] == "interrupted"


def test_crash():
    """Whoever crashes: it is told what was being done."""
    result = check_slow(lambda: os.kill(os.getpid(), signal.SIGKILL))
    assert (result.answer, result.stages["kernels"]) == ("kernel", "failed")
    (finding,) = result.findings
    assert (finding.kind, finding.stage) == ("crash", "kernels")
    assert finding.message == "the process ended by SIGKILL, at: kernels for sm_90: n = 0, random values"


def test_what_pytorch_refuses_is_told():
    """Sizes for which the module itself raises are not its kernels' fault, and are told."""

    def refuse():
        raise ValueError("no such size")

    result = check_slow(refuse)
    assert result.is_right
    trials = {trial.sizes["n"]: trial for trial in result.trials}
    assert trials[7].outcome == "not run" and trials[7].detail == "PyTorch raises ValueError: no such size"
    assert "not run: n = 0, random values; n = 1, random values; n = 7, random values: PyTorch raises ValueError" in str(result)


def test_refusals_of_the_compiler():
    """Told once for each stage that it is in the way of, by its message and place."""
    result = emmy.check(lambda x: x @ x, (torch.ones(40, 40),), schedule="threads=few", targets=("sm_90",))
    assert (result.answer, result.exit_status) == ("pass", 3)
    assert {finding.kind for finding in result.findings} == {"refused"}
    assert all("threads" in finding.message for finding in result.findings)


@pytest.mark.parametrize("case", choose(CASES, 1), ids=lambda case: case.name)
def test_programs(case):
    """Every program of the tests compiles right; a long run takes both targets, and all sizes and values."""
    torch.manual_seed(0)
    shapes = case.dynamic(Dim("n"))
    result = emmy.check(case.make().eval(), case.inputs(4), dynamic_shapes=shapes, quick=not is_long(), seed=get_seed() % 1000)
    assert result.is_right, str(result)
    assert set(result.stages.values()) == {"right"} and all(result.elements.values())


def test_bools_and_unsigned_integers():
    """They are bytes in memory, and the same results all the same."""
    result = emmy.check(lambda x: (x > 1, x + 255), (torch.arange(40, dtype=torch.uint8),), quick=True)
    assert result.is_right, str(result)
    assert not [row.name for row in result.passes if row.outcome == "not compared"]


def test_files_that_are_no_archives_are_told(tmp_path):
    path = tmp_path / "bad.pt2"
    path.write_bytes(bytes(range(200)))
    with pytest.raises(emmy.errors.CaptureError, match=r"could not load .*bad\.pt2"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        emmy.check(path)
