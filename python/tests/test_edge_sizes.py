# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs of many operators, of many tensors and of large ones: values that are shared are computed once, kernels take no more than they
may, the code does not grow with sizes, and numbers of elements are no 32-bit integers. Numbers that a dtype does not have are refused."""

import mmap
import re

import emmy
import pytest
import torch
import torch.nn.functional as F
from emmy.compiler import Module
from emmy.importer import import_module
from rotation import is_long

# Of Linux; Python has no name for it.
MAP_NORESERVE = 0x4000
# The least that a launch takes on any target.
PARAMETER_BYTES = 4096


def grow(count):
    """Each step reads the last two values twice."""

    def call(a, b):
        values = [a, b]
        for _ in range(count):
            values += [values[-1] + values[-2], values[-1] * values[-2]]
        return values[-2] + values[-1]

    return call


def count_lines(call, inputs, level="kernel") -> int:
    with torch.device("meta"):
        graph = import_module(call, tuple(torch.empty(shape) for shape in inputs))
    return Module(graph.text, target="sm_90").print(level).count("\n")


@pytest.mark.parametrize(("count", "value"), [(1, 11), (2, 41), (3, 371)])
def test_values_read_twice(count, value):
    a, b = torch.tensor([2.0]), torch.tensor([3.0])
    assert emmy.compile(grow(count), (a, b))(a, b).tolist() == [value]


def test_values_read_twice_are_computed_once():
    few, many = (count_lines(grow(count), [(1,), (1,)]) for count in (20, 200))
    assert many <= 11 * few


def add_all(*tensors):
    total = tensors[0]
    for tensor in tensors[1:]:
        total = total + tensor
    return total


MANY = {"sum": (add_all, 600)}
if is_long():  # half a minute each
    MANY["cat"] = (lambda *tensors: torch.cat(tensors), 480)
    MANY["updates"] = (lambda *tensors: [x * tensors[0] + 1 for x in tensors], 600)


@pytest.mark.parametrize(("call", "count"), MANY.values(), ids=MANY)
def test_many_tensors(call, count):
    tensors = [torch.full((3,), float(number % 17)) for number in range(count)]
    program = emmy.compile(call, tensors, target="sm_90")
    entries = re.findall(r"\.visible \.entry.*?\)", program.ir("ptx"), re.S)
    # Each is a pointer or a 64-bit number.
    assert entries and max(entry.count(".param") for entry in entries) * 8 <= PARAMETER_BYTES
    got, wanted = program(*tensors, device="cpu"), call(*tensors)
    for g, w in zip(*[x if isinstance(x, list) else [x] for x in (got, wanted)], strict=True):
        assert torch.equal(g, w)


@pytest.mark.parametrize(
    ("call", "small", "large"),
    [
        (lambda x, y: (x * y).sum((0, 1), keepdim=True), [(256, 128)] * 2, [(2048, 1024)] * 2),
        (lambda x: F.layer_norm(x.movedim(1, -1), (3,)), [(16, 3, 32, 32)], [(2048, 3, 224, 224)]),
        (lambda x, y: torch.relu(x @ y), [(4096, 4096)] * 2, [(16384, 16384)] * 2),
    ],
    ids=["sum", "norm", "product"],
)
def test_code_does_not_grow_with_sizes(call, small, large):
    lines = [count_lines(call, shapes) for shapes in (small, large)]
    assert lines[1] <= 1.2 * lines[0]
    assert count_lines(call, small, "loop") == count_lines(call, large, "loop")


def test_elements_beyond_32_bits():
    """A row of a table of more than 2^31 elements, of which memory is mapped where it is touched."""
    rows, width, row = 262144, 8960, 239674
    memory = mmap.mmap(-1, rows * width * 4, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE)
    table = torch.frombuffer(memory, dtype=torch.float32).view(rows, width)
    assert row * width + width - 1 == 2147487999
    table[row] = torch.arange(width)
    at = torch.tensor([row])
    program = emmy.compile(lambda table, at: (table[at], table.index_select(0, at) * 2), (table, at), target="sm_90")
    # (Other executors have memory of their own.)
    for device in ("cpu", "tile"):
        got, doubled = program(table, at, device=device)
        assert torch.equal(got, table[row : row + 1]) and torch.equal(doubled, 2 * got), device
    # The kernels' offsets, in elements or bytes of a row.
    offsets = [line for line in program.ir("ptx").splitlines() if re.search(rf" {width},| {4 * width},", line)]
    assert offsets and all("64" in line.split()[0] for line in offsets), offsets


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: x.clamp(-3.4e39, 3.4e39), r"a number of torch.float32, but got min = -3.4e\+39"),
        (lambda x: x.half().clamp(max=1e5), "a number of torch.float16, but got max = 100000.0"),
        (lambda x: F.hardtanh(x, 0, 1e39), r"max_val = 1e\+39"),
        (lambda x: x.to(torch.int8).clamp(-1000, 7), "a number of torch.int8, but got min = -1000"),
        (lambda x: x.to(torch.uint8).clamp(max=300), "max = 300"),
        (lambda x: x.to(torch.int8).masked_fill(x > 2, 300), "value = 300"),
        (lambda x: torch.full((2,), 300, dtype=torch.int8), "fill_value = 300"),
        (lambda x: torch.full_like(x, 1e300), r"fill_value = 1e\+300"),
        (lambda x: torch.where(x > 2, x, 1e300), r"other = 1e\+300"),
        (lambda x: F.pad(x, (1, 1), value=1e300), r"value = 1e\+300"),
    ],
)
def test_numbers_that_the_dtype_does_not_have(call, message):
    x = torch.arange(4.0)
    with pytest.raises(RuntimeError, match="overflow"):
        call(x)
    with pytest.raises(emmy.UnsupportedError, match=rf"test_edge_sizes.py:\d+: .*{message}"):
        emmy.compile(call, (x,))


def test_numbers_that_the_dtype_has():
    def call(x):
        u = x.to(torch.uint8)
        inf = float("inf")
        return x.clamp(-inf, 3.4e38), torch.full_like(u, -1), x.half().masked_fill(x > 2, 65504.0), x.masked_fill(x > 2, -inf)

    x = torch.arange(4.0)
    for got, wanted in zip(emmy.compile(call, (x,))(x), call(x), strict=True):
        assert torch.equal(got, wanted)
