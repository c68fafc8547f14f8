"""Section 5.2 and Theorem 5.1: multiclass problems by reduction to the binary case.

The rows z_{π(i,j)} = x_i(e_{c_i} − e_j)ᵀ/√2 are read with the sign and the factor as printed, γ, Algorithm 1
and its margin rate as in Sections 2 and 3. Good predictors U make ⟨z, U⟩ positive where those sections
expect it negative. With the sign of z turned once, as in P.5.2.z.corrected, Theorem 5.1, γ(F(U)) = γ_m(U)/√2 and the
guarantee of Section 4 hold as printed: that is the corrected form of each. The sign does not give the risk its √2, the
proof its ‖U‖_F and its 8 for 4. The best margin γ̄ is the same for Z and for −Z.
"""

from functools import partial
from typing import Any

import numpy as np
from lemmacheck.theory.books.jst import openings
from lemmacheck.theory.books.jst.algorithms.multiclass import MulticlassMomentum, TurnedMomentum
from lemmacheck.theory.books.jst.problems.multiclass import fake_examples, root_2
from lemmacheck.theory.books.jst.source import JST
from lemmacheck.theory.core.arithmetic import Array, column
from lemmacheck.theory.core.claim import claim, fault, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, above, at_least, at_most, equal, meaning, same_space
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import ball_points, directions, for_each_loss
from lemmacheck.theory.margins.hypotheses import exponential_loss, multiclass_separable, standard_momentum

CHAPTER = "Section 5"
OPENING = openings.MULTICLASS
stated = partial(claim, about=MulticlassMomentum)

THEOREM_5_1 = (exponential_loss, standard_momentum, multiclass_separable)


def predictors(run: Run) -> Array:
    """d × k matrices U, 0 first."""
    return run.unflatten(directions(run.problem))


def matrix_products(p: Any, z: Array, U: Array) -> Array:
    """⟨z_m, U⟩ = Σ z_m ⊙ U for matrices z_1, z_2, …, along the last axis."""
    return (z * U[..., None, :, :]).sum((-2, -1))


def whole_rows(p: Any) -> Array:
    """x_i(e_{c_i} − e_j)ᵀ for every pair, in the order of π."""
    return np.stack([p.two_columns(m) for m in range(p.n)], axis=-3)


def everywhere(p: Any, counts: Array) -> Array:
    """Integers as numbers of the problem's arithmetic, the same for all problems of a batch, as one row."""
    return (p.num.array(counts.tolist()) + 0 * p.uniform()[..., :1])[None]


@stated("P.5.2.gm", JST.at("§5.2, second display, first line"), kind="definition")
@slip("the x of the formula is bound by nothing, and its choice changes the value; x_i is meant.")
@latex(r"""\gamma_{\rm m}(U):=\frac{\min_i\min_{c\ne c_i}(x^\top Ue_{c_i}-x^\top Ue_c)}{\|U\|_{\rm F}},
    \quad\gamma_{\rm m}(0)=0""")
def margin_with_a_free_input(run: Run) -> Relation:
    """γ_m(U) = min_i min_{c≠c_i} (xᵀUe_{c_i} − xᵀUe_c)/‖U‖_F."""
    U = predictors(run)
    x = meaning("x", {"U": U, "c_i": run.c, "x_i": run.X})
    return equal(run.gamma_m(U) * run.frobenius(U), run.minimum(x @ U))


@margin_with_a_free_input.corrected()
@latex(r"""\gamma_{\rm m}(U):=\frac{\min_i\min_{c\ne c_i}(x_i^\top Ue_{c_i}-x_i^\top Ue_c)}{\|U\|_{\rm F}},
    \quad\gamma_{\rm m}(0)=0""")
def margin_of_a_predictor(run: Run) -> tuple[Relation, ...]:
    """γ_m(U)‖U‖_F is the least of all ⟨x_i(e_{c_i} − e_c)ᵀ, U⟩ with c ≠ c_i, and γ_m(0) = 0."""
    U = predictors(run)
    terms = matrix_products(run, whole_rows(run), U)
    scaled = run.gamma_m(U) * run.frobenius(U)
    return at_most(column(scaled), terms), equal(scaled, run.minimum(terms)), equal(run.gamma_m(0 * U), 0)


@stated("P.5.2.gbar", JST.at("§5.2, second display, second line"), kind="definition")
@latex(r"\bar\gamma_{\rm m}:=\max_{\|U\|_{\rm F}\le1}\gamma_{\rm m}(U)")
def maximum_margin(run: Run) -> tuple[Relation, ...]:
    """The maximum is attained: γ_m(U) ≤ γ̄_m if ‖U‖_F ≤ 1, with equality at M/2, M = Σ q̄_{π(i,j)} x_i(e_{c_i}−e_j)ᵀ."""
    U, best = run.unflatten(ball_points(run.problem)), run.best_predictor / 2
    return (
        at_most(run.frobenius(U), 1),
        at_most(run.gamma_m(U), run.gamma_bar_m),
        at_most(run.frobenius(best), 1),
        equal(run.gamma_m(best), run.gamma_bar_m),
    )


@stated("P.5.2.Rm", JST.at("§5.2, third display"), kind="definition")
@latex(r"\mathcal R_{\rm m}(U)=\frac1N\sum_{i=1}^N\sum_{j\ne c_i}\ell(x_i^\top Ue_j-x_i^\top Ue_{c_i})")
def multiclass_risk(run: Run) -> tuple[Relation, ...]:
    """R_m(U) is the sum over all pairs of ℓ(−⟨x_i(e_{c_i} − e_j)ᵀ, U⟩)/N, for each loss; R_m(0) = (k−1) ℓ(0)."""

    def statement(p: Any) -> tuple[Relation, Relation]:
        U, zero = p.unflatten(directions(p)), p.num.number(0)
        terms = p.loss.value(p.num, -matrix_products(p, whole_rows(p), U))
        at_zero = (p.k - 1) * p.loss.value(p.num, zero)
        return equal(p.N * p.risk_m(U), terms.sum(-1)), equal(p.risk_m(0 * U), at_zero)

    return for_each_loss(statement, run.problem)


@stated("P.5.2.F", JST.at("§5.2, paragraph after the third display"), kind="typing")
@latex(r"F:\mathbb R^{d\times k}\to\mathbb R^{dk}")
def flattening(run: Run) -> tuple[Relation, ...]:
    """F(U) ∈ ℝ^{dk} has the entries of U, each once: F⁻¹(F(U)) = U, and ⟨F(U), F(V)⟩ = Σ U ⊙ V."""
    U = predictors(run)
    w, zero = same_space(run.flatten(U), run.zero())
    V = U[::-1]
    return (
        equal(run.unflatten(w), U),
        equal(run.flatten(run.unflatten(w)), w + zero),
        equal(run.inner(run.flatten(U), run.flatten(V)), (U * V).sum((-2, -1))),
    )


def each_once(run: Run) -> Relation:
    """Every number from 1 to n is π(i, j) of one pair."""
    hits = np.eye(run.n, dtype=int)[run.positions.ravel() - 1].sum(0)
    return equal(everywhere(run, hits), 1)


def used_labels(run: Run) -> Any:
    """The j ≠ c_i at which π(i, j) is used."""
    return run.num.array(run.others.tolist())[None]


@stated("P.5.2.pi", JST.at("§5.2, paragraph after the third display"), kind="typing")
@slip("π(i, j) is used for every j ≠ c_i of 1, …, k, and j = k lies outside of its domain.")
@latex(r"\pi:\{1,\ldots,N\}\times\{1,\ldots,k-1\}\to\{1,\ldots,n\},\quad\pi(i,j)\text{ for }j\ne c_i")
def numbering_of_the_printed_pairs(run: Run) -> tuple[Relation, Relation]:
    """π takes N(k−1) pairs to 1, …, n, each once, and every j ≠ c_i at which it is used is at most k − 1."""
    return each_once(run), at_most(used_labels(run), run.k - 1)


@numbering_of_the_printed_pairs.corrected()
@latex(r"\pi:\{(i,j):1\le i\le N,\ 1\le j\le k,\ j\ne c_i\}\to\{1,\ldots,n\}")
def numbering_of_the_pairs(run: Run) -> tuple[Relation, ...]:
    """π takes the pairs (i, j) with j ≠ c_i to 1, …, n, each once, and every j at which it is used is at most k: for
    each i, its labels and c_i are 1, …, k."""
    e = np.eye(run.k, dtype=int)
    labels = e[run.others - 1].sum(-2) + e[run.c - 1]
    return each_once(run), at_most(used_labels(run), run.k), equal(run.num.array(labels.tolist())[None], 1)


def signed(run: Run, sign: int) -> tuple[Relation, Relation]:
    """For z := sign · x_i(e_{c_i} − e_j)ᵀ/√2: −⟨z, U⟩ = (x_iᵀUe_{c_i} − x_iᵀUe_j)/√2 and ‖z‖_F ≤ 1."""
    z = sign * fake_examples(run.num, run.X, run.c, run.k)
    U = predictors(run)
    margins = run.class_margins(U)
    margins = margins.reshape(*margins.shape[:-2], run.n)
    return (equal(-matrix_products(run, z, U), margins / root_2(run)), at_most(run.squared(run.flatten(z))[None], 1))


@stated("P.5.2.z", JST.at("§5.2, paragraph after the third display"), kind="definition")
@slip("Section 2 has z = −yx: a row is to be negative where U is right, so it is x_i(e_j − e_{c_i})ᵀ/√2.")
@latex(r"z_{\pi(i,j)}:=x_i(e_{c_i}-e_j)^\top/\sqrt2")
def fake_example(run: Run) -> tuple[Relation, Relation]:
    """z_{π(i,j)} := x_i(e_{c_i} − e_j)ᵀ/√2 is a z of Section 2: ‖z‖ ≤ 1, −⟨z, U⟩ is the margin of (i, j) over √2."""
    return signed(run, 1)


@fake_example.corrected()
@latex(r"z_{\pi(i,j)}:=x_i(e_j-e_{c_i})^\top/\sqrt2")
def turned_fake_example(run: Run) -> tuple[Relation, Relation]:
    """z_{π(i,j)} := x_i(e_j − e_{c_i})ᵀ/√2 is a z of Section 2: ‖z‖ ≤ 1, −⟨z, U⟩ is the margin of (i, j) over √2."""
    return signed(run, -1)


@stated("P.5.2.Zmat", JST.at("§5.2, paragraph after the third display"), kind="typing")
@latex(r"Z\in\mathbb R^{n\times dk},\quad e_{\pi(i,j)}^\top Z=F(z_{\pi(i,j)})^\top")
def reduced_matrix(run: Run) -> Relation:
    """Z has N(k−1) rows in ℝ^{dk}: the row π(i, j) has x_i/√2 in the column c_i, −x_i/√2 in the column j, else 0, or
    their negatives where the sign of z is turned."""
    rows = run.problem.turn * run.flatten(whole_rows(run)) / root_2(run)
    same_space(np.swapaxes(rows, -1, -2), run.uniform())
    return equal(*same_space(run.Z[None], rows[None]))


@stated("P.5.2.risk", JST.at("§5.2, fourth display"))
@fault("""the j of the sum is bound by nothing, and its choice changes the value; the rows z_m of Z are meant, of which
    there are n = N(k − 1). Summed over these, the scores have the other sign and lack the factor √2.""")
@proof("P.5.2.Rm", "P.5.2.z", "P.5.2.Zmat")
@latex(r"\frac1{k-1}\mathcal R_{\rm m}(U)=\frac1n\sum_{i=1}^n\ell(F(U)^\top F(z_{\pi(i,j)}))")
def risk_over_a_free_class(run: Run) -> Relation:
    """R_m(U)/(k−1) = (1/n) Σ_{i=1}^n ℓ(F(U)ᵀF(z_{π(i,j)}))."""
    U = predictors(run)
    j = meaning("j", {"U": U, "i": np.arange(run.n), "c_i": run.c, "z": run.Z})
    scores = run.scores(run.flatten(U))[..., j]
    return equal(run.risk_m(U) / (run.k - 1), run.loss.value(run.num, scores).sum(-1) / run.n)


@risk_over_a_free_class.corrected(
    source=JST.at("§5.2, fourth display, with the sign of z turned"), about=TurnedMomentum
)
@proof("P.5.2.Rm", "P.5.2.z.corrected", "P.5.2.Zmat")
@latex(r"""z_{\pi(i,j)}:=x_i(e_j-e_{c_i})^\top/\sqrt2:\quad
    \frac1{k-1}\mathcal R_{\rm m}(U)=\frac1n\sum_{m=1}^n\ell(\sqrt2F(U)^\top F(z_m))""")
def risk_of_the_turned_reduction(run: Run) -> tuple[Relation, ...]:
    """With z_{π(i,j)} := x_i(e_j − e_{c_i})ᵀ/√2, R_m(U)/(k−1) = (1/n) Σ ℓ(√2 F(U)ᵀF(z)) over the n rows of Z, for each
    loss."""

    def statement(p: Any) -> Relation:
        U = p.unflatten(directions(p))
        return equal(p.risk_m(U) / (p.k - 1), p.risk(root_2(p) * p.flatten(U)))

    return for_each_loss(statement, run.problem)


@stated("P.T5.1a", JST.at("Theorem 5.1, first claim"), kind="identity")
@given(multiclass_separable)
@proof("P.E.1b.1.3", "P.E.1b.2", "P.E.1b.3")
@latex(r"\bar\gamma:=\bar\gamma_{\rm m}/\sqrt2>0")
def reduced_maximum_margin(run: Run) -> tuple[Relation, ...]:
    """Z has the margin γ̄ = γ̄_m/√2 > 0: no w exceeds it, and −Zᵀq̄ attains it."""
    gamma = run.optimum.gamma
    return (
        equal(gamma, run.gamma_bar_m / root_2(run)),
        above(gamma, 0),
        at_most(run.margin(ball_points(run.problem)), gamma),
        equal(run.margin(-run.optimum.direction), gamma),
    )


def guarantee(run: Run, constant: int) -> Array:
    """γ̄_m − constant (1 + ln n)(1 + 2 ln(t+1)) / (γ̄_m (t+1)²) for t ≥ 1."""
    t, gamma = run.t[1:], run.gamma_bar_m
    return gamma - constant * (1 + run.log(run.n)) * (1 + 2 * run.log(t + 1)) / (gamma * (t + 1) ** 2)


@stated("P.T5.1b", JST.at("Theorem 5.1, second claim"), first=1)
@given(*THEOREM_5_1)
@slip("on the printed Z Algorithm 1 makes every ⟨z, U_t⟩ negative; with the sign of z turned the theorem holds.")
@proof("P.T3.1.1", "P.E.norm", "P.E.3.1", "P.E.3.2", "P.E.3.3")
@latex(r"\gamma_{\rm m}(U_t)\ge\bar\gamma_{\rm m}-\frac{4(1+\ln(n))(1+2\ln(t+1))}{\bar\gamma_{\rm m}(t+1)^2}")
def multiclass_margin_rate(run: Run) -> Relation:
    """γ_m(U_t) ≥ γ̄_m − 4(1 + ln n)(1 + 2 ln(t+1)) / (γ̄_m (t+1)²) for every t ≥ 1."""
    return at_least(run.gamma_m(run.U[1:]), guarantee(run, 4))


@multiclass_margin_rate.corrected(
    kind="inequality at every t",
    source=JST.at("Theorem 5.1, second claim, with the sign of z turned"),
    about=TurnedMomentum,
)
@proof("N1.rate", "P.3.2.alg", "P.E.norm", "P.E.3.1.corrected", "P.T5.1a")
@latex(r"""z_{\pi(i,j)}:=x_i(e_j-e_{c_i})^\top/\sqrt2:\quad
    \gamma_{\rm m}(U_t)\ge\bar\gamma_{\rm m}-\frac{4(1+\ln(n))(1+2\ln(t+1))}{\bar\gamma_{\rm m}(t+1)^2}""")
def turned_multiclass_margin_rate(run: Run) -> Relation:
    """With z_{π(i,j)} := x_i(e_j − e_{c_i})ᵀ/√2, γ_m(U_t) ≥ γ̄_m − 4(1 + ln n)(1 + 2 ln(t+1)) / (γ̄_m (t+1)²) for every
    t ≥ 1."""
    # Theorem 3.1 alone gives 8 in place of 4; N1.rate gives 8 ln n/(γ̄_m t(t+3)), which is less than with 4.
    return multiclass_margin_rate(run)
