"""Section 5.2 and Theorem 5.1, typed from the print on scalars; Z has the sign of the print."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from tests.literal.case import Case
from tests.literal.in_the_dual import index
from tests.literal.labelled import COUNTED_PAIRS, Labelled, Matrix, class_of, entries, others, times
from tests.literal.margin_rate import momentum_steps
from tests.literal.notation import for_each_loss
from tests.literal.printed import Printed, after, displays, every, for_each, once, transcribed
from tests.literal.reference import Vector
from tests.literal.sampled_paths import endpoints
from tests.literal.sampling import deltas, epsilon_of, with_probability


@transcribed("P.5.2.gm.corrected")
def margin_of_a_predictor(case: Case) -> list[Printed]:
    m = case.labelled

    def terms(U: Matrix) -> Vector:
        return [m.product(m.whole(i, j), U) for i, j in m.pairs]

    return [
        for_each("<=", m.predictors, lambda U: (m.gamma_m(U) * m.norm(U), terms(U))),
        for_each("==", m.predictors, lambda U: (m.gamma_m(U) * m.norm(U), min(terms(U)))),
        for_each("==", m.predictors, lambda U: (m.gamma_m(times(0, U)), 0)),
    ]


@transcribed("P.5.2.gbar")
def maximum_margin(case: Case) -> list[Printed]:
    m = case.labelled
    half = times(m.ref.ctx.mpf(1) / 2, m.best)
    return [
        for_each("<=", m.ball_predictors, lambda U: (m.norm(U), 1)),
        for_each("<=", m.ball_predictors, lambda U: (m.gamma_m(U), m.gamma_bar_m)),
        once(m.norm(half), "<=", 1),
        once(m.gamma_m(half), "==", m.gamma_bar_m),
    ]


def risk(case: Case, U: Matrix) -> Any:
    """R_m(U)."""
    m, total = case.labelled, case.ref.ctx.zero
    for i in range(m.N):
        for j in range(1, m.k + 1):
            if j != class_of(i):
                total += case.ell(m.score(m.x[i], U, j) - m.score(m.x[i], U, class_of(i)))
    return total / m.N


@transcribed("P.5.2.Rm")
def multiclass_risk(case: Case) -> list[Printed]:
    def statement(c: Case) -> list[Printed]:
        m = c.labelled

        def total(U: Matrix) -> Any:
            return sum((c.ell(-m.product(m.whole(i, j), U)) for i, j in m.pairs), c.ref.ctx.zero)

        return [
            for_each("==", m.predictors, lambda U: (m.N * risk(c, U), total(U))),
            for_each("==", m.predictors, lambda U: (risk(c, times(0, U)), (m.k - 1) * c.ell(c.ref.ctx.zero))),
        ]

    return for_each_loss(case, statement)


@transcribed("P.5.2.F")
def flattening(case: Case) -> list[Printed]:
    m = case.labelled
    U = m.predictors
    both = list(zip(U, reversed(U), strict=True))
    return [
        for_each("==", U, lambda A: (entries(m.unflatten(m.flatten(A))), entries(A))),
        for_each("==", m.directions, lambda w: (m.flatten(m.unflatten(w)), w)),
        for_each("==", both, lambda pair: (m.ref.dot(m.flatten(pair[0]), m.flatten(pair[1])), m.product(*pair))),
    ]


def hits(m: Labelled) -> Printed:
    numbers = [(m.k - 1) * i + place for i in range(m.N) for place in range(1, m.k)]
    return once([numbers.count(number) for number in range(1, m.n + 1)], "==", 1)


@transcribed("P.5.2.pi")
def numbering_of_the_printed_pairs(case: Case) -> list[Printed]:
    m = case.labelled
    return [hits(m), once([j for i in range(m.N) for j in others(i)], "<=", m.k - 1)]


@transcribed("P.5.2.pi.corrected")
def numbering_of_the_pairs(case: Case) -> list[Printed]:
    m = case.labelled
    listed = [others(i).count(j) + (j == class_of(i)) for i in range(m.N) for j in range(1, m.k + 1)]
    used = [j for i in range(m.N) for j in others(i)]
    return [hits(m), once(used, "<=", m.k), once(listed, "==", 1)]


def signed(case: Case, sign: int) -> list[Printed]:
    m = case.labelled

    def scores(U: Matrix) -> tuple[Vector, Vector]:
        left = [-m.product(times(sign, m.z(i, j)), U) for i, j in m.pairs]
        return left, [(m.score(m.x[i], U, class_of(i)) - m.score(m.x[i], U, j)) / m.root for i, j in m.pairs]

    norms = [m.norm(times(sign, m.z(i, j))) ** 2 for i, j in m.pairs]
    return [for_each("==", m.predictors, scores), once(norms, "<=", 1)]


@transcribed("P.5.2.Zmat")
def reduced_matrix(case: Case) -> Printed:
    m = case.labelled
    printed = [entry / m.root for i, j in m.pairs for entry in m.flatten(m.whole(i, j))]
    return once([entry for row in m.binary.z for entry in row], "==", printed)


def risks(case: Case) -> list[Printed]:
    """R_m(U)/(k−1), and the mean over all rows of ℓ(√2 F(U)ᵀF(z))."""

    def statement(c: Case) -> list[Printed]:
        m = c.turned

        def mean(U: Matrix) -> Any:
            scores = [m.ref.dot(m.flatten(U), row) for row in m.binary.z]
            return sum((c.ell(m.root * score) for score in scores), c.ref.ctx.zero) / m.n

        return [for_each("==", m.predictors, lambda U: (risk(c, U) / (m.k - 1), mean(U)))]

    return for_each_loss(case, statement)


@transcribed("P.T5.1a")
def reduced_maximum_margin(case: Case) -> list[Printed]:
    m = case.labelled
    gamma = m.ref.norm(m.pull)
    return [
        once(gamma, "==", m.gamma_bar_m / m.root),
        once(gamma, ">", 0),
        for_each("<=", m.ball, lambda w: (m.gamma(w), gamma)),
        once(m.gamma([-x for x in m.pull]), "==", gamma),
    ]


def predictor(case: Case, t: int) -> Matrix:
    """U_t = F⁻¹(w_t)."""
    return case.labelled.unflatten(case.labelled_momentum.w[t])


def theorem(case: Case, m: Labelled, w: list[Vector]) -> Printed:
    ln = case.ref.ctx.log

    def sides(t: int) -> tuple[Any, Any]:
        shortfall = 4 * (1 + ln(m.n)) * (1 + 2 * ln(t + 1)) / (m.gamma_bar_m * (t + 1) ** 2)
        return m.gamma_m(m.unflatten(w[t])), m.gamma_bar_m - shortfall

    return for_each(">=", after(case), sides)


def drawn(case: Case, t: int) -> tuple[int, int]:
    """(i, j) of step t."""
    m = case.labelled
    return m.pairs[index(t, m.n)]


def struck(case: Case, t: int, U: Matrix) -> Vector:
    """The matrix without the columns c_i and j of step t."""
    i, j = drawn(case, t)
    return [0 if b in (class_of(i), j) else row[b - 1] for row in U for b in range(1, case.labelled.k + 1)]


def difference(A: Matrix, B: Matrix) -> Matrix:
    return [[x - y for x, y in zip(a, b, strict=True)] for a, b in zip(A, B, strict=True)]


@transcribed("P.5.2.twocols")
def two_columns_each_of_a_pair(case: Case) -> list[Printed]:
    """Each step adds t P_t to H and (t h_t − 1) P_t to V."""
    m, one = case.labelled, case.ref.ctx.one
    h, H, V = [one * 0], [times(one * 0, m.best)], [times(one * 0, m.best)]
    for t in range(case.T):
        P = m.z(*drawn(case, t))
        H.append(difference(H[t], times(-t, P)))
        V.append(difference(V[t], times(1 - t * h[t], P)))
        h.append(h[t] + one / (t + 1))

    def sides(t: int) -> tuple[Vector, Vector]:
        return case.labelled_samples.w[t], entries(difference(V[t], times(h[t], H[t])))

    def outside(A: list[Matrix]) -> Printed:
        return for_each("==", range(case.T), lambda t: (struck(case, t, difference(A[t + 1], A[t])), 0))

    return [for_each("==", every(case), sides), outside(H), outside(V)]


@transcribed("P.Alg.MC1")
def reduction_without_Z(case: Case) -> list[Printed]:
    """Q_t has Σ_j q_{π(i,j)} at (i, c_i) and −q_{π(i,j)} at (i, j); the recursion is on d × k matrices."""
    m, one = case.labelled, case.ref.ctx.one
    U, G, weights = [times(one * 0, m.best)], [], [[one / m.n] * m.n]
    before = U[0]
    for t in every(case):
        P = times(one * 0, m.best)
        for q, (i, j) in zip(weights[t], m.pairs, strict=True):
            for a in range(m.d):
                P[a][class_of(i) - 1] += q * m.x[i][a] / m.root
                P[a][j - 1] -= q * m.x[i][a] / m.root
        before = times(case.beta(t), difference(before, times(-1, P)))
        G.append(before)
        U.append(difference(U[t], times(case.theta(t), difference(before, times(-1, P)))))
        margins = [m.score(m.x[i], U[t + 1], class_of(i)) - m.score(m.x[i], U[t + 1], j) for i, j in m.pairs]
        weights.append(m.ref.on_simplex([m.ref.ctx.exp(margin / m.root) for margin in margins]))
    s, all_t = case.labelled_momentum, every(case)
    return [
        for_each("==", all_t, lambda t: (entries(U[t]), entries(m.unflatten(s.w[t])))),
        for_each("==", all_t, lambda t: (m.flatten(U[t]), s.w[t])),
        for_each("==", all_t, lambda t: (m.flatten(G[t]), s.g[t])),
        for_each("==", all_t, lambda t: (weights[t], s.q[t])),
    ]


@transcribed("P.Alg.MC2")
def sampling_without_rows(case: Case) -> list[Printed]:
    m, s = case.labelled, case.labelled_samples
    r, all_t = m.binary, every(case)

    def z(t: int) -> Vector:
        return r.z[index(t, m.n)]

    g, w = momentum_steps(case, s, z)
    return [
        g,
        once(s.w[0], "==", r.zero()),
        w,
        for_each("==", all_t, lambda t: (s.q[t], r.grad_psi(r.scores(s.w[t])))),
        for_each(">", all_t, lambda t: (s.q[t][index(t, m.n)], 0)),
        for_each("==", all_t, lambda t: (entries(m.z(*drawn(case, t))), z(t))),
        for_each("==", all_t, lambda t: (struck(case, t, m.unflatten(z(t))), 0)),
    ]


displays({
    "P.5.2.z": lambda case: signed(case, 1),
    "P.5.2.z.corrected": lambda case: signed(case, -1),
    "P.5.2.risk.corrected": risks,
    "P.T5.1b": lambda case: theorem(case, case.labelled, case.labelled_momentum.w),
    "P.T5.1b.corrected": lambda case: theorem(case, case.turned, case.turned_momentum.w),
    "P.5.2.T4": lambda case: section_4(case.labelled, deltas(case)),
    "P.5.2.T4.corrected": lambda case: section_4(case.turned, deltas(case)),
})  # fmt: skip


def section_4(m: Labelled, chances: Iterable[Any]) -> list[Printed]:
    """γ_m(F⁻¹(w_t)) against √2 (γ̄ − ε) with the n and the γ̄ of the reduced data."""
    law, found = endpoints(m.binary, COUNTED_PAIRS), []
    reduced = SimpleNamespace(ref=m.binary, n=m.n, gamma_bar=m.ref.norm(m.pull))
    for delta in chances:
        bound = m.gamma_bar_m - m.root * epsilon_of(reduced, delta, COUNTED_PAIRS)
        ends = [(m.gamma_m(m.unflatten(w)), bound) for w, _ in law]
        found += [Printed(">=", ends), with_probability([chance for _, chance in law], 1 - delta)]
    return found
