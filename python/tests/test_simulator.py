# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernels on the checked simulator: no mistakes found, PyTorch's values, and the bits of the emitted CUDA C++ and of the code that
becomes PTX."""

import inspect
import json
import re

import emmy
import kernel_programs
import pytest
import torch
from emmy import _emmy
from emmy.errors import SimulationError
from emmy.testing import check_program
from programs import compile_case, each_case, import_case

SIZES = (0, 1, 7, 37)
INTEGERS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def get_bits(value):
    """The bits of every element, with one NaN."""
    if value.is_floating_point():
        value = torch.where(value.isnan(), torch.full_like(value, torch.nan), value)
    return value.contiguous().view(INTEGERS[value.element_size()])


def create_executor(text):
    """The simulator of a module of the kernel level."""
    executor, diagnostics = _emmy.Executor.create(emmy.Module(text).programs["kernel"], "kernel", _emmy.CompileOptions())
    assert executor is not None, [d.message for d in diagnostics]
    return executor


@pytest.mark.parametrize("target", ["sm_80", "sm_90"])
@each_case
def test_program(case, target):
    torch.manual_seed(0)
    module, program = import_case(case).module, compile_case(case, target=target)
    for size in SIZES:
        inputs = case.inputs(size)
        check_program(program, module, inputs, device="simulator", terms=case.terms)
        simulated = get_bits(program(*inputs, device="simulator"))
        for device in ("shim", "nvvm"):
            assert torch.equal(simulated, get_bits(program(*inputs, device=device))), f"n = {size} on {device}"


def test_unchecked_gives_the_same_bits():
    module = torch.nn.LayerNorm(96).eval()
    program = emmy.compile(module, (torch.randn(4, 96),), target="sm_90")
    x = torch.randn(4, 96)
    checked = program(x, device="simulator")
    assert "global_loads" in program.launches[0]
    unchecked = program(x, device="simulator", check=False)
    assert "global_loads" not in program.launches[0]
    assert torch.equal(get_bits(checked), get_bits(unchecked))


@pytest.mark.parametrize(
    "text,sizes,counts", [case[1:] for case in kernel_programs.CASES], ids=[case[0] for case in kernel_programs.CASES]
)
def test_counts(text, sizes, counts):
    """The bytes of hand-written kernels, at sizes with and without full warps and blocks."""
    text = text.replace("%out: memref<?xf32> {", "%out: memref<?xf32> {emmy.result, ")
    executor = create_executor(text)
    for n in (0, 1, 31, 64, 100):
        buffers = [torch.zeros(size, dtype=torch.uint8) for size in sizes(n)]
        ran, diagnostics, launches = executor.run([(buffer.data_ptr(), buffer.nbytes) for buffer in buffers], [n])
        assert ran, [d.message for d in diagnostics]
        launches = json.loads(launches)
        got = [(launch["global_loads"]["bytes"], launch["global_stores"]["bytes"]) for launch in launches]
        assert got == ([counts(n)] if n else [])


class Center(torch.nn.Module):
    def forward(self, x):
        return x - x.mean(-1, keepdim=True)


def test_findings_name_the_python_line():
    """A barrier that is missing in a real kernel: the report leads to the line of the module that the kernel comes from."""
    x = torch.randn(3, 2048)
    text = emmy.compile(Center(), (x,), target="sm_90").ir("kernel", with_locations=True)
    assert "emmy_kernel.barrier" in text
    lines = [line for line in text.split("\n") if "emmy_kernel.barrier" not in line]
    executor = create_executor("\n".join(lines))
    out = torch.empty_like(x)
    ran, diagnostics, _ = executor.run([(t.data_ptr(), t.nbytes) for t in (x, out)], [])
    assert not ran
    assert diagnostics[0].message.startswith("data race: ")
    first = inspect.getsourcelines(Center.forward)[1]
    assert diagnostics[0].file.endswith("test_simulator.py")
    assert diagnostics[0].line == first + 1
    assert any("emmy_kernel." in note.message for note in diagnostics[0].notes)


class Matmul(torch.nn.Module):
    def forward(self, x, w):
        return x @ w


def test_barriers_need_all_that_they_protect():
    """Each buffer on the list of each barrier of a real kernel is there for a reason: without it there is a data race."""
    x, w = torch.randn(40, 48), torch.randn(48, 40)
    text = emmy.compile(Matmul(), (x, w), target="sm_90").ir("kernel")
    barrier = re.compile(r"protects\((.*), (.*) : (memref<.*>), (memref<.*>)\)")
    found = list(barrier.finditer(text))
    assert len(found) == 2 == text.count("emmy_kernel.barrier")
    for match in found:
        first, second, first_type, second_type = match.groups()
        for kept in (f"{first} : {first_type}", f"{second} : {second_type}"):
            executor = create_executor(f"{text[: match.start()]}protects({kept}){text[match.end() :]}")
            out = torch.empty(40, 40)
            ran, diagnostics, _ = executor.run([(t.data_ptr(), t.nbytes) for t in (x, w, out)], [])
            assert not ran
            assert diagnostics[0].message.startswith("data race: ")


def test_findings_are_an_exception():
    text = kernel_programs.TAIL.replace("scf.if %inside {", "%yes = arith.constant true\n scf.if %yes {")
    text = text.replace("%out: memref<?xf32> {", "%out: memref<?xf32> {emmy.result, ")
    executor = create_executor(text)
    x, out = torch.arange(70.0), torch.empty(70)
    ran, diagnostics, _ = executor.run([(t.data_ptr(), t.nbytes) for t in (x, out)], [70])
    assert not ran
    assert diagnostics[0].message.startswith("access out of bounds: k_copy, block (1, 0, 0): expected a load inside of the 70")
    # What is inside of the buffers was computed all the same.
    assert torch.equal(out, x)
    assert issubclass(SimulationError, emmy.errors.DeviceError)


@pytest.mark.parametrize(
    "reported,simulated,is_difference",
    [
        (1000, 1000, False),
        (1000, 1100, False),
        (1101, 1000, True),
        (1000, 1101, True),
        (0, 0, False),
        (0, 4, True),
        (None, 7, False),
    ],
)
def test_differences(reported, simulated, is_difference, capsys):
    """A figure of the IR that is not within a tenth of what a launch counts is told, with both numbers."""
    from emmy.simulation import add_counters, print_counters

    traffic = {"bytes": simulated, "sectors": 0, "efficiency": 1.0}
    shared = {"conflicts": 0}
    launch = {"kernel": "k", "grid": [1, 1, 1], "block": [32, 1, 1], "shared_bytes": 64, "barriers": 0, "instructions": {}}
    launch |= {"global_loads": traffic, "global_stores": traffic | {"bytes": 8}, "shared_loads": shared, "shared_stores": shared}
    kernel = {
        "name": "k",
        "grid": [1, 1, 1],
        "bytes_loaded": reported,
        "bytes_stored": 8,
        "shared_bytes": 64,
        "estimates": ["bytes_loaded"],
    }
    report = {"kernels": [kernel]}
    add_counters(report, [launch])
    expected = {"kernel": "k", "figure": "bytes_loaded", "reported": reported, "simulated": simulated, "estimate": True}
    assert report["differences"] == ([expected] if is_difference else [])
    print_counters(report)
    line = f"k: bytes_loaded: the report says an estimate of {reported or 0:,}, the simulator counts {simulated:,}"
    assert (line in capsys.readouterr().out) == is_difference


def test_report_that_is_wrong(capsys, monkeypatch):
    """A report that says twice what is loaded: `--simulate` tells."""
    from emmy.cli import main

    right = emmy.Module.report

    def report(module, sizes=None):
        result = right(module, sizes)
        result["kernels"][0]["bytes_loaded"] *= 2
        return result

    monkeypatch.setattr(emmy.Module, "report", report)
    assert main(["report", "-c", "torch.relu(torch.ones(64, 64))", "--simulate"]) == 0
    assert "k_relu: bytes_loaded: the report says 32,768, the simulator counts 16,384" in capsys.readouterr().out


def test_report_with_counters(capsys):
    """64 x 64 floats, 4 to a thread: 16384 bytes each way in full sectors, by the report and by the simulator."""
    from emmy.cli import main

    code = ["-c", "torch.relu(torch.ones(64, 64))"]
    assert main(["report", *code, "--simulate", "--json"]) == 0
    (kernel,) = json.loads(capsys.readouterr().out)["kernels"]
    simulated = kernel["simulated"]
    for traffic in (simulated["global_loads"], simulated["global_stores"]):
        assert (traffic["bytes"], traffic["sectors"], traffic["efficiency"]) == (16384, 512, 1)
    assert (kernel["bytes_loaded"], kernel["bytes_stored"]) == (16384, 16384)
    assert main(["report", *code, "--simulate"]) == 0
    out = capsys.readouterr().out
    assert "bank conflicts" in out
    assert "the report and the simulator agree within 10 %" in out
    assert main(["report", *code, "--simulate", "--size", "n=3"]) == 1
    assert "expected no --size with --simulate, which runs on the example inputs, but got n=3" in capsys.readouterr().err
