# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The comparator itself: for every rule of the standard tolerance what it accepts, and what it refuses."""

import pytest
import torch
from emmy.testing import check_program, compare
from torch import nn

INF, NAN = float("inf"), float("nan")
HALF, BRAIN, SINGLE, DOUBLE = torch.float16, torch.bfloat16, torch.float32, torch.float64


def judge(got, eager, exact, dtype=SINGLE, **options) -> bool:
    """Whether the numbers, rounded to the dtype, are right."""
    as_tensor = lambda numbers: torch.tensor(numbers, dtype=DOUBLE)  # noqa: E731
    return compare(as_tensor(got).to(dtype), as_tensor(eager).to(dtype), as_tensor(exact), **options) is None


def after(number, count, dtype=SINGLE) -> float:
    """The number that many steps of the dtype further."""
    value = torch.tensor(number, dtype=dtype)
    for _ in range(abs(count)):
        value = torch.nextafter(value, torch.tensor(INF if count > 0 else -INF, dtype=dtype))
    return value.item()


@pytest.mark.parametrize("dtype", [SINGLE, HALF, BRAIN])
@pytest.mark.parametrize("number", [1.0, -3.0, 0.0, 1e-3])
def test_four_units_in_the_last_place(number, dtype):
    number = torch.tensor(number, dtype=dtype).item()
    assert judge([after(number, 4, dtype)], [number], [number], dtype)
    assert judge([after(number, -2, dtype)], [number], [number], dtype)
    assert not judge([after(number, 5, dtype)], [number], [number], dtype)
    assert not judge([number + 1], [number], [number], dtype)


def test_twice_the_error_of_eager():
    eager, exact = [1.0 + 1e-4, 2.0], [1.0, 2.0]
    # The largest error of any element counts for all.
    assert judge([1.0 - 1.9e-4, 2.0 + 1.9e-4], eager, exact)
    assert not judge([1.0 - 2.1e-4, 2.0], eager, exact)
    assert not judge([1.0, 2.0 + 2.1e-4], eager, exact)


def test_errors_of_about_the_same_size():
    # An error of a large element says nothing about a small one.
    eager, exact = [1001.0, 1.0], [1000.0, 1.0]
    assert judge([1002.0, 1.0], eager, exact, local=True)
    assert judge([1000.0, 2.5], eager, exact)
    assert not judge([1000.0, 2.5], eager, exact, local=True)


def test_a_given_tolerance_is_enough():
    # Near eager, whatever f64 says; relative to eager, or absolute where that is more.
    eager, exact = [100.0, 0.0], [100.0, 0.0]
    assert judge([100.9, 0.4], eager, exact, tolerance=(1e-2, 0.5))
    assert not judge([102.0, 0.4], eager, exact, tolerance=(1e-2, 0.5))
    assert not judge([100.9, 0.6], eager, exact, tolerance=(1e-2, 0.5))
    assert not judge([100.9, 0.0], eager, exact)


@pytest.mark.parametrize(("dtype", "unit"), [(SINGLE, 2.0**-24), (HALF, 2.0**-24), (DOUBLE, 2.0**-53)])
def test_sums_by_their_terms(dtype, unit):
    # A sum that cancels to 0: only the size of its terms tells what is exact.
    size = 2.0**24
    terms = torch.tensor([size], dtype=DOUBLE)
    assert judge([3 * unit * size], [0.0], [0.0], dtype, terms=terms)
    assert not judge([300 * unit * size], [0.0], [0.0], dtype, terms=terms)
    assert dtype == DOUBLE or not judge([3 * unit * size], [0.0], [0.0], dtype)


@pytest.mark.parametrize("number", [INF, NAN])
def test_terms_that_are_not_finite_allow_nothing(number):
    assert not judge([2.0], [1.0], [1.0], terms=torch.tensor([number]))
    assert judge([1.0], [1.0], [1.0], terms=torch.tensor([number]))


def test_double_without_a_wider_oracle():
    assert judge([1.0 + 2.0**-45], [1.0], [1.0], DOUBLE)
    assert not judge([1.0 + 2.0**-43], [1.0], [1.0], DOUBLE)


@pytest.mark.parametrize("special", [INF, -INF, NAN])
def test_values_that_are_not_finite(special):
    assert judge([special], [special], [special])
    for other in (INF, -INF, NAN, 0.0, 3.4e38):
        if repr(other) != repr(special):
            assert not judge([other], [special], [special]), other


@pytest.mark.parametrize("special", [INF, -INF, NAN])
def test_what_is_finite_is_not_lost(special):
    assert not judge([special], [1.0], [1.0])
    assert not judge([special, 1.0], [1.0, special], [1.0, 1.0])


@pytest.mark.parametrize("special", [INF, -INF, NAN])
def test_two_ways_to_a_value(special):
    # Only f64 is not finite: eager's value is right too, and nothing else.
    assert judge([special], [1.0], [special])
    assert judge([after(1.0, 4)], [1.0], [special])
    for other in (INF, -INF, NAN, after(1.0, 5)):
        if repr(other) != repr(special):
            assert not judge([other], [1.0], [special]), other


@pytest.mark.parametrize("special", [INF, -INF, NAN])
def test_what_eager_loses_may_be_lost(special):
    # f64 is finite where eager overflowed on the way: both are right, and nothing else.
    assert judge([1.0], [special], [1.0])
    assert judge([special], [special], [1.0])
    for other in (INF, -INF, NAN, after(1.0, 5)):
        if repr(other) != repr(special):
            assert not judge([other], [special], [1.0]), other


def test_two_ways_of_not_being_finite():
    # Eager's intermediate overflowed, and gave NaN for an infinity.
    assert judge([INF], [NAN], [INF])
    assert judge([NAN], [NAN], [INF])
    assert not judge([-INF], [NAN], [INF])
    assert not judge([1.0], [NAN], [INF])


def test_beyond_the_range_of_the_dtype():
    # f64 rounds to the infinity, whatever eager has.
    for eager in (INF, NAN, 65504.0):
        assert judge([INF], [eager], [65520.0], HALF)
        assert not judge([-INF], [eager], [65520.0], HALF)
    assert judge([65504.0], [65504.0], [65519.0], HALF)
    assert not judge([INF], [65504.0], [65500.0], HALF)
    assert not judge([3.4e38], [INF], [1e39])


def test_zeros_of_both_signs_are_equal():
    assert judge([-0.0], [0.0], [0.0])
    assert not judge([1e-30], [0.0], [0.0])


@pytest.mark.parametrize("dtype", [torch.int64, torch.uint8, torch.bool])
def test_integers_are_equal(dtype):
    zero, one = torch.zeros(1, dtype=dtype), torch.ones(1, dtype=dtype)
    assert compare(one, one, one) is None
    assert "expected" in compare(zero, one, one)


def test_dtype_and_shape():
    x = torch.ones(2)
    assert compare(x.half(), x, x) == "expected torch.float32 [2], but got torch.float16 [2]"
    assert compare(x[:1], x, x) == "expected torch.float32 [2], but got torch.float32 [1]"
    assert compare(torch.ones(0), torch.ones(0), torch.ones(0)) is None


def test_the_message_names_the_element():
    x = torch.zeros(3, 4)
    y = x.clone()
    y[1, 2], y[2, 0] = 1.0, NAN
    assert compare(y, x, x) == "2 of 12 elements are wrong, the first at [1, 2]: expected 0.0 within 5.61e-45, but got 1.0"


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.factor = nn.Parameter(torch.tensor(2.0))

    def forward(self, x, *, by=1):
        return x * self.factor * by, x.shape[0]


def run(result):
    """A program that gives the result whatever it is called with."""
    return lambda *args, device, **kwargs: result


def test_programs_are_compared_result_by_result():
    x = torch.tensor([1.0, 3.0])
    check_program(run((x * 6, 2)), Scale(), (x,), kwargs={"by": 3}, device="cpu")
    for result, text in (
        ((x * 5, 2), "result #0 on cpu: 2 of 2"),
        ((x * 6, 3), "result #1 on cpu: expected 2, but got 3"),
        ((x * 6,), "expected 2 results, but got 1"),
    ):
        with pytest.raises(AssertionError, match=text):
            check_program(run(result), Scale(), (x,), kwargs={"by": 3}, device="cpu")


def test_a_program_may_write_to_its_arguments():
    def call(x):
        x.add_(1)
        return x * 1

    x = torch.zeros(2)
    check_program(run(torch.ones(2)), call, (x,), device="cpu")
    assert x.tolist() == [0.0, 0.0]
