"""Section 3.2, typed from the print: the updates of q, μ, ν, their primal w, and Lemmas 3.2 and 3.4."""

from fractions import Fraction

from tests.literal import motivation
from tests.literal.case import Case
from tests.literal.printed import (
    Printed,
    after,
    at_each,
    before,
    displays,
    displays_of,
    every,
    for_each,
    membership,
    once,
    proportional,
    transcribed,
)
from tests.literal.reference import Vector


@transcribed("P.3.2.upd")
def updates(case: Case) -> list[Printed]:
    r, s, n = case.ref, case.dual, case.n

    def nu(t: int) -> tuple[Vector, Vector]:
        return s.nu[t], [(1 - case.lam(t)) * s.mu[t][i] + case.lam(t) * s.q[t][i] for i in range(n)]

    def q(t: int) -> tuple[Vector, Vector]:
        inside = [-(case.theta(t) / case.lam(t)) * x for x in r.gram(s.nu[t])]
        return s.q[t + 1], [s.q[t][i] * r.ctx.exp(inside[i]) for i in range(n)]

    def mu(t: int) -> tuple[Vector, Vector]:
        return s.mu[t + 1], [(1 - case.lam(t)) * s.mu[t][i] + case.lam(t) * s.q[t + 1][i] for i in range(n)]

    steps, all_t = range(case.T), every(case)
    return [
        once(s.q[0], "==", [r.ctx.one / n] * n),
        once(s.mu[0], "==", s.q[0]),
        for_each("==", all_t, nu),
        proportional(steps, q),
        *membership(all_t, lambda t: s.q[t]),
        for_each("==", steps, mu),
    ]


@transcribed("P.3.2.MD1t")
def mirror_descent_rate(case: Case) -> Printed:
    r, q = case.ref, case.normalized.q
    least, ln = r.phi(case.q_bars[0]), r.ctx.log(case.n)
    return for_each("<=", after(case), lambda t: (r.phi(q[t]) - least, ln / t))


@transcribed("P.3.2.MD2t")
def accelerated_rate(case: Case) -> Printed:
    r, mu = case.ref, case.dual.mu
    least, ln = r.phi(case.q_bars[0]), r.ctx.log(case.n)
    return for_each("<=", after(case), lambda t: (r.phi(mu[t]) - least, 4 * ln / t**2))


class Members:
    """The members of the display below the definition of w, at an index t."""

    def __init__(self, case: Case, t: int) -> None:
        r, s = case.ref, case.dual
        step = case.theta(t) / case.lam(t)
        factor = [r.ctx.exp(-step * x) for x in r.gram(s.nu[t])]
        scores, pull = r.scores(s.w[t]), r.combine(s.nu[t])
        self.q_next = s.q[t + 1]
        self.from_q = [s.q[t][i] * factor[i] for i in range(case.n)]
        self.from_w = [r.ctx.exp(scores[i]) * factor[i] for i in range(case.n)]
        moved = [s.w[t][k] - step * pull[k] for k in range(case.d)]
        self.inside = [r.ctx.exp(x) for x in r.scores(moved)]
        self.after = [r.ctx.exp(x) for x in r.scores(s.w[t + 1])]


def link(case: Case, left: str, right: str, *, up_to_scale: bool = False) -> Printed:
    return motivation.link(case, left, right, of=Members, up_to_scale=up_to_scale)


@transcribed("P.3.3eq.3")
def dual_variable(case: Case) -> Printed:
    r, s = case.ref, case.dual
    return for_each("==", every(case), lambda t: (r.grad_psi(r.scores(s.w[t])), s.q[t]))


def g(case: Case, t: int) -> Vector:
    """g_0 := 0 and g_t := λ_{t−1}(1 − λ_t)/λ_t · (g_{t−1} + Zᵀq_t) for t ≥ 1."""
    if t == 0:
        return case.ref.zero()
    factor = case.lam(t - 1) * (1 - case.lam(t)) / case.lam(t)
    before, pull = g(case, t - 1), case.ref.combine(case.dual.q[t])
    return [factor * (before[k] + pull[k]) for k in range(case.d)]


@at_each("==", before, "P.L3.4a")
def momentum_form(case: Case, t: int) -> tuple[Vector, Vector]:
    pull, momentum, w = case.ref.combine(case.dual.q[t]), g(case, t), case.dual.w
    return w[t + 1], [w[t][k] - case.theta(t) * (momentum[k] + pull[k]) for k in range(case.d)]


@at_each("==", every, "P.L3.4b.2")
def momentum_sum(case: Case, t: int) -> tuple[Vector, Vector]:
    total = case.ref.zero()
    for j in range(1, t + 1):
        pull = case.ref.combine(case.dual.q[j])
        total = [total[k] + case.ref.ctx.mpf(j) / (t + 1) * pull[k] for k in range(case.d)]
    return g(case, t), total


displays({
    "P.psi.q0.2": lambda case: Printed("==", [(case.ref.grad_psi([case.ref.ctx.zero] * case.n), case.dual.q[0])]),
    "P.3.3eq.1.1": lambda case: link(case, "q_next", "from_q", up_to_scale=True),
    "P.3.3eq.1.2": lambda case: link(case, "from_q", "from_w", up_to_scale=True),
    "P.3.3eq.1.3": lambda case: link(case, "q_next", "from_w", up_to_scale=True),
    "P.3.3eq.2.1": lambda case: link(case, "from_w", "inside"),
    "P.3.3eq.2.2": lambda case: link(case, "inside", "after"),
    "P.3.3eq.2.3": lambda case: link(case, "from_w", "after"),
    "P.L3.4b.1": lambda case: for_each("==", after(case),
        lambda t: (case.lam(t - 1) * (1 - case.lam(t)) / case.lam(t), case.ref.ctx.mpf(t) / (t + 1))),
    # Well-formed only where d = n.
    "P.L3.4c@000": lambda case: for_each("==", after(case),
        lambda t: (case.ref.combine(case.dual.mu[t]), [2 * entry / t for entry in case.dual.q[t]])),
    "P.L3.4c@003": lambda case: for_each("==", after(case),
        lambda t: (case.ref.combine(case.dual.mu[t]), [2 * entry / t for entry in g(case, t)])),
})  # fmt: skip


@transcribed("P.3.2.alg")
def same_iterates(case: Case) -> list[Printed]:
    beta = [Fraction(t, t + 1) for t in every(case)]
    one = case.ref.algorithm_one(case.T, beta, case.thetas)
    s, all_t = case.dual, every(case)
    return [
        for_each("==", all_t, lambda t: (s.w[t], one.w[t])),
        for_each("==", all_t, lambda t: (s.q[t], one.q[t])),
        for_each("==", all_t, lambda t: (g(case, t), one.g[t])),
    ]


displays_of(lambda case: case.ref, {
    "P.psi.q0.1": lambda case, r: Printed("==",
        [(r.grad_psi(r.scores(case.dual.w[0])), r.grad_psi([r.ctx.zero] * case.n))]),
    "P.psi.q0.3": lambda case, r: Printed("==", [(r.grad_psi(r.scores(case.dual.w[0])), case.dual.q[0])]),
    "P.3.2.phimu.1": lambda case, r: for_each("==", after(case),
        lambda t: (r.phi(case.dual.mu[t]), 4 * r.norm(g(case, t)) ** 2 / (2 * r.real(t) ** 2))),
    "P.L3.2": lambda case, r: for_each("<=", after(case),
        lambda t: (r.phi(case.dual.mu[t]) - r.phi(case.q_bars[0]), 4 * r.ctx.log(case.n) / r.real(t + 1) ** 2)),
})  # fmt: skip


@transcribed("P.3.2.phimu.2")
def phi_of_the_optimum(case: Case) -> list[Printed]:
    r, half = case.ref, case.gamma_bar**2 / 2
    each = for_each("==", case.q_bars, lambda q: (r.phi(q), half))
    return [each, once(r.norm(case.pull) ** 2 / 2, "==", half)]
