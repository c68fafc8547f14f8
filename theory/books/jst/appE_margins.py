"""Appendix E, first half: the margins of Theorem 5.1, for the printed rows x_i(e_{c_i} − e_j)ᵀ/√2 of Z.

γ(w) = −max_i (Zw)_i/‖w‖,   γ(−F(U)) = γ_m(U)/√2,   γ̄ = γ̄_m/√2
"""

from functools import partial

from lemmacheck.theory.books.jst import openings
from lemmacheck.theory.books.jst.algorithms.multiclass import MulticlassMomentum, TurnedMomentum
from lemmacheck.theory.books.jst.problems.multiclass import fake_examples, root_2
from lemmacheck.theory.books.jst.sec5_2_multiclass import matrix_products, predictors, whole_rows
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import ball_points, nonzero_directions

CHAPTER = "Appendix E"
OPENING = openings.MULTICLASS
stated = partial(claim, about=MulticlassMomentum)

TURNED = r"z_{\pi(i,j)}:=x_i(e_j-e_{c_i})^\top/\sqrt2:\quad "
FIRST, SECOND = "App. E, first display", "App. E, second display"


@stated("P.E.1", PREPRINT.at("App. E, proof of Theorem 5.1, first sentence"))
@slip("the printed Z is positive where U is right, so γ_m(U)/√2 is γ(−F(U)).")
@proof("P.E.1c.3", "P.E.2.6")
@latex(r"\gamma(F(U))=\gamma_{\rm m}(U)/\sqrt2")
def margins_agree(run: Run) -> Relation:
    """γ(F(U)) = γ_m(U)/√2 for any U."""
    U = predictors(run)
    return equal(run.margin(run.flatten(U)), run.gamma_m(U) / root_2(run))


@margins_agree.corrected(
    kind="identity",
    source=PREPRINT.at("App. E, proof of Theorem 5.1, first sentence, with the sign of z turned"),
    about=TurnedMomentum,
)
@proof("P.E.1c.3", "P.E.2.6.corrected")
@latex(TURNED + r"\gamma(F(U))=\gamma_{\rm m}(U)/\sqrt2")
def turned_margins_agree(run: Run) -> Relation:
    """With z_{π(i,j)} := x_i(e_j − e_{c_i})ᵀ/√2, γ(F(U)) = γ_m(U)/√2 for any U."""
    return margins_agree(run)


def ball_predictors(run: Run) -> Array:
    """Matrices U with ‖U‖_F ≤ 1."""
    return run.unflatten(ball_points(run.problem))


def binary_maximum(run: Run) -> Array:
    """max_{‖w‖≤1} γ(w), at w = −Zᵀq̄/2."""
    return run.margin(-run.optimum.direction / 2)


def flattened_maximum(run: Run) -> Array:
    """max_{‖U‖_F≤1} γ(F(U)), at U = −M/2."""
    return run.margin(run.flatten(-run.best_predictor / 2))


def multiclass_maximum(run: Run) -> Array:
    """max_{‖U‖_F≤1} γ_m(U)/√2, at U = M/2."""
    return run.gamma_m(run.best_predictor / 2) / root_2(run)


def bound_every_margin(run: Run) -> tuple[Relation, Relation]:
    """Every γ(w) with ‖w‖ ≤ 1 and every γ(F(U)) with ‖U‖_F ≤ 1 is at most its maximum."""
    w, U = ball_points(run.problem), ball_predictors(run)
    return (at_most(run.margin(w), binary_maximum(run)), at_most(run.margin(run.flatten(U)), flattened_maximum(run)))


@stated("P.E.1b.1.1", PREPRINT.at(f"{FIRST}, first equality"))
@proof("P.S2.gbar0")
@latex(r"\bar\gamma=\max_{\|w\|_2\le1}\gamma(w)")
def binary_margin_is_a_maximum(run: Run) -> tuple[Relation, Relation]:
    """γ̄ of Z, computed as min ‖Zᵀq‖ over the simplex, is the maximum of γ(w) over ‖w‖ ≤ 1, reached at −Zᵀq̄/2."""
    bounded, _ = bound_every_margin(run)
    return bounded, equal(run.optimum.gamma, binary_maximum(run))


@stated("P.E.1b.1.2", PREPRINT.at(f"{FIRST}, second equality"))
@proof("P.5.2.F")
@latex(r"\max_{\|w\|_2\le1}\gamma(w)=\max_{\|U\|_{\rm F}\le1}\gamma(F(U))")
def maximum_over_matrices(run: Run) -> tuple[Relation, ...]:
    """w = F(U) runs through the unit ball as U does: ‖F(U)‖₂² = Σ U ⊙ U, and both maxima are the same number."""
    w, U = ball_points(run.problem), ball_predictors(run)
    return (
        equal((U * U).sum((-2, -1)), run.squared(w)),
        *bound_every_margin(run),
        equal(binary_maximum(run), flattened_maximum(run)),
    )


@stated("P.E.1b.1.3", PREPRINT.at(f"{FIRST}, first two equalities, first and last members"))
@proof("P.E.1b.1.1", "P.E.1b.1.2")
@latex(r"\bar\gamma=\max_{\|U\|_{\rm F}\le1}\gamma(F(U))")
def binary_margin_over_matrices(run: Run) -> tuple[Relation, Relation]:
    """γ̄ = max γ(F(U)) over ‖U‖_F ≤ 1."""
    _, bounded = bound_every_margin(run)
    return bounded, equal(run.optimum.gamma, flattened_maximum(run))


@stated("P.E.1b.2", PREPRINT.at(f"{FIRST}, third equality"), kind="identity")
@proof("P.E.1")
@latex(r"\max_{\|U\|_{\rm F}\le1}\gamma(F(U))=\max_{\|U\|_{\rm F}\le1}\frac{\gamma_{\rm m}(U)}{\sqrt2}")
def maxima_agree(run: Run) -> tuple[Relation, ...]:
    """max γ(F(U)) = max γ_m(U)/√2 over ‖U‖_F ≤ 1: the ball is symmetric, so the sign of Z does not matter here."""
    _, bounded = bound_every_margin(run)
    multiclass = at_most(run.gamma_m(ball_predictors(run)) / root_2(run), multiclass_maximum(run))
    return bounded, multiclass, equal(flattened_maximum(run), multiclass_maximum(run))


@stated("P.E.1b.3", PREPRINT.at(f"{FIRST}, fourth equality"), kind="identity")
@proof("P.5.2.gbar")
@latex(r"\max_{\|U\|_{\rm F}\le1}\frac{\gamma_{\rm m}(U)}{\sqrt2}=\frac{\bar\gamma_{\rm m}}{\sqrt2}")
def maximum_is_gamma_bar_m(run: Run) -> tuple[Relation, Relation]:
    """max γ_m(U)/√2 = γ̄_m/√2 over ‖U‖_F ≤ 1."""
    bounded = at_most(run.gamma_m(ball_predictors(run)) / root_2(run), multiclass_maximum(run))
    return bounded, equal(multiclass_maximum(run), run.gamma_bar_m / root_2(run))


def zero_matrix(run: Run) -> Array:
    """0 ∈ ℝ^{d×k}."""
    return run.unflatten(run.zero())[None]


@stated("P.E.1c.1", PREPRINT.at("App. E, the case U = 0, link 1"))
@latex(r"\gamma(F(0))=0")
def binary_margin_of_zero(run: Run) -> Relation:
    """γ(F(0)) = 0."""
    return equal(run.margin(run.flatten(zero_matrix(run))), 0)


@stated("P.E.1c.2", PREPRINT.at("App. E, the case U = 0, link 2"))
@latex(r"0=\gamma_{\rm m}(0)")
def multiclass_margin_of_zero(run: Run) -> Relation:
    """0 = γ_m(0)."""
    return equal(run.zero()[None].sum(-1), run.gamma_m(zero_matrix(run)))


@stated("P.E.1c.3", PREPRINT.at("App. E, the case U = 0, first and last members"))
@proof("P.E.1c.1", "P.E.1c.2")
@latex(r"\gamma(F(0))=\gamma_{\rm m}(0)")
def margins_of_zero_agree(run: Run) -> Relation:
    """γ(F(0)) = γ_m(0)."""
    return equal(run.margin(run.flatten(zero_matrix(run))), run.gamma_m(zero_matrix(run)))


def nonzero_predictors(run: Run) -> Array:
    """Matrices U ≠ 0."""
    return run.unflatten(nonzero_directions(run.problem))


def least_score(run: Run, U: Array) -> Array:
    """min_i e_iᵀZF(U)."""
    return run.minimum(run.scores(run.flatten(U)))


def least_product(run: Run, U: Array) -> Array:
    """min_i min_{j≠c_i} ⟨z_{π(i,j)}, U⟩."""
    return run.minimum(matrix_products(run, fake_examples(run.num, run.X, run.c, run.k), U))


def least_whole_product(run: Run, U: Array) -> Array:
    """(1/√2) min_i min_{j≠c_i} ⟨x_i(e_{c_i} − e_j)ᵀ, U⟩."""
    return run.minimum(matrix_products(run, whole_rows(run), U)) / root_2(run)


@stated("P.E.2.1", PREPRINT.at(f"{SECOND}, first equality"))
@slip("the division by ‖U‖_F is missing, and for the printed Z the least score belongs to −F(U).")
@proof("P.S2.margin")
@latex(r"\gamma(F(U))=\min_{i\in\{1,\ldots,n\}}e_i^\top ZF(U)")
def margin_as_least_score(run: Run) -> Relation:
    """γ(F(U)) = min_i e_iᵀZF(U) for U ≠ 0."""
    U = nonzero_predictors(run)
    return equal(run.margin(run.flatten(U)), least_score(run, U))


@margin_as_least_score.corrected(
    source=PREPRINT.at(f"{SECOND}, first equality, with the sign of z turned"), about=TurnedMomentum
)
@proof("P.S2.margin", "P.5.2.Zmat")
@latex(
    TURNED + r"\gamma(F(U))=\frac{\min_{i\in\{1,\ldots,n\}}-e_i^\top ZF(U)}{\|U\|_{\rm F}}"
    r"=\frac1{\sqrt2}\min_i\min_{j\ne c_i}\frac{\langle x_i(e_{c_i}-e_j)^\top,U\rangle}{\|U\|_{\rm F}}"
)
def turned_margin_as_least_score(run: Run) -> tuple[Relation, Relation]:
    """With z_{π(i,j)} := x_i(e_j − e_{c_i})ᵀ/√2, γ(F(U)) = min_i −e_iᵀZF(U)/‖U‖_F for U ≠ 0, and this is
    (1/√2) min ⟨x_i(e_{c_i} − e_j)ᵀ, U⟩/‖U‖_F: the first equality, and the two after it, for the turned z."""
    U = nonzero_predictors(run)
    w, size = run.flatten(U), run.frobenius(U)
    score = run.minimum(-run.scores(w)) / size
    return equal(run.margin(w), score), equal(score, least_whole_product(run, U) / size)


@stated("P.E.2.2", PREPRINT.at(f"{SECOND}, second equality"))
@proof("P.5.2.Zmat", "P.5.2.F")
@latex(r"\min_{i\in\{1,\ldots,n\}}e_i^\top ZF(U)=\min_{i\in\{1,\ldots,N\}}\min_{j\ne c_i}\langle z_{\pi(i,j)},U\rangle")
def least_score_as_least_product(run: Run) -> Relation:
    """min_i e_iᵀZF(U) = min_i min_{j≠c_i} ⟨z_{π(i,j)}, U⟩ for U ≠ 0."""
    U = nonzero_predictors(run)
    return equal(least_score(run, U), least_product(run, U))


@stated("P.E.2.3", PREPRINT.at(f"{SECOND}, third equality"))
@latex(r"""\min_{i\in\{1,\ldots,N\}}\min_{j\ne c_i}\langle z_{\pi(i,j)},U\rangle
    =\frac1{\sqrt2}\min_{i\in\{1,\ldots,N\}}\min_{j\ne c_i}\langle x_i(e_{c_i}-e_j)^\top,U\rangle""")
def root_taken_out(run: Run) -> Relation:
    """min ⟨z_{π(i,j)}, U⟩ = (1/√2) min ⟨x_i(e_{c_i} − e_j)ᵀ, U⟩ for U ≠ 0."""
    U = nonzero_predictors(run)
    return equal(least_product(run, U), least_whole_product(run, U))


@stated("P.E.2.4", PREPRINT.at(f"{SECOND}, fourth equality"))
@latex(r"""\frac1{\sqrt2}\min_i\min_{j\ne c_i}\langle x_i(e_{c_i}-e_j)^\top,U\rangle
    =\frac1{\sqrt2}\min_i\min_{j\ne c_i}(x_i^\top Ue_{c_i}-x_i^\top Ue_j)""")
def product_written_out(run: Run) -> Relation:
    """(1/√2) min ⟨x_i(e_{c_i} − e_j)ᵀ, U⟩ = (1/√2) min (x_iᵀUe_{c_i} − x_iᵀUe_j) for U ≠ 0."""
    U = nonzero_predictors(run)
    return equal(least_whole_product(run, U), run.least_class_margin(U) / root_2(run))


@stated("P.E.2.5", PREPRINT.at(f"{SECOND}, fifth equality"))
@slip("the division by ‖U‖_F in γ_m is missing.")
@proof("P.5.2.gm")
@latex(r"\frac1{\sqrt2}\min_i\min_{j\ne c_i}(x_i^\top Ue_{c_i}-x_i^\top Ue_j)=\frac{\gamma_{\rm m}(U)}{\sqrt2}")
def least_difference_as_margin(run: Run) -> Relation:
    """(1/√2) min (x_iᵀUe_{c_i} − x_iᵀUe_j) = γ_m(U)/√2 for U ≠ 0."""
    U = nonzero_predictors(run)
    return equal(run.least_class_margin(U) / root_2(run), run.gamma_m(U) / root_2(run))


@least_difference_as_margin.corrected()
@proof("P.5.2.gm.corrected")
@latex(r"""\frac1{\sqrt2}\min_i\min_{j\ne c_i}(x_i^\top Ue_{c_i}-x_i^\top Ue_j)/\|U\|_{\rm F}
    =\frac{\gamma_{\rm m}(U)}{\sqrt2}""")
def least_difference_over_the_norm(run: Run) -> Relation:
    """(1/√2) min (x_iᵀUe_{c_i} − x_iᵀUe_j)/‖U‖_F = γ_m(U)/√2 for U ≠ 0."""
    U = nonzero_predictors(run)
    return equal(run.least_class_margin(U) / run.frobenius(U) / root_2(run), run.gamma_m(U) / root_2(run))


@stated("P.E.2.6", PREPRINT.at(f"{SECOND}, first and last members"))
@slip("the printed Z is positive where U is right, so γ_m(U)/√2 is γ(−F(U)).")
@proof("P.E.2.1", "P.E.2.2", "P.E.2.3", "P.E.2.4", "P.E.2.5")
@latex(r"\gamma(F(U))=\frac{\gamma_{\rm m}(U)}{\sqrt2}")
def nonzero_margins_agree(run: Run) -> Relation:
    """γ(F(U)) = γ_m(U)/√2 for U ≠ 0."""
    U = nonzero_predictors(run)
    return equal(run.margin(run.flatten(U)), run.gamma_m(U) / root_2(run))


@nonzero_margins_agree.corrected(
    kind="identity",
    source=PREPRINT.at(f"{SECOND}, first and last members, with the sign of z turned"),
    about=TurnedMomentum,
)
@proof("P.E.2.1.corrected", "P.E.2.4", "P.E.2.5.corrected")
@latex(TURNED + r"\gamma(F(U))=\frac{\gamma_{\rm m}(U)}{\sqrt2}")
def turned_nonzero_margins_agree(run: Run) -> Relation:
    """With z_{π(i,j)} := x_i(e_j − e_{c_i})ᵀ/√2, γ(F(U)) = γ_m(U)/√2 for U ≠ 0."""
    return nonzero_margins_agree(run)
