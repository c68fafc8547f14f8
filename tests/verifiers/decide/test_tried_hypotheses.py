"""Protects refutations: a hypothesis for all u that is tried at some points is not sure of an author's function."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from lemmacheck import Hypothesis, at_most
from lemmacheck.theory.books.lecture.algorithms.smooth_descent import ConvexDescent
from lemmacheck.theory.books.lecture.problems.objectives import Regression
from lemmacheck.theory.books.lecture.sec1_strong_convexity import convex
from lemmacheck.theory.books.lecture.source import LECTURE
from lemmacheck.theory.books.perceptron.problems.univariate import Univariate, hinge, ramp
from lemmacheck.theory.core.claim import Claim, Kind
from lemmacheck.theory.core.piecewise import positive_part
from lemmacheck.theory.margins.hypotheses import exponential_loss
from lemmacheck.theory.margins.losses import Exponential, Logistic, OwnLoss
from lemmacheck.verifiers.decide.cause import AT_POINTS, Cause
from lemmacheck.verifiers.decide.ladder import decide, least_truth
from lemmacheck.verifiers.decide.recording import Settled, write_record
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import HOLDS
from lemmacheck.verifiers.numbers.refusal import Inexact
from lemmacheck.verifiers.records.verdict import Verdict

from tests.shipped import bound, configurations, subject_of
from tests.verifiers.stating import pinned, undecidable

CLAIMS = LIBRARY.claims
INSTANCE = Instance.from_json("one row", [["-1"]])
TWO_ROWS = Instance.from_json("two rows", [["-3/5", "1/5"], ["-1/5", "-4/5"]])
FOR_ALL = ("is convex", "-Lipschitz", "β-smooth", "f is 1-smooth", "φ is even", "argmin f", "φ(x) =", "ℓ(z) =")
TRIED = [h for h in dict.fromkeys(h for claim in CLAIMS.values() for h in claim.given) if h.tried is not None]


def tent(at: Fraction, width: Fraction) -> Callable[..., Any]:
    """0, but for a tent of this width and height at one point: not convex, which is seen within it alone."""

    return lambda num, z: positive_part(num, num.number(width) - abs(z - num.number(at)))


def flat(at: Fraction) -> Any:
    """A claim: l ≤ 0 at this point, for a convex l."""
    return replace(CLAIMS["T.Conv"], function=lambda p: at_most(p.at(p.num.array([at])), 0))


def test_a_refutation_does_not_rest_on_convexity_at_some_points() -> None:
    at = Fraction(100003, 300007)

    of_an_author = decide(flat(at), INSTANCE, Univariate(tent(at, Fraction(1, 10**9))), 0)

    assert of_an_author.verdict == Verdict.UNDECIDED
    assert of_an_author.reason == f"{Cause.OFF_THE_POINTS.text()}: l is convex"


def test_what_is_undecided_says_nothing_of_the_points() -> None:
    claim = replace(CLAIMS["T.Conv"], function=undecidable)
    decision = decide(claim, INSTANCE, Univariate(lambda num, z: z * z), 0)

    assert (decision.verdict, decision.reason) == (Verdict.UNDECIDED, "undecided at t = 0 with 512 bits")


def test_each_hypothesis_that_was_tried_is_named() -> None:
    (h,) = CLAIMS["T.Conv"].given
    two = replace(CLAIMS["T.Conv"], given=(h, replace(h, statement="l is convex too")))
    tied, points = replace(two, function=pinned), f"{AT_POINTS}: l is convex and l is convex too"
    square = Univariate(lambda num, z: z * z)

    assert decide(two, INSTANCE, square, 0).reason == points
    assert decide(tied, INSTANCE, square, 0).reason == f"{Cause.EQUALITIES.text(511)}; {points}"


def test_a_hypothesis_that_is_tried_no_closer_leaves_the_refutation_open() -> None:
    at = Fraction(1, 3)
    claim = flat(at)
    far = replace(claim, given=tuple(replace(h, closer=None) for h in claim.given))
    decision = decide(far, INSTANCE, Univariate(tent(at, Fraction(1, 50))), 0)

    assert (decision.verdict, decision.reason) == (Verdict.UNDECIDED, f"{Cause.OFF_THE_POINTS.text()}: l is convex")


def test_before_that_convexity_is_tried_at_more_points() -> None:
    at = Fraction(1, 3)
    sure = Hypothesis("sure", "1 ≤ 2", lambda p: at_most(p.num.number(1), 2))
    claim = replace(flat(at), given=(sure, *flat(at).given))

    decision = decide(claim, INSTANCE, Univariate(tent(at, Fraction(1, 50))), 0)

    assert decision.verdict == Verdict.NOT_APPLICABLE
    assert decision.reason == "fails: l is convex"
    assert decision.met == {"sure": True, "convex": False}
    holds = replace(claim, function=lambda p: at_most(p.at(p.num.array([at])), 1))
    assert decide(holds, INSTANCE, Univariate(tent(at, Fraction(1, 50))), 0).verdict == Verdict.CERTIFIED


def test_a_function_that_divides_by_0_at_one_of_these_leaves_the_refutation_open() -> None:
    at, narrow = Fraction(1, 3), tent(Fraction(1, 3), Fraction(1, 10**9))
    decision = decide(flat(at), INSTANCE, Univariate(lambda num, z: narrow(num, z) + 0 / (z - 5)), 0)

    assert (decision.verdict, decision.reason) == (Verdict.UNDECIDED, f"{Cause.OFF_THE_POINTS.text()}: l is convex")


def test_no_float_makes_a_hypothesis_fail_at_more_points() -> None:
    at = Fraction(1, 3)
    (h,) = flat(at).given
    claim = replace(flat(at), given=(replace(h, closer=lambda p: at_most(0.1 + 0.2, 0.3)),))

    with pytest.raises(Inexact, match="its left side is the float"):
        decide(claim, INSTANCE, Univariate(tent(at, Fraction(1, 10**9))), 0)


@dataclass(frozen=True)
class Dented:
    """x²/2, but for a tent at one point."""

    at: Fraction

    def slope(self, num: Any, x: Any) -> Any:
        return x

    def value(self, num: Any, x: Any) -> Any:
        return x * x / 2 + 10 * positive_part(num, 1 - 1000 * abs(x - num.number(self.at)))


def test_f_is_tried_at_the_points_of_the_run_before_anything_is_refuted() -> None:
    plain = replace(LIBRARY.methods[ConvexDescent].usual["a quadratic"], family=Regression(None))
    with Ball(128).active():
        known = subject_of(TWO_ROWS, Ball(128), plain, 3)
        x = known.problem.scores(known.w[1] - known.problem.minimiser)[0]
    dented = replace(plain, family=Regression(None, Dented(Fraction(str(x)))))  # type: ignore[arg-type]
    late = bound(
        Claim("late", LECTURE.at("§1"), Kind.EVERY_T, "", lambda run: at_most(run.t, 0), ConvexDescent, (convex,))
    )

    with Ball(128).active():
        assert least_truth(relations_of(convex(subject_of(TWO_ROWS, Ball(128), dented, 3)))) == HOLDS
    assert decide(late, TWO_ROWS, plain, 3).verdict == Verdict.REFUTED
    assert decide(late, TWO_ROWS, dented, 3).reason == f"fails: {convex.statement}"


def test_what_holds_on_a_run_is_certified_and_says_that_the_hypothesis_was_tried() -> None:
    claim = CLAIMS["T.Conv"]
    algorithm = Univariate(lambda num, z: z * z)

    decision = decide(claim, INSTANCE, algorithm, 0)
    record = write_record(claim, [Settled(INSTANCE, "own", decision)], 0, 1, {"own": algorithm})

    assert decision.verdict == Verdict.CERTIFIED
    assert record.reason == f"{AT_POINTS}: l is convex"


def test_what_surely_fails_at_a_point_is_not_applicable_whoever_wrote_it() -> None:
    for curve in (ramp, lambda num, z: -z * z):
        assert decide(CLAIMS["T.Conv"], INSTANCE, Univariate(curve), 0).verdict == Verdict.NOT_APPLICABLE
    assert decide(CLAIMS["T.Conv"], INSTANCE, Univariate(hinge), 0).verdict == Verdict.CERTIFIED


def test_a_loss_with_one_value_in_common_with_the_exponential_is_not_surely_that() -> None:
    """ℓ(z) = 1 + z has ℓ(0) = 1."""
    own = OwnLoss("line", lambda num, z: 1 + z, lambda num, z: 1 + 0 * z, lambda num, s: s - 1, lambda n: Fraction(1))
    with Ball(128).active():
        for loss, unsure in ((own, True), (Exponential(), False), (Logistic(), False)):
            assert exponential_loss.at_points_only(margin_problem(INSTANCE, Ball(128), loss)) is unsure


def test_every_hypothesis_for_all_points_says_of_what_it_is_tried() -> None:
    told = {h.statement for h in TRIED}

    assert len(TRIED) >= 18
    for claim in CLAIMS.values():
        for h in claim.given:
            speaks_of_all = any(word in h.statement for word in FOR_ALL)
            assert not speaks_of_all or h.statement in told, (claim.id, h.statement)


def test_of_what_the_books_bring_every_hypothesis_is_sure() -> None:
    with Ball(128).active():
        for about in {c.about for c in CLAIMS.values() if set(c.given) & set(TRIED)}:
            hypotheses = {h for c in CLAIMS.values() if c.about is about for h in c.given}
            for label, algorithm in configurations(about).items():
                subject = subject_of(TWO_ROWS, Ball(128), algorithm, 1)
                unsure = [h.name for h in hypotheses if h.at_points_only(subject)]
                assert not unsure, (about, label, unsure)
