# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The laws of the laws table, tried on PyTorch's functions: exactly on integers and on floats that hurt, closely where numbers are
rounded. Passes believe the table, whichever of its laws they need."""

import itertools
from fractions import Fraction

import pytest
import torch
from emmy import laws

# The functions whose names are not PyTorch's.
NAMES = {
    "absolute": torch.abs,
    "power": torch.pow,
    "fma": lambda a, b, c: a * b + c,
    "round": torch.round,
    "equal": torch.eq,
    "not_equal": torch.ne,
    "negate": torch.neg,
}
BYTES = torch.arange(-128, 128, dtype=torch.int16).to(torch.int8)
FEW_BYTES = torch.tensor([0, 1, 2, 3, 5, 63, 64, 127, -1, -2, -3, -64, -65, -127, -128], dtype=torch.int8)
INF, NAN = float("inf"), float("nan")
FLOATS = torch.tensor([0.0, -0.0, 1.0, -1.0, 0.1, -0.3, 3.0, 1e300, -1e300, 5e-324, INF, -INF, NAN], dtype=torch.float64)
# Where functions of the reals are defined.
DOMAINS = {"asin": (-1, 1), "acos": (-1, 1), "atanh": (-0.99, 0.99), "acosh": (1, 9), "log1p": (-0.9, 9)}
POSITIVE = {"sqrt", "rsqrt", "log", "log2", "log10"}


def get_function(name):
    return NAMES.get(name) or getattr(torch, name)


def are_same(got, expected) -> bool:
    """Every bit, but for NaN."""
    if not got.is_floating_point():
        return torch.equal(got, expected)
    return torch.equal(got.isnan(), expected.isnan()) and torch.equal(
        got[~got.isnan()].view(torch.int64), expected[~expected.isnan()].view(torch.int64)
    )


def get_values(law, count) -> "list[torch.Tensor]":
    """The integers and the floats that the function takes, as all tuples of `count`."""
    values = [BYTES if count < 3 else FEW_BYTES] if law["intOp"] not in ("", "identity") else []
    values += [FLOATS] if law["floatOp"] else []
    return [torch.cartesian_prod(*[value] * count).reshape(-1, count).unbind(1) for value in values]


def get_domain(name) -> torch.Tensor:
    low, high = DOMAINS.get(name, (0.01, 9) if name in POSITIVE else (-9, 9))
    return torch.linspace(low, high, 2001, dtype=torch.float64)


def is_commutative(name, law) -> bool:
    f = get_function(name)
    # PyTorch does not say which zero is the greater one: zeros have one sign here.
    return all(are_same(f(a, b) + 0, f(b, a) + 0) for a, b in get_values(law, 2))


def is_associative(name, law, is_float) -> bool:
    f = get_function(name)
    values = [v for v in get_values(law, 3) if v[0].is_floating_point() == is_float]
    assert values
    return all(are_same(f(f(a, b), c) + 0, f(a, f(b, c)) + 0) for a, b, c in values)


def is_idempotent(name, law) -> bool:
    """Of one argument: twice is once. Of two: of a value with itself it is the value."""
    f = get_function(name)
    if law["arity"] == 1:
        return all(are_same(f(f(x)), f(x)) for (x,) in get_values(law, 1))
    return all(are_same(f(x, x), x) for (x,) in get_values(law, 1))


def is_involution(name, law) -> bool:
    f = get_function(name)
    return all(are_same(f(f(x)), x) for (x,) in get_values(law, 1))


def is_identity(name, law, text) -> bool:
    f = get_function(name)
    values = [x for (x,) in get_values(law, 1) if x.is_floating_point() == ("." in text)]
    assert values
    return all(are_same(f(x, torch.full_like(x, float(text))), x) for x in values)


def distributes(name, law, over) -> bool:
    f, g = get_function(name), get_function(over)
    (values,) = [v for v in get_values(law, 3) if not v[0].is_floating_point()]
    a, b, c = values
    return are_same(f(a, g(b, c)), g(f(a, b), f(a, c))) and are_same(f(g(b, c), a), g(f(b, a), f(c, a)))


def is_homomorphism(name, source, target) -> bool:
    f, s, t = map(get_function, (name, source, target))
    x = get_domain(name)[::20]
    a, b = torch.cartesian_prod(x, x).unbind(1)
    return torch.allclose(f(s(a, b)), t(f(a), f(b)), rtol=1e-12, atol=1e-12)


def is_affine(name, law, operand) -> bool:
    """The value at a mean is the mean of the values, on fractions."""
    f = {"negate": lambda a: -a, "add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "multiply": lambda a, b: a * b}
    f |= {"divide": lambda a, b: a / b, "fma": lambda a, b, c: a * b + c, "absolute": abs, "maximum": max}
    numbers = [Fraction(n, 3) for n in (-7, -3, -1, 1, 2, 9)]
    for rest in itertools.product(numbers, repeat=law["arity"] - 1):

        def call(value, rest=rest):
            return f[name](*rest[:operand], value, *rest[operand:])

        if any(call((a + b) / 2) != (call(a) + call(b)) / 2 for a in numbers for b in numbers if a + b != 0):
            return False
    return True


def is_monotone(name, law, direction) -> bool:
    f, x = get_function(name), get_domain(name)
    values = [f(x)] if law["arity"] == 1 else [f(x, torch.full_like(x, y)) for y in (-3.0, 0.0, 2.0)]
    return all(bool((direction * value.diff() >= 0).all()) for value in values)


def is_inverse(name, inverse) -> bool:
    x = get_domain(name)
    return torch.allclose(get_function(inverse)(get_function(name)(x)), x, rtol=1e-9, atol=1e-9)


def is_quotient(name, product) -> bool:
    """f(g(a, b), b) is a, and f(a, b) is g(a, f(e, b)) for the identity e of g."""
    f, g = get_function(name), get_function(product)
    identity = torch.tensor(float(laws.FUNCTIONS[product]["identityFloat"]), dtype=torch.float64)
    x = torch.linspace(-9, 9, 200, dtype=torch.float64)
    a, b = torch.cartesian_prod(x, x).unbind(1)
    return torch.allclose(f(g(a, b), b), a, rtol=1e-12) and torch.allclose(f(a, b), g(a, f(identity, b)), rtol=1e-12)


def get_claims(name, law) -> "list[tuple]":
    """(what is claimed, whether it holds, asked when called)."""
    claims = []
    if law["commutative"]:
        claims.append(("commutative", lambda: is_commutative(name, law)))
    if law["associativeInt"]:
        claims.append(("associative on integers", lambda: is_associative(name, law, False)))
    if law["associativeFloat"]:
        claims.append(("associative on floats", lambda: is_associative(name, law, True)))
    if law["idempotent"]:
        claims.append(("idempotent", lambda: is_idempotent(name, law)))
    if law["involution"]:
        claims.append(("an involution", lambda: is_involution(name, law)))
    for key in ("identityInt", "identityFloat"):
        if law[key]:
            claims.append((f"identity {law[key]}", lambda text=law[key]: is_identity(name, law, text)))
    for over in law["distributesOver"]:
        claims.append((f"distributes over {over}", lambda over=over: distributes(name, law, over)))
    for source, target in law["homomorphisms"]:
        claims.append((f"{source} becomes {target}", lambda s=source, t=target: is_homomorphism(name, s, t)))
    for operand in law["affineIn"]:
        claims.append((f"affine in {operand}", lambda operand=operand: is_affine(name, law, operand)))
    if law["monotone"]:
        claims.append(("monotone", lambda: is_monotone(name, law, law["monotone"])))
    if law["inverse"]:
        claims.append((f"inverse {law['inverse']}", lambda: is_inverse(name, law["inverse"])))
    if law["quotientOf"]:
        claims.append((f"the quotient of {law['quotientOf']}", lambda: is_quotient(name, law["quotientOf"])))
    return claims


CLAIMS = [(name, *claim) for name, law in laws.FUNCTIONS.items() for claim in get_claims(name, law)]


@pytest.mark.parametrize(("name", "claim", "holds"), CLAIMS, ids=[f"{name}: {claim}" for name, claim, _ in CLAIMS])
def test_law(name, claim, holds):
    assert holds(), f"{name} is not {claim}"


def test_monoids():
    """A monoid's identity is that of its function, on the class of elements that it names."""
    for name, monoid in laws.MONOIDS.items():
        law, f = laws.FUNCTIONS[monoid["function"]], get_function(monoid["function"])
        for key, (x,) in (("identityInt", (FEW_BYTES,)), ("identityFloat", (FLOATS,))):
            ends = {"lowest": (float("-inf"), -128), "highest": (float("inf"), 127)}
            if text := monoid[key]:
                value = ends[text][key == "identityInt"] if text in ends else float(text)
                got = f(x, torch.full_like(x, value))
                # The sum begins with +0, so the sum of nothing but -0 is +0, as PyTorch's is.
                assert are_same(got, x + 0.0 if name == "sum" and x.is_floating_point() else x), (name, key)
        assert law["associativeInt"], name


FALSE = [
    ("subtract", {"commutative": True}),
    ("subtract", {"associativeInt": True}),
    ("add", {"associativeFloat": True}),
    ("add", {"idempotent": True}),
    ("exp", {"idempotent": True}),
    ("absolute", {"involution": True}),
    ("add", {"identityFloat": "0.0"}),
    ("multiply", {"identityInt": "0"}),
    ("add", {"distributesOver": ["multiply"]}),
    ("bitwise_xor", {"distributesOver": ["bitwise_and"]}),
    ("exp", {"homomorphisms": [["multiply", "add"]]}),
    ("divide", {"affineIn": [1]}),
    ("absolute", {"affineIn": [0]}),
    ("cosh", {"monotone": 1}),
    ("erfc", {"monotone": 1}),
    ("exp", {"inverse": "log2"}),
    ("subtract", {"quotientOf": "multiply"}),
    ("subtract", {"identityFloat": "-0.0"}),
]


@pytest.mark.parametrize(("name", "change"), FALSE, ids=str)
def test_what_is_no_law_is_told(name, change):
    nothing = {
        key: [] if isinstance(value, list) else "" if isinstance(value, str) else 0
        for key, value in laws.FUNCTIONS["exp"].items()
    }
    law = {**nothing, **{key: laws.FUNCTIONS[name][key] for key in ("arity", "intOp", "floatOp")}, **change}
    ((_, holds),) = get_claims(name, law)
    assert not holds()
