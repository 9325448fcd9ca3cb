# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The package itself: its examples, its stubs, and that it needs neither PyTorch nor a GPU to be imported."""

import ast
import doctest
import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import emmy
import pytest
from emmy import _emmy, errors

MODULES = [info.name for info in pkgutil.walk_packages(emmy.__path__, "emmy.") if not info.name.endswith(("_emmy", "__main__"))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = sum(len(test.examples) for name in MODULES for test in finder.find(importlib.import_module(name)))
    assert examples >= 4


WITHOUT_TORCH = """
import sys
sys.modules["torch"] = None
import emmy
from emmy import cli, errors, laws
from emmy.compiler import Module
module = Module("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }")
print(module.signature.inputs[0].extents)
try:
    emmy.compile
except ImportError as error:
    print(error)
"""


def test_import_without_torch(tmp_path):
    done = subprocess.run([sys.executable, "-c", WITHOUT_TORCH], capture_output=True, text=True, cwd=tmp_path, env=os.environ)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "['4']\nemmy.compile needs PyTorch, which is not installed\n"


def test_names():
    assert set(emmy.__all__) <= set(dir(emmy))
    for name in emmy.__all__:
        assert getattr(emmy, name) is not None
    with pytest.raises(AttributeError, match="module 'emmy' has no attribute 'nothing'"):
        _ = emmy.nothing


def test_all_errors_can_be_caught_by_name():
    classes = {name for name, value in vars(errors).items() if inspect.isclass(value) and issubclass(value, errors.EmmyError)}
    assert classes <= set(emmy.__all__)


class SlowDict(dict):
    """Lets other threads run before a level is there."""

    def __setitem__(self, key, value):
        time.sleep(0.02)
        super().__setitem__(key, value)


def test_threads_share_the_levels():
    """Each level is made once, whoever asks first; the compiler's context does not bear two threads."""
    module = emmy.Module(
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        "  %y = emmy_framework.exp %x : tensor<4xf32>\n  return %y : tensor<4xf32>\n}"
    )
    module.programs = SlowDict(module.programs)
    together = threading.Barrier(4)

    def lower(_):
        together.wait()
        return module.get_program("tile"), module.emit("cuda")

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lower, range(4)))
    assert len({id(program) for program, _ in results}) == len({text for _, text in results}) == 1


def get_stub_names(text) -> dict:
    """class -> its members, of a stub file."""
    members = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            members[node.name] = methods | {part.target.id for part in node.body if isinstance(part, ast.AnnAssign)}
    return members


def test_stubs_say_what_is_there():
    folder = Path(inspect.getfile(emmy)).parent
    assert (folder / "py.typed").exists()
    stubs = get_stub_names((folder / "_emmy.pyi").read_text())
    there = {
        name: {
            member for member in vars(value) if not member.startswith("_") or member == "__init__" and name == "CompileOptions"
        }
        for name, value in vars(_emmy).items()
        if inspect.isclass(value)
    }
    assert stubs == there
