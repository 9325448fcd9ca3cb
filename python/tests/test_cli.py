# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command: what it prints and writes, and how it fails: a message, exit status 1, and nothing half-written."""

import re

import emmy
import pytest
import torch
from emmy.cli import main
from torch import nn
from torch.export import Dim

RELU = "F.relu(torch.ones(2, 3))"
MLIR = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = emmy_framework.relu %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
"""
MODEL = '''"""A model."""
import torch
from helper import twice
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        return twice(x)


print("loading")
Model()(torch.randn(3, 4))
'''


@pytest.fixture
def call(capsys, monkeypatch, tmp_path):
    """Runs a command line in an empty folder; (status, output, errors)."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def model(tmp_path):
    (tmp_path / "helper.py").write_text("def twice(x):\n    return x * 2\n")
    (tmp_path / "model.py").write_text(MODEL)
    return tmp_path / "model.py"


@pytest.mark.parametrize(
    ("level", "word"),
    [("framework", "emmy_framework.relu"), ("tensor", "emmy_tensor.elementwise maximum"), ("loop", "emmy_loop.kernel")],
)
def test_levels(call, level, word):
    status, out, err = call("compile", "-c", RELU, "--ir", level)
    assert (status, err) == (0, "")
    assert word in out
    assert out.endswith("}\n")


def test_file(call, model):
    status, out, err = call("compile", model, "--ir", "framework")
    assert status == 0
    assert "emmy_framework.mul %x, 2" in out
    assert "loading" not in out
    assert "loading" in err


def test_mlir(call, tmp_path):
    (tmp_path / "x.mlir").write_text(MLIR)
    status, out, _ = call("compile", "x.mlir", "--ir", "tensor")
    assert status == 0
    assert "emmy_tensor.elementwise maximum" in out


def test_archive(call, tmp_path):
    exported = torch.export.export(nn.Linear(3, 2), (torch.ones(4, 3),), dynamic_shapes=({0: Dim("n", max=9)},))
    torch.export.save(exported, tmp_path / "linear.pt2")
    status, out, _ = call("compile", "linear.pt2", "--ir", "framework")
    assert status == 0
    assert "emmy.symbol @input_0 {max = 9 : i64}" in out
    assert 'emmy_framework.parameter "weight"' in out
    status, out, err = call("run", "linear.pt2", "--check")
    assert (status, err) == (0, "")
    assert out == "linear.pt2: agrees with PyTorch on cpu\n"


def test_dynamic(call):
    status, out, _ = call("compile", "-c", "F.relu(torch.ones(1, 3))", "--dynamic", "input:0=seq", "--ir", "framework")
    assert status == 0
    assert "emmy.symbol @seq\n" in out
    assert "tensor<?x3xf32, #emmy.dims<[seq, 3]>>" in out


def test_folder(call, tmp_path):
    status, out, _ = call("compile", "-c", RELU, "--ir", "loop", "-o", "a/out")
    assert (status, out) == (0, "")
    assert sorted(path.name for path in (tmp_path / "a" / "out").iterdir()) == ["framework.mlir", "loop.mlir", "tensor.mlir"]
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["out"]
    (tmp_path / "a" / "out" / "notes.txt").write_text("mine")
    assert call("compile", "-c", RELU, "--ir", "tensor", "-o", "a/out")[0] == 0
    assert len(list((tmp_path / "a" / "out").iterdir())) == 4


def test_folder_can_be_read_again(call, tmp_path):
    """With locations every level keeps the names and the Python lines: whichever is read again, it becomes the same CUDA C++."""
    code = "def call(values):\n    scaled = values * 2\n    return scaled.exp().sum(-1)\ncall(torch.ones(4, 40))"
    assert call("compile", "-c", code, "--target", "sm_90", "--locations", "-o", "out")[:2] == (0, "")
    cuda = (tmp_path / "out" / "program.cu").read_text()
    assert "<command>:2" in cuda and "values" in cuda
    for level in ("framework", "tensor", "loop", "tile", "kernel"):
        assert call("compile", f"out/{level}.mlir", "--ir", "cuda")[:2] == (0, cuda), level
        text = call("compile", f"out/{level}.mlir", "--ir", level)[1]
        assert " loc(" not in text and " loc(" in call("compile", f"out/{level}.mlir", "--ir", level, "--locations")[1]


def test_nothing_is_written_when_it_fails(call, tmp_path):
    status, _, err = call("compile", "-c", RELU, "--ir", "tile", "--target", "sm_1", "-o", "out")
    assert status == 1
    assert "sm_1" in err
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    status, _, err = call("compile", "-c", RELU, "--ir", "tensor", "-o", "file")
    assert (status, err) == (1, "emmy: error: expected a folder, but file is a file\n")


def test_folder_that_exists_is_all_that_is_written_to(call, monkeypatch, tmp_path):
    """It may be a file system of its own, or the only place that can be written."""
    from emmy import folder

    places, make = [], folder.tempfile.mkdtemp
    monkeypatch.setattr(folder.tempfile, "mkdtemp", lambda **options: places.append(options["dir"]) or make(**options))
    (tmp_path / "out").mkdir()
    folder.write_folder(tmp_path / "out", {"a.mlir": "text"})
    assert places == [tmp_path / "out"]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.mlir"]


def test_names_that_are_too_long(call):
    name = "a" * 300
    assert call("compile", f"{name}.mlir")[2].startswith("emmy: error: expected a file, but [Errno 36] File name too long")
    status, _, err = call("compile", "-c", RELU, "--ir", "framework", "-o", name)
    assert status == 1
    assert err.startswith("emmy: error: expected a folder that can be written, but [Errno 36] File name too long")


@pytest.mark.parametrize("level", ["", "tensor", "loop"])
def test_run(call, level):
    status, out, err = call("run", "-c", "nn.Softmax(-1)(torch.randn(3, 5))", "--check", *(["--level", level] if level else []))
    assert (status, err) == (0, "")
    assert out == f"<command>: agrees with PyTorch on {level or 'cpu'}\n"


def test_run_prints_results(call):
    assert call("run", "-c", "torch.add(torch.ones(2), 1)")[1] == "tensor([2., 2.])\n"


def test_check_fails(call, monkeypatch):
    monkeypatch.setattr(torch.nn.functional, "relu", lambda x: x - x.detach().sum() if not torch.compiler.is_compiling() else x)
    status, out, err = call("run", "-c", RELU, "--check")
    assert (status, out) == (1, "")
    assert "<command>: result #0 on cpu: 6 of 6 elements are wrong, the first at [0, 0]: expected -5.0" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("explain",), "invalid choice: 'explain'"),
        (("compile",), "expected one of FILE and -c CODE"),
        (("compile", "x.py", "-c", RELU), "expected one of FILE and -c CODE"),
        (("compile", "nowhere.py"), "expected a file, but nowhere.py does not exist or is not a file"),
        (("compile", "-c", RELU, "--ir", "linalg"), "invalid choice: 'linalg'"),
        (("compile", "-c", RELU, "--numerics", "exact"), "invalid choice: 'exact'"),
        (("compile", "-c", RELU, "--schedule", "threads=few", "--ir", "tile"), "threads"),
        (
            ("compile", "-c", RELU, "--dynamic", "x:y=z"),
            "expected --dynamic of the form argument:dim=name, such as x:0=seq, but got 'x:y=z'",
        ),
        (("compile", "-c", RELU, "--dynamic", "x:0=n"), "expected --dynamic to name one of input, but got x"),
        (("compile", "-c", RELU, "--dynamic", "input:5=n"), "expected dynamic dims of input among its 2, but got dim 5"),
        (("run", "-c", RELU, "--device", "tpu"), "invalid choice: 'tpu'"),
        (
            ("run", "-c", RELU, "--device", "cuda"),
            "expected a device that runs kernels for sm_90, but Emmy does not launch kernels on a GPU yet; on this CPU, "
            'device="simulator" runs the kernels',
        ),
        (("compile", "-c", "x = (1,"), "the Python code has a syntax error:\n  <command>:1: "),
        (("compile", "-c", "x = 1\nx"), "expected the last line to call a module on its inputs:\n  <command>:2: but got: x"),
        (("compile", "-c", ""), "expected the last line to call a module on its inputs:\n  <command>: but got: nothing"),
        (
            ("compile", "-c", "x = 1\n\ny = x / 0\nnn.ReLU()(y)"),
            "the Python code raised:\n  <command>:3: ZeroDivisionError: division by zero",
        ),
        (("compile", "-c", "raise SystemExit(0)\nnn.ReLU()(1)"), "the Python code raised:\n  <command>:1: SystemExit: 0"),
        (
            ("compile", "-c", "x = 3\nx(1)"),
            "expected the last line to call a module on its inputs:\n  <command>:2: but x is a int",
        ),
        (("compile", "-c", "nn.ReLU()(torch.ones(2), 3)"), "too many positional arguments"),
        (("compile", "-c", "nn.Linear(3, 2)(torch.ones(2, 4))"), "torch.export could not capture the module"),
        (("compile", "-c", "torch.special.airy_ai(torch.ones(2))"), "1 thing stands in the way:\n"),
    ],
    ids=lambda value: value[-1][:20] if isinstance(value, tuple) and value else "",
)
def test_errors(call, arguments, message):
    status, out, err = call(*arguments)
    assert (status, out) == (1, "")
    assert err.startswith("emmy: error: ")
    assert message in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.mlir", b"func.func @main() { return %y }", "x.mlir is not a valid module:\n  x.mlir:1: "),
        ("x.mlir", b"\xff\xfe", "expected a text file in UTF-8, but x.mlir"),
        ("x.pt2", b"nothing", "torch.export could not load x.pt2"),
        ("x.txt", b"", "expected a .py, .pt2 or .mlir file, but got x.txt"),
        ("x.py", b"import torch\nraise ValueError('no')\ntorch.relu(1)", "the Python code raised:\n  x.py:2: ValueError: no"),
    ],
)
def test_errors_of_files(call, tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    status, out, err = call("compile", name, "--ir", "tensor")
    assert (status, out) == (1, "")
    assert message in err


def test_version(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert re.fullmatch(r"emmy \d+\.\d+\.\d+ \(LLVM \d+\.\d+\.\d+\)\n", out := capsys.readouterr().out)
    assert out.split()[1] == emmy.__version__
