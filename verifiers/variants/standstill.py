"""The standstill of a schedule whose steps add up to a finite length: w_t stays in a ball, its margin below γ̄.

    ‖w_{t+1} − w_t‖ = (θ_t/λ_t) ‖Zᵀν_t‖ ≤ θ_t/λ_t       as ν_t ∈ Δ_n, where every λ_t ∈ [0, 1]; rows have norm at most 1
    θ_t/λ_t ≤ c/(t(t − 1)) for every t ≥ T, so that ‖w_t − w_T‖ ≤ c/(T − 1) = R for every t ≥ T
    γ(w_t) ≤ (min_i (−Zw_T)_i + R)/(‖w_T‖ − R)          if the numerator is not negative, and ‖w_T‖ > R; else γ(w_t) < 0

The conditions on λ and θ are decided for all t, from their closed forms and the exact values before these; the rest in
balls, from one run of T steps. Where no closed form is known, or the steps do not add up so, nothing is concluded.
"""

from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from flint import arb, fmpq
from lemmacheck.theory.books.jst.algorithms.dual_nesterov import DualNesterov
from lemmacheck.theory.books.jst.methods.variants import Variant
from lemmacheck.verifiers.instances.families import structured
from lemmacheck.verifiers.instances.instance import Instance
from lemmacheck.verifiers.instances.subject import subject_of
from lemmacheck.verifiers.numbers.ball import Ball, fraction, to_fmpq
from lemmacheck.verifiers.numbers.guarded import inside
from lemmacheck.verifiers.numbers.monomial import as_ball
from lemmacheck.verifiers.variants.closed_forms import ClosedForm, NoClosedForm, Watch
from lemmacheck.verifiers.variants.derived import derived
from lemmacheck.verifiers.variants.sequences import KnownSequence

FIRST, LATEST = 64, 400  # T
BITS = 512
ROOM = Fraction(11, 10), Fraction(1, 100)  # by which c exceeds the limit of t(t − 1) θ_t/λ_t
DIGITS = 1000


class Standstill(NamedTuple):
    """γ(w_t) ≤ share · γ̄ on these rows for every t ≥ since, as w_t stays within `radius` of w_since."""

    instance: Instance
    since: int
    radius: Fraction
    share: Fraction

    def text(self) -> str:
        rows = "; ".join(" ".join(row) for row in self.instance.to_json())
        upwards = Context(prec=3, rounding=ROUND_CEILING)
        most = upwards.divide(Decimal(self.radius.numerator), Decimal(self.radius.denominator))
        return (
            f"γ(w_t) stays at or below {float(self.share):g} γ̄ for ever from t = {self.since} on, on Z = [{rows}]: "
            f"all its steps from there add up to at most {most:g}, certified"
        )


def standstill(variant: Variant) -> Standstill | None:
    """The small data on which the variant stays farthest away from γ̄; None where none is certified."""
    form = variant.forms.get(DualNesterov)
    known = derived(variant).sequences
    found = tail(known["lambda"], known["theta"]) if known and form is not None else None
    if found is None:
        return None
    some = (one for one in structured() if one.optimum.gamma_squared > 0 and in_ball(one))
    certified = (on(one, form, *found) for one in some)
    return min(filter(None, certified), key=lambda one: one.share, default=None)


def in_ball(instance: Instance) -> bool:
    """Whether no row is longer than 1."""
    return all(sum(x * x for x in row) <= 1 for row in instance.rows)


def tail(lam: KnownSequence, theta: KnownSequence) -> tuple[int, Fraction] | None:
    """T and R."""
    if not isinstance(lam.closed, ClosedForm) or not isinstance(theta.closed, ClosedForm):
        return None
    watch = Watch()
    rate, t = lam.closed.element(watch), ClosedForm.identity().element(watch)
    try:
        step = theta.closed.element(watch) / rate
        shape = step * t * (t - 1)
        grows = shape.p.degree() - shape.q.degree()
        limit = shape.p[shape.p.degree()] / shape.q[shape.q.degree()] if not grows else fmpq(0)
        c = fraction(limit) * ROOM[0] + ROOM[1]
        if grows > 0 or not (step >= 0 and shape <= c and 0 <= rate <= 1):
            return None
        since = max(watch.since, FIRST)
        if since > LATEST or not all(0 <= lam(k) <= 1 for k in range(since)):
            return None
    except (NoClosedForm, ZeroDivisionError):
        return None
    return since, c / (since - 1)


def on(instance: Instance, algorithm: Any, since: int, radius: Fraction) -> Standstill | None:
    """The standstill on these rows in balls; None where it is no less than γ̄."""
    num = Ball(BITS)
    with num.active():
        run = subject_of(instance, num, algorithm, since)
        w = run.states[since].w
        far = to_fmpq(radius)
        length, gamma = as_ball(run.norm(w)) - far, as_ball(inside(run.optimum.gamma).ravel()[0])
        if not length > 0:
            return None
        least = min(map(as_ball, inside(-run.problem.scores(w)).ravel()), key=lambda x: float(x.mid())) + far
        share = arb.max(least, arb(0)) / length / gamma
        most = (share * DIGITS).upper().ceil().unique_fmpz()
    if most is None or most >= DIGITS:
        return None
    return Standstill(instance, since, radius, Fraction(int(most), DIGITS))
