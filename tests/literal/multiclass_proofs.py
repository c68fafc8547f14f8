"""Appendix E, typed from the print on scalars."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.labelled import Labelled, Matrix, class_of, times
from tests.literal.multiclass import predictor
from tests.literal.printed import Printed, after, displays, displays_of, for_each, once, transcribed
from tests.literal.reference import Vector


def agreement(m: Labelled, predictors: list[Matrix]) -> Printed:
    """γ(F(U)) and γ_m(U)/√2."""
    return for_each("==", predictors, lambda U: (m.gamma(m.flatten(U)), m.gamma_m(U) / m.root))


def half(case: Case, U: Matrix) -> Matrix:
    return times(case.ref.ctx.mpf(1) / 2, U)


def binary_maximum(case: Case) -> Any:
    """γ at −Zᵀq̄/2."""
    return case.labelled.gamma([-x / 2 for x in case.labelled.pull])


def flattened_maximum(case: Case) -> Any:
    """γ at F(−M/2)."""
    m = case.labelled
    return m.gamma(m.flatten(times(-1, half(case, m.best))))


def multiclass_maximum(case: Case) -> Any:
    """γ_m/√2 at M/2."""
    m = case.labelled
    return m.gamma_m(half(case, m.best)) / m.root


def binary_bound(case: Case) -> Printed:
    m = case.labelled
    return for_each("<=", m.ball, lambda w: (m.gamma(w), binary_maximum(case)))


def flattened_bound(case: Case) -> Printed:
    m = case.labelled
    return for_each("<=", m.ball_predictors, lambda U: (m.gamma(m.flatten(U)), flattened_maximum(case)))


def multiclass_bound(case: Case) -> Printed:
    m = case.labelled
    return for_each("<=", m.ball_predictors, lambda U: (m.gamma_m(U) / m.root, multiclass_maximum(case)))


def gamma_bar(case: Case) -> Any:
    return case.ref.norm(case.labelled.pull)


@transcribed("P.E.1b.1.2")
def maximum_over_matrices(case: Case) -> list[Printed]:
    m = case.labelled
    norms = for_each("==", m.ball, lambda w: (m.product(m.unflatten(w), m.unflatten(w)), m.ref.dot(w, w)))
    equal = once(binary_maximum(case), "==", flattened_maximum(case))
    return [norms, binary_bound(case), flattened_bound(case), equal]


@transcribed("P.E.1c.3")
def margins_of_zero_agree(case: Case) -> Printed:
    m = case.labelled
    zero = times(0, m.best)
    return once(m.gamma(m.flatten(zero)), "==", m.gamma_m(zero))


def score(case: Case, U: Matrix) -> Any:
    """min_i e_iᵀZF(U)."""
    m = case.labelled
    return min(m.ref.dot(row, m.flatten(U)) for row in m.binary.z)


def product(case: Case, U: Matrix) -> Any:
    """min_i min_{j≠c_i} ⟨z_{π(i,j)}, U⟩."""
    m = case.labelled
    return min(m.product(m.z(i, j), U) for i, j in m.pairs)


def whole(case: Case, U: Matrix) -> Any:
    """(1/√2) min_i min_{j≠c_i} ⟨x_i(e_{c_i} − e_j)ᵀ, U⟩."""
    m = case.labelled
    return 1 / m.root * min(m.product(m.whole(i, j), U) for i, j in m.pairs)


def difference(case: Case, U: Matrix) -> Any:
    """(1/√2) min_i min_{j≠c_i} (x_iᵀUe_{c_i} − x_iᵀUe_j)."""
    m = case.labelled
    return 1 / m.root * min(m.score(m.x[i], U, class_of(i)) - m.score(m.x[i], U, j) for i, j in m.pairs)


def chained(case: Case, left: Callable[[Case, Matrix], Any], right: Callable[[Case, Matrix], Any]) -> Printed:
    return for_each("==", case.labelled.nonzero, lambda U: (left(case, U), right(case, U)))


displays_of(lambda case: case.labelled, {
    "P.E.1b.3": lambda case, m: [multiclass_bound(case), once(multiclass_maximum(case), "==", m.gamma_bar_m / m.root)],
    "P.E.1c.1": lambda case, m: once(m.gamma(m.flatten(times(0, m.best))), "==", 0),
    "P.E.1c.2": lambda case, m: once(0, "==", m.gamma_m(times(0, m.best))),
})  # fmt: skip


@transcribed("P.E.2.1.corrected")
def turned_score(case: Case) -> list[Printed]:
    m = case.turned

    def least(U: Matrix) -> Any:
        return min(-m.ref.dot(row, m.flatten(U)) for row in m.binary.z) / m.norm(U)

    return [
        for_each("==", m.nonzero, lambda U: (m.gamma(m.flatten(U)), least(U))),
        for_each("==", m.nonzero, lambda U: (least(U), whole(case, U) / m.norm(U))),
    ]


def margin_over_root(case: Case, U: Matrix) -> Any:
    return case.labelled.gamma_m(U) / case.labelled.root


@transcribed("P.E.norm")
def reduced_rows_are_short(case: Case) -> list[Printed]:
    m = case.labelled
    norms = [m.ref.norm(m.flatten(m.z(i, j))) for i, j in m.pairs]
    return [once(norms, "<=", 1), once(norms, "==", [m.ref.norm(m.x[i]) for i, _ in m.pairs])]


def margins_of_the_run(case: Case, m: Labelled, w: list[Vector]) -> Printed:
    return for_each("==", after(case), lambda t: (m.gamma_m(m.unflatten(w[t])), m.root * m.gamma(w[t])))


def bracket(case: Case, t: int) -> Any:
    """√2 [γ̄ − 4(1 + ln n)(1 + 2 ln(1+t)) / (γ̄ (t+1)²)]."""
    m, ln, gamma = case.labelled, case.ref.ctx.log, gamma_bar(case)
    return m.root * (gamma - 4 * (1 + ln(m.n)) * (1 + 2 * ln(1 + t)) / (gamma * (t + 1) ** 2))


def last_line(case: Case, t: int, constant: int) -> Any:
    """γ̄_m − constant (1 + ln n)(1 + 2 ln(1+t)) / (γ̄_m (t+1)²)."""
    m, ln = case.labelled, case.ref.ctx.log
    return m.gamma_bar_m - constant * (1 + ln(m.n)) * (1 + 2 * ln(1 + t)) / (m.gamma_bar_m * (t + 1) ** 2)


@transcribed("P.E.3.2")
def binary_guarantee_of_the_run(case: Case) -> Printed:
    m = case.labelled
    times_t = after(case)
    return for_each(">=", times_t, lambda t: (m.root * m.gamma(m.flatten(predictor(case, t))), bracket(case, t)))


displays({
    "P.E.1": lambda case: agreement(case.labelled, case.labelled.predictors),
    "P.E.1.corrected": lambda case: agreement(case.turned, case.turned.predictors),
    "P.E.2.6": lambda case: agreement(case.labelled, case.labelled.nonzero),
    "P.E.2.6.corrected": lambda case: agreement(case.turned, case.turned.nonzero),
    "P.E.1b.1.1": lambda case: [binary_bound(case), once(gamma_bar(case), "==", binary_maximum(case))],
    "P.E.1b.1.3": lambda case: [flattened_bound(case), once(gamma_bar(case), "==", flattened_maximum(case))],
    "P.E.1b.2": lambda case: [flattened_bound(case), multiclass_bound(case),
        once(flattened_maximum(case), "==", multiclass_maximum(case))],
    "P.E.2.1": lambda case: chained(case, lambda c, U: c.labelled.gamma(c.labelled.flatten(U)), score),
    "P.E.2.2": lambda case: chained(case, score, product),
    "P.E.2.3": lambda case: chained(case, product, whole),
    "P.E.2.4": lambda case: chained(case, whole, difference),
    "P.E.2.5": lambda case: chained(case, difference, margin_over_root),
    "P.E.2.5.corrected":
        lambda case: chained(case, lambda c, U: difference(c, U) / c.labelled.norm(U), margin_over_root),
    "P.E.3.1": lambda case: margins_of_the_run(case, case.labelled, case.labelled_momentum.w),
    "P.E.3.1.corrected": lambda case: margins_of_the_run(case, case.turned, case.turned_momentum.w),
    "P.E.3.3": lambda case: for_each(">=", after(case), lambda t: (bracket(case, t), last_line(case, t, 4))),
    "P.E.3.3.corrected": lambda case: for_each("==", after(case), lambda t: (bracket(case, t), last_line(case, t, 8))),
})  # fmt: skip


@transcribed("P.E.4")
def all_classes(case: Case) -> list[Printed]:
    """The reduction's margin with every j from 1 to k, at U, −U and 0, and what it lacks at M."""
    m = case.labelled

    def margin(U: Matrix) -> Any:
        zero = all(entry == 0 for row in U for entry in row)
        terms = [m.score(m.x[i], U, class_of(i)) - m.score(m.x[i], U, j) for i in range(m.N) for j in range(1, m.k + 1)]
        return case.ref.ctx.zero if zero else -max(terms) / m.root / m.norm(U)

    lacking = m.gamma_m(m.best) / m.root - margin(times(-1, m.best))
    return [
        for_each("<=", m.predictors, lambda U: (margin(U), 0)),
        for_each("<=", m.predictors, lambda U: (margin(times(-1, U)), 0)),
        once(margin(times(0, m.best)), "==", 0),
        once(lacking, ">=", m.gamma_bar_m / m.root),
    ]
