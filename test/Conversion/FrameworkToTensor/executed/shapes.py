# REQUIRES: torch
# RUN: %python %s %S/../Inputs
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that move elements, and sources: equal to PyTorch, static and with symbolic extents, sizes 0 and 1 included."""

import sys

sys.path.insert(0, sys.argv[1])

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from oracle import TYPES, Cases, hard, random, scalar_text  # noqa: E402

cases = Cases()
i32 = torch.int32


def add(text, x, reference, out=None):
    cases.add(text, [x], reference, out=[out] if out else None)


# Reshapes. The text names extents by size: {s6} is 6, static or a symbol.
for shape, sizes in [
    ((2, 3, 4), (2, 12)),
    ((2, 3, 4), (4, 3, 2)),
    ((2, 3, 4), (3, 2, 2, 2)),
    ((2, 3, 4), (24,)),
    ((1, 5, 1), (5,)),
    ((5,), (1, 5, 1)),
    ((0, 4), (2, 0)),
    ((), (1, 1)),
    ((1,), ()),
    ((6, 7), (7, 6)),
    ((2, 1, 3), (3, 1, 2)),
]:
    cases.add(f"reshape {{0}} [{', '.join(map(str, sizes))}]", [random(shape, i32)], lambda x, s=sizes: x.reshape(s), both=False)
add("reshape {0} [{s2}, {s3}, {s4}]", random((2, 3, 4), i32), lambda x: x.reshape(2, 3, 4))
add("reshape {0} [{s2}*{s3}, {s4}]", random((2, 3, 4), i32), lambda x: x.reshape(6, 4), ["s2*s3", "s4"])
add("reshape {0} [-1, {s4}]", random((2, 3, 4), i32), lambda x: x.reshape(-1, 4), ["s2*s3", "s4"])
add("reshape {0} [{s4}, {s3}, {s2}]", random((2, 3, 4), i32), lambda x: x.reshape(4, 3, 2))
add("reshape {0} [{s3}, {s2}, {s4}]", random((2, 3, 4), i32), lambda x: x.reshape(3, 2, 4))
add("reshape {0} [1, {s5}, 1]", random((5,), i32), lambda x: x.reshape(1, 5, 1))
add("flatten {0} start_dim(1)", random((2, 3, 4), i32), lambda x: x.flatten(1), ["s2", "s3*s4"])
add("flatten {0} end_dim(1)", random((2, 3, 4), i32), lambda x: x.flatten(0, 1), ["s2*s3", "s4"])
add("flatten {0}", random((), i32), lambda x: x.flatten())
add("flatten {0}", random((0, 3), i32), lambda x: x.flatten(), ["s0*s3"])
add("squeeze {0}", random((1, 5, 1, 3), i32), lambda x: x.squeeze())
add("squeeze {0} dims(0, 1)", random((1, 5, 1), i32), lambda x: x.squeeze((0, 1)))
for dim in [0, 1, -1]:
    add(f"unsqueeze {{0}} dim({dim})", random((5, 3), i32), lambda x, d=dim: x.unsqueeze(d))

# Dims.
add("permute {0} dims(2, 0, -2)", random((2, 3, 4), i32), lambda x: x.permute(2, 0, 1))
add("permute {0} dims()", random((), i32), lambda x: x.permute(()))
add("transpose {0} dim0(0) dim1(-1)", random((2, 3, 4), i32), lambda x: x.transpose(0, -1))
add("transpose {0} dim0(0) dim1(0)", random((), i32), lambda x: x.transpose(0, 0))
add("flip {0} dims(0, -1)", random((2, 3, 4), i32), lambda x: x.flip(0, -1))
add("flip {0} dims(0)", random((0, 4), i32), lambda x: x.flip(0))
for shifts, dims in [((1,), (0,)), ((-1, 5), (0, 1)), ((0,), (1,)), ((7,), (-1,))]:
    text = f"roll {{0}} shifts({', '.join(map(str, shifts))}) dims({', '.join(map(str, dims))})"
    add(text, random((3, 4), i32), lambda x, s=shifts, d=dims: x.roll(s, d))
    add(text, random((0, 4), i32), lambda x, s=shifts, d=dims: x.roll(s, d))
add("expand {0} [{s2}, {s3}, {s4}]", random((3, 1), i32), lambda x: x.expand(2, 3, 4))
add("expand {0} [{s2}, -1, -1]", random((3, 1), i32), lambda x: x.expand(2, -1, -1))
add("expand {0} [{s0}, {s3}]", random((3,), i32), lambda x: x.expand(0, 3))
add("repeat {0} [2, 1, 3]", random((3, 4), i32), lambda x: x.repeat(2, 1, 3), ["2", "s3", "3*s4"])
add("repeat {0} [0, 2]", random((3, 1), i32), lambda x: x.repeat(0, 2), ["0", "2"])
add("repeat {0} [{s2}, {s3}]", random((4,), i32), lambda x: x.repeat(2, 3), ["s2", "s3*s4"])

# Slices: Python's bounds; negative and far ones on symbolic dims too.
for start, end, step in [
    (0, 3, 1),
    (2, None, 1),
    (1, 9, 3),
    (-4, None, 1),
    (0, -2, 1),
    (7, 3, 1),
    (0, 99, 2),
    (-99, 5, 1),
    (3, 3, 1),
    (0, None, 4),
]:
    bounds = f"{start} : {'' if end is None else end}" + (f"{' ' if end is None else ' '}: {step}" if step != 1 else "")
    cases.add(f"slice {{0}} dim(1) [{bounds}]", [random((2, 10), i32)], lambda x, s=start, e=end, t=step: x[:, s:e:t], both=False)
add("slice {0} dim(0) [1 : ]", random((5, 2), i32), lambda x: x[1:], ["-min(1, s5) + s5", "s2"])
add("slice {0} dim(0) [1 : ]", random((0, 2), i32), lambda x: x[1:], ["-min(1, s0) + s0", "s2"])
add("slice {0} dim(0) [0 : {s3}]", random((5, 2), i32), lambda x: x[:3], ["min(s3, s5)", "s2"])
add("slice {0} dim(0) [0 : {s7}]", random((5, 2), i32), lambda x: x[:7], ["min(s5, s7)", "s2"])
add("slice {0} dim(0) [ : : 2]", random((5, 2), i32), lambda x: x[::2], ["ceildiv(s5, 2)", "s2"])
for text, call in [("dim(1) index(2)", lambda x: x[:, 2]), ("dim(0) index(-1)", lambda x: x[-1])]:
    cases.add(f"select {{0}} {text}", [random((3, 4), i32)], call, least=3)
cases.add("select {0} dim(-1) index({s4} - 2)", [random((3, 4), i32)], lambda x: x[:, 2], least=3)

# Pieces.
cases.add("split {0} dim(1) [2, 3, 0]", [random((4, 5), i32)], lambda x: x.split((2, 3, 0), 1), both=False)
cases.add("chunk {0} dim(-1) chunks(3)", [random((4, 7), i32)], lambda x: x.chunk(3, -1), both=False)
cases.add("chunk {0} dim(0) chunks(2)", [random((0, 7), i32)], lambda x: x.chunk(2, 0), both=False)
cases.add("cat {0}, {1} dim(0)", [random((3, 4), i32), random((2, 4), i32)], lambda *x: torch.cat(x, 0), out=[["s2 + s3", "s4"]])
cases.add(
    "cat {0}, {1}, {2} dim(-1)",
    [random((3, 4), i32), random((3, 0), i32), random((3, 2), i32)],
    lambda *x: torch.cat(x, -1),
    out=[["s3", "s0 + s2 + s4"]],
)
cases.add("cat {0}, {1} dim(-2)", [torch.empty(0), random((1, 8, 0, 78))], lambda *x: torch.cat(x, -2), both=False)
cases.add("cat {0}, {1} dim(0)", [random((3,), torch.int8), random((2,), i32)], lambda *x: torch.cat(x), out=[["s2 + s3"]])
cases.add("cat {0}, {1} dim(0)", [random((3,), torch.float16), random((2,))], lambda *x: torch.cat(x), out=[["s2 + s3"]])
cases.add("cat {0} dim(0)", [random((3, 4), i32)], lambda *x: torch.cat(x))
for dim in [0, 1, -1]:
    cases.add(
        f"stack {{0}}, {{1}} dim({dim})",
        [random((3, 4), i32), random((3, 4), i32, 1)],
        lambda *x, d=dim: torch.stack(x, d),
        out=[{0: ["2", "s3", "s4"], 1: ["s3", "2", "s4"], -1: ["s3", "s4", "2"]}[dim]],
    )
add("pad {0} low(1, 0) high(0, 2) value(7)", random((3, 4), i32), lambda x: F.pad(x, (0, 2, 1, 0), value=7), ["s3 + 1", "s4 + 2"])
add("pad {0} low(-1, 2) high(1, -3)", random((3, 4), i32), lambda x: F.pad(x, (2, -3, -1, 1)), ["s3", "s4 - 1"])
add("pad {0} low(0, 0) high(2, 0)", random((0, 4), i32), lambda x: F.pad(x, (0, 0, 0, 2)), ["s0 + 2", "s4"])
for diagonal in [0, 1, -2, 9]:
    for name in ["tril", "triu"]:
        for shape in [(3, 4), (2, 4, 3), (0, 3), (1, 1)]:
            add(f"{name} {{0}} diagonal({diagonal})", random(shape), lambda x, n=name, d=diagonal: getattr(torch, n)(x, d))

# Conversions that the program writes, on values that every dtype holds, and floats on all of them.
for source in TYPES:
    for target in TYPES:
        x = hard(source)
        if source.is_floating_point and not target.is_floating_point:
            x = x[(x.float().abs() < 100) & ((x.float() >= 0) | (target != torch.uint8))] if target != torch.bool else x
        cases.add(
            f"to {{0}} dtype({TYPES[target]})", [x], lambda x, t=target: x.to(t), both=False, oracle=lambda x, t=target: x.to(t)
        )

# The bits of numbers, as another dtype.
for source in TYPES:
    for target in TYPES:
        if source.itemsize == target.itemsize and torch.bool not in (source, target):
            x = hard(source)
            x = x[~x.isnan() & ~x.view(target).isnan()]
            cases.add(
                f"bitcast {{0}} dtype({TYPES[target]})",
                [x],
                lambda x, t=target: x.view(t),
                both=False,
                oracle=lambda x, s=source, t=target: x.to(s).view(t),
            )

# Sources.
for dtype, value in [
    (torch.float32, 1.5),
    (torch.float16, -float("inf")),
    (torch.int64, -3),
    (torch.bool, True),
    (torch.uint8, 7),
    (torch.float32, 3),
    (torch.int32, 2.0),
]:
    for shape in [(2, 3), (), (0,)]:
        cases.add(
            f"full [{', '.join(map(str, shape))}] value({scalar_text(value)}) dtype({TYPES[dtype]})",
            [],
            lambda s=shape, v=value, d=dtype: torch.full(s, v, dtype=d),
            both=False,
        )
for dtype in [torch.int64, torch.float32, torch.int32, torch.bfloat16]:
    for start, end, step in [(0, 5, 1), (3, 20, 4), (10, 0, -3), (4, 4, 1), (-3, 3, 2)]:
        cases.add(
            f"arange [{start} : {end} : {step}] dtype({TYPES[dtype]})",
            [],
            lambda s=start, e=end, t=step, d=dtype: torch.arange(s, e, t, dtype=d),
            both=False,
        )
cases.check()
