# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a folder that proves kernels on a GPU: the PTX of programs, their inputs, what their host code does, and the results that
this machine's CPU computed for them. `run_folder.py` needs nothing else.

    PYTHONPATH=build/python .venv/bin/python benchmarks/gpu/write_folder.py gpu-proof --target sm_80

PTX for sm_80 runs on every later GPU as well. A folder holds for each program `NAME.ptx`, `NAME.json` (buffers and steps) and a file
for the contents of each input and result.
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
from programs import CASES

SIZES = (1, 37, 512)


def get_bytes(tensor: torch.Tensor) -> bytes:
    return bytes(tensor.contiguous().flatten().view(torch.uint8).numpy()) if tensor.numel() else b""


def write_run(folder: Path, name: str, program, inputs) -> None:
    """One call of a program: the buffers before, the steps, and the buffers after."""
    results, symbols = program.run(program.shape.flatten(inputs, {}), device="nvvm")
    steps = program.steps
    # The kernels themselves, operation by operation, have to say the same.
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
        canonical = torch.where(result.isnan(), torch.nan, result) if result.is_floating_point() else result
        again = torch.where(other.isnan(), torch.nan, other) if other.is_floating_point() else other
        if get_bytes(canonical) != get_bytes(again):
            raise SystemExit(f"error: expected {name} to give the same bits on nvvm and on the simulator, but it does not")
        file = f"{name}.result{number}"
        (folder / file).write_bytes(get_bytes(result))
        assert TORCH_DTYPES[info.dtype] == result.dtype
        buffers.append({"bytes": result.nbytes, "result": file, "dtype": info.dtype})
    (folder / f"{name}.json").write_text(json.dumps({"ptx": f"{name.rsplit('-', 1)[0]}.ptx", "buffers": buffers, "steps": steps}))


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
    names = [case.name for case in CASES]
    for name in arguments.programs:
        if name not in names:
            sys.exit(f"error: expected one of the programs {', '.join(names)}, but got '{name}'")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for case in CASES:
        if not arguments.programs or case.name in arguments.programs:
            write_program(arguments.folder, case, arguments.target, arguments.size or SIZES)
            print(f"{case.name}: written", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
