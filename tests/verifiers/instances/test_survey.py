"""Protects the screening: a batch gives what single runs give, and what is close or wrong comes first."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.algorithms.gradient_descent import NormalizedGD
from lemmacheck.theory.core.hypothesis import Hypothesis
from lemmacheck.theory.core.relation import Decay, Limit, Relation, at_least, at_most, equal, same_space
from lemmacheck.theory.core.run import run
from lemmacheck.verifiers.decide import screening
from lemmacheck.verifiers.decide.ladder import least_truth
from lemmacheck.verifiers.decide.screening import applicable, per_instance, rooms, screen, screen_one, stretches
from lemmacheck.verifiers.instances.families import drawn, survey
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.library.shipped import LIBRARY
from lemmacheck.verifiers.numbers import comparison
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.chances import relations_of
from lemmacheck.verifiers.numbers.comparison import HOLDS, compare, sides
from lemmacheck.verifiers.numbers.float64 import Float64

from tests.sampled import sampled
from tests.shipped import ILL_FORMED, configurations, made, subject_of

STEPS = 10
NUM = Float64()
GROUPS = [group for group in survey(per_shape=22) if group[0].shape in {(1, 2), (2, 1), (3, 3), (8, 2), (12, 3)}]
RELATIONS = [
    c
    for c in LIBRARY.claims.values()
    if not (c.not_checkable or c.is_rate or c.id in {"P.L3.4c@000", *ILL_FORMED} or c.lists_all_paths)
]
ABOUT = list(dict.fromkeys(claim.about for claim in RELATIONS))
BATCHED = [about for about in ABOUT if about is None or not LIBRARY.methods[about].dataless]  # one data set is enough


def subject(problem: Any, algorithm: Any) -> Any:
    return problem if algorithm is None else run(algorithm, problem, STEPS)


@pytest.mark.slow
@pytest.mark.parametrize("about", sampled(BATCHED, 2), ids=lambda about: about.__name__ if about else "data")
def test_a_batch_leaves_each_instance_the_room_it_has_alone(about: type | None) -> None:
    claims = sampled([claim for claim in RELATIONS if claim.about is about], 30)
    compared = 0
    with NUM.active():
        for group in GROUPS:
            for algorithm in configurations(about).values():
                together = subject_of(group, NUM, algorithm, STEPS)
                apart = [subject_of(instance, NUM, algorithm, STEPS) for instance in group]
                for claim in claims:
                    met = applicable(claim, together, len(group))
                    statement = relations_of(claim(together))
                    room = rooms(statement, len(group))
                    for k in np.flatnonzero(met):
                        if len(group[k].dual_vertices) > 1:  # alone, it is read at each of its dual optima
                            continue
                        own, alone = of_one(statement, k), without_batch(claim(apart[k]))
                        assert all(same(a, b) for a, b in zip(own, alone, strict=True)), (claim.id, group[k].name)
                        assert room[k] == min(float(rooms([r], 1)[0]) for r in own), (claim.id, group[k].name)
                        compared += 1

    assert compared > 20 * len(claims)


def same(a: Relation, b: Relation) -> bool:
    """Whether the sides are the same up to rounding."""
    return a.op == b.op and close(a.lhs, b.lhs) and close(a.rhs, b.rhs)


def close(x: np.ndarray, y: np.ndarray) -> bool:
    """Whether the entries agree up to rounding; most are the same, which is found sooner."""
    return np.array_equal(x, y, equal_nan=True) or np.allclose(x, y, rtol=1e-9, atol=1e-9, equal_nan=True)


def of_one(statement: tuple[Relation, ...], k: int) -> list[Relation]:
    """The relations of a batch for its problem number k, shaped like those of a batch of one."""
    relations = []
    for r in statement:
        chosen = [side[:, min(k, side.shape[1] - 1)] if side.ndim > 1 else side for side in sides(r)]
        relations.append(r._replace(lhs=chosen[0].reshape(-1, 1), rhs=chosen[1].reshape(-1, 1)))
    return relations


def without_batch(statement: Any) -> list[Relation]:
    """The relations of one problem, shaped like those of a batch of one."""
    relations = []
    for r in relations_of(statement):
        lhs, rhs = np.broadcast_arrays(r.lhs, r.rhs)
        relations.append(r._replace(lhs=lhs.reshape(-1, 1), rhs=rhs.reshape(-1, 1)))
    return relations


@pytest.mark.slow
@pytest.mark.parametrize("about", sampled(ABOUT, 3), ids=lambda about: about.__name__ if about else "data")
def test_instances_are_screened_exactly_where_the_hypotheses_surely_hold(about: type | None) -> None:
    claims = [claim for claim in RELATIONS if claim.about is about]
    hypotheses = {h.name: h for claim in claims for h in claim.given}
    seen: set[tuple[str, bool]] = set()
    for group in GROUPS:
        for algorithm in configurations(about).values():
            with NUM.active():
                floats = subject_of(group, NUM, algorithm, STEPS)
                masks = {name: applicable(made(holds, h), floats, len(group)) for name, h in hypotheses.items()}
            with Ball(64).active():
                for k, instance in enumerate(group):
                    exact = subject_of(instance, Ball(64), algorithm, STEPS)
                    for name, h in hypotheses.items():
                        met = least_truth(relations_of(h(exact))) == HOLDS
                        seen.add((name, met))
                        if met != masks[name][k] and not (name == "unit_rows" and on_the_sphere(instance)):
                            assert name in OFTEN_EQUAL, (name, instance.name)
                            with NUM.active():
                                alone = subject_of([instance], NUM, algorithm, STEPS)
                                assert rounding_decides(h, alone), (name, instance.name)

    assert {name for name, _ in seen} == set(hypotheses)
    assert about is not DualNesterov or {("standard_schedule", False), ("positive_margin", False)} <= seen


def holds(p: Any) -> Relation:
    return at_most(0, 1)


# Whose constant is attained, so that floats, which round both sides, may take equality for more.
OFTEN_EQUAL = {
    "minimal_over_the_domain",  # where all gradients are minima
    *("strongly_convex", "smooth", "convex", "lipschitz"),  # inequalities that are equalities on quadratics and lines
    *("theorem_step", "smooth_step"),  # a step that is what it should be, or at its limit
    *("semidefinite", "definite"),  # a determinant of dependent rows is 0
    *("least_of_the_class", "none_worse", "weak_learning"),  # hypotheses err as often, or by exactly ½ − γ
}


def rounding_decides(h: Hypothesis, subject: Any) -> bool:
    """Whether the sides differ by rounding alone wherever they do not clearly hold, and somewhere they do so."""
    tied, clear = False, True
    for relation in relations_of(h(subject)):
        lhs, rhs = sides(relation)
        close = np.abs(lhs - rhs) <= 1e-12 * (1 + np.abs(lhs) + np.abs(rhs))
        tied |= bool(close.any())
        clear &= bool((close | (compare(relation) == HOLDS)).all())
    return tied and clear


def on_the_sphere(instance: Instance) -> bool:
    """Whether a row has norm exactly 1, which floats may take for more."""
    return any(sum((x * x for x in row), Fraction(0)) == 1 for row in instance.rows)


def scaled(instance: Instance, factor: Fraction) -> Instance:
    rows = tuple(tuple(factor * x for x in row) for row in instance.rows)
    return Instance(f"{factor} {instance.name}", rows)


def crowd(size: int, planted: Sequence[Instance] = ()) -> list[Instance]:
    """Instances of rows of norm at most 1/2, with others in their midst."""
    half = [scaled(instance, Fraction(1, 2)) for group in survey(size, seed=7) for instance in group]
    calm = [instance for instance in half if instance.shape == (3, 2)]
    return [*calm[: size // 2], *planted, *calm[size // 2 :]]


def in_unit_ball(p: Any) -> Relation:
    return at_most(p.squared(p.Z)[None], 1)


def planted(name: str, norm: str) -> Instance:
    return Instance.from_json(name, [["1/4", "0"], ["0", norm], ["1/8", "1/8"]])


def test_a_planted_close_call_is_ranked_first_and_a_violation_before_it() -> None:
    close, wrong = planted("close", "99/100"), planted("wrong", "101/100")
    ranked = screen([made(in_unit_ball)], [crowd(20), crowd(30, [close]), crowd(40, [wrong])], None, STEPS)["T", ""]

    assert [entry.instance for entry in ranked[:2]] == [wrong, close]
    assert len(ranked) == 92
    assert [entry.room for entry in ranked] == sorted(entry.room for entry in ranked)
    assert ranked[0].room < 0 < ranked[1].room < ranked[2].room


def test_an_undefined_side_is_ranked_before_every_close_call() -> None:
    def undefined_on_the_planted(p: Any) -> Relation:
        square = p.squared(p.Z)[None]
        return at_most(square * p.sqrt(1 - square), 1)

    close, outside = planted("close", "99/100"), planted("outside", "2")
    ranked = screen([made(undefined_on_the_planted)], [crowd(20, [close, outside])], None, STEPS)["T", ""]

    assert (ranked[0].instance, ranked[0].room) == (outside, -1.0)


def test_what_fails_a_hypothesis_is_not_listed() -> None:
    """Nor is it where a later hypothesis holds."""
    unit, any_ = Hypothesis("unit", "rows of norm at most 1", in_unit_ball), Hypothesis("any", "0 ≤ 1", holds)
    group = crowd(10, [planted("long", "3/2")])
    listed, everything = (
        {entry.instance.name for entry in screen([claim], [group], None, STEPS)["T", ""]}
        for claim in (made(holds, unit, any_), made(holds))
    )

    assert everything == {instance.name for instance in group}
    assert everything - listed == {"long"}
    problems = margin_problem(group, NUM)
    assert applicable(made(holds, unit), problems, len(group)).tolist() == [i.name in listed for i in group]


def test_of_many_equally_shaped_data_every_fourth_meets_other_than_the_first_parameters() -> None:
    claim = made(lambda r: equal(r.theta, 1), about=NormalizedGD)
    for size, others in ((39, 39), (40, 10)):
        group = [planted(str(k), "1/2") for k in range(size)]
        ranked = screen([claim], [group], claim.method, 2, {"first": NormalizedGD(), "other": NormalizedGD()})
        assert {label: len(entries) for (_, label), entries in ranked.items()} == {"first": size, "other": others}


def test_data_run_side_by_side_as_many_as_stay_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run of 9 steps on data of 3 rows has 30 numbers a problem: of 100, three problems; of 20, one all the same."""
    group = crowd(10)
    for together, sizes in ((100, [3, 3, 3, 1]), (150, [5, 5]), (299, [5, 5]), (300, [10]), (20, [1] * 10)):
        monkeypatch.setattr(screening, "TOGETHER", together)
        found = list(screening.batches_of(group, 9))
        assert [i for part in found for i in part] == group
        assert [len(part) for part in found] == sizes


def test_every_set_of_parameters_is_screened_by_itself() -> None:
    claim = made(lambda r: equal(r.theta, 1), about=NormalizedGD)
    first = {label: ranked[0].room for (_, label), ranked in screen([claim], [crowd(4)], claim.method, 5).items()}

    runs = {label: subject_of(crowd(4)[:1], NUM, steps, 5) for label, steps in configurations(NormalizedGD).items()}
    smallest = {label: float(run.theta.min()) for label, run in runs.items()}
    assert first == pytest.approx({label: -abs(1 - theta) for label, theta in smallest.items()}, abs=1e-12)
    assert first["θ=1"] == 0 > first["θ=1/2"]


def test_sides_of_different_spaces_come_first_and_of_rates_what_falls_the_least() -> None:
    group = crowd(6)
    misprinted = screen_one(
        made(lambda p: equal(*same_space(np.zeros(2), np.zeros(3)))), margin_problem(group, NUM), group
    )
    rate = screen_one(made(lambda p: Decay(np.zeros(3), 1)), margin_problem(group, NUM), group)

    assert [entry.room for entry in misprinted] == [-1.0] * 6
    falling = screen_one(made(lambda p: Decay(np.array([1.0, 0.5, 0.25]), 1)), margin_problem(group, NUM), group)

    assert [entry.room for entry in rate] == [np.inf] * 6  # of nothing but 0
    assert [entry.room for entry in falling] == [0.5] * 6
    assert [entry.instance for entry in rate] == group


def test_a_limit_that_is_farthest_off_at_the_end_comes_first_and_an_undefined_one_before_it() -> None:
    group = crowd(4)
    ends = np.array([[9.0, 1.0, 1.0, 1.0], [2.5, np.nan, 1.0, 4.0]])
    ranked = screen([made(lambda p: Limit(ends, 2))], [group], None, 0)["T", ""]

    assert [(entry.instance, entry.room) for entry in ranked] == [
        (group[1], -np.inf), (group[3], -2.0), (group[2], -1.0), (group[0], -0.5),
    ]  # fmt: skip


def test_room_is_the_least_over_time_and_rows_for_each_instance() -> None:
    values = np.array([[[5, 1], [2, 9]], [[7, 3], [4, -1]]], dtype=float)  # time, batch, row

    assert per_instance(values, 2).tolist() == [1, -1]
    assert per_instance(values[:, :, 0], 2).tolist() == [5, 2]
    assert per_instance(np.array([4.0, -2.0]), 3).tolist() == [-2, -2, -2]
    assert per_instance(np.array([[4.0], [-2.0]]), 2).tolist() == [-2, -2]  # an index, and what all problems share
    assert rooms([], 2).tolist() == [np.inf, np.inf]
    lhs, rhs = np.array([0, 0, 3.0, 0]), np.array([0, 1e-14, 3, -1e-14])
    assert screening.spare(equal(lhs, rhs)).tolist() == [np.inf, 0, 0, 0]
    assert screening.spare(equal(lhs, np.append(rhs[:3], 1))).tolist() == [np.inf, 0, 0, -1]
    assert not np.signbit(rooms([at_least(np.array([[1.0, 2.0]]), 1)], 2)).any()  # −0 is told as 0


def test_room_does_not_depend_on_how_an_index_is_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    lhs = np.random.default_rng(0).standard_normal((13, 4, 3))
    lhs[2, 1], lhs[5, 2, 0] = 0, np.nan
    relation = at_most(lhs, np.where(lhs == 0, 0.0, 1.5))
    whole = rooms([relation], 4)
    for entries in (1, 12, 50):
        monkeypatch.setattr(comparison, "IN_CACHE", entries)
        assert len(list(stretches(relation))) > 2
        assert rooms([relation], 4).tolist() == whole.tolist()
    assert whole[2] == -1


def test_the_survey_is_the_same_every_time_and_has_every_family_in_every_shape() -> None:
    first, again = (list(survey(11)) for _ in range(2))

    assert [[i.rows for i in group] for group in first] == [[i.rows for i in group] for group in again]
    assert {len(group) for group in first} == {11}
    assert {i.name.split("-")[0] for i in first[0]} == {i.name.split("-")[0] for i in first[-1]}
    assert drawn.__name__ in {i.name.split("-")[0] for i in first[0]}
    assert all(sum(x * x for x in row) <= 1 for group in first for i in group for row in i.rows)


def test_what_has_no_index_has_the_batch_first() -> None:
    values = np.array([[3, 1], [2, 5], [4, 0]])

    assert per_instance(values, 3).tolist() == [1, 2, 0]
    assert per_instance(values, 2).tolist() == [2, 0]
    assert per_instance(values, 5).tolist() == [0] * 5
