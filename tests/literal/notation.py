"""Section 2, typed from the print: the margin, γ̄ and ū, the risk, ψ = ℓ⁻¹(Σ ℓ) and its gradients."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.printed import Printed, at_each, displays, for_each, membership, once, transcribed
from tests.literal.reference import Vector


def for_each_loss(case: Case, statement: Callable[[Case], list[Printed]]) -> list[Printed]:
    """A statement about any loss, for eᶻ and then for ln(1 + eᶻ)."""
    return [*statement(case.with_loss("exponential")), *statement(case.with_loss("logistic"))]


@transcribed("P.S2.margin")
def margin(case: Case) -> list[Printed]:
    r, y = case.ref, case.instance.labels

    def least(w: Vector) -> Any:
        return min(y[i] * r.dot(w, case.x(i)) for i in range(case.n)) / r.norm(w)

    def largest(w: Vector) -> Any:
        return -max(r.dot(w, case.z[i]) for i in range(case.n)) / r.norm(w)

    points = case.nonzero_directions
    return [
        for_each("==", points, lambda w: (least(w), largest(w))),
        for_each("==", points, lambda w: (r.margin(w), least(w))),
        once(r.margin(r.zero()), "==", 0),
    ]


@transcribed("P.S2.gbar0")
def maximum_margin(case: Case) -> list[Printed]:
    best = [-entry for entry in case.pull]
    return [
        for_each("<=", case.directions, lambda w: (case.ref.margin(w), case.gamma_bar)),
        once(case.ref.margin(best), "==", case.gamma_bar),
        once(max(case.ref.scores(best)), "==", -(case.gamma_bar**2)),
    ]


@transcribed("P.S2.argmax@000", "P.S2.argmax@003")
def half_the_maximiser(case: Case) -> list[Printed]:
    """A w with ‖w‖ < 1 (so ≤ 1) that maximises γ would have to be one with ‖w‖ = 1."""
    w = [entry / 2 for entry in case.u_bar]
    return [once(case.ref.margin(w), "==", case.gamma_bar), once(case.ref.norm(w), "==", 1)]


@transcribed("P.S2.argmax@000.corrected", "P.S2.argmax@003.corrected")
def unique_maximiser(case: Case) -> list[Printed]:
    r, u, y = case.ref, case.u_bar, case.instance.labels

    def sides(w: Vector) -> tuple[Any, Any]:
        gap = [w[k] - u[k] for k in range(case.d)]
        reached = min(y[i] * r.dot(w, case.x(i)) for i in range(case.n))
        return r.norm(gap) ** 2, 2 * (1 - reached / case.gamma_bar)

    return [once(r.norm(u), "==", 1), once(r.margin(u), "==", case.gamma_bar), for_each("<=", case.ball_points, sides)]


@transcribed("P.S2.wlog")
def scaled_by_five(case: Case) -> list[Printed]:
    r = case.ref

    def margin_of_scaled(w: Vector) -> Any:
        if all(entry == 0 for entry in w):
            return r.ctx.zero
        return -max(5 * score for score in r.scores(w)) / r.norm(w)

    def length(q: Vector) -> Any:
        return 25 * r.norm(r.combine(q)) ** 2

    return [
        for_each("==", case.directions, lambda w: (margin_of_scaled(w), 5 * r.margin(w))),
        for_each("==", case.q_bars, lambda q: (length(q), 25 * case.gamma_bar**2)),
        for_each(">=", case.q_bars, lambda q: ([25 * x for x in r.gram(q)], [length(q)] * case.n)),
    ]


def attained(case: Case, ell: Callable[[Any], Any], inverse: Callable[[Any], Any]) -> Printed:
    """ℓ(ℓ⁻¹(s)) = s at s = Σ_i ℓ(⟨w, z_i⟩)."""

    def sides(w: Vector) -> tuple[Any, Any]:
        s = case.ref.ctx.zero
        for score in case.ref.scores(w):
            s += ell(score)
        return ell(inverse(s)), s

    return for_each("==", case.directions, sides)


@transcribed("P.S2.psi-wd.corrected")
def psi_of_continuous_losses(case: Case) -> list[Printed]:
    return for_each_loss(case, lambda case: [attained(case, case.ell, case.inverse)])


@transcribed("P.S2.psi-wd")
def psi_of_increasing_losses(case: Case) -> list[Printed]:
    """Among them one that jumps: 1/(1 − z) up to 0 and 2 + z after; ℓ⁻¹(s) is where it first reaches s."""

    def reached(s: Any) -> Any:
        if s <= 1:
            return 1 - 1 / s
        return s - 2 if s > 2 else case.ref.ctx.zero

    return [*psi_of_continuous_losses(case), attained(case, lambda z: 1 / (1 - z) if z <= 0 else 2 + z, reached)]


@at_each("==", lambda case: case.directions, "P.2.1.exp")
def psi_is_ln_sum_exp(case: Case, w: Vector) -> tuple[Any, Any]:
    total = case.ref.ctx.zero
    for i in range(case.n):
        total += case.ref.ctx.exp(case.ref.dot(w, case.z[i]))
    return case.psi(case.ref.scores(w)), case.ref.ctx.log(total)


def pulled_gradient(case: Case, w: Vector) -> Vector:
    """Zᵀ∇ψ(Zw)."""
    return case.ref.combine(case.slope(case.psi, case.ref.scores(w)))


def normalized_sum(case: Case, w: Vector) -> Vector:
    """Σ_i ℓ'(⟨w, z_i⟩) z_i / ℓ'(ψ(Zw))."""
    total = case.ref.zero()
    for i in range(case.n):
        slope = case.ell_prime(case.ref.dot(w, case.z[i]))
        total = [total[k] + slope * case.z[i][k] for k in range(case.d)]
    scale = case.ell_prime(case.psi(case.ref.scores(w)))
    return [entry / scale for entry in total]


@transcribed("P.2.2.2")
def gradient_2(case: Case) -> list[Printed]:
    def statement(case: Case) -> list[Printed]:
        def sides(w: Vector) -> tuple[Vector, Vector]:
            scale = case.ell_prime(case.psi(case.ref.scores(w))) / case.n
            return normalized_sum(case, w), [entry / scale for entry in case.slope(case.risk, w)]

        return [for_each("==", case.directions, sides)]

    return for_each_loss(case, statement)


@transcribed("P.2.2.3")
def gradient_3(case: Case) -> list[Printed]:
    """ψ(Z(w+h)) − ψ(Zw) − ⟨∇_w ψ(Zw), h⟩ lies in [0, ρ‖Zh‖∞²/2] for h = ±(1/1024) of each axis."""
    r = case.ref
    steps = [(sign, axis) for sign in (1, -1) for axis in range(case.d)]

    def statement(case: Case) -> list[Printed]:
        rho = 1 if case.loss == "exponential" else case.n
        relations = []
        for sign, axis in steps:
            h = [r.ctx.mpf(sign * (k == axis)) / 1024 for k in range(case.d)]
            largest = max(abs(score) for score in r.scores(h))

            def remainder(w: Vector, h: Vector = h) -> Any:
                moved = [w[k] + h[k] for k in range(case.d)]
                gradient = case.slope(lambda v: case.psi(r.scores(v)), w)
                return case.psi(r.scores(moved)) - case.psi(r.scores(w)) - r.dot(gradient, h)

            bound = rho * largest**2 / 2
            remainders = [remainder(w) for w in case.directions]
            relations += [Printed(">=", [(x, 0) for x in remainders])]
            relations += [Printed("<=", [(x, bound) for x in remainders])]
        return relations

    return for_each_loss(case, statement)


displays({
    "P.S2.R": lambda case: for_each_loss(case,
        lambda case: [for_each("==", case.directions, lambda w: (case.risk(w), case.risk(w)))]),
    "P.2.1": lambda case: for_each_loss(case, lambda case: [for_each("==", case.directions, lambda w: (
        case.psi(case.ref.scores(w)),
        case.inverse(case.n * case.risk(w)),
    ))]),
    "P.2.2.1": lambda case: for_each_loss(case,
        lambda case: [for_each("==", case.directions, lambda w: (pulled_gradient(case, w), normalized_sum(case, w)))]),
    "P.2.3.1": lambda case: for_each("==", case.directions,
        lambda w: (pulled_gradient(case, w), [entry / case.risk(w) for entry in case.slope(case.risk, w)])),
})  # fmt: skip


@transcribed("P.2.3.2")
def softmax(case: Case) -> list[Printed]:
    def gradient(w: Vector) -> Vector:
        return case.slope(case.psi, case.ref.scores(w))

    def sides(w: Vector) -> tuple[Vector, Vector]:
        weights = [case.ref.ctx.exp(score) for score in case.ref.scores(w)]
        return gradient(w), [weight / sum(weights) for weight in weights]

    return [*membership(case.directions, gradient), for_each("==", case.directions, sides)]


@transcribed("P.S3.3.psimax2")
def smoothed_margin(case: Case) -> list[Printed]:
    r = case.ref
    points = [*case.directions, *([16 * entry for entry in w] for w in case.directions)]
    return [
        for_each("<=", points, lambda w: (max(r.scores(w)), r.psi(r.scores(w)))),
        for_each("<=", points, lambda w: (r.psi(r.scores(w)), max(r.scores(w)) + r.ctx.log(case.n))),
    ]
