"""Appendix C, the proof of Theorem 3.1: the remaining part of (C.8), “in the same way as in the proof of Section 3.3”.

Σ_{j<t} ‖Zᵀν_j‖²/(2ρλ_j)/‖w_t‖ ≥ γ̄/2,   ln n (1 + 2 ln(t+1))/‖w_t‖ ≤ 4ρ ln n (1 + 2 ln(t+1))/(γ̄(t+1)²)
"""

from functools import partial
from typing import Any

from lemmacheck.theory.books.jst import arguments, openings
from lemmacheck.theory.books.jst.algorithms.general_dual import GeneralDual
from lemmacheck.theory.books.jst.appC4_potential import nu_bound
from lemmacheck.theory.books.jst.appC8_rate import NU_LATEX, THEOREM
from lemmacheck.theory.books.jst.source import PREPRINT
from lemmacheck.theory.core.argument import by
from lemmacheck.theory.core.arithmetic import Array
from lemmacheck.theory.core.claim import claim, latex, proof
from lemmacheck.theory.core.relation import Relation, at_least, at_most, equal
from lemmacheck.theory.core.run import Run

CHAPTER = "Appendix C"
OPENING = openings.NOTATION
stated = partial(claim, about=GeneralDual, given=THEOREM, first=1)


def nu_way(run: Any) -> list[Any]:
    """Σ_{j<t} ‖Zᵀν_j‖²/(2ρλ_j) ≥ (γ̄/2) Σ_{j<t} ‖Zᵀν_j‖/(ρλ_j), and that is at least ‖w_t‖, which is positive."""
    pull, gamma = run.norm(run.combine(run.nu)), run.optimum.gamma
    way = run.sums(pull / (run.rho * run.lam))
    return [
        *arguments.norm_is_positive(run),
        by("P.C.7a.u"),
        *arguments.duality_at_nu(run),
        at_least(pull, gamma),
        by("F.times", pull, pull - gamma),
        at_least(nu_bound(run), gamma / 2 * way),
        at_least(nu_bound(run), gamma / 2 * run.norm(run.w)),
    ]


PLACE = "proof of Theorem 3.1, “The remaining part of eq. (C.8)”"


@stated("P.C.rest.1", PREPRINT.at(f"{PLACE}, second summand"))
@proof("P.C.7a.u", "P.A.1a.2", by=nu_way)
@latex(rf"\frac{{{NU_LATEX}}}{{\|w_t\|_2}}\ge\frac{{\bar\gamma}}2")
def nu_energy_per_distance(run: Run) -> Relation:
    """Σ_{j<t} ‖Zᵀν_j‖²/(2ρλ_j)/‖w_t‖ ≥ γ̄/2 for every t ≥ 1."""
    return at_least(nu_bound(run)[1:] / run.norm(run.w[1:]), run.optimum.gamma / 2)


def charge(run: Run) -> Array:
    """ln n (1 + 2 ln(t+1))."""
    return run.log(run.n) * (1 + 2 * run.log(run.t + 1))


def charge_over_the_way(run: Any) -> list[Any]:
    """ln n (1 + 2 ln(t+1)) (‖w_t‖ − γ̄t(t+3)/(4ρ)) ≥ 0."""
    way, gamma = run.t * (run.t + 3) / (4 * run.rho), run.optimum.gamma
    return [
        *arguments.norm_is_positive(run),
        equal(run.sums(1 / (run.rho * run.lam)), way),
        at_least(run.norm(run.w), gamma * way),
        *arguments.logarithms(run),
        at_least(charge(run), 0),
        by("F.times", charge(run), run.norm(run.w) - gamma * way),
        by("F.times", charge(run), gamma + 0 * run.t),
    ]


@stated("P.C.rest.2", PREPRINT.at(f"{PLACE}, third summand"))
@proof("P.C.7a.l", "P.C.ratio.6.2", by=charge_over_the_way)
@latex(r"\frac{\ln(n)(1+2\ln(t+1))}{\|w_t\|_2}\le\frac{4\rho\ln(n)(1+2\ln(t+1))}{\bar\gamma(t+1)^2}")
def logarithms_over_distance(run: Run) -> Relation:
    """ln n (1 + 2 ln(t+1))/‖w_t‖ ≤ 4ρ ln n (1 + 2 ln(t+1))/(γ̄(t+1)²) for every t ≥ 1."""
    owed = charge(run)[1:]
    return at_most(owed / run.norm(run.w[1:]), 4 * run.rho * owed / (run.optimum.gamma * (run.t[1:] + 1) ** 2))
