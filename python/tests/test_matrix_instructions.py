# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix instructions against numpy, with fragments loaded element by element where the PTX ISA's text says that they are: on the
simulator, as printed CUDA C++ and as the code that becomes PTX, whose bits are equal."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
import pytest
import torch
from emmy import _emmy
from kernel_execution import TYPES, Compiled, execute, get_parameter, write_program

# ---- Layouts, as the PTX ISA writes them: (lane, number of the element) -> (row, column) -------------------------------


def group(lane):
    return lane >> 2


def thread(lane):
    return lane % 4


def accumulator(lane, i):
    return group(lane) + (0 if i < 2 else 8), thread(lane) * 2 + (i & 1)


def left_16_bits_8(lane, i):
    return group(lane) + (0 if i < 2 else 8), thread(lane) * 2 + (i & 1)


def right_16_bits_8(lane, i):
    return thread(lane) * 2 + i, group(lane)


def left_16_bits_16(lane, i):
    return group(lane) + (0 if i < 2 or 4 <= i < 6 else 8), thread(lane) * 2 + (i & 1) + (0 if i < 4 else 8)


def right_16_bits_16(lane, i):
    return thread(lane) * 2 + (i & 1) + (0 if i < 2 else 8), group(lane)


def left_tf32_4(lane, i):
    return group(lane) + (0 if i == 0 else 8), thread(lane)


def right_tf32_4(lane, i):
    return thread(lane), group(lane)


def left_tf32_8(lane, i):
    return group(lane) + (0 if i in (0, 2) else 8), thread(lane) + (0 if i in (0, 1) else 4)


def right_tf32_8(lane, i):
    return thread(lane) + (0 if i == 0 else 4), group(lane)


def left_8_bits_16(lane, i):
    return group(lane) + (0 if i < 4 else 8), thread(lane) * 4 + (i & 3)


def right_8_bits_16(lane, i):
    return thread(lane) * 4 + (i & 3), group(lane)


def left_8_bits_32(lane, i):
    return group(lane) + (0 if i < 4 or 8 <= i < 12 else 8), thread(lane) * 4 + (i & 3) + (0 if i < 8 else 16)


def right_8_bits_32(lane, i):
    return thread(lane) * 4 + (i & 3) + (0 if i < 4 else 16), group(lane)


DTYPES = {
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "tf32": torch.float32,
    "f32": torch.float32,
    "s8": torch.int8,
    "u8": torch.uint8,
    "s32": torch.int32,
}


@dataclass(frozen=True)
class Atom:
    k: int
    left: str
    right: str
    sum: str
    least_target: int
    left_layout: object
    right_layout: object
    num_left: int
    num_right: int

    @property
    def name(self):
        return f"m16n8k{self.k}_{self.sum}_{self.left}_{self.right}"


ATOMS = [
    *(
        atom
        for left, total, first in (("f16", "f32", 75), ("f16", "f16", 75), ("bf16", "f32", 80))
        for atom in (
            Atom(8, left, left, total, first, left_16_bits_8, right_16_bits_8, 4, 2),
            Atom(16, left, left, total, 80, left_16_bits_16, right_16_bits_16, 8, 4),
        )
    ),
    Atom(4, "tf32", "tf32", "f32", 80, left_tf32_4, right_tf32_4, 2, 1),
    Atom(8, "tf32", "tf32", "f32", 80, left_tf32_8, right_tf32_8, 4, 2),
    *(
        atom
        for left in ("s8", "u8")
        for right in ("s8", "u8")
        for atom in (
            Atom(16, left, right, "s32", 80, left_8_bits_16, right_8_bits_16, 8, 4),
            Atom(32, left, right, "s32", 80, left_8_bits_32, right_8_bits_32, 16, 8),
        )
    ),
]
# Every atom, and those of integers with saturation, too.
VARIANTS = [(atom, saturates) for atom in ATOMS for saturates in ((False, True) if atom.sum == "s32" else (False,))]


def describe(variant):
    return variant[0].name + ("_saturating" if variant[1] else "")


def test_the_table_is_the_documentation():
    """Names, targets, and the affine map of every layout at every lane and element."""
    table = {atom["name"]: atom for atom in _emmy.matrix_atoms()}
    assert set(table) == {atom.name for atom in ATOMS}
    for atom in ATOMS:
        entry = table[atom.name]
        assert entry["shape"] == (16, 8, atom.k)
        assert entry["least_target"] == atom.least_target
        for operand, element, layout, count in (
            ("left", atom.left, atom.left_layout, atom.num_left),
            ("right", atom.right, atom.right_layout, atom.num_right),
            ("accumulator", atom.sum, accumulator, 4),
        ):
            assert (entry[operand]["element"], entry[operand]["num_elements"]) == (element, count)
            text = entry[operand]["map"].removeprefix("(d0, d1) -> ").replace("floordiv", "//").replace("mod", "%")
            lanes, elements = np.divmod(np.arange(32 * count), count)
            got = np.stack(eval(text, {"d0": lanes, "d1": elements}), axis=1)
            assert got.tolist() == [list(layout(lane, i)) for lane in range(32) for i in range(count)], (atom.name, operand)


# ---- Numbers -----------------------------------------------------------------------------------------------------------

FLOATS = [0.0, -0.0, 1.0, -1.0, 1.5, float("inf"), -float("inf"), float("nan")]
EXTREMES = {
    "f16": [65504.0, -65504.0, 2.0**-24, -(2.0**-24), 2.0**-14, 1 + 2.0**-10, 2.0**-12],
    "bf16": [3.3895e38, -3.3895e38, 2.0**-133, -(2.0**-133), 2.0**-126, 1 + 2.0**-7, 2.0**-63],
    # The lower 13 bits are not read: 1 + 2^-11 is 1, and the largest subnormals are smaller.
    "tf32": [3.4028235e38, 2.0**-149, 2.0**-137, -(2.0**-126), 1 + 2.0**-11, 1 - 2.0**-24, 2.0**-70],
    "f32": [3.4028235e38, -3.4028235e38, 2.0**-149, -(2.0**-126), 1 + 2.0**-23, 2.0**24, 1e-30],
}


def make_matrix(kind, rows, columns, values, generator):
    """`random`: what programs have; `hurtful`: extremes and what is no number among ones."""
    if kind in ("s8", "u8", "s32"):
        low, high = {"s8": (-128, 128), "u8": (0, 256), "s32": (-(2**31), 2**31)}[kind]
        if values == "random":
            low, high = max(low, -1000), min(high, 1000)
            return torch.randint(low, high, (rows, columns), generator=generator, dtype=torch.int64).to(DTYPES[kind])
        choices = torch.tensor([low, high - 1, low + 1, high - 2], dtype=torch.int64)
        return choices[torch.randint(0, 4, (rows, columns), generator=generator)].to(DTYPES[kind])
    if values == "random":
        return torch.randn(rows, columns, generator=generator).to(DTYPES[kind])
    choices = torch.tensor(EXTREMES[kind] * 2 + FLOATS + [1.0] * 30)
    return choices[torch.randint(0, len(choices), (rows, columns), generator=generator)].to(DTYPES[kind])


def read_as(kind, matrix):
    """The numbers that a tensor core sees."""
    if kind == "tf32":
        return (matrix.view(torch.int32) & ~0x1FFF).view(torch.float32).numpy()
    return matrix.to(torch.float32).numpy() if matrix.is_floating_point() else matrix.numpy().astype(np.int64)


def multiply(atom, left, right, total, saturates):
    """The definition: exact products, added in order of k, one rounding to f32 each (through f64, which a second rounding does
    not hurt: 53 >= 2 * 24 + 2); integers exactly."""
    a, b, c = read_as(atom.left, left), read_as(atom.right, right), read_as(atom.sum, total)
    if atom.sum == "s32":
        exact = c + a @ b
        wrapped = np.clip(exact, -(2**31), 2**31 - 1) if saturates else (exact + 2**31) % 2**32 - 2**31
        return torch.from_numpy(wrapped.astype(np.int32))
    with np.errstate(all="ignore"):
        for k in range(atom.k):
            product = a[:, k, None].astype(np.float64) * b[None, k].astype(np.float64)
            c = (c.astype(np.float64) + product).astype(np.float32)
        return torch.from_numpy(c).to(DTYPES[atom.sum])


def assert_equal_bits(got, expected):
    """The same bits, and any NaN for a NaN."""
    if got.is_floating_point():
        assert torch.equal(got.isnan(), expected.isnan())
        got, expected = (torch.where(t.isnan(), torch.zeros_like(t), t) for t in (got, expected))
        got, expected = (t.view(torch.int16 if t.element_size() == 2 else torch.int32) for t in (got, expected))
    assert torch.equal(got, expected), (got != expected).nonzero()[:5]


# ---- A program of one kernel for each variant --------------------------------------------------------------------------


def make_places(layout, count, num_columns):
    """The places of the fragments' elements in a matrix: of all lanes of element 0, then of element 1, ..."""
    places = [layout(lane, i) for i in range(count) for lane in range(32)]
    return torch.tensor([row * num_columns + column for row, column in places], dtype=torch.int32)


def write_kernel(variant, types):
    """Loads the fragments of %a, %b and %c through %ia, %ib and %ic, multiplies, and stores to %d."""
    atom, saturates = variant
    lines = ["%lane = emmy_kernel.thread_id x : i32"]
    fragments = []

    def place(which, i, count):
        lines.append(f"%n{which}{i} = arith.constant {32 * i} : i32")
        lines.append(f"%o{which}{i} = arith.addi %lane, %n{which}{i} : i32")
        lines.append(f"%p{which}{i} = emmy_kernel.load %i{which}[%o{which}{i} : i32] : memref<{32 * count}xi32, #global>")
        return f"%p{which}{i}"

    for which, count in (("a", atom.num_left), ("b", atom.num_right), ("c", 4)):
        for i in range(count):
            index = place(which, i, count)
            lines.append(f"%{which}{i} = emmy_kernel.load %{which}[{index} : i32] : {types[which]}")
        element = types[which].split("x")[-1].split(",")[0]
        vector = f"vector<{count}x{element}>"
        elements = ", ".join(f"%{which}{i}" for i in range(count))
        lines.append(f"%{which}v = vector.from_elements {elements} : {vector}")
        fragments.append(vector)
    words = [f"unsigned_{name}" for name in ("left", "right") if getattr(atom, name) == "u8"]
    words += ["saturate"] if saturates else []
    lines.append(f"%dv = emmy_kernel.mma m16n8k{atom.k} %av, %bv, %cv {' '.join(words)} : {', '.join(fragments)}")
    for i in range(4):
        lines.append(f"%d{i} = vector.extract %dv[{i}] : {element} from {fragments[2]}")
        lines.append(f"emmy_kernel.store %d{i}, %d[%pc{i} : i32] : {types['d']}")
    return "\n".join(lines)


@functools.cache
def make_operands(values):
    """(tensors by name, expected results) of every variant."""
    generator = torch.Generator().manual_seed(int(values == "hurtful"))
    tensors, results, expected = {}, {}, []
    for number, (atom, saturates) in enumerate(VARIANTS):
        a = make_matrix(atom.left, 16, atom.k, values, generator)
        b = make_matrix(atom.right, atom.k, 8, values, generator)
        c = make_matrix(atom.sum, 16, 8, values, generator)
        tensors[f"a{number}"], tensors[f"b{number}"], tensors[f"c{number}"] = a, b, c
        tensors[f"ia{number}"] = make_places(atom.left_layout, atom.num_left, atom.k)
        tensors[f"ib{number}"] = make_places(atom.right_layout, atom.num_right, 8)
        tensors[f"ic{number}"] = make_places(accumulator, 4, 8)
        results[f"d{number}"] = torch.zeros(16, 8, dtype=DTYPES[atom.sum])
        expected.append(multiply(atom, a, b, c, saturates))
    return tensors | results, expected


OPERANDS = ("a", "b", "c", "ia", "ib", "ic", "d")


@functools.cache
def write_all():
    """One program, so that each executor compiles once."""
    tensors, _ = make_operands("random")
    kernels, launches = [], []
    for number, variant in enumerate(VARIANTS):
        parameters = [get_parameter(name, tensors[f"{name}{number}"]) for name in OPERANDS]
        kernels.append((f"k{number}", write_kernel(variant, dict(parameters)), parameters, (32, 1, 1)))
        launches.append((f"k{number}", (1,), [f"{name}{number}" for name in OPERANDS]))
    arguments = [(name, tensor, name[0] == "d") for name, tensor in tensors.items()]
    return write_program(kernels, arguments, launches)


RUNS = {
    "checked": ("simulator", True),
    "unchecked": ("simulator", False),
    "printed": ("shim", False),
    "printed_checked": ("shim", True),
    "retargeted": ("nvvm", False),
}


@functools.cache
def run(how, values):
    """(messages, launches, results of every variant)."""
    tensors, _ = make_operands(values)
    results = {name: torch.zeros_like(tensor) if name[0] == "d" else tensor for name, tensor in tensors.items()}
    messages, launches = Compiled(write_all(), *RUNS[how]).run(list(results.values()))
    return messages, launches, [results[f"d{number}"] for number in range(len(VARIANTS))]


@pytest.mark.parametrize("values", ["random", "hurtful"])
@pytest.mark.parametrize("how", RUNS)
def test_atoms(how, values):
    messages, _, results = run(how, values)
    assert not messages
    for variant, got, expected in zip(VARIANTS, results, make_operands(values)[1], strict=True):
        try:
            assert_equal_bits(got, expected)
        except AssertionError as error:
            raise AssertionError(f"{describe(variant)} differs from its definition") from error


def test_hurtful_values_hurt():
    """They reach infinities, NaN, sums that wrap, and ones that saturate."""
    _, expected = make_operands("hurtful")
    results = dict(zip(map(describe, VARIANTS), expected, strict=True))
    for name in ("m16n8k16_f32_bf16_bf16", "m16n8k8_f32_tf32_tf32", "m16n8k16_f16_f16_f16"):
        assert results[name].isnan().any() and results[name].isinf().any() and results[name].isfinite().any()
    for name in ("m16n8k16_s32_s8_s8", "m16n8k32_s32_u8_u8"):
        assert not torch.equal(results[name], results[name + "_saturating"])


def test_flops_are_counted():
    _, launches, _ = run("checked", "random")
    for (atom, _), launch in zip(VARIANTS, launches, strict=True):
        assert launch["matrix_flops"] == 2 * 16 * 8 * atom.k
        assert (launch["instructions"]["matrix"], launch["lanes"]["matrix"]) == (1, 32)


def test_bound_of_other_orders():
    """The bound of docs/Numerics.md holds between the definition and the exact sum."""
    tensors, expected = make_operands("random")
    for number, (atom, _) in enumerate(VARIANTS):
        if atom.sum != "f32":
            continue
        a, b, c = (
            read_as(kind, tensors[f"{name}{number}"]) for name, kind in (("a", atom.left), ("b", atom.right), ("c", "f32"))
        )
        a, b, c = (t.astype(np.float64) for t in (a, b, c))
        bound = (atom.k + 1) * 2.0**-23 * (np.abs(c) + np.abs(a) @ np.abs(b))
        assert (np.abs(expected[number].numpy() - (c + a @ b)) <= bound).all()


# ---- Rounding to tf32 is arithmetic that a kernel spells ---------------------------------------------------------------


def test_rounding_to_tf32():
    """To nearest, ties away from zero, as cvt.rna.tf32.f32 does it: half of the last bit is added, and the rest cleared. What the
    multiplication reads is then what numpy rounds."""
    body = """
      %lane = emmy_kernel.thread_id x : i32
      %half = arith.constant 4096 : i32
      %kept = arith.constant -8192 : i32
      %x = emmy_kernel.load %x0[%lane : i32] : memref<32xf32, #global>
      %bits = arith.bitcast %x : f32 to i32
      %up = arith.addi %bits, %half : i32
      %cut = arith.andi %up, %kept : i32
      %r = arith.bitcast %cut : i32 to f32
      %zero = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %c0 = arith.constant 0 : i32
      %left = vector.from_elements %r, %zero : vector<2xf32>
      // The right matrix has ones where row and column are equal, so column c of the result is column c of the left one.
      %c4 = arith.constant 4 : i32
      %row = arith.remsi %lane, %c4 : i32
      %column = arith.divsi %lane, %c4 : i32
      %same = arith.cmpi eq, %row, %column : i32
      %e = arith.select %same, %one, %zero : f32
      %right = vector.from_elements %e : vector<1xf32>
      %sum = arith.constant dense<0.0> : vector<4xf32>
      %d = emmy_kernel.mma m16n8k4 %left, %right, %sum : vector<2xf32>, vector<1xf32>, vector<4xf32>
      %d0 = vector.extract %d[0] : f32 from vector<4xf32>
      %d1 = vector.extract %d[1] : f32 from vector<4xf32>
      %c2 = arith.constant 2 : i32
      %c8 = arith.constant 8 : i32
      %place = arith.muli %column, %c8 : i32
      %pair = arith.muli %row, %c2 : i32
      %i0 = arith.addi %place, %pair : i32
      %c1 = arith.constant 1 : i32
      %i1 = arith.addi %i0, %c1 : i32
      emmy_kernel.store %d0, %out[%i0 : i32] : memref<64xf32, #global>
      emmy_kernel.store %d1, %out[%i1 : i32] : memref<64xf32, #global>
    """
    x = torch.randn(32)
    # Ties on both sides of zero, just below one, one that carries into the exponent.
    x[:6] = torch.tensor([1 + 2.0**-11, -1 - 2.0**-11, 1 + 2.0**-11 - 2.0**-23, 2 - 2.0**-12, 3 * 2.0**-140, 65504.0])
    out, problems, _ = execute(body, x, result=torch.zeros(64))
    assert problems == []
    scale = 2.0 ** (torch.frexp(x.double())[1].clamp(min=-125) - 11).double()
    steps = x.double() / scale
    rounded = ((steps.abs() + 0.5).floor() * steps.sign() * scale).float()
    assert torch.equal(out.view(8, 8)[:, :4], rounded.view(8, 4))
    assert torch.equal(out.view(8, 8)[:, 4:], torch.zeros(8, 4))


# ---- Loads of fragments ------------------------------------------------------------------------------------------------

NUM_ROWS = 64
LOADS = [(count, dtype, False) for count in (1, 2, 4) for dtype in (torch.bfloat16, torch.float16, torch.int8, torch.float32)]
LOADS += [(count, dtype, True) for count in (1, 2, 4) for dtype in (torch.bfloat16, torch.float16)]


def write_load(count, dtype, transposes):
    """Rows of 16 bytes go to shared memory; every lane gives the index %i of one, and stores what it gets element by element."""
    name, bytes_of = TYPES[dtype], torch.empty(0, dtype=dtype).element_size()
    columns, elements = 16 // bytes_of, count * 4 // bytes_of
    buffer, vector = f"memref<{NUM_ROWS * columns}x{name}", f"vector<{columns}x{name}>"
    lines = [
        "%lane = emmy_kernel.thread_id x : i32",
        f"%s = emmy_kernel.shared : {buffer}, #shared>",
        f"%columns = arith.constant {columns} : i32",
        "%c32 = arith.constant 32 : i32",
    ]
    for half in range(NUM_ROWS // 32):
        lines += [
            f"%h{half} = arith.constant {32 * half} : i32",
            f"%r{half} = arith.addi %lane, %h{half} : i32",
            f"%f{half} = arith.muli %r{half}, %columns : i32",
            f"%v{half} = emmy_kernel.load %x[%f{half} : i32] : {buffer}, #global>, {vector}",
            f"emmy_kernel.store %v{half}, %s[%f{half} : i32] : {buffer}, #shared>, {vector}",
        ]
    lines += [
        "emmy_kernel.barrier",
        "%row = emmy_kernel.load %i[%lane : i32] : memref<32xi32, #global>",
        f"%v = emmy_kernel.ldmatrix {'transpose ' if transposes else ''}%s[%row : i32] : {buffer}, #shared>, vector<{elements}x{name}>",
    ]
    for e in range(elements):
        lines += [
            f"%e{e} = vector.extract %v[{e}] : {name} from vector<{elements}x{name}>",
            f"%n{e} = arith.constant {32 * e} : i32",
            f"%o{e} = arith.addi %lane, %n{e} : i32",
            f"emmy_kernel.store %e{e}, %out[%o{e} : i32] : memref<{32 * elements}x{name}, #global>",
        ]
    return "\n".join(lines)


@pytest.mark.parametrize("how", RUNS)
def test_loads(how):
    """Rows in any order, some of them several times; lanes whose row is not used give one outside of the buffer."""
    generator = torch.Generator().manual_seed(7)
    kernels, launches, inputs, results, expected = [], [], [], [], []
    for number, (count, dtype, transposes) in enumerate(LOADS):
        bytes_of = torch.empty(0, dtype=dtype).element_size()
        columns, per_lane = 16 // bytes_of, 4 // bytes_of
        x = torch.randint(-100, 100, (NUM_ROWS, columns), generator=generator).to(dtype)
        rows = torch.randint(0, NUM_ROWS, (32,), generator=generator)
        index = (rows * columns).to(torch.int32)
        index[8 * count :] = -1
        out = torch.zeros(count * per_lane * 32, dtype=dtype)
        names = [f"x{number}", f"i{number}", f"out{number}"]
        parameters = [get_parameter(name, t) for name, t in (("x", x), ("i", index), ("out", out))]
        kernels.append((f"k{number}", write_load(count, dtype, transposes), parameters, (32, 1, 1)))
        launches.append((f"k{number}", (1,), names))
        inputs += [(names[0], x, False), (names[1], index, False)]
        results.append((names[2], out, True))
        wanted = torch.zeros(count, per_lane, 32, dtype=dtype)
        for m in range(count):
            matrix = x[rows[8 * m : 8 * m + 8]]
            matrix = matrix.T if transposes else matrix
            for lane in range(32):
                wanted[m, :, lane] = matrix[lane // 4, per_lane * (lane % 4) : per_lane * (lane % 4 + 1)]
        expected.append(wanted.flatten())
    arguments = inputs + results
    text = write_program(kernels, arguments, launches)
    messages, found = Compiled(text, *RUNS[how]).run([t for _, t, _ in arguments])
    assert not messages
    for load, (_, got, _), wanted in zip(LOADS, results, expected, strict=True):
        assert torch.equal(got, wanted), load
    if how == "checked":
        for (count, _, _), launch in zip(LOADS, found, strict=True):
            assert launch["shared_loads"]["requests"] == 1
            assert launch["shared_loads"]["bytes"] == 128 * count
