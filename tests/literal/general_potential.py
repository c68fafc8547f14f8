"""Appendix C: Lemma C.4 with (C.5), (C.6) and (C.7), typed from the print on scalars."""

from collections.abc import Callable
from typing import Any

from tests.literal.case import Case
from tests.literal.general_sequences import divergence, psi_star, rho
from tests.literal.margin_rate import pull
from tests.literal.printed import Printed, after, at_each, before, displays, displays_of, every, for_each, transcribed
from tests.literal.reference import Vector


def psi_at(case: Case, t: int) -> Any:
    """ψ(Zw_t)."""
    return case.psi(case.ref.scores(case.general.w[t]))


def mu_terms(case: Case, t: int) -> Any:
    """‖Zᵀμ_t‖²/(2ρλ_{t−1}²) + Σ_{j=1}^{t−1} (1/(2ρ)) (1/λ_{j−1}² − (1 − λ_j)/λ_j²) ‖Zᵀμ_j‖²."""
    lam, mu = case.lam, case.general.mu
    total = 1 / (2 * rho(case) * lam(t - 1) ** 2) * pull(case, mu[t]) ** 2
    for j in range(1, t):
        total += (1 / lam(j - 1) ** 2 - (1 - lam(j)) / lam(j) ** 2) / (2 * rho(case)) * pull(case, mu[j]) ** 2
    return total


def nu_terms(case: Case, t: int) -> Any:
    """Σ_{j=0}^{t−1} ‖Zᵀν_j‖²/(2ρλ_j)."""
    return sum(
        (1 / (2 * rho(case) * case.lam(j)) * pull(case, case.general.nu[j]) ** 2 for j in range(t)), case.ref.ctx.zero
    )


def at_each_q_bar(case: Case, op: str, sides: Callable[[int, Vector], tuple[Any, Any]]) -> list[Printed]:
    """The relation for t = 0, …, T − 1, once for each q̄."""
    return [for_each(op, range(case.T), lambda t, q=q: sides(t, q)) for q in case.q_bars]


def drop(case: Case, t: int, q: Vector) -> Any:
    """D_{ψ*}(q̄, q_t) − D_{ψ*}(q̄, q_{t+1})."""
    return divergence(case, q, t) - divergence(case, q, t + 1)


def pairing(case: Case, t: int, v: Vector) -> Any:
    """⟨∇φ(ν_t), v⟩."""
    return case.ref.dot(case.ref.gram(case.general.nu[t]), v)


def first_line(case: Case, t: int) -> Any:
    lam, phi, s = case.lam(t), case.ref.phi, case.general
    first = (1 - lam) / lam * (phi(s.mu[t]) - phi(s.nu[t]))
    return first + 1 / lam * (phi(s.nu[t]) - phi(s.mu[t + 1]))


def without_nu(case: Case, t: int) -> Any:
    lam, phi, s = case.lam(t), case.ref.phi, case.general
    return (1 - lam) / lam * phi(s.mu[t]) - 1 / lam * phi(s.mu[t + 1])


@transcribed("P.C.5a.1")
def c_5a(case: Case) -> list[Printed]:
    def sides(t: int, q: Vector) -> tuple[Any, Any]:
        apart = [case.general.nu[t][i] - q[i] for i in range(case.n)]
        return pairing(case, t, apart), first_line(case, t) + rho(case) * case.lam(t) * drop(case, t, q)

    return at_each_q_bar(case, "<=", sides)


@transcribed("P.C.5a.2")
def c_5a_collected(case: Case) -> Printed:
    phi, nu = case.ref.phi, case.general.nu
    return for_each("==", range(case.T), lambda t: (first_line(case, t), phi(nu[t]) + without_nu(case, t)))


displays_of(lambda case: case.general.nu, {
    "P.C.5b.1": lambda case, nu: for_each("==", every(case),
        lambda t: (pairing(case, t, nu[t]), pull(case, nu[t]) ** 2)),
    "P.C.5b.2": lambda case, nu: for_each("==", every(case),
        lambda t: (pull(case, nu[t]) ** 2, 2 * case.ref.phi(nu[t]))),
    "P.C.5b.3": lambda case, nu: for_each("==", every(case),
        lambda t: (pairing(case, t, nu[t]), 2 * case.ref.phi(nu[t]))),
})  # fmt: skip


@transcribed("P.C.5")
def c_5(case: Case) -> list[Printed]:
    def sides(t: int, q: Vector) -> tuple[Any, Any]:
        left = case.ref.phi(case.general.nu[t]) - pairing(case, t, q)
        return left, without_nu(case, t) + rho(case) * case.lam(t) * drop(case, t, q)

    return at_each_q_bar(case, "<=", sides)


def lines_of_c_6(case: Case, t: int, q: Vector) -> list[Any]:
    """The five members of (C.6)."""
    r, s = case.ref, case.general
    p, p_next = r.scores(s.w[t]), r.scores(s.w[t + 1])
    star, star_next = psi_star(case, s.q[t]), psi_star(case, s.q[t + 1])

    def apart(a: Vector, b: Vector) -> Vector:
        return [a[i] - b[i] for i in range(case.n)]

    tangent, tangent_next = r.dot(p, apart(q, s.q[t])), r.dot(p_next, apart(q, s.q[t + 1]))
    moved = r.dot(apart(p, p_next), q)
    return [
        drop(case, t, q),
        psi_star(case, q) - star - tangent - psi_star(case, q) + star_next + tangent_next,
        r.dot(p, s.q[t]) - star - r.dot(p_next, s.q[t + 1]) + star_next - moved,
        case.psi(p) - case.psi(p_next) - moved,
        psi_at(case, t) - psi_at(case, t + 1) - 1 / (rho(case) * case.lam(t)) * pairing(case, t, q),
    ]


def link(case: Case, left: int, right: int) -> list[Printed]:
    def sides(t: int, q: Vector) -> tuple[Any, Any]:
        lines = lines_of_c_6(case, t, q)
        return lines[left], lines[right]

    return at_each_q_bar(case, "==", sides)


@transcribed("P.C.6.3")
def c_6_3(case: Case) -> list[Printed]:
    """And ψ*(q_t) ≥ ⟨ξ, q_t⟩ − ψ(ξ) at ξ = Zw for the listed w."""
    r, q = case.ref, case.general.q

    def fenchel(xi: Vector) -> Printed:
        values = every(case)
        return for_each(">=", values, lambda t: (psi_star(case, q[t]), r.dot(xi, q[t]) - case.psi(xi)))

    return [*link(case, 2, 3), *(fenchel(r.scores(w)) for w in case.nonzero_directions)]


displays({
    "P.C.4": lambda case: for_each(">=", after(case),
        lambda t: (-psi_at(case, t), -psi_at(case, 0) + mu_terms(case, t) + nu_terms(case, t))),
    "P.C.6.1": lambda case: link(case, 0, 1),
    "P.C.6.2": lambda case: link(case, 1, 2),
    "P.C.6.4": lambda case: link(case, 3, 4),
    "P.C.6.5": lambda case: link(case, 0, 4),
})  # fmt: skip


@at_each(">=", before, "P.C.7")
def c_7(case: Case, t: int) -> tuple[Any, Any]:
    phi, s = case.ref.phi, case.general
    lam, r = case.lam(t), rho(case)
    right = 1 / (r * lam**2) * phi(s.mu[t + 1]) - (1 - lam) / (r * lam**2) * phi(s.mu[t])
    return psi_at(case, t) - psi_at(case, t + 1), right + 1 / (r * lam) * phi(s.nu[t])
