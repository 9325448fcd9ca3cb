# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled programs as their callers see them: arguments, results, parameters, mutations, threads, devices, errors."""

import copy
import re
import threading
from types import SimpleNamespace

import emmy
import pytest
import torch
from emmy import _emmy
from emmy.errors import ArgumentError, CompileError, DeviceError, EmmyError
from torch import nn
from torch.export import Dim


@pytest.fixture(scope="module")
def scaled():
    """x * scale + y for x [n, 4]."""

    def call(x, y, scale=2.0):
        return x * scale + y

    return emmy.compile(
        call, (torch.ones(2, 4), torch.ones(4)), kwargs={"scale": 3.0}, dynamic_shapes=({0: Dim("n", max=64)}, None, None)
    )


def test_calls(scaled):
    x, y = torch.randn(5, 4), torch.randn(4)
    expected = x * 3.0 + y
    for got in (scaled(x, y, scale=3.0), scaled(x, y, 3.0), scaled(y=y, x=x, scale=3.0), scaled(x, scale=3.0, y=y)):
        assert torch.equal(got, expected)
    assert (scaled.stats.imports, scaled.stats.compiles) == (1, 1)


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.randn(4, 6).t(),
        lambda: torch.randn(6, 8)[:, ::2],
        lambda: torch.randn(4).expand(6, 4),
        lambda: torch.randn(12, 4)[6:],
        lambda: torch.randn(6, 4).flip(0),
        lambda: torch.randn(1, 4)[:, :],
        lambda: torch.randn(4, 0).t(),
    ],
    ids=["transposed", "strided", "broadcast", "offset", "flipped", "one", "empty"],
)
def test_strides(scaled, make):
    x, y = make(), torch.randn(8)[::2]
    before = x.clone()
    assert torch.equal(scaled(x, y, scale=3.0), x * 3.0 + y)
    assert torch.equal(x, before)


def test_results_are_new_memory(scaled):
    x, y = torch.randn(3, 4), torch.randn(4)
    first, second = scaled(x, y, scale=3.0), scaled(x, y, scale=3.0)
    second.zero_()
    assert torch.equal(first, x * 3.0 + y)
    program = emmy.compile(lambda x: (x, x, x.view(-1)), (torch.ones(2, 3),))
    results = program(x := torch.randn(2, 3))
    assert all(torch.equal(result.reshape(2, 3), x) for result in results)
    assert len({result.data_ptr() for result in results} | {x.data_ptr()}) == 4


def test_one_tensor_in_two_places(scaled):
    program = emmy.compile(lambda a, b: a * 2 + b, (torch.ones(3), torch.ones(3)))
    x = torch.arange(3.0)
    assert torch.equal(program(x, x), x * 3)
    assert torch.equal(program(x, x + 1), x * 3 + 1)


@pytest.mark.parametrize(
    ("args", "kwargs", "message"),
    [
        ((torch.ones(2, 4),), {"scale": 3.0}, "expected the arguments x, y, scale, but missing a required argument: 'y'"),
        (
            (torch.ones(2, 4), torch.ones(4)),
            {"scale": 3.0, "bias": 1},
            "expected the arguments x, y, scale, but got an unexpected keyword argument 'bias'",
        ),
        ((torch.ones(2, 4), torch.ones(4), 3.0, 1), {}, "expected the arguments x, y, scale, but too many positional arguments"),
        ((torch.ones(2, 4), torch.ones(4)), {}, "expected the arguments x, y, scale, but got no scale"),
        ((torch.ones(2, 4), torch.ones(4)), {"scale": 2.0}, "expected scale=3.0, as in the example call, but got 2.0"),
        ((torch.ones(2, 4), torch.ones(4)), {"scale": 3}, "expected scale=3.0, as in the example call, but got 3"),
        (
            (torch.ones(2, 4), torch.ones(4)),
            {"scale": torch.tensor(3.0)},
            "expected scale=3.0, as in the example call, but got a tensor",
        ),
        ((torch.ones(2, 4), 1.0), {"scale": 3.0}, "expected y to be a tensor, but got float"),
        (
            (torch.ones(2, 4), [torch.ones(4)]),
            {"scale": 3.0},
            r"expected arguments of the structure \(x, y, scale\), but got \(x, y\[0\], scale\)",
        ),
        ((torch.ones(2, 4).double(), torch.ones(4)), {"scale": 3.0}, "expected x of dtype torch.float32, but got torch.float64"),
        ((torch.ones(4), torch.ones(4)), {"scale": 3.0}, "expected x of rank 2, but got 1"),
        ((torch.ones(2, 5), torch.ones(4)), {"scale": 3.0}, r"expected x of shape \[n, 4\] = \[2, 4\], but got \[2, 5\]"),
        ((torch.ones(2, 4), torch.ones(5)), {"scale": 3.0}, r"expected y of shape \[4\], but got \[5\]"),
        ((torch.ones(65, 4), torch.ones(4)), {"scale": 3.0}, "expected 0 <= n <= 64, but got 65"),
        ((torch.ones(2, 4, device="meta"), torch.ones(4)), {"scale": 3.0}, "expected x on the CPU, but got it on meta"),
        (
            (torch.ones(2, 4).to_sparse(), torch.ones(4)),
            {"scale": 3.0},
            "expected x to be dense, but got the layout torch.sparse_coo",
        ),
    ],
)
def test_wrong_arguments(scaled, args, kwargs, message):
    with pytest.raises(ArgumentError, match=message) as raised:
        scaled(*args, **kwargs)
    assert isinstance(raised.value, TypeError)
    assert isinstance(raised.value, EmmyError)


def test_sizes_at_both_ends_of_a_range():
    program = emmy.compile(lambda x: x * 2, (torch.ones(4),), dynamic_shapes=({0: Dim("n", min=3, max=8)},))
    for size in (3, 8):
        assert program(torch.ones(size), device="tensor").tolist() == [2.0] * size
    for size in (2, 9):
        with pytest.raises(ArgumentError, match=f"expected 3 <= n <= 8, but got {size}"):
            program(torch.ones(size), device="tensor")


def test_one_symbol_has_one_value():
    n = Dim("n")
    program = emmy.compile(lambda x, y: x + y, (torch.ones(3), torch.ones(3)), dynamic_shapes=({0: n}, {0: n}))
    with pytest.raises(ArgumentError, match=r"expected n to have one value, but got 2 \(dim 0 of x\) and 3 \(dim 0 of y\)"):
        program(torch.ones(2), torch.ones(3))


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))
        self.register_buffer("sum", torch.zeros(3), persistent=False)

    def forward(self, x):
        self.calls += 1
        self.sum.add_(x)
        return x * self.weight + self.sum


def test_parameters_and_buffers():
    module, twin = Counter().eval(), Counter().eval()
    program = emmy.compile(module, (torch.ones(3),))
    for step in range(3):
        x = torch.randn(3)
        with torch.no_grad():
            assert torch.equal(program(x), twin(x))
            for other in (module, twin):
                other.weight.mul_(step + 0.5)  # as an optimizer does
        assert (int(module.calls), module.sum.tolist()) == (int(twin.calls), twin.sum.tolist())
    module.load_state_dict({"weight": torch.full((3,), 7.0), "calls": torch.tensor(0)})
    module.sum.zero_()
    assert program(torch.ones(3)).tolist() == [8.0] * 3


class Tied(nn.Module):
    """One weight under two names, a bias that may be left out, and a tensor that is neither parameter nor buffer."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(3, 3), nn.Linear(3, 3, bias=False)
        self.second.weight = self.first.weight
        self.shift = torch.ones(3)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls.add_(1)
        return self.second(self.first(x)) * self.first.weight.exp().sum() + self.shift


def test_replaced_state():
    """What a module holds is looked up at each call, by name; nothing goes on with what was replaced."""
    module, twin = Tied().eval(), Tied().eval()
    program = emmy.compile(module, (torch.ones(2, 3),))
    x = torch.randn(2, 3)
    for step in range(3):
        weight, bias, shift = torch.randn(3, 3), torch.randn(3), torch.randn(3)
        for other in (module, twin):
            other.first.weight = other.second.weight = nn.Parameter(weight.clone())
            other.first = copy.copy(other.first)  # a layer, too
            other.first.bias = nn.Parameter(bias.clone())
            other.shift, other.calls = shift, torch.tensor(10.0 * step)
        torch.testing.assert_close(program(x), twin(x))
        assert module.calls == twin.calls == 10 * step + 1

    def refuse(message):
        with pytest.raises(ArgumentError, match=message):
            program(x)

    module.second.weight = nn.Parameter(torch.ones(3, 3))
    refuse(
        "expected first.weight and second.weight of the module to be one tensor, as when it was compiled, but got two; compile the"
    )
    module.second.weight = module.first.weight
    module.first.bias = None
    refuse("expected first.bias of the module to be a tensor, as when it was compiled, but got None")
    module.first.bias = nn.Parameter(torch.ones(4))
    refuse(r"expected first.bias of shape \[3\], but got \[4\]")
    module.first.bias = nn.Parameter(torch.ones(3, dtype=torch.float64))
    refuse("expected first.bias of dtype torch.float32, but got torch.float64")
    del module.first
    refuse("expected first.weight of the module to be a tensor, as when it was compiled, but got None")


def test_mutated_arguments():
    def call(x, cache):
        cache[:, 1:3] = x
        x.mul_(2)
        return cache.sum(-1)

    program = emmy.compile(call, (torch.ones(2, 2), torch.zeros(2, 4)))
    x, cache = torch.randn(2, 2), torch.randn(4, 2).t()
    other_x, other_cache = x.clone(), cache.clone()
    got, expected = program(x, cache), call(other_x, other_cache)
    torch.testing.assert_close(got, expected)
    assert torch.equal(x, other_x)
    assert torch.equal(cache, other_cache)


def test_gradients_are_not_recorded():
    program = emmy.compile(nn.Linear(3, 3), (torch.ones(2, 3),))
    assert not program(torch.ones(2, 3, requires_grad=True)).requires_grad


@pytest.mark.parametrize("device", ["tensor", "cpu"])
def test_threads(device):
    """Many threads call one program, which is compiled once."""
    program = emmy.compile(lambda x: (x.softmax(-1) * 2).cumsum(0), (torch.ones(4, 8),), dynamic_shapes=({0: Dim("n")},))
    barrier, problems = threading.Barrier(4), []

    def work(seed):
        generator = torch.Generator().manual_seed(seed)
        barrier.wait()
        for size in (1, 7, 30):
            x = torch.randn(size, 8, generator=generator)
            got = program(x, device=device)
            if not torch.allclose(got, (x.softmax(-1) * 2).cumsum(0), atol=1e-5):
                problems.append((seed, size))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    assert program.stats.compiles == 1


def test_python_runs_beside_a_program():
    """The interpreter lock is free while a program runs."""
    program = emmy.compile(lambda x: (x @ x).sum(), (torch.ones(256, 256),))
    x = torch.ones(256, 256)
    program(x)
    ticks, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            ticks[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = ticks[0]
    for _ in range(3):
        program(x)
    after = ticks[0]
    stop.set()
    thread.join()
    assert after > before


def test_gpu_targets():
    program = emmy.compile(lambda x: x + 1, (torch.ones(4),), target="sm_90")
    with pytest.raises(
        DeviceError,
        match="expected a device that runs kernels for sm_90, but Emmy does not launch kernels on a GPU yet; on this CPU, "
        'device="simulator" runs the kernels',
    ):
        program(torch.ones(4))
    assert program(torch.ones(4), device="cpu").tolist() == [2.0] * 4
    for name in ("simulator", "shim"):
        assert emmy.compile(lambda x: x + 1, (torch.ones(4),), target="sm_90", device=name)(torch.ones(4)).tolist() == [2.0] * 4
    unknown = "expected one of the devices tensor, cpu, loop, tile, shim, simulator, nvvm, but got 'tpu'"
    with pytest.raises(DeviceError, match=unknown):
        program(torch.ones(4), device="tpu")
    with pytest.raises(DeviceError, match=unknown):
        emmy.compile(lambda x: x + 1, (torch.ones(4),), device="tpu")


def test_unknown_options():
    with pytest.raises(CompileError, match=r"expected option 'target' to be one of sm_75.*, but got 'sm_1'"):
        emmy.compile(torch.relu, (torch.randn(3),), target="sm_1")
    with pytest.raises(ArgumentError, match="expected numerics to be one of eager, fused, fast, but got 'exact'"):
        emmy.compile(lambda x: x + 1, (torch.ones(4),), numerics="exact")
    with pytest.raises(CompileError, match="expected one of the levels (.*), but got 'linalg'") as raised:
        emmy.compile(lambda x: x + 1, (torch.ones(4),), target="sm_90").ir("linalg")
    levels = re.search("levels (.*), but", str(raised.value))[1].split(", ")
    assert levels == ["framework", "tensor", "loop", "tile", "kernel", "cuda", "ptx", "llvm"]


def test_levels_are_made_once():
    program = emmy.compile(lambda x: x + 1, (torch.ones(4),), target="sm_90")
    assert program.ir("loop") == program.ir("loop")
    assert "emmy_framework.add" in program.ir("framework")
    assert "emmy_loop.kernel" in program.ir("loop")
    assert "loc(" in program.ir("tensor", with_locations=True)


def test_machine_code_of_each_level_computes_the_same(monkeypatch):
    created = []
    create = _emmy.Executor.create

    def record(*args, **options):
        created.append(options.get("opt_level"))
        return create(*args, **options)

    monkeypatch.setattr(_emmy, "Executor", SimpleNamespace(create=record))
    x, results = torch.linspace(-3, 3, 101), []
    for level in (None, 0, 3):
        program = emmy.compile(lambda x: (x.exp() * x).cumsum(0).tanh(), (x,))
        program.opt_level = level
        results.append(program(x))
    assert created == [None, 0, 3]
    assert results[0].equal(results[1]) and results[0].equal(results[2])


def test_a_view_that_negates_is_read_as_what_it_is():
    program = emmy.compile(lambda x: x + 1, (torch.ones(4),))
    assert program(torch._neg_view(torch.full((4,), 3.0))).tolist() == [-2.0] * 4


@pytest.mark.parametrize(
    "make",
    [lambda: (x := torch.ones(4), x), lambda: ((z := torch.ones(6))[:4], z[1:5]), lambda: ((z := torch.ones(8))[::2], z[2:6])],
)
def test_what_is_written_to_shares_no_memory_with_other_arguments(make):
    """Eager would see the write through the other argument."""
    program = emmy.compile(lambda x, y: x.add_(1) * y, (torch.ones(4), torch.ones(4)))
    with pytest.raises(emmy.ArgumentError, match="expected x, which the program writes to, to share no memory with y"):
        program(*make())


def test_interleaved_arguments_share_no_memory():
    program = emmy.compile(lambda x, y: x.add_(y), (torch.ones(4), torch.ones(4)))
    whole = torch.arange(8.0)
    program(whole[::2], whole[1::2])
    assert whole.tolist() == [1.0, 1.0, 5.0, 3.0, 9.0, 5.0, 13.0, 7.0]


def test_padding_by_minus_zero_keeps_its_sign():
    program = emmy.compile(lambda x: torch.nn.functional.pad(x, (1, 1), value=-0.0), (torch.ones(1),))
    assert torch.signbit(program(torch.ones(1))).tolist() == [True, False, True]
