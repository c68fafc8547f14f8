"""Protects refutations under hypotheses for all u: they count only where these hold at every u, exactly."""

from pathlib import Path
from typing import Any

import pytest
from flint import fmpq, fmpq_mat
from lemmacheck.theory.core.claim import Claim
from lemmacheck.verifiers.decide.cause import AT_POINTS
from lemmacheck.verifiers.decide.everywhere import pivots
from lemmacheck.verifiers.decide.ladder import Decision, decide
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.kernel.trace import Untraced, trace_of
from lemmacheck.verifiers.library.deciding import examine
from lemmacheck.verifiers.library.plan import QUICK
from lemmacheck.verifiers.records.verdict import Verdict

from tests.books.written import WRITE

SMALL = Instance.from_json("small", [["1", "0"], ["0", "1/2"]])
TEXT = '''from lemmacheck import for_all, opaque


@problem(shapes=(2, 2))
class Smooth:
    def of(Z):
        return dict(A=Z, L=BOUND)

    @opaque
    def f(p, x):
        return FUNCTION

    @opaque(vector=True)
    def gradient(p, x):
        return p.A.T @ (p.A @ x)


class Descent:
    def start(self, p):
        return State(p.ones(p.d))

    def step(self, p, s):
        return State(s.x - p.gradient(s.x) / p.L)


@for_all("f is L-smooth", points=lambda run: (run.x[1:], run.x[:-1]))
def smooth(p, u, v):
    return at_most(p.f(u), p.f(v) + p.inner(p.gradient(v), u - v) + Fraction(1, 2) * p.L * p.squared(u - v))


@claim("X", about=Descent, given=[smooth])
def falls(run):
    """f(x_{t+1}) ≤ f(x_t) − ‖∇f(x_t)‖²/L."""
    p, f = run.problem, run.each(lambda s: run.problem.f(s.x))
    return at_most(f[1:], f[:-1] - run.each(lambda s: p.squared(p.gradient(s.x)))[:-1] / p.L)


METHOD = Method(Descent, on=Smooth, steps=3)
'''
SMOOTH = "at_most(p.f(u), p.f(v) + p.inner(p.gradient(v), u - v) + Fraction(1, 2) * p.L * p.squared(u - v))"
FROBENIUS, SQUARE = ("BOUND", "(Z * Z).sum()"), ("FUNCTION", "p.squared(p.A @ x) / 2")


def decided(claim: Claim) -> Decision:
    return decide(claim, SMALL, claim.usual[""], 3)


def test_a_hypothesis_whose_quadratic_form_is_semidefinite_holds_everywhere(opened: WRITE) -> None:
    assert decided(opened(TEXT, FROBENIUS, SQUARE).claims["X"]).verdict == Verdict.REFUTED


def test_it_does_where_no_precision_tells_whether_it_holds_at_its_points(opened: WRITE) -> None:
    """Of u = v = (1 + √2)x the sides are equal, and balls."""
    irrational = "*(2 * [(1 + run.sqrt(run.num.number(2))) * run.x]),"
    claim = opened(TEXT, FROBENIUS, SQUARE, ("run.x[1:], run.x[:-1]", irrational)).claims["X"]

    assert decided(claim).verdict == Verdict.REFUTED
    lower = f"{SQUARE[1]} - p.linf(x) ** 4 / 10 ** 6"
    unknown = opened(TEXT, FROBENIUS, ("FUNCTION", lower), ("run.x[1:], run.x[:-1]", irrational)).claims["X"]
    assert decided(unknown).reason == "a hypothesis is not decided: f is L-smooth"


@pytest.mark.parametrize(("relation", "bound", "verdict"), [
    ("at_least", FROBENIUS[1], Verdict.REFUTED),
    ("at_least", "Z[1, 1] * Z[1, 1] * 3", Verdict.NOT_APPLICABLE),
    ("above", FROBENIUS[1], Verdict.UNDECIDED),  # where u = v the sides are equal
])  # fmt: skip
def test_what_is_said_the_other_way_round_is_the_same_and_what_is_strict_is_not(
    opened: WRITE, relation: str, bound: str, verdict: Verdict
) -> None:
    lower, upper = "p.f(u)", "p.f(v) + p.inner(p.gradient(v), u - v) + Fraction(1, 2) * p.L * p.squared(u - v)"
    said = f"at_most({lower}, {upper})", f"{relation}({upper}, {lower})"
    claim = opened(TEXT, ("BOUND", bound), SQUARE, said).claims["X"]

    assert decided(claim).verdict == verdict


@pytest.mark.parametrize(("bound", "function"), [
    ("Z[1, 1] * Z[1, 1] * 3", "p.squared(p.A @ x) / 2"),  # an L that is less than the largest eigenvalue, 1
    ("(Z * Z).sum()", "p.squared(p.A @ x) / 2 - p.linf(x) ** 4 / 10 ** 6"),
    ("(Z * Z).sum()", "p.where(x[0], '<', 1000, p.squared(p.A @ x), p.squared(x)) / 2"),
    ("(Z * Z).sum()", "p.squared(p.A @ x) / 2 + p.log(1 + p.squared(x)) * 0"),
    ("(Z * Z).sum()", "p.squared(p.A @ x) / (2 + isinstance(x[0] ** 0, float))"),
])  # fmt: skip
def test_of_what_fails_somewhere_or_is_no_form_nothing_is_refuted(opened: WRITE, bound: str, function: str) -> None:
    decision = decided(opened(TEXT, ("BOUND", bound), ("FUNCTION", function)).claims["X"])

    assert decision.verdict in (Verdict.UNDECIDED, Verdict.NOT_APPLICABLE)


@pytest.mark.parametrize("said", [
    "at_most(p.f(u)[:-1] + 1, p.f(u)[1:])",  # of one point it says nothing
    "at_most(p.squared(u - u[0]), 0)",
    "at_most(p.squared(u.sum(0)), p.squared(u).sum())",
    "at_most(p.squared(u) * (len(u) - 1), 0)",
])  # fmt: skip
def test_what_compares_points_with_one_another_is_known_at_its_points_alone(opened: WRITE, said: str) -> None:
    one = ("points=lambda run: (run.x[1:], run.x[:-1])", "points=lambda run: (run.x,)"), ("(p, u, v)", "(p, u)")
    claim = opened(TEXT, FROBENIUS, SQUARE, *one, (SMOOTH, said)).claims["X"]

    assert decided(claim).verdict in (Verdict.UNDECIDED, Verdict.NOT_APPLICABLE)


def test_what_is_said_of_no_point_may_stand_beside_it(opened: WRITE) -> None:
    both = SMOOTH, f"[{SMOOTH}, at_most(p.L, 2)]"

    assert decided(opened(TEXT, FROBENIUS, SQUARE, both).claims["X"]).verdict == Verdict.REFUTED


def test_what_holds_is_certified_of_what_is_known_everywhere_or_says_that_it_is_not(opened: WRITE) -> None:
    half = ("[:-1] / p.L", "[:-1] / (2 * p.L)")
    known = decided(opened(TEXT, half, FROBENIUS, SQUARE).claims["X"])
    tried = decided(opened(TEXT, half, FROBENIUS, ("FUNCTION", f"{SQUARE[1]} - p.linf(x) ** 4 / 10 ** 6")).claims["X"])

    assert (known.verdict, known.reason) == (Verdict.CERTIFIED, "")
    assert (tried.verdict, tried.reason) == (Verdict.CERTIFIED, f"{AT_POINTS}: f is L-smooth")


def test_no_program_of_the_kernel_says_that_it_holds_everywhere(opened: WRITE, tmp_path: Path) -> None:
    claim = opened(TEXT, FROBENIUS, SQUARE).claims["X"]
    (record,) = examine([claim], QUICK, lambda _: None, 1)

    assert record.verdict == Verdict.REFUTED
    with pytest.raises(Untraced, match="“f is L-smooth” is supposed at all points"):
        trace_of(claim, record, "witness")


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        ([0, 1, 1, 0], None), ([0, 2, 2, 5], None), ([0, 0, 0, -1], [0, -1]), ([0, 0, 0, 5], [0, 5]),
        ([2, 1, 1, 0], [2, fmpq(-1, 2)]), ([1, 1, 1, 1], [1, 0]), ([4, 2, 2, 3], [4, 2]),
    ],
)  # fmt: skip
def test_the_pivots_of_a_form_show_its_sign(entries: list[int], found: list[Any] | None) -> None:
    assert pivots(fmpq_mat(2, 2, entries)) == found
