# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs hand-written kernels: on the simulator, as the CUDA C++ that they are printed as, and as the code that becomes PTX."""

from __future__ import annotations

import json

import emmy
import torch
from emmy import _emmy

TYPES = {
    torch.int32: "i32",
    torch.int64: "i64",
    torch.float32: "f32",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.int8: "i8",
    torch.uint8: "i8",
}
SPACES = (("#global", "global"), ("#shared", "workgroup"), ("#private", "private"))


def expand(text):
    """The text with its short names of memory spaces replaced."""
    for short, space in SPACES:
        text = text.replace(short, f"#gpu.address_space<{space}>")
    return text


def write_program(kernels, arguments, launches, target="sm_90"):
    """A module of the kernel level. `kernels`: (name, body, parameters, block); `arguments`: (name, tensor, is result) of the
    entry, results last; `launches`: (kernel, grid, names of arguments). Parameters and arguments of a launch have the same types."""
    types = {name: f"memref<{tensor.numel()}x{TYPES[tensor.dtype]}>" for name, tensor, _ in arguments}
    functions, calls = [], []
    for name, body, parameters, block in kernels:
        texts = ", ".join(f"%{p}: {t}" for p, t in parameters)
        functions.append(
            f"emmy_kernel.func @{name}({texts}) attributes {{block = array<i32: {', '.join(map(str, block))}>}} {{\n"
            f"{body}\nemmy_kernel.return\n}}"
        )
    for number, (kernel, grid, names) in enumerate(launches):
        sizes = [f"%g{number}_{i}" for i in range(len(grid))]
        calls += [f"{size} = arith.constant {value} : index" for size, value in zip(sizes, grid, strict=True)]
        values = ", ".join(f"%{name}" for name in names)
        calls.append(
            f"emmy_kernel.launch @kernels::@{kernel} grid({', '.join(sizes)}) "
            f"args({values} : {', '.join(types[name] for name in names)})"
        )
    entry = ", ".join(f"%{name}: {types[name]}" + (" {emmy.result}" if is_result else "") for name, _, is_result in arguments)
    newline = "\n"
    return expand(
        f'emmy_kernel.module @kernels attributes {{target = "{target}"}} {{\n{newline.join(functions)}\n}}\n'
        f"func.func @main({entry}) {{\n{newline.join(calls)}\nreturn\n}}\n"
    )


def get_parameter(name, tensor):
    """A kernel's parameter for the tensor."""
    return name, f"memref<{tensor.numel()}x{TYPES[tensor.dtype]}, #global>"


class Compiled:
    """A module of the kernel level, ready to run in one of three ways: "simulator", its operations; "shim", the CUDA C++ that it is
    printed as; "nvvm", the code that becomes PTX, which nothing is checked of."""

    def __init__(self, text: "str | emmy.Module", way: str, check: bool = True):
        module = emmy.Module(text) if isinstance(text, str) else text
        self.way = way
        if way == "shim":
            self.executor, problems = _emmy.Shim.create(module.emit("cuda"), check)
        else:
            level = {"simulator": "kernel", "nvvm": "nvvm"}[way]
            program, options = module.programs["kernel"], _emmy.CompileOptions()
            self.executor, diagnostics = _emmy.Executor.create(program, level, options, check=check and way == "simulator")
            problems = [diagnostic.message for diagnostic in diagnostics]
        assert self.executor is not None, problems

    def run(self, tensors, sizes=()):
        """(messages, launches or steps): on buffers for inputs and results, and the values of the symbols, by name."""
        buffers = [(tensor.data_ptr(), tensor.nbytes) for tensor in tensors]
        if self.way == "shim":
            message, launches = self.executor.run(buffers, [], list(sizes))
            return [message] if message else [], launches
        _, diagnostics, launches = self.executor.run(buffers, list(sizes))
        return [diagnostic.message for diagnostic in diagnostics], json.loads(launches)


def simulate(text, tensors, check=True):
    """(messages, launches): the module on the simulator of the kernel level."""
    return Compiled(text, "simulator", check).run(tensors)


def run_retargeted(text, tensors):
    """(messages, steps): the module as the code that becomes PTX."""
    return Compiled(text, "nvvm").run(tensors)


def run_printed(text, tensors, check=True):
    """(message, launches): the CUDA C++ of the module, as it is printed."""
    messages, launches = Compiled(text, "shim", check).run(tensors)
    return "".join(messages), launches


def execute(kernel, *arguments, grid=(1,), block=(32, 1, 1), result, check=True, target="sm_90"):
    """Runs one kernel `k` on the simulator; `arguments` are the tensors %x0, %x1, ... that it reads, %out is the result."""
    names = [*(f"x{i}" for i in range(len(arguments))), "out"]
    tensors = [*arguments, result]
    parameters = [get_parameter(name, tensor) for name, tensor in zip(names, tensors, strict=True)]
    entry = [(name, tensor, name == "out") for name, tensor in zip(names, tensors, strict=True)]
    text = write_program([("k", kernel, parameters, block)], entry, [("k", grid, names)], target)
    return result, *simulate(text, tensors, check)
