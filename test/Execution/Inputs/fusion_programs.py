"""Programs that fusion has to get right: text of the tensor level, a numpy reference, sizes, and the number of kernels."""

import numpy as np
from tensor_program import Program

PROGRAMS = {}


def program(kernels, *shapes):
    def register(build):
        PROGRAMS[build.__name__] = (build, kernels, shapes)
        return build

    return register


def erf(x):
    import math

    return np.vectorize(math.erf, otypes=[np.float64])(x)


@program(1, (3, 8), (1, 2), (0, 4))
def silu_and_mul(m, n):
    p = Program()
    x = p.input([m, n])
    h = n // 2
    gate = p.index_map([(x, "d0, d1", None)], [m, h])
    up = p.index_map([(x, f"d0, d1 + {h}", None)], [m, h])
    s = p.apply("divide", gate, p.apply("add", 1.0, p.apply("exp", p.apply("negate", gate))))
    r = p.apply("multiply", s, up)

    def reference(x):
        gate, up = x[:, :h], x[:, h:]
        return [gate / (1 + np.exp(-gate)) * up]

    return p.text(r), reference


@program(1, (4, 128), (5, 0), ("a", "b", 3, 7))
def add_relu_sum(m, n, *sizes):
    p = Program()
    a, b, c = (p.input([m, n]) for _ in range(3))
    r = p.reduce("sum", p.apply("multiply", p.apply("add", a, b), p.apply("maximum", c, 0.0)), [-1])
    return p.text(r), lambda a, b, c: [((a + b) * np.maximum(c, 0)).sum(-1)]


def rms_norm(p, x, w):
    squares = p.reduce("sum", p.apply("multiply", x, x), [-1])
    mean = p.apply("divide", squares, float(x.dims[-1]))
    scale = p.apply("rsqrt", p.apply("add", mean, 1e-5))
    wide = p.broadcast(scale, x.dims, range(len(x.dims) - 1))
    return p.apply("multiply", p.apply("multiply", x, wide), w)


def rms_norm_reference(x, w):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * w


@program(1, (5, 7), (1, 1), (0, 4), ("n", 6, 3))
def rms(m, n, *sizes):
    p = Program()
    x, w = p.input([m, n]), p.input([n])
    return p.text(rms_norm(p, x, w)), lambda x, w: [rms_norm_reference(x, w)]


@program(1, (5, 7), (2, 1), ("m", "n", 3, 11), ("m", "n", 2, 0))
def softmax(m, n, *sizes):
    p = Program()
    x = p.input([m, n])
    top = p.broadcast(p.reduce("max", x, [-1]), x.dims, [0])
    e = p.apply("exp", p.apply("subtract", x, top))
    total = p.broadcast(p.reduce("sum", e, [-1]), x.dims, [0])

    def reference(x):
        if x.shape[-1] == 0:
            return [x]
        e = np.exp(x - x.max(-1, keepdims=True))
        return [e / e.sum(-1, keepdims=True)]

    return p.text(p.apply("divide", e, total)), reference


@program(1, (5, 7), (3, 1), ("n", 13, 4))
def layer_norm(m, n, *sizes):
    p = Program()
    x, w, b = p.input([m, n]), p.input([n]), p.input([n])
    mean = p.apply("divide", p.reduce("sum", x, [-1]), float(n))
    d = p.apply("subtract", x, p.broadcast(mean, x.dims, [0]))
    variance = p.apply("divide", p.reduce("sum", p.apply("multiply", d, d), [-1]), float(n))
    scale = p.apply("rsqrt", p.apply("add", variance, 1e-5))
    y = p.apply("multiply", p.apply("multiply", d, p.broadcast(scale, x.dims, [0])), w)

    def reference(x, w, b):
        return [(x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * w + b]

    return p.text(p.apply("add", y, b)), reference


@program(1, (5, 7, 3), (1, 1, 1), (4, 0, 3), ("m", 6, 5, 4))
def prologue_epilogue(m, k, n, *sizes):
    p = Program()
    x, bias, w = p.input([m, k]), p.input([k]), p.input([k, n])
    r = p.apply("maximum", p.matmul(p.apply("add", x, bias), w), 0.0)
    return p.text(r), lambda x, bias, w: [np.maximum((x + bias) @ w, 0)]


@program(1, (5, 7, 3), ("m", 6, 5, 0))
def two_prologues(m, k, n, *sizes):
    """What both operands are computed to is not zero where there is nothing to read."""
    p = Program()
    x, w = p.input([m, k]), p.input([k, n])
    return p.text(p.matmul(p.apply("add", x, 1.0), p.apply("subtract", w, 2.0))), lambda x, w: [(x + 1) @ (w - 2)]


def gelu(p, x):
    half = p.apply("multiply", x, 0.5)
    e = p.apply("erf", p.apply("multiply", x, 0.7071067811865476))
    return p.apply("multiply", half, p.apply("add", e, 1.0))


def gelu_reference(x):
    return x * 0.5 * (1 + erf(x * 0.7071067811865476))


@program(1, (5, 7, 3), ("m", 6, 5, 0))
def linear_gelu(m, k, n, *sizes):
    p = Program()
    x, w, b = p.input([m, k]), p.input([k, n]), p.input([n])
    return p.text(gelu(p, p.apply("add", p.matmul(x, w), b))), lambda x, w, b: [gelu_reference(x @ w + b)]


@program(2, (5, 7, 6, 3), ("m", 6, 5, 2, 4))
def two_layers(m, k, h, n, *sizes):
    p = Program()
    x, w1, w2 = p.input([m, k]), p.input([k, h]), p.input([h, n])
    hidden = p.apply("maximum", p.matmul(x, w1), 0.0)
    return p.text(p.matmul(hidden, w2)), lambda x, w1, w2: [np.maximum(x @ w1, 0) @ w2]


@program(2, (5, 7, 3), ("m", 6, 5, 2))
def norm_linear(m, k, n, *sizes):
    p = Program()
    x, g, w = p.input([m, k]), p.input([k]), p.input([k, n])
    return p.text(p.matmul(rms_norm(p, x, g), w)), lambda x, g, w: [rms_norm_reference(x, g) @ w]


@program(1, (4, 9, 5), ("t", 9, 5, 3))
def embedding_norm(t, v, n, *sizes):
    p = Program()
    table, ids, w = p.input([v, n]), p.input([t], "i64"), p.input([n])
    e = p.gather(table, [ids], [0])
    return p.text(rms_norm(p, e, w)), lambda table, ids, w: [
        rms_norm_reference(table[ids % v] * ((ids >= 0) & (ids < v))[:, None], w)
    ]


@program(1, (4, 6), ("m", 5, 3))
def residual_norm(m, n, *sizes):
    """Two results: the sum that the norm reads is an output too."""
    p = Program()
    x, y, w = p.input([m, n]), p.input([m, n]), p.input([n])
    h = p.apply("add", x, y)
    return p.text(h, rms_norm(p, h, w)), lambda x, y, w: [x + y, rms_norm_reference(x + y, w)]


@program(3, (2, 5, 7, 4), ("b", "q", 6, 4, 2, 3))
def attention(b, q, k, d, *sizes):
    p = Program()
    query, key, value = p.input([b, q, d]), p.input([b, k, d]), p.input([b, k, d])
    dims = [b, q, k, d]
    a = p.index_map([(query, "d0, d1, d3", None)], dims)
    c = p.index_map([(key, "d0, d2, d3", None)], dims)
    scores = p.apply("multiply", p.reduce("sum", p.apply("multiply", a, c), [-1]), 0.5)
    top = p.broadcast(p.reduce("max", scores, [-1]), scores.dims, [0, 1])
    e = p.apply("exp", p.apply("subtract", scores, top))
    weights = p.apply("divide", e, p.broadcast(p.reduce("sum", e, [-1]), scores.dims, [0, 1]))
    dims = [b, q, d, k]
    a = p.index_map([(weights, "d0, d1, d3", None)], dims)
    c = p.index_map([(value, "d0, d3, d2", None)], dims)

    def reference(query, key, value):
        scores = np.einsum("bqd,bkd->bqk", query, key) * 0.5
        e = np.exp(scores - scores.max(-1, keepdims=True))
        return [np.einsum("bqk,bkd->bqd", e / e.sum(-1, keepdims=True), value)]

    return p.text(p.reduce("sum", p.apply("multiply", a, c), [-1])), reference


@program(1, (3, 7), ("m", "n", 2, 0))
def cumsum_of_relu(m, n, *sizes):
    p = Program()
    x = p.input([m, n])
    r = p.apply("maximum", x, 0.0)
    y = p.add(f"emmy_tensor.scan sum({r.name}) dim = 1 : {r.type} -> $type", r.dims, "f32")
    return p.text(y), lambda x: [np.cumsum(np.maximum(x, 0), 1, dtype=x.dtype)]


@program(1, (3, 7), ("m", 5, 4))
def argmax_of_square(m, n, *sizes):
    p = Program()
    x = p.input([m, n])
    y = p.reduce("argmax", p.apply("multiply", x, x), [-1], dtype="i64")
    return p.text(y), lambda x: [np.argmax(x * x, -1)]


@program(2, (4, 6), (3, 5))
def pad_of_sum(m, n):
    """A padded reduction is not computed at the padding."""
    p = Program()
    x = p.input([m, n])
    s = p.reduce("sum", x, [-1])
    fill = p.constant(7.0, [], "f32")
    y = p.index_map([(s, "d0 - 1", f"d0 - 1 >= 0, {m} - d0 >= 0"), (fill, "", None)], [m + 2])
    return p.text(p.apply("multiply", y, 2.0)), lambda x: [np.pad(x.sum(-1), 1, constant_values=7.0) * 2]


@program(1, (6, 5), ("n", 5, 4))
def two_outputs(m, n, *sizes):
    """Side by side over one space, sharing the operand."""
    p = Program()
    x = p.input([m, n])
    return p.text(p.apply("exp", x), p.apply("negate", x)), lambda x: [np.exp(x), -x]


@program(1, (5, 4))
def column_norm(m, n):
    """A statistic over rows: the loops are exchanged."""
    p = Program()
    x = p.input([m, n])
    s = p.broadcast(p.reduce("sum", x, [0]), x.dims, [1])
    return p.text(p.apply("subtract", x, s)), lambda x: [x - x.sum(0)]


@program(1, (4, 6))
def concat_of_products(m, n):
    """Pieces are computed under guards."""
    p = Program()
    x, y = p.input([m, n]), p.input([m, n])
    a, b = p.apply("multiply", x, 3.0), p.apply("exp", y)
    c = p.index_map([(a, "d0, d1", f"{n - 1} - d1 >= 0"), (b, f"d0, d1 - {n}", None)], [m, 2 * n])
    return p.text(p.apply("negate", c)), lambda x, y: [-np.concatenate([x * 3, np.exp(y)], 1)]
