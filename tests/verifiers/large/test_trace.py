"""Protects what is decided on large data: the claims read off scalars are the claims, the balls hold the truth."""

import tracemalloc
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.core.run import run
from lemmacheck.verifiers.instances.families import structured, survey
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.large import Accelerated, check_outcomes, into_unit_ball, opened, outcomes, record
from lemmacheck.verifiers.large.accelerated import Recorded, at
from lemmacheck.verifiers.large.balls import BITS, enclosed
from lemmacheck.verifiers.large.enclosure import bounds
from lemmacheck.verifiers.large.outcomes import in_floats, sorted_out
from lemmacheck.verifiers.large.trace import Unmeasured
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import sides
from lemmacheck.verifiers.numbers.float64 import Float64
from lemmacheck.verifiers.records.verdict import Verdict

from tests.literal.reference import Reference

pytestmark = pytest.mark.usefixtures("each_kernel")

STEPS = 30
GROUP = next(group for group in survey(44) if group[0].shape == (8, 5))
INSTANCES = [*(i for i in structured() if i.optimum.gamma_squared > 0), *GROUP[:6]]

READ_OFF_SCALARS = """
    P.S1.rates.5@000 P.S1.rates.5@003 P.S1.rates.4 P.S1.1.quarter P.S1.1.quarter.corrected P.3.2.MD2t P.L3.2
    P.T3.1.1 P.T3.1.2l P.T3.1.2u P.T3.1.int.1 P.L3.5 P.L3.6l P.L3.6u P.S3.3.enough P.S3.3.enough.corrected
    P.P3.7 P.3.8 P.3.9.1 P.3.9.2 P.3.9.3 P.P3.7.b.1 P.3.10.2 P.P3.7.c.1 P.P3.7.c.2 P.P3.7.c.3
"""


def doubles(instance: Instance) -> np.ndarray:
    """The rows as doubles."""
    return np.array([[float(x) for x in row] for row in instance.rows])


def recorded(instance: Instance, steps: int = STEPS) -> Recorded:
    with opened(doubles(instance)) as rows:
        return record(rows, steps)


def in_unit_ball(*rows: tuple[float, ...], steps: int = 60) -> Recorded:
    with opened(np.array(rows)) as opened_rows:
        return record(into_unit_ball(opened_rows), steps)


def separable() -> Recorded:
    """A run on data with a margin, long enough for γ̄ to be known well."""
    return in_unit_ball((-2.0, 0.0), (-1.0, -1.0), (-1.0, 0.5))


def of(found: Any, id: str) -> Any:
    return next(o.decision for o in found.outcomes if o.claim.id == id)


def test_the_claims_that_scalars_suffice_for_are_these() -> None:
    claims, others = sorted_out(in_floats(recorded(GROUP[1]), 0.5))

    assert [c.id for c in claims if c.id.startswith("P.")] == READ_OFF_SCALARS.split()
    assert all(others.values())
    assert "vectors" in others["P.1.1eq"]
    assert others["P.3.3eq.3"] == outcomes.BY_KIND["identity"]
    assert {c.id for c in outcomes.of_section_3()} == {c.id for c in claims} | set(others)


def test_what_was_not_measured_cannot_be_read() -> None:
    trace = in_floats(recorded(GROUP[1]), 0.5)

    assert np.isnan(trace.problem.Z).all()
    for read in (
        lambda: trace.optimum.direction,
        lambda: trace.w[0],
        lambda: trace.w + 1,
        lambda: trace.q.sum(-1),
        lambda: trace.exp(trace.scores(trace.w)),
        lambda: np.concatenate([trace.w, trace.w]),
        lambda: np.asarray(trace.q),
        lambda: trace.margin(np.ones(5)),
        lambda: trace.again(PrimalMomentum()),
    ):
        with pytest.raises(Unmeasured):
            read()


@pytest.mark.parametrize("instance", GROUP[:6], ids=lambda i: i.name)
def test_a_claim_read_off_scalars_has_the_sides_it_has_on_a_run(instance: Instance) -> None:
    num = Float64()
    problem = margin_problem(instance, num)
    with num.active():
        runs = {a: run(a(), problem, STEPS) for a in (DualNesterov, PrimalMomentum)}
        gamma = float(problem.optimum.gamma[0])
        trace = in_floats(recorded(instance), gamma)
        for claim in sorted_out(trace)[0]:
            pairs = zip(relations_of(claim(trace)), relations_of(claim(runs[claim.about])), strict=True)
            for found, wanted in pairs:
                assert found.op == wanted.op
                for mine, theirs in zip(sides(found), sides(wanted), strict=True):
                    np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-9, err_msg=claim.id)


@pytest.mark.parametrize("schedule", [Accelerated().lam, lambda t: 1 / (t / 3 + 1)], ids=["2/(t+2)", "3/(t+3)"])
def test_the_vectors_are_those_of_the_dual_method(schedule: Any) -> None:
    rows = GROUP[1].rows
    lam = [Fraction(str(schedule(Fraction(t)))) for t in range(STEPS + 1)]
    exact = Reference(rows, 200).dual_nesterov(STEPS, lam, [Fraction(1)] * (STEPS + 1))
    reference = Reference(rows, 200)

    with opened(doubles(GROUP[1])) as opened_rows:
        found = record(opened_rows, STEPS, Accelerated(schedule))
    trace = in_floats(found, 0.5)

    for sequence, name in ((exact.mu, "mu"), (exact.nu, "nu")):
        wanted = [float(reference.norm(reference.combine(x))) for x in sequence]
        np.testing.assert_allclose(trace.norm(trace.combine(getattr(trace, name))), wanted, rtol=1e-11)
    np.testing.assert_allclose(np.asarray(found.last.w), [float(x) for x in exact.w[-1]], rtol=1e-11)


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda i: i.name)
def test_the_bounds_enclose_the_exact_optimum(instance: Instance) -> None:
    exact = Instance(instance.name, tuple(tuple(Fraction(float(x)) for x in row) for row in instance.rows))
    found = recorded(instance)
    with Ball(BITS).active():
        enclosure = bounds(found, enclosed(found))
        gamma = Ball(BITS).sqrt(Ball(BITS).number(exact.optimum.gamma_squared))
        assert enclosure.lower <= gamma or gamma == enclosure.lower
        assert gamma <= enclosure.upper or gamma == enclosure.upper
    assert (enclosure.separable is True) <= (exact.optimum.gamma_squared > 0)


def test_a_long_enough_run_certifies_what_the_paper_proves() -> None:
    found = check_outcomes(separable())

    assert of(found, "P.T3.1.1").verdict == Verdict.CERTIFIED
    assert of(found, "P.L3.2").verdict == Verdict.CERTIFIED
    assert not found.refuted
    assert found.gamma.separable


def test_equality_within_rounding_is_left_undecided() -> None:
    decision = of(check_outcomes(separable()), "P.L3.6u")

    assert decision.verdict == Verdict.UNDECIDED
    assert decision.reason.endswith("first t = 1")


def test_rows_that_may_be_longer_than_1_by_rounding_are_not_said_to_be_either() -> None:
    decision = of(check_outcomes(recorded(Instance("one", ((Fraction(-3, 5), Fraction(-4, 5)),)))), "P.L3.2")

    assert decision.verdict == Verdict.UNDECIDED
    assert decision.reason.startswith("a hypothesis is not decided: ‖z_i‖₂ ≤ 1")


def test_rows_longer_than_1_are_outside_the_lemmas() -> None:
    with opened(np.array([[-2.0, 0.0], [-1.0, -1.0]])) as rows:
        long, unit = check_outcomes(record(rows, 9)), check_outcomes(record(into_unit_ball(rows), 9))

    assert of(long, "P.L3.2").verdict == Verdict.NOT_APPLICABLE
    assert of(unit, "P.L3.2").verdict == Verdict.CERTIFIED


def test_data_without_a_margin_are_never_called_separable() -> None:
    found = check_outcomes(in_unit_ball((1.0,), (-1.0,)))

    assert found.gamma.separable is None
    assert found.gamma.lower == 0
    assert of(found, "P.T3.1.1").verdict == Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("name", "factor", "broken"),
    [("v", 1 / 4, "P.3.9.3"), ("h", 1 / 4, "P.T3.1.2u"), ("S", 1e12, "P.L3.5"), ("w", 1 / 16, "P.L3.6l")],
)
def test_a_run_that_goes_wrong_is_refuted(
    name: str, factor: float, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = separable()
    with Ball(BITS).active():
        gamma = bounds(honest, enclosed(honest))
    wrong = replace(honest, scalars=tuple(m._replace(**{name: factor * getattr(m, name)}) for m in honest.scalars))
    monkeypatch.setattr(outcomes, "bounds", lambda *_: gamma)

    assert of(check_outcomes(honest), broken).verdict in (Verdict.CERTIFIED, Verdict.UNDECIDED)
    assert broken in [o.claim.id for o in check_outcomes(wrong).refuted]


def test_what_is_undefined_is_decided_by_nobody() -> None:
    honest = separable()
    lost = replace(honest, scalars=tuple(m._replace(h=float("nan"), v=float("nan")) for m in honest.scalars))

    assert of(check_outcomes(lost), "P.L3.2").verdict == Verdict.UNDECIDED
    assert not check_outcomes(lost).refuted


@pytest.mark.slow
def test_reading_the_claims_takes_memory_for_rows_not_for_squares_of_rows_or_of_columns() -> None:
    for shape in ((4, 20_000), (20_000, 2)):
        with opened(np.random.default_rng(1).standard_normal(shape) + 1) as rows:
            run = record(into_unit_ball(rows), 2)
            tracemalloc.start()
            found = check_outcomes(run)
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()

        assert of(found, "P.L3.6l").verdict == Verdict.CERTIFIED
        assert peak < 1000 * max(shape)


def test_a_schedule_is_not_taken_for_another_that_says_it_is_equal() -> None:
    class Named:
        def __init__(self, factor: int) -> None:
            self.factor = factor

        def __call__(self, t: Any) -> Any:
            return self.factor / (t + self.factor)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Named)

        def __hash__(self) -> int:
            return 1

    found = [[at(schedule, 2) for schedule in (a.lam, a.beta)] for a in map(Accelerated, map(Named, (2, 3)))]

    assert found == [[1 / 2, 2 / 3], [3 / 5, 1 / 2]]
