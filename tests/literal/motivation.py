"""Section 3.1, typed from the print: gradient descent and the mirror descent of its dual variable."""

from typing import Any

from tests.literal.case import Case
from tests.literal.printed import Printed, after, at_each, displays, every, for_each, once, proportional, transcribed
from tests.literal.reference import Vector


class Members:
    """The members of the two displays at an index t, with θ_t = η_t R(w_t)."""

    def __init__(self, case: Case, t: int) -> None:
        r, d, n = case.ref, case.d, case.n
        w, q, eta = case.descent.w[t], case.descent.q[t], case.eta(t)
        gradient, risk = r.grad_risk(w), r.risk(w)
        theta = eta * risk
        pull, kernel = r.combine(q), r.gram(q)
        self.plain = [w[k] - eta * gradient[k] for k in range(d)]
        self.scaled = [w[k] - eta * risk * (gradient[k] / risk) for k in range(d)]
        self.dual = [w[k] - theta * pull[k] for k in range(d)]
        scores = r.scores(w)
        slope = case.slope(r.phi, q)
        self.moved = [r.ctx.exp(scores[i] - theta * kernel[i]) for i in range(n)]
        self.mirror = [q[i] * r.ctx.exp(-theta * kernel[i]) for i in range(n)]
        self.mirror_phi = [q[i] * r.ctx.exp(-theta * slope[i]) for i in range(n)]
        if t < case.T:
            self.w_next, self.q_next = case.descent.w[t + 1], case.descent.q[t + 1]
            self.exp_next = [r.ctx.exp(x) for x in r.scores(case.descent.w[t + 1])]


def link(case: Case, left: str, right: str, *, of: type = Members, up_to_scale: bool = False) -> Printed:
    """Two members of a display, at every t."""

    def sides(t: int) -> tuple[Any, Any]:
        members = of(case, t)
        return getattr(members, left), getattr(members, right)

    return proportional(range(case.T), sides) if up_to_scale else for_each("==", range(case.T), sides)


@transcribed("P.3.1.GD.1")
def descent_1(case: Case) -> Printed:
    """The two members read no index t + 1, so the last t is in the range."""
    steps = [Members(case, t) for t in every(case)]
    return for_each("==", steps, lambda members: (members.plain, members.scaled))


@transcribed("P.3.1.MD.3")
def mirror_3(case: Case) -> list[Printed]:
    """And that ∇φ is the gradient of φ: φ(q+h) − φ(q) − ⟨∇φ(q), h⟩ = ‖Zᵀh‖₂²/2 for h = q_{t+1} − q_t."""
    r, s = case.ref, case.descent

    def expansion(t: int) -> tuple[Any, Any]:
        h = [s.q[t + 1][i] - s.q[t][i] for i in range(case.n)]
        first_order = r.dot(case.slope(r.phi, s.q[t]), h)
        return r.phi(s.q[t + 1]) - r.phi(s.q[t]) - first_order, r.norm(r.combine(h)) ** 2 / 2

    return [link(case, "mirror", "mirror_phi"), for_each("==", range(case.T), expansion)]


@transcribed("P.3.1.MD.4")
def mirror_descent(case: Case) -> list[Printed]:
    """q_{t+1} minimises a convex F on Δ_n: inside the simplex, where the partial derivatives of F agree.

    F is θ_t⟨∇φ(q_t), q⟩ + Σ q_i ln(q_i/q_{t,i}) for mirror descent, Σ_{j≤t} θ_j⟨∇φ(q_j), q⟩ + Σ q_i ln q_i
    for dual averaging. Each partial derivative is compared with the first; the same constant drops out.
    """
    r, s, ln = case.ref, case.descent, case.ref.ctx.log

    def theta(t: int) -> Any:
        return case.eta(t) * r.risk(s.w[t])

    def mirror(t: int) -> tuple[Vector, Vector]:
        slope = case.slope(r.phi, s.q[t])
        partial = [theta(t) * slope[i] + ln(s.q[t + 1][i] / s.q[t][i]) for i in range(case.n)]
        return partial, [partial[0]] * case.n

    def averaging(t: int) -> tuple[Vector, Vector]:
        partial = [ln(s.q[t + 1][i]) for i in range(case.n)]
        for j in range(t + 1):
            slope = case.slope(r.phi, s.q[j])
            partial = [partial[i] + theta(j) * slope[i] for i in range(case.n)]
        return partial, [partial[0]] * case.n

    steps = range(case.T)
    inside = for_each(">", every(case), lambda t: (s.q[t], [0] * case.n))
    return [for_each("==", steps, mirror), for_each("==", steps, averaging), inside]


@transcribed("P.3.1.min0")
def least_phi_nonseparable(case: Case) -> list[Printed]:
    phi = case.ref.phi
    return [
        for_each(">=", case.simplex_points, lambda q: (phi(q), 0)),
        for_each("==", case.q_bars, lambda q: (phi(q), 0)),
    ]


def by_the_risk(case: Case, t: int) -> Any:
    """‖∇R(w_t)‖₂² / (2 R(w_t)²), for steps η_t = θ_t/R(w_t) with θ_t proper."""
    w = case.normalized.w[t]
    return case.ref.norm(case.ref.grad_risk(w)) ** 2 / (2 * case.ref.risk(w) ** 2)


@transcribed("P.3.1.phi0.1")
def phi_by_the_risk(case: Case) -> Printed:
    q = case.normalized.q
    return for_each("==", every(case), lambda t: (case.ref.phi(q[t]), by_the_risk(case, t)))


@transcribed("P.3.1.R")
def risk_falls(case: Case) -> Printed:
    r, w = case.ref, case.normalized.w
    return for_each("<=", range(case.T), lambda t: (r.risk(w[t + 1]), r.risk(w[t])))


@transcribed("P.3.1.phi0.3")
def risk_gradient_vanishes(case: Case) -> Printed:
    r, w = case.ref, case.normalized.w
    return for_each("<=", after(case), lambda t: (r.norm(r.grad_risk(w[t])) ** 2, 2 * r.ctx.log(case.n) / t))


@transcribed("P.3.1.minsep")
def least_phi_separable(case: Case) -> list[Printed]:
    r, half = case.ref, case.gamma_bar**2 / 2
    return [
        for_each(">=", case.simplex_points, lambda q: (r.phi(q), half)),
        for_each("==", case.q_bars, lambda q: (r.phi(q), half)),
        once(r.margin([-entry for entry in case.pull]), "==", case.gamma_bar),
    ]


def dual_vector(case: Case, sign: int) -> list[Printed]:
    r, u = case.ref, case.u_bar
    right = [sign * case.gamma_bar * entry for entry in u]
    return [
        once(r.norm(u), "==", 1),
        once(r.margin(u), "==", case.gamma_bar),
        for_each("==", case.q_bars, lambda q: (r.combine(q), right)),
    ]


def lean(case: Case, t: int) -> Any:
    """⟨Zᵀq_t, ū⟩."""
    return case.ref.dot(case.ref.combine(case.normalized.q[t]), case.u_bar)


displays({
    # With the left end of the chain: w_{t+1} itself.
    "P.3.1.GD.2": lambda case: [link(case, "scaled", "dual"), link(case, "w_next", "dual")],
    "P.3.1.MD.1.1": lambda case: link(case, "q_next", "exp_next", up_to_scale=True),
    "P.3.1.MD.1.2": lambda case: link(case, "exp_next", "moved"),
    "P.3.1.MD.1.3": lambda case: link(case, "q_next", "moved", up_to_scale=True),
    "P.3.1.MD.2": lambda case: link(case, "moved", "mirror", up_to_scale=True),
    "P.3.1.phi0.2": lambda case: for_each("<=", after(case),
        lambda t: (by_the_risk(case, t), case.ref.ctx.log(case.n) / t)),
    "P.3.1.dualvec": lambda case: dual_vector(case, 1),
    "P.3.1.dualvec.corrected": lambda case: dual_vector(case, -1),
    "P.3.1.dir.1": lambda case: once(lean(case, case.T), ">", 0),
})  # fmt: skip


@transcribed("P.3.1.dir.1.corrected")
def dual_vector_tends(case: Case) -> list[Printed]:
    r, q, u = case.ref, case.normalized.q, case.u_bar

    def gap(t: int) -> Any:
        return 2 * (r.phi(q[t]) - case.gamma_bar**2 / 2)

    def sides(t: int) -> tuple[Any, Any]:
        z = r.combine(q[t])
        return r.norm([-z[k] - case.gamma_bar * u[k] for k in range(case.d)]) ** 2, gap(t)

    return [
        for_each(">=", after(case), lambda t: (-lean(case, t), case.gamma_bar)),
        for_each("<=", after(case), sides),
        for_each("<=", after(case), lambda t: (gap(t), 2 * r.ctx.log(case.n) / t)),
    ]


@at_each("<=", after, "P.3.1.dir.2")
def direction_converges(case: Case, t: int) -> tuple[Any, Any]:
    r, w, u = case.ref, case.normalized.w, case.u_bar
    distance = r.norm([w[t][k] / r.norm(w[t]) - u[k] for k in range(case.d)])
    return distance**2, 2 * r.ctx.log(case.n) / (case.gamma_bar**2 * t)


@transcribed("P.phi.smooth")
def phi_is_smooth(case: Case) -> list[Printed]:
    """‖∇φ(q) − ∇φ(q')‖_∞ ≤ ‖q − q'‖₁: q and q' any two points of the list."""
    points = case.simplex_points
    slopes = [case.slope(case.ref.phi, q) for q in points]

    def sides(a: int, b: int) -> tuple[Any, Any]:
        gradient = max(abs(slopes[a][i] - slopes[b][i]) for i in range(case.n))
        return gradient, sum(abs(points[a][i] - points[b][i]) for i in range(case.n))

    numbers = range(len(points))
    return [Printed("<=", [sides(a, b) for a in numbers]) for b in numbers]
