"""Protects the margin document: decided, certified, rounded outwards, equal to an independent solution."""

import json
from fractions import Fraction
from math import lcm
from typing import Any

import lemmacheck.verifiers.optima.margin
import mpmath
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lemmacheck.verifiers.data import Dataset, load
from lemmacheck.verifiers.optima import Enclosure
from lemmacheck.verifiers.optima.margin import describe, fraction, margin, root

from tests.sampled import draws, sampled

KEYS = [
    "data", "n", "d", "separable", "gamma_squared", "gamma", "normalized_gamma", "support", "certificate"
]  # fmt: skip
NOT_SEPARABLE = {f"iris:1v2{end}" for end in ("", "+bias", "+std", "+std+bias")} | {"breast_cancer+std"}
STEMS = ["digits:0v1", "digits:3v5", "digits:1v8", "digits:4v9", "iris", "iris:1v2", "wine", "breast_cancer"]
NAMES = [stem + end for stem in STEMS for end in ("", "+bias", "+std", "+std+bias")]


AROUND = ((1, 1), (-1, 2), (0, -1))  # 0 is a mean of these rows, inside


def plane(*rows: tuple[float, ...]) -> Dataset:
    """The data whose rows z_i are these."""
    return Dataset("plane", -np.array(rows), np.ones(len(rows)))


def least_score(data: Dataset, direction: list[Fraction]) -> Fraction:
    """min_i ⟨z_i, direction⟩."""
    scale = lcm(*(x.denominator for x in direction))
    whole = [int(x * scale) for x in direction]
    return min(sum(z * x for z, x in zip(row, whole, strict=True)) for row in data.rows()) / scale


def check(data: Dataset, document: dict[str, Any]) -> None:
    """All the document says, proved again from its certificate with Fractions alone."""
    kind, support = document["certificate"]["kind"], document["certificate"]["support"]
    q = [Fraction(text) for text in document["certificate"]["q"]]
    Z = data.rows()
    g = [sum(weight * Z[i][j] for weight, i in zip(q, support, strict=True)) for j in range(data.d)]
    lower = upper = sum(x * x for x in g)
    if kind == "enclosure":
        w = [Fraction(x) for x in document["certificate"]["w"]]
        score = least_score(data, [-x for x in w])
        lower = max(score, Fraction(0)) ** 2 / sum(x * x for x in w)
    else:
        assert (document["support"], Fraction(document["gamma_squared"])) == (support, upper)
        assert ("gordan" if upper == 0 else "kkt") == kind
        assert least_score(data, g) >= upper

    largest = max(sum(x * x for x in row) for row in Z)
    gamma, normalized = document["gamma"], document["normalized_gamma"]
    assert min(q) > 0
    assert sum(q) == 1
    assert len(set(support)) == len(q)
    assert Fraction(gamma["lower"]) ** 2 <= lower <= upper <= Fraction(gamma["upper"]) ** 2
    assert Fraction(normalized["lower"]) ** 2 * largest <= lower
    assert upper <= Fraction(normalized["upper"]) ** 2 * largest
    assert document["separable"] == (lower > 0)


@pytest.mark.parametrize("name", sampled(NAMES, 4, always=["breast_cancer+std"]))
def test_bundled_data_are_decided_with_a_certificate_that_proves_the_document(name: str) -> None:
    data = load(name)
    document = margin(data)

    assert list(document) == KEYS
    assert (name, data.n, data.d) == (document["data"], document["n"], document["d"])
    assert (name not in NOT_SEPARABLE) is document["separable"]
    check(data, document)
    assert document == json.loads(json.dumps(document))


def independent_gamma(data: Dataset) -> mpmath.mpf:
    """γ̄ to 40 digits: libsvm's one-class machine with ν = 1/n is min ‖Zᵀq‖ over the simplex; its support
    gives q by M Mᵀ y = 1, γ̄² = 1 / Σ y, and mpmath checks q ≥ 0 and that no row lies below the plane."""
    from sklearn.svm import OneClassSVM

    context = mpmath.MPContext()
    context.dps = 50
    Z = -data.y[:, None] * data.X
    machine = OneClassSVM(kernel="linear", nu=1 / data.n, tol=1e-10).fit(Z / np.abs(Z).max())
    rows = [[context.mpf(x) for x in row] for row in Z.tolist()]
    M = context.matrix([rows[i] for i in machine.support_])
    y = context.lu_solve(M * M.T, context.ones(M.rows, 1))
    g = M.T * y

    assert min(y) > 0
    assert min(context.fdot(row, g) for row in rows) > 1 - context.mpf(10) ** -30
    return 1 / context.sqrt(context.fsum(y))


@pytest.mark.parametrize(
    "name",
    sampled(["digits:0v1", "digits:3v5", "digits:4v9+bias", "digits:1v8+std", "iris", "iris+bias", "wine+std"], 3),
)
def test_gamma_agrees_to_25_digits_with_a_support_vector_machine_polished_in_mpmath(name: str) -> None:
    data = load(name)
    gamma = independent_gamma(data)
    lower, upper = (gamma.context.mpf(text) for text in margin(data)["gamma"].values())

    assert abs(lower - gamma) < gamma * gamma.context.mpf(10) ** -25
    assert abs(upper - gamma) < gamma * gamma.context.mpf(10) ** -25


SQUARES = st.fractions(min_value=Fraction(1, 10**40), max_value=10**40, max_denominator=10**40)


@draws(6)
@given(st.one_of(SQUARES, SQUARES.map(lambda x: x * x)).filter(bool), st.integers(-400, 400), st.integers(1, 30))
@example(Fraction(1, 4), 0, 30)
@example(Fraction(10**30 - 1) ** 2, 0, 30)
@example(Fraction(10**30 - 1) ** 2 + 1, 0, 30)
@example(Fraction(1, 10**60), 0, 1)
def test_roots_are_rounded_outwards_by_less_than_a_unit_of_the_last_digit(
    square: Fraction, power: int, digits: int
) -> None:
    square *= Fraction(10) ** power
    lower, upper = (Fraction(root(square, up, digits)) for up in (False, True))

    assert lower**2 <= square <= upper**2
    assert upper - lower <= lower / 10 ** (digits - 1)
    assert (lower**2 == square) == (upper**2 == square) == (lower == upper)


def test_an_exact_root_is_written_exactly() -> None:
    texts = [root(square, up) for square in (Fraction(1, 4), Fraction(9, 10**12), Fraction(400)) for up in (0, 1)]

    assert texts == ["0.5", "0.5", "0.000003", "0.000003", "20", "20"]
    assert root(Fraction(0), up=True) == "0"


@draws(4)
@given(
    st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=6),
    st.sampled_from([1.0, 0.1, 2.0**-1070, 2.0**1000]),
)
@example([(0, 0, 0)], 1.0)
@example([(1, 0, 0), (-1, 0, 0)], 1.0)
@example([(1, 2, 3)] * 6, 0.1)
def test_any_small_data_of_any_scale_are_decided_and_certified(rows: list, scale: float) -> None:
    data = plane(*(tuple(scale * x for x in row) for row in rows))

    check(data, margin(data))


def test_two_orthogonal_rows_meet_at_their_midpoint() -> None:
    document = margin(plane((3, 0), (0, 4)))

    assert (document["gamma_squared"], document["support"]) == ("144/25", [0, 1])
    assert document["certificate"] == {"kind": "kkt", "support": [0, 1], "q": ["16/25", "9/25"]}
    assert (document["gamma"], document["normalized_gamma"]) == (
        {"lower": "2.4", "upper": "2.4"},
        {"lower": "0.6", "upper": "0.6"},
    )


def test_normalised_gamma_does_not_depend_on_scale() -> None:
    data = load("digits:3v5")
    scaled = margin(Dataset("scaled", data.X * 7, data.y))

    assert margin(data)["normalized_gamma"] == scaled["normalized_gamma"]


@pytest.mark.parametrize("name", ["digits:0v1", "iris", "breast_cancer", "wine+std+bias"])
def test_where_exactness_is_too_dear_both_bounds_come_with_their_points(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = margin(load(name))["gamma"]
    monkeypatch.setattr(lemmacheck.verifiers.optima.margin, "AFFORDABLE_BITS", 0)
    document = margin(load(name))

    assert (document["certificate"]["kind"], document["separable"], document["gamma_squared"], document["support"]) == (
        "enclosure",
        True,
        None,
        None,
    )
    check(load(name), document)
    assert Fraction(document["gamma"]["lower"]) <= Fraction(exact["upper"])
    assert Fraction(exact["lower"]) <= Fraction(document["gamma"]["upper"])
    assert float(document["gamma"]["lower"]) == pytest.approx(float(document["gamma"]["upper"]), rel=1e-15)


def test_exactness_is_affordable_up_to_so_many_bits_of_rows_or_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    data = plane((31, 0, 1), (0, 1, 1))  # 2 rows of 5 bits
    kinds = []
    for bits in (9, 10):
        monkeypatch.setattr(lemmacheck.verifiers.optima.margin, "AFFORDABLE_BITS", bits)
        kinds.append(margin(data)["certificate"]["kind"])

    assert kinds == ["enclosure", "kkt"]


def test_wide_bounds_are_rounded_outwards(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = Enclosure(Fraction(1, 3), Fraction(4, 7), (Fraction(1),), (Fraction(1),))
    monkeypatch.setattr(lemmacheck.verifiers.optima.margin, "AFFORDABLE_BITS", 0)
    monkeypatch.setattr(lemmacheck.verifiers.optima.margin, "enclose", lambda _: bounds)
    document = margin(plane((2,)))

    assert document["gamma"] == {"lower": "0." + "3" * 30, "upper": "0.571428571428571428571428571429"}
    assert document["normalized_gamma"] == {"lower": "0.1" + "6" * 29, "upper": "0.285714285714285714285714285715"}


def test_bounds_that_do_not_tell_gamma_from_zero_are_followed_by_the_exact_solution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lemmacheck.verifiers.optima.margin, "AFFORDABLE_BITS", 0)
    document = margin(plane(*AROUND))

    assert (document["certificate"]["kind"], document["separable"]) == ("gordan", False)


@pytest.mark.parametrize(("rows", "separable"), [(AROUND, None), (AROUND[:2], True)])
def test_separability_is_left_open_with_the_reason_when_even_the_exact_solution_fails(
    rows: Any, separable: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(lemmacheck.verifiers.optima.margin, "solve", fail)
    document = margin(plane(*rows))

    assert ("enclosure", separable) == (document["certificate"]["kind"], document["separable"])
    assert (separable is None) == ("reason" in document)
    assert separable or "the exact solution failed (MemoryError)" in describe(document)


def test_fractions_are_written_out_whatever_their_length() -> None:
    text = fraction(Fraction(2, 3**20000))

    assert (len(text), text[:2]) == (9545, "2/")
    assert (fraction(Fraction(-7)), fraction(Fraction(0))) == ("-7", "0")


def test_the_description_says_in_a_few_lines_what_is_known_and_why() -> None:
    lines = describe(margin(load("digits:0v1"))).splitlines()

    assert lines[:4] == [
        "data         digits:0v1, 360 x 64",
        "separable    yes, some hyperplane through the origin has every row strictly on its right side",
        "margin       between 9.35911997016406 and 9.35911997016407, of the rows as they are given",
        "normalised   between 0.121711348672690 and 0.121711348672691, the margin over the largest row norm",
    ]
    assert "on 16 rows, the support" in lines[4]
    assert lines[4].endswith("no direction has a larger margin")


@pytest.mark.parametrize(
    ("rows", "affordable", "described"),
    [
        (
            ((3, 0), (0, 4)), 30_000,
            "data         plane, 2 x 2\n"
            "separable    yes, some hyperplane through the origin has every row strictly on its right side\n"
            "margin       2.4, exactly, of the rows as they are given\n"
            "normalised   0.6, exactly, the margin over the largest row norm\n"
            "certificate  exact weights q ≥ 0, Σq = 1 on 2 rows, the support, and ⟨z_i, Zᵀq⟩ ≥ ‖Zᵀq‖² for every row: "
            "no direction has a larger margin",
        ),
        (
            ((1, 0), (-1, 0)), 30_000,
            "data         plane, 2 x 2\n"
            "separable    no, every hyperplane through the origin has a row on it or on its wrong side\n"
            "margin       0, exactly, of the rows as they are given\n"
            "normalised   0, exactly, the margin over the largest row norm\n"
            "certificate  exact weights q ≥ 0, Σq = 1 on 2 rows with Zᵀq = 0: no direction has a positive margin",
        ),
        (
            ((0, 2),), 0,
            "data         plane, 1 x 2\n"
            "separable    yes, some hyperplane through the origin has every row strictly on its right side\n"
            "margin       2, exactly, of the rows as they are given\n"
            "normalised   1, exactly, the margin over the largest row norm\n"
            "certificate  a direction has at least the lower margin, and weights q ≥ 0, Σq = 1 on 1 row show "
            "that none has more than the upper",
        ),
    ],
    ids=["kkt", "gordan", "enclosure"],
)  # fmt: skip
def test_each_certificate_is_described_by_what_it_proves(
    rows: Any, affordable: int, described: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lemmacheck.verifiers.optima.margin, "AFFORDABLE_BITS", affordable)

    assert describe(margin(plane(*rows))) == described


@pytest.mark.parametrize(
    ("error", "told"), [(MemoryError(), "MemoryError"), (ValueError("x" * 300), "x" * 200)], ids=["bare", "long"]
)
def test_what_is_open_is_described_with_the_reason(
    error: Exception, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise error

    bounds = Enclosure(Fraction(0), Fraction(1, 4), (Fraction(1),), (Fraction(1),))
    monkeypatch.setattr(lemmacheck.verifiers.optima.margin, "solve", fail)
    monkeypatch.setattr(lemmacheck.verifiers.optima.margin, "enclose", lambda _: bounds)
    text = describe(margin(plane((2,))))

    assert "separable    not decided\nmargin       between 0 and 0.25, of the rows as they are given\n" in text
    assert text.endswith(f"; the bounds do not tell γ̄ from 0, and the exact solution failed ({told})")
