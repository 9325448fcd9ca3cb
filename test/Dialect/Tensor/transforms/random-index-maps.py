# RUN: %python %s 150 1
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random chains of reshape, broadcast, transpose, slice, pad and concat, built by the builders of index maps with static and
symbolic extents, run by the interpreter before and after composition, and computed by NumPy."""

import random
import subprocess
import sys

import numpy as np

SIZES = {"a": 3, "b": 2, "c": 3, "e": 0, "u": 1}


class Extent:
    """A size with its text: a number or one of the symbols, products and sums of such."""

    def __init__(self, text, value):
        self.text, self.value = text, value

    def __mul__(self, other):
        return Extent(f"({self.text}) * ({other.text})", self.value * other.value)

    def __add__(self, other):
        return Extent(f"{self.text} + {other.text}", self.value + other.value)

    def __sub__(self, other):
        return Extent(f"{self.text} - ({other.text})", self.value - other.value)

    def is_static(self):
        return not any(letter.isalpha() for letter in self.text)

    def attribute(self):
        return f"#emmy.extent<{self.text}>"


def number(value):
    return Extent(str(value), value)


def symbol(rng):
    name = rng.choice(list("aabbcceu"))
    return Extent(name, SIZES[name])


def extent(rng):
    return number(rng.choice([1, 2, 3, 4])) if rng.random() < 0.5 else symbol(rng)


def type_of(extents):
    if all(one.is_static() for one in extents):
        return f"tensor<{''.join(f'{one.value}x' for one in extents)}i64>"
    shape = "".join(f"{one.value}x" if one.is_static() else "?x" for one in extents)
    dims = ", ".join(str(one.value) if one.is_static() else one.text for one in extents)
    return f"tensor<{shape}i64, #emmy.dims<[{dims}]>>"


class Program:
    """One function; every value has a name, its extents and its NumPy array."""

    def __init__(self, rng, name):
        self.rng, self.name, self.lines, self.count = rng, name, [], 0

    def fresh(self):
        self.count += 1
        return f"%v{self.count}"

    def emit(self, text):
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        return name

    def source(self, extents):
        """Distinct numbers: the sum of coordinates times powers of 10."""
        total, array = None, np.zeros([one.value for one in extents], dtype=np.int64)
        for dim in range(len(extents)):
            iota = self.emit(f"emmy_tensor.iota dim = {dim} : {type_of(extents)}")
            factor = self.emit(f"emmy_tensor.constant {13 ** (dim + 1)} : {type_of(extents)}")
            term = self.emit(f"emmy_tensor.elementwise multiply({iota}, {factor}) : {type_of(extents)}")
            total = term if total is None else self.emit(f"emmy_tensor.elementwise add({total}, {term}) : {type_of(extents)}")
            shape = [-1 if other == dim else 1 for other in range(len(extents))]
            array = array + np.arange(extents[dim].value).reshape(shape) * 13 ** (dim + 1)
        if total is None:
            total, array = self.emit("emmy_tensor.constant 7 : tensor<i64>"), np.array(7)
        return total, extents, array

    def step(self, value):
        kinds = ["reshape", "reshape", "broadcast", "transpose", "slice", "pad", "concat"]
        return getattr(self, self.rng.choice(kinds))(*value)

    def reshape(self, name, extents, array):
        """Merges neighbours, splits off numbers that divide, or puts in ones."""
        result = list(extents)
        for _ in range(self.rng.randint(1, 3)):
            kind = self.rng.choice(["merge", "split", "one", "drop"])
            if kind == "merge" and len(result) > 1:
                dim = self.rng.randrange(len(result) - 1)
                result[dim : dim + 2] = [result[dim] * result[dim + 1]]
            elif kind == "split":
                for dim, one in enumerate(result):
                    if one.is_static() and one.value in (4, 6, 8, 9, 12, 16):
                        factor = self.rng.choice([f for f in (2, 3, 4) if one.value % f == 0])
                        result[dim : dim + 1] = [number(factor), number(one.value // factor)]
                        break
            elif kind == "one":
                result.insert(self.rng.randint(0, len(result)), number(1))
            elif kind == "drop":
                ones = [dim for dim, one in enumerate(result) if one.is_static() and one.value == 1]
                if ones:
                    del result[self.rng.choice(ones)]
        # A merge can also be taken back by other boundaries: [x, y] as [y, x].
        if len(result) == 2 and self.rng.random() < 0.3:
            result.reverse()
        text = f'"test.reshape"({name}) : ({type_of(extents)}) -> {type_of(result)}'
        return self.emit(text), result, array.reshape([one.value for one in result])

    def broadcast(self, name, extents, array):
        result = [extent(self.rng) if one.is_static() and one.value == 1 else one for one in extents]
        result = [extent(self.rng) for _ in range(self.rng.randint(0, 1))] + result
        text = f'"test.broadcast"({name}) : ({type_of(extents)}) -> {type_of(result)}'
        return self.emit(text), result, np.broadcast_to(array, [one.value for one in result])

    def transpose(self, name, extents, array):
        permutation = self.rng.sample(range(len(extents)), len(extents))
        result = [extents[dim] for dim in permutation]
        attribute = f"array<i64{': ' if permutation else ''}{', '.join(map(str, permutation))}>"
        text = f'"test.transpose"({name}) {{permutation = {attribute}}} : ({type_of(extents)}) -> {type_of(result)}'
        return self.emit(text), result, array.transpose(permutation)

    def slice(self, name, extents, array):
        starts, steps, result, slices = [], [], [], []
        for one in extents:
            kind = self.rng.choice(["all", "all", "flip", "tail", "stride"])
            if kind == "flip":
                starts.append(one - number(1))
                steps.append(-1)
                result.append(one)
                slices.append(slice(None, None, -1))
            elif kind == "tail" and one.value > 1 and one.is_static():
                starts.append(number(1))
                steps.append(1)
                result.append(one - number(1) if not one.is_static() else number(one.value - 1))
                slices.append(slice(1, None))
            elif kind == "stride" and one.is_static() and one.value > 0:
                starts.append(number(0))
                steps.append(2)
                result.append(number((one.value + 1) // 2))
                slices.append(slice(None, None, 2))
            else:
                starts.append(number(0))
                steps.append(1)
                result.append(one)
                slices.append(slice(None))
        text = (
            f'"test.slice"({name}) {{starts = [{", ".join(start.attribute() for start in starts)}], '
            f"steps = array<i64{': ' if steps else ''}{', '.join(map(str, steps))}>}} : "
            f"({type_of(extents)}) -> {type_of(result)}"
        )
        return self.emit(text), result, array[tuple(slices)]

    def pad(self, name, extents, array):
        low, high, interior, result = [], [], [], []
        for one in extents:
            kind = self.rng.choice(["none", "none", "both", "symbolic", "crop", "interior"])
            before, after, between = number(0), number(0), 0
            if kind == "both":
                before, after = number(self.rng.randint(0, 2)), number(self.rng.randint(0, 2))
            elif kind == "symbolic":
                before = symbol(self.rng)
            elif kind == "crop" and one.is_static() and one.value > 1:
                before, after = number(-1), number(self.rng.choice([0, 1]))
            elif kind == "interior" and one.is_static() and one.value > 0:
                between = self.rng.randint(1, 2)
            low.append(before)
            high.append(after)
            interior.append(between)
            spread = one if between == 0 else number((one.value - 1) * (between + 1) + 1)
            total = spread + before + after
            result.append(number(total.value) if total.is_static() else total)
        fill = self.emit("emmy_tensor.constant -1 : tensor<i64>")
        text = (
            f'"test.pad"({name}, {fill}) {{low = [{", ".join(one.attribute() for one in low)}], '
            f"high = [{', '.join(one.attribute() for one in high)}], "
            f"interior = array<i64{': ' if interior else ''}{', '.join(map(str, interior))}>}} : "
            f"({type_of(extents)}, tensor<i64>) -> {type_of(result)}"
        )
        output = np.full([one.value for one in result], -1, dtype=np.int64)
        for coordinates in np.ndindex(array.shape):
            target = tuple(
                coordinate * (between + 1) + before.value
                for coordinate, between, before in zip(coordinates, interior, low, strict=True)
            )
            if all(0 <= coordinate < size for coordinate, size in zip(target, output.shape, strict=True)):
                output[target] = array[coordinates]
        return self.emit(text), result, output

    def concat(self, name, extents, array):
        if not extents:
            return name, extents, array
        dim = self.rng.randrange(len(extents))
        others = list(extents)
        others[dim] = extent(self.rng)
        second = self.source(others)
        result = list(extents)
        total = extents[dim] + others[dim]
        result[dim] = number(total.value) if total.is_static() else total
        pair = [(name, extents, array), second]
        if self.rng.random() < 0.5:
            pair.reverse()
        names, types = ", ".join(one[0] for one in pair), ", ".join(type_of(one[1]) for one in pair)
        text = f'"test.concat"({names}) {{dim = array<i64: {dim}>}} : ({types}) -> {type_of(result)}'
        return self.emit(text), result, np.concatenate([one[2] for one in pair], axis=dim)


def build(seed, name):
    rng = random.Random(seed)
    program = Program(rng, name)
    value = program.source([extent(rng) for _ in range(rng.randint(0, 3))])
    for _ in range(rng.randint(1, 5)):
        step = program.step(value)
        if step[2].size > 3000 or len(step[1]) > 5:
            break
        value = step
    result = type_of(value[1])
    text = "\n".join([f"func.func @{name}() -> {result} {{", *program.lines, f"  return {value[0]} : {result}", "}"])
    return text, value[2]


def run(text, *passes):
    sizes = ",".join(f"{name}={value}" for name, value in SIZES.items())
    command = [
        "emmy-opt",
        "--allow-unregistered-dialect",
        "--emmy-test-build-index-maps",
        *passes,
        f"--emmy-test-interpret=sizes={sizes}",
        "-o",
        "/dev/null",
    ]
    done = subprocess.run(command, input=text, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr[:3000]}")
    return {line.split(" ")[0]: line for line in done.stdout.splitlines()}


def main(count, seed):
    programs = {f"@p{index}": build(seed * 100000 + index, f"p{index}") for index in range(count)}
    text = "\n".join([*(f"emmy.symbol @{name}" for name in SIZES), *(program for program, _ in programs.values())])
    runs = {"built": run(text), "composed": run(text, "--emmy-tensor-compose-index-maps", "--canonicalize", "--cse")}
    failures = 0
    for name, (program, array) in programs.items():
        expected = f"{name} #0: {''.join(f'{size}x' for size in array.shape)}i64 [{', '.join(map(str, array.flatten()))}]"
        for stage, lines in runs.items():
            if lines[name] != expected:
                failures += 1
                if failures <= 3:
                    print(f"{stage}\n{program}\nexpected {expected}\nbut got  {lines[name]}")
    print(f"{count} programs, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
