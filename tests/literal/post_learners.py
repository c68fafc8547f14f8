"""The accelerated AdaBoosts by scalar loops: the weak learners, potentials and runs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from tests.literal.lectures import Lecture
from tests.literal.post_boosting import PHI, Phi
from tests.literal.printed import every
from tests.literal.vectors import Vector, dot, l1, largest

Rows = Sequence[Sequence[Fraction]]

CORNERED = ((Fraction(-1), Fraction(0), Fraction(-3, 5)), (Fraction(0), Fraction(-1), Fraction(-11, 20)))
CORNER = ((Fraction(-1), Fraction(0)), (Fraction(0), Fraction(-1)))


def weak_learners(case: Lecture) -> Rows:
    """The rows, with a vote of the first two columns where one is given; column k = 1, 2, … times 100/(100 + k)."""
    found = []
    for row in case.rows:
        entries, vote = list(row), case.given.get("learners.votes")
        if vote:
            entries.append(sum((vote[k] * row[k] for k in range(min(2, len(row)))), Fraction(0)))
        found.append([entries[k] * Fraction(100, 101 + k) for k in range(len(entries))])
    return found


def refuse_unproven(rows: Rows, gamma: Fraction, w: Sequence[Fraction], q: Sequence[Fraction]) -> None:
    """γ = min_i −⟨z_i, w⟩ with ‖w‖₁ ≤ 1 and γ = ‖Zᵀq‖_∞ with q ∈ Δ_n: then both are optimal, whoever found them."""
    edges = [abs(sum((q[i] * rows[i][k] for i in range(len(rows))), Fraction(0))) for k in range(len(rows[0]))]
    scores = [sum((x * v for x, v in zip(row, w, strict=True)), Fraction(0)) for row in rows]
    assert min(q) >= 0
    assert (sum(q), max(edges), -max(scores)) == (1, gamma, gamma)
    assert sum(map(abs, w)) <= 1


@dataclass
class Learners:
    """The rows z_i with γ̄₁ and q̄, and the functions of w and q."""

    case: Lecture
    rows: Rows

    def __post_init__(self) -> None:
        self.ctx = self.case.ctx
        self.n, self.d = len(self.rows), len(self.rows[0])
        self.z = [[self.case.real(x) for x in row] for row in self.rows]
        assert self.case.optimum
        gamma, w, q = self.case.optimum
        refuse_unproven(self.rows, gamma, w, q)
        self.gamma, self.q_bar = self.case.real(gamma), [self.case.real(x) for x in q]

    @property
    def uniform(self) -> Vector:
        return [self.case.real(Fraction(1, self.n))] * self.n

    @property
    def points(self) -> list[Vector]:
        """The vertices of Δ_n, the uniform point, weights as 1 : … : n, and q̄."""
        ramp = [self.case.real(Fraction(2 * (i + 1), self.n * (self.n + 1))) for i in range(self.n)]
        return [*self.vertices, self.uniform, ramp, self.q_bar]

    @property
    def vertices(self) -> list[Vector]:
        return [[self.case.real(int(i == j)) for i in range(self.n)] for j in range(self.n)]

    def scores(self, w: Vector) -> Vector:
        return [self.dot(row, w) for row in self.z]

    def edges(self, q: Vector) -> Vector:
        return [self.dot([row[k] for row in self.z], q) for k in range(self.d)]

    def pull(self, q: Vector) -> Vector:
        return [-edge for edge in self.edges(q)]

    dot, l1, largest = staticmethod(dot), staticmethod(l1), staticmethod(largest)

    def softmax(self, w: Vector) -> Vector:
        scores = self.scores(w)
        powers = [self.ctx.exp(score - max(scores)) for score in scores]
        return [power / sum(powers) for power in powers]

    def psi(self, w: Vector) -> Any:
        return self.ctx.log(sum(self.ctx.exp(score) for score in self.scores(w)))

    def lowest(self, w: Vector) -> Any:
        return min(-score for score in self.scores(w))

    def margin(self, w: Vector) -> Any:
        return self.lowest(w) / self.l1(w) if self.l1(w) else self.l1(w)

    def vertex(self, x: Vector) -> Vector:
        k = max(range(self.d), key=lambda j: (abs(x[j]), -j))
        return [self.case.real((-1 if x[k] < 0 else 1) * int(j == k)) for j in range(self.d)]

    @property
    def ln_n(self) -> Any:
        return self.ctx.log(self.n)

    @property
    def ln_2d(self) -> Any:
        return self.ctx.log(2 * self.d)

    def allowance(self, t: int) -> Any:
        """γ̄₁ − 4(1 + ln n)(1 + 2 ln(t+1)) / (γ̄₁ (t+1)²)."""
        return self.gamma - 4 * (self.ln_n + 1) * (2 * self.ctx.log(t + 1) + 1) / ((t + 1) ** 2 * self.gamma)


class Potential:
    """h, ∇h, L and a lower bound of h(Zᵀq): the soft maximum of scale s, or half the square of the r-norm."""

    def __init__(self, m: Learners) -> None:
        self.m, self.ctx = m, m.ctx
        given, self.s, self.r = m.case.given, None, 0
        if given["kind"] == "HorizonAdaBoost":  # two rows for one
            self.s = 2 * self.ctx.sqrt(self.ctx.log(max(m.n, 2)) / m.ln_2d) / m.case.T
        elif given["potential"] == "SoftMax":
            self.s = m.case.real(given["potential.s"])
        else:
            self.r = 2 * 2 ** given["potential.halvings"]

    @property
    def L(self) -> Any:
        return 1 / self.s if self.s else self.m.case.real(self.r - 1)

    def norm(self, x: Vector) -> Any:
        """‖x‖_r."""
        total = sum(abs(entry) ** self.r for entry in x)
        return self.ctx.power(total, self.m.case.real(Fraction(1, self.r))) if total else total

    def value(self, x: Vector) -> Any:
        return self.norm(x) ** 2 / 2 if self.r else soft_value(self.m, x, self.s)

    def gradient(self, x: Vector) -> Vector:
        if not self.r:
            return soft_gradient(self.m, x, self.s)
        norm = self.norm(x)
        return [entry * (abs(entry) / norm) ** (self.r - 2) if norm else norm for entry in x]

    @property
    def floor(self) -> Any:
        return self.m.gamma**2 / 2 if self.r else self.m.gamma - self.s * self.m.ln_2d


def soft_value(m: Learners, x: Vector, s: Any) -> Any:
    """s ln (1/(2d)) Σ_k (e^{x_k/s} + e^{−x_k/s})."""
    return s * m.ctx.log(sum(m.ctx.cosh(entry / s) for entry in x) / m.d)


def soft_gradient(m: Learners, x: Vector, s: Any) -> Vector:
    """Differences of powers, which are 0 where an edge is only rounding."""
    up, down = ([m.ctx.exp(sign * entry / s) for entry in x] for sign in (1, -1))
    return [(up[k] - down[k]) / (sum(up) + sum(down)) for k in range(m.d)]


class AsPrinted:
    """w_t, q_t, u_t, g_t of Algorithm 1 with u_t in place of −Zᵀq_t, for t = 0, …, T."""

    def __init__(self, case: Lecture, rows: Rows | None = None) -> None:
        self.m = m = Learners(case, weak_learners(case) if rows is None else rows)
        self.phi = PHI[case.given["phi"]]
        self.beta, self.theta = ([case.real(case.schedule(name, t)) for t in every(case)] for name in ("beta", "theta"))
        w, g = [case.real(0)] * m.d, [case.real(0)] * m.d
        self.w, self.q, self.u, self.g = [], [], [], []
        for t in every(case):
            q = m.softmax(w)
            u = [self.phi.slope(m.ctx, m.largest(m.pull(q))) * entry for entry in m.vertex(m.pull(q))]
            g = [self.beta[t] * (g[k] - u[k]) for k in range(m.d)]
            for sequence, value in ((self.w, w), (self.q, q), (self.u, u), (self.g, g)):
                sequence.append(value)
            w = [w[k] - self.theta[t] * (g[k] - u[k]) for k in range(m.d)]


class InTheDual:
    """w_t, μ_t, ν_t of Nesterov's method with λ_t = 2/(t+2), for a vote at t and x = −Zᵀν_t."""

    def __init__(self, m: Learners, vote: Callable[[int, Vector], Vector]) -> None:
        self.m, case = m, m.case
        self.lam = [case.real(Fraction(2, t + 2)) for t in every(case)]
        w, q, mu = [case.real(0)] * m.d, m.uniform, m.uniform
        self.w, self.mu, self.nu = [], [], []
        for t in every(case):
            lam = self.lam[t]
            nu = [(1 - lam) * mu[i] + lam * q[i] for i in range(m.n)]
            for sequence, value in ((self.w, w), (self.mu, mu), (self.nu, nu)):
                sequence.append(value)
            step = vote(t, m.pull(nu))
            w = [w[k] + step[k] for k in range(m.d)]
            q = m.softmax(w)
            mu = [(1 - lam) * mu[i] + lam * q[i] for i in range(m.n)]

    def before(self, t: int, term: Callable[[int], Any]) -> Any:
        """Σ_{j<t} term(j)."""
        return sum((term(j) for j in range(t)), self.m.ctx.zero)


def with_phi(m: Learners, phi: Phi) -> InTheDual:
    """Votes (t+2)/2 · ∂ψ*(x)."""

    def vote(t: int, x: Vector) -> Vector:
        length = phi.slope(m.ctx, m.largest(x)) * (t + 2) / 2
        return [length * entry for entry in m.vertex(x)]

    return InTheDual(m, vote)


class Smoothed(InTheDual):
    """Votes (t+2)/(2L) · ∇h(x)."""

    def __init__(self, case: Lecture) -> None:
        m = Learners(case, weak_learners(case))
        self.h = h = Potential(m)
        super().__init__(m, lambda t, x: [entry * (t + 2) / (2 * h.L) for entry in h.gradient(x)])


class Cooled(InTheDual):
    """Votes σ ∇h(x), h the soft maximum of scale 2σ/(t+2)."""

    @cached_property
    def sigma(self) -> Any:
        return self.m.case.real(self.m.case.number("sigma"))

    def __init__(self, case: Lecture) -> None:
        self.m = m = Learners(case, weak_learners(case))
        sigma = self.sigma
        super().__init__(m, lambda t, x: [sigma * entry for entry in soft_gradient(m, x, 2 * sigma / (t + 2))])

    def cost(self, t: int) -> Any:
        """2σ² ln(2d) (1/2 + … + 1/(t+1))."""
        return 2 * self.sigma**2 * self.m.ln_2d * self.before(t, lambda j: self.m.case.real(Fraction(1, j + 2)))
