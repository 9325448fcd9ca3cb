# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What every program becomes is code that the vendor's tools take: PTX that assembles without spills for every
generation of GPUs, at the launch bounds that it declares, and CUDA C++ that compiles without a warning."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from emmy.compiler import Module
from matmul_kernels import Matmul
from programs import CASES, each_case, import_case
from test_matrix_instructions import write_all as write_atoms

TARGETS = ("sm_80", "sm_90", "sm_100")
FIND_CUDA = Path(__file__).resolve().parents[2] / "utils" / "find-cuda"


@functools.cache
def find_tool(name: str) -> str:
    """The path of ptxas or nvcc; the test fails where there is none."""
    found = subprocess.run([sys.executable, str(FIND_CUDA), "--json"], capture_output=True, text=True)
    path = json.loads(found.stdout)[name] if found.returncode == 0 else ""
    if not path:
        pytest.fail(f"expected {name}, but found none; utils/setup installs it")
    return path


def call(*command) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, command))}:\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def assemble(ptx: str, target: str, path: Path, *options) -> "dict[str, tuple[int, int]]":
    """Bytes of spill stores and loads of every kernel of the text."""
    path.write_text(ptx)
    log = call(find_tool("ptxas"), "-v", f"-arch={target}", "--warning-as-error", *options, path, "-o", path.with_suffix(".o"))
    spills = re.findall(r"Function properties for (\w+)\n.* (\d+) bytes spill stores, (\d+) bytes spill loads", log)
    return {name: (int(stores), int(loads)) for name, stores, loads in spills}


def compile_cuda(text: str, target: str, path: Path) -> None:
    path.write_text(text)
    options = ("-Werror", "all-warnings", "-fmad=false", "-std=c++17", f"-arch={target}", "-cubin")
    assert call(find_tool("nvcc"), *options, path, "-o", path.with_suffix(".cubin")) == ""


def get_entries(ptx: str) -> "dict[str, int]":
    """The threads of a block that every kernel of the text declares."""
    found = re.findall(r"\.visible \.entry (\w+)\([^)]*\)\s*\.reqntid (\d+), 1, 1", ptx)
    assert len(found) == ptx.count(".entry")
    return {name: int(threads) for name, threads in found}


@pytest.mark.parametrize("is_dynamic", [False, True], ids=["static", "dynamic"])
@each_case
def test_program(case, is_dynamic, tmp_path):
    text = import_case(case, is_dynamic).text
    for target in TARGETS:
        module = Module(text, target=target)
        ptx = module.emit("ptx")
        entries = get_entries(ptx)
        launched = {kernel["name"]: kernel["block"][0] for kernel in module.report({"n": 4} if is_dynamic else {})["kernels"]}
        assert entries == launched
        assert assemble(ptx, target, tmp_path / f"{target}.ptx") == {name: (0, 0) for name in entries}
    # nvcc takes a second a file: the static programs are compiled for one target, the dynamic ones for another.
    target = "sm_80" if is_dynamic else "sm_90"
    compile_cuda(Module(text, target=target).emit("cuda"), target, tmp_path / "program.cu")


def test_matrix_instructions(tmp_path):
    """All of them, and a kernel that is made of them."""
    kernel = Matmul(37, 72, 104)
    tensors = (torch.empty(37, 104).bfloat16(), torch.empty(104, 72).bfloat16(), torch.empty(37, 72))
    texts = {"atoms": write_atoms(), "matmul": kernel.write(*tensors)}
    for name, text in texts.items():
        assert text.count('target = "sm_90"') == 1
        for target in TARGETS:
            module = Module(text.replace("sm_90", target))
            spills = assemble(module.emit("ptx"), target, tmp_path / f"{name}-{target}.ptx")
            assert set(spills.values()) == {(0, 0)}
        compile_cuda(Module(text).emit("cuda"), "sm_90", tmp_path / f"{name}.cu")


def test_spills_are_seen(tmp_path):
    """The figures come from what ptxas says: with too few registers there are some."""
    (attention,) = [case for case in CASES if case.name == "causal_attention"]
    ptx = Module(import_case(attention, False).text, target="sm_90").emit("ptx")
    spills = assemble(re.sub(r"\.reqntid[^\n]*", "", ptx), "sm_90", tmp_path / "few.ptx", "--maxrregcount", "24")
    assert sum(stores for stores, _ in spills.values()) > 0


def test_warnings_are_seen(tmp_path):
    """A variable that nothing uses is an error."""
    (views,) = [case for case in CASES if case.name == "views"]
    source = tmp_path / "unused.cu"
    source.write_text(Module(import_case(views, False).text, target="sm_90").emit("cuda") + "static void unused() { int i; }\n")
    with pytest.raises(AssertionError, match="never referenced"):
        call(find_tool("nvcc"), "-Werror", "all-warnings", "-arch=sm_90", "-cubin", source, "-o", tmp_path / "unused.cubin")
