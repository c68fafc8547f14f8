"""Section 5.2, continued: Algorithms 1 and 2 for k classes, and what a sampled step changes of U.

A pair (i, j) with j ≠ c_i is drawn; P_t = x_i(e_{c_i} − e_j)ᵀ/√2 = F⁻¹(z_{π(i,j)}) has two columns that are not 0.
With β_t = 0 so has U_{t+1} − U_t. With β_t = t/(t+1) and θ_t = 1, H_t := (t+1) G_t = H_{t−1} + t P_t, and with
h_t = 1 + 1/2 + … + 1/t

    U_t = −Σ_{s<t} (H_s/(s+1) + P_s) = V_t − h_t H_{t−1},   V_t = Σ_{s<t} (s h_s − 1) P_s.
"""

import numpy as np
from lemmacheck.theory.books.jst import openings
from lemmacheck.theory.books.jst.algorithms.multiclass import (
    MulticlassLaw,
    MulticlassMomentum,
    MulticlassSampling,
    TurnedLaw,
)
from lemmacheck.theory.books.jst.algorithms.primal_momentum import PrimalMomentum
from lemmacheck.theory.books.jst.problems.multiclass import root_2
from lemmacheck.theory.books.jst.sec4_sampling import least_epsilon, with_high_probability
from lemmacheck.theory.books.jst.source import JST
from lemmacheck.theory.core.arithmetic import Array, column, delayed
from lemmacheck.theory.core.claim import claim, given, latex, proof, slip
from lemmacheck.theory.core.relation import Chance, Relation, above, at_least, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.hypotheses import exponential_loss, multiclass_separable, standard_momentum, two_rows
from lemmacheck.theory.margins.means import endpoint

CHAPTER = "Section 5"
OPENING = openings.MULTICLASS


SECTION_4 = (
    r"\Pr\left[\gamma_{\rm m}(U_t)\ge\bar\gamma_{\rm m}-\sqrt2\epsilon\right]\ge1-\delta,"
    r"\quad t=\max\left(\left\lceil\frac{32\ln(n)+64\ln(2/\delta)}{\bar\gamma^2\epsilon^2}\right\rceil,"
    r"\left\lceil\frac{32}{\delta\epsilon^2}\right\rceil\right)"
)


@claim("P.5.2.T4", JST.at("§5.2, after Theorem 5.1"), about=MulticlassLaw, returns=Chance)
@given(exponential_loss, multiclass_separable)
@slip("""on the printed Z the sampled w_t makes every ⟨z, U_t⟩ negative; with the sign of z turned, and n ≥ 2, the
    sentence holds.""")
@proof("P.T4.1.corrected", "P.E.norm", "P.T5.1a", "P.E.1")
@latex(SECTION_4)
def sampled_multiclass_margin(run: Run) -> tuple[Chance, ...]:
    """P(γ_m(U_t) ≥ γ̄_m − √2 ε) ≥ 1 − δ for U_t = F⁻¹(w_t), the t and θ_j of Theorem 4.1 on the reduced data."""
    margin, p = run.gamma_m(run.unflatten(endpoint(run)[0])), run.problem
    return with_high_probability(
        run, lambda delta: at_least(margin, run.gamma_bar_m - root_2(p) * least_epsilon(p, delta, run.steps))
    )


@sampled_multiclass_margin.corrected(
    source=JST.at("§5.2, after Theorem 5.1, with the sign of z turned"), about=TurnedLaw
)
@given(exponential_loss, multiclass_separable, two_rows)
@proof("P.T4.1.corrected", "P.E.norm", "P.T5.1a", "P.E.1.corrected")
@latex(rf"z_{{\pi(i,j)}}:=x_i(e_j-e_{{c_i}})^\top/\sqrt2,\ n\ge2:\quad {SECTION_4}")
def turned_sampled_multiclass_margin(run: Run) -> tuple[Chance, ...]:
    """With z_{π(i,j)} := x_i(e_j − e_{c_i})ᵀ/√2 and n ≥ 2, P(γ_m(U_t) ≥ γ̄_m − √2 ε) ≥ 1 − δ for U_t = F⁻¹(w_t),
    the t and θ_j of Theorem 4.1 on the reduced data: the same event as γ(w_t) ≥ γ̄ − ε."""
    return sampled_multiclass_margin(run)


def samples(run: Run) -> list[int]:
    """π(i_t, j_t) − 1 for t = 0, …, T."""
    return [run.algorithm.index(t, run.n) for t in range(run.steps + 1)]


def sampled(run: Run) -> Array:
    """P_t = x_i(e_{c_i} − e_j)ᵀ/√2 for t = 0, …, T."""
    return np.stack([run.two_columns(m) for m in samples(run)]) / root_2(run)


def other_columns(run: Run, matrices: Array) -> Array:
    """The matrices with the columns c_i and j of their step's pair struck out."""
    e = np.eye(run.k, dtype=int)
    pairs = [run.pair(m) for m in samples(run)[: len(matrices)]]
    kept = np.stack([1 - e[right - 1] - e[wrong - 1] for _, right, wrong in pairs])
    return matrices * run.num.array(kept.tolist())[..., None, :]


@claim("P.5.2.twocols", JST.at("§5.2, last paragraph"), kind="algorithm", about=MulticlassSampling)
@given(standard_momentum)
@latex(r"U_t=V_t-h_tH_{t-1},\quad H_t=H_{t-1}+tP_t,\quad V_{t+1}=V_t+(th_t-1)P_t,\quad h_t=\sum_{s=1}^t\frac1s")
def two_columns_of_a_pair(run: Run) -> tuple[Relation, ...]:
    """Updates of two columns can be constructed: U_t = V_t − h_t H_{t−1}, and a sample (i, j) changes the columns c_i
    and j alone of H_t = Σ_{s≤t} s P_s and V_t = Σ_{s<t} (s h_s−1) P_s. With momentum U_t itself changes in every column
    that an earlier sample touched; so the sentence is not read of U_{t+1} − U_t."""
    P, t = sampled(run), column(column(run.t))
    before = np.concatenate([0 * t[:1], 1 / t[1:]])
    h = np.cumsum(before, axis=0)
    H, V = run.sums(t * P), run.sums((t * h - 1) * P)
    return (
        equal(run.U, V - h * H),
        equal(other_columns(run, H[1:] - H[:-1]), 0),
        equal(other_columns(run, V[1:] - V[:-1]), 0),
    )


@claim("P.Alg.MC1", JST.at("§5.2, multiclass form of Algorithm 1"), kind="algorithm", about=MulticlassMomentum)
@proof("P.Alg1", "P.5.2.Zmat")
@latex(r"U_t=F^{-1}(w_t),\quad w_t\text{ of Algorithm 1 on }Z,\quad z_{\pi(i,j)}=x_i(e_{c_i}-e_j)^\top/\sqrt2")
def reduction_without_Z(run: Run) -> tuple[Relation, ...]:
    """The d × k recursion U_{t+1} = U_t − θ_t (G_t + XᵀQ_t/√2) and Algorithm 1 on Z agree: F(U_t) = w_t, F(G_t) = g_t,
    with the same q_t."""
    binary = run.again(PrimalMomentum(run.algorithm.beta, run.algorithm.theta))
    return (
        equal(run.U, run.unflatten(binary.w)),
        equal(run.flatten(run.U), binary.w),
        equal(run.flatten(run.G), binary.g),
        equal(run.q, binary.q),
    )


@claim("P.Alg.MC2", JST.at("§5.2, multiclass form of Algorithm 2"), kind="algorithm", about=MulticlassSampling)
@proof("P.Alg2", "P.5.2.Zmat")
@latex(r"""(i,j)\sim q_t,\quad g_t=\beta_t(g_{t-1}+z_{\pi(i,j)}),\quad w_{t+1}=w_t-\theta_t(g_t+z_{\pi(i,j)}),
    \quad q_{t+1}\propto\exp(Zw_{t+1})""")
def sampling_without_rows(run: Run) -> tuple[Relation, ...]:
    """F(U_t) and F(G_t) are the w_t and g_t of Algorithm 2 on Z along the sampled rows, each of positive probability;
    the update P_t built from i, c_i and j is F⁻¹(z_{π(i,j)}), with two columns that are not 0."""
    z = np.stack([run.Z[..., m, :] for m in samples(run)])
    chances = np.stack([q[..., m] for q, m in zip(run.q, samples(run), strict=True)])
    w, g = run.flatten(run.U), run.flatten(run.G)
    step = column(run.theta) * (g + z)
    return (
        equal(g, column(run.beta) * (delayed(g) + z)),
        equal(w[:1], 0),
        equal(w[1:], w[:-1] - step[:-1]),
        equal(run.q, run.softmax(run.scores(w))),
        above(chances, 0),
        equal(sampled(run), run.unflatten(z)),
        equal(other_columns(run, run.unflatten(z)), 0),
    )
