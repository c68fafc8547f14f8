"""Protects the multiclass reduction: its exact optimum, its numbering, and methods that never write down Z."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from lemmacheck.theory.books.jst.algorithms.multiclass import MulticlassMomentum, MulticlassSampling
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.methods.multiclass import Teacher, pairs, problem_of
from lemmacheck.theory.books.jst.problems.multiclass import Cyclic, MulticlassProblem, incorrect
from lemmacheck.theory.core.run import run
from lemmacheck.theory.core.schedules import t_over_t_plus_one
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.margins import margin_problem
from lemmacheck.verifiers.numbers.ball import Ball
from lemmacheck.verifiers.numbers.float64 import Float64

from tests.sampled import sampled
from tests.shipped import subject_of

SMALL = [instance for instance in structured() if instance.shape in {(1, 1), (2, 2), (3, 2), (4, 3)}]
LABELLINGS = [Cyclic(2), Cyclic(3), Cyclic(4), Teacher(2), Teacher(3)]
NUM, IN_TURN = Ball(128), Cyclic(3)
THIRD = [Fraction(3, 5), Fraction(4, 5)]
PLANE = Instance("plane", tuple(tuple(map(Fraction, row)) for row in (("1", "0"), ("0", "1"), ("-3/5", "-4/5"))))


def exact(instance: Instance, labelling: Any = IN_TURN) -> MulticlassProblem:
    return subject_of(instance, NUM, MulticlassMomentum(labelling=labelling), 0).problem


@pytest.mark.parametrize("labelling", LABELLINGS, ids=repr)
@pytest.mark.parametrize("instance", sampled(SMALL, 7), ids=lambda instance: instance.name)
def test_the_best_predictor_is_certified_by_the_dual_optimum(instance: Instance, labelling: Any) -> None:
    """M = Σ q̄_{π(i,j)} x_i(e_{c_i} − e_j)ᵀ with every ⟨x_i(e_{c_i} − e_j)ᵀ, M⟩ ≥ ‖M‖²: no U has a larger γ_m than M."""
    with NUM.active():
        p = exact(instance, labelling)
        M, square = p.best_predictor, p.squared(p.flatten(p.best_predictor))[0]

        assert all((p.gather(q) == M[0]).all() for q in p.optimum.q)
        assert (p.class_margins(M) >= square).all()
        assert p.optimum.gamma_squared[0] * 2 == square
        assert min(p.optimum.q[0]) >= 0
        assert p.optimum.q[0].sum() == 1


@pytest.mark.parametrize("k", [2, 3, 5])
def test_the_incorrect_labels_are_all_the_others(k: int) -> None:
    c = np.arange(1, k + 1)

    assert [sorted([label, *row]) for label, row in zip(c, incorrect(c, k), strict=True)] == [[*range(1, k + 1)]] * k
    assert incorrect(c, k).shape == (k, k - 1)


def test_the_multiclass_margin_of_a_written_example() -> None:
    """With the inputs (1,0), (0,1), (−3/5,−4/5) and U = [[1,0,0],[0,1,0]]: 1, 1, and 3/5 and 4/5, over √2."""
    with NUM.active():
        p = exact(PLANE)
        U = NUM.array([[[1, 0, 0], [0, 1, 0]]])

        assert [list(row) for row in p.class_margins(U)[0]] == NUM.array([[1, 1], [1, 1], THIRD]).tolist()
        assert p.gamma_m(U)[0] == NUM.number(Fraction(3, 5)) / NUM.sqrt(NUM.number(2))
        assert p.gamma_m(0 * U)[0] == 0


def test_the_rows_times_root_two_are_the_rational_ones_in_the_order_of_the_numbering() -> None:
    with NUM.active():
        p = exact(PLANE)
        whole = [p.flatten(p.two_columns(m)) for m in range(p.n)]
        rational = NUM.array(pairs(PLANE.rows, (1, 2, 3), 3).rows)

        assert (np.stack(whole) == rational).all()
        assert (p.Z * NUM.sqrt(NUM.number(2)) == rational).all()


def test_a_teacher_names_the_class_of_the_largest_score_and_the_first_of_equals() -> None:
    teacher = Teacher(3)
    rows = [*PLANE.rows, (Fraction(0), Fraction(0))]
    scores = [[teacher.score(row, j) for j in range(3)] for row in rows]

    assert [row.index(max(row)) + 1 for row in scores] == teacher(rows)
    assert teacher(rows)[-1] == 1


def test_turning_the_rows_turns_the_run_so_that_its_output_has_the_claimed_margin() -> None:
    """On −Z, the sign that Section 2 has, Algorithm 1 gives −w_t, and γ_m(F⁻¹(w_t)) → γ̄_m."""
    num = Float64()
    p = problem_of(PLANE, num, run(PrimalMomentum(), margin_problem(PLANE, num), 0).problem.loss, MulticlassMomentum())
    printed, turned = run(PrimalMomentum(), p, 400), run(PrimalMomentum(), replace(p, Z=-p.Z), 400)

    assert np.allclose(printed.w, -turned.w)
    assert p.gamma_m(p.unflatten(turned.w[-1:]))[0] == pytest.approx(p.gamma_bar_m[0], rel=1e-4)
    assert p.gamma_m(p.unflatten(printed.w[-1:]))[0] < -p.gamma_bar_m[0] / 2


def test_no_array_of_a_step_has_a_row_of_length_dk_for_every_pair() -> None:
    """Neither method reads Z: with Z taken away they run all the same."""
    num = Float64()
    for algorithm in (MulticlassMomentum(), MulticlassSampling(t_over_t_plus_one)):
        with num.active():
            p = subject_of(PLANE, num, algorithm, 0).problem
            right, blind = run(algorithm, p, 9), run(algorithm, replace(p, Z=np.full_like(p.Z, np.nan)), 9)

        assert np.array_equal(right.U, blind.U)
