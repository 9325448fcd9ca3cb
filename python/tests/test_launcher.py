# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command `emmy` of the build folder."""

import os
import subprocess
from pathlib import Path


def get_launcher() -> Path:
    path = Path(os.environ.get("EMMY_BUILD_DIR", Path(__file__).parents[2] / "build")) / "bin" / "emmy"
    assert path.exists(), f"expected the command at {path}; build first"
    return path


def test_launcher(tmp_path):
    """The script of the build folder, from any working folder, also through a link."""
    (tmp_path / "model.py").write_text("import torch\ntorch.nn.Identity()(torch.ones(2) * 2)\n")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "emmy").symlink_to(get_launcher())
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [tmp_path / "elsewhere" / "emmy", "compile", "../model.py", "--ir", "framework"],
        cwd=tmp_path / "elsewhere",
        capture_output=True,
        text=True,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    assert "func.func @main(%input: tensor<2xf32>" in done.stdout


def test_reader_that_stops(tmp_path):
    """`emmy … | head -0` is no error worth a traceback."""
    code = f"{get_launcher()} compile -c 'torch.nn.ReLU()(torch.ones(2))' --ir framework 2>errors | true"
    subprocess.run(["bash", "-c", code], cwd=tmp_path, check=True)
    assert (tmp_path / "errors").read_text() == ""
