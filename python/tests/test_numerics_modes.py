# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where values are rounded: `eager` rounds where PyTorch does, bit for bit; `fused` leaves out what operators imply, no more."""

import emmy
import pytest
import torch

DEVICES = ["tensor", "cpu", "tile", "shim"]
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
NARROW = FLOATS[:2]

# Chains of correctly rounded operators: each operator's result is rounded to the dtype, so every bit is known. (On CPUs PyTorch's
# square root is not among them, and a scalar addend is rounded to the dtype first, which its GPU kernels do not do.)
CHAINS = [
    "x * y + z",
    "z - x * y",
    "(x + y) * z - x",
    "x / y + z",
    "(x * y).relu() + z * z",
    "torch.where(x > y, x * y, z) + x",
    "x.abs() * y + z.sign()",
    "x.square() - y * y",
    "torch.maximum(x * y, z) * x + torch.minimum(x * z, y)",
    "(x * y + z) * (x * y - z)",
    "x.reciprocal() * y + z.neg()",
    "(x * y).to(torch.float32) + z",
    "(x.to(torch.float32) * y).to(torch.bfloat16) * z",
    "(x * 0.3 + y) * 1.7 - z / 3",
    "torch.cat([x * y, z + x]).flip(0) * 3.3 + 0.25",
]


def get_inputs(dtype) -> "list[torch.Tensor]":
    """Numbers of all digits and of sizes that lie together; the last ones hurt."""
    generator = torch.Generator().manual_seed(0)
    info = torch.finfo(dtype)
    special = torch.tensor(
        [0.0, -0.0, 1.0, float("inf"), float("-inf"), float("nan"), info.max, info.tiny, info.smallest_normal / 8, -3.0],
        dtype=dtype,
    )
    inputs = []
    for shift in range(3):
        scale = torch.exp2(torch.randint(-4, 5, (251,), generator=generator).double())
        numbers = (torch.randn(251, generator=generator, dtype=torch.float64) * scale).to(dtype)
        inputs.append(torch.cat([numbers, special.roll(shift)]))
    return inputs


def get_module(texts):
    scope = {"torch": torch}
    exec(f"def call(x, y, z):\n    return ({''.join(text + ', ' for text in texts)})", scope)
    return scope["call"]


def are_same_bits(first, second) -> bool:
    """Equal with the signs of zeros; NaN is one value."""
    if first.dtype != second.dtype or first.shape != second.shape or not torch.equal(first.isnan(), second.isnan()):
        return False
    keep = ~first.isnan()
    return torch.equal(first[keep], second[keep]) and torch.equal(first[keep].signbit(), second[keep].signbit())


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_eager_rounds_where_pytorch_does(dtype):
    inputs = get_inputs(dtype)
    module = get_module(CHAINS)
    program = emmy.compile(module, inputs, numerics="eager")
    expected = module(*inputs)
    for device in DEVICES:
        for text, e, g in zip(CHAINS, expected, program(*inputs, device=device), strict=True):
            # relu and max choose between zeros of both signs by their own rule.
            e, g = (value + 0 if "relu" in text or "max" in text else value for value in (e, g))
            assert are_same_bits(g, e), f"{text} on {device}: {(g - e).abs().nan_to_num().max()} at most"


def round_once(function, inputs, dtype):
    """The function computed without rounding (in f64, where it is exact), and rounded as a kernel rounds its result."""
    wide = function(*(value.double() for value in inputs))
    return wide.float().to(dtype) if dtype in NARROW else wide.to(dtype)


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_fused_drops_implied_roundings(dtype):
    """x * y + z of narrow floats: two roundings are one. The product and the sum are exact in f64."""
    generator = torch.Generator().manual_seed(1)
    x, y, z = (torch.randn(4096, generator=generator).to(dtype) for _ in range(3))
    module = get_module(["x * y + z"])
    (eager,), once = module(x, y, z), round_once(lambda x, y, z: x * y + z, (x, y, z), dtype)
    assert not torch.equal(eager, once), "expected inputs that tell the modes apart"
    for numerics, expected in (("eager", eager), ("fused", once)):
        program = emmy.compile(module, (x, y, z), numerics=numerics)
        for device in DEVICES[1:]:
            assert torch.equal(program(x, y, z, device=device)[0], expected), (numerics, device)


@pytest.mark.parametrize("numerics", ["eager", "fused"])
@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_roundings_of_the_program_are_kept(dtype, numerics):
    """What the program converts is rounded in both modes, also when f32 arithmetic stands before and behind it."""
    generator = torch.Generator().manual_seed(2)
    x, y, z = (torch.randn(4096, generator=generator) for _ in range(3))

    def call(x, y, z):
        rounded = (x * y).to(dtype).float()
        return rounded, (x + y).to(dtype).to(torch.float32) - z, x.to(dtype) == x

    expected = call(x, y, z)
    assert not torch.equal(expected[0], x * y)
    program = emmy.compile(call, (x, y, z), numerics=numerics)
    for device in DEVICES:
        for e, g in zip(expected, program(x, y, z, device=device), strict=True):
            assert torch.equal(g, e), device


@pytest.mark.parametrize("dtype", NARROW, ids=str)
def test_a_stored_value_is_used_rounded(dtype):
    """A value that leaves the kernel is not another one inside of it."""
    generator = torch.Generator().manual_seed(3)
    x, y, z = (torch.randn(4096, generator=generator).to(dtype) for _ in range(3))

    def call(x, y, z):
        product = x * y
        return product, product + z

    expected = call(x, y, z)
    program = emmy.compile(call, (x, y, z), numerics="fused")
    for device in DEVICES:
        for e, g in zip(expected, program(x, y, z, device=device), strict=True):
            assert torch.equal(g, e), device


# Each is a value that is computed again where it is compared with what was chosen among its elements.
SAME_VALUES = {
    "largest": "y = x / 3; return (y - y.amax()).amax(), (y - y.amax(-1, keepdim=True)).amax(-1)",
    "stored": "y = x / 3; return y.amax() - y.amax(), (y - y.amax()).amax()",
    "position": "y = x.sin() / 3; i = y.argmax(-1, keepdim=True); return y.gather(-1, i) - y.amax(-1, keepdim=True)",
    "equal": "y = x / 3; return (y == y.amax(-1, keepdim=True)).sum(-1).clamp(max=1) - 1, (y - y.cummax(-1)[0]).amax(-1)",
    "sorted": "y = x / 3; return y.sort(-1)[0][:, -1] - y.amax(-1), y.topk(2, -1)[0][:, 0] - y.amax(-1)",
    # One sum could take the product in without rounding it; another place needs it by itself, also behind a conversion.
    "product": "p = x * x * 0.37; y = p + x.sin(); m = y.amax(-1, True); return torch.where(y == m, p.clamp(0, 0), -1.0).amax(-1)",
    "normalized": "y = torch.softmax(x / 3, -1); return (y - y.amax(-1, keepdim=True)).amax(-1)",
    "summed": "y = x.sum(-1, keepdim=True) / 3; return (y - y.amax(0)).amax(0), (y + x * 0 - y.amax(0)).amax()",
}


@pytest.mark.parametrize("dtype", FLOATS[:3], ids=str)
def test_a_value_is_the_same_wherever_it_is_computed(dtype):
    """With the same roundings, in whichever kernels: all of these are 0."""
    x = (torch.randn(8, 64, generator=torch.Generator().manual_seed(0)) * 10).to(dtype)
    scope = {"torch": torch}
    for name, text in SAME_VALUES.items():
        exec(f"def {name}(x): {text}", scope)

    def call(x):
        return [scope[name](x) for name in SAME_VALUES]

    program = emmy.compile(call, (x,))
    for device in ("cpu", "simulator"):
        for name, values in zip(SAME_VALUES, program(x, device=device), strict=True):
            for value in values if isinstance(values, tuple) else (values,):
                assert not value.any(), f"{name} on {device}: expected zeros, but got {value}"


def test_fma_is_formed_in_fused_only():
    """x * y + z of f32 has one rounding in the kernels of fused numerics, two in those of eager."""
    generator = torch.Generator().manual_seed(4)
    # Factors in [1, 2) and addends of that size: product and sum are exact in f64.
    x, y = (1 + torch.rand(2, 4096, generator=generator)).unbind()
    z = -(1 + torch.rand(4096, generator=generator))
    module = get_module(["x * y + z"])
    (eager,), once = module(x, y, z), round_once(lambda x, y, z: x * y + z, (x, y, z), torch.float32)
    assert not torch.equal(eager, once)
    for numerics, expected, forms in (("eager", eager, False), ("fused", once, True)):
        program = emmy.compile(module, (x, y, z), target="sm_90", numerics=numerics)
        assert ("fma.rn.f32" in program.ir("ptx"), "math.fma" in program.ir("kernel")) == (forms, forms)
        assert torch.equal(program(x, y, z, device="shim")[0], expected), numerics
    # The reference executions round each by itself.
    for device in ("tensor", "cpu"):
        assert torch.equal(program(x, y, z, device=device)[0], eager), device


def test_machine_code_never_contracts_or_flushes():
    """Every addition, multiplication, division and root of the PTX says how it rounds; nothing is approximate or flushed."""

    def call(x, y):
        return ((x * y + x) / y).sqrt().exp().sum(-1), (x.double() * y - x).sum()

    x = torch.rand(8, 100)
    for numerics in ("eager", "fused"):
        text = emmy.compile(call, (x, x), target="sm_90", numerics=numerics).ir("ptx")
        lines = [line.split()[0] for line in text.splitlines() if line.startswith("\t")]
        arithmetic = [
            word
            for word in lines
            if word.split(".")[0] in ("add", "sub", "mul", "div", "sqrt", "fma") and word.split(".")[-1] in ("f32", "f64")
        ]
        assert arithmetic and all(word.split(".")[1] == "rn" for word in arithmetic), arithmetic
        assert not [word for word in lines if ".ftz" in word or ".approx" in word or "ex2" in word]
