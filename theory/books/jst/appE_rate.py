"""Appendix E, second half: the rate of Theorem 5.1, and the reduction that would include all k classes.

With γ̄_m = √2 γ̄, and γ_m(U_t) = √2 γ(F(U_t)) once the sign of z is turned, the rate of Theorem 3.1 gives, for
L = (1 + ln n)(1 + 2 ln(t+1)),

    √2 (γ̄ − 4L/(γ̄(t+1)²)) = γ̄_m − 8L/(γ̄_m(t+1)²),

not 4: the constant of Theorem 5.1 is right, but a sharper rate than that of Theorem 3.1 is needed to show it.
"""

from functools import partial

import numpy as np
from lemmacheck.theory.books.jst import openings
from lemmacheck.theory.books.jst.algorithms.multiclass import MulticlassMomentum, TurnedMomentum
from lemmacheck.theory.books.jst.appE_margins import TURNED
from lemmacheck.theory.books.jst.problems.multiclass import root_2
from lemmacheck.theory.books.jst.sec5_2_multiclass import THEOREM_5_1, guarantee, predictors, whole_rows
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run

CHAPTER = "Appendix E"
stated = partial(claim, about=MulticlassMomentum)
OPENING = openings.MULTICLASS

THIRD = "App. E, third display"


@stated("P.E.norm", PREPRINT.at("App. E, after the second display"), kind="inequality for all arguments")
@latex(r"\|F(z_{\pi(i,c)})\|_2\le1")
def reduced_rows_are_short(run: Run) -> tuple[Relation, Relation]:
    """‖F(z_{π(i,c)})‖₂ ≤ 1 for every i and every c ≠ c_i: it is ‖x_i‖₂."""
    norms, inputs = run.norm(run.Z), run.norm(run.X)[..., None] + 0 * run.problem.pairs(run.uniform())
    return at_most(norms[None], 1), equal(norms[None], inputs.reshape(norms.shape)[None])


@stated("P.E.3.1", PREPRINT.at(f"{THIRD}, first line"), first=1)
@given(*THEOREM_5_1)
@slip("on the printed Z, √2 γ(F(U_t)) is γ_m(−U_t), which is positive where γ_m(U_t) is negative.")
@proof("P.E.1")
@latex(r"\gamma_{\rm m}(U_t)=\sqrt2\gamma(F(U_t))")
def margins_of_the_run(run: Run) -> Relation:
    """γ_m(U_t) = √2 γ(F(U_t)) for every t ≥ 1."""
    U = run.U[1:]
    return equal(run.gamma_m(U), root_2(run) * run.margin(run.flatten(U)))


@margins_of_the_run.corrected(
    kind="identity", source=PREPRINT.at(f"{THIRD}, first line, with the sign of z turned"), about=TurnedMomentum
)
@proof("P.E.1.corrected")
@latex(TURNED + r"\gamma_{\rm m}(U_t)=\sqrt2\gamma(F(U_t))")
def turned_margins_of_the_run(run: Run) -> Relation:
    """With z_{π(i,j)} := x_i(e_j − e_{c_i})ᵀ/√2, γ_m(U_t) = √2 γ(F(U_t)) for every t ≥ 1."""
    return margins_of_the_run(run)


def scaled_binary_guarantee(run: Run) -> Array:
    """√2 (γ̄ − 4(1 + ln n)(1 + 2 ln(1+t)) / (γ̄ (t+1)²)) for t ≥ 1."""
    t, gamma = run.t[1:], run.optimum.gamma
    shortfall = 4 * (1 + run.log(run.n)) * (1 + 2 * run.log(1 + t)) / (gamma * (t + 1) ** 2)
    return root_2(run) * (gamma - shortfall)


@stated("P.E.3.2", PREPRINT.at(f"{THIRD}, second line"), first=1)
@given(*THEOREM_5_1)
@proof("P.T3.1.1", "P.E.norm", "P.T5.1a")
@latex(r"\sqrt2\gamma(F(U_t))\ge\sqrt2\left[\bar\gamma-\frac{4(1+\ln(n))(1+2\ln(1+t))}{\bar\gamma(t+1)^2}\right]")
def binary_guarantee_of_the_run(run: Run) -> Relation:
    """√2 γ(F(U_t)) ≥ √2 (γ̄ − 4(1 + ln n)(1 + 2 ln(1+t)) / (γ̄ (t+1)²)) for every t ≥ 1."""
    return at_least(root_2(run) * run.margin(run.flatten(run.U[1:])), scaled_binary_guarantee(run))


@stated("P.E.3.3", PREPRINT.at(f"{THIRD}, third line"), first=1)
@given(*THEOREM_5_1)
@slip("as γ̄ = γ̄_m/√2, √2 · 4/γ̄ is 8/γ̄_m, not 4/γ̄_m.")
@proof("P.T5.1a")
@latex(r"""\sqrt2\left[\bar\gamma-\frac{4(1+\ln(n))(1+2\ln(1+t))}{\bar\gamma(t+1)^2}\right]
    \ge\bar\gamma_{\rm m}-\frac{4(1+\ln(n))(1+2\ln(1+t))}{\bar\gamma_{\rm m}(t+1)^2}""")
def guarantees_compared(run: Run) -> Relation:
    """√2 (γ̄ − 4(1 + ln n)(1 + 2 ln(1+t)) / (γ̄ (t+1)²)) ≥ γ̄_m − 4(1 + ln n)(1 + 2 ln(1+t)) / (γ̄_m (t+1)²), t ≥ 1."""
    return at_least(scaled_binary_guarantee(run), guarantee(run, 4))


@guarantees_compared.corrected(kind="inequality at every t")
@latex(r"""\sqrt2\left[\bar\gamma-\frac{4(1+\ln(n))(1+2\ln(1+t))}{\bar\gamma(t+1)^2}\right]
    =\bar\gamma_{\rm m}-\frac{8(1+\ln(n))(1+2\ln(1+t))}{\bar\gamma_{\rm m}(t+1)^2}""")
def guarantees_equated(run: Run) -> Relation:
    """√2 (γ̄ − 4(1 + ln n)(1 + 2 ln(1+t)) / (γ̄ (t+1)²)) = γ̄_m − 8(1 + ln n)(1 + 2 ln(1+t)) / (γ̄_m (t+1)²), t ≥ 1."""
    return equal(scaled_binary_guarantee(run), guarantee(run, 8))


@stated("P.E.4", PREPRINT.at("App. E, last sentence"), kind="qualitative")
@latex(r"""\max_{\|U\|_{\rm F}\le1}\frac{-\max_{i,j}\langle z_{\pi(i,j)},U\rangle}{\|U\|_{\rm F}}=0
    \text{ if }j=c_i\text{ is included}""")
def all_classes(run: Run) -> tuple[Relation, ...]:
    """With the rows x_i(e_{c_i} − e_{c_i})ᵀ = 0 included no U, of either sign, has a positive margin, and U = 0 has the
    margin 0; so at M the margin of the reduction falls short of γ_m(M)/√2 by at least γ̄_m/√2."""
    rows = whole_rows(run) / root_2(run)
    rows = np.concatenate([rows, 0 * rows[..., : run.N, :, :]], axis=-3)

    def margin(U: Array) -> Array:
        return run.num.ratio(-run.maximum((rows * U[..., None, :, :]).sum((-2, -1))), run.frobenius(U))

    U, best = predictors(run), run.best_predictor
    return (
        at_most(margin(U), 0),
        at_most(margin(-U), 0),
        equal(margin(0 * U[:1]), 0),
        at_least(run.gamma_m(best) / root_2(run) - margin(-best), run.gamma_bar_m / root_2(run)),
    )
