"""Section 4, typed from the print: Algorithm 2 and Theorem 4.1."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.literal.case import Case
from tests.literal.margin_rate import momentum_steps
from tests.literal.printed import Printed, displays, every, for_each, membership, once, transcribed
from tests.literal.reference import Vector
from tests.literal.sampled_paths import COUNTED, SampledPath, endpoints

DELTAS = (Fraction(9, 10), Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))


def deltas(case: Case) -> list[Any]:
    return [case.ref.real(delta) for delta in DELTAS]


def with_probability(chances: list[Any], at_least: Any) -> Printed:
    """What the claim says of the paths' probabilities."""
    return Printed("P>=", [(chance, at_least) for chance in chances])


def printed_t(case: Case, delta: Any, epsilon: Any) -> int:
    """max(⌈(32 ln n + 64 ln(2/δ))/(γ̄²ε²)⌉, ⌈32/(δε²)⌉); a value within 10⁻⁵⁰ of an integer is that integer."""
    ctx = case.ref.ctx
    first = (32 * ctx.log(case.n) + 64 * ctx.log(2 / delta)) / (case.gamma_bar**2 * epsilon**2)
    second = 32 / (delta * epsilon**2)
    tiny = ctx.mpf(10) ** -50
    return max(int(ctx.ceil(first - tiny)), int(ctx.ceil(second - tiny)))


def epsilon_of(case: Case, delta: Any, t: int) -> Any:
    """An ε whose printed t is the given one, and no smaller one has it."""
    ctx = case.ref.ctx
    first = (32 * ctx.log(case.n) + 64 * ctx.log(2 / delta)) / case.gamma_bar**2
    second = 32 / delta
    epsilon = ctx.sqrt((first if first > second else second) / t)
    assert printed_t(case, delta, epsilon) == t
    assert printed_t(case, delta, epsilon * (1 - ctx.mpf(10) ** -9)) > t
    return epsilon


def margin_but_for(case: Case, lost: Callable[[Case, Any, int], Any]) -> list[Printed]:
    """For each δ, γ(w_t) ≥ γ̄ − what is lost for δ and t, at each w_t at t = COUNTED, and its probability 1 − δ."""
    law, found = endpoints(case.ref, COUNTED), []
    for delta in deltas(case):
        bound = case.gamma_bar - lost(case, delta, COUNTED)
        found.append(Printed(">=", [(case.ref.margin(w), bound) for w, _ in law]))
        found.append(with_probability([chance for _, chance in law], 1 - delta))
    return found


displays({("P.T4.1", "P.T4.1.corrected"): lambda case: margin_but_for(case, epsilon_of)})


@transcribed("P.Alg2")
def algorithm(case: Case) -> list[Printed]:
    """The start, the drawn row as a vertex, g_t, w_{t+1}, q_t ∝ exp(Zw_t) and q_t ∈ Δ_n."""
    r, s = case.ref, case.sampled
    vertices = [[r.ctx.mpf(i == s.rows[t]) for i in range(case.n)] for t in every(case)]
    all_t = every(case)
    return [
        once(s.w[0], "==", [0] * case.d),
        once([case.n * entry for entry in s.q[0]], "==", [1] * case.n),
        *membership(all_t, lambda t: vertices[t]),
        for_each("==", all_t, lambda t: ([entry**2 for entry in vertices[t]], vertices[t])),
        *momentum_steps(case, s, s.z),
        for_each("==", all_t, lambda t: (s.q[t], r.grad_psi(r.scores(s.w[t])))),
        *membership(all_t, lambda t: s.q[t]),
    ]


@transcribed("P.Alg2.b0")
def without_momentum(case: Case) -> list[Printed]:
    r, s = case.ref, case.tuned

    def stepped(t: int) -> tuple[Vector, Vector]:
        return s.w[t + 1], [s.w[t][k] - s.theta[t] * s.z(t)[k] for k in range(case.d)]

    return [
        for_each("==", every(case), lambda t: (s.g[t], [0] * case.d)),
        for_each("==", range(case.T), stepped),
        for_each("==", every(case), lambda t: (case.T * s.theta[t] ** 2, r.ctx.log(case.n))),
        for_each("==", every(case), lambda t: (s.w[t], [-entry for entry in s.vector(t, s.z)])),
    ]


def last(path: SampledPath) -> Vector:
    """w_t at t = T."""
    return path.w[path.T]
