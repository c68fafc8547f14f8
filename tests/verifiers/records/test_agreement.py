"""Protects how a record is compared with the one made again: numbers as numbers, and no number as another."""

from dataclasses import replace

import pytest
from lemmacheck.verifiers.records.agreement import LONGEST, agree, differences, same, same_exponent, value_text
from lemmacheck.verifiers.records.verdict import Reach, Record, Scope, Verdict, Worst

RECORD = Record("a", Verdict.CERTIFIED, Scope(1, 2), worst=Worst(0.5, 0.25, 1, "x", [["1/2"]], "", 2, "1", "2"))


@pytest.mark.parametrize(("found", "recorded"), [
    ("[0.25 +/- 1e-20]", "[0.25 +/- 3e-20]"),
    ("[+/- 1e-40]", "[+/- 2e-40]"),
    ("[0.25 +/- 1e-20]", "[0.25 +/- 1e-30]"),
    ("[1e10 +/- 1e-6]", "[1e10 +/- 1e-20]"),
    ("4/9·ln(2)", "4/9·ln(2)"),
])  # fmt: skip
def test_two_enclosures_of_one_number_agree(found: str, recorded: str) -> None:
    assert agree(found, recorded)
    assert agree(recorded, found)


@pytest.mark.parametrize(("found", "recorded"), [
    ("0.5", "0.50000000000000000000"),
    ("-2", "-2.0000000000000000000"),
    ("1e+30", "1.0000000000000000000e+30"),
    ("9.5e-7", "9.5000000000000000000e-7"),
])  # fmt: skip
def test_zeros_that_earlier_versions_wrote_are_no_difference(found: str, recorded: str) -> None:
    assert agree(found, recorded)
    assert not agree(found, recorded.replace("0000", "000", 1))
    assert not agree(found, recorded.replace("0000", "0001", 1))


@pytest.mark.parametrize(("found", "recorded"), [
    ("-0", "00"),
    ("2/4", "0.5"),
    ("0", "1e-30"),
    ("1/2", "1/3"),
    ("[0.25 +/- 1e-20]", "[0.26 +/- 1e-20]"),
    ("[0.25 +/- 1e-20]", "[0.25 +/- 1e100]"),
    ("[+/- 1e-40]", "[+/- 1]"),
    ("[1e-10 +/- 1e-20]", "[1e-10 +/- 1e-30]"),
    ("0.5", "[0.5 +/- 1e-20]"),
    ("0", "[+/- 1e-40]"),
    ("1", "one"),
    ("10", "1_0"),
    ("-1", " -1"),
    ("1/3", "1/\uff13"),
    ("0", "1e1000000000"),
    ("[0 +/- 1]", "[1e1000000000 +/- 1]"),
])  # fmt: skip
def test_two_numbers_do_not_agree_nor_one_in_two_dresses(found: str, recorded: str) -> None:
    assert not agree(found, recorded)
    assert not agree(recorded, found)


def test_exponents_agree_in_six_digits_and_zero_has_no_sign() -> None:
    assert same_exponent("-0.000000", "0.000000")
    assert same_exponent("-1.250000", "-1.250001")
    assert not same_exponent("-1.250000", "-1.250100")
    assert not same_exponent("-1.250000", "reaches its limit")


def test_a_difference_names_its_field_and_both_values() -> None:
    assert RECORD.worst is not None
    other = replace(RECORD, worst=replace(RECORD.worst, slack=0.5000001, t=2), statement="x")

    assert list(differences(RECORD, RECORD)) == []
    assert list(differences(other, RECORD)) == [
        "worst.slack is 0.5000001, found 0.5",
        "worst.t is 2, found 1",
        "statement is 'x', found ''",
    ]
    assert list(differences(other, RECORD, ("worst", "statement"))) == []


def test_numbers_are_compared_as_numbers_where_numbers_stand_and_nowhere_else() -> None:
    for path in ("worst.lhs", "rhs", "witness.Z"):
        assert same("1/2", "0.5", path)
        assert not same("0.5", "1/2", path)
        assert not same("1/2", "0.6", path)
        assert not same(None, "1/2", path)
    assert not same("1/2", "0.5", "statement")
    assert not same("1/2", "0.5")
    assert same("a", "a", "statement")
    assert not same(1, "1", "worst.t")


def test_floats_agree_up_to_rounding_and_drawn_ones_in_six_digits() -> None:
    assert same(1.0, 1 + 1e-10, "worst.slack")
    assert same(1, 1.0, "worst.slack")
    assert not same(1.0, 1.00001, "worst.slack")
    assert same(1.0, 1.00001, "curves.value")
    assert not same(1.0, 1.0001, "curves.value")
    assert not same(True, 1.0, "worst.slack")
    assert not same(1.0, None, "worst.slack")
    assert same(0.0, 1e-13, "worst.slack")
    assert not same(1e-9, 2e-9, "worst.slack")


def test_lists_agree_entry_by_entry_and_in_length() -> None:
    assert list(differences([1.0, [2.0]], [1 + 1e-12, [2.0]], (), "x")) == []
    assert list(differences([1.0, 2.0], [1.0, 3.0], (), "x")) == ["x is 2.0, found 3.0"]
    assert list(differences([1.0], [1.0, 3.0], (), "x")) == ["x is [1.0], found [1.0, 3.0]"]
    assert list(differences([1.0], None, (), "x")) == ["x is [1.0], found None"]


def test_a_value_is_shown_in_few_characters() -> None:
    assert (value_text(Verdict.PROVED), value_text(Reach.FALSE)) == ("proved", "false")
    assert value_text(None) == "None"
    assert value_text("None") == "'None'"
    assert value_text("x" * (LONGEST - 2)) == f"'{'x' * (LONGEST - 2)}'"
    assert value_text("x" * LONGEST) == f"'{'x' * (LONGEST - 2)}…"
    assert len(value_text("x" * LONGEST)) == LONGEST == 60
