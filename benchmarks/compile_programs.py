# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of the framework level whose compilation is timed, by their number of operators; no fold takes any of them away."""

from __future__ import annotations

import random

FLOATS = "tensor<{}xf32>"
ROW = FLOATS.format("1x32x4096")

# A step of a chain: the value before it, two inputs and a condition.
STEPS = (
    "add %v, %y",
    "tanh %v",
    "mul %v, %z",
    "exp %v",
    "sub %y, %v",
    "maximum %v, %z",
    "sigmoid %v",
    "where %c, %v, %y",
    "relu %v",
    "minimum %v, %y",
)


def make_function(arguments: "list[str]", body: "list[str]", results: "list[tuple[str, str]]") -> str:
    names, types = ", ".join(name for name, _ in results), ", ".join(type for _, type in results)
    head = f"func.func @main({', '.join(arguments)}) -> ({types}) {{"
    return "\n".join([head, *(f"  {line}" for line in body), f"  return {names} : {types}", "}", ""])


def make_step(number: int, value: str, type: str = ROW, extra: "tuple[str, str, str]" = ("%y", "%z", "%c")) -> str:
    """One operator on `value`; the type of the condition is that of the values with i1."""
    text = STEPS[number % len(STEPS)]
    types = f"{type.replace('f32', 'i1')}, {type}, {type}" if text.startswith("where") else type
    for name, given in zip(("%y", "%z", "%c"), extra, strict=True):
        text = text.replace(name, given)
    return f"emmy_framework.{text.replace('%v', value)} : {types}"


def silu_and_mul() -> str:
    half = FLOATS.format("1x32x2048")
    return make_function(
        [f"%x: {ROW}"],
        [
            f"%l, %r = emmy_framework.chunk %x dim(-1) chunks(2) : {ROW}",
            f"%s = emmy_framework.silu %l : {half}",
            f"%m = emmy_framework.mul %s, %r : {half}",
        ],
        [("%m", half)],
    )


POINTWISE = [f"%x: {ROW}", f"%y: {ROW}", f"%z: {ROW}", f"%c: {ROW.replace('f32', 'i1')}"]


def chain(count: int) -> str:
    """Mixed pointwise operators, each on the result of the one before.

    The mix never repeats, so that no two kernels are equal, and no step follows itself, so that nothing folds.
    """
    body, value, step = [], "%x", 0
    mix = random.Random(0)
    for number in range(count):
        step += mix.randrange(1, len(STEPS))
        body.append(f"%v{number} = {make_step(step, value)}")
        value = f"%v{number}"
    return make_function(POINTWISE, body, [(value, ROW)])


def diamonds(count: int, width: int = 8) -> str:
    """Values with `width` users whose results are combined again, one diamond after the other."""
    body, value, number = [], "%x", 0
    while number < count:
        arms = []
        for arm in range(width):
            body.append(f"%v{number} = {make_step(arm, value)}")
            arms.append(f"%v{number}")
            number += 1
        value = arms[0]
        for arm in arms[1:]:
            body.append(f"%v{number} = emmy_framework.maximum {value}, {arm} : {ROW}")
            value = f"%v{number}"
            number += 1
    return make_function(POINTWISE, body, [(value, ROW)])


def layers(count: int) -> str:
    """`count` layers of a norm, a linear map and an activation, each with parameters of its own."""
    rows, matrix, vector = FLOATS.format("16x64"), FLOATS.format("64x64"), FLOATS.format("64")
    arguments, body, value = [f"%x: {rows}"], [], "%x"
    for layer in range(count):
        arguments += [f"%g{layer}: {vector}", f"%w{layer}: {matrix}"]
        body += [
            f"%n{layer} = emmy_framework.rms_norm {value} weight(%g{layer}) [64] : {rows}, {vector}",
            f"%l{layer} = emmy_framework.linear %n{layer}, %w{layer} : {rows}, {matrix}",
            f"%s{layer} = emmy_framework.silu %l{layer} : {rows}",
        ]
        value = f"%s{layer}"
    return make_function(arguments, body, [(value, rows)])


def repeated(count: int) -> str:
    """`count` equal kernels on inputs of their own."""
    rows = FLOATS.format("16x1000")
    body = [f"%s{i} = emmy_framework.softmax %x{i} dim(-1) : {rows}" for i in range(count)]
    return make_function([f"%x{i}: {rows}" for i in range(count)], body, [(f"%s{i}", rows) for i in range(count)])


def recurrent(steps: int, layers: int = 2) -> str:
    """`layers` of long short-term memory, unrolled: weights that every step uses, chains of dependent products, and the results of all
    steps put together for the layer above."""
    batch, width, gates = FLOATS.format("4x64"), FLOATS.format(f"{steps}x4x64"), FLOATS.format("4x256")
    arguments, body = [f"%x: {width}", f"%h: {batch}", f"%c: {batch}"], []
    matrix, bias, sequence = FLOATS.format("256x64"), FLOATS.format("256"), "%x"
    for layer in range(layers):
        arguments += [f"%w{layer}: {matrix}", f"%u{layer}: {matrix}", f"%b{layer}: {bias}"]
        name, all_gates = f"%l{layer}", FLOATS.format(f"{steps}x4x256")
        body.append(
            f"{name} = emmy_framework.linear {sequence}, %w{layer} bias(%b{layer}) : {width}, {matrix}, {bias} -> {all_gates}"
        )
        hidden, cell, rows = "%h", "%c", []
        for step in range(steps):
            at = f"{layer}_{step}"
            one = FLOATS.format("1x4x256")
            body += [
                f"%s{at} = emmy_framework.slice {name} dim(0) [{step} : {step + 1}] : {all_gates} -> {one}",
                f"%q{at} = emmy_framework.squeeze %s{at} dims(0) : {one} -> {gates}",
                f"%p{at} = emmy_framework.linear {hidden}, %u{layer} : {batch}, {matrix} -> {gates}",
                f"%a{at} = emmy_framework.add %p{at}, %q{at} : {gates}",
                f"%i{at}, %f{at}, %g{at}, %o{at} = emmy_framework.chunk %a{at} dim(1) chunks(4) : {gates}",
                f"%si{at} = emmy_framework.sigmoid %i{at} : {batch}",
                f"%sf{at} = emmy_framework.sigmoid %f{at} : {batch}",
                f"%tg{at} = emmy_framework.tanh %g{at} : {batch}",
                f"%so{at} = emmy_framework.sigmoid %o{at} : {batch}",
                f"%k{at} = emmy_framework.mul %sf{at}, {cell} : {batch}",
                f"%n{at} = emmy_framework.mul %si{at}, %tg{at} : {batch}",
                f"%c{at} = emmy_framework.add %k{at}, %n{at} : {batch}",
                f"%t{at} = emmy_framework.tanh %c{at} : {batch}",
                f"%h{at} = emmy_framework.mul %so{at}, %t{at} : {batch}",
            ]
            hidden, cell = f"%h{at}", f"%c{at}"
            rows.append(hidden)
        sequence = f"%y{layer}"
        body.append(f"{sequence} = emmy_framework.stack {', '.join(rows)} dim(0) : {', '.join([batch] * steps)} -> {width}")
    return make_function(arguments, body, [(sequence, width), (hidden, batch), (cell, batch)])
