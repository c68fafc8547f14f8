"""Appendix D, typed from the print: the second lemma and the proof of Theorem 4.1."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.printed import Printed, at_each, displays, displays_of, every, for_each, once, transcribed
from tests.literal.sampled_paths import SampledPath, conditional
from tests.literal.sampling import deltas, epsilon_of, last, margin_but_for, with_probability
from tests.literal.sampling_potential import Scalar, climbed, ln_n, on_all, root, travelled


def square(s: SampledPath, t: int) -> Any:
    """‖r_t‖₂²."""
    return s.ref.norm(s.r(t)) ** 2


def expanded(s: SampledPath, t: int) -> Any:
    """‖r_{t−1}‖² + θ_j⟨r_{t−1}, z_{i_{t−1}} − Zᵀq_{t−1}⟩ + θ_j²‖z_{i_{t−1}} − Zᵀq_{t−1}‖²."""
    cross = s.theta[0] * s.ref.dot(s.r(t - 1), s.noise(t - 1))
    return square(s, t - 1) + cross + variance(s, t)


def variance(s: SampledPath, t: int) -> Any:
    """θ_j²‖z_{i_{t−1}} − Zᵀq_{t−1}‖²."""
    return s.theta[0] ** 2 * s.ref.norm(s.noise(t - 1)) ** 2


def every_t(case: Case, op: str, left: Callable[[int], list[Any]], right: Callable[[int], list[Any]]) -> Printed:
    """One entry a path at each t ≥ 1."""
    return for_each(op, range(1, case.all_paths[0].T + 1), lambda t: (left(t), right(t)))


def given(case: Case, last_index: int, value: Scalar) -> list[Any]:
    """E[value | q_0, …, q_{last_index}]; no condition where last_index < 0."""
    return conditional(case.all_paths, max(0, last_index + 1), value)


def plus(case: Case, t: int, values: list[Any]) -> list[Any]:
    """‖r_{t−1}‖² + value, on every path."""
    return [square(s, t - 1) + value for s, value in zip(case.all_paths, values, strict=True)]


def mean(case: Case, t: int) -> Any:
    """E[‖r_t‖²]."""
    return sum((s.chance * square(s, t) for s in case.all_paths), case.ref.ctx.zero)


def markov(s: SampledPath, delta: Any) -> Any:
    """√(8 ln(n)/δ)."""
    return s.ref.ctx.sqrt(8 * ln_n(s) / delta)


def on_the_path(case: Case, op: str, sides: Callable[[SampledPath, Any], tuple[Any, Any]]) -> list[Printed]:
    """At the last t, for each δ."""
    found = [sides(case.tuned, delta) for delta in deltas(case)]
    return [once(left, op, right) for left, right in found]


def drawn_norm(s: SampledPath) -> Any:
    """‖Σ_{j<t} θ_j z_{i_j}‖₂."""
    return s.ref.norm(s.vector(s.T, s.z))


def mean_norm(s: SampledPath) -> Any:
    """‖Σ_{j<t} θ_j Zᵀq_j‖₂."""
    return s.ref.norm(s.vector(s.T, s.mean))


def along(case: Case, s: SampledPath) -> Any:
    """Σ_{j<t} θ_j⟨−z_{i_j}, ū⟩."""
    return s.total(s.T, lambda j: s.theta[j] * s.ref.dot([-entry for entry in s.z(j)], case.u_bar))


def owed(case: Case, s: SampledPath) -> Any:
    """γ̄√(t ln(n))."""
    return case.gamma_bar * s.ref.ctx.sqrt(s.T * ln_n(s))


displays_of(lambda case: case.tuned, {
    "P.D.2.p2.1.2": lambda case, s: for_each("==", range(case.T),
        lambda j: (4 * s.theta[j] ** 2 * case.T, 4 * ln_n(s))),
    "P.D.2.p4.1": lambda case, s: for_each(">=", every(case),
        lambda t: (s.ref.norm(s.w[t]), s.ref.dot(s.w[t], case.u_bar))),
    "P.D.2.p4.3": lambda case, s: once(along(case, s), ">=", s.total(s.T, lambda j: s.theta[j] * case.gamma_bar)),
    "P.D.2.p4.4": lambda case, s: once(s.total(s.T, lambda j: s.theta[j] * case.gamma_bar), "==", owed(case, s)),
})  # fmt: skip


@transcribed("P.D.2l")
def lower_bound_on_all(case: Case) -> Printed:
    paths = case.all_paths
    return once([s.ref.norm(last(s)) for s in paths], ">=", [owed(case, s) for s in paths])


def gained(s: SampledPath, delta: Any) -> Any:
    """Σ_{j<t} θ_j‖Zᵀq_j‖₂² − 2 ln(n) − √(8 ln(2/δ) ln(n))."""
    return climbed(s) - 2 * ln_n(s) - root(s, delta, ln_n(s))


@transcribed("P.D.T.p1.1")
def by_psi(case: Case) -> list[Printed]:
    found = []
    for delta in deltas(case):
        sides = [
            (s.ref.margin(last(s)), -s.psi(s.T) / s.ref.norm(last(s)), gained(s, delta) / s.ref.norm(last(s)))
            for s in case.all_paths
        ]
        found.append(Printed(">=", [(a, b) for a, b, _ in sides]))
        found.append(Printed(">=", [(b, c) for _, b, c in sides]))
        found.append(with_probability([s.chance for s in case.all_paths], 1 - delta))
    return found


def upper_part(case: Case, s: SampledPath, delta: Any) -> Any:
    """Σ_{j<t} θ_j‖Zᵀq_j‖₂² + γ̄√(8 ln(n)/δ)."""
    return climbed(s) + case.gamma_bar * markov(s, delta)


def lower_part(case: Case, s: SampledPath, delta: Any) -> Any:
    """2 ln(n) + √(8 ln(2/δ) ln(n)) + γ̄√(8 ln(n)/δ)."""
    return 2 * ln_n(s) + root(s, delta, ln_n(s)) + case.gamma_bar * markov(s, delta)


def split(case: Case, s: SampledPath, delta: Any) -> Any:
    norm = s.ref.norm(last(s))
    return upper_part(case, s, delta) / norm - lower_part(case, s, delta) / norm


displays({
    "P.D.2.p1.1": lambda case: every_t(case, "==", lambda t: given(case, t - 2, lambda s: square(s, t)),
        lambda t: given(case, t - 2, lambda s: expanded(s, t))),
    "P.D.2.p1.2": lambda case: every_t(case, "==", lambda t: given(case, t - 2, lambda s: expanded(s, t)),
        lambda t: plus(case, t, given(case, t - 2, lambda s: variance(s, t)))),
    "P.D.2.p1.2.corrected": lambda case: every_t(case, "==", lambda t: given(case, t - 1, lambda s: expanded(s, t)),
        lambda t: plus(case, t, given(case, t - 1, lambda s: variance(s, t)))),
    "P.D.2.p1.3": lambda case: every_t(case, "<=",
        lambda t: plus(case, t, given(case, t - 2, lambda s: variance(s, t))),
        lambda t: [square(s, t - 1) + 4 * s.theta[0] ** 2 for s in case.all_paths]),
    "P.D.2.p2.2": lambda case: on_all(case, "<=", lambda s: square(s, s.T), lambda s, delta: 8 * ln_n(s) / delta, 2),
    "P.D.2.p3.1.1": lambda case: once(case.ref.norm(last(case.tuned)), "==", drawn_norm(case.tuned)),
    "P.D.2.p3.1.2": lambda case: on_the_path(case, "<=",
        lambda s, delta: (drawn_norm(s), mean_norm(s) + markov(s, delta))),
    "P.D.2.p3.1.3": lambda case: on_the_path(case, "<=",
        lambda s, delta: (s.ref.norm(last(s)), mean_norm(s) + markov(s, delta))),
    "P.D.2.p3.2": lambda case: on_the_path(case, "<=",
        lambda s, delta: (mean_norm(s) + markov(s, delta), travelled(s) + markov(s, delta))),
    "P.D.2u": lambda case: on_all(case, "<=", lambda s: s.ref.norm(last(s)),
        lambda s, delta: travelled(s) + markov(s, delta), 2),
    "P.D.2.p4.2": lambda case: once(case.ref.dot(last(case.tuned), case.u_bar), "==", along(case, case.tuned)),
    "P.D.2.p4.5": lambda case: once(case.ref.norm(last(case.tuned)), ">=", owed(case, case.tuned)),
    "P.D.T.p1.4": lambda case: for_each(">=", every(case),
        lambda j: (case.ref.norm(case.ref.combine(case.tuned.q[j])), case.gamma_bar)),
    "P.D.T.p1.2": lambda case: on_the_path(case, "==",
        lambda s, delta: (gained(s, delta) / s.ref.norm(last(s)), split(case, s, delta))),
})  # fmt: skip


@transcribed("P.D.T.p1.3")
def bounded(case: Case) -> list[Printed]:
    def right(s: SampledPath, delta: Any) -> Any:
        first = upper_part(case, s, delta) / (travelled(s) + markov(s, delta))
        return first - lower_part(case, s, delta) / owed(case, s)

    return on_the_path(case, ">=", lambda s, delta: (split(case, s, delta), right(s, delta)))


def shortfall(case: Case, delta: Any, t: int) -> Any:
    """(2√(ln(n)) + √(8 ln(2/δ)))/(γ̄√t) + √(8/(δt))."""
    ctx = case.ref.ctx
    first = (2 * ctx.sqrt(ctx.log(case.n)) + ctx.sqrt(8 * ctx.log(2 / delta))) / (case.gamma_bar * ctx.sqrt(t))
    return first + ctx.sqrt(8 / (delta * t))


displays({("P.D.T.p2.1", "P.D.T.p2.1.corrected"): lambda case: margin_but_for(case, shortfall)})


@transcribed("P.D.T.p2.2")
def choice_of_t(case: Case) -> list[Printed]:
    """For t = 1, 4, …, 64 at the least ε whose printed t it is."""
    return [
        once(shortfall(case, delta, k * k), "<=", epsilon_of(case, delta, k * k))
        for k in range(1, 9)
        for delta in deltas(case)
    ]


def chances(case: Case) -> list[Any]:
    return [s.chance for s in case.all_paths]


def mean_of(case: Case, value: Scalar) -> Any:
    """E[value]."""
    return sum((s.chance * value(s) for s in case.all_paths), case.ref.ctx.zero)


def of_iterate_and_row(s: SampledPath, t: int) -> tuple[Any, Any]:
    """⟨w_t, z_{i_t}⟩ and ‖w_t‖² + ‖z_{i_t}‖²; after the last draw the first row stands for z."""
    z = s.z(t) if t < s.T else s.ref.z[0]
    return s.ref.dot(s.w[t], z), s.ref.norm(s.w[t]) ** 2 + s.ref.norm(z) ** 2


@at_each("<=", lambda case: range(case.all_paths[0].T + 1), "F.mean")
def order_of_means(case: Case, t: int) -> tuple[Any, Any]:
    here, there = (mean_of(case, lambda s, k=k: of_iterate_and_row(s, t)[k]) for k in (0, 1))
    return here, there


@at_each("<=", lambda case: range(case.all_paths[0].T), "F.given")
def order_of_conditional_means(case: Case, t: int) -> tuple[Any, ...]:
    return tuple(conditional(case.all_paths, t, lambda s, k=k: of_iterate_and_row(s, t)[k]) for k in (0, 1))


@transcribed("F.markov")
def markovs_inequality(case: Case) -> list[Printed]:
    def size(s: SampledPath) -> Any:
        return s.ref.norm(last(s)) ** 2

    bound = 4 * mean_of(case, size)
    event = for_each("<=", case.all_paths, lambda s: (size(s), bound))
    return [event, with_probability(chances(case), case.ref.ctx.mpf(3) / 4)]


@transcribed("F.azuma")
def azumas_inequality(case: Case) -> list[Printed]:
    ctx = case.ref.ctx

    def drift(s: SampledPath) -> Any:
        return s.total(s.T, lambda t: (s.rows[t] == 0) - s.q[t][0])

    event = for_each("<=", case.all_paths, lambda s: (drift(s), ctx.sqrt(ctx.log(2) * s.T / 2)))
    return [event, with_probability(chances(case), ctx.mpf(1) / 2)]


displays_of(lambda case: case.all_paths[0], {
    "P.D.2.p1.4": lambda case, s: for_each("<=", range(1, s.T + 1),
        lambda t: (mean(case, t), mean(case, t - 1) + 4 * s.theta[0] ** 2)),
    "P.D.2.p2.1.1": lambda case, s: once(mean(case, s.T), "<=", 4 * s.theta[0] ** 2 * s.T),
    "P.D.2.p2.1.3": lambda case, s: once(mean(case, s.T), "<=", 4 * ln_n(s)),
})  # fmt: skip
