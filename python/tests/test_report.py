# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports of PyTorch programs: the figures that are known, the sizes of dynamic dims, the JSON, and the command."""

import json

import emmy
import pytest
import torch
from emmy.cli import main
from emmy.errors import ArgumentError, CompileError
from programs import SiluAndMul, Softmax, SumOfProduct
from torch import nn
from torch.export import Dim

FUSION_KEYS = {
    "kind": str,
    "producer": str,
    "consumer": str,
    "at": str,
    "merged": bool,
    "rule": str,
    "reason": str,
    "bytes_saved": int,
    "recomputed_flops": int,
    "instructions": int,
    "instruction_budget": int,
}
KERNEL_KEYS = {
    "name": str,
    "ops": list,
    "locations": list,
    "grid": list,
    "block": list,
    "shared_bytes": int,
    "registers": type(None),
    "repeated": bool,
    "bytes_read": int,
    "bytes_written": int,
    "bytes_loaded": int,
    "bytes_stored": int,
    "flops": int,
    "operands": list,
    "estimates": list,
}
TOTAL_KEYS = {
    "kernels",
    "bytes_read",
    "bytes_written",
    "bytes_loaded",
    "bytes_stored",
    "bytes_compulsory",
    "bytes_copied",
    "workspace_bytes",
    "flops",
}

KNOWN = [
    (SiluAndMul(), [(1, 32, 4096)], 524288, 262144, 786432),
    (SumOfProduct(), [(4, 128)] * 3, 6144, 16, 6160),
    (nn.RMSNorm(2048), [(1, 32, 2048)], 270336, 262144, 532480),
    (Softmax(), [(64, 1000)], 256000, 256000, 512000),
]


def compile_known(module, shapes, **options):
    return emmy.compile(module.eval(), tuple(torch.randn(shape) for shape in shapes), target="sm_90", **options)


@pytest.mark.parametrize("module,shapes,read,written,compulsory", KNOWN, ids=lambda value: type(value).__name__)
def test_known_figures(module, shapes, read, written, compulsory):
    program = compile_known(module, shapes)
    report = program.report()
    (kernel,) = report["kernels"]
    assert (kernel["bytes_read"], kernel["bytes_written"]) == (read, written)
    assert report["total"]["bytes_compulsory"] == compulsory
    assert kernel["estimates"] == []


def test_launch_of_silu_and_mul():
    """The given schedule launches 64 blocks of 256 threads, the model's own at least as many blocks, for as many elements."""
    shapes = [(1, 32, 4096)]
    (given,) = compile_known(SiluAndMul(), shapes, schedule="threads=256,vector=4").report()["kernels"]
    assert (given["grid"], given["block"]) == ([64, 1, 1], [256, 1, 1])
    (chosen,) = compile_known(SiluAndMul(), shapes).report()["kernels"]
    assert chosen["grid"][0] >= 64
    assert chosen["grid"][0] * chosen["block"][0] == 64 * 256
    for kernel in (given, chosen):
        assert (kernel["bytes_read"], kernel["bytes_written"]) == (524288, 262144)
        assert (kernel["bytes_loaded"], kernel["bytes_stored"]) == (524288, 262144)


@pytest.mark.parametrize("module,shapes,read,written,compulsory", KNOWN, ids=lambda value: type(value).__name__)
def test_shim_counts_the_same(module, shapes, read, written, compulsory):
    program = compile_known(module, shapes)
    program.checked = True
    program(*(torch.randn(shape) for shape in shapes), device="shim")
    reported = [(k["bytes_loaded"], k["bytes_stored"], k["grid"], k["block"]) for k in program.report()["kernels"]]
    counted = [
        (launch["global"]["bytes_loaded"], launch["global"]["bytes_stored"], launch["grid"], launch["block"])
        for launch in program.launches
    ]
    assert reported == counted
    # Nothing is loaded twice but the weight of the norm, once for each row.
    again = 31 * 8192 if isinstance(module, nn.RMSNorm) else 0
    assert reported[0][:2] == (read + again, written)


@pytest.mark.parametrize(
    "module,shapes",
    [(SiluAndMul(), [(4, 128)]), (SumOfProduct(), [(4, 100)] * 3), (Softmax(), [(4, 77)])],
    ids=lambda value: type(value).__name__,
)
def test_dynamic_sizes_from_one_compilation(module, shapes):
    n = Dim("n", max=4096)
    names = ["a", "b", "c"] if len(shapes) == 3 else ["x"]
    program = compile_known(module, shapes, dynamic_shapes={name: {0: n} for name in names})
    program.checked = True
    assert program.report() == program.report({"n": 4})
    for size in (0, 1, 7, 37):
        report = program.report({"n": size})
        assert report["symbols"] == {"n": size}
        program(*(torch.randn(size, *shape[1:]) for shape in shapes), device="shim")
        # Empty launches are skipped.
        reported = [(k["bytes_loaded"], k["bytes_stored"]) for k in report["kernels"] if all(k["grid"])]
        assert reported == [(launch["global"]["bytes_loaded"], launch["global"]["bytes_stored"]) for launch in program.launches]
        assert report["total"]["bytes_read"] == 4 * size * sum(shape[1] for shape in shapes)
    with pytest.raises(CompileError, match="expected a value of @n, but got none"):
        program.report({})
    with pytest.raises(CompileError, match="expected sizes of the symbols n, but got one of m"):
        program.report({"n": 1, "m": 2})


def test_json_has_every_key():
    report = json.loads(json.dumps(compile_known(SiluAndMul(), [(2, 64)]).report()))
    assert set(report) == {"target", "symbols", "kernels", "total", "fusion", "numerics", "prepared", "warnings"}
    assert set(report["total"]) == TOTAL_KEYS
    for kernel in report["kernels"]:
        assert {key: type(value) for key, value in kernel.items()} == KERNEL_KEYS
        assert len(kernel["grid"]) == len(kernel["block"]) == 3
    for entry in report["fusion"]:
        assert {key: type(value) for key, value in entry.items()} == FUSION_KEYS
    for key in ("bytes_read", "bytes_written", "bytes_loaded", "bytes_stored", "flops"):
        assert report["total"][key] == sum(kernel[key] for kernel in report["kernels"])


def test_operators_and_lines():
    (kernel,) = compile_known(SiluAndMul(), [(2, 64)]).report()["kernels"]
    assert [op for op in kernel["ops"] if op in ("silu", "mul")] == ["silu", "mul"]
    assert any("programs.py:" in line for line in kernel["locations"])


def test_command(capsys):
    code = ["-c", "F.relu(torch.randn(8, 4))"]
    assert main(["report", *code, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["total"]["bytes_read"] == 128
    assert main(["report", *code]) == 0
    text = capsys.readouterr().out
    assert "relu" in text and "128 B" in text
    assert main(["report", *code, "--dynamic", "input:0=n", "--size", "n=3", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["symbols"], report["total"]["bytes_read"]) == ({"n": 3}, 48)
    assert main(["report", *code, "--size", "n:3"]) == 1
    assert "expected --size of the form name=number, such as seq=37, but got 'n:3'" in capsys.readouterr().err


def test_sizes_must_be_known():
    from emmy.report import parse_sizes

    assert parse_sizes(["a=1", "b=20"]) == {"a": 1, "b": 20}
    with pytest.raises(ArgumentError, match="such as seq=37, but got 'a'"):
        parse_sizes(["a"])
