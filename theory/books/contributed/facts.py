"""The facts that proofs cite, each at points of its own: of vectors and numbers, of the rows and the dual optimum.

They stand in textbooks, or are proved where the claim that they restate is; here each is decided like any claim, at the
comparators. What rests on one says so.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from lemmacheck.theory.books.contributed.source import known
from lemmacheck.theory.core.argument import at_points, fact
from lemmacheck.theory.core.arithmetic import Array, as_array, column
from lemmacheck.theory.core.claim import given, latex
from lemmacheck.theory.core.piecewise import larger
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal, in_simplex
from lemmacheck.theory.margins.comparators import ball_points, directions, dual_points, simplex_points
from lemmacheck.theory.margins.hypotheses import near_rows, unit_rows

CHAPTER = "Facts"

NUMBERS = (-3, -1, 0, Fraction(1, 8), 1, Fraction(7, 2), 40)


def numbers(p: Any) -> Array:
    return as_array(p.fixed([[x] for x in NUMBERS])[..., 0])


def pairs(x: Array) -> tuple[Array, Array]:
    """Each point with itself, the next and the third."""
    turned = [np.concatenate([x[k:], x[:k]]) for k in (0, 1, 3)]
    return np.concatenate([x, x, x]), np.concatenate(turned)


def of_positive_numbers(p: Any) -> tuple[Array, Array]:
    return pairs(numbers(p)[3:])


def of_growing_numbers(p: Any) -> tuple[Array, Array]:
    a, more = of_positive_numbers(p)
    return a, a + more


def of_directions(p: Any) -> tuple[Array, Array]:
    return pairs(directions(p))


@fact("F.square", known("a square"))
@at_points(lambda p: (numbers(p),))
@latex(r"x^2\ge0")
def square_is_nonnegative(p: Any, x: Array) -> Relation:
    """x² ≥ 0 for every real x."""
    return at_least(x * x, 0)


@fact("F.vector", known("the square of a vector"))
@at_points(lambda p: (directions(p),))
@latex(r"\|a\|_2^2\ge0")
def squared_norm_is_nonnegative(p: Any, a: Array) -> Relation:
    """‖a‖² ≥ 0 for every a ∈ ℝᵈ."""
    return at_least(p.squared(a), 0)


@fact("F.times", known("a product"))
@at_points(lambda p: pairs(numbers(p)[2:]), lambda p, x, y: (at_least(x, 0), at_least(y, 0)))
@latex(r"x,y\ge0:\quad xy\ge0")
def product_is_nonnegative(p: Any, x: Array, y: Array) -> Relation:
    """xy ≥ 0 for all x, y ≥ 0."""
    return at_least(x * y, 0)


@fact("F.step", known("the unit step"))
@at_points(lambda p: (numbers(p),))
@latex(r"""0\le\mathbb1[x\ge0]\le1,\quad x\,\mathbb1[x\ge0]\ge0\ge x\,(1-\mathbb1[x\ge0]),
    \quad\mathbb1[x\ge0]+\mathbb1[-x\ge0]\ge1""")
def unit_step(p: Any, x: Array) -> tuple[Relation, ...]:
    """0 ≤ 1[x ≥ 0] ≤ 1, x·1[x ≥ 0] ≥ 0 ≥ x·(1 − 1[x ≥ 0]) and 1[x ≥ 0] + 1[−x ≥ 0] ≥ 1 for every real x."""
    step = p.at_least_zero(x)
    return (
        at_least(step, 0),
        at_most(step, 1),
        at_least(x * step, 0),
        at_most(x * (1 - step), 0),
        at_least(step + p.at_least_zero(-x), 1),
    )


@fact("F.root", known("a root"))
@at_points(lambda p: (numbers(p)[3:],), lambda p, x: above(x, 0))
@latex(r"x>0:\quad\sqrt x>0")
def root_is_positive(p: Any, x: Array) -> Relation:
    """√x > 0 for every x > 0."""
    return above(p.num.root_of_squares(x), 0)


@fact("F.roots", known("the order of roots"))
@at_points(of_growing_numbers, lambda p, a, b: (at_least(a, 0), at_least(b, a)))
@latex(r"0\le a\le b:\quad\sqrt a\le\sqrt b")
def roots_keep_the_order(p: Any, a: Array, b: Array) -> Relation:
    """√a ≤ √b for all 0 ≤ a ≤ b."""
    return at_most(p.num.root_of_squares(a), p.num.root_of_squares(b))


@fact("F.under", known("a number under a root"))
@at_points(lambda p: (pairs(numbers(p))[0], sum(x * x for x in pairs(numbers(p)))), lambda p, x, a: at_most(x * x, a))
@latex(r"x^2\le a:\quad x\le\sqrt a")
def number_under_a_root(p: Any, x: Array, a: Array) -> Relation:
    """x ≤ √a for all x and a with x² ≤ a."""
    return at_most(x, p.num.root_of_squares(a))


@fact("F.larger", known("the larger of two numbers"))
@at_points(lambda p: pairs(numbers(p)))
@latex(r"\max\{a,b\}\ge a,\quad\max\{a,b\}\ge b")
def larger_exceeds_both(p: Any, a: Array, b: Array) -> tuple[Relation, Relation]:
    """max{a, b} ≥ a and max{a, b} ≥ b."""
    return at_least(larger(p.num, a, b), a), at_least(larger(p.num, a, b), b)


@fact("F.order", known("the order of reciprocals"))
@at_points(of_growing_numbers, lambda p, a, b: (above(a, 0), at_least(b, a)))
@latex(r"0<a\le b:\quad\tfrac1a\ge\tfrac1b")
def reciprocals_turn_the_order(p: Any, a: Array, b: Array) -> Relation:
    """1/a ≥ 1/b for all 0 < a ≤ b."""
    return at_least(1 / a, 1 / b)


@fact("F.log", known("the logarithm; Hardy, Littlewood and Pólya, Inequalities, §4.3"))
@at_points(of_positive_numbers, lambda p, a, b: (above(a, 0), above(b, 0)))
@latex(r"a,b>0:\quad\ln b-\ln a\ge\frac{b-a}b")
def logarithm_grows(p: Any, a: Array, b: Array) -> Relation:
    """ln b − ln a ≥ (b − a)/b for all a, b > 0: that is ln(1 + x) ≤ x."""
    return at_least(p.log(b) - p.log(a), (b - a) / b)


@fact("F.CS", known("Cauchy-Schwarz; Hardy, Littlewood and Pólya, Inequalities, §2.4"))
@at_points(of_directions)
@latex(r"\langle a,b\rangle\le\|a\|_2\|b\|_2")
def cauchy_schwarz(p: Any, a: Array, b: Array) -> Relation:
    """⟨a, b⟩ ≤ ‖a‖ ‖b‖ for all a, b ∈ ℝᵈ."""
    return at_most(p.inner(a, b), p.norm(a) * p.norm(b))


@fact("F.frobenius", known("the Frobenius norm; Horn and Johnson, Matrix Analysis, §5.6"))
@at_points(lambda p: (directions(p),))
@latex(r"\|Zw\|_2^2\le\|Z\|_{\rm F}^2\|w\|_2^2")
def frobenius_norm(p: Any, w: Array) -> Relation:
    """‖Zw‖² ≤ ‖Z‖_F²‖w‖² for every w ∈ ℝᵈ."""
    return at_most(p.squared(p.scores(w)), (p.Z * p.Z).sum(-1).sum(-1) * p.squared(w))


@fact("F.transposed", known("the Frobenius norm of the transpose; Horn and Johnson, Matrix Analysis, §5.6"))
@at_points(lambda p: (dual_points(p),))
@latex(r"\|Z^\top x\|_2^2\le\|Z\|_{\rm F}^2\|x\|_2^2")
def frobenius_norm_of_the_transpose(p: Any, x: Array) -> Relation:
    """‖Zᵀx‖² ≤ ‖Z‖_F²‖x‖² for every x ∈ ℝⁿ."""
    return at_most(p.squared(p.combine(x)), (p.Z * p.Z).sum(-1).sum(-1) * p.squared(x))


def of_simplices(p: Any) -> tuple[Array, Array]:
    """Pairs of points of the simplex of ℝᵈ."""
    a, b = of_directions(p)
    return tuple((1 + x * x) / column((1 + x * x).sum(-1)) for x in (a, b))  # type: ignore[return-value]


@fact("F.diameter", known("the diameter of the simplex; Jaggi, Revisiting Frank-Wolfe, §4"))
@at_points(of_simplices, lambda p, q, r: (*in_simplex(q), *in_simplex(r)))
@latex(r"q,r\in\Delta:\quad\|q-r\|_2^2\le2")
def simplex_has_diameter_root_2(p: Any, q: Array, r: Array) -> Relation:
    """‖q − r‖² ≤ 2 for all q, r ∈ Δ."""
    return at_most(p.squared(q - r), 2)


@fact("F.vertex", known("the best vertex; Jaggi, Revisiting Frank-Wolfe, §1"))
@at_points(lambda p: (of_directions(p)[0], of_simplices(p)[1]), lambda p, x, q: in_simplex(q))
@latex(r"q\in\Delta:\quad\max_ix_i\ge\langle x,q\rangle")
def vertex_is_best(p: Any, x: Array, q: Array) -> Relation:
    """⟨x, e⟩ ≥ ⟨x, q⟩ for every x ∈ ℝᵈ, the vertex e at its first largest entry, and every q ∈ Δ."""
    return at_least(p.inner(x, p.first_largest(x)), p.inner(x, q))


@fact("F.triangle", known("the triangle inequality; Hardy, Littlewood and Pólya, Inequalities, §2.11"))
@at_points(of_directions)
@latex(r"\|a+b\|_2\le\|a\|_2+\|b\|_2")
def triangle(p: Any, a: Array, b: Array) -> Relation:
    """‖a + b‖ ≤ ‖a‖ + ‖b‖ for all a, b ∈ ℝᵈ."""
    return at_most(p.norm(a + b), p.norm(a) + p.norm(b))


@fact("F.mass", known("the 1-norm"))
@at_points(lambda p: (dual_points(p),))
@latex(r"\|x\|_1\ge\Big|\sum_ix_i\Big|")
def one_norm_exceeds_the_sum(p: Any, x: Array) -> tuple[Relation, Relation]:
    """‖x‖₁ ≥ Σ x_i and ‖x‖₁ ≥ −Σ x_i for every x ∈ ℝⁿ."""
    return at_least(p.l1(x), x.sum(-1)), at_least(p.l1(x), -x.sum(-1))


@fact("F.positive", known("the 1-norm of what is not negative"))
@at_points(lambda p: (dual_points(p) ** 2,), lambda p, x: at_least(x, 0))
@latex(r"x\ge0:\quad\|x\|_1=\sum_ix_i")
def one_norm_is_the_sum(p: Any, x: Array) -> Relation:
    """‖x‖₁ = Σ x_i for every x ∈ ℝⁿ with x_i ≥ 0."""
    return equal(p.l1(x), x.sum(-1))


@fact("F.rows", known("a combination of unit rows"))
@at_points(lambda p: (dual_points(p),))
@given(unit_rows)
@latex(r"\|Z^\top x\|_2\le\|x\|_1")
def combination_of_unit_rows(p: Any, x: Array) -> tuple[Relation, Relation]:
    """‖Zᵀx‖ ≤ ‖x‖₁ and ‖Zᵀx‖² ≤ ‖x‖₁² for every x ∈ ℝⁿ, if ‖z_i‖ ≤ 1: the triangle inequality."""
    image, size = p.combine(x), p.l1(x)
    return at_most(p.norm(image), size), at_most(p.squared(image), size * size)


@fact("F.scores", known("scores of unit rows"))
@at_points(lambda p: (directions(p),))
@given(unit_rows)
@latex(r"\|Zw\|_\infty\le\|w\|_2")
def scores_of_unit_rows(p: Any, w: Array) -> Relation:
    """‖Zw‖_∞² ≤ ‖w‖² for every w ∈ ℝᵈ, if ‖z_i‖ ≤ 1: the Cauchy-Schwarz inequality."""
    size = p.linf(p.scores(w))
    return at_most(size * size, p.squared(w))


@fact("F.near", known("near rows; N2"))
@at_points(lambda p: pairs(simplex_points(p)), lambda p, q, r: (*in_simplex(q), *in_simplex(r)))
@given(near_rows)
@latex(r"q,r\in\Delta_n:\quad\|Z^\top(q-r)\|_2^2\le\|q-r\|_1^2")
def difference_of_near_rows(p: Any, q: Array, r: Array) -> Relation:
    """‖Zᵀ(q − r)‖² ≤ ‖q − r‖₁² for all q, r ∈ Δ_n, if ‖z_i − z_k‖ ≤ 2."""
    size = p.l1(q - r)
    return at_most(p.squared(p.combine(q - r)), size * size)


@fact("F.dual", known("weak duality; Boyd and Vandenberghe, Convex Optimization, §5.2.2"))
@at_points(lambda p: (simplex_points(p),), lambda p, q: at_least(q, 0))
@latex(r"q\ge0:\quad\|Z^\top q\|_2\ge\bar\gamma\sum_iq_i")
def duality(p: Any, q: Array) -> tuple[Relation, Relation]:
    """‖Zᵀq‖ ≥ γ̄ Σ q_i and ‖Zᵀq‖² ≥ γ̄² (Σ q_i)² for every q ≥ 0."""
    image, mass = p.combine(q), q.sum(-1)
    return (
        at_least(p.norm(image), p.optimum.gamma * mass),
        at_least(p.squared(image), p.optimum.gamma_squared * mass * mass),
    )


@fact("F.optimal", known("the dual optimum; Boyd and Vandenberghe, Convex Optimization, §4.2.3"))
@at_points(lambda p: (simplex_points(p),), lambda p, q: at_least(q, 0))
@latex(r"q\ge0:\quad\langle Z^\top q,Z^\top\bar q\rangle\ge\bar\gamma^2\sum_iq_i")
def optimality(p: Any, q: Array) -> Relation:
    """⟨Zᵀq, Zᵀq̄⟩ ≥ γ̄² Σ q_i for every q ≥ 0."""
    return at_least(p.inner(p.combine(q), p.optimum.direction), p.optimum.gamma_squared * q.sum(-1))


@fact("F.margins", known("the margins of the optimum; Boyd and Vandenberghe, Convex Optimization, §4.2.3"))
@at_points(lambda p: ())
@latex(r"\langle z_i,Z^\top\bar q\rangle\ge\bar\gamma^2")
def margins_of_the_optimum(p: Any) -> Relation:
    """⟨z_i, Zᵀq̄⟩ ≥ γ̄² for every i."""
    return at_least(p.scores(p.optimum.direction), column(p.optimum.gamma_squared))


@fact("F.one", known("the dual optima; Lemma A.0 of Ji, Srebro and Telgarsky"))
@at_points(lambda p: ())
@latex(r"Z^\top\bar q'=Z^\top\bar q\quad\text{for all dual optima }\bar q,\bar q'")
def optima_have_one_image(p: Any) -> tuple[Relation, ...]:
    """Zᵀq̄ is the same for every dual optimum q̄."""
    return tuple(equal(p.combine(q[None]), p.optimum.direction) for q in p.optimum.q)


@fact("F.ball", known("the unit ball"))
@at_points(lambda p: ())
@latex(r"\|w\|_2\le1")
def ball_is_of_radius_one(p: Any) -> tuple[Relation, Relation]:
    """‖w‖ ≤ 1 and ‖w‖² ≤ 1 for the w of which statements in the unit ball are made."""
    w = ball_points(p)
    return at_most(p.norm(w), 1), at_most(p.squared(w), 1)
