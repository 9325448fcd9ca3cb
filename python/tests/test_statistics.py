# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Means and variances of rows that hurt: of one value with all its digits, far from 0, of neighbours; on every executor."""

import emmy
import pytest
import torch
import torch.nn.functional as F
from emmy.testing import check_program
from torch import nn

ROWS = 6
LENGTHS = {torch.float32: (1, 2, 3, 37, 512, 2048, 4096), torch.float16: (1, 37, 9001), torch.bfloat16: (2, 512)}
CASES = [(dtype, length) for dtype, lengths in LENGTHS.items() for length in lengths]


class Statistics(nn.Module):
    def __init__(self, length):
        super().__init__()
        self.length = length

    def forward(self, x):
        normalized = F.layer_norm(x, [self.length])
        # PyTorch refuses groups of one.
        grouped = F.group_norm(x.unsqueeze(0), ROWS) if self.length > 1 else normalized
        # Squares that leave the range of f32.
        large, small = (x * 1e12).std(-1, correction=0), (x * 1e-15).std(0, keepdim=True, correction=0)
        return normalized, grouped, x.var(-1, correction=0), large, small


def make_rows(dtype, length) -> "dict[str, torch.Tensor]":
    generator = torch.Generator().manual_seed(length)

    def normal(*shape):
        return torch.randn(*shape, generator=generator)

    scales = torch.tensor([1.0, 1e3, 1e-3, 1e4, 1e15, 1e-20]).unsqueeze(1)
    constant = (normal(ROWS, 1) * scales).to(dtype).expand(ROWS, length).contiguous()
    # Each row has one value, and its next greater one at one place, or at every other.
    greater = torch.nextafter(constant, torch.full_like(constant, float("inf")))
    one, half = constant.clone(), constant.clone()
    one[:, length // 2] = greater[:, length // 2]
    half[:, ::2] = greater[:, ::2]
    wide = normal(ROWS, length) * torch.exp2(normal(ROWS, length) * 8)
    return {
        "constant": constant,
        "one_greater": one,
        "half_greater": half,
        "far": (normal(ROWS, length) + 1e4).to(dtype),
        "plain": normal(ROWS, length).to(dtype),
        "wide": wide.to(dtype),
    }


@pytest.mark.parametrize(("dtype", "length"), CASES, ids=lambda value: str(value).removeprefix("torch."))
def test_statistics(dtype, length):
    module = Statistics(length)
    rows = make_rows(dtype, length)
    program = emmy.compile(module, (rows["plain"],))
    # The interpreter is obvious, not fast.
    for device in ("tensor", "cpu", "tile", "shim") if length < 1000 else ("cpu", "tile", "shim"):
        for name, x in rows.items():
            try:
                check_program(program, module, (x,), device=device)
            except AssertionError as problem:
                raise AssertionError(f"{name} rows: {problem}") from None


@pytest.mark.parametrize("device", ["tensor", "cpu", "tile", "shim"])
def test_constant_rows_have_no_noise(device):
    """Not only within a tolerance: equal elements are at their mean, so their normalisation is exactly the bias."""
    # Of every size; the sum of the largest row is out of range.
    values = torch.tensor([1.0, 0.1, -1e4 / 3, 1e-20, 1e-41, -3e38]).unsqueeze(1)
    x = values.expand(ROWS, 1999).contiguous()
    weight, bias = torch.randn(2, 1999, generator=torch.Generator().manual_seed(0))

    def call(x):
        return F.layer_norm(x, [1999], weight, bias), F.group_norm(x.unsqueeze(0), ROWS), x.var(-1), x.std(-1, correction=0)

    for expected, got in zip(call(x), emmy.compile(call, (x,))(x, device=device), strict=True):
        assert torch.equal(got, expected)
    assert torch.equal(expected, torch.zeros(ROWS))


def get_statistics(x, eps=1e-5):
    """(normalisations of rows and of columns, statistics of them). PyTorch refuses an eps of 0 in training."""
    n = x.shape[-1]
    channels = x.reshape(1, *x.shape)
    batch = F.batch_norm(x, None, None, training=True, eps=eps), F.instance_norm(channels, eps=eps)
    norms = [*batch, F.group_norm(channels, 2, eps=0), F.layer_norm(x, (n,), eps=0)]
    deviations = [x.std(-1, correction=correction) for correction in (0, 1, 2)]
    return norms, [*deviations, torch.var_mean(x, -1)[1], *torch.std_mean(x, 0), x.std(), (x * 0.5).std() * 2]


def make_extremes(dtype):
    """[4, 9] each; powers of two whose multiples the squares of are out of range, and numbers side by side at the end."""
    info = torch.finfo(dtype)
    generator = torch.Generator().manual_seed(0)
    plain = torch.randn(4, 9, generator=generator, dtype=torch.float64)
    side_by_side = info.max / 16 * (1 + 3 * info.eps * plain)
    extremes = {"large": plain * (info.max / 256), "small": plain * (info.tiny * 2.0**30), "side_by_side": side_by_side}
    return {name: x.to(dtype) for name, x in extremes.items()}


def get_exact(x):
    """In f64, of distances from one element, scaled to near 1: normalisations are the same, and statistics follow."""
    distance = x.double() / 2 - x[0, 0].double() / 2
    scale = torch.exp2(distance.abs().max().log2().floor())
    norms, statistics = get_statistics(distance / scale, eps=1e-100)
    statistics = [y * scale * 2 for y in statistics]
    for mean in (3, 5):
        statistics[mean] += x[0, 0].double()
    return [*norms, *statistics]


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float64], ids=str)
def test_statistics_of_extremes(dtype):
    """Finite and right wherever they are numbers of the dtype, though PyTorch's own may not be: squares leave the range."""
    extremes = make_extremes(dtype)
    program = emmy.compile(get_statistics, (extremes["large"],))
    for device in ("tensor", "cpu", "simulator"):
        for name, x in extremes.items():
            norms, statistics = program(x, device=device)
            for number, (got, exact) in enumerate(zip([*norms, *statistics], get_exact(x), strict=True)):
                if name == "small" and number < 2:
                    continue  # the eps is much, beside them
                error = (got.double() - exact).abs().max()
                allowed = 32 * torch.finfo(dtype).eps * exact.abs().max()
                assert error <= allowed, f"result #{number} of {name} numbers on {device}: expected {exact}, but got {got}"


def test_means_whose_sums_leave_the_range():
    """Of f64, where no wider type is at hand."""
    x = torch.full((100, 2), 1e307, dtype=torch.float64)
    x[::2, 1] = -1e307

    def call(x):
        return torch.var_mean(x, 0), torch.nn.functional.batch_norm(x, None, None, training=True)

    (variance, mean), norm = emmy.compile(call, (x,))(x)
    torch.testing.assert_close(mean, torch.tensor([1e307, 0], dtype=torch.float64), rtol=1e-14, atol=0)
    assert variance.tolist() == [0, torch.inf]
    torch.testing.assert_close(norm, torch.stack([torch.zeros(100), x[:, 1].sign()], 1).double())


def test_squares_beyond_the_range():
    """The variance is the infinity that it rounds to, the deviation is a number."""

    def call(x):
        return x.std(), (x * 1e30).std(), torch.var_mean(x * 1e30, 0), x.var(correction=3)

    x = torch.tensor([1.0, 2.0, 3.0])
    large = torch.tensor([1e30, 2e30, 3e30])
    program = emmy.compile(call, (x,))
    for device in ("tensor", "cpu", "simulator"):
        deviation, scaled, (variance, mean), none = program(x, device=device)
        assert deviation == 1 and none == float("inf")
        assert abs(scaled / 1e30 - 1) < 1e-6 and variance == float("inf") and abs(mean / 2e30 - 1) < 1e-6
        assert abs(program(large, device=device)[0] / 1e30 - 1) < 1e-6
        assert program(torch.full([3], 2e29), device=device)[0] == 0


def test_statistics_far_from_zero():
    """The deviation of a hundred thousand samples is not lost beside their mean."""
    x = torch.randn(100_000, generator=torch.Generator().manual_seed(0)) + 1e5
    program = emmy.compile(lambda x: (x.var(), F.batch_norm(x.unsqueeze(1), None, None, training=True)), (x,))
    for device in ("cpu", "simulator"):
        variance, normalized = program(x, device=device)
        assert abs(variance / x.double().var() - 1) < 1e-6
        exact = F.batch_norm(x.double().unsqueeze(1), None, None, training=True)
        assert (normalized - exact).abs().max() < 1e-5


@pytest.mark.parametrize("device", ["tensor", "cpu", "simulator"])
def test_means_of_infinities(device):
    """As the distances of infinities are none, their mean is none, as in PyTorch; the mean of one is itself."""
    inf = float("inf")
    rows = torch.tensor([[-inf, -inf, -inf], [inf, 1, 2], [inf, -inf, 1], [1, 2, 3]])

    def call(x, y):
        return torch.var_mean(x, -1), torch.std_mean(y, -1, correction=0)

    program = emmy.compile(call, (rows, rows[:, :1]))
    got, expected = program(rows, rows[:, :1], device=device), call(rows, rows[:, :1])
    for g, e in zip([*got[0], *got[1]], [*expected[0], *expected[1]], strict=True):
        torch.testing.assert_close(g, e, equal_nan=True)


def test_batch_norm_without_running_statistics():
    """In training; with a weight and a bias of another dtype than that of statistics."""
    x = torch.randn(5, 3, 2, generator=torch.Generator().manual_seed(0))
    weight, bias = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([0.5, -0.5, 100.0])
    for dtype in (torch.float32, torch.float16):
        args = x.to(dtype), weight.to(dtype), bias.to(dtype)
        module = lambda x, weight, bias: F.batch_norm(x, None, None, weight, bias, training=True)  # noqa: E731
        program = emmy.compile(module, args)
        for device in ("tensor", "cpu"):
            check_program(program, module, args, device=device)


def test_norms_that_take_running_statistics():
    """As in inference, by operators that could do either."""
    aten = torch.ops.aten

    def call(x, mean, variance):
        functional = aten._native_batch_norm_legit_functional(x, mean, variance, mean, variance, False, 0.1, 1e-3)
        return F.instance_norm(x, mean, variance, use_input_stats=False), functional[0], functional[3]

    x, mean = torch.randn(2, 3, 4, generator=torch.Generator().manual_seed(0)), torch.tensor([1.0, -2.0, 3.0])
    args = x, mean, mean.abs()
    torch.testing.assert_close(emmy.compile(call, args)(*args), call(*args), rtol=1e-5, atol=1e-6)


def test_running_statistics():
    """Of batches of any size."""
    module, same = (nn.BatchNorm1d(3, momentum=0.25) for _ in range(2))
    x = torch.randn(4, 3, generator=torch.Generator().manual_seed(0)) * 1e3 + 1e5
    program = emmy.compile(module, (x,), dynamic_shapes=({0: torch.export.Dim("n", min=2)},))
    for batch in (x, x[:2], torch.cat([x, 2 * x])):
        torch.testing.assert_close(program(batch), same(batch), rtol=1e-4, atol=1e-4)
        torch.testing.assert_close(module.running_mean, same.running_mean)
        torch.testing.assert_close(module.running_var, same.running_var)


def test_vectors_overflow_as_in_pytorch():
    """What the program squares is squared."""

    def call(x):
        return x.pow(2).mean(), F.rms_norm(x, (3,)), x.norm()

    x = torch.tensor([1e30, 2e30, 3e30])
    for got, expected in zip(emmy.compile(call, (x,))(x), call(x), strict=True):
        assert torch.equal(got, expected)
