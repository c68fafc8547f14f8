"""Section 3.3, the rest, typed from the print: −ψ and the margin, and Proposition 3.7 with its proof."""

from typing import Any

from tests.literal.case import Case
from tests.literal.margin_rate import gamma_over_lam, norm_w, norms_over_lam, psi_of, pull
from tests.literal.notation import for_each_loss
from tests.literal.printed import Printed, after, at_points, displays, displays_of, every, for_each, transcribed, under


def top(case: Case, w: list[Any]) -> Any:
    """max_i ⟨z_i, w⟩."""
    largest = case.ref.dot(case.z[0], w)
    for i in range(1, case.n):
        score = case.ref.dot(case.z[i], w)
        largest = score if score > largest else largest
    return largest


def psi_members(case: Case, w: list[Any]) -> list[Any]:
    """The four members of the display that bounds −ψ(Zw) by the margin's numerator."""
    scores = case.ref.scores(w)
    return [
        -case.inverse(sum(case.ell(s) for s in scores)),
        -case.inverse(max(case.ell(s) for s in scores)),
        -case.inverse(case.ell(top(case, w))),
        -top(case, w),
    ]


def psi_link(case: Case, op: str, left: int, right: int) -> list[Printed]:
    """Two members of the display, for each loss."""

    def link(case: Case) -> list[Printed]:
        pairs = ((members[left], members[right]) for members in (psi_members(case, w) for w in case.directions))
        return [for_each(op, list(pairs), lambda pair: pair)]

    return for_each_loss(case, link)


def lower_bound(case: Case, t: int, k: int) -> tuple[Any, Any, Any]:
    """a ≤ −ψ(Zw_t) and c ≤ ‖w_t‖₂ ≤ b with equality in the first and a factor k in the others."""
    w = case.momentum.w[t]
    norm = case.ref.norm(w)
    return -case.ref.psi(case.ref.scores(w)), norm * k, norm / k


@under(at_points(after, lambda case: (1, 2, 8)), ">=", "P.S3.3.enough")
def enough(case: Case, t: int, k: int) -> tuple[Any, Any]:
    a, b, _ = lower_bound(case, t, k)
    return case.ref.margin(case.momentum.w[t]), a / b


@under(at_points(after, lambda case: (1, 2, 8)), ">=", "P.S3.3.enough.corrected")
def enough_with_both_sides(case: Case, t: int, k: int) -> tuple[Any, Any]:
    a, b, c = lower_bound(case, t, k)
    return case.ref.margin(case.momentum.w[t]), min(a / b, a / c)


def squares_over_two_lam(case: Case, t: int) -> Any:
    """Σ_{j=0}^{t−1} (1/(2λ_j)) ‖Zᵀν_j‖₂²."""
    return case.total(t, lambda j: 1 / (2 * case.lam(j)) * pull(case, case.dual.nu[j]) ** 2)


def tail(case: Case, t: int) -> Any:
    """4 ln(n) / (γ̄ (t+1)²)."""
    return 4 * case.ref.ctx.log(case.n) / (case.gamma_bar * (t + 1) ** 2)


def half_margin(case: Case) -> Printed:
    least = case.gamma_bar / 2
    return for_each(">=", after(case), lambda t: (case.ref.margin(case.dual.w[t]), least - tail(case, t)))


@transcribed("P.P3.7.a")
def brackets(case: Case) -> Printed:
    lam = case.lam
    return for_each(">=", after(case), lambda j: (1 / lam(j - 1) ** 2 - (1 - lam(j)) / lam(j) ** 2, case.ref.ctx.zero))


def quadratic(case: Case) -> Printed:
    return for_each(">=", after(case), lambda t: (gamma_over_lam(case, t), case.gamma_bar * (t + 1) ** 2 / 4))


displays({
    "P.S3.3.psimax.1": lambda case: psi_link(case, "<=", 0, 1),
    "P.S3.3.psimax.2": lambda case: psi_link(case, "==", 1, 2),
    "P.S3.3.psimax.3": lambda case: psi_link(case, "==", 2, 3),
    "P.S3.3.psimax.4": lambda case: psi_link(case, "<=", 0, 3),
    ("P.P3.7", "P.P3.7.c.3"): lambda case: half_margin(case),
    "P.3.8": lambda case: for_each(">=", after(case),
        lambda t: (-psi_of(case, t), -psi_of(case, 0) + squares_over_two_lam(case, t))),
    "P.3.9.2": lambda case: for_each(">=", after(case),
        lambda t: (squares_over_two_lam(case, t) / norms_over_lam(case, t), case.gamma_bar / 2)),
    "P.3.9.3": lambda case: for_each(">=", every(case), lambda j: (pull(case, case.dual.nu[j]), case.gamma_bar)),
    "P.P3.7.b.1": lambda case: for_each(">=", every(case), lambda t: (norm_w(case, t), gamma_over_lam(case, t))),
    "P.P3.7.b.2": quadratic,
    "P.P3.7.c.1": lambda case: for_each(">=", after(case),
        lambda t: (case.ref.margin(case.dual.w[t]), -psi_of(case, t) / norm_w(case, t))),
    "P.P3.7.c.2": lambda case: for_each(">=", after(case),
        lambda t: (-psi_of(case, t) / norm_w(case, t), case.gamma_bar / 2 - tail(case, t))),
    "P.3.9.1": lambda case: for_each(">=", after(case), lambda t: (
        (psi_of(case, 0) - psi_of(case, t)) / norm_w(case, t),
        squares_over_two_lam(case, t) / norms_over_lam(case, t),
    )),
})  # fmt: skip


displays_of(lambda case: case.ref.ctx.log(case.n), {
    "P.3.10.1": lambda case, ln_n: for_each("==", after(case),
        lambda t: (psi_of(case, 0) / norm_w(case, t), ln_n / norm_w(case, t))),
    "P.3.10.2": lambda case, ln_n: for_each("<=", after(case), lambda t: (ln_n / norm_w(case, t), tail(case, t))),
})  # fmt: skip
