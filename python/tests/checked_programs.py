# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that tests execute, on whichever executor, once more: their kernels on the checked simulator, for both targets, compared with
the reference execution of the loops.

Each program is taken once in a process. A part of them are, another one for each commit; all in a long run, and with
EMMY_CHECKED_SHARE=1, which leaves the tests themselves as they are.
"""

from __future__ import annotations

import hashlib
import os
import threading
from dataclasses import dataclass

import torch
from emmy.checking.judge import Prepared
from emmy.checking.text import TextJudge, TextProgram
from emmy.compiler import Module
from emmy.program import CompiledProgram
from rotation import get_seed, is_long

TARGETS = ("sm_80", "sm_90")
# One program in so many.
SHARE = 1 if is_long() else int(os.environ.get("EMMY_CHECKED_SHARE", 40))
# Elements of arguments and results at most: more take the simulator longer than they tell.
MAX_ELEMENTS = 1 << 17
# From here on results of sums and functions may leave the range of f16 on their way.
LARGE = 100.0

taken: "set[str]" = set()
lock = threading.Lock()


@dataclass
class Executed:
    """A program that ran, and what it ran on."""

    text: str
    options: dict
    tensors: "list[torch.Tensor]"
    symbols: "list[int]"


def get_text(module: Module) -> str:
    """The program where it was entered."""
    return module.programs[module.entered].print(True)


def is_chosen(text: str) -> bool:
    number = int(hashlib.sha256(text.encode()).hexdigest(), 16)
    return number % SHARE == get_seed() % SHARE


def watch(monkeypatch) -> "list[Executed]":
    """Keeps what is executed from now on, and is chosen."""
    executed: "list[Executed]" = []
    execute = CompiledProgram.execute

    def keep(program, executor, device, tensors, symbols, prepared):
        given = None
        count = len(program.signature.inputs)
        if sum(tensor.numel() for tensor in tensors) <= MAX_ELEMENTS:
            text = get_text(program.module)
            with lock:
                is_new = text not in taken and is_chosen(text)
                if is_new:
                    taken.add(text)
            if is_new:
                given = [tensor.clone() for tensor in tensors[:count]]
        execute(program, executor, device, tensors, symbols, prepared)
        # What an executor refuses is a test of that.
        if given is not None:
            executed.append(Executed(text, program.module.choices, given, list(symbols)))

    monkeypatch.setattr(CompiledProgram, "execute", keep)
    return executed


def is_ordinary(tensor: torch.Tensor) -> bool:
    """Whether sums of the elements stay in range, whatever their order: the reference sums in f64, where nothing overflows."""
    return not tensor.is_floating_point() or not tensor.numel() or bool(tensor.double().abs().max() < LARGE)


def check(executed: Executed) -> None:
    """SimulationError for what the simulator reports; an assertion for a result that is another one."""
    for target in TARGETS:
        program = TextProgram(Module(executed.text, **executed.options | {"target": target}))
        sizes = {info.name: size for info, size in zip(program.signature.symbols, executed.symbols, strict=True)}
        judge = TextJudge(program, sizes)
        got = program.execute("kernel", executed.tensors, sizes)
        if not all(map(is_ordinary, executed.tensors)):
            continue
        expected = judge.expect(executed.tensors, {}, sizes)
        mistakes = judge.find_mistakes(got, Prepared(executed.tensors, sizes, expected))
        assert not mistakes, f"the kernels for {target}: {mistakes}"
