"""x_t = 1/λ_t for given momentum: x_{−1} = 1, x_t = 1 + β_t x_{t−1}; a closed form of it, verified for every t.

rational     P(t)/Q(t), guessed from exact values; x(t) − 1 − β(t) x(t−1) = 0 in ℚ(t) and one value prove it
geometric    for β_t = b with 0 < b < 1: x_t = A + B bᵗ⁻ˢ with A = 1/(1 − b), between x_s and A, monotone in t

In the second, λ_t ∈ (0, 1] for t ≥ s if x_s ≥ 1; and 1/λ_t² − 1/λ_t ≤ 1/λ_{t−1}² says x_{t−1} ≥ b/(1 − b²), which
the limit A exceeds: it holds for all t > s if it does for t = s + 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from flint import fmpq, fmpq_mat, fmpq_poly
from lemmacheck.verifiers.variants.closed_forms import ClosedForm, Element, NoClosedForm, Watch, number_text, sign_of

DEGREES = sorted(product(range(5), range(4)), key=lambda pair: (sum(pair), pair[1]))
STARTS = 3  # the first values may be of another kind
SPARE = 3  # values beyond those that a guess is fitted to


@dataclass(frozen=True)
class Geometric:
    """λ_t = 1/(A + B bᵗ⁻ˢ) for t ≥ s = since, where β_t = b."""

    b: fmpq
    start: fmpq
    since: int = 0

    @property
    def limit(self) -> fmpq:
        """A."""
        return 1 / (1 - self.b)

    def __call__(self, t: int) -> fmpq:
        return 1 / (self.limit + (self.start - self.limit) * self.b ** (t - self.since))

    def __str__(self) -> str:
        b = number_text(self.b)
        base = f"({b})" if "/" in b else b
        for k in (1, 2):
            if self.since == 0 and self.start == self.limit * (1 - self.b**k):
                return f"(1 − {b})/(1 − {base}^(t + {k}))"
        exponent = f"(t − {self.since})" if self.since else "t"
        return f"1/({number_text(self.limit)} + ({number_text(self.start - self.limit)})·{base}^{exponent})"


def implied_closed_form(beta: ClosedForm, x: Sequence[fmpq]) -> ClosedForm | Geometric | None:
    """λ_t = 1/x_t in closed form, from the closed form of β_t and the exact x_0, x_1, …"""
    base = max(beta.since, 1) - 1
    for (m, k), start in product(DEGREES, range(base, base + STARTS)):
        if start + m + k + 2 + SPARE <= len(x):
            guess = fitted(x, start, m, k)
            found = verified(guess, beta, x, start) if guess else None
            if found is not None:
                return found
    constant = beta.p.degree() <= 0 and beta.q.degree() == 0
    if constant and base < len(x) and 0 < beta(0) < 1 and x[base] > 0:
        return Geometric(beta(0), x[base], base)
    return None


def fitted(x: Sequence[fmpq], base: int, m: int, k: int) -> tuple[fmpq_poly, fmpq_poly] | None:
    """P and Q of degrees at most m and k with P(t) = x_t Q(t) at more values of t than they have coefficients."""
    places = range(base, base + m + k + 2 + SPARE)
    rows = [[fmpq(t) ** i for i in range(m + 1)] + [-x[t] * fmpq(t) ** j for j in range(k + 1)] for t in places]
    basis, nullity = fmpq_mat(rows).numer_denom()[0].nullspace()
    if not nullity:
        return None
    solution = [basis[i, 0] for i in range(m + k + 2)]
    P, Q = fmpq_poly(solution[: m + 1]), fmpq_poly(solution[m + 1 :])
    return (P, Q) if Q != 0 and P != 0 else None


def verified(guess: tuple[fmpq_poly, fmpq_poly], beta: ClosedForm, x: Sequence[fmpq], base: int) -> ClosedForm | None:
    """λ = Q/P where the recursion is an identity in ℚ(t), x_s = P(s)/Q(s), and P, Q have no zero at any t ≥ s."""
    watch = Watch()
    reduced = Element(*guess, watch)
    P, Q = reduced.p, reduced.q
    now, before = ClosedForm(P, Q).element(watch), ClosedForm(P, Q).element(watch, back=1)
    if (now - 1 - beta.element(watch) * before).p != 0:
        return None
    try:
        since = max(base, sign_of(P)[1], sign_of(Q)[1])
    except NoClosedForm:
        return None
    if since >= len(x) or P(fmpq(since)) != x[since] * Q(fmpq(since)):
        return None
    while since > 0 and Q(fmpq(since - 1)) != 0 and P(fmpq(since - 1)) == x[since - 1] * Q(fmpq(since - 1)) != 0:
        since -= 1
    return ClosedForm(Q, P, since)
