"""Appendix C: Lemma C.4 with (C.5), (C.6) and (C.7), how far −ψ(Zw_t) rises, for any loss with ρ-smooth ψ.

    φ(ν_t) − ⟨∇φ(ν_t), q̄⟩ ≤ (1−λ_t)/λ_t φ(μ_t) − φ(μ_{t+1})/λ_t + ρλ_t (D(q̄, q_t) − D(q̄, q_{t+1}))      (C.5)
    D(q̄, q_t) − D(q̄, q_{t+1}) = ψ(Zw_t) − ψ(Zw_{t+1}) − ⟨∇φ(ν_t), q̄⟩/(ρλ_t)                              (C.6)

D is the Bregman divergence of ψ*, with ∇ψ*(q_t) = p_t = Zw_t. Each statement is read at every known dual optimum q̄.
"""

from collections.abc import Callable
from functools import partial

from lemmacheck.theory.books.jst import arguments, openings
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.sec3_3_margin_rate import weights
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, given, latex, proof
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run
from lemmacheck.theory.margins.comparators import nonzero_directions
from lemmacheck.theory.margins.hypotheses import starts_at_one, unit_steps

CHAPTER = "Appendix C"
OPENING = openings.NOTATION
stated = partial(claim, about=GeneralDual)


def potential(run: Run) -> Array:
    """ψ(Zw_t)."""
    return run.psi(run.scores(run.w))


def squared_mu(run: Run) -> Array:
    """‖Zᵀμ_t‖²."""
    return run.squared(run.combine(run.mu))


def mu_bound(run: Run) -> Array:
    """‖Zᵀμ_t‖²/(2ρλ_{t−1}²) + Σ_{j=1}^{t−1} (1/λ_{j−1}² − (1−λ_j)/λ_j²) ‖Zᵀμ_j‖²/(2ρ), for t ≥ 1."""
    mu = squared_mu(run) / (2 * run.rho)
    return mu[1:] / run.lam[:-1] ** 2 + run.sums(weights(run) * mu)[1:]


def nu_bound(run: Run) -> Array:
    """Σ_{j<t} ‖Zᵀν_j‖²/(2ρλ_j)."""
    return run.sums(run.squared(run.combine(run.nu)) / (2 * run.rho * run.lam))


def at_each_optimum(run: Run, statement: Callable[[Array], Relation]) -> tuple[Relation, ...]:
    """The statement for every known q̄."""
    return tuple(statement(q[None]) for q in run.optimum.q)


def divergence_drop(run: Run, q: Array) -> Array:
    """D_{ψ*}(q̄, q_t) − D_{ψ*}(q̄, q_{t+1})."""
    divergence = run.divergence(q, run.scores(run.w))
    return divergence[:-1] - divergence[1:]


@stated("P.C.4", PREPRINT.at("Lemma C.4"), first=1)
@given(unit_steps, starts_at_one)
@proof("P.C.7")
@latex(r"""-\psi(Zw_t)\ge-\psi(Zw_0)+\frac1{2\rho\lambda_{t-1}^2}\|Z^\top\mu_t\|_2^2
    +\sum_{j=1}^{t-1}\frac1{2\rho}\left(\frac1{\lambda_{j-1}^2}-\frac{1-\lambda_j}{\lambda_j^2}\right)
    \|Z^\top\mu_j\|_2^2+\sum_{j=0}^{t-1}\frac1{2\rho\lambda_j}\|Z^\top\nu_j\|_2^2""")
def general_psi_bound(run: Run) -> Relation:
    """−ψ(Zw_t) ≥ −ψ(Zw_0) + ‖Zᵀμ_t‖²/(2ρλ_{t−1}²) + Σ_{j=1}^{t−1} (1/λ_{j−1}² − (1−λ_j)/λ_j²)‖Zᵀμ_j‖²/(2ρ)
    + Σ_{j=0}^{t−1} ‖Zᵀν_j‖²/(2ρλ_j) for every t ≥ 1."""
    psi = potential(run)
    return at_least(-psi[1:], -psi[:1] + mu_bound(run) + nu_bound(run)[1:])


@stated("P.C.5a.1", PREPRINT.at("Lemma C.4, proof, first display, first line"))
@given(unit_steps)
@proof("P.B.6", "P.C.setup.1", by=arguments.smooth_psi_along_a_step)
@latex(r"""\langle\nabla\phi(\nu_t),\nu_t-\bar q\rangle\le\frac{1-\lambda_t}{\lambda_t}(\phi(\mu_t)-\phi(\nu_t))
    +\frac1{\lambda_t}(\phi(\nu_t)-\phi(\mu_{t+1}))
    +\rho\lambda_t\left(D_{\psi^*}(\bar q,q_t)-D_{\psi^*}(\bar q,q_{t+1})\right)""")
def gradient_inequality(run: Run) -> tuple[Relation, ...]:
    """⟨∇φ(ν_t), ν_t − q̄⟩ ≤ (1−λ_t)/λ_t (φ(μ_t) − φ(ν_t)) + (φ(ν_t) − φ(μ_{t+1}))/λ_t
    + ρλ_t (D_{ψ*}(q̄, q_t) − D_{ψ*}(q̄, q_{t+1}))."""
    lam, nu = run.lam[:-1], run.nu[:-1]
    return at_each_optimum(
        run,
        lambda q: at_most(
            run.inner(run.phi_gradient(nu), nu - q), two_drops(run) + run.rho * lam * divergence_drop(run, q)
        ),
    )


def two_drops(run: Run) -> Array:
    """(1−λ_t)/λ_t (φ(μ_t) − φ(ν_t)) + (φ(ν_t) − φ(μ_{t+1}))/λ_t."""
    lam, mu, nu = run.lam[:-1], run.phi(run.mu), run.phi(run.nu[:-1])
    return (1 - lam) / lam * (mu[:-1] - nu) + (nu - mu[1:]) / lam


def one_drop(run: Run) -> Array:
    """(1−λ_t)/λ_t φ(μ_t) − φ(μ_{t+1})/λ_t."""
    lam, mu = run.lam[:-1], run.phi(run.mu)
    return (1 - lam) / lam * mu[:-1] - mu[1:] / lam


@stated("P.C.5a.2", PREPRINT.at("Lemma C.4, proof, first display, second line"))
@given(unit_steps)
@latex(r"""\frac{1-\lambda_t}{\lambda_t}(\phi(\mu_t)-\phi(\nu_t))+\frac1{\lambda_t}(\phi(\nu_t)-\phi(\mu_{t+1}))
    =\phi(\nu_t)+\frac{1-\lambda_t}{\lambda_t}\phi(\mu_t)-\frac1{\lambda_t}\phi(\mu_{t+1})""")
def drops_collected(run: Run) -> Relation:
    """(1−λ_t)/λ_t (φ(μ_t) − φ(ν_t)) + (φ(ν_t) − φ(μ_{t+1}))/λ_t = φ(ν_t) + (1−λ_t)/λ_t φ(μ_t) − φ(μ_{t+1})/λ_t."""
    return equal(two_drops(run), run.phi(run.nu[:-1]) + one_drop(run))


def pulled_nu(run: Run) -> Array:
    """⟨∇φ(ν_t), ν_t⟩."""
    return run.inner(run.phi_gradient(run.nu), run.nu)


@stated("P.C.5b.1", PREPRINT.at("Lemma C.4, proof, second display, link 1"))
@latex(r"\langle\nabla\phi(\nu_t),\nu_t\rangle=\|Z^\top\nu_t\|_2^2")
def gradient_at_nu_is_its_square(run: Run) -> Relation:
    """⟨∇φ(ν_t), ν_t⟩ = ‖Zᵀν_t‖₂²."""
    return equal(pulled_nu(run), run.squared(run.combine(run.nu)))


@stated("P.C.5b.2", PREPRINT.at("Lemma C.4, proof, second display, link 2"))
@latex(r"\|Z^\top\nu_t\|_2^2=2\phi(\nu_t)")
def square_is_twice_phi(run: Run) -> Relation:
    """‖Zᵀν_t‖₂² = 2φ(ν_t)."""
    return equal(run.squared(run.combine(run.nu)), 2 * run.phi(run.nu))


@stated("P.C.5b.3", PREPRINT.at("Lemma C.4, proof, second display, first and last members"))
@proof("P.C.5b.1", "P.C.5b.2")
@latex(r"\langle\nabla\phi(\nu_t),\nu_t\rangle=2\phi(\nu_t)")
def gradient_at_nu_is_twice_phi(run: Run) -> Relation:
    """⟨∇φ(ν_t), ν_t⟩ = 2φ(ν_t)."""
    return equal(pulled_nu(run), 2 * run.phi(run.nu))


@stated("P.C.5", PREPRINT.at("eq. (C.5)"))
@given(unit_steps)
@proof("P.C.5a.1", "P.C.5a.2", "P.C.5b.3")
@latex(r"""\phi(\nu_t)-\langle\nabla\phi(\nu_t),\bar q\rangle\le\frac{1-\lambda_t}{\lambda_t}\phi(\mu_t)
    -\frac1{\lambda_t}\phi(\mu_{t+1})+\rho\lambda_t\left(D_{\psi^*}(\bar q,q_t)-D_{\psi^*}(\bar q,q_{t+1})\right)""")
def phi_inequality(run: Run) -> tuple[Relation, ...]:
    """φ(ν_t) − ⟨∇φ(ν_t), q̄⟩ ≤ (1−λ_t)/λ_t φ(μ_t) − φ(μ_{t+1})/λ_t + ρλ_t (D_{ψ*}(q̄, q_t) − D_{ψ*}(q̄, q_{t+1}))."""
    lam, nu = run.lam[:-1], run.nu[:-1]
    return at_each_optimum(
        run,
        lambda q: at_most(
            run.phi(nu) - run.inner(run.phi_gradient(nu), q), one_drop(run) + run.rho * lam * divergence_drop(run, q)
        ),
    )


def conjugate(run: Run) -> Array:
    """ψ*(q_t), the value at ξ = Zw_t of ⟨ξ, q_t⟩ − ψ(ξ), whose gradient in ξ vanishes there."""
    return run.conjugate_of_gradient(run.scores(run.w))


def conjugate_drop(run: Run) -> Array:
    """−ψ*(q_t) + ψ*(q_{t+1})."""
    values = conjugate(run)
    return -values[:-1] + values[1:]


def moved_scores(run: Run, q: Array) -> Array:
    """⟨p_t − p_{t+1}, q̄⟩."""
    p = run.scores(run.w)
    return run.inner(p[:-1] - p[1:], q)


def own_scores(run: Run) -> Array:
    """⟨p_t, q_t⟩ − ⟨p_{t+1}, q_{t+1}⟩."""
    own = run.inner(run.scores(run.w), run.q)
    return own[:-1] - own[1:]


def expanded(run: Run, q: Array) -> Array:
    """−ψ*(q_t) − ⟨p_t, q̄ − q_t⟩ + ψ*(q_{t+1}) + ⟨p_{t+1}, q̄ − q_{t+1}⟩."""
    tangent = run.inner(run.scores(run.w), q - run.q)
    return conjugate_drop(run) - tangent[:-1] + tangent[1:]


@stated("P.C.6.1", PREPRINT.at("eq. (C.6), first line"))
@proof("P.B.2eq", "P.C.setup.1")
@latex(r"""D_{\psi^*}(\bar q,q_t)-D_{\psi^*}(\bar q,q_{t+1})=\psi^*(\bar q)-\psi^*(q_t)-\langle p_t,\bar q-q_t\rangle
    -\psi^*(\bar q)+\psi^*(q_{t+1})+\langle p_{t+1},\bar q-q_{t+1}\rangle""")
def divergences_written_out(run: Run) -> tuple[Relation, ...]:
    """D_{ψ*}(q̄, q_t) − D_{ψ*}(q̄, q_{t+1})
    = ψ*(q̄) − ψ*(q_t) − ⟨p_t, q̄ − q_t⟩ − ψ*(q̄) + ψ*(q_{t+1}) + ⟨p_{t+1}, q̄ − q_{t+1}⟩."""
    return at_each_optimum(
        run, lambda q: equal(divergence_drop(run, q), run.conjugate(q) + expanded(run, q) - run.conjugate(q))
    )


@stated("P.C.6.2", PREPRINT.at("eq. (C.6), second line"))
@latex(r"""-\psi^*(q_t)-\langle p_t,\bar q-q_t\rangle+\psi^*(q_{t+1})+\langle p_{t+1},\bar q-q_{t+1}\rangle
    =\langle p_t,q_t\rangle-\psi^*(q_t)-\langle p_{t+1},q_{t+1}\rangle+\psi^*(q_{t+1})
    -\langle p_t-p_{t+1},\bar q\rangle""")
def tangents_rearranged(run: Run) -> tuple[Relation, ...]:
    """−ψ*(q_t) − ⟨p_t, q̄ − q_t⟩ + ψ*(q_{t+1}) + ⟨p_{t+1}, q̄ − q_{t+1}⟩
    = ⟨p_t, q_t⟩ − ψ*(q_t) − ⟨p_{t+1}, q_{t+1}⟩ + ψ*(q_{t+1}) − ⟨p_t − p_{t+1}, q̄⟩."""
    return at_each_optimum(
        run, lambda q: equal(expanded(run, q), own_scores(run) + conjugate_drop(run) - moved_scores(run, q))
    )


@stated("P.C.6.3", PREPRINT.at("eq. (C.6), third line"), kind="identity")
@proof("P.C.setup.3.2", by=arguments.conjugate_is_a_supremum)
@latex(r"""\langle p_t,q_t\rangle-\psi^*(q_t)-\langle p_{t+1},q_{t+1}\rangle+\psi^*(q_{t+1})
    -\langle p_t-p_{t+1},\bar q\rangle=\psi(p_t)-\psi(p_{t+1})-\langle p_t-p_{t+1},\bar q\rangle""")
def conjugates_become_potentials(run: Run) -> tuple[Relation, ...]:
    """⟨p_t, q_t⟩ − ψ*(q_t) − ⟨p_{t+1}, q_{t+1}⟩ + ψ*(q_{t+1}) − ⟨p_t − p_{t+1}, q̄⟩
    = ψ(p_t) − ψ(p_{t+1}) − ⟨p_t − p_{t+1}, q̄⟩, where ψ*(q_t) ≥ ⟨ξ, q_t⟩ − ψ(ξ) for all ξ, as a conjugate must."""
    psi, values = potential(run), conjugate(run)
    points = [run.scores(w[None]) for w in nonzero_directions(run.problem)]
    return (
        *at_each_optimum(
            run,
            lambda q: equal(
                own_scores(run) + conjugate_drop(run) - moved_scores(run, q), psi[:-1] - psi[1:] - moved_scores(run, q)
            ),
        ),
        *(at_least(values, run.inner(xi, run.q) - run.psi(xi)) for xi in points),
    )


def gradient_at_optimum(run: Run, q: Array) -> Array:
    """⟨∇φ(ν_t), q̄⟩/(ρλ_t)."""
    return 1 / (run.rho * run.lam[:-1]) * run.inner(run.phi_gradient(run.nu[:-1]), q)


@stated("P.C.6.4", PREPRINT.at("eq. (C.6), fourth line"))
@given(unit_steps)
@proof("P.C.setup.2")
@latex(r"""\psi(p_t)-\psi(p_{t+1})-\langle p_t-p_{t+1},\bar q\rangle
    =\psi(Zw_t)-\psi(Zw_{t+1})-\frac1{\rho\lambda_t}\langle\nabla\phi(\nu_t),\bar q\rangle""")
def step_is_a_gradient(run: Run) -> tuple[Relation, ...]:
    """ψ(p_t) − ψ(p_{t+1}) − ⟨p_t − p_{t+1}, q̄⟩ = ψ(Zw_t) − ψ(Zw_{t+1}) − ⟨∇φ(ν_t), q̄⟩/(ρλ_t)."""
    psi, by_p = potential(run), run.psi(run.p)
    return at_each_optimum(
        run,
        lambda q: equal(
            by_p[:-1] - by_p[1:] - run.inner(run.p[:-1] - run.p[1:], q),
            psi[:-1] - psi[1:] - gradient_at_optimum(run, q),
        ),
    )


@stated("P.C.6.5", PREPRINT.at("eq. (C.6), first and last members"))
@given(unit_steps)
@proof("P.C.6.1", "P.C.6.2", "P.C.6.3", "P.C.6.4")
@latex(r"""D_{\psi^*}(\bar q,q_t)-D_{\psi^*}(\bar q,q_{t+1})
    =\psi(Zw_t)-\psi(Zw_{t+1})-\frac1{\rho\lambda_t}\langle\nabla\phi(\nu_t),\bar q\rangle""")
def divergence_drop_is_potential_drop(run: Run) -> tuple[Relation, ...]:
    """D_{ψ*}(q̄, q_t) − D_{ψ*}(q̄, q_{t+1}) = ψ(Zw_t) − ψ(Zw_{t+1}) − ⟨∇φ(ν_t), q̄⟩/(ρλ_t)."""
    psi = potential(run)
    return at_each_optimum(
        run, lambda q: equal(divergence_drop(run, q), psi[:-1] - psi[1:] - gradient_at_optimum(run, q))
    )


@stated("P.C.7", PREPRINT.at("eq. (C.7)"))
@given(unit_steps)
@proof("P.C.5", "P.C.6.5")
@latex(r"""\psi(Zw_t)-\psi(Zw_{t+1})\ge\frac1{\rho\lambda_t^2}\phi(\mu_{t+1})
    -\frac{1-\lambda_t}{\rho\lambda_t^2}\phi(\mu_t)+\frac1{\rho\lambda_t}\phi(\nu_t)""")
def potential_drop(run: Run) -> Relation:
    """ψ(Zw_t) − ψ(Zw_{t+1}) ≥ φ(μ_{t+1})/(ρλ_t²) − (1−λ_t)φ(μ_t)/(ρλ_t²) + φ(ν_t)/(ρλ_t)."""
    rho, lam, psi, mu = run.rho, run.lam[:-1], potential(run), run.phi(run.mu)
    gained = mu[1:] / (rho * lam**2) - (1 - lam) / (rho * lam**2) * mu[:-1]
    return at_least(psi[:-1] - psi[1:], gained + run.phi(run.nu[:-1]) / (rho * lam))
