"""Protects the decimals beside exact numbers: they are the number's, and two different numbers look different."""

import math
from fractions import Fraction

import pytest
from lemmacheck.verifiers.records.decimals import (
    false_in_decimals,
    indistinguishable,
    relation_between,
    share,
    short,
    two_apart,
    value,
    without_balls,
)


@pytest.mark.parametrize(("text", "expected"), [
    ("3/4", Fraction(3, 4)),
    ("-7", Fraction(-7)),
    ("[0.25 +/- 1e-20]", Fraction(1, 4)),
    ("2·√(9/4)", 3.0),
    ("1/2·ln(2)", math.log(2) / 2),
    ("0.50000000000000000000", 0.5),
    ("1e+30", 1e30),
    ("3·e^(-1/2)", 3 * math.exp(-0.5)),
    ("2·(1/2 + -1·ln(2))", 1 - 2 * math.log(2)),
    ("4/9·√(2602)·(9/20816 + -1·ln(2))", 4 / 9 * math.sqrt(2602) * (9 / 20816 - math.log(2))),
])  # fmt: skip
def test_a_printed_number_is_read_back(text: str, expected: float) -> None:
    assert value(text) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("text", ["", "nan", "[nan +/- inf]", "abc", "ln(-1)", "1/0", "open('x')"])
def test_what_is_no_number_is_nan(text: str) -> None:
    assert math.isnan(value(text))


def test_a_short_text_stays_and_a_long_one_becomes_decimals() -> None:
    assert [short(text) for text in ("2.0000000000000000000", "2.5000", "10.0", "100")] == ["2", "2.5", "10", "100"]
    assert short("1.0000000000000000000e+30") == "1e+30"
    assert false_in_decimals("0.50000000000000000000", "<=", "[0.3 +/- 1e-20]") == "0.5 ≤ 0.3 is false, by 0.2"
    assert short("1/3·ln(2)") == "1/3·ln(2)"
    assert short("10000000000000000000001/30000000000000000000000") == "0.333333"
    assert short("x" * 40) == "x" * 24 + "…"
    assert short("2" * 5000 + "/" + "3" * 4999) == "6.66667"  # too many digits to be read whole
    assert short("-" + "2" * 5000 + "/" + "3" * 4997) == "-666.667"
    assert short("2" * 4997 + "/" + "3" * 5000) == "0.000666667"
    assert short("[0.25 +/- 1e-20]") == "0.25"
    assert short("(1/18 + -1·ln(3))") == "1/18 - ln(3)"
    assert "nan" not in false_in_decimals("2" * 9000, "<=", "1")


def test_a_fraction_of_many_digits_is_shown_in_decimals() -> None:
    assert (short("21891833/8589934592"), short("32/625")) == ("0.00254854", "32/625")


def test_a_share_is_1_only_of_equal_exact_numbers() -> None:
    assert share(0.5, sides=("1", "2")) == "0.5"
    assert share(1.0, sides=("√(2)", "√(2)")) == "1"
    assert share(1 - 1e-9, sides=("1", "1000000001/1000000000")) == "0.999999999"
    assert share(0.9999993262681522, 4) == "0.999999"
    assert share(0.99999996262681522, 4) == "0.99999996"
    for lhs, rhs in (("1", f"{10**30 + 1}/{10**30}"), ("[1.00 +/- 1e-9]", "[1.00 +/- 1e-9]")):
        assert share(1.0, sides=(lhs, rhs)) == "1 (to 16 digits)"


def test_two_different_numbers_are_shown_with_the_digits_that_tell_them_apart() -> None:
    one, other = "100000000000000000000/300000000000000000003", "100000000001000000000/300000000000000000000"

    assert two_apart(one, other) == ("0.33333333333", "0.33333333334")
    assert two_apart("2·ln(68)", "[8.5 +/- 1e-9]") == ("8.43902", "8.5")
    assert two_apart("97/196", "[8.5 +/- 1e-9]") == ("0.494898", "8.5")
    assert two_apart("-1", "[8.5 +/- 1e-9]") == ("-1", "8.5")
    assert two_apart("2·ln(68)", "97/196") == ("2·ln(68)", "97/196")
    assert without_balls("2·ln(68)", "[8.5 +/- 1e-9]") == ("8.43902", "8.5")
    assert without_balls("[8.5 +/- 1e-9]", "2·ln(68)") == ("8.5", "8.43902")
    assert without_balls(one, other) == (one, other)
    assert not indistinguishable("1/3", "1/4")
    assert relation_between(f"{10**40 + 1}/{10**40}", ">=", "1·√(1)") == "1 ≥ √(1)"
    assert indistinguishable("1/3", "333333333333333333/1000000000000000000")
    written = {op: relation_between("1", op, "2") for op in ("<=", ">=", "==", "<", ">", "!=")}
    assert list(written.values()) == ["1 ≤ 2", "1 ≥ 2", "1 = 2", "1 < 2", "1 > 2", "1 != 2"]


@pytest.mark.parametrize("text", [
    "",
    " ",
    "[ ]",
    "9^9^9^9",
    "(" * 60 + "9" + "^2)" * 60,
    "[1e1000000000 +/- 1]",
    "[1e4000 +/- 1]",
    "9" * 5000,
    "(-2)^(1/2)",
])  # fmt: skip
def test_what_no_double_is_near_is_none_and_is_told_at_once(text: str) -> None:
    """A record may be anybody's."""
    assert math.isnan(value(text))
    assert false_in_decimals(text, "<=", "1/3")
