# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small graphs with one right answer: what is empty, not a number, infinite, of one element, or does not fit.

Each line is a graph of x. A part of every list runs each time, all of them in a long run.
"""

import emmy
import pytest
import torch
from edge_cases import DEVICES, Table, make_function
from rotation import choose

# PyTorch warns of variances of one element, and of its newer operators.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

NAN, INF = float("nan"), float("inf")


def numbers(*shape):
    return torch.arange(float(torch.Size(shape).numel())).reshape(shape)


def values(*given, dtype=torch.float32):
    return torch.tensor(given, dtype=dtype)


# A NaN is the extremum of everything, the first one wins, and it is the last in an order.
SPECIAL = values(
    [NAN, 4.6151, 1.0],
    [4, NAN, 1],
    [1, NAN, NAN],
    [NAN, NAN, NAN],
    [INF, NAN, -INF],
    [-INF, -INF, -INF],
    [-0.0, 0.0, -0.0],
    [INF, INF, 1.0],
    [2, 2, 2.0],
)
EXTREMA = """
x.argmax(-1)
x.argmin(-1)
x.argmax()
x.argmin(-1, True)
x.max(-1)
x.min(-1)
x.max()
x.amin(-1)
torch.aminmax(x, dim=-1)
x.cummax(-1)
x.cummin(-1)
x.sort(-1)
x.sort(-1, True)
torch.argsort(x, dim=-1, stable=True)
x.t().msort()
x.topk(2, -1)[0]
x.topk(2, -1, largest=False)[0]
x.median(-1)[0]
x.nanmedian(-1)[0]
x.median()
x.kthvalue(2, -1)[0]
x.kthvalue(3, -1)[0]
x.nan_to_num(0.0).mode(-1)[0]
x.nansum(-1)
x.nanmean(-1)
x.logsumexp(-1)
x.softmax(-1)
x.log_softmax(-1)
F.softmin(x, -1)
x.any(-1), x.all(-1)
x.sum(-1), x.prod(-1), x.mean(-1)
x.var(-1), x.std(-1)
torch.linalg.vector_norm(x, inf, -1), torch.linalg.vector_norm(x, -inf, -1)
torch.linalg.vector_norm(x, 0, -1), torch.linalg.vector_norm(x, 1, -1)
torch.count_nonzero(x, -1)
x.cumsum(-1), x.cumprod(-1)
x.logcumsumexp(-1)
F.max_pool1d(x[None], 2, 1)
F.max_pool1d(x[None], 2, 1, return_indices=True)[1]
F.adaptive_max_pool1d(x[None], 2)
torch.maximum(x, x.flip(-1)), torch.fmax(x, x.flip(-1)), torch.fmin(x, x.flip(-1))
x.clamp(0, 2), x.clamp(min=x.flip(-1)), x.clamp(min=nan), x.clamp(5, -5)
x.relu(), F.relu6(x), F.hardtanh(x), F.hardswish(x), F.hardsigmoid(x)
F.threshold(x, 0.5, 0.25), F.softshrink(x), F.hardshrink(x), F.leaky_relu(x)
F.elu(x), F.selu(x), F.gelu(x), F.silu(x), F.softplus(x), F.mish(x), F.logsigmoid(x)
x.sign(), torch.heaviside(x, x), x.to(torch.bool), x.logical_not()
x.new_zeros(2, 3).scatter_reduce(1, torch.tensor([[0, 0, 1], [2, 2, 2]]), x[:2], 'amax')
x.new_zeros(2, 3).scatter_reduce(1, torch.tensor([[0, 0, 1], [2, 2, 2]]), x[:2], 'amin', include_self=False)
torch.searchsorted(x[8], x)
x * 2, (x * 2).argmax(-1), x * 2
x.amax(-1) - x.amin(-1)
F.layer_norm(x, (3,)), F.rms_norm(x, (3,))
""".strip().split("\n")

# Of no elements: the identity, NaN for means and variances.
NOTHING = """
x.sum(), x.prod(), x.mean(), x.nansum(), x.nanmean()
x.var(), x.std(), torch.var_mean(x), torch.std_mean(x)
x.all(), x.any(), torch.count_nonzero(x)
x.norm(), torch.linalg.vector_norm(x, 1), torch.dist(x, x)
x.median(), x.nanmedian()
x.cumsum(0), x.cumprod(0), x.logcumsumexp(0), x.cummax(0), x.diff()
x.sort(0), x.topk(0), x.flip(0)
x.softmax(0), x.log_softmax(0), x.logsumexp(0)
F.mse_loss(x, x), F.l1_loss(x, x), F.binary_cross_entropy(x, x), F.mse_loss(x, x, reduction='sum')
x @ x, torch.outer(x, x)
x.long().sum(), x.long().prod(), (x > 0).any(), (x > 0).all()
torch.cat([x, x]), torch.stack([x, x]).sum(0)
""".strip().split("\n")
# No rows of three, and three rows of nothing.
NO_ROWS = """
x.sum(0), x.prod(0), x.mean(0), x.var(0), x.std(0), x.all(0), x.any(0), x.logsumexp(0), x.norm(dim=0)
x.sum(1), x.amax(1), x.max(1), x.argmax(1), x.median(1), x.mode(1), x.std(1)
x.softmax(1), F.layer_norm(x, (3,)), F.rms_norm(x, (3,)), F.group_norm(x, 3), F.normalize(x, dim=0)
x.sort(1), x.sort(0), x.argsort(1), x.topk(2, 1), x.cumsum(1), x.cummin(0)
x.t() @ x, x @ x.t(), torch.einsum('ij,ik->jk', x, x), x[None].transpose(1, 2).bmm(x[None])
F.linear(x.t(), x.new_ones(2, 0), x.new_ones(2)), torch.addmm(x.new_ones(3), x.t(), x)
F.cross_entropy(x, torch.zeros(0, dtype=torch.long)), F.nll_loss(x, torch.zeros(0, dtype=torch.long))
F.cross_entropy(x, torch.zeros(0, dtype=torch.long), reduction='sum')
x.gather(0, torch.zeros(0, 3, dtype=torch.long)), x.index_select(0, torch.zeros(0, dtype=torch.long))
x.new_ones(2, 3).index_add(0, torch.zeros(0, dtype=torch.long), x)
F.scaled_dot_product_attention(x[None], x.new_ones(1, 2, 3), x.new_ones(1, 2, 3))
F.scaled_dot_product_attention(x.new_ones(1, 2, 3), x[None], x[None])
F.batch_norm(x, x.new_zeros(3), x.new_ones(3)), F.cosine_similarity(x, x)
F.pad(x, (0, 0, 2, 1), value=4.0), x.repeat(2, 2), x.tril(), x.roll(1, 0), x.unfold(1, 2, 1)
F.max_pool1d(x[:, None], 2), F.avg_pool1d(x[:, None], 2), F.conv1d(x[:, None], x.new_ones(2, 1, 2))
torch.cdist(x, x.new_ones(2, 3)), torch.cdist(x.t(), x.t()), torch.cdist(x, x, float("inf")), F.triplet_margin_loss(x, x, x)
""".strip().split("\n")
EMPTY_ROWS = """
x.sum(1), x.prod(1), x.mean(1), x.var(1), torch.var_mean(x, 1), x.logsumexp(1), x.norm(dim=1), x.all(1)
x.softmax(1), x.log_softmax(1), x.cumsum(1), x.sort(1), x.nansum(1), x.nanmean(1)
x @ x.t(), x.t() @ x, F.linear(x, x.new_ones(2, 0), x.new_ones(2))
torch.cdist(x, x), F.pairwise_distance(x, x), F.cosine_similarity(x, x)
""".strip().split("\n")
# Rows of one element.
ONES = """
x.max(1), x.sum(1), x.amin(1), x.prod(1), x.mean(1), x.any(1)
x.softmax(1), x.log_softmax(1), x.logsumexp(1)
x.var(1, correction=0), x.var(1), x.std(1)
x.argmax(1), x.median(1), x.mode(1), x.kthvalue(1, 1), x.topk(1, 1)
x.cumsum(1), x.cummax(1), x.sort(1), x.int().argsort(1)
F.layer_norm(x, (1,)), F.rms_norm(x, (1,)), x.norm(dim=1), x @ x.new_ones(1, 1)
""".strip().split("\n")

# No rewrite holds for infinities, NaN, zeros of both signs and what is rounded.
HARD = values(
    *(INF, -INF, NAN, 0.0, -0.0, 1.0, -1.0, 1e19, 1e20, 1e-30, 88.0, 89.0, 200.0, 5.0, 3.4e38, 1e-45, 16777217.0, 0.1, -7.3)
)
IDENTITIES = """
x.exp().log(), x.log().exp(), x.exp2().log2(), x.expm1().log1p(), x.log1p().expm1()
(x * x).sqrt(), x.square().sqrt(), x.sqrt().square(), x.sqrt() * x.sqrt(), x.rsqrt() * x.sqrt()
x * 0, 0 * x, x - x, x + (-x), x / x, 0 / x
x / 1, x * 1, x + 0, x + 0.0, x + (-0.0), x - 0, 0 - x, -(-x), -(0 - x)
1 / (1 / x), x.reciprocal().reciprocal(), x * x / x, x * 2 / 2, x / 3 * 3, x * 0.1 * 10
x**0, x**1, x**0.5, x**-1, x.pow(2).pow(0.5), x.pow(0.5).pow(2), torch.pow(1.0, x), torch.pow(0.0, x), torch.pow(-1.0, x)
x.tan().atan(), x.sinh().asinh(), x.tanh().atanh(), x.sigmoid().logit(), x.sin().asin()
x == x, x != x, x < x, x <= x, ~(x < 1), x >= 1, (x > 0) | (x <= 0)
torch.maximum(x, x), torch.minimum(x, x), torch.where(x > 0, x, x), x.abs().abs(), (-x).abs()
x - (x + 1), (x + 1) - 1, (x + 1e20) - 1e20, (x + x) / 2, (x + x + x) / 3
x.half().float(), x.bfloat16().float(), x.double().float(), x.to(torch.float64).sqrt().to(torch.float32)
x % 1, x.fmod(1), torch.remainder(x, -1), torch.remainder(x, inf), x.trunc() + x.frac(), x.floor().floor(), x.round().round()
x.relu() - (-x).relu(), x.clamp(-1, 1).clamp(-2, 2), x * (x >= 0), x.masked_fill(x.isnan(), 0.0) * 0
torch.copysign(x, x), torch.copysign(x.abs(), x), x.sign() * x.abs(), torch.hypot(x, x * 0), x.atan2(x)
torch.lerp(x, x, 0.5), torch.lerp(x, x.flip(0), 0.0), torch.lerp(x, x.flip(0), 1.0), torch.addcdiv(x, x, x)
x.max() - x.max(), x.sum() - x.sum(), x.softmax(0) * 0, x.cumsum(0) - x.cumsum(0), x.erf() - x.erf()
torch.logaddexp(x, x), torch.xlogy(x * 0, x), x.sinc(), x.nan_to_num() - x, x * x.isfinite()
x.logical_not().logical_not(), x.isnan() & (x == x), x.neg().exp() * x.exp()
""".strip().split("\n")

# (graph, x): scans, remainders, windows, pads and orders.
OTHERS = [
    ("x.cumsum(0)", values(*[INF] * 5)),
    ("x.cumsum(0), x.diff(), x.flip(0).cumsum(0).flip(0)", values(1.0, INF, -INF, 2)),
    ("x.cumsum(0)", torch.ones(1000)),
    ("x.cumprod(0)", values(0.0, INF, 2)),
    ("x.logcumsumexp(0)", values(-INF, 1, INF, 2, -INF)),
    ("torch.remainder(x, 1e-20), torch.remainder(x, 6e-8)", values(1e10, 65504.0)),
    ("torch.fmod(x, 1.4e-45), torch.fmod(x, 3e-39)", values(3.4e38, 1e-38, 5.0)),
    (
        "torch.fmod(x, x.flip(0)), torch.remainder(x, x.flip(0))",
        values(3.4e38, 1e-45, 0.0, -0.0, INF, NAN, 7.5, -7.5, 2, 1e30),
    ),
    ("F.avg_pool2d(x, 3, 2, 1, True, True), F.avg_pool2d(x, 3, 2, 1, True, False)", torch.ones(1, 1, 8, 8)),
    (
        "F.avg_pool2d(x, 2, 3, 0, True), F.avg_pool2d(x, 2, 2, 1, True), F.avg_pool2d(x, 3, 2, 1, True, True, 5)",
        numbers(1, 1, 6, 7),
    ),
    ("F.avg_pool1d(x, 3, 2, 1, True), F.avg_pool1d(x, 2, 3, 0, True, False)", numbers(1, 2, 7)),
    ("F.avg_pool3d(x, (2, 3, 2), (2, 2, 1), (1, 1, 0), True)", numbers(1, 1, 4, 5, 3)),
    ("F.max_pool2d(x, 3, 2, 1, 1, True), F.max_pool2d(x, 2, 3, 0, 1, True, True)", -numbers(1, 2, 7, 6)),
    (
        "F.interpolate(x, (1, 1), mode='bilinear'), F.interpolate(x, (5, 7), mode='bilinear', align_corners=True)",
        numbers(1, 1, 7, 10),
    ),
    (
        "F.interpolate(x, scale_factor=1.3, mode='bilinear'), F.interpolate(x, scale_factor=(1.0, 1.5), mode='nearest')",
        numbers(1, 1, 3, 4),
    ),
    ("F.interpolate(x, scale_factor=1.3, mode='bilinear', antialias=True)", numbers(1, 1, 3, 4)),
    ("F.interpolate(x, scale_factor=1.2, mode='linear'), F.interpolate(x, scale_factor=1.2)", numbers(1, 1, 4)),
    ("F.interpolate(x, scale_factor=(1.0, 1.3, 1.2), mode='trilinear')", numbers(1, 1, 2, 3, 4)),
    ("F.interpolate(x, scale_factor=0.6, mode='nearest-exact'), F.interpolate(x, (5, 7), mode='area')", numbers(1, 1, 3, 4)),
    ("F.pad(x, (-1, 2), 'replicate'), F.pad(x, (-1, 2), 'circular'), F.pad(x, (-1, 3), value=7.0)", numbers(1, 5)),
    ("F.pad(x, (-3, 1), value=inf), F.pad(x, (4, -1), value=2.0), F.pad(x, (-2, -1))", numbers(2, 3)),
    ("F.pad(F.pad(x, (1, 1)), (-2, 1)), F.pad(F.pad(x, (-1, 0)), (1, 0), value=9.0)", numbers(2, 3)),
    ("F.pad(x, (1, 2)).t().reshape(3, 7), F.pad(x, (1, 2)).flip(1).reshape(21)[3:9]", numbers(3, 4)),
    ("F.pad(x, (1, 1), value=-inf).softmax(1), F.pad(x, (2, 0)).unfold(1, 2, 2).sum(-1)", numbers(2, 4)),
    ("torch.cat([F.pad(x, (1, 0)), F.pad(x, (0, 1))], 1).reshape(2, -1)", numbers(4, 3)),
    ("torch.cat([x.half(), x.bfloat16()]), torch.cat([x > 0, x.to(torch.int8)]), torch.stack([x.int(), x.half()])", numbers(2)),
    ("torch.cat([x.to(torch.int8), x.to(torch.uint8)]), torch.cat([x[:0].int(), x.half()])", numbers(2)),
    ("x.masked_fill(x[..., :1] > 0.5, 0.0), x.where(x[..., :1] > 0.3, -x), x * (x[:, :1] >= 0.5)", torch.rand(2, 4, 8)),
    ("x.tril(-1) + x.triu(1), x.tril(-9), x.triu(9), x.int().tril(1), (x > 3).triu()", numbers(4, 3)),
    ("F.group_norm(x, 2), F.instance_norm(x), F.layer_norm(x, (3,))", torch.full((2, 4, 3), 3.3)),
    ("x.cumsum(1), x.cumsum(1, dtype=torch.bfloat16), x.cumprod(1), x.prod(1), x.sort(1)", torch.ones(2, 4, dtype=torch.bool)),
    (
        "x.to(torch.int8).to(torch.int64), x * x, x.to(torch.int8) * x.to(torch.int8), x / 3, x + 1, x // 1",
        values(True, False, dtype=torch.bool),
    ),
    ("x // 0.1, x // 1, 1 // x, x % 0.1, x // inf, torch.div(x, -0.3, rounding_mode='floor')", values(1, 0.5, 6, INF, -INF, NAN)),
    ("x << 64, x >> 64, x << 63, x >> 100, x << -1, x >> -1", values(1000, -1, -(2**63), dtype=torch.int64)),
]


def make(lines, x, count):
    return Table({line: (make_function(line), (x,)) for line in choose(lines, count)})


# The right value by formula, and where it is not that of every version of PyTorch.
RIGHT = {
    "first NaN": (make_function("x[0].argmax(), x[1].argmin(), x[2].argmax()"), (SPECIAL[:3],), (0, 1, 1)),
    "mean of nothing": (make_function("*torch.var_mean(x), x.mean(), x.prod()"), (torch.zeros(0),), (NAN, NAN, NAN, 1)),
    "rows of a pool": (
        make_function("F.adaptive_avg_pool2d(x, 7).flatten(1).sum(-1)"),
        (numbers(3, 33, 8, 8).double(),),
        [1706743.5, 5121847.5, 8536951.5],
    ),
    "floors": (
        make_function("x // x.new_tensor([0.1, 0.1, 0.2, 1 / 3])"),
        (values(1, 0.5, 6, 1),),
        [9, 4, 29, 2],
    ),
    "smallest by -1": (
        make_function("x // -1, torch.div(x, -1, rounding_mode='trunc'), x % -1"),
        (values(-(2**31), 7, dtype=torch.int32),),
        None,
    ),
    "sign of the difference": (make_function("x - (x + 1)"), (values(5.0),), [-1]),
    "scan of pairs": (make_function("(x.cumprod(0) * (1 / x.cumprod(0)).cumsum(0))"), (values(1, 2, 3, 4),), [1, 3, 10, 41]),
    "ties of rounded quotients": (
        make_function("y = x / 3\n(y == y.amax()).sum()"),
        (values(1, 2, 3, 7, dtype=torch.bfloat16),),
        1,
    ),
    "overhanging windows": (
        make_function("F.avg_pool2d(x, 3, 2, ceil_mode=True)"),
        (numbers(1, 1, 4, 4) + 1,),
        [[[[6, 7.5], [12, 13.5]]]],
    ),
    "size that stays": (
        make_function("F.interpolate(x, scale_factor=(1.3, 1.5))[0, 0]"),
        (numbers(1, 1, 3, 4),),
        [[4 * row + column for column in (0, 0, 1, 2, 2, 3)] for row in range(3)],
    ),
    "negative pads": (
        make_function("F.pad(x, (0, 0, -1, 0)), F.pad(x, (0, -2)), F.pad(x[:1, None], (-1, 2), 'reflect')[0, 0]"),
        (numbers(8, 5),),
        (numbers(8, 5)[1:], numbers(8, 5)[:, :3], [1, 2, 3, 4, 3, 2]),
    ),
    "sheets of a padded block": (
        make_function("F.pad(x, (0, 0, 0, 0, 2, 0)).reshape(2, 2, 5, 5).reshape(4, 5, 5).sum((1, 2))"),
        (numbers(2, 5, 5),),
        [0, 0, 300, 925],
    ),
    "empty part": (
        make_function("torch.cat([x, x.new_ones(1, 8, 0, 78)], dim=-2).sum(2)"),
        (torch.zeros(0),),
        torch.zeros(1, 8, 78),
    ),
    "wider part": (make_function("torch.cat([x.to(torch.int8), x])"), (values(300, 2, dtype=torch.int32),), [44, 2, 300, 2]),
    "stable order": (
        make_function("*torch.sort(x, stable=True, descending=True),"),
        (values(2.0, 1, 2, 1, 2),),
        ([2, 2, 2, 1, 1], [0, 2, 4, 1, 3]),
    ),
    "row and rest": (
        make_function("x = x * 1\nx[0, :] = y\nx.sum()", "x, y"),
        (numbers(3, 4), values(1, 2, 3, 4)),
        10 + float(numbers(3, 4)[1:].sum()),
    ),
    "constant rows": (
        make_function("F.layer_norm(x, (4,)), F.group_norm(x[..., None], 2)"),
        (torch.full((2, 4), 3.3),),
        (torch.zeros(2, 4), torch.zeros(2, 4, 1)),
    ),
}
# PyTorch's own kernel divides, and the processor traps.
SMALLEST = RIGHT.pop("smallest by -1")

TABLES = {
    "extrema": make(EXTREMA, SPECIAL, 8),
    "extrema of narrow floats": make(EXTREMA[:20], SPECIAL.to(torch.bfloat16), 3),
    "nothing": make(NOTHING, torch.zeros(0), 4),
    "no rows": make(NO_ROWS, torch.zeros(0, 3), 5),
    "empty rows": make(EMPTY_ROWS, torch.zeros(3, 0), 2),
    "rows of one": make(ONES, numbers(16, 1), 2),
    "identities": make(IDENTITIES, HARD, 6),
    "others": Table({line + str(tuple(x.shape)): (make_function(line), (x,)) for line, x in choose(OTHERS, 7)}),
    "right": Table(RIGHT),
}


@pytest.mark.parametrize("name", TABLES)
def test_graphs(name):
    # One test for all executors, which share what is compiled.
    for device in DEVICES:
        TABLES[name].check(device)


def test_smallest_integer_by_minus_one():
    call, inputs, _ = SMALLEST
    program = emmy.compile(call, inputs)
    for device in DEVICES:
        got = [result.tolist() for result in program(*inputs, device=device)]
        assert got == [[-(2**31), -7], [-(2**31), -7], [0, 0]], device


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x.amax(),
        lambda x: x.argmax(),
        lambda x: x.min(0),
        lambda x: x.median(0),
        lambda x: x.kthvalue(1),
        lambda x: x.mode(0),
        lambda x: torch.aminmax(x),
    ],
)
def test_extrema_of_nothing_are_refused(call):
    with pytest.raises(emmy.EmmyError, match="zero-size|non-zero|out of range|to have elements|numel|dims with elements"):
        emmy.compile(call, (torch.zeros(0),))


def test_variance_of_large_numbers():
    x = 1e5 + torch.randn(100_000, generator=torch.Generator().manual_seed(0))
    program = emmy.compile(lambda x: (x.var(), x.std(), torch.var_mean(x)[0]), (x,))
    exact = x.double().var()
    for got, wanted in zip(program(x), (exact, exact.sqrt(), exact), strict=True):
        assert abs(got.double() - wanted) <= 1e-4 * wanted


def test_sums_along_derived_dims():
    """r[e, t, f] = t, and only t is dynamic."""
    time = torch.export.Dim("time")

    def call(x):
        places = torch.arange(x.shape[0])[None, :, None].expand(4, x.shape[0], 3)
        return places.sum(0), places.sum(1), torch.nn.functional.one_hot(x, 4).sum(0)

    program = emmy.compile(call, (torch.zeros(7, dtype=torch.int64),), dynamic_shapes=({0: time},))
    for size in (5, 1, 0):
        x = torch.arange(size) % 4
        for device in DEVICES:
            over_e, over_t, counts = program(x, device=device)
            assert over_e.tolist() == [[4 * t] * 3 for t in range(size)]
            assert over_t.tolist() == [[size * (size - 1) // 2] * 3] * 4
            assert counts.tolist() == [sum(t % 4 == n for t in range(size)) for n in range(4)]


def test_attention_rows_without_keys():
    """By the formula of softmax a row whose keys are all hidden is NaN; of PyTorch's operator it is 0. No other row is touched."""
    generator = torch.Generator().manual_seed(0)
    q, k, v = (torch.randn(1, 1, 8, 8, generator=generator) for _ in range(3))
    mask = torch.rand(8, 8, generator=generator) > 0.3
    mask[:, 0], mask[4:] = True, False

    def call(q, k, v, mask):
        scores = (q @ k.transpose(-1, -2) / 8**0.5).masked_fill(~mask, float("-inf"))
        return scores.softmax(-1) @ v, torch.nn.functional.scaled_dot_product_attention(q, k, v, mask)

    program = emmy.compile(call, (q, k, v, mask))
    wanted = call(q.double(), k.double(), v.double(), mask)[0][0, 0, :4]
    for device in DEVICES:
        by_formula, by_operator = (result[0, 0].double() for result in program(q, k, v, mask, device=device))
        torch.testing.assert_close(by_formula[:4], wanted, rtol=1e-5, atol=1e-6)
        torch.testing.assert_close(by_operator[:4], wanted, rtol=1e-5, atol=1e-6)
        assert by_formula[4:].isnan().all() and (by_operator[4:] == 0).all()


def test_conversions_agree_where_they_are_folded():
    """What is beyond the range of a type is the same number wherever it is converted: by the constant folder, and by each executor."""
    numbers_ = [300, 50, -50, NAN, INF, -INF, -1.5, -0.2, 255, 3.9, 1e20, -129]
    kinds = (torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64)
    x = values(*numbers_)
    computed = emmy.compile(lambda x: [x.to(kind) for kind in kinds], (x,))
    folded = emmy.compile(lambda: [torch.cat([torch.full((1,), n).to(kind) for n in numbers_]) for kind in kinds], ())
    wanted = [result.tolist() for result in computed(x, device="tensor")]
    assert wanted[0][:3] == [44, 50, -50] and wanted[1][6:10] == [255, 0, 255, 3]
    for device in ("cpu", "tile", "simulator"):
        assert [result.tolist() for result in computed(x, device=device)] == wanted
        assert [result.tolist() for result in folded(device=device)] == wanted
