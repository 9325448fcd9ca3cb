# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a folder that proves kernels on a GPU: the PTX of programs, their inputs, what their host code does, and the results that
this machine's CPU computed for them. `run_folder.py` needs nothing else.

    PYTHONPATH=build/python .venv/bin/python benchmarks/gpu/write_folder.py gpu-proof --target sm_80

PTX for sm_80 runs on every later GPU as well. A folder holds for each program `NAME.ptx`, `NAME.json` (buffers and steps) and a file
for the contents of each input and result. How a tensor core rounds its sums nothing says, so of a kernel that uses them there is one
more file: how far each element of the result may be away, in f64.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
from pathlib import Path

import emmy
import torch
from emmy.binding import TORCH_DTYPES, bind
from torch.export import Dim

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python" / "tests"))
from attention_kernels import StreamingAttention
from kernel_execution import Compiled
from programs import CASES

SIZES = (1, 37, 512)
# Kernels that are written by hand: what the schedules of attention have to come to.
WRITTEN = {
    "streaming_attention": StreamingAttention(),
    "streaming_attention_causal": StreamingAttention("f16", keys=64, stages=3, is_causal=True),
}


def get_bytes(tensor: torch.Tensor) -> bytes:
    return bytes(tensor.contiguous().flatten().view(torch.uint8).numpy()) if tensor.numel() else b""


def assert_same(name: str, result: torch.Tensor, other: torch.Tensor) -> None:
    """The kernels themselves, operation by operation, have to say the same."""
    if result.is_floating_point():
        result, other = (torch.where(tensor.isnan(), torch.nan, tensor) for tensor in (result, other))
    if get_bytes(result) != get_bytes(other):
        raise SystemExit(f"error: expected {name} to give the same bits on nvvm and on the simulator, but it does not")


def write_description(folder: Path, name: str, buffers, steps) -> None:
    ptx = f"{name.rsplit('-', 1)[0]}.ptx"
    (folder / f"{name}.json").write_text(json.dumps({"ptx": ptx, "buffers": buffers, "steps": steps}))


def write_buffer(folder: Path, name: str, kind: str, tensor: torch.Tensor, **more) -> dict:
    file = f"{name}.{kind}"
    (folder / file).write_bytes(get_bytes(tensor))
    return {"bytes": tensor.nbytes, kind.rstrip("0123456789"): file, **more}


def write_run(folder: Path, name: str, program, inputs) -> None:
    """One call of a program: the buffers before, the steps, and the buffers after."""
    results, symbols = program.run(program.shape.flatten(inputs, {}), device="nvvm")
    steps = program.steps
    simulated, _ = program.run(program.shape.flatten(inputs, {}), device="simulator")
    arguments, _ = bind(program.graph, program.get_entry(), program.signature, program.shape.flatten(inputs, {}))
    # What the kernels take: of parameters, what is prepared of them.
    executor = program.get_executor("nvvm")
    given = [(tensor.data_ptr(), tensor.nbytes) for tensor in arguments + results]
    prepared = program.prepare(executor, "nvvm", given, symbols)
    buffers = []
    for number, (_, (address, size)) in enumerate(executor.arrange(given, symbols, prepared)[: -len(results)]):
        file = f"{name}.input{number}"
        (folder / file).write_bytes(ctypes.string_at(address, size))
        buffers.append({"bytes": size, "input": file})
    for number, (info, result, other) in enumerate(zip(program.signature.outputs, results, simulated, strict=True)):
        assert_same(name, result, other)
        assert TORCH_DTYPES[info.dtype] == result.dtype
        buffers.append(write_buffer(folder, name, f"result{number}", result, dtype=info.dtype))
    write_description(folder, name, buffers, steps)


def write_written(folder: Path, name: str, target: str, sizes) -> None:
    """A kernel that is written by hand: three heads, and five keys more than queries."""
    kernel = WRITTEN[name]
    module = emmy.Module(kernel.write(target))
    (folder / f"{name}.ptx").write_text(module.emit("ptx"))
    compiled = [Compiled(module, way) for way in ("nvvm", "simulator")]
    for size in sizes:
        tensors = kernel.make_operands(3, size, size + 5)
        results, steps = [], []
        for executor in compiled:
            results.append(torch.full_like(tensors[0], torch.nan))
            messages, step = executor.run((*tensors, results[-1]), (3, size + 5, size))
            assert messages == []
            steps.append(step)
        run = f"{name}-{size}"
        assert_same(run, *results)
        buffers = [write_buffer(folder, run, f"input{number}", tensor) for number, tensor in enumerate(tensors)]
        # Both are within the bound of what is exact.
        bound = 2 * kernel.get_bound(*tensors)
        (folder / f"{run}.bound0").write_bytes(get_bytes(bound))
        buffers.append(write_buffer(folder, run, "result0", results[0], dtype=kernel.dtype, bound=f"{run}.bound0"))
        write_description(folder, run, buffers, steps[0])


def write_program(folder: Path, case, target: str, sizes) -> None:
    torch.manual_seed(0)
    program = emmy.compile(case.make().eval(), case.inputs(4), dynamic_shapes=case.dynamic(Dim("n")), target=target)
    (folder / f"{case.name}.ptx").write_text(program.ir("ptx"))
    for size in sizes:
        write_run(folder, f"{case.name}-{size}", program, case.inputs(size))


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description="write a folder that proves kernels on a GPU")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--target", default="sm_80", help="GPU architecture that the PTX is for (default: sm_80)")
    parser.add_argument("--size", type=int, action="append", help=f"size of the leading dim (default: {SIZES}); may be repeated")
    parser.add_argument("programs", nargs="*", help="names of programs (default: all)")
    arguments = parser.parse_args(argv)
    names = [*(case.name for case in CASES), *WRITTEN]
    for name in arguments.programs:
        if name not in names:
            sys.exit(f"error: expected one of the programs {', '.join(names)}, but got '{name}'")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for case in CASES:
        if not arguments.programs or case.name in arguments.programs:
            write_program(arguments.folder, case, arguments.target, arguments.size or SIZES)
            print(f"{case.name}: written", flush=True)
    for name in WRITTEN:
        if not arguments.programs or name in arguments.programs:
            write_written(arguments.folder, name, arguments.target, arguments.size or SIZES)
            print(f"{name}: written", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
