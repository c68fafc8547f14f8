"""Appendix D, typed from the print: the first lemma, and what its proof shares with the others."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.printed import Printed, at_each, displays, every, for_each, once, transcribed
from tests.literal.sampled_paths import SampledPath
from tests.literal.sampling import deltas, with_probability

Scalar = Callable[[SampledPath], Any]


def rise(s: SampledPath, t: int) -> Any:
    """ψ(Zw_{t+1}) − ψ(Zw_t)."""
    return s.psi(t + 1) - s.psi(t)


def smooth(s: SampledPath, t: int) -> Any:
    """⟨q_t, Zw_{t+1} − Zw_t⟩ + ‖Z(w_{t+1} − w_t)‖_∞²."""
    after, now = s.ref.scores(s.w[t + 1]), s.ref.scores(s.w[t])
    move = [after[i] - now[i] for i in range(s.ref.n)]
    return s.ref.dot(s.q[t], move) + max(abs(entry) for entry in move) ** 2


def linear(s: SampledPath, t: int) -> Any:
    """−θ_t⟨Zᵀq_t, z_{i_t}⟩."""
    return -s.theta[t] * s.ref.dot(s.mean(t), s.z(t))


def by_scores(s: SampledPath, t: int) -> Any:
    """−θ_t⟨Zᵀq_t, z_{i_t}⟩ + θ_t²‖Zz_{i_t}‖_∞²."""
    return linear(s, t) + s.theta[t] ** 2 * max(abs(entry) for entry in s.ref.scores(s.z(t))) ** 2


def by_row(s: SampledPath, t: int) -> Any:
    """−θ_t⟨Zᵀq_t, z_{i_t}⟩ + θ_t²‖z_{i_t}‖₂²."""
    return linear(s, t) + s.theta[t] ** 2 * s.ref.norm(s.z(t)) ** 2


def by_step(s: SampledPath, t: int) -> Any:
    """−θ_t⟨Zᵀq_t, z_{i_t}⟩ + θ_t²."""
    return linear(s, t) + s.theta[t] ** 2


LINKS: dict[str, tuple[Any, str, Any]] = {
    "P.D.1.p1.1": (rise, "<=", smooth), "P.D.1.p1.2": (smooth, "==", by_scores),
    "P.D.1.p1.3": (by_scores, "<=", by_row), "P.D.1.p1.4": (by_row, "<=", by_step), "P.D.1.p1.5": (rise, "<=", by_step),
}  # fmt: skip


def link(left: Any, op: str, right: Any) -> Callable[[Case], Printed]:
    return lambda case: for_each(op, range(case.T), lambda t: (left(case.sampled, t), right(case.sampled, t)))


displays({id: link(*members) for id, members in LINKS.items()})


@at_each(">=", every, "P.D.1.p2")
def on_a_path(case: Case, t: int) -> tuple[Any, Any]:
    s = case.sampled
    gained = s.total(t, lambda j: s.theta[j] * s.ref.dot(s.mean(j), s.z(j)))
    return -s.psi(t), -s.psi(0) + gained - s.total(t, lambda j: s.theta[j] ** 2)


def drift(s: SampledPath, j: int) -> Any:
    """⟨Zᵀq_j, Zᵀq_j − z_{i_j}⟩."""
    return s.ref.dot(s.mean(j), [-entry for entry in s.noise(j)])


@transcribed("P.D.1.p3.1")
def differences(case: Case) -> list[Printed]:
    """|x| ≤ 2 as x ≤ 2 and x ≥ −2."""
    s = case.sampled
    return [
        for_each("<=", every(case), lambda j: (drift(s, j), 2)),
        for_each(">=", every(case), lambda j: (drift(s, j), -2)),
    ]


def on_all(case: Case, op: str, left: Scalar, right: Callable[[SampledPath, Any], Any], share: int) -> list[Printed]:
    """For each δ, the event at the last t on every path, and its probability 1 − δ/share."""
    found = []
    for delta in deltas(case):
        found.append(for_each(op, case.all_paths, lambda s, delta=delta: (left(s), right(s, delta))))
        found.append(with_probability([s.chance for s in case.all_paths], 1 - delta / share))
    return found


def root(s: SampledPath, delta: Any, x: Any) -> Any:
    """√(8 ln(2/δ) x)."""
    ctx = s.ref.ctx
    return ctx.sqrt(8 * ctx.log(2 / delta) * x)


def squares(s: SampledPath) -> Any:
    """Σ_{j<t} θ_j²."""
    return s.total(s.T, lambda j: s.theta[j] ** 2)


def climbed(s: SampledPath) -> Any:
    """Σ_{j<t} θ_j‖Zᵀq_j‖₂²."""
    return s.total(s.T, lambda j: s.theta[j] * s.ref.norm(s.mean(j)) ** 2)


def travelled(s: SampledPath) -> Any:
    """Σ_{j<t} θ_j‖Zᵀq_j‖₂."""
    return s.total(s.T, lambda j: s.theta[j] * s.ref.norm(s.mean(j)))


def ln_n(s: SampledPath) -> Any:
    return s.ref.ctx.log(s.ref.n)


@transcribed("P.D.1.p3.2")
def azuma(case: Case) -> list[Printed]:
    left = lambda s: s.total(s.T, lambda j: s.theta[j] * drift(s, j))  # noqa: E731
    return on_all(case, "<=", left, lambda s, delta: root(s, delta, squares(s)), 2)


@transcribed("P.D.1.p4.2")
def constants(case: Case) -> list[Printed]:
    s = case.tuned
    return [
        once(-s.psi(0) - root(s, delta, squares(s)) - squares(s), "==", -2 * ln_n(s) - root(s, delta, ln_n(s)))
        for delta in deltas(case)
    ]


displays({
    "P.D.1.p4.1": lambda case: on_all(case, ">=", lambda s: -s.psi(s.T),
        lambda s, delta: -s.psi(0) + climbed(s) - root(s, delta, squares(s)) - squares(s), 2),
    "P.D.1": lambda case: on_all(case, ">=", lambda s: -s.psi(s.T),
        lambda s, delta: climbed(s) - 2 * ln_n(s) - root(s, delta, ln_n(s)), 2),
})  # fmt: skip
