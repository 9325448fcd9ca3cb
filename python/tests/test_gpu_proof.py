# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The proof for a GPU without one: the folder is written, and run against a driver that runs the printed CUDA C++ of the same program
on this CPU. So what is left to a GPU is the PTX; buffers, steps, arguments and comparison are tested here."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import emmy
import pytest
import torch
from programs import CASES
from torch.export import Dim

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks" / "gpu"))
import run_folder  # noqa: E402
import write_folder  # noqa: E402

# Two kernels, and memory between them; its parameters are inputs.
PROGRAM = "mlp"

# What stands in for the driver; the program's own text comes before it.
DRIVER = r"""
#include <cstdlib>
#include <cstring>
static int fail = 0;  // the status of launches
extern "C" {
int cuInit(unsigned) { return 0; }
int cuDeviceGetCount(int *count) { *count = 1; return 0; }
int cuDeviceGet(int *device, int number) { *device = number; return 0; }
int cuDeviceGetName(char *name, int length, int) { strncpy(name, "no GPU", length); return 0; }
int cuDeviceGetAttribute(int *value, int attribute, int) { *value = attribute == 75 ? 9 : 0; return 0; }
int cuDevicePrimaryCtxRetain(void **context, int) { *context = &fail; return 0; }
int cuCtxSetCurrent(void *) { return 0; }
int cuCtxSynchronize() { return 0; }
int cuModuleLoadData(void **module, const char *image) {
  *module = &fail;
  const char *text = strstr(image, ".version");
  return text && strstr(text, ".target sm_") ? 0 : 218;
}
int cuModuleUnload(void *) { return 0; }
int cuModuleGetFunction(void **function, void *module, const char *name) {
  static const char *const names[] = {NAMES};
  for (const char *const &known : names)
    if (strcmp(known, name) == 0) { *function = (void *)&known; return 0; }
  return 500;
}
int cuFuncSetAttribute(void *, int, int) { return 0; }
int cuMemAlloc_v2(unsigned long long *address, size_t bytes) {
  *address = (unsigned long long)aligned_alloc(256, (bytes + 255) / 256 * 256);
  return 0;
}
int cuMemFree_v2(unsigned long long address) { free((void *)address); return 0; }
int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t bytes) { memcpy((void *)to, from, bytes); return 0; }
int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t bytes) { memcpy(to, (void *)from, bytes); return 0; }
int cuMemcpyDtoD_v2(unsigned long long to, unsigned long long from, size_t bytes) { memcpy((void *)to, (void *)from, bytes); return 0; }
int cuMemsetD8_v2(unsigned long long to, unsigned char byte, size_t bytes) { memset((void *)to, byte, bytes); return 0; }
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   void *, void **arguments, void **) {
  const char *name = *(const char *const *)function;
  dim3 grid(gx, gy, gz), block(bx, by, bz);
  if (getenv("EMMY_FAKE_STATUS")) return atoi(getenv("EMMY_FAKE_STATUS"));
  LAUNCHES
  return 500;
}
int cuGetErrorName(int, const char **name) { *name = "CUDA_ERROR_OF_THE_TEST"; return 0; }
}
"""


def build_driver(text: str, folder: Path) -> Path:
    names = re.findall(r"__global__ void __launch_bounds__\([^)]*\) (\w+)\(", text)
    launches = "\n".join(
        f'if (strcmp(name, "{name}") == 0) return cudaLaunchKernel({name}, grid, block, arguments, shared, nullptr);'
        for name in names
    )
    driver = DRIVER.replace("NAMES", ", ".join(f'"{name}"' for name in names)).replace("LAUNCHES", launches)
    source, library = folder / "driver.cu", folder / "libdriver.so"
    source.write_text(text + driver)
    build = Path(os.environ.get("EMMY_BUILD_DIR", ROOT / "build"))
    shim = build / "lib" / "libEmmyShim.so"
    command = [
        "clang++-22",
        "-x",
        "c++",
        "-std=c++17",
        "-O1",
        "-fPIC",
        "-shared",
        "-ffp-contract=off",
        "-fno-strict-aliasing",
        "-mfma",
    ]
    command += [f"-I{build / 'include' / 'Emmy' / 'Runtime' / 'Shim'}", source, "-x", "none", shim, f"-Wl,-rpath,{shim.parent}"]
    done = subprocess.run([str(part) for part in (*command, "-o", library)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return library


@pytest.fixture(scope="module")
def proof(tmp_path_factory):
    """(the folder, the driver)"""
    folder = tmp_path_factory.mktemp("proof")
    assert write_folder.main([str(folder), PROGRAM, "--size", "37"]) == 0
    (case,) = [case for case in CASES if case.name == PROGRAM]
    program = emmy.compile(case.make().eval(), case.inputs(4), dynamic_shapes=case.dynamic(Dim("n")), target="sm_80")
    return folder, build_driver(program.ir("cuda"), tmp_path_factory.mktemp("driver"))


def run(proof, capsys):
    status = run_folder.main([str(proof[0]), "--driver", str(proof[1])])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_the_same_bits(proof, capsys):
    status, out, err = run(proof, capsys)
    assert (status, err) == (0, "")
    assert "GPU: no GPU (sm_90)" in out
    assert "mlp-37: the same bits" in out
    assert "1 of 1 runs agree, 2 launches" in out


def test_within_bounds(capsys, tmp_path):
    """A kernel that is written by hand, for tensor cores: each element has a bound of its own, which half an element is within."""
    name = "streaming_attention"
    folder = tmp_path / "proof"
    assert write_folder.main([str(folder), name, "--size", "37"]) == 0
    driver = build_driver(emmy.Module(write_folder.WRITTEN[name].write("sm_80")).emit("cuda"), tmp_path)
    status, out, err = run((folder, driver), capsys)
    assert (status, err) == (0, "")
    assert f"{name}-37: within the bounds" in out
    assert "1 of 1 runs agree, 1 launches" in out
    # The last bit of an element is within its bound, the last bit of the exponent is not.
    result = folder / f"{name}-37.result0"
    values = torch.frombuffer(bytearray(result.read_bytes()), dtype=torch.int16)
    values[1] ^= 1
    result.write_bytes(bytes(values.numpy()))
    assert run((folder, driver), capsys)[0] == 0
    values[2] ^= 1 << 7
    result.write_bytes(bytes(values.numpy()))
    status, out, _ = run((folder, driver), capsys)
    assert status == 1
    assert f"{name}-37.result0: expected all elements within their bounds, but got 1 elements that are not, the first at 2" in out


def test_kernels_are_given_what_is_prepared(tmp_path):
    class Doubled(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = torch.nn.Parameter(torch.tensor([1.0, 2.0, 4.0]))

        def forward(self, x):
            return x * (self.w * 2)

    module, x = Doubled(), torch.ones(3)
    program = emmy.compile(module, (x,), target="sm_80")
    write_folder.write_run(tmp_path, "doubled-3", program, (x,))
    buffers = json.loads((tmp_path / "doubled-3.json").read_text())["buffers"]
    given = [
        torch.frombuffer(bytearray((tmp_path / b["input"]).read_bytes()), dtype=torch.float32) for b in buffers if "input" in b
    ]
    assert [tensor.tolist() for tensor in given] == [[1.0, 1.0, 1.0], [2.0, 4.0, 8.0]]


def test_a_bit_that_differs(proof, capsys):
    (result,) = proof[0].glob("*.result0")
    contents = result.read_bytes()
    result.write_bytes(contents[:40] + bytes([contents[40] ^ 1]) + contents[41:])
    try:
        status, out, _ = run(proof, capsys)
    finally:
        result.write_bytes(contents)
    assert status == 1
    assert "mlp-37.result0: expected the same bits, but got 1 elements that differ, the first at 10" in out
    assert "0 of 1 runs agree" in out


def test_failures(proof, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("EMMY_FAKE_STATUS", "700")
    status, _, err = run(proof, capsys)
    assert (status, err) == (1, "error: cuLaunchKernel: CUDA_ERROR_OF_THE_TEST (700)\n")
    assert run_folder.main([str(proof[0]), "--driver", str(tmp_path / "none.so")]) == 1
    assert "error: expected the driver's library, but got: " in capsys.readouterr().err
    assert run_folder.main([str(proof[0]), "--driver", str(proof[1]), "--device", "1"]) == 1
    assert "error: expected GPU number 1, but got 1 GPUs" in capsys.readouterr().err
    assert run_folder.main([str(tmp_path)]) == 1
    assert "error: expected a folder with programs, but got none in " in capsys.readouterr().err


@pytest.mark.parametrize(
    "dtype,layout,got,expected,wrong",
    [
        ("f32", "I", [0x7FC00000, 0x3F800000], [0xFFFFFFFF, 0x3F800000], (0, -1)),  # every NaN is one
        ("f32", "I", [0x7F800000, 0x3F800000], [0x7FC00000, 0x3F800000], (1, 0)),  # an infinity is none
        ("f32", "I", [0x00000000, 0x80000000], [0x80000000, 0x80000000], (1, 0)),  # zeros have signs
        ("f16", "H", [0x7E00, 0x0001], [0xFE01, 0x0002], (1, 1)),
        ("bf16", "H", [0x7FC1, 0x7F80], [0x7FC0, 0x7F80], (0, -1)),
        ("f64", "Q", [0x7FF8000000000000], [0x7FF0000000000000], (1, 0)),
        ("i64", "Q", [0x7FF8000000000000], [0xFFF8000000000000], (1, 7)),  # of integers bytes count
    ],
)
def test_comparison(dtype, layout, got, expected, wrong):
    first, second = (struct.pack(f"<{len(values)}{layout}", *values) for values in (got, expected))
    assert run_folder.count_differences(first, second, dtype) == wrong


@pytest.mark.parametrize(
    "dtype,layout,got,expected,bound,wrong",
    [
        ("f32", "f", [1.0, 2.0], [1.5, 2.0], [0.5, 0.0], (0, -1)),  # just within
        ("f32", "f", [1.0, 2.0], [1.5, 2.25], [0.5, 0.125], (1, 1)),
        ("f16", "e", [1.0, float("nan")], [float("nan"), float("nan")], [9.0, 0.0], (1, 0)),  # NaN is no number
        ("f16", "e", [float("inf"), float("inf")], [float("inf"), float("-inf")], [0.0, 9.0], (1, 1)),
        ("bf16", "H", [0x3F80, 0x4000], [0x3FC0, 0x4040], [0.5, 0.5], (1, 1)),  # 1 and 1.5, 2 and 3
        ("f64", "d", [0.0], [-0.0], [0.0], (0, -1)),
        ("f64", "d", [0.0, 0.0], [0.0, 1e-9], [0.0, float("nan")], (1, 1)),
    ],
)
def test_bounds(dtype, layout, got, expected, bound, wrong):
    first, second = (struct.pack(f"<{len(values)}{layout}", *values) for values in (got, expected))
    assert run_folder.count_beyond(first, second, dtype, struct.pack(f"<{len(bound)}d", *bound)) == wrong
