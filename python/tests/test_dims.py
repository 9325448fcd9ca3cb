# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dynamic dims: any size from 0 on, whatever the example's was, with the user's names, ranges and relations."""

from dataclasses import dataclass

import emmy
import pytest
import torch
from emmy.errors import ArgumentError, CaptureError, UnsupportedError
from emmy.importer import import_module
from emmy.testing import check_program
from torch.export import Dim


def get_symbols(text: str) -> "list[str]":
    return [line for line in text.split("\n") if line.startswith("emmy.symbol")]


@pytest.mark.parametrize("size", [0, 1, 2, 5])
def test_any_example_size(size):
    program = emmy.compile(lambda x: x.sum(-1) * 2, (torch.ones(size, 3),), dynamic_shapes=({0: Dim("n")},))
    assert get_symbols(program.ir("framework").replace("  emmy", "emmy")) == ["emmy.symbol @n"]
    for other in (0, 1, 4):
        assert program(torch.ones(other, 3), device="tensor").tolist() == [6.0] * other


def test_examples_are_enlarged_together():
    n = Dim("n")
    text = import_module(
        lambda x, y: torch.cat([x, x]) + y, (torch.ones(1), torch.ones(2)), dynamic_shapes=({0: n}, {0: 2 * n})
    ).text
    assert "tensor<?xf32, #emmy.dims<[2*n]>>" in text
    with pytest.raises(CaptureError):  # 3 is not a size that the relation allows
        import_module(lambda x, y: torch.cat([x, x]) + y, (torch.ones(4), torch.ones(3)), dynamic_shapes=({0: n}, {0: 2 * n}))


def test_ranges():
    text = import_module(
        lambda x: x + 1, (torch.ones(1, 8, 3),), dynamic_shapes={"x": {0: Dim("low", max=6), 1: Dim("both", min=4, max=16)}}
    ).text
    assert get_symbols(text) == ["emmy.symbol @low {max = 6}", "emmy.symbol @both {min = 4, max = 16}"]
    text = import_module(lambda x: x + 1, (torch.ones(4, 3),), dynamic_shapes=({0: Dim("seq", min=2)},)).text
    assert get_symbols(text) == ["emmy.symbol @seq {min = 2}"]


def test_two_symbols_of_one_size():
    text = import_module(
        lambda x, y: (x + 1, y + 1), (torch.ones(4), torch.ones(4)), dynamic_shapes=({0: Dim("a")}, {0: Dim("b")})
    ).text
    assert get_symbols(text) == ["emmy.symbol @a", "emmy.symbol @b"]


def test_hints():
    text = import_module(
        lambda x, y: (x * 2, y),
        (torch.ones(1, 4), torch.ones(5, 4)),
        dynamic_shapes=({0: Dim.DYNAMIC}, {0: Dim.AUTO, 1: Dim.STATIC}),
    ).text
    assert get_symbols(text) == ["emmy.symbol @x_0", "emmy.symbol @y_0"]
    # The program joins them, whichever name it keeps.
    text = import_module(lambda x, y: x + y, (torch.ones(6), torch.ones(6)), dynamic_shapes=({0: Dim.AUTO}, {0: Dim.AUTO})).text
    assert len(get_symbols(text)) == 1


def test_guards_become_bounds():
    text = import_module(lambda x: x[5:] * 2 if x.shape[0] > 5 else x, (torch.ones(9),), dynamic_shapes=({0: Dim.AUTO},)).text
    assert get_symbols(text) == ["emmy.symbol @x_0 {min = 6}"]


def test_guards_that_the_dims_contradict_are_named():
    with pytest.raises(CaptureError, match=r"Constraints violated \(n\)"):
        import_module(lambda x: x.reshape(2, 2), (torch.ones(4),), dynamic_shapes=({0: Dim("n")},))
    with pytest.raises(CaptureError, match=r"n = Dim\('n', min=6\)"):
        import_module(lambda x: x[5:] * 2 if x.shape[0] > 5 else x, (torch.ones(9),), dynamic_shapes=({0: Dim("n")},))


def test_names_that_the_syntax_needs():
    text = import_module(lambda x: x + 1, (torch.ones(4, 5),), dynamic_shapes=({0: Dim("max"), 1: Dim("mod")},)).text
    assert get_symbols(text) == ["emmy.symbol @size_max", "emmy.symbol @size_mod"]


def test_nested_arguments():
    def call(pair, *rest, options, more):
        return pair[0] + pair[1]["deep"], rest[0] * options["scale"], more + 1

    n, m = Dim("n"), Dim("m")
    x = torch.arange(3.0)
    args = ((x, {"deep": x}), torch.ones(1, 2))
    kwargs = {"more": torch.ones(1), "options": {"scale": torch.ones(2), "flag": True}}
    shapes = {"pair": ({0: n}, {"deep": {0: n}}), "rest": ({0: m},), "options": {"scale": None, "flag": None}, "more": {0: m}}
    program = emmy.compile(call, args, kwargs=kwargs, dynamic_shapes=shapes)
    assert program.graph.inputs.count(None) == 1
    for sizes in ((2, 5), (1, 0)):
        x = torch.randn(sizes[0])
        args = ((x, {"deep": x + 1}), torch.randn(sizes[1], 2))
        kwargs = {"options": {"scale": torch.randn(2), "flag": True}, "more": torch.ones(sizes[1])}
        for got, expected in zip(program(*args, device="tensor", **kwargs), call(*args, **kwargs), strict=True):
            assert torch.equal(got, expected)


@dataclass
class Pair:
    left: torch.Tensor
    right: torch.Tensor


torch.export.register_dataclass(Pair)


def test_dataclasses():
    program = emmy.compile(lambda pair: Pair(pair.right, pair.left), (Pair(torch.ones(2), torch.zeros(3)),))
    got = program(Pair(torch.full((2,), 4.0), torch.full((3,), 5.0)), device="tensor")
    assert (got.left.tolist(), got.right.tolist()) == ([5.0] * 3, [4.0] * 2)


def test_derived_dims_alone():
    """No argument has the root as a dim of its own."""
    n = Dim("n")
    program = emmy.compile(lambda x: x.reshape(2, -1).sum(0), (torch.ones(8),), dynamic_shapes=({0: 2 * n},))
    assert program(torch.ones(6), device="tensor").tolist() == [2.0] * 3
    assert program(torch.ones(0), device="tensor").tolist() == []
    with pytest.raises(ArgumentError, match=r"expected a dim of x to be 2\*.*, but got 5"):
        program(torch.ones(5), device="tensor")


def test_sizes_as_numbers():
    n = Dim("n")
    program = emmy.compile(lambda x: (x / x.shape[0], x.shape[0], x.shape[0] * 2 + 1), (torch.ones(4),), dynamic_shapes=({0: n},))
    for size in (1, 5):
        mean, number, other = program(torch.ones(size), device="tensor")
        assert torch.equal(mean, torch.ones(size) / size)
        assert (number, other) == (size, 2 * size + 1)


def test_data_dependent_sizes():
    with pytest.raises(UnsupportedError, match="nonzero"):
        import_module(lambda x: x.nonzero(), (torch.ones(4),))


def test_unknown_argument():
    with pytest.raises(ArgumentError, match="expected dynamic_shapes for the arguments x, but got y"):
        import_module(lambda x: x, (torch.ones(4),), dynamic_shapes={"y": {0: Dim("n")}})
    with pytest.raises(ArgumentError, match="expected a dict or a sequence of dims for xs.0., but got a Dim"):
        import_module(lambda *xs: xs[0], (torch.ones(4),), dynamic_shapes=({0: Dim("n")},))
    with pytest.raises(ArgumentError, match="expected dynamic_shapes for the 1 arguments x, but got 2"):
        import_module(lambda x: x, (torch.ones(4),), dynamic_shapes=(None, None))


def test_dims_that_no_argument_has():
    for dim in (2, -3, "n"):
        with pytest.raises(ArgumentError, match=f"expected dynamic dims of x among its 2, but got dim {dim}"):
            import_module(lambda x: x, (torch.ones(4, 5),), dynamic_shapes={"x": {dim: Dim("n")}})
    with pytest.raises(ArgumentError, match="expected dynamic dims of a tensor, but n is of type int"):
        import_module(lambda x, n: x + n, (torch.ones(4), 3), dynamic_shapes={"x": None, "n": {0: Dim("n")}})


# PyTorch spells most of their sizes in another way than type inference does, and some so that they hold from 1 on only.
SLICES = ["2:", "-2:", ":3", "1:-1", ":-1", "::2", "1::2", "1:4", "-3:-1", ":size // 2", "size // 2:", "5:3", "2:7:2", "-5:-2:2"]


def test_slices_of_every_size():
    def call(x):
        return [
            piece * 2
            for piece in eval("[" + ", ".join(f"x[{piece}]" for piece in SLICES) + "]", {}, {"x": x, "size": x.shape[0]})
        ]

    program = emmy.compile(call, (torch.ones(12, 2),), dynamic_shapes=({0: Dim("n")},))
    for size in (*range(9), 13):
        x = torch.arange(size * 2.0).reshape(size, 2)
        for text, got, expected in zip(SLICES, program(x, device="tensor"), call(x), strict=True):
            assert torch.equal(got, expected), (size, text)


# Programs that are others at sizes of 0 or 1, with the least size from which on they are the one that is traced.
APART = {
    "branch on 1": (lambda x: x * 2 if x.shape[0] == 1 else x * 3, 2),
    "branch on more than 1": (lambda x: x * 2 if x.shape[0] > 1 else x.exp(), 2),
    "squeeze": (lambda x: x.squeeze(0) * 2, 2),
    "squeeze of all": (lambda x: x.squeeze() * 2, 2),
    "first": (lambda x: x[0] * 2, 1),
    "last but one": (lambda x: x[-2] * 2, 2),
    "first of a sum of sizes": (lambda x: torch.cat([x, x])[3], 2),
    # These are the same at every size.
    "layout": (lambda x: x.transpose(0, 1).contiguous().view(-1), 0),
    "another dim is squeezed": (lambda x: x.unsqueeze(1).squeeze(1) * 2, 0),
    "size as a number": (lambda x: x * x.shape[0], 0),
}


@pytest.mark.parametrize("name", APART)
def test_sizes_apart(name):
    call, least = APART[name]
    program = emmy.compile(call, (torch.randn(5, 3),), dynamic_shapes=({0: Dim("n")},))
    for size in range(7):
        x = torch.randn(size, 3)
        if size < least:
            with pytest.raises(ArgumentError, match=f"expected {least} <= n, but got {size}"):
                program(x)
        else:
            check_program(program, call, (x,), device="cpu")


def test_size_that_may_be_too_small():
    with pytest.raises(UnsupportedError, match="expected a position that is there at every size, but .* may be less than 4"):
        emmy.compile(
            lambda x, y: torch.cat([x, y])[3],
            (torch.randn(5, 3), torch.randn(6, 3)),
            dynamic_shapes=({0: Dim("n")}, {0: Dim("m")}),
        )
