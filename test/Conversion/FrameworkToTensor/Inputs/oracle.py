# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Framework operators against PyTorch: cases of IR text, executed by the interpreter, judged by the standard tolerance.

Every case runs twice: with static shapes, and with every extent but 1 a symbol (`s5` is the symbol whose value is 5)."""

import math
import re
import subprocess
import sys

import torch
from emmy.importer.types import DTYPES as TYPES
from emmy.importer.types import print_scalar
from emmy.testing import compare

FLOATS = [torch.float32, torch.float16, torch.bfloat16, torch.float64]
INTEGERS = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]

scalar_text = print_scalar
inf, nan = math.inf, math.nan
HARD = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    3.0,
    -7.0,
    1e-3,
    20.0,
    21.0,
    88.0,
    -88.0,
    700.0,
    1e5,
    -1e30,
    1e-40,
    5e-324,
    inf,
    -inf,
    nan,
    0.1,
    -0.7,
    65504.0,
    3.4e38,
]


def hard(dtype):
    """Values that hurt, of one dtype."""
    if dtype == torch.bool:
        return torch.tensor([True, False])
    if not dtype.is_floating_point:
        info = torch.iinfo(dtype)
        numbers = [0, 1, 2, 3, 7, 31, 64, info.max, info.max - 1] + ([-1, -2, -7, info.min, info.min + 1] if info.min else [])
        return torch.tensor(numbers, dtype=dtype)
    return torch.tensor(HARD, dtype=torch.float64).to(dtype)


def random(shape, dtype=torch.float32, seed=0):
    generator = torch.Generator().manual_seed(seed * 1000 + sum(shape) + len(shape))
    if dtype == torch.bool:
        return torch.rand(shape, generator=generator) < 0.5
    if not dtype.is_floating_point:
        return torch.randint(0 if dtype == torch.uint8 else -9, 10, shape, generator=generator).to(dtype)
    return torch.randn(shape, generator=generator, dtype=torch.float64).to(dtype)


def extent(size, dynamic):
    return f"s{size}" if dynamic and size != 1 else str(size)


def type_text(shape, dtype, dynamic=False, extents=None):
    extents = extents or [extent(size, dynamic) for size in shape]
    sizes = "".join(("?" if not e.isdigit() else e) + "x" for e in extents)
    named = f", #emmy.dims<[{', '.join(extents)}]>" if "?" in sizes else ""
    return f"tensor<{sizes}{TYPES[dtype]}{named}>"


def constant_text(tensor):
    static = type_text(tensor.shape, tensor.dtype)
    if tensor.numel() == 0:
        return f"emmy_tensor.constant dense<> : {static}"
    if tensor.dtype == torch.bool:
        return f"emmy_tensor.constant dense<{nested(tensor.tolist())}> : {static}"
    data = bytes(tensor.contiguous().flatten().view(torch.uint8).tolist())
    return f'emmy_tensor.constant dense<"0x{data.hex()}"> : {static}'


def nested(value):
    return "[" + ", ".join(map(nested, value)) + "]" if isinstance(value, list) else str(value).lower()


class Cases:
    def __init__(self, pointwise=False):
        """`pointwise`: elements are judged by the errors in eager of those of their own size, not by the largest of the tensor."""
        self.pointwise = pointwise
        self.functions, self.expected, self.sizes, self.ranges = [], [], set(), set()

    def add(self, text, inputs, reference, out=None, terms=None, both=True, oracle=None, least=0):
        """`text` is the operator with {0}, {1}, … for the inputs; `reference` takes the tensors and gives a tensor or a tuple.
        `out` are the extents of the dynamic results where they are not those of the static sizes. `terms` gives the sum of the
        absolute values of the terms, for sums. {s5} in the text is the extent 5, static or symbolic. `least` is what the program
        declares as the least value of its symbols."""
        eager = reference(*inputs)
        eager = eager if isinstance(eager, tuple) else (eager,)
        wide = [x.double() if x.is_floating_point() else x for x in inputs]
        exact = (oracle or reference)(*wide)
        exact = exact if isinstance(exact, tuple) else (exact,)
        bound = terms(*wide) if terms else None
        for dynamic in (False, True) if both else (False,):
            self.add_function(text, inputs, eager, exact, bound, out, dynamic)
            if least and dynamic:
                # Symbols of their own, with that range: s3 becomes m1s3.
                self.functions[-1] = re.sub(r"\bs(\d+)\b", rf"m{least}s\1", self.functions[-1])
                self.ranges.add(least)

    def add_function(self, text, inputs, eager, exact, bound, out, dynamic):
        name = f"f{len(self.functions)}"
        lines, types, shapes = [], [], {}
        for index, tensor in enumerate(inputs):
            kind = type_text(tensor.shape, tensor.dtype, dynamic)
            lines.append(f"  %x{index} = {constant_text(tensor)}")
            if dynamic and "?" in kind:
                dims = ", ".join(f"d{d}" for d in range(tensor.dim()))
                lines[-1] = lines[-1].replace(f"%x{index} =", f"%c{index} =")
                lines.append(
                    f"  %x{index} = emmy_tensor.index_map [%c{index}[({dims}) -> ({dims})]] : "
                    f"({type_text(tensor.shape, tensor.dtype)}) -> {kind}"
                )
            types.append(kind)
            self.sizes.update(tensor.shape)
        for size in range(64):
            shapes[f"s{size}"] = extent(size, dynamic)
        op = text.format(*[f"%x{i}" for i in range(len(inputs))], **shapes)
        extents = out or [None] * len(eager)
        results = [
            type_text(e.shape, e.dtype, dynamic, [x if dynamic else None for x in o] if o and dynamic else None)
            for e, o in zip(eager, extents, strict=True)
        ]
        for e in eager:
            self.sizes.update(e.shape)
        names = ", ".join(f"%r{i}" for i in range(len(eager)))
        lines.append(f"  {names} = emmy_framework.{op} : " + (", ".join(types) if types else ", ".join(results)))
        lines.append(f"  return {names} : {', '.join(results)}")
        self.functions.append("\n".join([f"func.func @{name}() -> ({', '.join(results)}) {{", *lines, "}"]))
        title = f"{op} : {', '.join(types)}"
        self.expected += [(title, e, x, bound) for e, x in zip(eager, exact, strict=True)]

    def check(self):
        symbols = {f"s{size}": (size, "") for size in sorted(self.sizes)}
        for least in sorted(self.ranges):
            symbols |= {f"m{least}s{size}": (size, f" {{min = {least}}}") for size in sorted(self.sizes) if size >= least}
        text = "\n".join([*(f"emmy.symbol @{name}{range_}" for name, (_, range_) in symbols.items()), *self.functions])
        values = ",".join(f"{name}={size}" for name, (size, _) in symbols.items())
        pipeline = f"builtin.module(emmy-convert-framework-to-tensor,emmy-test-interpret{{sizes={values}}})"
        command = ["emmy-opt", f"--pass-pipeline={pipeline}", "-o", "/dev/null"]
        run = subprocess.run(command, input=text, text=True, capture_output=True)
        if run.returncode:
            print(run.stderr[:4000])
            sys.exit(1)
        failures = 0
        for line, (title, eager, exact, bound) in zip(run.stdout.splitlines(), self.expected, strict=True):
            problem = compare(parse(line, eager), eager, exact, terms=bound, local=self.pointwise)
            if problem:
                failures += 1
                if failures < 40:
                    print(f"{title[:160]}: {problem}")
        print(f"{len(self.expected)} results, {failures} failures")
        sys.exit(failures != 0 or not self.expected)


def parse(line, like):
    body = line[line.index("[") + 1 : -1]
    numbers = [number for number in body.split(", ") if number]
    if like.dtype.is_floating_point:
        return torch.tensor([float(n) for n in numbers], dtype=torch.float64).to(like.dtype).reshape(like.shape)
    return torch.tensor([int(n) for n in numbers], dtype=torch.int64).to(like.dtype).reshape(like.shape)
