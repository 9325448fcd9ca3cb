# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a program calls, seen by running it: for programs that PyTorch cannot capture, since it stops at the first thing it refuses."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections import defaultdict

import torch
from torch.overrides import TorchFunctionMode
from torch.utils import _pytree as pytree
from torch.utils._python_dispatch import TorchDispatchMode

from ..errors import Problem, SourceError
from ..importer.expand import get_function
from ..importer.functional import is_known
from ..importer.locations import get_error_place, get_relative_path, is_library
from ..importer.types import DTYPES

# Numbers that Python reads from tensors, and shapes that follow from their elements.
DATA_DEPENDENT = (torch.Tag.data_dependent_output, torch.Tag.dynamic_output_shape)


def get_user_line(caller) -> "tuple[str, int]":
    """The innermost line that is neither PyTorch's nor Emmy's."""
    frame = sys._getframe(1)
    while frame is not None:
        if not is_library(frame.f_code.co_filename):
            return get_relative_path(frame.f_code.co_filename), frame.f_lineno
        frame = frame.f_back
    return (get_relative_path(caller[0]), caller[1]) if caller else ("", 0)


def is_mask_of_index(target, args) -> bool:
    """Whether an operator's results have a shape that depends on data: an index does so only by a mask."""
    if target.overloadpacket is torch.ops.aten.index:
        return any(index is not None and index.dtype in (torch.bool, torch.uint8) for index in args[1])
    return True


# What gives Python a number of a tensor's.
Tensor = torch.Tensor
NUMBERS = {
    function: f"Tensor.{function.__name__}"
    for function in (
        Tensor.__bool__,
        Tensor.__int__,
        Tensor.__float__,
        Tensor.__index__,
        Tensor.__complex__,
        Tensor.item,
        Tensor.tolist,
    )
}


class Numbers(TorchFunctionMode):
    """Keeps the numbers that Python reads from tensors, by the line that reads them."""

    def __init__(self, caller):
        super().__init__()
        self.caller = caller
        self.values = defaultdict(list)

    def __torch_function__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        if function in NUMBERS:
            self.values[(function, *get_user_line(self.caller))].append(result)
        return result

    def get_problems(self) -> "list[Problem]":
        message = "expected nothing that depends on elements of tensors, but got a Python number by {}"
        return [
            Problem(message.format(NUMBERS[function]), file, line, kind="data", subject=NUMBERS[function])
            for (function, file, line), values in self.values.items()
            for _ in values
        ]


class Replay(TorchFunctionMode):
    """Gives the numbers that a run kept, in a program that is traced: again and again, since that happens more than once."""

    def __init__(self, numbers: Numbers):
        super().__init__()
        self.numbers, self.taken = numbers, defaultdict(int)

    def __torch_function__(self, function, types, args=(), kwargs=None):
        place = (function, *get_user_line(self.numbers.caller)) if function in NUMBERS else None
        if place not in self.numbers.values:
            return function(*args, **(kwargs or {}))
        values, number = self.numbers.values[place], self.taken[place]
        self.taken[place] += 1
        return values[number % len(values)]


@contextlib.contextmanager
def replayed(module, numbers: Numbers):
    """While it lasts, calls of the module give the numbers that a run kept. PyTorch's tracer sets aside what is around its own call."""
    forward = module.forward
    had_own = "forward" in vars(module)

    @functools.wraps(forward)
    def call(*args, **kwargs):
        with Replay(numbers):
            return forward(*args, **kwargs)

    module.forward = call
    try:
        yield
    finally:
        if had_own:
            module.forward = forward
        else:
            del module.forward


class Recorder(TorchDispatchMode):
    """Collects what Emmy would not take of what runs below it. Conditions and loops run as a whole."""

    supports_higher_order_operators = True

    def __init__(self, caller):
        super().__init__()
        self.caller = caller
        self.problems: "list[Problem]" = []
        self.runs_whole = False  # a condition or a loop

    def report(self, kind: str, subject: str, message: str) -> None:
        self.problems.append(Problem(message, *get_user_line(self.caller), kind=kind, subject=subject))

    def __torch_dispatch__(self, target, types, args=(), kwargs=None):
        results = target(*args, **(kwargs or {}))
        if isinstance(target, torch._ops.HigherOrderOperator):
            self.runs_whole = True
            return results
        tags = [tag for tag in DATA_DEPENDENT if tag in target.tags]
        if tags and is_mask_of_index(target, args):
            what = "a number" if tags[0] is torch.Tag.data_dependent_output else "a shape"
            self.report(
                "data", str(target), f"expected nothing that depends on elements of tensors, but {target} gives {what} that does"
            )
        elif not target.is_view and not is_known(target) and get_function(target) is None and not is_mutation(target):
            self.report("operator", str(target), f"expected an operator that Emmy knows, but got {target}")
        for value in pytree.tree_leaves(results):
            if isinstance(value, torch.Tensor) and value.dtype not in DTYPES:
                self.report(
                    "dtype", str(value.dtype), f"expected one of the dtypes {', '.join(DTYPES.values())}, but got {value.dtype}"
                )
        return results


def is_mutation(target) -> bool:
    """Whether an operator writes to an operand: those become results of operators that do not."""
    return target._schema.is_mutable


def record(module, args, kwargs, caller=None) -> "tuple[list[Problem], Numbers]":
    """(what the call does that Emmy does not take; the numbers that Python read). The arguments and the module may be written to.

    SourceError where the call does not run by itself: then there is no program that Emmy could take.
    """
    recorder, numbers = Recorder(caller), Numbers(caller)
    try:
        with torch.no_grad(), recorder, numbers:
            module(*args, **kwargs)
    except (Exception, SystemExit) as error:
        raised = f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
        raise SourceError("the example call raised:", [Problem(raised, *get_error_place(error))]) from error
    finally:
        # PyTorch compiled them in order to run them, and would use that where they are captured.
        if recorder.runs_whole:
            torch._dynamo.reset()
    return recorder.problems, numbers
